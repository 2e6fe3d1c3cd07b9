#include "upgrade.hpp"

#include <algorithm>
#include <tuple>

#include "advice/guides/guide_name.hpp"
#include "advice/plan/work_speed.hpp"
#include "economics/warranty.hpp"
#include "gpuadvisor/advice/ranking.hpp"
#include "gpuadvisor/advice/recommend.hpp"

namespace gpuadvisor {
namespace {

/// A card's speed for a workload, with all that backs it.
struct CardSpeed {
  std::optional<double> speed;
  std::optional<Performance> performance;
};

/// Tells speeds as a request wants them. Views the request and the catalog.
class SpeedModel {
 public:
  SpeedModel(const Request& request, const Catalog& catalog)
      : m_request(request), m_catalog(catalog), m_speed(request, catalog) {}

  /// Of several equal ones together, or of as many of them as it is known of.
  [[nodiscard]] CardSpeed speed_of(const Gpu& gpu, int count = 1) const {
    count = m_speed.known_count(count);
    if (m_speed.index()) {
      CardSpeed found{std::nullopt, m_speed.performance(gpu, count)};
      if (found.performance) found.speed = found.performance->index;
      return found;
    }
    CardSpeed found{score_of(gpu, m_request.weights, *m_catalog.reference()), std::nullopt};
    if (found.speed) *found.speed *= m_speed.speedup(count).factor.value_or(1);
    return found;
  }

  [[nodiscard]] const WorkSpeed& work() const { return m_speed; }

  /// How many times as fast `gpu` is. Requires speeds of both.
  [[nodiscard]] RatioEstimate gain(const Gpu& gpu, const CardSpeed& speed, const Gpu& from,
                                   const CardSpeed& from_speed) const {
    return ratio_of(*speed.speed, *from_speed.speed, interval(gpu, speed), interval(from, from_speed));
  }

 private:
  /// The speed with its interval; null where it has none.
  [[nodiscard]] const Performance* interval(const Gpu& gpu, const CardSpeed& speed) const {
    const bool is_known = speed.performance && has_interval(*speed.performance, gpu, m_catalog.reference());
    return is_known ? &*speed.performance : nullptr;
  }

