#pragma once

#include "calibration/backtest/token_backtest.hpp"
#include "gpuadvisor/report/document.hpp"

namespace gpuadvisor {

/// How well rates of tokens are predicted, a table for each workload with its heading, and the constants as fitted.
[[nodiscard]] Document token_backtest_document(const TokenBacktest& backtest);

}  // namespace gpuadvisor
