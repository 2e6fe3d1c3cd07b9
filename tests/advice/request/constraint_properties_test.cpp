// What holds for every catalog and every request, tried on random ones. A failure names its round and request, which
// are the same each time.

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "core/glob.hpp"
#include "gpuadvisor/advice/recommend.hpp"
#include "gpuadvisor/catalog/name_lookup.hpp"
#include "support/answer_sets.hpp"
#include "support/catch2.hpp"
#include "support/random_catalog.hpp"

using namespace gpuadvisor;

namespace {

// Each constraint once more, in plain code.

template <class T>
bool is_among(const std::vector<T>& wanted, const auto& found) {
  return wanted.empty() || std::find(wanted.begin(), wanted.end(), found) != wanted.end();
}

bool is_affordable(const Offer& offer, const Request& request) {
  return !request.budget ||
         (offer.price && offer.price->decides() && offer.count * offer.price->today.value() <= request.budget->value());
}

bool has_memory(const Gpu& gpu, Gibibytes needed) {
  return needed.value() == 0 || (gpu.memory && gpu.memory->value() / gpu.devices.value_or(1) >= needed.value());
}

bool is_released_within(const Gpu& gpu, const DateRange& range) {
  return gpu.released && (!range.from || gpu.released->last_day() >= range.from->first_day()) &&
         (!range.to || gpu.released->first_day() <= range.to->last_day());
}

bool is_card_with_cooling(const Gpu& gpu) {
  const bool is_card = gpu.form == Form::pcie_card || gpu.form == Form::pcie_low_profile;
  return is_card && gpu.cooling != Cooling::passive;
}

bool is_of_any_form(const Gpu& gpu, const Strings& forms) {
  const bool is_passive = gpu.cooling == Cooling::passive && gpu.form <= Form::pcie_low_profile;
  const bool is_module = gpu.form >= Form::sxm && gpu.form <= Form::socket;
  const auto named = [&](const char* group, bool is_in) { return is_in && is_among(forms, group); };
  return is_among(forms, enum_name(gpu.form)) || named("card", is_card_with_cooling(gpu)) ||
         named("passive", is_passive) || named("module", is_module);
}

/// Whether a figure is known and within a range; whatever it is where none is asked for.
template <class T>
bool is_within(const std::optional<T>& figure, const std::optional<Range<T>>& range) {
  return !range || (figure && (!range->from || *figure >= *range->from) && (!range->to || *figure <= *range->to));
}

bool has_price_within(const Offer& offer, const Request& request) {
  const bool is_usable = offer.price && offer.price->decides();
  return is_within(is_usable ? std::optional(Usd{offer.count * offer.price->today.value()}) : std::nullopt,
                   request.price);
}

std::optional<Gibibytes> memory_of(const Gpu& gpu) {
  return gpu.memory ? std::optional(Gibibytes{gpu.memory->value() / gpu.devices.value_or(1)}) : std::nullopt;
}

std::optional<Watts> power_of(const Offer& offer) {
  if (!offer.gpu->tdp) return std::nullopt;
  return Watts{offer.count * offer.gpu->tdp->value()};
}

/// "8.6" as 8006.
std::optional<int> number_of(std::string_view capability) {
  if (capability.empty()) return std::nullopt;
  const std::string text(capability);
  return std::stoi(text) * 1000 + std::stoi(text.substr(text.find('.') + 1));
}

bool has_capability(const Gpu& gpu, const Request& request) {
  if (!request.compute_capability) return true;
  const auto number = number_of(gpu.compute_capability);
  const auto& [from, to] = *request.compute_capability;
  return number && (!from || *number >= *number_of(from->text())) && (!to || *number <= *number_of(to->text()));
}

bool is_named(const Gpu& gpu, const Request& request) {
  const auto is_one_of = [&](const NamedGpus& named) {
    const auto& patterns = named.patterns();
    return std::any_of(patterns.begin(), patterns.end(), [&](const std::string& pattern) {
      if (!has_wildcard(pattern)) return gpu.id == pattern;
      return Glob::parse(pattern)->matches(gpu.id) || Glob::parse(pattern)->matches(gpu.name) ||
             Glob::parse(pattern)->matches(short_name(gpu)) || Glob::parse(pattern)->matches(name_key(gpu.name));
    });
  };
  return (!request.only || is_one_of(*request.only)) && (!request.exclude || !is_one_of(*request.exclude));
}

/// Where products of our vendors may run, by the forms and by the two rules of random catalogs.
bool may_run(const Gpu& gpu, std::optional<Deployment> where) {
  const bool is_module = gpu.form >= Form::sxm && gpu.form <= Form::socket;
  if (where == Deployment::desktop) {
    return is_card_with_cooling(gpu) && !(gpu.vendor == "amd" && gpu.segment == Segment::datacenter);
  }
  return !where || ((gpu.form <= Form::pcie_low_profile || is_module) &&
                    !(gpu.vendor == "nvidia" && gpu.segment == Segment::consumer));
}

bool is_about(const SupportEvent& event, const Gpu& gpu, const Catalog& catalog) {
  const auto& own = gpu.compute_capability;  // like "8.6"
  const auto events = catalog.support_of(gpu.vendor, gpu.architecture);
  const bool is_named = std::any_of(events.begin(), events.end(), [&](const SupportEvent& any) {
    return std::count(any.targets.begin(), any.targets.end(), own) > 0;
  });
  const bool reaches_later = event.event == SupportChange::supported_from || !is_named;
  return event.targets.empty() || own.empty() ||
         std::any_of(event.targets.begin(), event.targets.end(), [&](const auto target) {
           return target == own || (reaches_later && target[0] == own[0] && target[2] < own[2]);
         });
}

/// The newest known change of a stack; when none is known, a deprecation if that is what comes first.
std::optional<SupportChange> newest_change(const Gpu& gpu, std::string_view stack, const Catalog& catalog) {
  std::optional<SupportChange> known;
  std::optional<SupportChange> announced;
  for (const SupportEvent& event : catalog.support_of(gpu.vendor, gpu.architecture)) {
    if (event.stack != stack || event.event == SupportChange::build_only || !is_about(event, gpu, catalog)) continue;
    auto& change = catalog.known_on(event.date) <= k_random_today ? known : announced;
    if (&change == &known || !announced) change = event.event;
  }
  return known || announced != SupportChange::deprecated ? known : announced;
}

bool has_support(const Gpu& gpu, Support wanted, const Catalog& catalog) {
  if (wanted == Support::any) return true;
  const bool is_nvidia = gpu.vendor == "nvidia";
  if (!is_nvidia && gpu.vendor != "amd") return false;
  if (wanted == (is_nvidia ? Support::rocm : Support::cuda)) return false;
  const auto toolkit = newest_change(gpu, is_nvidia ? "cuda-toolkit" : "rocm", catalog);
  if (wanted == Support::current && toolkit == SupportChange::community) return false;
  return toolkit.value_or(SupportChange::dropped) != SupportChange::dropped &&
         newest_change(gpu, "nvidia-driver", catalog) != SupportChange::dropped &&
         newest_change(gpu, "pytorch-binaries", catalog) != SupportChange::dropped;
}

/// Whether a supply is what is recommended for one card, and the board power of each further one.
bool is_enough(Watts supply, const Offer& offer, const Catalog& catalog) {
  const auto one = recommended_supply(*offer.gpu, catalog);
  if (!one || (offer.count > 1 && !offer.gpu->tdp)) return false;
  return one->supply + offer.gpu->tdp.value_or(Watts{0}) * (offer.count - 1) <= supply;
}

/// Whether an offer passes what is in force.
bool qualifies(const Offer& offer, const Request& request, const Catalog& catalog) {
  const Gpu& gpu = *offer.gpu;
  return is_affordable(offer, request) && has_price_within(offer, request) && is_named(gpu, request) &&
         is_within(memory_of(gpu), request.memory) && is_within(power_of(offer), request.power) &&
         (!request.supply || is_enough(*request.supply, offer, catalog)) &&
         (!request.max_slots || (gpu.slots && *gpu.slots <= *request.max_slots)) &&
         (request.cooling.empty() || (gpu.cooling && is_among(request.cooling, *gpu.cooling))) &&
         may_run(gpu, request.deployment) && has_capability(gpu, request) &&
         has_memory(gpu, request.min_memory.value_or(Gibibytes{0})) && is_among(request.vendors, gpu.vendor) &&
         is_among(request.segments, gpu.segment) &&
         (!request.condition || (offer.price && offer.price->condition == *request.condition)) &&
         (!request.max_power || (gpu.tdp && offer.count * gpu.tdp->value() <= request.max_power->value())) &&
         (!request.released || is_released_within(gpu, *request.released)) &&
         is_of_any_form(gpu, request.forms.value_or(Strings())) &&
         (!request.installable || is_card_with_cooling(gpu)) &&
         has_support(gpu, request.support.value_or(Support::any), catalog) &&
         (!request.memory_floor || has_memory(gpu, request.memory_floor->memory));
}

}  // namespace

