#include "field_options.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/contains.hpp"
#include "core/text.hpp"
#include "gpuadvisor/core/error.hpp"
#include "report/record.hpp"

namespace gpuadvisor::cli {
namespace {

std::size_t place_of(std::string_view name, const std::vector<RecordField>& all) {
  const std::string wanted = lower_case(name);
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const RecordField& field) { return field.key == wanted; });
  if (found != all.end()) return static_cast<std::size_t>(found - all.begin());
  const std::string suggestion = did_you_mean(name, mapped(all, &RecordField::key));
  throw UsageError(fmt::format("--fields: unknown field \"{}\"{} --fields alone lists all", printable(name),
                               suggestion.empty() ? ";" : suggestion));
}

Records list_of(const std::vector<RecordField>& fields) {
  Records records{{{"field"}, {"type"}, {"meaning"}}, {}};
  for (const auto& [key, kind, meaning] : fields) {
    records.rows.push_back({std::string(key), std::string(enum_name(kind)), std::string(meaning)});
  }
  return records;
}

}  // namespace

void FieldOptions::add_to(OptionParser& parser) {
  parser.add_optional("--fields", list, is_alone, "FIELD,...", "Only these fields, in this order; alone: list them");
}

std::vector<std::size_t> FieldOptions::places(const std::vector<RecordField>& all) const {
  std::vector<std::size_t> found;
  if (list.empty()) return found;
  for (const auto name : split(list, ',')) {
    const std::size_t place = place_of(name, all);
    if (contains(found, place)) {
      throw UsageError(fmt::format("--fields: expected each field once, found {} twice", all[place].key));
    }
    found.push_back(place);
  }
  return found;
}

Records FieldOptions::applied_to(const Records& records) const {
  if (is_alone) return list_of(records.fields);
  if (list.empty()) return records;
  const auto asked = places(records.fields);
  const auto picked = [&](const auto& cells) { return mapped(asked, [&](std::size_t place) { return cells[place]; }); };
  return {picked(records.fields), mapped(records.rows, picked)};
}

}  // namespace gpuadvisor::cli
