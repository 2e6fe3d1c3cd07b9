#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "gpuadvisor/catalog/catalog.hpp"
#include "gpuadvisor/core/enum_names.hpp"

namespace gpuadvisor {

/// What was hidden of a GPU whose prices are predicted: its quotes in between, while those of other GPUs are known; or
/// all quotes of that time, so that the market is not known either.
enum class HiddenQuotes : unsigned char { own, all };

template <>
inline constexpr auto k_enum_names<HiddenQuotes> = std::to_array<std::string_view>({"own", "all"});

/// Which prices are judged together.
enum class PriceSlice : unsigned char {
  all,
  no_shared_source,  // whose history has no quote of their source
  cards,             // for consumers and workstations
  market,
  vendor,
  condition,
  kind,
  month,
};

template <>
inline constexpr auto k_enum_names<PriceSlice> = std::to_array<std::string_view>({"all", "no-shared-source", "cards",
                                                                                  "market", "vendor", "condition",
                                                                                  "kind", "month"});

/// How well prices were predicted. Errors are |predicted / quoted - 1|.
struct PriceJudgement {
  int prices = 0;
  double bias = 0;  // median of predicted / quoted - 1
  double median_error = 0;
  double carried_error = 0;  // of the old median as it was, median
  double coverage = 0;       // share within the 80 % interval
  double half_width = 0;     // of the median interval: high / middle - 1
};

struct PriceBacktestRow {
  HiddenQuotes hidden = HiddenQuotes::own;
  int months = 0;  // the history ends so long before the price
  PriceSlice slice = PriceSlice::all;
  std::string name;  // of the market, vendor, condition, kind or month (YYYY-MM); empty for other slices
  PriceJudgement judgement;
};

/// Predicts the prices that the rule makes of what was asked in each of the last six months of `catalog`, from the
/// quotes that were 1, 3, 6 or 12 months older, and judges the predictions. A quarter of the GPUs is hidden at a time.
/// Rows by hidden, months, slice; of slices without prices none.
[[nodiscard]] std::vector<PriceBacktestRow> price_backtest(const Catalog& catalog);

}  // namespace gpuadvisor
