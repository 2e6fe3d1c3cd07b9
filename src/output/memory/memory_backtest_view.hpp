#pragma once

#include <string>

#include "calibration/backtest/memory_backtest.hpp"
#include "gpuadvisor/catalog/catalog_stamp.hpp"
#include "gpuadvisor/report/document.hpp"
#include "report/record.hpp"

namespace gpuadvisor {

/// How the memory model does on networks that it was not fitted to, for `memory --backtest`. Views what it is made
/// from.
struct MemoryBacktestReport {
  CatalogStamp catalog;
  const MemoryBacktest& backtest;
};

/// For people.
[[nodiscard]] Document document_of(const MemoryBacktestReport& report);

/// "lora, nf4, batch 4, 1024 tokens".
[[nodiscard]] std::string job_text(const MemoryMeasurement& measurement);

template <>
Record<MemoryBacktestReport> description();

}  // namespace gpuadvisor
