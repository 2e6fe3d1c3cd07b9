#pragma once

#include <array>
#include <string>
#include <string_view>

#include "gpuadvisor/catalog/catalog.hpp"
#include "gpuadvisor/core/enum_names.hpp"

namespace gpuadvisor {

struct SupportEvent;

/// The software that an answer asks a GPU to run: current CUDA; current ROCm; what its vendor supports now, of CUDA,
/// ROCm, oneAPI and Metal; none in particular.
enum class Support { cuda, rocm, current, any };

template <>
inline constexpr auto k_enum_names<Support> = std::to_array<std::string_view>({"cuda", "rocm", "current", "any"});

/// Whether current releases of the software of a GPU's vendor support it.
enum class SupportState {
  supported,
  deprecated,  // still supported, its end is announced
  community,   // built and tested, though not on the vendor's list
  ended,
  not_yet,
  unknown,
  other_software,  // than CUDA, ROCm, oneAPI and Metal
};

template <>
inline constexpr auto k_enum_names<SupportState> = std::to_array<std::string_view>({"supported", "deprecated",
                                                                                    "community", "ended", "not-yet",
                                                                                    "unknown", "other-software"});

/// How current releases of its vendor's software stand towards a GPU.
struct SupportStatus {
  SupportState state = SupportState::unknown;
  const SupportEvent* event = nullptr;  // that says so; none for `supported`, `unknown` and `other_software`

  [[nodiscard]] bool is_supported() const {
    return state == SupportState::supported || state == SupportState::deprecated || state == SupportState::community;
  }
};

/// The status on the catalog's day (docs/constraints.md#software-support). It begins with the toolkit and
/// ends with the toolkit, the driver or PyTorch's builds, whichever is first to drop the architecture.
[[nodiscard]] SupportStatus support_status(const Gpu& gpu, const Catalog& catalog);

/// The stack that programs for the GPU are written for: "CUDA", "ROCm", "oneAPI" or "Metal"; empty for others.
[[nodiscard]] std::string_view platform_name(const Gpu& gpu);

/// Whether the GPU runs the software wanted.
[[nodiscard]] bool runs(const Gpu& gpu, Support wanted, const Catalog& catalog);

/// The same for many GPUs of one catalog. It remembers the last one, since neighbours mostly share an architecture, of
/// which it asks again where an event names products: each GPU must live until the next call.
class SupportCheck {
 public:
  SupportCheck(Support wanted, const Catalog& catalog) : m_wanted(wanted), m_catalog(catalog) {}
  /// Whether the GPU runs the software wanted.
  [[nodiscard]] bool runs(const Gpu& gpu);
  [[nodiscard]] const Catalog& catalog() const { return m_catalog; }

 private:
  Support m_wanted;
  const Catalog& m_catalog;
  const Gpu* m_last = nullptr;
  bool m_runs = false;
  bool m_is_of_all = false;  // of its architecture
};

/// The status as a remark: "CUDA 13.0 dropped Pascal (2025-08)". Empty for an NVIDIA GPU that is supported.
[[nodiscard]] std::string support_remark(const Gpu& gpu, const SupportStatus& status);

}  // namespace gpuadvisor
