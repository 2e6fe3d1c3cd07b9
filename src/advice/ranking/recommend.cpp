#include "gpuadvisor/advice/recommend.hpp"

#include <algorithm>
#include <tuple>

#include "advice/request/form_group.hpp"
#include "offers.hpp"
#include "scorer.hpp"
#include "sizing/memory_remedies.hpp"

namespace gpuadvisor {
namespace {

/// Whether the difference is not to be felt.
bool is_about_as_fast(const Offer& a, const Offer& b) {
  constexpr double k_about = 0.95;
  return ranking_speed(a) && ranking_speed(b) && *ranking_speed(a) >= k_about * *ranking_speed(b);
}

/// Goes through the catalog and sorts out what qualifies, what is hidden and what is left out.
class Selection {
 public:
  Selection(const Catalog& catalog, const Request& request)
      : m_catalog(catalog), m_request(request), m_judge(request, catalog), m_scorer(request, catalog) {
    if (request.includes_rent) m_rent_day = rent_day(catalog);
    m_qualified.reserve(catalog.gpus().size() / 2);  // a usual answer fits, and few pages are touched
  }

  /// Keeps the GPU's offers that qualify, of each condition the one that ranks best; counts the GPU when none does. The
  /// offers kept are the last ones of qualified().
  void consider(const Gpu& gpu) {
    Failures by_any;
    Failures by_all = Failures().set();
    Failures alone;       // constraints that are the only one an offer fails
    Failures by_several;  // default constraints that an offer fails together, and nothing else
    const std::size_t before = m_qualified.size();
    for_each(gpu, [&](const Offer& offer) {
      const Failures failed = m_judge.failures(offer);
      if (offer.count == m_request.count.from || m_can_be_too_few) {  // else more fail what fewer do
        by_any |= failed;
        by_all &= failed;
      }
      if (failed.none()) keep(offer, before);
      if (failed == m_budget && is_offered(offer)) m_over_budget.push_back(offer);
      if (failed.none() || (failed & ~m_defaults).any()) return;
      if (failed.count() == 1) {
        alone |= failed;
        hide(m_hidden[first(failed)], offer, failed);
      } else {
        by_several = failed;
      }
    });
    if (m_qualified.size() > before) {
      for (std::size_t i = before; i < m_qualified.size(); ++i) m_scorer.score(m_qualified[i]);
      return;
    }
    ++m_excluded.total;
    // What no offer of the GPU passes; when each offer fails something else, all that they fail.
    const Failures failed = by_all.any() ? by_all : by_any;
    for (std::size_t i = 0; i < failed.size(); ++i) m_excluded.by_constraint[i] += failed[i] ? 1 : 0;
    for (std::size_t i = 0; i < alone.size(); ++i) m_hidden[i].gpus += alone[i] ? 1 : 0;
    if (by_several.any() && alone.none()) {
      ++m_hidden_by_several.gpus;
      for_each(gpu, [&](const Offer& offer) {
        if (m_judge.failures(offer) == by_several) hide(m_hidden_by_several, offer, by_several);
      });
    }
  }

  [[nodiscard]] std::vector<Offer>& qualified() { return m_qualified; }

  /// What would rank first for more money: the cheapest, and where several cards are first, the cheapest of fewer that
  /// is about as fast.
  [[nodiscard]] std::vector<Offer> beyond_budget(const Offer& first) {
    std::optional<Offer> cheapest;
    std::optional<Offer> of_fewer;
    const auto keep_cheaper = [](std::optional<Offer>& best, const Offer& offer) {
      if (!best || *total_price(offer) < *total_price(*best)) best = offer;
    };
    for (Offer& offer : m_over_budget) {
      m_scorer.score(offer);
      if (*total_price(offer) > *m_request.budget * k_most_over) continue;
      if (ranks_before(offer, first, m_request.rank_by)) keep_cheaper(cheapest, offer);
      if (offer.count < first.count && is_about_as_fast(offer, first)) keep_cheaper(of_fewer, offer);
    }
    std::vector<Offer> found;
    if (cheapest) found.push_back(*cheapest);
    const bool is_told = cheapest && of_fewer && cheapest->gpu == of_fewer->gpu && cheapest->count == of_fewer->count;
    if (of_fewer && !is_told) found.push_back(*of_fewer);
    return found;
  }

  /// The answer, but for its rows.
  [[nodiscard]] Answer answer() const {
    Answer answer;
    answer.request = m_request;
    answer.excluded = m_excluded;
    for (const Hidden& hidden : m_hidden) {
      if (hidden.gpus > 0) answer.hidden.push_back(hidden);
    }
    answer.hidden_by_several = m_hidden_by_several;
    return answer;
  }

 private:
  /// Calls `visit` with what the GPU can be bought at, and then rented, where that competes.
  template <class Visit>
  void for_each(const Gpu& gpu, Visit visit) {
    for_each_offer(gpu, m_catalog, m_request, m_scorer, visit);
    if (m_rent_day) for_each_rental(gpu, *m_rent_day, m_catalog, m_request, m_scorer, visit);
  }

  static constexpr double k_most_over = 1.5;  // times the budget: what costs more is not near

