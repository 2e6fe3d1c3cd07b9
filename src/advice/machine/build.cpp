#include "build.hpp"

#include <algorithm>

#include "advice/request/form_group.hpp"
#include "build_statements.hpp"
#include "build_warnings.hpp"
#include "gpuadvisor/advice/request.hpp"

namespace gpuadvisor {
namespace {

/// GPUs of each machine: equal numbers, or one more in the first ones.
std::vector<int> machines_of(const Build& build) {
  const int count = build.count();
  const auto& parts = build.question.parts;
  const bool is_passive = std::any_of(parts.begin(), parts.end(),
                                      [](const GpuGroup& part) { return part.gpu->cooling == Cooling::passive; });
  const bool is_in_server = build.is_of_modules() || is_passive;
  const int each = is_in_server ? k_most_gpus : k_gpus_per_board;
  const int least = (count + each - 1) / each;
  const int machines = build.question.machines.value_or(least);
  std::vector<int> found(static_cast<std::size_t>(machines), count / machines);
  for (std::size_t i = 0; i < static_cast<std::size_t>(count % machines); ++i) ++found[i];
  return found;
}

/// Tells the speed of single GPUs for one workload.
class SpeedOfOne {
 public:
  SpeedOfOne(const Workload& workload, const Catalog& catalog)
      : m_catalog(catalog), m_weights(weights_of(workload, catalog)), m_index(catalog, workload, ScorePrecision::fp16) {
    Request request;
    request.workload = workload.id;
    request.weights = m_weights;
    m_kind = speed_kind_of(request, catalog);
  }

  [[nodiscard]] SpeedKind kind() const { return m_kind; }
  [[nodiscard]] std::optional<Performance> performance(const Gpu& gpu) const {
    return m_kind == SpeedKind::index ? m_index.performance(gpu) : std::nullopt;
  }
  [[nodiscard]] std::optional<double> speed(const Gpu& gpu) const {
    return m_kind == SpeedKind::index ? m_index.index(gpu) : score_of(gpu, m_weights, *m_catalog.reference());
  }

