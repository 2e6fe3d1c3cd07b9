#include "typed_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include "catalog/lookup/name_words.hpp"
#include "catalog/records/model_name.hpp"
#include "catalog/records/network_name.hpp"
#include "catalog/records/rent.hpp"
#include "catalog/records/typed_network.hpp"
#include "cli/options/asked_build.hpp"
#include "cli/options/asked_money.hpp"
#include "cli/options/called.hpp"
#include "core/contains.hpp"
#include "core/text.hpp"
#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "gpuadvisor/catalog/name_lookup.hpp"
#include "gpuadvisor/core/error.hpp"
#include "gpuadvisor/models/model_file.hpp"
#include "gpuadvisor/sizing/network_work.hpp"
#include "report/mapped.hpp"

namespace gpuadvisor::cli {
namespace {

constexpr std::size_t k_most_words = 6;  // of one name

enum class Kind : unsigned char { filler, option, gpu, model, count, unknown };

/// A run of words with one meaning.
struct Segment {
  Kind kind = Kind::unknown;
  std::string text;
  std::string option = {};  // of Kind::option
  std::string value = {};
  std::string_view note = {};
  std::string remark = {};  // of Kind::filler
  bool is_plain = false;    // says what it means
};

/// What a number with a unit behind it limits.
struct Unit {
  std::string_view texts;  // parted by |
  std::string_view option;
  std::string_view behind = "";  // the figure, in the value of the option
};

constexpr auto k_units = std::to_array<Unit>({
    {"w|watt|watts", "--max-power"},
    {"gb|gib|g|gb vram|gb memory|gb ram|gb of vram|gb of memory", "--min-memory"},
    {"gb|gib|g|gb vram|gb memory", "--memory"},
    {"mm|cm", "--length"},
    {"slot|slots", "--max-slots"},
    {"user|users|concurrent users", "--users"},
    {"gpu|gpus|cards", "--count"},
    {"hours a day|hours per day|hours/day|h/day|h a day", "--hours-per-day"},
    {"tokens/s|tok/s|t/s|tokens per second", "--tokens-per-second"},
    {"tokens/s|tok/s|t/s|tokens per second", "--min-tokens-per-second"},
    {"k context|k ctx|k tokens", "--context", "k"},
    {"year|years", "--years"},
    {"people|persons|students", ""},
});

/// Options whose value may be several words.
constexpr auto k_named = std::to_array<std::string_view>({"--model", "--workload", "-w", "--gpu", "--own", "--only"});

std::string joined_words(std::span<const std::string> words) {
  return joined(std::vector<std::string_view>(words.begin(), words.end()), " ");
}

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

bool is_number(std::string_view text) { return !text.empty() && std::all_of(text.begin(), text.end(), is_digit); }

/// "3x", "x3", or "3" of few.
bool is_count(std::string_view text) {
  if (text.size() == 1) return text >= "1" && text <= "8";
  if (text.size() != 2) return false;
  const bool is_first = is_digit(text[0]) && lower_case(text.substr(1)) == "x";
  return is_first || (is_digit(text[1]) && lower_case(text.substr(0, 1)) == "x");
}

class Classifier {
 public:
  explicit Classifier(const WordsOf& line) : m_line(line), m_catalog(embedded_catalog()) {}

  [[nodiscard]] std::vector<Segment> segments(const std::vector<std::string>& words) const {
    std::vector<Segment> found;
    bool is_money_next = false;
    for (std::size_t at = 0; at < words.size();) {
      const std::span<const std::string> rest = std::span(words).subspan(at);
      std::size_t count = std::min(rest.size(), k_most_words);
      std::optional<Segment> segment;
      for (; count > 0 && !segment; --count) segment = meaning(joined_words(rest.first(count)), is_money_next);
      count += segment ? 1 : 0;
      if (!segment) segment = slip(rest, count);
      if (!segment) {
        segment = Segment{Kind::unknown, rest.front()};
        count = 1;
      }
      is_money_next = announces_money(segment->text) || (is_money_next && segment->kind == Kind::filler);
      at += count;
      found.push_back(std::move(*segment));
    }
    return found;
  }

