#pragma once

#include "advice/compare/gpu_feature.hpp"
#include "constraint.hpp"

// Constraints on the software that a GPU runs, on what software can use of it, and on what was measured with it.

namespace gpuadvisor {

inline constexpr Constraint k_compute_capability_constraint = by_name<&Request::compute_capability>({
    .id = "compute-capability",
    .option = "compute-capability",
    .failing = "of another compute capability",
    .fails =
        [](const Case& c) {
          const auto capability = ComputeCapability::parse(c.gpu().compute_capability);
          return !capability || !c.request.compute_capability->contains(*capability);
        },
    .reason = [](const Case& c) -> std::string {
      const auto capability = c.gpu().compute_capability;
      return capability.empty() ? "no CUDA compute capability" : fmt::format("compute capability {}", capability);
    },
});

/// Whether the GPU has the feature called `id`, one of the catalog.
[[nodiscard]] inline HasFeature has_feature_called(const Case& c, std::string_view id) {
  return has_feature(c.gpu(), *c.catalog().feature(id), c.catalog()).has;
}

inline constexpr Constraint k_feature_constraint = by_name<&Request::features>({
    .id = "feature",
    .option = "feature",
    .failing = "without the feature",
    .fails =
        [](const Case& c) {
          const auto& wanted = c.request.features;
          return std::any_of(wanted.begin(), wanted.end(),
                             [&](const auto& id) { return has_feature_called(c, id) != HasFeature::yes; });
        },
    .reason = [](const Case& c) -> std::string {
      std::vector<std::string> reasons;
      for (const auto& id : c.request.features) {
        const HasFeature has = has_feature_called(c, id);
        if (has == HasFeature::no) reasons.push_back("no " + id);
        if (has == HasFeature::unknown) reasons.push_back(id + " unknown");
      }
      return enumeration(reasons);
    },
});

inline constexpr Constraint k_evidence_constraint = {
    .id = "evidence",
    .option = "evidence",
    .failing = "not measured",
    .is_asked = [](const Request& request) { return request.evidence == Evidence::measured; },
    .fails = [](const Case& c) { return c.evidence && !c.evidence->is_measured(c.gpu()); },
    .reason = [](const Case& c) -> std::string {
      return c.request.dataset.empty() ? "not measured for this work" : fmt::format("not in {}", c.request.dataset);
    },
    .relax =
        [](const RelaxationBuilder& draft) {
          if (!draft.in_force.dataset.empty()) draft.result.is_possible = false;  // nobody else measured for that
          draft.drop();
          draft.result.request.evidence = Evidence::any;
        },
};

inline constexpr Constraint k_support_constraint = {
    .id = "support",
    .option = "support",
    .failing = "without current software support",
    .is_asked = [](const Request& request) { return request.support.value_or(Support::any) != Support::any; },
    .fails =
        [](const Case& c) {
          const auto& vendors = c.request.vendors;  // of other ones no software is wanted
          return (vendors.empty() || contains(vendors, c.gpu().vendor)) && !c.support.runs(c.gpu());
        },
    .reason = [](const Case& c) -> std::string {
      const SupportStatus status = support_status(c.gpu(), c.catalog());
      const bool runs_other = c.request.support == Support::rocm && status.is_supported();
      return runs_other ? fmt::format("runs {}, not ROCm", platform_name(c.gpu())) : support_remark(c.gpu(), status);
    },
    .relax =
        [](const RelaxationBuilder& draft) {
          const bool is_current = runs(*draft.offer.gpu, Support::current, draft.catalog);
          const Support enough = is_current ? Support::current : Support::any;
          draft.lift({"support", std::string(enum_name(enough))});
          draft.result.request.support = enough;
        },
    .lifted_by =
        [] {
          return Change{"support", "any"};
        },
};

}  // namespace gpuadvisor
