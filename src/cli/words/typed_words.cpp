#include "typed_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

#include "catalog/lookup/name_words.hpp"
#include "core/contains.hpp"
#include "core/text.hpp"
#include "gpuadvisor/core/error.hpp"
#include "gpuadvisor/models/model_file.hpp"

namespace gpuadvisor::cli {
namespace {

constexpr std::size_t k_longest_sentence = 40;  // words
constexpr std::size_t k_longest_word = 80;      // bytes

/// Options whose value may be several words.
constexpr auto k_named = std::to_array<std::string_view>({"--model", "--workload", "-w", "--gpu", "--own", "--only"});

/// Words as they are typed, also within quotes; commas part them.
std::vector<std::string> single_words(const std::vector<std::string>& typed) {
  std::vector<std::string> words;
  for (const std::string& text : typed) {
    for (const auto piece : split(text, ' ')) {
      const std::string_view word = piece.ends_with(',') ? piece.substr(0, piece.size() - 1) : piece;
      if (!word.empty()) words.emplace_back(word);
    }
  }
  return words;
}

/// Puts segments together to what a command is asked.
class Understanding {
 public:
  Understanding(const std::vector<std::string>& words, const WordsOf& line)
      : m_words(words), m_line(line), m_classifier(line) {}

  [[nodiscard]] UnderstoodWords take() {
    if (m_line.takes == TakesWords::model && is_one_model()) return {m_words, {}};
    m_segments = m_classifier.segments(single_words(m_words));
    bool all_stay = true;
    for (std::size_t i = 0; i < m_segments.size(); ++i) all_stay = all_stay && stays(i);
    if (m_line.takes != TakesWords::nothing && all_stay) return {m_words, {}};
    for (std::size_t i = 0; i < m_segments.size(); ++i) add(i);
    if (m_line.takes == TakesWords::nothing) refuse_gpus();
    settle_model();
    if (!m_count.empty() && m_left.size() == 1) m_left.front() = fmt::format("{}x {}", m_count, m_left.front());
    if (wants_sum()) m_left = {fmt::format("{}", fmt::join(m_left, " + "))};
    for (const std::string& text : m_left) m_found.arguments.push_back(text);
    if (!m_is_plain && m_found.arguments != m_words) {
      std::string line;
      for (const std::string& text : m_found.arguments) {
        line += text.find(' ') == std::string::npos ? ' ' + text : fmt::format(" \"{}\"", text);
      }
      m_found.notes.insert(m_found.notes.begin(), fmt::format("understood as:{}", printable(line)));
    }
    return std::move(m_found);
  }

 private:
  [[nodiscard]] bool is_one_model() const {
    const std::string whole = joined_words(m_words);
    return is_model_file(whole) || (!m_classifier.is_gpu(whole) && m_classifier.is_model(whole));
  }

  /// Whether the command takes it as it is; also an unknown word, which it refuses best itself.
  [[nodiscard]] bool stays(std::size_t at) const {
    const WordRun& one = m_segments[at];
    if (one.kind == WordKind::unknown || m_line.takes != TakesWords::gpus) return one.kind == WordKind::unknown;
    const std::string text = lower_case(one.text);
    constexpr auto k_joining = std::to_array<std::string_view>({"vs", "and", "or", "versus"});
    const auto is_gpu = [&](std::size_t place) {
      return place < m_segments.size() && m_segments[place].kind == WordKind::gpu;
    };
    if (one.kind == WordKind::filler) return contains(k_joining, text);
    if (one.kind == WordKind::count)
      return text.ends_with('x') ? is_gpu(at + 1) : text.starts_with('x') && is_gpu(at - 1);
    return one.kind == WordKind::gpu && !wants_sum();
  }

  /// Whether several GPUs are those of one machine: "3090 3090".
  [[nodiscard]] bool wants_sum() const {
    const auto gpus = std::count_if(m_segments.begin(), m_segments.end(),
                                    [](const WordRun& one) { return one.kind == WordKind::gpu; });
    return m_line.command == "build" && gpus > 1 && joined_words(m_words).find('+') == std::string::npos;
  }

  void add(std::size_t at) {
    const WordRun& one = m_segments[at];
    switch (one.kind) {
      case WordKind::filler:
        if (!one.remark.empty()) m_found.notes.push_back(one.remark);
        break;
      case WordKind::option:
        add_option(one);
        break;
      case WordKind::count:
        m_count = is_digit(one.text.front()) ? one.text.substr(0, 1) : one.text.substr(1);
        break;
      case WordKind::gpu:
        add_gpu(at, one.text);
        break;
      case WordKind::model:
        m_model = m_model.empty() ? one.text : m_model + ' ' + one.text;
        m_is_plain = false;
        break;
      case WordKind::unknown:
        if (m_line.takes == TakesWords::nothing) refuse_unknown(one.text);
        m_left.push_back(one.text);
        break;
    }
  }