  [[nodiscard]] std::optional<Segment> meaning(const std::string& text, bool is_money_next) const {
    if (const TypedWord* word = typed_word(text, m_line.knows)) {
      if (word->option.empty()) throw UsageError(fmt::format("\"{}\": {}", printable(text), word->note));
      return Segment{Kind::option, text, std::string(word->option), std::string(word->value), word->note};
    }
    if (is_workload(text)) return Segment{Kind::option, text, "--workload", lower_case(text), {}, {}, true};
    if (is_filler(text)) return Segment{Kind::filler, text};
    if (is_money_next && m_line.knows("--budget") && is_money(text)) return money(text);
    if (!is_number(text) && m_line.knows("--budget") && is_money(text)) return money(text);
    if (is_count(text)) return Segment{Kind::count, text};
    if (auto measured = quantity(text)) return measured;
    if (is_gpu(text)) return Segment{Kind::gpu, text};
    if (m_line.knows("--budget") && is_money(text)) return money(text);
    if (m_line.knows("--provider") && is_provider(text)) return Segment{Kind::option, text, "--provider", text};
    if (m_line.knows("--only") && !gpus_of_architecture(m_catalog, text).empty()) {
      return Segment{Kind::option, text, "--only", text};
    }
    if (is_model(text)) return Segment{Kind::model, text};
    const TypedWord* word = typed_word(text, [](std::string_view) { return true; });
    if (word == nullptr) return std::nullopt;
    Segment unasked{Kind::filler, text};
    if (word->option == "--persona") {
      unasked.remark = fmt::format("`gpuadvisor picks --persona {}` has the pick for that kind of buyer", word->value);
    } else if (word->option != "--rank-by") {
      unasked.remark = fmt::format("\"{}\" changes nothing in this answer", printable(text));
    }
    return unasked;
  }

  [[nodiscard]] std::optional<Segment> quantity(const std::string& text) const {
    const std::size_t digits = std::min(text.find_first_not_of("0123456789."), text.size());
    const std::size_t begin = std::min(text.find_first_not_of(" -", digits), text.size());
    const std::string unit = lower_case(std::string_view(text).substr(begin));
    if (digits == 0 || unit.empty()) return std::nullopt;
    const auto* const at = std::find_if(k_units.begin(), k_units.end(), [&](const Unit& one) {
      const auto texts = split(one.texts, '|');
      return contains(texts, unit) && (one.option.empty() || m_line.knows(one.option));
    });
    if (at == k_units.end()) return std::nullopt;
    if (at->option.empty()) return Segment{Kind::filler, text};
    std::string figure = text.substr(0, digits) + std::string(at->behind);
    if (unit == "cm") figure += "cm";
    return Segment{Kind::option, text, std::string(at->option), std::move(figure)};
  }

  [[nodiscard]] bool is_gpu(std::string_view text) const {
    if (lower_case(text) == "auto" || text.find('*') != std::string_view::npos) return true;
    for (const auto piece : split(text, '+')) {
      const std::string name = counted_name(piece, m_catalog).name;
      const std::string_view last = std::string_view(name).substr(name.rfind(' ') + 1);
      const bool has_number = !is_number(name) && !is_count(last) && !numbered_words(name).empty();
      if (name.empty() || is_vendor_word(lower_case(name))) return false;
      const NameMatch match = find_by_name(m_catalog, name);
      if (match.gpus.empty() && (!has_number || match.containing.empty())) return false;
    }
    return true;
  }

  [[nodiscard]] bool is_model(std::string_view text) const {
    const bool is_size = network_of_size(m_catalog, text) != nullptr;
    if (!is_size && !begins_name(text)) return false;
    return is_size || find_network(m_catalog, text) != nullptr || usual_member(m_catalog, text) != nullptr ||
           network_meant(m_catalog, text) != nullptr;
  }

