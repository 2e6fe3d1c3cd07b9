#pragma once

#include <span>
#include <string>

#include "gpuadvisor/calibration/token_backtest.hpp"
#include "gpuadvisor/formats/json_writer.hpp"
#include "gpuadvisor/output/table.hpp"

namespace gpuadvisor {

/// How well rates of tokens are predicted, a table for each workload with its heading; nothing where none was measured.
[[nodiscard]] std::string token_backtest_text(std::span<const TokenBacktestRow> rows, const Page& page);

/// The same as an array (docs/output.md).
void write_token_backtest(JsonWriter& json, std::span<const TokenBacktestRow> rows);

}  // namespace gpuadvisor