  const Request& m_request;
  const Catalog& m_catalog;
  WorkSpeed m_speed;
};

/// Whether the asker says how much memory is enough.
bool names_least_memory(const Request& asked) { return asked.min_memory || (asked.memory && asked.memory->from); }

/// What a network has room in: language models are split over several cards, what else is trained stands on each.
std::optional<Gibibytes> owned_memory(const UpgradeQuestion& question, const Workload& workload) {
  const auto each = memory_per_device(*question.owned);
  const int cards = workload.id.starts_with("llm-") ? question.count : 1;
  return each ? std::optional(*each * cards) : std::nullopt;
}

/// The memory that a new card must have: as much as the owned one, and what the guides ask of the workload on that
/// day, or advise for large networks. None where that is what the workload's floor says anyway.
std::optional<Gibibytes> least_memory(const UpgradeQuestion& question, const Workload& workload,
                                      const Catalog& catalog) {
  if (names_least_memory(question.asked)) return question.asked.min_memory;
  const auto owned = memory_per_device(*question.owned);
  const auto floor = memory_floor_of(workload.id, catalog);
  std::optional<Gibibytes> wanted;
  if (floor) wanted = question.is_large && floor->advised ? floor->advised : floor->memory;
  const auto least = std::max(owned, wanted);
  const bool is_floor = floor && least == floor->memory;
  return is_floor ? std::nullopt : least;
}

Request request_of(const UpgradeQuestion& question, const Workload& workload, const Catalog& catalog) {
  Request request = question.asked;
  request.workload = workload.id;
  request.weights = weights_of(workload, catalog);
  request.min_memory = least_memory(question, workload, catalog);
  request.budget.reset();  // what is beyond it is shown too
  return request;
}

/// The rule of the newest guide that has one; null when none has.
const UpgradeRule* newest_rule(const Catalog& catalog) {
  const UpgradeRule* found = nullptr;
  const Guide* newest = nullptr;
  for (const UpgradeRule& rule : catalog.records<UpgradeRule>()) {
    const Guide* guide = catalog.guide(rule.guide);
    if (guide == nullptr || (newest != nullptr && !is_newer(*guide, *newest))) continue;
    found = &rule;
    newest = guide;
  }
  return found;
}

int whole_years(Day from, Day to) {
  int years = 0;
  while (from <= months_before(to, 12 * (years + 1))) ++years;
  return years;
}

std::optional<GuideUpgrade> guide_upgrade(const UpgradeQuestion& question, const WorkloadUpgrade& answer,
                                          const SpeedModel& teller, const Catalog& catalog) {
  const UpgradeRule* rule = newest_rule(catalog);
  if (rule == nullptr) return std::nullopt;
  GuideUpgrade found;
  found.owned = question.owned;
  found.workload = answer.workload;
  found.speed_kind = answer.request.speed_kind;
  found.speed = answer.speed;
  found.rule = rule;
  found.guide = catalog.guide(rule->guide);
  found.least = catalog.gpu(rule->owned);
  found.excepted = catalog.workload(rule->except_workload);
  if (found.guide->date && catalog.as_of())
    found.age_years = whole_years(found.guide->date->first_day(), *catalog.as_of());
  if (found.least != nullptr) found.speed_of_least = teller.speed_of(*found.least).speed;
  const bool is_case = rule->except_when.empty() || question.is_large;
  found.is_excepted = !rule->except_workload.empty() && rule->except_workload == answer.workload->id && is_case;
  if (found.is_excepted) {
    found.advice = UpgradeAdvice::upgrade;
  } else if (answer.speed && found.speed_of_least && *answer.speed >= *found.speed_of_least) {
    found.advice = UpgradeAdvice::wait;
  }
  return found;
}

/// Finds what is worth buying among the offers of an answer.
class StepFinder {
 public:
  StepFinder(const Upgrade& upgrade, const Workload& workload, const Answer& answer, CardSpeed owned,
             const SpeedModel& teller, const Catalog& catalog)
      : m_question(upgrade.question),
        m_workload(workload),
        m_request(answer.request),
        m_teller(teller),
        m_sells_for(upgrade.sells_for()),
        m_used(upgrade.resale ? std::optional(upgrade.resale->today * m_question.count) : std::nullopt),
        m_use(upgrade.use),
        m_catalog(catalog),
        m_owned(std::move(owned)) {
    const bool has_offers = std::any_of(answer.rows.begin(), answer.rows.end(),
                                        [](const RankedOffer& row) { return is_offered(row.offer); });
    for (const RankedOffer& row : answer.rows) {
      const Offer& offer = row.offer;
      const bool counts = has_offers ? is_offered(offer) : offer.price && offer.price->decides();
      if (!counts || offer.rental || !offer.speed) continue;
      auto& found = offer.gpu == m_question.owned ? m_seconds : m_candidates;
      found.push_back({offer, teller.speed_of(*offer.gpu)});
    }
    std::sort(m_candidates.begin(), m_candidates.end(), comes_first);
    std::sort(m_seconds.begin(), m_seconds.end(), comes_first);
  }

  [[nodiscard]] std::size_t size() const { return m_candidates.size(); }

  // All that follow require a speed of the owned card.

  /// The cheapest card that is fast enough, and the next ones beyond.
  [[nodiscard]] std::vector<UpgradeOption> options() const {
    std::vector<UpgradeOption> found;
    const Candidate* next = next_step(*m_question.owned, m_owned, true);
    if (next == nullptr) next = next_step(*m_question.owned, m_owned, false);
    while (next != nullptr && found.size() < k_upgrade_steps) {
      found.push_back(in_place(*next));
      next = next_step(*next->offer.gpu, next->speed, false);
    }
    return found;
  }

  /// The cheapest card that is worth its price in place of the owned one.
  [[nodiscard]] std::optional<UpgradeOption> replacement() const {
    const auto least = least_memory_of_next(*m_question.owned);
    for (const Candidate& candidate : m_candidates) {
      if (least && memory_per_device(*candidate.offer.gpu) < least) continue;
      UpgradeOption found = in_place(candidate);
      if (found.pays()) return found;
    }
    return std::nullopt;
  }