TEST_CASE("the rows are the offers that pass every constraint in force", "[advice][properties]") {
  for_each_random_request([](const RandomRound& round, const Request& request, Dice&) {
    const Answer answer = recommend(round.catalog, request);
    std::set<std::string> offers;
    std::set<std::string> expected;
    for (const Offer& offer : offers_of(round, request)) {
      REQUIRE(offers.insert(product_of(offer)).second);  // one per condition
    }
    for (const Offer& offer : offers_of_all_counts(round, request)) {
      if (qualifies(offer, answer.request, round.catalog)) expected.insert(product_of(offer));
    }
    REQUIRE(products_of(answer) == expected);
    REQUIRE(answer.rows.size() == expected.size());
    for (const auto& row : answer.rows) {
      REQUIRE(row.offer.count >= request.count.from);
      REQUIRE(row.offer.count <= request.count.to);
      REQUIRE(qualifies(row.offer, answer.request, round.catalog));
    }
  });
}

TEST_CASE("asking for more never adds a row", "[advice][properties]") {
  for_each_random_request([](const RandomRound& round, const Request& request, Dice& dice) {
    Request stricter = request;
    ask_for_details(dice, round.catalog, stricter);
    const auto asks_as_much = [&](const auto& before, const auto& after) { return !before || before == after; };
    const bool replaces = !asks_as_much(request.deployment, stricter.deployment) ||
                          !asks_as_much(request.max_slots, stricter.max_slots) || request.price || request.memory ||
                          request.power || request.supply || request.compute_capability || request.only ||
                          request.exclude || !request.cooling.empty();
    if (replaces) return;  // something that was asked for before
    // A list has the cheapest condition of each GPU: that may be another one from some price on.
    const bool has_another_cheapest = stricter.price && stricter.price->from;
    if (!has_another_cheapest) REQUIRE(has_all(list(round.catalog, request), list(round.catalog, stricter)));
    // Advice has fewer defaults where more is named.
    const Request before = with_defaults(request, round.catalog);
    const Request after = with_defaults(stricter, round.catalog);
    const bool has_same_defaults =
        before.installable == after.installable && before.memory_floor.has_value() == after.memory_floor.has_value();
    if (has_same_defaults) REQUIRE(has_all(recommend(round.catalog, request), recommend(round.catalog, stricter)));
  });
}

