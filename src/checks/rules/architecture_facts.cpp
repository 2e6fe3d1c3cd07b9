#include "architecture_facts.hpp"

#include <algorithm>

namespace gpuadvisor {
namespace {

// Units and rates per multiprocessor: NVIDIA's whitepapers of V100, Turing, A100, GA102, Ada, H100 and RTX Blackwell;
// AMD's of CDNA, CDNA 2, CDNA 3 and CDNA 4; Intel's of Xe-HPG and Xe-HPC. Compute capabilities: the CUDA C++
// Programming Guide.
constexpr auto k_facts = std::to_array<ArchitectureFacts>({
    {"nvidia", "Tesla", "", 0, 0, false},
    {"nvidia", "Fermi", "", 0, 0, false},
    {"nvidia", "Kepler", "", 0, 0, false},
    {"nvidia", "Maxwell", "", 0, 0, false},
    {"nvidia", "Pascal", "", 0, 0, false},
    {"nvidia", "Volta", "", 8, 128},
    {"nvidia", "Turing", "", 8, 128},
    {"nvidia", "Ampere", "8.0", 16, 512},
    {"nvidia", "Ampere", "8.6", 32, 256},
    {"nvidia", "Ada Lovelace", "", 32, 256},
    {"nvidia", "Hopper", "", 32, 1024},
    {"nvidia", "Blackwell", "10.0", 32, 2048},
    {"nvidia", "Blackwell", "12.0", 32, 256},
    {"nvidia", "Blackwell", "12.1", 32, 256},
    {"nvidia", "Blackwell Ultra", "", 32, 2048},
    {"amd", "GCN 4", "", 0, 0, false},
    {"amd", "GCN 5 (Vega)", "", 0, 0, false},
    {"amd", "GCN 5.1 (Vega 20)", "", 0, 0, false},
    {"amd", "RDNA", "", 0, 0, false},
    {"amd", "RDNA 2", "", 0, 0, false},
    {"amd", "CDNA", "", 16, 256},
    {"amd", "CDNA 2", "", 16, 256},
    {"amd", "CDNA 3", "", 16, 512},
    {"amd", "CDNA 4", "", 16, 1024},
    {"intel", "Xe-HPG (Alchemist)", "", 8, 128},
    {"intel", "Xe-HPG", "", 8, 128},
    {"intel", "Xe2-HPG (Battlemage)", "", 16, 256},
    {"intel", "Xe-HPC (Ponte Vecchio)", "", 16, 512},
});

struct Capabilities {
  std::string_view architecture;
  std::array<std::string_view, 4> known;  // empty: no more
};

constexpr auto k_capabilities = std::to_array<Capabilities>({
    {"Tesla", {"1.0", "1.1", "1.2", "1.3"}},
    {"Fermi", {"2.0", "2.1"}},
    {"Kepler", {"3.0", "3.2", "3.5", "3.7"}},
    {"Maxwell", {"5.0", "5.2", "5.3"}},
    {"Pascal", {"6.0", "6.1", "6.2"}},
    {"Volta", {"7.0", "7.2"}},
    {"Turing", {"7.5"}},
    {"Ampere", {"8.0", "8.6", "8.7"}},
    {"Ada Lovelace", {"8.9"}},
    {"Hopper", {"9.0"}},
    {"Blackwell", {"10.0", "11.0", "12.0", "12.1"}},
    {"Blackwell Ultra", {"10.3"}},
});

/// Series whose chips are made without the matrix units that their architecture has (TU116, TU117).
constexpr auto k_series_without =
    std::to_array<std::string_view>({"GeForce GTX 16", "GeForce MX", "Quadro T400", "Quadro T600", "Quadro T1000",
                                     "Quadro T2000", "NVIDIA T400", "NVIDIA T600", "NVIDIA T1000", "CMP 30HX"});

bool has_part(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

}  // namespace

const ArchitectureFacts* architecture_facts(const Gpu& gpu) {
  const auto* at = std::find_if(k_facts.begin(), k_facts.end(), [&](const ArchitectureFacts& facts) {
    return facts.vendor == gpu.vendor && facts.architecture == gpu.architecture &&
           (facts.compute_capability.empty() || facts.compute_capability == gpu.compute_capability);
  });
  return at == k_facts.end() ? nullptr : &*at;
}

std::span<const std::string_view> compute_capabilities(std::string_view vendor, std::string_view architecture) {
  if (vendor != "nvidia") return {};
  const auto* at = std::find_if(k_capabilities.begin(), k_capabilities.end(),
                                [&](const Capabilities& one) { return one.architecture == architecture; });
  if (at == k_capabilities.end()) return {};
  const auto* last = std::find(at->known.begin(), at->known.end(), std::string_view());
  return {at->known.begin(), last};
}

bool has_no_matrix_units(const Gpu& gpu) {
  const auto* facts = architecture_facts(gpu);
  if (facts != nullptr && !facts->has_matrix_units) return true;
  return gpu.architecture == "Turing" &&
         std::any_of(k_series_without.begin(), k_series_without.end(),
                     [&](std::string_view series) { return has_part(gpu.name, series); });
}

HalfRate has_half_rate(const Gpu& gpu) { return has_part(gpu.name, "GeForce") ? HalfRate::always : HalfRate::possible; }

}  // namespace gpuadvisor
