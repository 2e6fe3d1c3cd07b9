#pragma once

#include <optional>
#include <string>

#include "calibration/backtest/token_backtest.hpp"
#include "gpuadvisor/formats/json_writer.hpp"
#include "gpuadvisor/report/table.hpp"

namespace gpuadvisor {

/// How well rates of tokens are predicted, a table for each workload with its heading, and the constants as fitted.
[[nodiscard]] std::string token_backtest_text(const TokenBacktest& backtest, const Page& page);

/// The same as an object, or null (docs/output.md).
void write_token_backtest(JsonWriter& json, const std::optional<TokenBacktest>& backtest);

}  // namespace gpuadvisor
