#include "source_text.hpp"

#include <fmt/format.h>

#include <array>
#include <vector>

#include "core/text.hpp"
#include "figure_words.hpp"
#include "gpuadvisor/report/table.hpp"

namespace gpuadvisor {
namespace {

constexpr std::string_view k_cc_by_4 = "CC BY 4.0";

std::string price_text(const SourceUsage& usage) {
  const std::string first = usage.first_price->text();
  const std::string last = usage.last_price->text();
  return fmt::format("{}, {}", counted(usage.prices, "price"), first == last ? first : first + " to " + last);
}

}  // namespace

std::string_view meaning(SourceGrade grade) {
  constexpr auto k_meanings = std::to_array<std::string_view>(
      {"the maker, or the project itself", "measured figures", "a data set, a survey, collected offers or sales",
       "prices of retailers", "a guide, a review, a forum post, an estimate", "general knowledge; no page to cite"});
  static_assert(k_meanings.size() == k_enum_names<SourceGrade>.size());
  return k_meanings[static_cast<std::size_t>(grade)];
}

std::string_view grade_word(SourceGrade grade) {
  return grade == SourceGrade::recalled ? "from memory" : enum_name(grade);
}

std::string attribution(const Source& source) {
  if (source.licence.empty() || source.licence.starts_with("CC0")) return {};
  std::string text = fmt::format("\"{}\" by {}, {}", source.title, source.publisher, source.licence);
  if (source.licence == k_cc_by_4) text += " (https://creativecommons.org/licenses/by/4.0/)";
  if (source.licence.starts_with("CC BY")) text += "; single figures taken, in other units where ours differ";
  return text;
}

std::string source_title(const Source& source) {
  const std::string date = source.date ? ", " + source.date->text() : "";
  return fmt::format("{}, {}{}", source.title, source.publisher, date);
}

std::string supplies_text(const SourceUsage& usage, bool names_fields) {
  std::vector<std::string> parts;
  if (usage.gpus > 0) {
    parts.push_back(names_fields ? joined(usage.fields, ", ") : "specs of " + counted(usage.gpus, "GPU"));
  }
  if (usage.compared > 0) {
    parts.push_back(names_fields ? "figures compared with its own"
                                 : "compared with the specs of " + counted(usage.compared, "GPU"));
  }
  if (usage.prices > 0) parts.push_back(price_text(usage));
  if (usage.rents > 0) parts.push_back(counted(usage.rents, "price of rented GPUs", "prices of rented GPUs"));
  if (usage.electricity > 0)
    parts.push_back(counted(usage.electricity, "price of electricity", "prices of electricity"));
  if (usage.hosts > 0) parts.push_back(counted(usage.hosts, "figure of machines", "figures of machines"));
  if (usage.measurements > 0) parts.push_back(counted(usage.measurements, "measurement"));
  if (usage.scored_gpus > 0) {
    parts.push_back(names_fields ? "behind its speed" : "behind the speeds of " + counted(usage.scored_gpus, "GPU"));
  }
  if (usage.speedups > 0) parts.push_back(counted(usage.speedups, "speed-up"));
  if (usage.support_events > 0) parts.push_back(counted(usage.support_events, "support event"));
  if (usage.networks > 0) parts.push_back(counted(usage.networks, "network"));
  if (usage.rules > 0) parts.push_back(counted(usage.rules, "rule"));
  if (parts.empty()) return "nothing in the catalog";
  return joined(std::vector<std::string_view>(parts.begin(), parts.end()), "; ");
}

Table source_table(const SourceUsage& usage, bool names_fields) {
  const Source& source = *usage.source;
  Table table{.columns = {{"of the source"}, {"what", false, true}}, .rows = {}, .has_titles = false};
  const auto add = [&](const char* what, std::string_view text) {
    if (!text.empty()) table.rows.push_back({what, std::string(text)});
  };
  add("publisher", source.publisher);
  add("date", source.date ? source.date->text() : "not stated");
  add("grade", fmt::format("{}: {}", grade_word(source.grade), meaning(source.grade)));
  add("address", source.address.empty() ? "not recorded" : source.address);
  add("licence", source.licence.empty() ? "none stated" : source.licence);
  add("credit", attribution(source));
  add("note", source.note);
  add("supplies", supplies_text(usage, names_fields));
  return table;
}

}  // namespace gpuadvisor
