#pragma once

#include <tuple>

#include "constraint.hpp"

// Constraints on the memory of each device, which is what a model must fit in.

namespace gpuadvisor {

/// Memory of each device, 0 where it is unknown.
[[nodiscard]] inline Gibibytes known_memory(const Offer& offer) {
  return memory_per_device(*offer.gpu).value_or(Gibibytes{0});
}

/// The least memory that is asked for; 0 for none.
[[nodiscard]] inline Gibibytes least_memory(const Request& request) {
  const auto from = request.memory ? request.memory->from : std::nullopt;
  return std::max(request.min_memory, from).value_or(Gibibytes{0});
}

/// The memory that guides ask for where `memory` is less and the request has set that default aside; else none.
[[nodiscard]] inline std::optional<Gibibytes> undercut_floor(Gibibytes memory, const Request& request,
                                                             const Catalog& catalog) {
  const auto floor = request.memory_floor ? std::nullopt : memory_floor_of(request.workload, catalog);
  return floor && memory < floor->memory ? std::optional(floor->memory) : std::nullopt;
}

/// Asks for `memory` of a card at least, in place of more, in the words that were used.
inline void lower_least_memory(const RelaxationBuilder& draft, Gibibytes memory) {
  const Gibibytes asked = *draft.in_force.min_memory;
  Request& request = draft.result.request;
  request.min_memory = memory;
  if (!draft.in_force.need) {
    draft.set_figure(asked.value(), memory.value());
    return;
  }
  request.need->memory = worth_in_32_bits(*request.need, memory);
  draft.set_figure({"min-memory", fmt::format("{}@fp32", request.need->memory.value())}, asked.value(), memory.value());
}

/// "has 8 GB of the 12 GB wanted", or what they are worth against a need in 32 bits.
[[nodiscard]] inline std::string lack_text(Gibibytes memory, const Request& request) {
  const auto& need = request.need;
  if (need && need->factor && memory < *request.min_memory) {
    return fmt::format("has {} GB, in 16 bits worth {} GB of the {} GB wanted at 32 bits", memory.value(),
                       worth_in_32_bits(*need, memory).value(), need->memory.value());
  }
  return fmt::format("has {} GB of the {} GB wanted", memory.value(), least_memory(request).value());
}

inline constexpr Constraint k_memory_constraint = {
    .id = "memory",
    .option = "min-memory",
    .failing = "outside the memory range",
    .is_asked = [](const Request& request) { return request.min_memory || request.memory; },
    .fails =
        [](const Case& c) {
          const auto memory = memory_per_device(c.gpu());
          const auto& range = c.request.memory;
          return memory.value_or(Gibibytes{0}) < least_memory(c.request) ||
                 (range && (!memory || !range->contains(*memory)));
        },
    .reason = [](const Case& c) -> std::string {
      const auto memory = memory_per_device(c.gpu());
      if (!memory) return "memory unknown";
      const Gibibytes least = least_memory(c.request);
      if (*memory >= least) {
        return fmt::format("has {} GB, at most {} GB wanted", memory->value(), c.request.memory->to->value());
      }
      const auto floor = undercut_floor(*memory, c.request, c.catalog());
      return lack_text(*memory, c.request) +
             (floor ? fmt::format(", {} GB is the least for this work", floor->value()) : "");
    },
    .relax =
        [](const RelaxationBuilder&
               draft) {  // to what the offer has; nothing is known to be enough for one that does not say
          const auto memory = memory_per_device(*draft.offer.gpu);
          draft.result.is_possible &= memory.has_value();
          if (!memory) return;
          const auto& [asked, range] = std::tie(draft.in_force.min_memory, draft.in_force.memory);
          if (*memory < asked.value_or(Gibibytes{0})) lower_least_memory(draft, *memory);
          if (range && !range->contains(*memory)) {
            draft.result.request.memory = widened(draft, "memory", *range, *memory);
          }
          const auto floor = undercut_floor(*memory, draft.in_force, draft.catalog);
          if (floor && least_memory(draft.in_force) >= *floor) ++draft.result.size.lifted;  // a default, in effect
        },
};

inline constexpr Constraint k_memory_floor_constraint = {
    .id = "memory-floor",
    .option = "min-memory",
    .failing = "with less memory than guides ask for",
    .is_asked = [](const Request& request) { return request.memory_floor.has_value(); },
    .fails =
        [](const Case& c) {  // a job says what it takes of a single card
          const bool is_judged = !c.request.job || c.offer.count > 1;
          return is_judged && known_memory(c.offer) < c.request.memory_floor->memory;
        },
    .reason = [](const Case& c) -> std::string {
      const auto memory = memory_per_device(c.gpu());
      if (!memory) return "memory unknown";
      return fmt::format("has {} GB, {} GB is the least for this work", memory->value(),
                         c.request.memory_floor->memory.value());
    },
    .relax =
        [](const RelaxationBuilder& draft) {
          const Gibibytes memory = known_memory(draft.offer);
          draft.lift({"min-memory", memory.value()});
          draft.result.request.min_memory = memory;
        },
    .lifted_by =
        [] {
          return Change{"min-memory", 0.0};
        },
};

}  // namespace gpuadvisor