  /// "H100 PCIe 80GB or H100 SXM5 80GB" of what several are called.
  [[nodiscard]] std::string names_of(std::string_view text) const {
    const NameMatch match = find_by_name(m_catalog, counted_name(text, m_catalog).name);
    const auto& gpus = match.gpus.empty() ? match.containing : match.gpus;
    return enumeration(mapped(gpus, [](const Gpu* gpu) { return std::string(short_name(*gpu)); }), "or");
  }

  /// `, did you mean "cnn"?`, or nothing.
  [[nodiscard]] std::string workload_like(std::string_view word) const {
    return did_you_mean(lower_case(word), ids_of(m_catalog.records<Workload>()));
  }

  [[nodiscard]] std::string_view workload_of_model(const std::string& text) const {
    const Network* network = find_network(m_catalog, text);
    if (network == nullptr) network = usual_member(m_catalog, text);
    if (network == nullptr) network = network_meant(m_catalog, text);
    const Workload* work = network == nullptr ? nullptr : workload_for(*network, MemoryTask::run, m_catalog);
    return work == nullptr ? std::string_view() : work->id;
  }

 private:
  [[nodiscard]] bool is_workload(const std::string& text) const {
    return m_line.knows("--workload") && m_catalog.workload(lower_case(text)) != nullptr;
  }

  /// Of dollars or a currency that people name.
  [[nodiscard]] static bool is_money(std::string_view text) {
    constexpr std::string_view k_currencies = "USD EUR GBP CAD AUD CHF SEK NOK DKK PLN INR CNY JPY";
    constexpr double k_least = 20;
    if (text.empty() || is_count(text)) return false;
    try {
      const AskedMoney asked = asked_money("", text);
      const auto known = split(k_currencies, ' ');
      return asked.currency.empty() ? asked.amount >= k_least : contains(known, asked.currency);
    } catch (const UsageError&) {
      return false;
    }
  }

  [[nodiscard]] static Segment money(const std::string& text) {
    return {Kind::option, text, "--budget", text, {}, {}, true};
  }

  [[nodiscard]] bool is_provider(std::string_view text) const {
    const std::string wanted = folded_name(text);
    const auto rents = m_catalog.records<Rent>();
    return std::any_of(rents.begin(), rents.end(),
                       [&](const Rent& rent) { return folded_name(rent.provider) == wanted; });
  }

  /// Whether any model is called something that begins with the first word.
  [[nodiscard]] bool begins_name(std::string_view text) const {
    constexpr std::size_t k_letters = 3;
    const std::string first = folded_name(without_publisher(text.substr(0, text.find(' ')))).substr(0, k_letters);
    if (first.size() < 2 || is_number(first)) return false;
    bool begins = false;
    for (const Network& network : m_catalog.records<Network>()) {
      for_each_name(network, [&](std::string_view name) {
        begins = begins || folded_name(name.substr(0, k_letters + 2)).starts_with(first);
      });
      if (begins) return true;
    }
    return std::ranges::any_of(m_catalog.records<ModelName>(), [&](const ModelName& one) {
      return folded_name(without_publisher(one.name)).starts_with(first);
    });
  }

  /// What the first word or two are a slip of.
  [[nodiscard]] std::optional<Segment> slip(std::span<const std::string> words, std::size_t& count) const {
    for (count = std::min<std::size_t>(2, words.size()); count > 0; --count) {
      const std::string text = joined_words(words.first(count));
      const auto meant = nearest_typed_word(text, m_line.knows);
      if (meant.empty()) continue;
      auto segment = meaning(std::string(meant), false);
      if (segment) segment->text = text;
      return segment;
    }
    return std::nullopt;
  }