  /// One more of the owned card.
  [[nodiscard]] std::optional<UpgradeOption> second() const {
    const int count = m_question.count;
    if (m_seconds.empty() || count + m_question.others >= k_most_gpus) return std::nullopt;
    const auto& before = m_teller.work().speedup(count).factor;
    const ExpectedSpeedup& speedup = m_teller.work().speedup(count + 1);
    if (!speedup.factor || !before) return std::nullopt;
    const auto gained_by = [&](const std::optional<double>& factor) {
      return factor ? std::optional(*factor / *before) : std::nullopt;
    };
    const Candidate& cheapest = m_seconds.front();
    UpgradeOption found = option(cheapest, {*speedup.factor / *before, gained_by(speedup.low), gained_by(speedup.high)},
                                 *total_price(cheapest.offer));
    found.is_second = true;
    found.more_power = m_question.owned->tdp;
    return found;
  }

  [[nodiscard]] std::optional<UpgradeOption> fastest() const {
    const Candidate* found = nullptr;
    const auto least = least_memory_of_next(*m_question.owned);
    for (const Candidate& candidate : m_candidates) {
      if (least && memory_per_device(*candidate.offer.gpu) < least) continue;
      if (found == nullptr || candidate.offer.speed > found->offer.speed) found = &candidate;
    }
    return found == nullptr ? std::nullopt : std::optional(in_place(*found));
  }

 private:
  struct Candidate {
    Offer offer;
    CardSpeed speed;
  };

  /// Current prices before old ones, then the lowest; of equal ones the fastest.
  static bool comes_first(const Candidate& a, const Candidate& b) {
    const auto key = [](const Candidate& one) {
      return std::tuple(price_tier(one.offer), deciding_amount(*one.offer.price), -*one.offer.speed, one.offer.gpu->id,
                        one.offer.price->condition);
    };
    return key(a) < key(b);
  }

  [[nodiscard]] bool is_within_budget(const Offer& offer) const {
    return !m_question.asked.budget || *total_price(offer) <= *m_question.asked.budget;
  }

  /// The memory that an owner of `from` would not go below.
  [[nodiscard]] std::optional<Gibibytes> least_memory_of_next(const Gpu& from) const {
    if (names_least_memory(m_question.asked)) return std::nullopt;
    return &from == m_question.owned ? owned_memory(m_question, m_workload) : memory_per_device(from);
  }

  /// The cheapest that is worth it to the owner of `from`; null when none is.
  [[nodiscard]] const Candidate* next_step(const Gpu& from, const CardSpeed& speed, bool within_budget) const {
    const auto memory = least_memory_of_next(from);
    const auto at = std::find_if(m_candidates.begin(), m_candidates.end(), [&](const Candidate& candidate) {
      if (within_budget && !is_within_budget(candidate.offer)) return false;
      const bool has_memory = !memory || memory_per_device(*candidate.offer.gpu) >= memory;
      return has_memory &&
             is_worth_it(m_teller.gain(*candidate.offer.gpu, candidate.speed, from, speed), m_question.least_gain);
    });
    return at == m_candidates.end() ? nullptr : &*at;
  }

  [[nodiscard]] UpgradeOption option(const Candidate& candidate, const RatioEstimate& gain, Usd cost) const {
    UpgradeOption found;
    found.offer = candidate.offer;
    found.workload = &m_workload;
    found.performance = candidate.speed.performance;
    found.gain = gain;
    found.cost = cost;
    found.is_within_budget = is_within_budget(candidate.offer);
    found.warnings = warnings(found.offer, m_request.weights, m_catalog, m_request.price_rule);
    found.is_fast_enough = is_worth_it(gain, m_question.least_gain);
    const double gained = gain.ratio - 1;
    if (gained <= 0) return found;
    if (cost > Usd{0}) found.cost_per_point = cost / (gained * *m_owned.speed);
    if (m_used) found.times_own = cost.value() / (m_used->value() * gained);
    return found;
  }

  /// A card in place of all owned ones, with what owning it costs and renting it would.
  [[nodiscard]] UpgradeOption in_place(const Candidate& candidate) const {
    const Gpu& gpu = *candidate.offer.gpu;
    UpgradeOption found = option(candidate, m_teller.gain(gpu, candidate.speed, *m_question.owned, m_owned),
                                 *total_price(candidate.offer) - m_sells_for.value_or(Usd{0}));
    const auto& watts = m_question.owned->tdp;
    if (const auto needed = power(candidate.offer); needed && watts)
      found.more_power = *needed - *watts * m_question.count;
    const auto owned = owned_gpus(gpu, 1, *found.offer.price, m_use, m_catalog);
    if (owned) found.own_or_rent = own_or_rent(gpu, 1, *owned, m_catalog);
    return found;
  }

