#pragma once

#include <array>
#include <span>
#include <string_view>

#include "gpuadvisor/catalog/field.hpp"
#include "gpuadvisor/core/date.hpp"
#include "gpuadvisor/core/enum_names.hpp"

namespace gpuadvisor {

/// What a release of software changed for an architecture; a deprecated one is still supported. `supported` confirms
/// what was so before; `community`: built and tested, though not on the vendor's list; `build_only` changes nothing:
/// the code is built and not tested.
enum class SupportChange { supported_from, supported, community, build_only, deprecated, dropped };

template <>
inline constexpr auto k_enum_names<SupportChange> = std::to_array<std::string_view>({"supported-from", "supported",
                                                                                     "community", "build-only",
                                                                                     "deprecated", "dropped"});

/// A software stack began, discouraged or ended its support of an architecture.
struct SupportEvent {
  std::string_view vendor;
  std::string_view architecture;
  std::span<const std::string_view> targets;  // compute capabilities or gfx names; empty: all of the architecture
  std::span<const std::string_view> gpus;     // ids of the only products; empty: all. They go by such events alone
  std::string_view stack;                     // e.g. "cuda-toolkit", "pytorch-binaries"
  SupportChange event = SupportChange::supported_from;
  std::string_view version;  // of the stack; for `dropped` the first release without it; may be unnamed
  PartialDate date;
  std::string_view note;
  std::string_view source;
  std::string_view date_grade;  // "recalled" when the source does not give the date
};

template <>
inline constexpr auto k_fields<SupportEvent> = std::tuple{
    required("vendor", &SupportEvent::vendor),
    required("architecture", &SupportEvent::architecture),
    optional("targets", &SupportEvent::targets),
    optional("gpus", &SupportEvent::gpus),
    required("stack", &SupportEvent::stack),
    required("event", &SupportEvent::event),
    optional("version", &SupportEvent::version),
    required("date", &SupportEvent::date),
    optional("note", &SupportEvent::note),
    required("source", &SupportEvent::source),
    optional("date_grade", &SupportEvent::date_grade),
};

}  // namespace gpuadvisor
