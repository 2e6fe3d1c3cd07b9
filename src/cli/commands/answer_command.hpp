#pragma once

#include <string>
#include <string_view>

#include "cli/command.hpp"
#include "gpuadvisor/advice/recommend.hpp"

namespace gpuadvisor::cli {

/// What `recommend` and `list` share: a request to a catalog, answered with ranked rows.
struct AnswerCommand {
  std::string_view name;
  std::string_view description;
  std::size_t default_limit = 0;  // rows
  Answer (*ask)(const Catalog&, const Request&);
  bool takes_count = false;  // of GPUs, see RequestOptions
  bool can_explain = false;  // has --explain
  bool takes_job = false;    // has --model, see WantedJobOptions
  bool can_emit = false;     // has --emit, see EmitOptions
  bool can_plot = false;     // has --plot
};

/// Parses, loads, asks and renders.
[[nodiscard]] Outcome run_answer(const AnswerCommand& command, Arguments arguments);

}  // namespace gpuadvisor::cli
