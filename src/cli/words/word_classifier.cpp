#include "word_classifier.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "catalog/lookup/name_words.hpp"
#include "catalog/records/model_name.hpp"
#include "catalog/records/network_name.hpp"
#include "catalog/records/rent.hpp"
#include "catalog/records/typed_network.hpp"
#include "cli/options/asked_build.hpp"
#include "cli/options/asked_money.hpp"
#include "cli/options/called.hpp"
#include "cli/options/output_options.hpp"
#include "core/contains.hpp"
#include "core/text.hpp"
#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "gpuadvisor/catalog/name_lookup.hpp"
#include "gpuadvisor/core/error.hpp"
#include "gpuadvisor/sizing/network_work.hpp"
#include "report/mapped.hpp"

namespace gpuadvisor::cli {
namespace {

/// What a number with a unit behind it limits.
struct Unit {
  std::string_view texts;  // parted by |
  std::string_view option;
  std::string_view behind = {};  // the figure, in the value of the option
};

constexpr auto k_units = std::to_array<Unit>({
    {"w psu|w supply|w power supply|watt psu|watt power supply", "--psu"},
    {"w|watt|watts", "--max-power"},
    {"w|watt|watts", "--psu"},
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

/// "3x", "x3", or "3" of few.
bool is_count(std::string_view text) {
  if (text.size() == 1) return text >= "1" && text <= "8";
  if (text.size() != 2) return false;
  const bool is_first = is_digit(text[0]) && lower_case(text.substr(1)) == "x";
  return is_first || (is_digit(text[1]) && lower_case(text.substr(0, 1)) == "x");
}

/// Of dollars or a currency that people name.
bool is_money(std::string_view text) {
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

WordRun money(const std::string& text) { return {WordKind::option, text, "--budget", text, {}, {}, true}; }

}  // namespace

bool is_number(std::string_view text) { return !text.empty() && std::all_of(text.begin(), text.end(), is_digit); }

Classifier::Classifier(const WordsOf& line) : m_line(line), m_catalog(embedded_catalog()) {}

std::vector<WordRun> Classifier::segments(const std::vector<std::string>& words) const {
  std::vector<WordRun> found;
  bool is_money_next = false;
  for (std::size_t at = 0; at < words.size();) {
    const std::span<const std::string> rest = std::span(words).subspan(at);
    std::size_t count = std::min(rest.size(), k_most_words);
    std::optional<WordRun> segment;
    for (; count > 0 && !segment; --count) segment = meaning(joined_words(rest.first(count)), is_money_next);
    count += segment ? 1 : 0;
    if (!segment) segment = slip(rest, count);
    if (!segment) {
      segment = WordRun{WordKind::unknown, rest.front()};
      count = 1;
    }
    is_money_next = announces_money(segment->text) || (is_money_next && segment->kind == WordKind::filler);
    at += count;
    found.push_back(std::move(*segment));
  }
  return found;
}

std::optional<WordRun> Classifier::meaning(const std::string& text, bool is_money_next) const {
  if (const TypedWord* word = typed_word(text, m_line.knows)) {
    if (word->option.empty()) throw UsageError(fmt::format("\"{}\": {}", printable(text), word->note));
    return WordRun{WordKind::option, text, std::string(word->option), std::string(word->value), word->note};
  }
  if (is_workload(text)) return WordRun{WordKind::option, text, "--workload", lower_case(text), {}, {}, true};
  if (is_filler(text)) return WordRun{WordKind::filler, text};
  if (is_money_next && m_line.knows("--budget") && is_money(text)) return money(text);
  if (!is_number(text) && m_line.knows("--budget") && is_money(text)) return money(text);
  if (is_count(text)) return WordRun{WordKind::count, text};
  if (auto measured = quantity(text)) return measured;
  if (is_gpu(text)) return WordRun{WordKind::gpu, text};
  if (m_line.knows("--budget") && is_money(text)) return money(text);
  if (m_line.knows("--provider") && is_provider(text)) return WordRun{WordKind::option, text, "--provider", text};
  if (m_line.knows("--only") && !gpus_of_architecture(m_catalog, text).empty()) {
    return WordRun{WordKind::option, text, "--only", text};
  }
  if (is_model(text)) return WordRun{WordKind::model, text};
  const TypedWord* word = typed_word(text, [](std::string_view) { return true; });
  if (word == nullptr) return std::nullopt;
  WordRun unasked{WordKind::filler, text};
  if (word->option == "--persona") {
    unasked.remark = fmt::format("`gpuadvisor picks --persona {}` has the pick for that kind of buyer", word->value);
  } else if (word->option != "--rank-by") {
    unasked.remark = fmt::format("\"{}\" changes nothing in this answer", printable(text));
  }
  return unasked;
}

std::optional<WordRun> Classifier::quantity(const std::string& text) const {
  const std::size_t digits = std::min(text.find_first_not_of("0123456789."), text.size());
  const std::size_t begin = std::min(text.find_first_not_of(" -", digits), text.size());
  const std::string unit = lower_case(std::string_view(text).substr(begin));
  if (digits == 0 || unit.empty()) return std::nullopt;
  const auto* const at = std::find_if(k_units.begin(), k_units.end(), [&](const Unit& one) {
    const auto texts = split(one.texts, '|');
    return contains(texts, unit) && (one.option.empty() || m_line.knows(one.option));
  });
  if (at == k_units.end()) return std::nullopt;
  if (at->option.empty()) return WordRun{WordKind::filler, text};
  std::string figure = text.substr(0, digits) + std::string(at->behind);
  if (unit == "cm") figure += "cm";
  constexpr double k_least_supply = 450;  // W; so few GPUs take that much that it is the supply of a computer
  const bool is_supply =
      at->option == "--max-power" && number_from(figure).value_or(0) >= k_least_supply && m_line.knows("--psu");
  return WordRun{WordKind::option, text, is_supply ? "--psu" : std::string(at->option), std::move(figure)};
}

bool Classifier::is_gpu(std::string_view text) const {
  if (lower_case(text) == "auto" || text.find('*') != std::string_view::npos) return true;
  const auto pieces = split(text, '+');
  return std::all_of(pieces.begin(), pieces.end(), [&](std::string_view piece) {
    const std::string name = counted_name(piece, m_catalog).name;
    return !name.empty() && !is_vendor_word(lower_case(name)) && !gpus_meant(m_catalog, name).empty();
  });
}

bool Classifier::is_model(std::string_view text) const {
  const bool may_be = begins_name(text) || network_of_size(m_catalog, text) != nullptr;
  return may_be && typed_network(m_catalog, text) != nullptr;
}

std::string Classifier::names_of(std::string_view text) const {
  const auto gpus = gpus_meant(m_catalog, counted_name(text, m_catalog).name);
  return enumeration(mapped(gpus, [](const Gpu* gpu) { return std::string(short_name(*gpu)); }), "or");
}

std::string Classifier::workload_like(std::string_view word) const {
  return did_you_mean(lower_case(word), ids_of(m_catalog.records<Workload>()));
}

std::string_view Classifier::workload_of_model(std::string_view text) const {
  const Network* network = typed_network(m_catalog, text);
  const Workload* work = network == nullptr ? nullptr : workload_for(*network, MemoryTask::run, m_catalog);
  return work == nullptr ? std::string_view() : work->id;
}

bool Classifier::is_workload(const std::string& text) const {
  return m_line.knows("--workload") && m_catalog.workload(lower_case(text)) != nullptr;
}

bool Classifier::is_provider(std::string_view text) const {
  const std::string wanted = folded_name(text);
  const auto rents = m_catalog.records<Rent>();
  return std::any_of(rents.begin(), rents.end(),
                     [&](const Rent& rent) { return folded_name(rent.provider) == wanted; });
}

/// Whether any model is called something that begins with the first word.
bool Classifier::begins_name(std::string_view text) const {
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
std::optional<WordRun> Classifier::slip(std::span<const std::string> words, std::size_t& count) const {
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

}  // namespace gpuadvisor::cli