  void add_option(const WordRun& one) {
    const bool is_given = contains(m_line.given, one.option) || contains(m_found.arguments, one.option);
    m_is_plain = m_is_plain && one.is_plain;
    if (!one.note.empty()) m_found.notes.emplace_back(one.note);
    if (one.option == "--workload") m_work = one.text;
    if (one.option == "--model") {
      m_model_of_work = one.value;
      return;
    }
    if (is_given) return;
    m_found.arguments.push_back(one.option);
    m_found.arguments.push_back(one.value);
  }

  void add_gpu(std::size_t at, const std::string& text) {
    const std::string counted = m_count.empty() ? text : fmt::format("{}x {}", m_count, text);
    m_count.clear();
    const bool is_target = m_line.command == "upgrade" && at > 0 && lower_case(m_segments[at - 1].text) == "to";
    if (is_target) {
      m_is_plain = false;
      m_found.arguments.insert(m_found.arguments.end(), {"--only", text});
    } else if (m_line.takes == TakesWords::model) {
      m_is_plain = false;
      m_found.arguments.insert(m_found.arguments.end(), {"--gpu", counted});
    } else {
      m_is_plain = m_is_plain && counted == text;
      m_left.push_back(counted);
    }
  }

  /// A model is what the command takes, or an option, or a kind of work; how it is trained is its task.
  void settle_model() {
    const bool is_trained = m_work.empty() ? false : trains(m_work);
    const std::string_view image_model = m_line.knows("--model") && is_trained ? images_of_work() : "";
    if (m_model.empty()) m_model = image_model.empty() ? m_model_of_work : std::string(image_model);
    if (m_model.empty()) return;
    if (m_line.takes == TakesWords::model) {
      m_left.insert(m_left.begin(), m_model);
    } else if (m_line.knows("--model")) {
      drop_workload();
      m_found.arguments.insert(m_found.arguments.end(), {"--model", m_model});
      if (is_trained && m_line.knows("--task")) m_found.arguments.insert(m_found.arguments.end(), {"--task", task()});
    } else if (m_line.knows("--workload") && m_work.empty()) {
      const auto work = m_classifier.workload_of_model(m_model);
      if (work.empty()) return;
      m_found.arguments.insert(m_found.arguments.end(), {"--workload", std::string(work)});
      m_found.notes.push_back(fmt::format("`recommend --model \"{}\"` tells which GPUs hold that model", m_model));
    }
  }

  [[nodiscard]] static bool trains(std::string_view work) {
    const auto workload = workload_of_word(work);
    return workload == "llm-finetuning" || workload == "general";
  }
  [[nodiscard]] std::string task() const {
    std::string work = lower_case(m_work);
    if (work == "lora") return work;
    return workload_of_word(work) == "general" ? "train" : "qlora";
  }
  /// The model of images that a word for their work names, like "sdxl".
  [[nodiscard]] std::string_view images_of_work() const {
    for (const WordRun& one : m_segments) {
      if (one.option == "--workload" && one.value.starts_with("image-generation-") && m_classifier.is_model(one.text))
        return one.text;
    }
    return {};
  }
  void drop_workload() {
    auto& all = m_found.arguments;
    const auto at = std::find(all.begin(), all.end(), "--workload");
    if (at != all.end()) all.erase(at, at + 2);
  }

  void refuse_gpus() const {
    if (m_left.empty()) return;
    std::vector<std::string> typed;
    for (const std::string& name : m_left)
      typed.push_back(name.find(' ') == std::string::npos ? name : '"' + name + '"');
    const std::string names = fmt::format("{}", fmt::join(typed, " "));
    if (m_left.size() > 1) {
      throw UsageError(
          fmt::format("{} are GPUs: `gpuadvisor compare {}` sets them side by side", enumeration(typed), names));
    }
    const std::string& typed_one = m_left.front();
    throw UsageError(fmt::format(
        "\"{}\" is a GPU, {}: `gpuadvisor show {}` tells about it, `gpuadvisor upgrade {}` what to buy in its place{}",
        printable(typed_one), m_classifier.names_of(typed_one), names, names,
        is_number(typed_one) ? fmt::format("; for ${}: --budget {}", with_commas(typed_one), typed_one) : ""));
  }

