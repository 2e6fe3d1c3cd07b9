#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "catalog/records/catalog_tables.hpp"
#include "core/decimal_from_chars.hpp"
#include "core/text.hpp"
#include "gpuadvisor/catalog/guide.hpp"
#include "rule_groups.hpp"

namespace gpuadvisor {
namespace {

/// Where a record tells its figures in words, too.
struct ToldFigure {
  std::string_view section;
  std::string_view parts;  // the list that has the figure; empty: the record itself
  std::string_view key;
};

constexpr auto k_told_figures = std::to_array<ToldFigure>({
    {"power_limits", "", "limit_w"},
    {"power_limits", "", "count"},
    {"power_limits", "", "speed"},
    {"power_supply_rules", "", "count"},
    {"power_supply_rules", "", "supply_w"},
    {"power_supply_rules", "", "limit_w"},
    {"cluster_mixes", "parts", "share"},
    {"cluster_mixes", "parts", "share_to"},
    {"cluster_mixes", "", "gpus_below"},
    {"cluster_mixes", "", "gpus_from"},
    {"cluster_mixes", "", "gpus_per_node"},
    {"chart_nodes", "choices", "share"},
    {"cooling_rules", "", "speed"},
    {"guide_rules", "", "count_to"},
    {"free_tiers", "", "hours_per_day"},
    {"free_tiers", "", "hours_per_week"},
});

double number_word(std::string_view word) {
  struct Word {
    std::string_view word;
    double value;
  };
  constexpr auto k_words = std::to_array<Word>({
      {"one", 1},
      {"two", 2},
      {"three", 3},
      {"four", 4},
      {"five", 5},
      {"six", 6},
      {"seven", 7},
      {"eight", 8},
      {"nine", 9},
      {"ten", 10},
      {"twelve", 12},
      {"single", 1},
  });
  const auto* at = std::find_if(k_words.begin(), k_words.end(), [&](const Word& one) { return one.word == word; });
  return at == k_words.end() ? 0 : at->value;
}

/// All numbers of a text, in digits or words.
void add_numbers(const std::string& text, std::vector<double>& numbers) {
  const std::string lower = lower_case(text);
  for (std::size_t i = 0; i < lower.size();) {
    const auto is = [&](auto kind) { return kind(static_cast<unsigned char>(lower[i])) != 0; };
    if (is([](int c) { return std::isdigit(c); })) {
      double number = 0;
      const char* const begin = lower.data() + i;
      const auto [end, error] = decimal_from_chars(begin, lower.data() + lower.size(), number);
      if (error == std::errc()) numbers.push_back(number);
      i += std::max<std::size_t>(1, static_cast<std::size_t>(end - begin));
    } else if (is([](int c) { return std::isalpha(c); })) {
      const auto begin = i;
      while (i < lower.size() && is([](int c) { return std::isalpha(c); })) ++i;
      const double value = number_word(std::string_view(lower).substr(begin, i - begin));
      if (value > 0) numbers.push_back(value);
    } else {
      ++i;
    }
  }
}

/// Numbers in what a record says to people.
std::vector<double> told_numbers(const Json& record) {
  constexpr auto k_prose = std::to_array<std::string_view>({"says", "note", "label", "limits", "title"});
  std::vector<double> numbers;
  for (const auto key : k_prose) {
    const Json* text = record.find(key);
    if (text != nullptr) add_numbers(text->string, numbers);
  }
  return numbers;
}

/// As it is, in percent, as what is lost of the whole, or in minutes.
bool is_told(double value, const std::vector<double>& numbers) {
  constexpr double k_percent = 100;
  constexpr double k_minutes = 60;
  constexpr double k_rounding = 1e-9;
  return std::any_of(numbers.begin(), numbers.end(), [&](double number) {
    const auto is = [&](double other) { return std::abs(other - value) <= k_rounding * std::max(1.0, value); };
    return is(number) || is(number / k_percent) || is(1 - number / k_percent) || is(number / k_minutes);
  });
}

void judge_figure(const Json& record, const Json& holder, const ToldFigure& told, const Place& place,
                  const std::string& pointer, Findings& findings) {
  const Json* value = holder.find(told.key);
  if (value == nullptr || is_told(value->number, told_numbers(record))) return;
  const Json* guide = record.find("guide");
  findings.add(guide == nullptr ? "" : guide->string,
               {place.file, value->line, value->column, fmt::format("{}/{}", pointer, told.key)},
               fmt::format("found {:g}, which the words of the record do not tell", value->number));
}

void judge_guide_figures(const CheckedData& data, Findings& findings) {
  for (const ToldFigure& told : k_told_figures) {
    data.index.for_each(told.section, [&](const Place& place, const Json& record) {
      if (told.parts.empty()) return judge_figure(record, record, told, place, place.pointer, findings);
      const Json* parts = record.find(told.parts);
      if (parts == nullptr) return;
      for (std::size_t i = 0; i < parts->items.size(); ++i) {
        judge_figure(record, parts->items[i], told, place, fmt::format("{}/{}/{}", place.pointer, told.parts, i),
                     findings);
      }
    });
  }
}

double number_of(const Json& record, std::string_view key) {
  const Json* value = record.find(key);
  return value == nullptr ? 0 : value->number;
}

/// What a card can do, and a power supply for so many. Requires a GPU whose power is known.
void judge_power_of(const Gpu& gpu, const Place& place, const Json& record, Findings& findings) {
  constexpr double k_least_limit = 0.4;  // of the power of a card: below it does not run
  constexpr double k_least_card = 75;    // W that any card worth a rule draws
  const auto report = [&](std::string_view key, std::string message) {
    const Json& value = *record.find(key);
    findings.add(gpu.id, {place.file, value.line, value.column, fmt::format("{}/{}", place.pointer, key)},
                 std::move(message));
  };
  const double power = gpu.tdp->value();
  const double limit = number_of(record, "limit_w");
  if (limit > 0 && (limit >= power || limit < k_least_limit * power)) {
    report("limit_w", fmt::format("found {:g} W for {}, which draws {:g}", limit, gpu.id, power));
  }
  const double supply = number_of(record, "supply_w");
  const double count = number_of(record, "count");
  if (supply > 0 && supply < count * k_least_card) {
    report("supply_w", fmt::format("found {:g} W for {:g} cards", supply, count));
  }
  if (const double speed = number_of(record, "speed"); speed > 1) {
    report("speed", fmt::format("found {:g}; a limited card is not faster", speed));
  }
}

void judge_power(const CheckedData& data, Findings& findings) {
  const auto judge = [&](const Place& place, const Json& record) {
    const Json* id = record.find("gpu");
    const Gpu* gpu = id == nullptr ? nullptr : data.catalog.gpu(id->string);
    if (gpu != nullptr && gpu->tdp) judge_power_of(*gpu, place, record, findings);
  };
  data.index.for_each("power_limits", judge);
  data.index.for_each("power_supply_rules", judge);
}

void judge_speedups(const CheckedData& data, Findings& findings) {
  data.index.for_each("speedups", [&](const Place& place, const Json& record) {
    const Json* count = record.find("count");
    const Json* speedup = record.find("speedup");
    if (count == nullptr || speedup == nullptr || speedup->number <= count->number) return;
    const Json* workload = record.find("workload");
    findings.add(workload == nullptr ? "" : workload->string,
                 {place.file, speedup->line, speedup->column, place.pointer + "/speedup"},
                 fmt::format("found {} for {} GPUs: expected at most {}", json_number(speedup->number),
                             json_number(count->number), json_number(count->number)));
  });
}

/// Of an edition, or of the copies of its text, whose ids begin with that of the guide.
void judge_guide_sources(const CheckedData& data, Findings& findings) {
  for_each_table([&](const auto& table) {
    if (table.rules.joining != Joining::in_place) return;
    data.index.for_each(table.rules.key, [&](const Place& place, const Json& record) {
      const Json* guide_id = record.find("guide");
      const Json* source = record.find("source");
      if (guide_id == nullptr || source == nullptr) return;
      const Guide* guide = data.catalog.guide(guide_id->string);
      if (guide == nullptr || source->string == guide->source || source->string.starts_with(guide->id)) return;
      findings.add(
          guide->id, {place.file, source->line, source->column, place.pointer + "/source"},
          fmt::format("found \"{}\" for a word of {}, whose source is {}", source->string, guide->id, guide->source));
    });
  });
}

void judge_guide_dates(const CheckedData& data, Findings& findings) {
  for (const Guide& guide : data.catalog.records<Guide>()) {
    const Source* source = data.catalog.source(guide.source);
    const std::string id(guide.id);
    if (source == nullptr || !data.index.has("guides", id) || guide.date == source->date) continue;
    const auto text = [](const std::optional<PartialDate>& date) { return date ? date->text() : std::string("none"); };
    findings.add(guide.id, data.index.place("guides", id, "date"),
                 fmt::format("found {}; its source {} is of {}", text(guide.date), source->id, text(source->date)));
  }
}

constexpr auto k_guide_rules = std::to_array<Rule>({
    {"guide-figure", Severity::warning, "A guide's figure is not in its words",
     "Where a record has both, a figure of a guide is a number of the sentence that it was read from: in digits, in "
     "words, or in percent.",
     judge_guide_figures},
    {"guide-power", Severity::warning, "A guide's power figure suits no card",
     "A power limit lies below what its card draws, and above 40 % of it; a limited card is not faster; a power supply "
     "has at least 75 W for each card that it serves.",
     judge_power},
    {"speedup-above-count", Severity::error, "A speed-up exceeds the number of GPUs",
     "Three GPUs train at most three times as fast as one. A larger figure is mostly the speed-up of another count.",
     judge_speedups},
    {"guide-source", Severity::warning, "A guide's word is from a source of another guide",
     "What a guide says is from the source of its edition, or from a copy of it, whose id begins with that of the "
     "guide.",
     judge_guide_sources},
    {"guide-date", Severity::warning, "A guide and its source are of different days",
     "The date of an edition decides which products and prices its advice is judged by. It is that of its source: one "
     "that differs was changed in one of the two places alone.",
     judge_guide_dates},
});

}  // namespace

std::span<const Rule> guide_rules() { return k_guide_rules; }

}  // namespace gpuadvisor