TEST_CASE("every GPU has a row, or reasons why it has none and a place in the counts", "[advice][properties]") {
  for_each_random_request([](const RandomRound& round, const Request& request, Dice&) {
    const Answer answer = recommend(round.catalog, request);
    const auto shown = gpus_of(answer);
    std::map<std::string_view, std::vector<Failures>> excluded;  // what each offer of a GPU fails
    const bool can_be_too_few = (request.price && request.price->from) || (request.power && request.power->from);
    for (const Offer& offer : can_be_too_few ? offers_of_all_counts(round, request) : offers_of(round, request)) {
      if (shown.contains(offer.gpu->id)) continue;
      Failures& failed = excluded[offer.gpu->id].emplace_back();
      for (const auto& [constraint, reason] : rejections(offer, answer.request, round.catalog)) {
        failed |= failure_of(constraint);
        REQUIRE_FALSE(reason.empty());
      }
      REQUIRE(failed.any());
    }
    REQUIRE(static_cast<std::size_t>(answer.excluded.total) == excluded.size());
    REQUIRE(excluded.size() + shown.size() == round.catalog.gpus().size());
    Excluded expected{answer.excluded.total, {}};
    for (const auto& [id, failures] : excluded) {
      const Failures by_all = std::accumulate(failures.begin(), failures.end(), Failures().set(), std::bit_and());
      const Failures by_any = std::accumulate(failures.begin(), failures.end(), Failures(), std::bit_or());
      for (std::size_t i = 0; i < by_any.size(); ++i) {
        expected.by_constraint[i] += by_all.any() ? by_all[i] : by_any[i];
      }
    }
    REQUIRE(answer.excluded.by_constraint == expected.by_constraint);
  });
}

