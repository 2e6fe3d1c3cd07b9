#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "chart_walk.hpp"
#include "gpuadvisor/advice/ranking.hpp"
#include "gpuadvisor/catalog/chart.hpp"
#include "gpuadvisor/catalog/persona.hpp"

namespace gpuadvisor {

/// The days that a chart is read on.
struct ChartDays {
  const Catalog& now;
  const Catalog& then;  // on the day of the guide
};

/// A GPU that a chart names, with its price when the guide was published and on the catalog's day.
struct PricedChoice {
  const ChartChoice* choice = nullptr;
  const Gpu* gpu = nullptr;  // null where the catalog does not have it
  std::optional<PriceEstimate>
      then;  // in the condition that the chart names, else the most current and then the lowest
  std::optional<PriceEstimate> now;
};

/// What the engine answers, on the catalog's day, to the kind of buyer who ends where a chart's way does.
struct ChartEquivalent {
  const PersonaType* type = nullptr;   // null: no kind of buyer asks the same
  const Workload* workload = nullptr;  // of the type; null without one
  std::optional<Usd> budget;           // in force; none: any
  std::optional<RankedOffer> pick;     // none where the type buys nothing, or nothing fits
  std::optional<RankedOffer> runner_up;
};

/// A way through a chart with what it leads to. Points into the catalogs.
struct ChartAnswer {
  ChartWalk walk;  // complete
  std::vector<PricedChoice> choices;
  ChartEquivalent equivalent;
};

/// The prices of the GPUs that a node names.
[[nodiscard]] std::vector<PricedChoice> priced_choices(const ChartNode& node, const ChartDays& days);

/// The lowest price of the GPUs of a rung on the catalog's day: it is affordable to who has as much. Nothing where no
/// price decides.
[[nodiscard]] std::optional<PriceEstimate> price_of_rung(const ChartNode& rung, const Catalog& now);

/// What a budget answers to a rung: it is affordable, or not; or a price that decides is not known, which counts as
/// not. Requires a rung.
[[nodiscard]] ChartReply reply_by_budget(const ChartNode& rung, Usd budget, const Catalog& now);

/// What a complete way leads to. The equivalent is asked with `budget`; without one, of a rung with its price, since
/// its GPUs were called affordable; else with that of the kind of buyer. Requires a catalog with a reference card.
[[nodiscard]] ChartAnswer chart_answer(ChartWalk walk, const ChartDays& days, std::optional<Usd> budget);

}  // namespace gpuadvisor
