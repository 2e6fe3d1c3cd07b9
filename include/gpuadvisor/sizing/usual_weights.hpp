#pragma once

#include <array>
#include <string_view>

#include "gpuadvisor/catalog/network.hpp"
#include "gpuadvisor/core/enum_names.hpp"
#include "gpuadvisor/sizing/weight_format.hpp"

namespace gpuadvisor {

/// Where a network is run: on one's own cards for few people at a time, or on servers for many.
enum class RunsOn : unsigned char { own_cards, servers };

/// Why weights have the format that they have: it was asked for; the file that was named has it; the publisher gives
/// them out so; most people run such networks so; or the task implies it.
enum class WeightsFrom : unsigned char { asked, file, published, usual, task };

template <>
inline constexpr auto k_enum_names<WeightsFrom> = std::to_array<std::string_view>({"asked", "file", "published",
                                                                                   "usual", "task"});

struct UsualWeights {
  const WeightFormat* format = nullptr;
  WeightsFrom from = WeightsFrom::usual;
};

/// A format as files of the network keep it. Where experts alone are published in few bits, files of fewer than 16 keep
/// these in no more bits than that, and the other matrices of layers and the output in 8 (Q8_0) or more.
/// Source: docs/memory.md#weights.
[[nodiscard]] WeightFormat as_in_files(const Network& network, WeightFormat format);

/// The format of 4 bits that GPUs of servers compute in, if the network is published so; null if it is not.
[[nodiscard]] const WeightFormat* published_in_4_bits(const Network& network);

/// The format in which a network is run where nobody names one.
/// - Language models on own cards: the published format where it has 5 bits or fewer, as llama.cpp keeps it, else
///   Q4_K_M; on servers: the published format with the fewest bits, FP8 where that is 16 bits (engines make it as they
///   load).
/// - Networks that make images: 8 bits where the denoiser has more than 4 billion parameters, else 16.
/// - All others: 16 bits.
/// Source: docs/memory.md#formats-that-people-run.
[[nodiscard]] UsualWeights usual_weights(const Network& network, RunsOn runs_on);

}  // namespace gpuadvisor
