#include "left_out.hpp"
#include "core/contains.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gpuadvisor {
namespace {

/// Tables whose records no others refer to.
constexpr std::string_view k_tables_to_leave_out_from =
    "prices rents host_parts host_power support memory_floors deployment_rules architecture_features feature_figures "
    "speedups guide_updates "
    "guide_rules avoidances guide_ratios upgrade_rules personas cooling_rules power_limits power_supply_rules "
    "cluster_mixes platform_rules vendor_notes free_tiers";

bool is_value(const FieldValue& value, const Json& wanted) {
  if (const auto* text = std::get_if<std::string>(&value)) {
    return wanted.kind == Json::Kind::string && *text == wanted.string;
  }
  if (const auto* number = std::get_if<double>(&value)) {
    return wanted.kind == Json::Kind::number && *number == wanted.number;
  }
  if (const auto* texts = std::get_if<std::vector<std::string>>(&value)) {
    return wanted.kind == Json::Kind::string && contains(*texts, wanted.string);
  }
  return false;
}

const CatalogField* field_called(std::string_view key, std::span<const CatalogField> fields) {
  const auto at = std::find_if(fields.begin(), fields.end(), [&](const CatalogField& one) { return one.key == key; });
  return at == fields.end() ? nullptr : &*at;
}

/// Whether the record has all values of `wanted`, whose keys are fields.
bool has_values(const void* record, std::span<const CatalogField> fields, const Json& wanted) {
  return std::all_of(wanted.members.begin(), wanted.members.end(), [&](const JsonMember& member) {
    return is_value(field_called(member.key, fields)->value(record), member.value);
  });
}

/// Whether `wanted` names fields of the table, each with a text or a number; reports what is not.
bool is_usable(const LoadedTable& table, const Json& wanted, const JsonPlace& place, Problems& problems) {
  ObjectReader reader(wanted, place, problems);
  if (wanted.kind != Json::Kind::object) return false;
  if (wanted.members.empty()) reader.problem("", "expected at least one field of the records to leave out, found none");
  std::vector<std::string_view> keys;
  for (const CatalogField& field : table.fields) keys.push_back(field.key);
  reader.refuse_unknown(keys);
  bool is_comparable = true;
  for (const JsonMember& member : wanted.members) {
    if (member.value.kind == Json::Kind::string || member.value.kind == Json::Kind::number) continue;
    reader.problem(member.key, fmt::format("expected a text or a number, found {}", description(member.value)));
    is_comparable = false;
  }
  return is_comparable && !wanted.members.empty() &&
         std::all_of(wanted.members.begin(), wanted.members.end(),
                     [&](const JsonMember& member) { return field_called(member.key, table.fields) != nullptr; });
}

void leave_out_of(LoadedTable& table, const Json& wanted, const JsonPlace& place, Problems& problems) {
  if (!is_usable(table, wanted, place, problems)) return;
  const std::size_t before = table.count();
  for (std::size_t i = before; i-- > 0;) {
    if (has_values(table.at(i), table.fields, wanted)) table.erase(i);
  }
  if (table.count() == before) {
    problems.add(place, fmt::format("no record of \"{}\" in the layers below has these values", table.rules.key));
  }
}

}  // namespace

void leave_out(ObjectReader& document, std::span<LoadedTable* const> tables) {
  const auto given = document.object(k_leave_out);
  if (!given) return;
  ObjectReader reader(*given->first, given->second, document.problems());
  const auto allowed = words(k_tables_to_leave_out_from);
  reader.refuse_unknown(allowed);
  for (LoadedTable* table : tables) {
    if (!contains(allowed, table->rules.key)) continue;
    for (const auto& [wanted, place] : reader.array(table->rules.key)) {
      leave_out_of(*table, *wanted, place, document.problems());
    }
  }
}

}  // namespace gpuadvisor
