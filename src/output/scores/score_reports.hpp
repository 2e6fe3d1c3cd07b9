#pragma once

#include <optional>
#include <span>
#include <string>

#include "calibration/backtest/backtest.hpp"
#include "calibration/backtest/fit_report.hpp"
#include "calibration/backtest/group_judgement.hpp"
#include "calibration/backtest/memory_pairs.hpp"
#include "calibration/backtest/token_backtest.hpp"
#include "calibration/speed/calibration.hpp"
#include "gpuadvisor/catalog/catalog_stamp.hpp"
#include "gpuadvisor/report/document.hpp"
#include "report/record.hpp"

namespace gpuadvisor {

/// How scores follow from measurements, for `scores fit`. Views what it is made from.
struct FitReport {
  CatalogStamp catalog;
  std::span<const Gpu> gpus;  // of the catalog
  std::span<const CalibrationReport> calibrations;
  const FittedScores& fitted;
};

/// For people.
[[nodiscard]] Document document_of(const FitReport& report);

/// What a sheet is called: its dataset, and which of its GPUs.
[[nodiscard]] std::string sheet_name(const SheetFit& sheet);

template <>
Record<FitReport> description();

/// How well estimates do on GPUs they have not seen, for `scores backtest`.
struct BacktestReport {
  CatalogStamp catalog;
  ScorePrecision precision;
  std::span<const BacktestRow> rows;
  std::span<const GroupJudgement> groups;
  std::span<const MemoryPair> pairs;
  const std::optional<TokenBacktest>& tokens;  // of rates in this precision
};

/// For people.
[[nodiscard]] Document document_of(const BacktestReport& report);

template <>
Record<BacktestReport> description();

}  // namespace gpuadvisor
