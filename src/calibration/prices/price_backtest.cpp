#include "price_backtest.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "core/order_statistics.hpp"
#include "gpuadvisor/economics/price_rule.hpp"
#include "price_model.hpp"

namespace gpuadvisor {
namespace {

constexpr int k_targets = 6;  // the last months
constexpr auto k_horizons = std::to_array<int>({1, 3, 6, 12});
constexpr int k_history = 24;  // months: what is older says nothing of today
constexpr std::size_t k_parts = 4;
constexpr int k_newest = 3;  // months whose median is carried forward, as without a model

/// What the price of a GPU in a condition was by what was asked in the month, and what was predicted: logarithms.
struct Prediction {
  const Gpu* gpu;
  const Price* asked;
  int month;
  bool shares_source;
  double error;
  double carried_error;
  double deviation;
};

struct Target {
  const Gpu* gpu;
  const Price* asked;                 // in the month
  std::vector<const Price*> history;  // until the horizon
};

/// The figures that the rule makes prices of a month.
using Asked = std::vector<std::pair<const Gpu*, const Price*>>;

Asked asked_in(const Catalog& catalog, int month) {
  const Catalog then = catalog.known_by(date_of_month(month).last_day());
  Asked found;
  for (const Gpu& gpu : catalog.gpus()) {
    const Gpu* known = then.gpu(gpu.id);
    if (known == nullptr) continue;
    for (const PriceEstimate& price : price_estimates(*known, then)) {
      const Price* asked = price.asked;
      if (asked == nullptr || is_list_price(*asked) || month_number(asked->date) != month) continue;
      const auto prices = catalog.prices_of(gpu);  // that stay when `then` is gone
      const auto same = std::find_if(prices.begin(), prices.end(), [&](const Price& one) {
        return one.condition == asked->condition && one.date == asked->date && one.kind == asked->kind &&
               one.price == asked->price && one.source == asked->source;
      });
      if (same != prices.end()) found.emplace_back(&gpu, &*same);
    }
  }
  return found;
}

/// What can be judged: prices of goods with an older quote that is not weak.
std::vector<Target> targets_of(const Catalog& catalog, const Asked& of_month, int month, int months) {
  std::vector<Target> targets;
  for (const auto& [gpu, asked] : of_month) {
    Target target{gpu, asked, {}};
    for (const Price& price : catalog.prices_of(*gpu)) {
      if (price.condition != asked->condition || is_list_price(price) || catalog.is_recalled(price.source)) continue;
      const int age = month - month_number(price.date);
      if (age >= months && age <= months + k_history) target.history.push_back(&price);
    }
    const bool is_known = std::any_of(target.history.begin(), target.history.end(),
                                      [](const Price* price) { return price->kind != QuoteKind::weak; });
    if (is_known) targets.push_back(std::move(target));
  }
  return targets;
}

/// The median of the newest months of the history, as a logarithm.
double carried(const std::vector<const Price*>& history) {
  int newest = 0;
  for (const Price* price : history) newest = std::max(newest, month_number(price->date));
  std::vector<double> values;
  for (const Price* price : history) {
    if (month_number(price->date) > newest - k_newest) values.push_back(std::log(price->price.value()));
  }
  return median(std::move(values));
}

void predict(const PriceModel& model, const Target& target, int month, std::vector<Prediction>& found) {
  const auto expected = model.quoted_today(*target.gpu, *target.asked);
  if (!expected) return;
  const std::string_view series = series_of(target.asked->source);
  const bool shares = std::any_of(target.history.begin(), target.history.end(),
                                  [&](const Price* past) { return series_of(past->source) == series; });
  const double said = std::log(target.asked->price.value());
  found.push_back({target.gpu, target.asked, month, shares, expected->middle - said, carried(target.history) - said,
                   expected->deviation});
}

std::vector<const Price*> quotes_known(const Catalog& catalog, int month, int months, HiddenQuotes hidden,
                                       const std::set<const Gpu*>& of) {
  std::vector<const Price*> known;
  for (const Gpu& gpu : catalog.gpus()) {
    const int last = hidden == HiddenQuotes::all || of.contains(&gpu) ? month - months : month;
    for (const Price& price : catalog.prices_of(gpu)) {
      if (month_number(price.date) <= last) known.push_back(&price);
    }
  }
  return known;
}

std::vector<Prediction> predictions(const Catalog& catalog, const Asked& of_month, int month, int months,
                                    HiddenQuotes hidden) {
  const std::vector<Target> targets = targets_of(catalog, of_month, month, months);
  std::vector<const Gpu*> gpus;
  for (const Target& target : targets) {
    if (gpus.empty() || gpus.back() != target.gpu) gpus.push_back(target.gpu);
  }
  std::vector<Prediction> found;
  const std::size_t parts = hidden == HiddenQuotes::all ? 1 : k_parts;
  for (std::size_t part = 0; part < parts; ++part) {
    std::set<const Gpu*> of;
    for (std::size_t i = part; i < gpus.size(); i += parts) of.insert(gpus[i]);
    if (of.empty()) continue;
    const PriceModel model(catalog, quotes_known(catalog, month, months, hidden, of), month);
    for (const Target& target : targets) {
      if (of.contains(target.gpu)) predict(model, target, month, found);
    }
  }
  return found;
}

/// To what it can mean, and so that nothing depends on the last bit of a compiler's arithmetic.
double rounded(double share) {
  constexpr double k_steps = 10000;
  return std::round(share * k_steps) / k_steps;
}

PriceJudgement judged(const std::vector<const Prediction*>& predictions) {
  std::vector<double> ratios;
  std::vector<double> errors;
  std::vector<double> carried;
  std::vector<double> widths;
  int within = 0;
  for (const Prediction* prediction : predictions) {
    ratios.push_back(std::expm1(prediction->error));
    errors.push_back(std::abs(std::expm1(prediction->error)));
    carried.push_back(std::abs(std::expm1(prediction->carried_error)));
    widths.push_back(std::expm1(k_normal_deviations * prediction->deviation));
    if (std::abs(prediction->error) <= k_normal_deviations * prediction->deviation) ++within;
  }
  const auto count = static_cast<int>(predictions.size());
  return {count,
          rounded(median(ratios)),
          rounded(median(errors)),
          rounded(median(carried)),
          rounded(static_cast<double>(within) / count),
          rounded(median(widths))};
}

using SliceKey = std::pair<PriceSlice, std::string>;

void add_rows(std::vector<PriceBacktestRow>& rows, HiddenQuotes hidden, int months,
              const std::vector<Prediction>& found) {
  std::map<SliceKey, std::vector<const Prediction*>> slices;
  for (const Prediction& one : found) {
    const Segment segment = one.gpu->segment;
    slices[{PriceSlice::all, ""}].push_back(&one);
    if (!one.shares_source) slices[{PriceSlice::no_shared_source, ""}].push_back(&one);
    if (segment == Segment::consumer || segment == Segment::workstation)
      slices[{PriceSlice::cards, ""}].push_back(&one);
    slices[{PriceSlice::market, std::string(market_group(*one.gpu))}].push_back(&one);
    slices[{PriceSlice::vendor, std::string(one.gpu->vendor)}].push_back(&one);
    slices[{PriceSlice::condition, std::string(enum_name(one.asked->condition))}].push_back(&one);
    slices[{PriceSlice::kind, std::string(enum_name(one.asked->kind))}].push_back(&one);
    slices[{PriceSlice::month, date_of_month(one.month).text()}].push_back(&one);
  }
  for (const auto& [key, members] : slices) {
    rows.push_back({hidden, months, key.first, key.second, judged(members)});
  }
}

}  // namespace

std::vector<PriceBacktestRow> price_backtest(const Catalog& catalog) {
  std::vector<PriceBacktestRow> rows;
  const auto newest = catalog.newest_price();
  if (!newest) return rows;
  const int last = month_number(*newest);
  std::map<int, Asked> asked;
  for (int month = last - k_targets + 1; month <= last; ++month) asked.emplace(month, asked_in(catalog, month));
  for (const HiddenQuotes hidden : {HiddenQuotes::own, HiddenQuotes::all}) {
    for (const int months : k_horizons) {
      std::vector<Prediction> found;
      for (const auto& [month, of_month] : asked) {
        const auto predicted = predictions(catalog, of_month, month, months, hidden);
        found.insert(found.end(), predicted.begin(), predicted.end());
      }
      add_rows(rows, hidden, months, found);
    }
  }
  return rows;
}

}  // namespace gpuadvisor
