#include "gpuadvisor/advice/answer_details.hpp"

#include <algorithm>
#include <array>

#include "advice/compare/gpu_feature.hpp"
#include "advice/cost/without_buying.hpp"
#include "advice/guides/avoidance.hpp"
#include "advice/plan/memory_purchase.hpp"
#include "advice/plan/user_rate.hpp"
#include "advice/plan/work_speed.hpp"
#include "advice/rent/rented_run.hpp"
#include "core/contains.hpp"
#include "economics/own_or_rent.hpp"
#include "gpuadvisor/catalog/source.hpp"
#include "gpuadvisor/catalog/token_work.hpp"
#include "offer_rates.hpp"
#include "offers.hpp"

namespace gpuadvisor {
namespace {

std::vector<std::string> advised_against(const Gpu& gpu, const Catalog& catalog) {
  std::vector<std::string> years;
  for (const Avoidance* avoidance : avoidances_of(gpu, catalog)) {  // the newest first
    const auto& date = catalog.guide(avoidance->guide)->date;
    std::string year = date ? std::to_string(date->year()) : "undated";
    if (!contains(years, year)) years.insert(years.begin(), std::move(year));
  }
  return years;
}

std::string_view source_title(std::string_view id, const Catalog& catalog) {
  const Source* source = catalog.source(id);
  return source == nullptr ? id : source->title;
}

/// Whether the speeds of a workload are those of training: the others, of tokens or images, are told on request.
bool trains(const Workload& workload) { return !workload.on_request || workload.id == k_fine_tuning_workload; }

std::vector<LicenceLimit> licence_limits(const Request& request, const Catalog& catalog) {
  std::vector<LicenceLimit> found;
  for (const DeploymentRule& rule : catalog.records<DeploymentRule>()) {
    if (rule.deployment == request.deployment) found.push_back({&rule, source_title(rule.source, catalog)});
  }
  return found;
}

/// What the use of an offer costs.
std::optional<OfferCost> offer_cost(const Offer& offer, const std::optional<OwnedGpus>& owned, const OwningBasis& use) {
  if (offer.rental)
    return OfferCost{Usd{offer.rental->hourly.value()}, offer.rental->total / use.years, offer.rental->total};
  if (!owned) return std::nullopt;
  const OwnershipCost cost = ownership_cost(owned->ownership);
  return OfferCost{cost.per_hour, cost.per_year, cost.total};
}

/// The details of rows, one after the other.
class Detailer {
 public:
  Detailer(const Request& request, const Catalog& catalog)
      : m_request(request), m_catalog(catalog), m_speed(request, catalog) {
    if (request.job) m_planner.emplace(*request.job, catalog, request.measured.get());
  }

  [[nodiscard]] OfferDetails details(const Offer& offer) const {
    const Gpu& gpu = *offer.gpu;
    auto plan = m_planner ? m_planner->plan(gpu, offer.count) : std::nullopt;
    auto rate = plan ? told_rate(*plan) : std::nullopt;
    auto performance = m_speed.performance(gpu, offer.count);
    auto familiar = offer_rates(offer, m_speed, m_request, m_catalog);
    const auto owned = m_request.owning ? owned_gpus(offer, *m_request.owning) : std::nullopt;
    auto run = run_of(offer, plan, familiar);
    const auto for_run = run && plan && plan->training ? owned_for(offer, *run) : std::nullopt;
    return {m_speed.speedup(offer.count),
            std::move(performance),
            std::move(familiar),
            run,
            m_request.owning ? offer_cost(offer, owned, *m_request.owning) : std::nullopt,
            for_run                            ? own_or_rent_of(offer, *for_run)
            : m_request.includes_rent && owned ? own_or_rent_of(offer, *owned)
                                               : nullptr,
            std::move(plan),
            feasibility(offer),
            std::move(rate),
            priority_score(gpu, m_request.weights, *m_catalog.reference()),
            warnings(offer, m_request.weights, m_catalog, m_request.price_rule),
            lacking(gpu),
            advised_against(gpu, m_catalog),
            publisher(offer)};
  }

  [[nodiscard]] std::vector<ExpectedSpeedup> speedups() const {
    std::vector<ExpectedSpeedup> found;
    for (int count = 1; count <= std::min(m_request.count.to, k_most_gpus); ++count)
      found.push_back(m_speed.speedup(count));
    return found;
  }

  /// Of a job for which the asker has GPUs.
  [[nodiscard]] std::optional<OwnAlone> own_alone() const {
    if (!m_request.job || m_request.job->own().empty()) return std::nullopt;
    const auto plan = m_planner->plan_of_own();
    if (!plan || plan->verdict == FitVerdict::does_not_fit) return OwnAlone{};
    const auto& rates = plan->rates;
    const auto& target = m_request.target;
    const bool is_enough = !target || (rates && reaches(user_speed(*rates, m_request.job->job()), *target));
    OwnAlone own{plan->verdict, is_enough, told_rate(*plan)};
    if (!plan->buys_memory || !is_enough) return own;
    own.memory = memory_purchase(*plan->way->job.host, parts(), m_catalog);
    const auto cost = own.memory ? own.memory->total() : std::optional(Usd{0});
    const auto& budget = m_request.budget;
    own.is_enough = own.is_enough && cost && (!budget || *cost <= *budget);
    return own;
  }

  [[nodiscard]] bool has_token_rates() const { return m_planner && m_planner->tells_tokens(); }

  /// What a run of a language model takes on rented GPUs.
  [[nodiscard]] std::shared_ptr<const RentedRun> rented_run() const {
    if (!m_planner || !m_request.run || m_planner->speed().is_known()) return nullptr;
    const auto found =
        gpuadvisor::rented_run(*m_planner, *m_request.run, m_request.support.value_or(Support::any), m_catalog);
    return found ? std::make_shared<const RentedRun>(*found) : nullptr;
  }

