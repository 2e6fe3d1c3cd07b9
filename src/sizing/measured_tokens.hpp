#pragma once

#include <optional>

#include "gpuadvisor/catalog/measurement.hpp"
#include "gpuadvisor/catalog/serving_work.hpp"
#include "gpuadvisor/sizing/memory_job.hpp"
#include "named_model.hpp"

namespace gpuadvisor {

/// Tokens that are taken to be written, or read, where a dataset does not tell how many.
inline constexpr int k_measured_tokens = 1024;

/// Whether somebody measured tokens per second, written or read, of a network that GPUs held all of.
[[nodiscard]] bool is_token_rate(const Measurement& row);

/// The running of a network as it was measured: its `tokens` are twice those that are kept in the middle of it, which
/// token_work() tells the work of.
[[nodiscard]] MemoryJob measured_job(const Measurement& row, const NamedModel& model);

/// The serving of a network as it was measured.
struct MeasuredServing {
  ServingWork work;
  int users = 1;   // requests at a time, of all copies
  int copies = 1;  // of the model
  std::optional<Watts> power_limit;
};

/// Nothing where the lengths of prompts and answers, or how many were asked at a time, are not told, or tokens that
/// were read count, too. Of what was tuned to the most ("max") more ask than have room.
[[nodiscard]] std::optional<MeasuredServing> measured_serving(const Measurement& row, const NamedModel& model);

/// The engine of a framework, whatever it runs on: "llama.cpp" of "llama.cpp CUDA".
[[nodiscard]] std::string_view engine_of(std::string_view framework);

/// Whether people run networks with an engine today: rates are told as of these.
[[nodiscard]] bool is_in_use(std::string_view engine);

}  // namespace gpuadvisor
