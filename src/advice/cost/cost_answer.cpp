#include "cost_answer.hpp"

#include "advice/plan/work_speed.hpp"
#include "gpuadvisor/advice/planner.hpp"

namespace gpuadvisor {
namespace {

constexpr double k_seconds_per_hour = 3600;
constexpr double k_million = 1e6;

/// "images trained", of what a rate is in.
std::string trained(std::string_view unit) { return std::string(unit.substr(0, unit.find('/'))) + " trained"; }

void add_units(CostAnswer& answer, const Catalog& catalog) {
  const CostQuestion& question = answer.question;
  const auto cost_of = [&](double per_second) {
    return answer.cost.per_hour / (per_second * k_seconds_per_hour) * k_million;
  };
  for (const Workload& workload : catalog.records<Workload>()) {
    if (workload.networks.empty()) continue;
    const WorkSpeed speed(workload, ScorePrecision::fp16, catalog);
    const auto performance = speed.performance(*question.gpu, 1);
    const ExpectedSpeedup& speedup = speed.speedup(question.count);
    if (!performance || !speedup.factor) continue;
    for (const ReferenceThroughput& rate :
         reference_throughputs(catalog, workload, ScorePrecision::fp16, *question.gpu, *performance)) {
      if (!rate.batch) continue;
      answer.units.push_back({trained(rate.told->unit), rate.network, cost_of(of_several(rate, speedup).middle),
                              rate.measured != nullptr ? Basis::measured : performance->basis});
    }
  }
  for (const ComparedNetwork& asked : question.networks) {
    const WantedJob job(*asked.network, asked.job);
    const Planner planner(job, catalog, &asked.measured);
    const auto plan = planner.plan(*question.gpu, question.count);
    if (!plan || !plan->rates) continue;
    if (question.count > 1 && planner.plan(*question.gpu)->verdict != FitVerdict::does_not_fit)
      continue;  // one will do
    const NetworkRate& written = plan->rates->together;
    answer.units.push_back({"tokens written for one user", asked.network, cost_of(written.middle), written.basis});
  }
}

}  // namespace

CostResult cost_answer(const CostQuestion& question, const Catalog& catalog) {
  const auto price = purchase_price(*question.gpu, question.count, question.condition, catalog);
  if (!price) return {std::nullopt, NoCost::no_price};
  if (!question.limit && !question.gpu->tdp) return {std::nullopt, NoCost::no_power};
  const OwningBasis basis = owning_basis(question, catalog);
  const auto owned = owned_gpus(*question.gpu, question.count, *price, basis, catalog);
  if (!owned) return {std::nullopt, NoCost::no_electricity};
  CostAnswer answer{question, basis, *price, *owned, ownership_cost(owned->ownership), {}, std::nullopt};
  const bool at_full_power = !question.limit && question.load == 1;
  if (at_full_power) add_units(answer, catalog);
  if (question.against_rent)
    answer.own_or_rent = own_or_rent(*question.gpu, question.count, *owned, catalog, question.rent);
  return {std::move(answer), NoCost::no_price};
}

}  // namespace gpuadvisor
