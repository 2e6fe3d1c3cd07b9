#include "comparison.hpp"

#include <algorithm>
#include <cmath>

#include "advice/plan/work_speed.hpp"
#include "scoring/break_even.hpp"
#include "scoring/order_dominance.hpp"
#include "stated_ratio.hpp"

namespace gpuadvisor {
namespace {

/// What one workload asks of every GPU.
struct Question {
  const Workload& workload;
  Request request;  // in force
  WorkSpeed speed;
};

Question question_of(const Workload& workload, ScorePrecision precision, const Catalog& catalog) {
  Request request;
  request.workload = workload.id;
  request.weights = weights_of(workload, catalog);
  request.precision = precision;
  const Request in_force = with_defaults(request, catalog);
  return {workload, in_force, WorkSpeed(in_force, catalog)};
}

WorkloadFigures figures_of(const ComparedGpu& compared, const Question& asked, const Catalog& catalog) {
  WorkloadFigures figures;
  figures.priority = score_of(*compared.gpu, asked.request.weights, *catalog.reference());
  figures.performance = asked.speed.performance(*compared.gpu, compared.count);
  const ExpectedSpeedup& speedup = asked.speed.speedup(compared.count);
  if (figures.performance) {
    const auto one = *asked.speed.performance(*compared.gpu, 1);
    const auto rates = reference_throughputs(catalog, asked.workload, asked.request.precision, *compared.gpu, one);
    for (const ReferenceThroughput& rate : rates) figures.familiar.push_back(of_several(rate, speedup));
    figures.speed = figures.performance->index;
  } else if (asked.request.speed_kind == SpeedKind::score && figures.priority && speedup.factor) {
    figures.speed = *figures.priority * *speedup.factor;
  }
  Offer offer = compared.offer();
  offer.speed = figures.speed;
  figures.value = value(offer);
  figures.efficiency = efficiency(offer);
  return figures;
}

NetworkFigures network_figures(const GpuGroup& gpus, const ComparedNetwork& asked, const Catalog& catalog) {
  NetworkFigures figures;
  const WantedJob job(*asked.network, asked.job);
  const auto plan = Planner(job, catalog, &asked.measured).plan(*gpus.gpu, gpus.count);
  if (!plan) return figures;
  figures.fit = plan->verdict;
  if (!plan->rates) return figures;
  figures.written = plan->rates->together;
  const auto& measured = figures.written->measured;
  figures.sources = measured ? measured->sources : plan->rates->writing.performance.sources;
  return figures;
}

/// Whether the errors of a figure are known: those of the reference card's speed are none.
bool has_interval(const ComparedGpu& compared, const WorkloadFigures& figures, const Catalog& catalog) {
  return figures.performance && has_interval(*figures.performance, *compared.gpu, catalog.reference());
}

using Figure = std::optional<double> WorkloadFigures::*;

/// Compares the GPUs for one workload.
class Referee {
 public:
  Referee(const std::vector<ComparedGpu>& gpus, std::size_t workload, const Catalog& catalog)
      : m_gpus(gpus), m_workload(workload), m_catalog(catalog) {}

  [[nodiscard]] const std::optional<double>& figure(std::size_t gpu, Figure figure) const {
    return figures(gpu).*figure;
  }

  /// Requires figures of both.
  [[nodiscard]] PairwiseRatio duel(std::size_t gpu, std::size_t against, Figure figure) const {
    const RatioEstimate ratio =
        ratio_of(*(figures(gpu).*figure), *(figures(against).*figure), interval(gpu), interval(against));
    return {gpu, against, ratio, call_of(ratio)};
  }

  [[nodiscard]] PairwiseRatios duels(Figure figure) const {
    std::vector<std::size_t> known;
    for (std::size_t i = 0; i < m_gpus.size(); ++i) {
      if (figures(i).*figure) known.push_back(i);
    }
    std::stable_sort(known.begin(), known.end(),
                     [&](std::size_t a, std::size_t b) { return *(figures(a).*figure) > *(figures(b).*figure); });
    PairwiseRatios found;
    for (std::size_t i = 1; i < known.size(); ++i) found.push_back(duel(known.front(), known[i], figure));
    return found;
  }

