#include "record_form.hpp"

#include <algorithm>
#include <type_traits>

#include "catalog/records/catalog_tables.hpp"
#include "gpuadvisor/catalog/measurement.hpp"

namespace gpuadvisor {
namespace {

template <class Record>
const RecordForm& form_of();

template <class Record, class Member>
MemberForm member_form(const Field<Record, Member>& field) {
  if constexpr (requires { typename Member::element_type; }) {
    using Part = std::remove_const_t<typename Member::element_type>;
    if constexpr (std::is_same_v<Part, FieldSource>) return {field.key, &form_of<Record>};
    if constexpr (k_field_count < Part >> 0) return {field.key, &form_of<Part>};
  }
  return {field.key};
}

template <class Record>
const RecordForm& form_of() {
  static const RecordForm k_form = [] {
    RecordForm made;
    made.members.reserve(k_field_count<Record>);
    for_each_field<Record>([&](const auto& field, std::size_t) { made.members.push_back(member_form(field)); });
    return made;
  }();
  return k_form;
}

std::vector<TableForm> made_table_forms() {
  std::vector<TableForm> forms = {{"schema_version"}};
  for_each_table([&]<class Record>(const CatalogTable<Record>& table) {
    if (table.rules.key == k_table_behind_reference) {
      forms.push_back({"reference", &form_of<ScoreReference>()});
      forms.push_back({"default_workload"});
    }
    forms.push_back({table.rules.key, &form_of<Record>(), table.rules.is_one_line});
  });
  forms.push_back({k_datasets.key, &form_of<Dataset>(), k_datasets.is_one_line});
  return forms;
}

}  // namespace

std::size_t RecordForm::place(std::string_view key) const {
  const auto found =
      std::find_if(members.begin(), members.end(), [&](const MemberForm& member) { return member.key == key; });
  return static_cast<std::size_t>(found - members.begin());
}

const RecordForm* RecordForm::parts(std::string_view key) const {
  const std::size_t at = place(key);
  return at < members.size() && members[at].parts != nullptr ? &members[at].parts() : nullptr;
}

std::span<const TableForm> table_forms() {
  static const std::vector<TableForm> k_forms = made_table_forms();
  return k_forms;
}

}  // namespace gpuadvisor