  /// Keeps an offer of a GPU whose others begin at `first`, in place of fewer in the same condition, unless those rank
  /// before it or a job asks for each number that is offered. Those of one condition come together, the fewest first.
  void keep(const Offer& offer, std::size_t first) {
    if (!m_request.job && m_qualified.size() > first && m_qualified.back().count < offer.count &&
        is_same_price(m_qualified.back(), offer)) {
      if (!ranks_before(offer, m_qualified.back(), m_request.rank_by)) return;
      m_qualified.pop_back();
    }
    m_qualified.push_back(offer);
  }

  /// Whether two offers of one GPU are in the same condition, or both rented.
  static bool is_same_price(const Offer& a, const Offer& b) {
    if (a.rental || b.rental) return a.rental && b.rental;
    return !a.price || !b.price || a.price->condition == b.price->condition;
  }

  void hide(Hidden& hidden, Offer offer, const Failures& failed) {
    m_scorer.score(offer);
    const bool is_first = hidden.best.gpu == nullptr;
    if (!is_first && !ranks_before(offer, hidden.best, m_request.rank_by)) return;
    hidden.best = offer;
    hidden.constraints = failed;
  }

  const Catalog& m_catalog;
  const Request& m_request;
  Judge m_judge;
  Scorer m_scorer;
  const Failures m_budget = failure_of("budget");
  const Failures m_defaults = default_constraints();
  const bool m_can_be_too_few = can_be_too_few(m_request);
  std::optional<Day> m_rent_day;  // where rents compete
  std::vector<Offer> m_qualified;
  std::vector<Offer> m_over_budget;  // and nothing else; offered today
  Excluded m_excluded;
  std::array<Hidden, Failures().size()> m_hidden{};  // by the one constraint that keeps them out
  Hidden m_hidden_by_several;
};

bool cheaper(const Offer& a, const Offer& b) {
  if (!a.price || !b.price) return a.price.has_value();
  return std::pair(price_tier(a), a.price->today) < std::pair(price_tier(b), b.price->today);
}

std::optional<Offer> first_by_priority(const std::vector<Offer>& offers, const std::vector<RankedOffer>& rows,
                                       const Request& request) {
  const bool is_of_one = request.count.to == 1;  // the guides' order is one of GPUs, not of several together
  if (request.rank_by != RankBy::performance || rows.empty() || !is_of_one) return std::nullopt;
  const auto first = std::min_element(offers.begin(), offers.end(), [](const Offer& a, const Offer& b) {
    return ranks_before(a, b, RankBy::priority);
  });
  constexpr double k_visible = 1.005;  // a difference that two decimals show
  const Offer& first_row = rows.front().offer;
  const bool leads = first->priority && first->gpu != first_row.gpu &&
                     (!first_row.priority || *first->priority > *first_row.priority * k_visible);
  return leads ? std::optional(*first) : std::nullopt;
}

/// Near misses of an answer without rows take a while: they are told where `tells_misses`.
Answer ranked(const Catalog& catalog, const Request& asked, const Request& request, bool tells_misses = true) {
  Selection selection(catalog, request);
  for (const Gpu& gpu : catalog.gpus()) selection.consider(gpu);
  Answer answer = selection.answer();
  answer.rows = ranking(selection.qualified(), request.rank_by);
  answer.first_by_priority = first_by_priority(selection.qualified(), answer.rows, request);
  const bool is_short = answer.rows.size() < k_short_answer;
  if (is_short && (tells_misses || !answer.rows.empty())) answer.near_misses = near_misses(catalog, asked, request);
  if (answer.rows.empty() || !request.budget) return answer;
  const RankedOffer* offered = first_on_offer(answer.rows);
  auto beyond = selection.beyond_budget((offered == nullptr ? answer.rows.front() : *offered).offer);
  std::reverse(beyond.begin(), beyond.end());
  for (const Offer& offer : beyond) {
    const auto is_it = [&](const NearMiss& miss) {
      return miss.offer.gpu == offer.gpu && miss.offer.count == offer.count;
    };
    std::erase_if(answer.near_misses, is_it);
    answer.near_misses.insert(answer.near_misses.begin(), over_budget(offer, asked, request, catalog));
  }
  return answer;
}

/// The request with another job.
Request with_job(Request request, const MemoryJob& job) {
  if (job.weights.id != request.job->job().weights.id) request.measured.reset();  // of another format
  request.job = std::make_shared<const WantedJob>(request.job->with_job(job));
  return request;
}

/// A request with a default changed that may be what keeps everything out, and the change.
struct WayOut {
  Request request;
  std::vector<Change> changes;
};

/// What of the job may be changed, since it was not stated, in the order in which it is tried.
std::vector<WayOut> ways_out(const Request& asked, const Catalog& catalog) {
  std::vector<WayOut> found;
  if (!asked.job || asked.job->job().task != MemoryTask::run) return found;
  const MemoryJob& job = asked.job->job();
  if (job.queues && !asked.forms) {  // servers hold passive cards and modules
    Request of_servers = asked;
    of_servers.forms.emplace();
    found.push_back({std::move(of_servers), {{"form", "any"}}});
  }
  if (asked.target) return found;
  Request request = asked;
  if (asked.job->takes_turns() && !job.host) {
    request = with_bought_memory(asked, catalog);
    found.push_back({request, {}});
  }
  const auto change = [&](const MemoryJob& changed, Change what) {
    found.push_back({with_job(request, changed), {std::move(what)}});
  };
  if (!asked.stated.format) {
    for (const WeightFormat* format : smaller_formats(asked.job->network(), job)) {
      change(with_weights(asked.job->network(), job, *format), {"quant", std::string(format->id)});
    }
  }
  if (!asked.job->takes_turns()) return found;
  MemoryJob smaller = job;
  if (!asked.stated.kv && job.kv == KvFormat::bits_16) {
    smaller.kv = KvFormat::bits_8;
    change(smaller, {"kv", 8.0});
  }
  smaller = job;
  smaller.tokens = job.tokens / 2;
  if (!asked.stated.context) change(smaller, {"context", static_cast<double>(smaller.tokens)});
  return found;
}

// Tokens written per second: fewer are no answer; those that one reads are (about 130 words a minute).
constexpr double k_least_rate = 1;
constexpr double k_reading_rate = 3;

/// Whether some row is offered, and not too slow to be of use.
bool has_offers(const Answer& answer) {
  return std::any_of(answer.rows.begin(), answer.rows.end(), [](const RankedOffer& row) {
    return is_offered(row.offer) && row.offer.tokens_per_second.value_or(k_least_rate) >= k_least_rate;
  });
}

/// Near misses that are offered, and that nothing but the budget keeps out.
std::vector<NearMiss> over_budget_only(const Answer& answer) {
  std::vector<NearMiss> found;
  for (const NearMiss& miss : answer.near_misses) {
    const bool is_by_budget = miss.missing.size() == 1 && miss.missing.front().constraint == "budget";
    if (is_by_budget && miss.kind == NearMissKind::change && is_offered(miss.offer)) found.push_back(miss);
  }
  return found;
}

/// Whether all that is offered is slower than one reads, so that the cheapest is as good as any.
bool is_slow(const Answer& answer) {
  return answer.request.rank_by == RankBy::performance &&
         std::all_of(answer.rows.begin(), answer.rows.end(), [](const RankedOffer& row) {
           return !is_offered(row.offer) || row.offer.tokens_per_second.value_or(k_reading_rate) < k_reading_rate;
         });
}

/// Whether the first row that is offered now transcribes speech far faster than it comes.
bool is_more_than_enough(const Answer& answer) {
  const RankedOffer* first = first_on_offer(answer.rows);
  return first != nullptr && first->offer.times_real_time >= k_far_more_times_real_time;
}

}  // namespace

Answer recommend(const Catalog& catalog, const Request& asked) {
  if (asked.takes_enough) {
    Request usual = asked;
    usual.takes_enough = false;
    Answer answer = recommend(catalog, usual);
    if (!is_more_than_enough(answer)) return answer;
    usual = asked;
    usual.rank_by = RankBy::price;
    return ranked(catalog, usual, with_defaults(usual, catalog));
  }
  const Request request = with_defaults(asked, catalog);
  Answer answer = ranked(catalog, asked, request);
  if (has_offers(answer)) return answer;
  for (WayOut& way : ways_out(asked, catalog)) {
    Answer changed = ranked(catalog, way.request, with_defaults(way.request, catalog), way.changes.empty());
    if (has_offers(changed) && is_slow(changed)) {
      way.request.rank_by = RankBy::price;
      changed = ranked(catalog, way.request, with_defaults(way.request, catalog));
    }
    const bool tells_more = answer.rows.empty() && way.changes.empty() && !changed.near_misses.empty();
    if (!has_offers(changed) && !tells_more) continue;
    if (changed.near_misses.empty()) changed.near_misses = over_budget_only(answer);
    answer = std::move(changed);
    if (!has_offers(answer)) continue;
    answer.changes = way.changes;
    if (const RankedOffer* row = first_on_offer(answer.rows)) {
      const auto fit = answer.request.job->fit(*row->offer.gpu, row->offer.count);
      if (fit && fit->buys_memory)
        answer.changes.insert(answer.changes.begin(), {"ram", fit->way->job.host->size.value()});
    }
    return answer;
  }
  return answer;
}

Answer list(const Catalog& catalog, const Request& asked) {
  Request request = asked;
  request.count = {};
  request.owning = owning_for(request, catalog);
  request.speed_kind = speed_kind_of(request, catalog);
  Selection selection(catalog, request);
  std::vector<Offer> cheapest;
  for (const Gpu& gpu : catalog.gpus()) {
    selection.qualified().clear();
    selection.consider(gpu);
    const auto at = std::min_element(selection.qualified().begin(), selection.qualified().end(), cheaper);
    if (at != selection.qualified().end()) cheapest.push_back(*at);
  }
  Answer answer = selection.answer();
  answer.hidden.clear();  // whatever is in force was asked for
  answer.hidden_by_several = {};
  answer.rows = ranking(cheapest, request.rank_by);
  return answer;
}

}  // namespace gpuadvisor