 private:
  const Catalog& m_catalog;
  Weights m_weights;
  PerformanceIndex m_index;
  SpeedKind m_kind = SpeedKind::index;
};

/// The slowest GPU of a build; null where the speed of one is unknown.
const Gpu* slowest(const Build& build, const SpeedOfOne& one) {
  const Gpu* found = nullptr;
  for (const GpuGroup& part : build.question.parts) {
    const auto speed = one.speed(*part.gpu);
    if (!speed) return nullptr;
    if (found == nullptr || *speed < *one.speed(*found)) found = part.gpu;
  }
  return found;
}

/// The speed at the limit asked for of the GPU that it slows most; nothing where one is not known.
std::optional<double> limit_speed(const BuildQuestion& question, const Catalog& catalog) {
  double least = 1;
  for (const GpuGroup& part : question.parts) {
    const auto speed = question.limit ? speed_at_limit(*part.gpu, *question.limit, catalog) : 1.0;
    if (!speed) return std::nullopt;
    least = std::min(least, *speed);
  }
  return least;
}

/// How many times as fast as one GPU all machines are together, each training on its own.
std::optional<double> times(const Build& build, const Workload& workload, const Catalog& catalog) {
  double sum = 0;
  for (const int gpus : build.machines) {
    const auto factor = expected_speedup(workload, gpus, catalog).factor;
    if (!factor) return std::nullopt;
    sum += *factor;
  }
  return sum;
}

/// Whether the measured speed-ups of a workload are from GPUs of the same vendors as those of the build.
bool is_vendor_measured(const Build& build, const Workload& workload, const Catalog& catalog) {
  const auto is_measured = [&](std::string_view id) {
    return std::all_of(build.question.parts.begin(), build.question.parts.end(), [&](const GpuGroup& part) {
      const ScoreModel* model = catalog.score_model(id, ScorePrecision::fp16, *part.gpu);
      return model == nullptr || part.gpu->vendor == model->vendor;
    });
  };
  if (workload.mean_of.empty()) return is_measured(workload.id);
  return std::all_of(workload.mean_of.begin(), workload.mean_of.end(), is_measured);
}

BuildSpeed speed_of(const Build& build, const Workload& workload, const Catalog& catalog) {
  const BuildQuestion& question = build.question;
  const SpeedOfOne one(workload, catalog);
  BuildSpeed found;
  found.workload = &workload;
  found.speed_kind = one.kind();
  found.speedup = expected_speedup(workload, build.largest(), catalog);
  const bool is_from_pairs = build.largest() > 1 && found.speedup.measurements > 0;
  found.is_vendor_measured = !is_from_pairs || is_vendor_measured(build, workload, catalog);
  found.limit_speed = limit_speed(question, catalog);
  const bool is_parallel = question.mode == BuildMode::parallel;
  if (is_parallel && build.is_of_several_vendors()) {
    found.speedup = {.count = build.largest()};
    found.is_vendor_measured = true;
  } else {
    found.times = is_parallel ? times(build, workload, catalog) : build.count();
  }
  const Gpu* gpu = slowest(build, one);
  if (gpu == nullptr) return found;
  found.one = one.performance(*gpu);
  found.one_speed = one.speed(*gpu);
  if (!found.limit_speed || !found.times) return found;
  double sum = is_parallel ? *found.one_speed * *found.times : 0;
  for (const GpuGroup& part : question.parts) {
    if (!is_parallel) sum += part.count * *one.speed(*part.gpu);
  }
  found.speed = sum * *found.limit_speed;
  return found;
}

/// The GPUs of the largest machine.
std::vector<SupplyPart> parts_of_machine(const Build& build) {
  std::vector<SupplyPart> found;
  for (const GpuGroup& part : build.question.parts) {
    found.push_back({part.gpu, build.is_mixed() ? part.count : build.largest()});
  }
  return found;
}

std::optional<PowerNeed> power_need(const Build& build, std::optional<Watts> limit,
                                    const RecommendedSupplies& supplies) {
  const auto parts = parts_of_machine(build);
  if (std::any_of(parts.begin(), parts.end(), [](const SupplyPart& part) { return !part.gpu->tdp; }))
    return std::nullopt;
  PowerNeed need{gpu_power(parts, limit), build.host.power};
  if (const auto recommended = supplies.of(parts, limit)) need.recommended = recommended->total();
  return need;
}

/// On what the speed at the limit asked for was measured.
std::string_view measured_at_limit(const BuildQuestion& question, const Catalog& catalog) {
  std::string_view measured;
  for (const GpuGroup& part : question.parts) {
    for (const PowerLimit* tried : power_limits_of(*part.gpu, catalog)) {
      if (tried->speed && tried->limit == question.limit) measured = tried->measured;
    }
  }
  return measured;
}

BuildPower power_of(const Build& build, const Catalog& catalog) {
  const BuildQuestion& question = build.question;
  const RecommendedSupplies supplies(catalog);
  BuildPower found;
  found.measured = measured_at_limit(question, catalog);
  found.need = power_need(build, question.limit, supplies);
  if (!found.need) return found;
  const Watts at_full_power = power_need(build, std::nullopt, supplies)->gpus;
  const auto finding = [&](const PowerNeed& need) {
    return question.supply ? std::optional(supply_finding(need, *question.supply)) : std::nullopt;
  };
  found.saved = at_full_power - found.need->gpus;
  found.supply = finding(*found.need);
  found.recommended = supplies.of(parts_of_machine(build), question.limit);
  if (build.is_of_desktop_cards()) found.advised = advised_supply(*found.need);
  if (build.is_mixed()) return found;
  const Gpu& gpu = *question.parts.front().gpu;
  found.said = supply_rules_of(gpu, build.largest(), catalog);
  if (question.limit) return found;
  for (const PowerLimit* limit : power_limits_of(gpu, catalog)) {
    const PowerNeed need = *power_need(build, limit->limit, supplies);
    found.tried.push_back({limit, need, at_full_power - need.gpus, finding(need)});
  }
  return found;
}

std::vector<HeatWarning> heat_of(const Build& build, const Catalog& catalog) {
  const BuildQuestion& question = build.question;
  std::vector<HeatWarning> found;
  if (question.spacing ? *question.spacing > 0 : build.feasibility.has_frame()) return found;
  for (const GpuGroup& part : question.parts) {
    const auto cooling = question.cooling ? question.cooling : part.gpu->cooling;
    if (!cooling) continue;
    for (const CoolingRule* rule : cooling_warnings(*part.gpu, *cooling, build.largest(), catalog)) {
      found.push_back({part.gpu, *cooling, rule});
    }
  }
  return found;
}

/// Cards of several widths take those of each, and free slots between all.
std::optional<SlotNeed> slots_of(const Build& build) {
  const Feasibility& feasibility = build.feasibility;
  if (feasibility.is_in_server() || (feasibility.has_frame() && !build.question.spacing)) return std::nullopt;
  SlotNeed found = slot_need(0, build.largest(), build.question.spacing.value_or(0));
  for (const GpuGroup& part : build.question.parts) {
    if (!part.gpu->slots) return std::nullopt;
    found.needed += *part.gpu->slots * (build.is_mixed() ? part.count : build.largest());
  }
  return found;
}

/// Prices of the parts as one; nothing where one has none.
std::optional<BuildPrice> sum_of(const Build& build, const std::vector<std::optional<PriceEstimate>>& each) {
  BuildPrice found;
  for (std::size_t i = 0; i < each.size(); ++i) {
    if (!each[i]) return std::nullopt;
    found.condition = each[i]->condition;
    found.gpus = found.gpus + each[i]->today * build.question.parts[i].count;
    found.each.push_back(*each[i]);
  }
  const auto machines = static_cast<double>(build.machines.size());
  found.total = found.gpus + build.question.system_cost.value_or(Usd{0}) * machines;
  return found;
}

std::optional<PriceEstimate> own_price(const PriceEstimates& prices, int count) {
  for (const PriceEstimate& price : prices) {
    if (price.is_yours() && price.is_for(count)) return price;
  }
  return std::nullopt;
}

std::optional<PriceEstimate> market_price(const PriceEstimates& prices, Condition condition) {
  for (const PriceEstimate& price : prices) {
    if (price.condition == condition && !price.is_yours()) return price;
  }
  return std::nullopt;
}

void add_prices(Build& build, const Catalog& catalog) {
  std::vector<PriceEstimates> all;
  for (const GpuGroup& part : build.question.parts) {
    all.push_back(price_estimates(*part.gpu, catalog, build.question.price_rule));
  }
  const auto own = [&](std::size_t part) { return own_price(all[part], build.question.parts[part].count); };
  bool is_all_own = true;
  for (std::size_t i = 0; i < all.size(); ++i) is_all_own = is_all_own && own(i);
  for (const Condition condition : {Condition::brand_new, Condition::used, Condition::mixed}) {
    if (is_all_own && condition != Condition::mixed) continue;
    std::vector<std::optional<PriceEstimate>> each;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const auto known = own(i);
      each.push_back(known ? known : market_price(all[i], condition));
    }
    if (auto price = sum_of(build, each)) build.prices.push_back(std::move(*price));
  }
  std::vector<std::optional<PriceEstimate>> each;
  each.reserve(all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    each.push_back(deciding_price(all[i], std::nullopt, build.question.parts[i].count));
  }
  build.deciding = sum_of(build, each);
}

std::vector<const DeploymentRule*> licence_of(const BuildQuestion& question, const Catalog& catalog) {
  std::vector<const DeploymentRule*> found;
  for (const DeploymentRule& rule : catalog.records<DeploymentRule>()) {
    const bool is_meant = std::any_of(question.parts.begin(), question.parts.end(), [&](const GpuGroup& part) {
      return part.gpu->vendor == rule.vendor && part.gpu->segment == rule.segment;
    });
    if (is_meant && rule.deployment == Deployment::datacenter) found.push_back(&rule);
  }
  return found;
}

/// The value of a system at a cost of each machine.
std::optional<double> value_of(std::optional<double> speed, std::optional<Usd> cost) {
  if (!speed || !cost || *cost <= Usd{0}) return std::nullopt;
  return *speed / cost->value() * 1000;
}

/// Equal values: u (h + n S) = v (g + m S), for speeds u and v, GPUs at g and h, and m and n machines at S each.
void find_break_even(BuildComparison& duel, const Build& first, const Build& second) {
  if (!duel.speeds[0] || !duel.speeds[1] || !first.deciding || !second.deciding) return;
  const auto [u, v] = std::pair(*duel.speeds[0], *duel.speeds[1]);
  const auto m = static_cast<double>(first.machines.size());
  const auto n = static_cast<double>(second.machines.size());
  const double slope = u * n - v * m;
  const double gap = v * first.deciding->gpus.value() - u * second.deciding->gpus.value();
  if (slope == 0 || gap / slope <= 0) return;
  duel.break_even = Usd{gap / slope};
  duel.first_leads_above = slope > 0;
}

}  // namespace