  const UpgradeQuestion& m_question;
  const Workload& m_workload;
  const Request& m_request;
  const SpeedModel& m_teller;
  std::optional<Usd> m_sells_for;  // all owned cards
  std::optional<Usd> m_used;       // what they cost used
  const OwningBasis& m_use;
  const Catalog& m_catalog;
  CardSpeed m_owned;
  std::vector<Candidate> m_candidates;
  std::vector<Candidate> m_seconds;  // offers of the owned card
};

/// The cheapest single card that is worth its price, else a second one: a card that does the same alone asks for no
/// slot and no software that splits the work. What is cheaper to rent for the time of use is rented.
void choose(WorkloadUpgrade& answer, const StepFinder& finder) {
  answer.second = finder.second();
  answer.best = finder.replacement();
  answer.options = finder.options();
  if (!answer.best && answer.second && answer.second->pays()) answer.best = answer.second;
  if (!answer.best) {
    answer.choice = UpgradeChoice::keep;
    answer.best = answer.options.empty() ? finder.fastest() : answer.options.front();
    return;
  }
  answer.choice = answer.best->is_cheaper_rented() ? UpgradeChoice::rent
                  : answer.best->is_second         ? UpgradeChoice::second
                                                   : UpgradeChoice::replace;
}

WorkloadUpgrade workload_upgrade(const Upgrade& upgrade, const Workload& workload, const Catalog& catalog) {
  const UpgradeQuestion& question = upgrade.question;
  const Answer answer = recommend(catalog, request_of(question, workload, catalog));
  const SpeedModel teller(answer.request, catalog);
  WorkloadUpgrade found;
  found.workload = &workload;
  found.request = answer.request;
  found.request.budget = question.asked.budget;
  const CardSpeed owned = teller.speed_of(*question.owned, question.count);
  found.speed = owned.speed;
  found.performance = owned.performance;
  found.guides = guide_upgrade(question, found, teller, catalog);
  const StepFinder finder(upgrade, workload, answer, owned, teller, catalog);
  found.candidates = finder.size();
  if (!found.speed) return found;
  choose(found, finder);
  return found;
}

}  // namespace

GpuGroup fastest_of(const std::vector<GpuGroup>& owned, const Workload* workload, const Catalog& catalog) {
  if (workload == nullptr) return owned.front();
  const WorkSpeed work(*workload, ScorePrecision::fp16, catalog);
  const auto speed = [&](const GpuGroup& one) {
    const auto found = work.performance(*one.gpu, work.known_count(one.count));
    return found ? found->index : 0;
  };
  return *std::max_element(owned.begin(), owned.end(),
                           [&](const GpuGroup& a, const GpuGroup& b) { return speed(a) < speed(b); });
}

bool is_worth_it(const RatioEstimate& gain, double least_gain) {
  return gain.ratio >= least_gain && call_of(gain) == Call::ahead;
}

const WorkloadUpgrade& Upgrade::main() const {
  const auto at = std::find_if(workloads.begin(), workloads.end(),
                               [&](const WorkloadUpgrade& one) { return one.workload == question.main; });
  return at == workloads.end() ? workloads.front() : *at;
}

Upgrade upgrade(const UpgradeQuestion& question, const Catalog& catalog) {
  Upgrade found{question,
                owning_basis(question.use, catalog),
                deciding_price(price_estimates(*question.owned, catalog, question.asked.price_rule), Condition::used),
                {}};
  found.workloads.reserve(question.workloads.size());
  for (const Workload* workload : question.workloads) {
    found.workloads.push_back(workload_upgrade(found, *workload, catalog));
  }
  return found;
}

std::vector<Warning> owned_warnings(const Gpu& owned, const Catalog& catalog) {
  std::vector<Warning> found;
  for (Warning& warning : warnings(Offer{&owned}, Weights{}, catalog)) {
    const bool is_of_software = warning.id == "no-cuda" || warning.id.starts_with("support-");
    if (is_of_software || warning.id == "several-devices") found.push_back(std::move(warning));
  }
  return found;
}

}  // namespace gpuadvisor