  [[noreturn]] void refuse_unknown(const std::string& word) const {
    const std::string meant = m_classifier.workload_like(word);
    throw UsageError(fmt::format("\"{}\" is not understood{}", printable(word),
                                 !meant.empty() ? meant
                                                : "; name a kind of work (llm, cnn, images), a budget (500), a model "
                                                  "(llama-3-8b) or a limit (24gb, 300w)"));
  }

  const std::vector<std::string>& m_words;
  const WordsOf& m_line;
  Classifier m_classifier;
  std::vector<WordRun> m_segments;
  UnderstoodWords m_found;
  std::vector<std::string> m_left;
  std::string m_model;
  std::string m_model_of_work;  // of what a kind of work means where no model is named
  std::string m_work;           // as typed
  std::string m_count;          // of the next GPU
  bool m_is_plain = true;
};

}  // namespace

UnderstoodWords understood_words(const std::vector<std::string>& words, const WordsOf& line) {
  return Understanding(words, line).take();
}

UnderstoodValue understood_value(std::string_view option, const std::string& value,
                                 const std::vector<std::string>& behind, const WordsOf& line) {
  UnderstoodValue found;
  const bool is_share = option == "--use" && line.takes != TakesWords::model;  // of the hours
  const TypedWord* word = is_share ? nullptr : typed_value(option, value);
  if (word != nullptr) {
    if (!word->value.empty()) found.arguments = {std::string(option), std::string(word->value)};
    const bool is_guess = option == "--quant" || option == "--use";
    if (is_guess) found.notes.push_back(fmt::format("{} {}: taken as {}", option, printable(value), word->value));
    return found;
  }
  found.arguments = {std::string(option), value};
  const bool is_work = option == "--workload" || option == "-w" || (is_share && !is_digit(value.front()));
  const bool is_size = option == "--gpu" && line.takes == TakesWords::model;
  const bool is_named = contains(k_named, option) && !behind.empty();
  if ((!is_named && !is_work && !is_size) || !is_sentence({value})) return found;
  const Classifier classifier(line);
  const auto is_name = [&](const std::string& text) {
    return is_work               ? typed_word(text, line.knows) != nullptr
           : option == "--model" ? classifier.is_model(text)
                                 : classifier.is_gpu(text);
  };
  for (std::size_t count = std::min(behind.size(), k_most_words); count > 0 && found.words == 0; --count) {
    const std::string text = value + ' ' + joined_words(std::span(behind).first(count));
    if (is_name(text)) found.words = count;
  }
  if (found.words > 0) found.arguments.back() = value + ' ' + joined_words(std::span(behind).first(found.words));
  if (is_size) {
    const auto size = classifier.quantity(value);
    if (size && size->option == "--min-memory") found.arguments = {"--memory", size->value};
  }
  if (!is_work) return found;
  const auto segment = classifier.meaning(found.arguments.back(), false);
  if (!segment) return found;
  if (segment->kind == WordKind::option) {
    found.arguments = {segment->option, segment->value};
    if (!segment->note.empty()) {
      found.notes.emplace_back(segment->note);
    } else if (segment->value.find(lower_case(segment->text)) == std::string::npos) {
      found.notes.push_back(
          fmt::format("\"{}\": taken as {} {}", printable(segment->text), segment->option, segment->value));
    }
  } else if (segment->kind == WordKind::model && line.knows("--model")) {
    found.arguments.front() = "--model";
  }
  return found;
}

bool is_sentence(const std::vector<std::string>& words) {
  return words.size() <= k_longest_sentence && std::all_of(words.begin(), words.end(), [](const std::string& word) {
           return !word.empty() && word.size() <= k_longest_word;
         });
}

std::string_view command_of_words(const std::vector<std::string>& words) {
  if (!is_sentence(words)) return {};
  const WordsOf line{"", TakesWords::nothing, [](std::string_view) { return true; }};
  std::size_t gpus = 0;
  bool names_model = false;
  bool names_more = false;
  for (const WordRun& one : Classifier(line).segments(single_words(words))) {
    if (one.kind == WordKind::unknown) return {};
    gpus += one.kind == WordKind::gpu ? 1 : 0;
    names_model = names_model || one.kind == WordKind::model;
    names_more = names_more || one.kind == WordKind::option || one.kind == WordKind::filler;
  }
  if (gpus > 1) return "compare";
  if (gpus == 1) return names_model ? "memory" : "show";
  return names_model && !names_more ? "memory" : "recommend";
}

}  // namespace gpuadvisor::cli
