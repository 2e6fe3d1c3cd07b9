#pragma once

#include "constraint.hpp"

// Constraints on the software that a GPU runs, and on what was measured with it.

namespace gpuadvisor {

inline constexpr Constraint k_compute_capability_constraint = {
    .id = "compute-capability",
    .is_asked = [](const Request& request) { return request.compute_capability.has_value(); },
    .fails =
        [](const Case& c) {
          const auto capability = ComputeCapability::parse(c.gpu().compute_capability);
          return !capability || !c.request.compute_capability->contains(*capability);
        },
    .reason = [](const Case& c) -> std::string {
      const auto capability = c.gpu().compute_capability;
      return capability.empty() ? "no CUDA compute capability" : fmt::format("compute capability {}", capability);
    },
    .relax =
        [](const Draft& draft) {
          draft.drop("--compute-capability");
          draft.result.request.compute_capability.reset();
        },
};

inline constexpr Constraint k_evidence_constraint = {
    .id = "evidence",
    .is_asked = [](const Request& request) { return request.evidence == Evidence::measured; },
    .fails = [](const Case& c) { return c.evidence && !c.evidence->is_measured(c.gpu()); },
    .reason = [](const Case& c) -> std::string {
      return c.request.dataset.empty() ? "not measured for this work" : fmt::format("not in {}", c.request.dataset);
    },
    .relax =
        [](const Draft& draft) {
          if (!draft.in_force.dataset.empty()) draft.result.is_possible = false;  // nobody else measured for that
          draft.drop("--evidence");
          draft.result.request.evidence = Evidence::any;
        },
};

inline constexpr Constraint k_support_constraint = {
    .id = "support",
    .is_asked = [](const Request& request) { return request.support.value_or(Support::any) != Support::any; },
    .fails = [](const Case& c) { return !c.support.runs(c.gpu()); },
    .reason = [](const Case& c) { return support_remark(c.gpu(), support_status(c.gpu(), c.catalog())); },
    .relax =
        [](const Draft& draft) {
          const Support enough = runs(*draft.offer.gpu, Support::rocm, draft.catalog) ? Support::rocm : Support::any;
          draft.lift(fmt::format("--support {}", enum_name(enough)));
          draft.result.request.support = enough;
        },
    .lifted_by = "--support any",
};

}  // namespace gpuadvisor