 private:
  [[nodiscard]] const MachineParts& parts() const {
    if (!m_parts) m_parts.emplace(m_catalog);
    return *m_parts;
  }

  [[nodiscard]] std::optional<RunTime> run_of(const Offer& offer, const std::optional<Plan>& plan,
                                              const std::vector<ReferenceThroughput>& familiar) const {
    if (!m_request.run) return std::nullopt;
    if (plan && plan->training)
      return run_time(*m_request.run, m_request.job->network(), *plan->training, offer.count, power(offer));
    return run_time(*m_request.run, familiar, offer.count, power(offer));
  }

  /// As they are owned for a run alone: day and night, and sold when it has ended. Nothing for longer than one owns
  /// them.
  [[nodiscard]] std::optional<OwnedGpus> owned_for(const Offer& offer, const RunTime& run) const {
    constexpr double k_all_day = 24;
    if (!m_run_basis) m_run_basis = m_request.owning ? *m_request.owning : owning_basis({}, m_catalog);
    m_run_basis->hours_per_day = k_all_day;
    m_run_basis->years = run.hours / k_all_day / k_days_per_year;
    return m_run_basis->years <= k_longest_ownership ? owned_gpus(offer, *m_run_basis) : std::nullopt;
  }

  /// As they are owned, or would be in place of being rented.
  [[nodiscard]] std::optional<OwnedGpus> owned_gpus(const Offer& offer, const OwningBasis& basis) const {
    const auto price =
        offer.rental ? purchase_price(*offer.gpu, offer.count, m_request.condition, m_catalog, m_request.price_rule)
                     : offer.price;
    return price ? gpuadvisor::owned_gpus(*offer.gpu, offer.count, *price, basis, m_catalog) : std::nullopt;
  }

  [[nodiscard]] std::shared_ptr<const OwnOrRent> own_or_rent_of(const Offer& offer, const OwnedGpus& owned) const {
    const bool is_too_old = offer.price && offer.price->age == PriceAge::unusable;
    const auto found = is_too_old ? std::nullopt : own_or_rent(*offer.gpu, offer.count, owned, m_catalog);
    return found ? std::make_shared<const OwnOrRent>(*found) : nullptr;
  }

  [[nodiscard]] std::shared_ptr<const Feasibility> feasibility(const Offer& offer) const {
    if (offer.count == 1 || offer.rental) return nullptr;
    const std::array parts{SupplyPart{offer.gpu, std::min(offer.count, k_most_gpus)}};
    Feasibility found = this->parts().feasibility(parts);
    const int machines = machines_for(offer.count);
    for (Accessory& need : found.needs) {
      need.count *= machines;
      if (need.price) need.price = *need.price * machines;
    }
    return std::make_shared<const Feasibility>(std::move(found));
  }

  [[nodiscard]] std::string_view publisher(const Offer& offer) const {
    const Price* asked = offer.price ? offer.price->asked : nullptr;
    const Source* source = asked == nullptr ? nullptr : m_catalog.source(asked->source);
    return source == nullptr ? std::string_view() : source->publisher;
  }

  /// Of all sequences, or for each user where there is a target.
  [[nodiscard]] std::optional<NetworkRate> told_rate(const Plan& plan) const {
    if (plan.rate() == nullptr) return std::nullopt;
    return m_request.target && plan.rates ? user_rate(*plan.rates) : *plan.rate();
  }

  /// What is unknown is not lacking.
  [[nodiscard]] std::vector<const Feature*> lacking(const Gpu& gpu) const {
    const Workload* const workload = m_catalog.workload(m_request.workload);
    std::vector<const Feature*> found;
    if (workload == nullptr) return found;
    for (const auto id : workload->features) {
      const Feature& feature = *m_catalog.feature(id);
      if (has_feature(gpu, feature, m_catalog).has == HasFeature::no) found.push_back(&feature);
    }
    return found;
  }

  const Request& m_request;
  const Catalog& m_catalog;
  WorkSpeed m_speed;
  std::optional<Planner> m_planner;             // of a request with a job
  mutable std::optional<MachineParts> m_parts;  // once they are asked for
  mutable std::optional<OwningBasis> m_run_basis;
};

}  // namespace

AnswerDetails answer_details(const Answer& answer, const Catalog& catalog, std::size_t limit) {
  const Request& request = answer.request;
  const Detailer detailer(request, catalog);
  AnswerDetails found;
  found.rows.reserve(answer.rows.size());
  for (const RankedOffer& row : answer.rows) {
    if (limit > 0 && found.rows.size() == limit) break;
    found.rows.push_back({row, detailer.details(row.offer)});
  }
  found.near_misses.reserve(answer.near_misses.size());
  for (const NearMiss& miss : answer.near_misses) found.near_misses.push_back(detailer.details(miss.offer));
  found.speedups = detailer.speedups();
  const Workload* workload = catalog.workload(request.workload);
  found.workload_title = workload == nullptr ? std::string_view(request.workload) : workload->title;
  found.is_training = workload != nullptr && trains(*workload);
  found.has_token_rates = detailer.has_token_rates();
  found.own_alone = detailer.own_alone();
  found.rented_run = detailer.rented_run();
  found.licence_limits = licence_limits(request, catalog);
  if (request.memory_floor) found.memory_floor_source = source_title(request.memory_floor->source, catalog);
  const bool owns = request.job && !request.job->own().empty();
  const bool is_priced = answer.rows.empty() || answer.rows.front().offer.price;  // else no budget is applied
  if (request.budget && !owns && is_priced && first_on_offer(answer.rows) == nullptr)
    found.without_buying = without_buying(request, catalog);
  return found;
}

}  // namespace gpuadvisor