  /// Where each other GPU that has a speed would have the value of the best, priced or not.
  [[nodiscard]] std::vector<ValueBreakEven> break_evens() const {
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < m_gpus.size(); ++i) {
      if (figures(i).value && (!best || *figures(i).value > *figures(*best).value)) best = i;
    }
    std::vector<ValueBreakEven> found;
    for (std::size_t i = 0; best && i < m_gpus.size(); ++i) {
      if (i == *best || !figures(i).speed) continue;
      found.push_back({i, overtaking_price(*figures(i).speed, *figures(*best).speed, *m_gpus[*best].cost())});
    }
    return found;
  }

 private:
  [[nodiscard]] const WorkloadFigures& figures(std::size_t gpu) const { return m_gpus[gpu].figures[m_workload]; }

  /// The speed with its interval; null where it has none.
  [[nodiscard]] const Performance* interval(std::size_t gpu) const {
    return has_interval(m_gpus[gpu], figures(gpu), m_catalog) ? &*figures(gpu).performance : nullptr;
  }

  const std::vector<ComparedGpu>& m_gpus;
  std::size_t m_workload;
  const Catalog& m_catalog;
};

/// The GPU whose score no weighting that keeps the order puts below that of another.
std::optional<std::size_t> dominant(const std::vector<ComparedGpu>& gpus, const Workload& workload,
                                    const Catalog& catalog) {
  const auto order = order_of(workload, catalog);
  if (!order) return std::nullopt;
  std::vector<LogRatios> ratios;
  for (const ComparedGpu& compared : gpus) {
    if (compared.count > 1) return std::nullopt;  // scores are of one
    const auto found = log_ratios(*compared.gpu, *order, *catalog.reference());
    if (!found) return std::nullopt;
    ratios.push_back(*found);
  }
  for (std::size_t i = 0; i < gpus.size(); ++i) {
    bool leads = true;
    for (std::size_t j = 0; j < gpus.size(); ++j) leads = leads && (i == j || order_dominates(ratios[i], ratios[j]));
    if (leads) return i;
  }
  return std::nullopt;
}

WorkloadVerdict verdict(const std::vector<ComparedGpu>& gpus, std::size_t workload, const Question& asked,
                        const Catalog& catalog) {
  const Referee referee(gpus, workload, catalog);
  WorkloadVerdict found;
  found.speed_kind = asked.request.speed_kind;
  for (std::size_t i = 1; i < gpus.size(); ++i) {
    const bool is_known = referee.figure(0, &WorkloadFigures::speed) && referee.figure(i, &WorkloadFigures::speed);
    if (is_known) found.to_first.push_back(referee.duel(i, 0, &WorkloadFigures::speed));
  }
  found.speed = referee.duels(&WorkloadFigures::speed);
  found.value = referee.duels(&WorkloadFigures::value);
  found.efficiency = referee.duels(&WorkloadFigures::efficiency);
  found.break_evens = referee.break_evens();
  found.dominant = dominant(gpus, asked.workload, catalog);
  found.memory_floor = asked.request.memory_floor;
  for (std::size_t i = 0; found.memory_floor && i < gpus.size(); ++i) {
    const auto memory = memory_per_device(*gpus[i].gpu);
    if (!memory || *memory < found.memory_floor->memory) found.below_floor.push_back(i);
  }
  return found;
}

ComparedGpu compared(const GpuGroup& gpus, const ComparisonQuestion& question, const Catalog& catalog) {
  const Gpu& gpu = *gpus.gpu;
  ComparedGpu found;
  found.gpu = gpus.gpu;
  found.count = gpus.count;
  found.criteria = criteria(gpu);
  found.prices = price_estimates(gpu, catalog, question.price_rule);
  found.price = deciding_price(found.prices);
  found.support = support_status(gpu, catalog);
  for (const Feature& feature : catalog.records<Feature>()) {
    found.features.push_back(has_feature(gpu, feature, catalog));
  }
  return found;
}

}  // namespace

Call call_of(const RatioEstimate& ratio) {
  const bool is_ahead = ratio.ratio >= k_step_of_speeds && ratio.low.value_or(ratio.ratio) > 1;
  const bool is_behind = ratio.ratio <= 1 / k_step_of_speeds && ratio.high.value_or(ratio.ratio) < 1;
  if (is_ahead) return Call::ahead;
  return is_behind ? Call::behind : Call::too_close;
}

