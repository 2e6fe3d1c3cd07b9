#pragma once

#include "constraint.hpp"

// Constraints on the memory of each device, which is what a model must fit in.

namespace gpuadvisor {

/// Memory of each device, 0 where it is unknown.
[[nodiscard]] inline Gigabytes known_memory(const Offer& offer) {
  return memory_per_device(*offer.gpu).value_or(Gigabytes{0});
}

inline constexpr Constraint k_memory_constraint = {
    .id = "memory",
    .is_asked = [](const Request& request) { return request.min_memory.has_value(); },
    .fails = [](const Case& c) { return known_memory(c.offer) < *c.request.min_memory; },
    .reason = [](const Case& c) -> std::string {
      const auto memory = memory_per_device(c.gpu());
      if (!memory) return "memory unknown";
      return fmt::format("has {} GB of the {} GB wanted", memory->value(), c.request.min_memory->value());
    },
    .relax =
        [](const Draft& draft) {  // to what the offer has; nothing is known to be enough for one that does not say
          const auto memory = memory_per_device(*draft.offer.gpu);
          draft.result.is_possible &= memory.has_value();
          if (!memory) return;
          draft.set_figure(fmt::format("--min-memory {}", memory->value()), draft.in_force.min_memory->value(),
                           memory->value());
          draft.result.request.min_memory = memory;
        },
};

inline constexpr Constraint k_memory_floor_constraint = {
    .id = "memory-floor",
    .is_asked = [](const Request& request) { return request.memory_floor.has_value(); },
    .fails = [](const Case& c) { return known_memory(c.offer) < c.request.memory_floor->memory; },
    .reason = [](const Case& c) -> std::string {
      const auto memory = memory_per_device(c.gpu());
      if (!memory) return "memory unknown";
      return fmt::format("has {} GB, {} GB is the least for this work", memory->value(),
                         c.request.memory_floor->memory.value());
    },
    .relax =
        [](const Draft& draft) {
          const Gigabytes memory = known_memory(draft.offer);
          draft.lift(fmt::format("--min-memory {}", memory.value()));
          draft.result.request.min_memory = memory;
        },
    .lifted_by = "--min-memory 0",
};

}  // namespace gpuadvisor
