#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "memory_view.hpp"

namespace gpuadvisor {

/// What a star behind a verdict means.
inline constexpr std::string_view k_offload_legend =
    "*: with the parts that are idle, such as text encoders, in the host's memory (--offload).";

/// With commas between thousands: "8,192".
[[nodiscard]] std::string counted(std::int64_t number);

/// "45.6 GB".
[[nodiscard]] std::string gigabytes_text(Gigabytes memory);

/// "24 GiB", in full: of a card, where what programs need or get is told beside it.
[[nodiscard]] std::string gibibytes_text(Gibibytes memory);

/// "70.6 B", "109 M", "1.03 T".
[[nodiscard]] std::string parameters_text(Millions parameters);

/// "128k", "1M" of 1,024; "512" below that.
[[nodiscard]] std::string context_text(int tokens);

/// What a part is called: "KV cache".
[[nodiscard]] std::string_view part_title(NeedPart part);

/// "fits", "tight", "does not fit"; "may fit" where the need is not all told.
[[nodiscard]] std::string_view verdict_word(const GpuFit& fit);
[[nodiscard]] std::string_view verdict_word(FitVerdict verdict);

/// What to know of the answer as a whole.
[[nodiscard]] std::vector<Warning> memory_warnings(const MemoryView& view);

/// That the memory of named GPUs is not known.
void add_unknown(std::vector<Warning>& warnings, const std::vector<const Gpu*>& gpus);

}  // namespace gpuadvisor
