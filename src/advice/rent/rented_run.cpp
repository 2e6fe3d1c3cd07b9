#include "rented_run.hpp"

#include <algorithm>
#include <tuple>

#include "gpuadvisor/catalog/score.hpp"
#include "gpuadvisor/economics/price_rule.hpp"

namespace gpuadvisor {
namespace {

constexpr int k_most_rented = 1024;
constexpr int k_enough_providers = 3;  // for a median that one of them does not make

bool is_soon(const RentedRun& run) { return run.time.hours <= k_longest_rented_hours; }

/// The cheapest of those that end soon; else the one that ends first; those that several rent out before others.
bool is_better_rent(const RentedRun& one, const RentedRun& other) {
  const auto key = [](const RentedRun& run) {
    return std::tuple(!is_soon(run), run.level.providers < k_enough_providers,
                      is_soon(run) ? run.total.value() : run.time.hours);
  };
  return key(one) < key(other);
}

}  // namespace

std::optional<RentedRun> rented_run(const Planner& planner, const TrainingRun& run, Support wanted,
                                    const Catalog& catalog) {
  const Day today = rent_day(catalog);
  std::optional<RentedRun> best;
  for (const Gpu& gpu : catalog.gpus()) {
    if (!runs(gpu, wanted, catalog)) continue;
    const int most = goods_of(gpu) == Goods::module ? k_most_rented : k_most_gpus;
    for (int count = 1; count <= most; count *= 2) {
      const auto level = rent_level(gpu, std::min(count, k_most_gpus), catalog, today);
      if (!level) break;
      const auto plan = planner.plan(gpu, count);
      if (!plan || !plan->training) continue;
      const auto power = gpu.tdp ? std::optional(*gpu.tdp * count) : std::nullopt;
      const RunTime time = run_time(run, planner.job().network(), *plan->training, count, power);
      const RentedRun found{&gpu, count, time, *plan->training, *level, Usd{level->middle.value() * time.gpu_hours}};
      if (!best || is_better_rent(found, *best)) best = found;
      if (is_soon(found)) break;
    }
  }
  return best;
}

}  // namespace gpuadvisor
