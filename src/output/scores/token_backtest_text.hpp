#pragma once

#include <string>

#include "calibration/backtest/token_backtest.hpp"
#include "gpuadvisor/report/table.hpp"

namespace gpuadvisor {

/// How well rates of tokens are predicted, a table for each workload with its heading, and the constants as fitted.
[[nodiscard]] std::string token_backtest_text(const TokenBacktest& backtest, const Page& page);

}  // namespace gpuadvisor