namespace {

Failures defaults_in_force(const Request& request) {
  Failures in_force;
  if (request.installable) in_force |= failure_of("installable");
  if (request.support != Support::any) in_force |= failure_of("support");
  if (request.memory_floor) in_force |= failure_of("memory-floor");
  return in_force;
}

/// The request without some of the defaults.
Request lifted(Request asked, const Failures& defaults) {
  if ((defaults & failure_of("installable")).any()) asked.forms.emplace();
  if ((defaults & failure_of("support")).any()) asked.support = Support::any;
  if ((defaults & failure_of("memory-floor")).any()) asked.min_memory = Gibibytes{0};
  return asked;
}

/// Requires that `more` has the GPUs of `answer`, those that are told to be hidden, and no others.
void require_exactly_hidden(const Answer& more, const Answer& answer, const Hidden& hidden,
                            const std::set<std::string_view>& hidden_otherwise = {}) {
  const auto shown = gpus_of(answer);
  std::set<std::string_view> gpus;
  std::string best;
  for (const auto& row : more.rows) {
    const auto id = row.offer.gpu->id;
    if (shown.contains(id) || hidden_otherwise.contains(id)) continue;
    if (gpus.empty()) best = text_of(row.offer);
    gpus.insert(id);
  }
  REQUIRE(gpus.size() == static_cast<std::size_t>(hidden.gpus));
  REQUIRE(best == (hidden.gpus == 0 ? std::string() : text_of(hidden.best)));
  REQUIRE(has_all(more, answer));
}

}  // namespace

TEST_CASE("lifting a default constraint brings in exactly the GPUs that it hides", "[advice][properties]") {
  int seen = 0;
  for_each_random_request([&](const RandomRound& round, const Request& asked, Dice&) {
    const Answer answer = recommend(round.catalog, asked);
    const Failures in_force = defaults_in_force(answer.request);
    std::set<std::string_view> hidden_by_one;
    Failures told;
    for (const Hidden& hidden : answer.hidden) {
      told |= hidden.constraints;
      REQUIRE(hidden.constraints.count() == 1);
      const Answer more = recommend(round.catalog, lifted(asked, hidden.constraints));
      require_exactly_hidden(more, answer, hidden);
      hidden_by_one.merge(gpus_of(more));
      seen += hidden.gpus;
    }
    REQUIRE((told & ~in_force).none());
    for (std::size_t i = 0; i < in_force.size(); ++i) {
      const Failures untold = in_force & ~told & Failures().set(i);
      if (untold.any()) require_exactly_hidden(recommend(round.catalog, lifted(asked, untold)), answer, {});
    }
    const Hidden& several = answer.hidden_by_several;
    require_exactly_hidden(recommend(round.catalog, lifted(asked, in_force)), answer, several, hidden_by_one);
    if (several.gpus > 0) {
      REQUIRE(rows_of(recommend(round.catalog, lifted(asked, several.constraints))).contains(text_of(several.best)));
    }
  });
  CHECK(seen > 500);
}
