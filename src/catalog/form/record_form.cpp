#include "record_form.hpp"

#include <algorithm>
#include <type_traits>

#include "gpuadvisor/catalog/catalog.hpp"
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
  static const RecordForm form = [] {
    RecordForm made;
    made.members.reserve(k_field_count<Record>);
    for_each_field<Record>([&](const auto& field, std::size_t) { made.members.push_back(member_form(field)); });
    return made;
  }();
  return form;
}

std::vector<TableForm> made_table_forms() {
  std::vector<TableForm> forms = {
      {"schema_version"},
      {"sources", &form_of<Source>()},
      {"gpus", &form_of<Gpu>()},
      {"prices", &form_of<Price>(), true},
      {"support", &form_of<SupportEvent>(), true},
      {"reference", &form_of<ScoreReference>()},
      {"default_workload"},
      {"workloads", &form_of<Workload>(), true},
      {"memory_floors", &form_of<MemoryFloor>(), true},
      {"deployment_rules", &form_of<DeploymentRule>()},
      {"features", &form_of<Feature>()},
      {"architecture_features", &form_of<ArchitectureFeature>(), true},
      {"feature_figures", &form_of<FeatureFigure>(), true},
      {"models", &form_of<Network>()},
      {"score_models", &form_of<ScoreModel>(), true},
      {"scores", &form_of<Score>(), true},
      {"speedups", &form_of<Speedup>(), true},
  };
  for_each_guide_table([&]<class Record>(const GuideTable<Record>& table) {
    forms.push_back({table.key, &form_of<Record>()});
  });
  forms.push_back({"datasets", &form_of<Dataset>()});
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
