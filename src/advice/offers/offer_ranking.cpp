#include "offer_ranking.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <tuple>
#include <utility>

#include "core/contains.hpp"
#include "core/text.hpp"
#include "gpuadvisor/advice/software_support.hpp"

namespace gpuadvisor {
namespace {

constexpr double k_unknown = -std::numeric_limits<double>::max();

using MachineKey = std::tuple<std::string_view, int, RentTerms, std::string_view, std::string_view, std::string_view>;

/// What tells a machine from others; one in every region, unless that counts.
MachineKey machine_of(const KeptOffer& offer, bool per_region) {
  return {offer.gpu->id,  offer.count,    offer.terms,
          offer.provider, offer.instance, per_region ? std::string_view(offer.region) : std::string_view()};
}

/// Whether they are one machine at one price, at most in different regions.
bool are_same(const KeptOffer& a, const KeptOffer& b) {
  return machine_of(a, false) == machine_of(b, false) && a.price == b.price && a.is_form_told == b.is_form_told;
}

/// A total order of all that an offer says: none depends on which others there are.
bool comes_first(const KeptOffer& a, const KeptOffer& b) {
  if (a.merit != b.merit) return a.merit > b.merit;
  const auto rest = [](const KeptOffer& offer) {
    return std::tuple(offer.each().value(), offer.price.value(), !offer.is_form_told);
  };
  if (rest(a) != rest(b)) return rest(a) < rest(b);
  if (machine_of(a, true) != machine_of(b, true)) return machine_of(a, true) < machine_of(b, true);
  return a.date > b.date;
}

std::uint64_t hash_of(const MarketOffer& offer) {
  return StableHash()
      .add(offer.gpu->id)
      .add(std::to_string(offer.count))
      .add(enum_name(offer.terms))
      .add(offer.provider)
      .add(offer.region)
      .add(offer.instance)
      .value();
}

bool begins_with(std::string_view text, std::string_view wanted) {
  return wanted.empty() || lower_case(text.substr(0, wanted.size())) == wanted;
}

/// Whether a region, or a part of it behind a comma, begins so: "France, FR, EU" is in "eu" too.
bool is_in(std::string_view region, std::string_view wanted) {
  if (wanted.empty() || begins_with(region, wanted)) return true;
  const auto parts = split(region, ',');
  return std::any_of(parts.begin(), parts.end(), [&](std::string_view text) { return begins_with(text, wanted); });
}

}  // namespace

void TopOffers::add(KeptOffer offer) {
  constexpr std::size_t k_slack = 64;  // so that few offers are not sorted again and again
  m_offers.push_back(std::move(offer));
  if (m_offers.size() >= 2 * std::max(m_limit, m_kept) + k_slack) shrink();
}

const std::vector<KeptOffer>& TopOffers::offers() {
  shrink();
  return m_offers;
}

void TopOffers::shrink() {
  std::sort(m_offers.begin(), m_offers.end(), comes_first);
  std::set<MachineKey> seen;
  std::vector<KeptOffer> kept;
  kept.reserve(m_offers.size());  // so that none moves: `seen` views them
  std::size_t regions = 0;
  for (KeptOffer& offer : m_offers) {
    if (!m_is_per_region && !kept.empty() && are_same(kept.back(), offer)) {
      if (kept.back().region != offer.region && ++regions <= k_most_regions) kept.push_back(std::move(offer));
      continue;
    }
    if (seen.contains(machine_of(offer, m_is_per_region))) continue;
    if (seen.size() == m_limit) break;
    regions = 1;
    kept.push_back(std::move(offer));
    seen.insert(machine_of(kept.back(), m_is_per_region));
  }
  m_offers = std::move(kept);
  m_kept = m_offers.size();
  if (seen.size() == m_limit) m_least_merit = m_offers.back().merit;
}

void OfferTally::count_unknown(const std::string& name, std::uint64_t count) {
  if (unknown_names.size() == k_names && name > unknown_names.rbegin()->first) return;
  unknown_names[name] += count;
  if (unknown_names.size() > k_names) unknown_names.erase(std::prev(unknown_names.end()));
}

void OfferTally::merge(OfferTally other) {
  rows += other.rows;
  offers += other.offers;
  passed += other.passed;
  without_form += other.without_form;
  unsupported += other.unsupported;
  for (std::size_t i = 0; i < refused.size(); ++i) refused[i] += other.refused[i];
  for (const auto& [name, count] : other.unknown_names) count_unknown(name, count);
  machines.merge(other.machines);
  for (auto& [group, top] : other.best) {
    const auto [own, is_new] = best.try_emplace(group, top);
    if (is_new) continue;
    for (const KeptOffer& offer : top.offers()) own->second.add(offer);
  }
}

OfferRanker::OfferRanker(OffersQuestion question, const Catalog& catalog)
    : m_question(std::move(question)),
      m_catalog(catalog),
      m_speed(*m_question.workload, m_question.precision, catalog) {
  for (const Gpu& gpu : m_catalog.gpus()) m_known.push_back(known_of(gpu));
}

OfferRanker::Known OfferRanker::known_of(const Gpu& gpu) const {
  const auto& wanted = m_question.gpus;
  const auto& vendors = m_question.vendors;
  const SupportState state = support_status(gpu, m_catalog).state;
  const bool is_supported = state != SupportState::ended && state != SupportState::not_yet;
  const bool is_named = contains(wanted, &gpu);
  Known known;
  known.is_unsupported = wanted.empty() && !is_supported && !m_question.includes_unsupported;
  known.passes = (wanted.empty() ? !known.is_unsupported : is_named) &&
                 (vendors.empty() || contains(vendors, gpu.vendor)) &&
                 (!m_question.memory || (gpu.memory && *gpu.memory >= *m_question.memory));
  known.speed = m_speed.index()->index(gpu);
  if (!m_question.run || !known.speed) return known;
  if (const auto performance = m_speed.performance(gpu, 1)) {
    const auto rates = reference_throughputs(m_catalog, *m_question.workload, m_question.precision, gpu, *performance);
    if (const auto time = run_time(*m_question.run, rates, 1, std::nullopt)) known.hours = time->hours;
  }
  return known;
}

const OfferRanker::Known& OfferRanker::known(const Gpu& gpu) const {
  return m_known[static_cast<std::size_t>(&gpu - m_catalog.gpus().data())];
}

double OfferRanker::speed_of_one(const Gpu& gpu) const { return known(gpu).speed.value_or(k_unknown); }

std::optional<double> OfferRanker::speedup(int count) const {
  return count > k_most_gpus ? std::nullopt : m_speed.speedup(count).factor;
}

std::optional<double> OfferRanker::hours(const Gpu& gpu, int count) const {
  const auto factor = speedup(count);
  const auto of_one = known(gpu).hours;
  return factor && of_one ? std::optional(*of_one / *factor) : std::nullopt;
}

std::optional<Performance> OfferRanker::performance(const Gpu& gpu, int count) const {
  return speedup(count) ? m_speed.performance(gpu, count) : std::nullopt;
}

double OfferRanker::merit(const Gpu& gpu, int count, UsdPerHour price) const {
  if (m_question.order == OfferOrder::price) return -price.value() / count;
  const auto factor = speedup(count);
  if (!factor) return k_unknown;
  if (m_question.order == OfferOrder::cost) {
    const auto hours = this->hours(gpu, count);
    return hours ? -*hours * price.value() : k_unknown;
  }
  const auto& speed = known(gpu).speed;
  if (!speed) return k_unknown;
  return m_question.order == OfferOrder::speed ? *speed * *factor : *speed * *factor / price.value();
}

bool OfferRanker::passes(const MarketOffer& offer) const {
  return known(*offer.gpu).passes && m_question.count.contains(offer.count) &&
         (!m_question.terms || offer.terms == *m_question.terms) &&
         (!m_question.most || offer.price <= *m_question.most) && begins_with(offer.provider, m_question.provider) &&
         is_in(offer.region, m_question.region);
}

void OfferRanker::keep(KeptOffer offer, OfferTally& tally) const {
  offer.merit = merit(*offer.gpu, offer.count, offer.price);
  const std::string_view group = m_question.is_per_gpu ? offer.gpu->id : std::string_view();
  tally.best.try_emplace(group, m_question.limit, m_question.is_per_region).first->second.add(std::move(offer));
}

void OfferRanker::take(const MarketOffer& offer, OfferTally& tally) const {
  ++tally.offers;
  if (!offer.is_form_told) ++tally.without_form;
  tally.machines.add(hash_of(offer));
  if (known(*offer.gpu).is_unsupported) ++tally.unsupported;
  if (!passes(offer)) return;
  ++tally.passed;
  const double merit = this->merit(*offer.gpu, offer.count, offer.price);
  const auto group = tally.best.find(m_question.is_per_gpu ? offer.gpu->id : std::string_view());
  if (group != tally.best.end() && !group->second.may_take(merit)) return;
  // Printable, as parts of a list keep them too.
  keep({offer.gpu, offer.is_form_told, offer.count, offer.price, offer.terms, printable(offer.provider),
        printable(offer.region), printable(offer.instance), std::string(offer.date), merit},
       tally);
}

void OfferRanker::take(const std::variant<ListedMachine, Refusal>& listed, AcceleratorNames& names,
                       OfferTally& tally) const {
  ++tally.rows;
  const auto refuse = [&](RowRefusal why) { ++tally.refused[static_cast<std::size_t>(why)]; };
  if (const auto* refusal = std::get_if<Refusal>(&listed)) return refuse(refusal->why);
  const auto& machine = std::get<ListedMachine>(listed);
  const auto meant = names.meant(machine);
  if (const auto* why = std::get_if<RowRefusal>(&meant)) {
    if (*why == RowRefusal::unknown_gpu) tally.count_unknown(printable(machine.name()));
    return refuse(*why);
  }
  const auto [gpu, count, is_form_told] = std::get<MeantGpu>(meant);
  MarketOffer offer{
      gpu,           is_form_told,     count,          UsdPerHour(),
      machine.terms, machine.provider, machine.region, machine.number.empty() ? machine.type : machine.number,
      machine.date};
  if (machine.price) {
    offer.price = UsdPerHour{*machine.price};
    take(offer, tally);
  }
  if (machine.spot) {
    offer.price = UsdPerHour{*machine.spot};
    offer.terms = RentTerms::spot;
    take(offer, tally);
  }
}

OffersAnswer offers_answer(const OfferRanker& ranker, OfferTally tally) {
  OffersAnswer answer{ranker.question(), std::move(tally), {}};
  std::vector<const std::vector<KeptOffer>*> groups;
  for (auto& [group, top] : answer.tally.best) groups.push_back(&top.offers());
  std::sort(groups.begin(), groups.end(),
            [](const auto* a, const auto* b) { return comes_first(a->front(), b->front()); });
  for (const auto* group : groups) {
    int rank = 0;
    for (const KeptOffer& offer : *group) {
      const std::size_t regions = offer.region.empty() ? 0 : 1;
      if (rank > 0 && !answer.question.is_per_region && are_same(answer.rows.back().offer, offer)) {
        answer.rows.back().regions += regions;
        continue;
      }
      OfferRow row{++rank,       offer,
                   regions,      ranker.performance(*offer.gpu, offer.count),
                   std::nullopt, ranker.hours(*offer.gpu, offer.count),
                   std::nullopt};
      if (row.performance) row.value = row.performance->index / offer.price.value();
      if (row.hours) row.cost = Usd{*row.hours * offer.price.value()};
      answer.rows.push_back(std::move(row));
    }
  }
  return answer;
}

std::uint64_t OffersAnswer::duplicates() const {
  const auto machines = static_cast<std::uint64_t>(std::llround(tally.machines.count()));
  return tally.offers > machines ? tally.offers - machines : 0;
}

}  // namespace gpuadvisor