RatioEstimate ratio_of(double figure, double other, const Performance* of, const Performance* against) {
  RatioEstimate found{figure / other, std::nullopt, std::nullopt};
  if (of == nullptr || against == nullptr) return found;
  const auto together = [](double one, double two) { return std::exp(std::hypot(std::log(one), std::log(two))); };
  found.low = found.ratio / together(of->index / of->low, against->high / against->index);
  found.high = found.ratio * together(of->high / of->index, against->index / against->low);
  return found;
}

namespace {

/// What to know before trusting the figures of a GPU, each thing once.
std::vector<Warning> warnings_of(const ComparedGpu& compared, const ComparisonQuestion& question,
                                 const Catalog& catalog) {
  const Weights weights = weights_of(*question.workloads.front(), catalog);
  std::vector<Offer> offers;
  for (const PriceEstimate& price : compared.prices) offers.push_back({compared.gpu, price});
  if (offers.empty()) offers.push_back({compared.gpu});
  std::vector<Warning> found;
  for (const Offer& offer : offers) {
    for (auto& warning : warnings(offer, weights, catalog, question.price_rule)) {
      if (is_told_by_price(warning) && warning.id != "list-price") {
        warning.text = std::string(enum_name(offer.price->condition)) + ' ' + warning.text;
      }
      const auto is_same = [&](const Warning& other) { return other.text == warning.text; };
      if (std::none_of(found.begin(), found.end(), is_same)) found.push_back(std::move(warning));
    }
  }
  return found;
}

bool is_machine(const ComparedGpu& gpu) { return goods_of(*gpu.gpu) == Goods::machine; }

/// What a card needs that a whole machine has, and what it does to the value, where both are compared.
void add_computer(Comparison& comparison, const Catalog& catalog) {
  const auto& gpus = comparison.gpus;
  const auto is_card = [](const ComparedGpu& gpu) { return goods_of(*gpu.gpu) == Goods::card; };
  const Host* desktop = host_called("desktop", catalog);
  if (desktop == nullptr || std::none_of(gpus.begin(), gpus.end(), is_machine) ||
      std::none_of(gpus.begin(), gpus.end(), is_card))
    return;
  comparison.computer = MachineParts(catalog).machine(*desktop);
  const PairwiseRatios& value = comparison.verdicts.front().value;
  if (!comparison.computer->price || value.empty()) return;
  const PairwiseRatio& duel = value.front();
  const auto dearer = [&](std::size_t at) {
    const Usd cost = *gpus[at].cost();
    return is_card(gpus[at]) ? (cost + *comparison.computer->price).value() / cost.value() : 1;
  };
  const double factor = dearer(duel.against) / dearer(duel.gpu);
  RatioEstimate ratio = duel.ratio;
  ratio.ratio *= factor;
  if (ratio.low) *ratio.low *= factor;
  if (ratio.high) *ratio.high *= factor;
  comparison.value_with_computer = ratio;
}

}  // namespace

Comparison comparison(const ComparisonQuestion& question, const Catalog& catalog) {
  Comparison found{question, {}, {}, catalog.records<Feature>(), {}, std::nullopt, std::nullopt};
  for (const GpuGroup& gpus : question.gpus) found.gpus.push_back(compared(gpus, question, catalog));
  for (std::size_t i = 0; i < question.workloads.size(); ++i) {
    const Question asked = question_of(*question.workloads[i], question.precision, catalog);
    for (ComparedGpu& gpu : found.gpus) gpu.figures.push_back(figures_of(gpu, asked, catalog));
    found.verdicts.push_back(verdict(found.gpus, i, asked, catalog));
  }
  for (ComparedGpu& gpu : found.gpus) {
    for (const ComparedNetwork& network : question.networks) {
      gpu.networks.push_back(network_figures(gpu, network, catalog));
    }
  }
  for (ComparedGpu& gpu : found.gpus) gpu.warnings = warnings_of(gpu, question, catalog);
  found.stated = stated_ratios(found, catalog);
  add_computer(found, catalog);
  return found;
}

std::vector<const Workload*> compared_workloads(const Catalog& catalog) {
  std::vector<const Workload*> found;
  for (const Workload& workload : catalog.records<Workload>()) {
    if (workload.mean_of.empty() && !workload.on_request) found.push_back(&workload);
  }
  return found;
}

}  // namespace gpuadvisor