int Build::count() const {
  int sum = 0;
  for (const GpuGroup& part : question.parts) sum += part.count;
  return sum;
}

bool Build::is_of_several_vendors() const {
  return std::any_of(question.parts.begin(), question.parts.end(),
                     [&](const GpuGroup& part) { return part.gpu->vendor != question.parts.front().gpu->vendor; });
}

bool Build::is_of_modules() const {
  return std::all_of(question.parts.begin(), question.parts.end(),
                     [](const GpuGroup& part) { return is_board_module(*part.gpu); });
}

bool Build::is_of_desktop_cards() const {
  if (feasibility.is_in_server()) return false;
  return std::all_of(question.parts.begin(), question.parts.end(),
                     [](const GpuGroup& part) { return takes_desktop_supply(*part.gpu); });
}

bool Build::has_other_cooler() const {
  return question.cooling && std::any_of(question.parts.begin(), question.parts.end(),
                                         [&](const GpuGroup& part) { return part.gpu->cooling != question.cooling; });
}

Build build(const BuildQuestion& question, const Catalog& catalog) {
  Build found;
  found.question = question;
  found.machines = machines_of(found);
  for (const Workload* workload : question.workloads) found.speeds.push_back(speed_of(found, *workload, catalog));
  Gibibytes total{0};
  bool is_known = true;
  for (const GpuGroup& part : question.parts) {
    const auto memory = memory_per_device(*part.gpu);
    is_known = is_known && memory && part.gpu->memory;
    if (!is_known) break;
    found.memory = std::min(found.memory.value_or(*memory), *memory);
    total = total + *part.gpu->memory * part.count;
  }
  if (is_known) found.total_memory = total;
  if (!is_known) found.memory.reset();
  found.host = host_power(parts_of_machine(found), question.system, catalog);
  const bool in_desktop = question.supply || question.cooling || question.deployment == Deployment::desktop;
  found.feasibility = MachineParts(catalog).feasibility(parts_of_machine(found), in_desktop, question.limit);
  found.power = power_of(found, catalog);
  found.heat = heat_of(found, catalog);
  found.slots = slots_of(found);
  add_prices(found, catalog);
  for (BuildSpeed& speed : found.speeds) {
    speed.value = value_of(speed.speed, found.deciding ? std::optional(found.deciding->total) : std::nullopt);
  }
  found.licence = licence_of(question, catalog);
  for (const GuideRule& rule : catalog.records<GuideRule>()) {
    if (is_about(rule, found)) found.rules.push_back({&rule, measured_since(rule, found, catalog)});
  }
  found.guides = catalog.records<Guide>();
  found.warnings = warnings_of(found, catalog);
  return found;
}

std::vector<BuildComparison> build_comparisons(const Build& first, const Build& second) {
  std::vector<BuildComparison> found;
  const Usd machine = first.question.system_cost.value_or(Usd{0});
  for (const BuildSpeed& ours : first.speeds) {
    for (const BuildSpeed& theirs : second.speeds) {
      if (ours.workload != theirs.workload) continue;
      BuildComparison duel;
      duel.workload = ours.workload;
      duel.speeds = {ours.speed, theirs.speed};
      const std::array builds = {&first, &second};
      for (std::size_t i = 0; i < builds.size(); ++i) {
        const Build& one = *builds[i];
        if (one.deciding) duel.costs[i] = one.deciding->gpus + machine * static_cast<double>(one.machines.size());
        duel.values[i] = value_of(duel.speeds[i], duel.costs[i]);
      }
      find_break_even(duel, first, second);
      found.push_back(duel);
    }
  }
  return found;
}

}  // namespace gpuadvisor
