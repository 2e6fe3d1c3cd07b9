#include "gpuadvisor/advice/recommend.hpp"

#include <algorithm>
#include <tuple>

#include "advice/request/form_group.hpp"
#include "offers.hpp"
#include "scorer.hpp"

namespace gpuadvisor {
namespace {

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
      if (failed.none() || (failed & k_asked_for).any()) return;
      if (failed.count() == 1) {
        alone |= failed;
        hide(hidden_by(first(failed)), offer, failed);
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
    for (std::size_t i = k_first_default_constraint; i < alone.size(); ++i) hidden_by(i).gpus += alone[i] ? 1 : 0;
    if (by_several.any() && alone.none()) {
      ++m_hidden_by_several.gpus;
      for_each(gpu, [&](const Offer& offer) {
        if (m_judge.failures(offer) == by_several) hide(m_hidden_by_several, offer, by_several);
      });
    }
  }

  [[nodiscard]] std::vector<Offer>& qualified() { return m_qualified; }

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

  static constexpr Failures k_asked_for{(1U << k_first_default_constraint) - 1};

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

  [[nodiscard]] Hidden& hidden_by(std::size_t constraint) { return m_hidden[constraint - k_first_default_constraint]; }

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
  const bool m_can_be_too_few = can_be_too_few(m_request);
  std::optional<Day> m_rent_day;  // where rents compete
  std::vector<Offer> m_qualified;
  Excluded m_excluded;
  std::array<Hidden, k_constraints.size() - k_first_default_constraint> m_hidden{};
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

Answer ranked(const Catalog& catalog, const Request& asked, const Request& request) {
  Selection selection(catalog, request);
  for (const Gpu& gpu : catalog.gpus()) selection.consider(gpu);
  Answer answer = selection.answer();
  answer.rows = ranking(selection.qualified(), request.rank_by);
  answer.first_by_priority = first_by_priority(selection.qualified(), answer.rows, request);
  if (answer.rows.size() < k_short_answer) answer.near_misses = near_misses(catalog, asked, request);
  return answer;
}

/// Whether machines with unified memory may stand in for cards that have no room: a network is to run on what was not
/// asked for by its vendor, segment or software.
bool may_be_machines(const Request& asked, const Request& request) {
  return request.installable && request.job && request.job->takes_turns() && request.job->own().empty() &&
         asked.vendors.empty() && asked.segments.empty() && asked.cooling.empty() && !asked.support && !asked.only;
}

/// Whether the first row that is offered now transcribes speech far faster than it comes.
bool is_more_than_enough(const Answer& answer) {
  const auto& rows = answer.rows;
  const auto first = std::find_if(rows.begin(), rows.end(), [](const auto& row) { return is_offered(row.offer); });
  return first != rows.end() && first->offer.times_real_time >= k_far_more_times_real_time;
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
  if (!answer.rows.empty() || !may_be_machines(asked, request)) return answer;
  Request wider = asked;
  wider.forms = {std::string(enum_name(FormGroup::machine))};
  wider.support = Support::any;
  wider.count = {};
  wider.takes_fewest = false;
  Answer machines = ranked(catalog, wider, with_defaults(wider, catalog));
  if (machines.rows.empty()) return answer;
  machines.is_of_machines = true;
  machines.near_misses = std::move(answer.near_misses);
  return machines;
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