  const WordsOf& m_line;
  const Catalog m_catalog;
};

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
      std::string line = "gpuadvisor " + std::string(m_line.command);
      for (const std::string& text : m_found.arguments) {
        line += text.find(' ') == std::string::npos ? ' ' + text : fmt::format(" \"{}\"", text);
      }
      m_found.notes.insert(m_found.notes.begin(), fmt::format("understood as: {}", printable(line)));
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
    const Segment& one = m_segments[at];
    if (one.kind == Kind::unknown || m_line.takes != TakesWords::gpus) return one.kind == Kind::unknown;
    const std::string text = lower_case(one.text);
    constexpr auto k_joining = std::to_array<std::string_view>({"vs", "and", "or", "versus"});
    const auto is_gpu = [&](std::size_t place) {
      return place < m_segments.size() && m_segments[place].kind == Kind::gpu;
    };
    if (one.kind == Kind::filler) return contains(k_joining, text);
    if (one.kind == Kind::count) return text.ends_with('x') ? is_gpu(at + 1) : text.starts_with('x') && is_gpu(at - 1);
    return one.kind == Kind::gpu && !wants_sum();
  }

  /// Whether several GPUs are those of one machine: "3090 3090".
  [[nodiscard]] bool wants_sum() const {
    const auto gpus =
        std::count_if(m_segments.begin(), m_segments.end(), [](const Segment& one) { return one.kind == Kind::gpu; });
    return m_line.command == "build" && gpus > 1 && joined_words(m_words).find('+') == std::string::npos;
  }

  void add(std::size_t at) {
    const Segment& one = m_segments[at];
    switch (one.kind) {
      case Kind::filler:
        if (!one.remark.empty()) m_found.notes.push_back(one.remark);
        break;
      case Kind::option:
        add_option(one);
        break;
      case Kind::count:
        m_count = is_digit(one.text.front()) ? one.text.substr(0, 1) : one.text.substr(1);
        break;
      case Kind::gpu:
        add_gpu(at, one.text);
        break;
      case Kind::model:
        m_model = m_model.empty() ? one.text : m_model + ' ' + one.text;
        m_is_plain = false;
        break;
      case Kind::unknown:
        if (m_line.takes == TakesWords::nothing) refuse_unknown(one.text);
        m_left.push_back(one.text);
        break;
    }
  }

  void add_option(const Segment& one) {
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
    const std::string work = lower_case(m_work);
    if (work == "lora") return work;
    return workload_of_word(work) == "general" ? "train" : "qlora";
  }
  /// The model of images that a word for their work names, like "sdxl".
  [[nodiscard]] std::string_view images_of_work() const {
    for (const Segment& one : m_segments) {
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
  std::vector<Segment> m_segments;
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
  if (!is_named && !is_work && !is_size) return found;
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
  if (segment->kind == Kind::option) {
    found.arguments = {segment->option, segment->value};
    if (!segment->note.empty()) {
      found.notes.emplace_back(segment->note);
    } else if (segment->value.find(lower_case(segment->text)) == std::string::npos) {
      found.notes.push_back(
          fmt::format("\"{}\": taken as {} {}", printable(segment->text), segment->option, segment->value));
    }
  } else if (segment->kind == Kind::model && line.knows("--model")) {
    found.arguments.front() = "--model";
  }
  return found;
}

std::string_view command_of_words(const std::vector<std::string>& words) {
  const WordsOf line{"", TakesWords::nothing, [](std::string_view) { return true; }};
  std::size_t gpus = 0;
  bool names_model = false;
  bool names_more = false;
  for (const Segment& one : Classifier(line).segments(single_words(words))) {
    if (one.kind == Kind::unknown) return {};
    gpus += one.kind == Kind::gpu ? 1 : 0;
    names_model = names_model || one.kind == Kind::model;
    names_more = names_more || one.kind == Kind::option || one.kind == Kind::filler;
  }
  if (gpus > 1) return "compare";
  if (gpus == 1) return names_model ? "memory" : "show";
  return names_model && !names_more ? "memory" : "recommend";
}

}  // namespace gpuadvisor::cli
