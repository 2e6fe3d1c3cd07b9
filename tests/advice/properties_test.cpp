// What holds for every catalog and every request, tried on random ones. A failure names its round and request, which
// are the same each time.

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "gpuadvisor/advice/recommend.hpp"
#include "gpuadvisor/core/text.hpp"
#include "gpuadvisor/formats/json.hpp"
#include "gpuadvisor/output/answer_view.hpp"
#include "support/catch2.hpp"
#include "support/random_catalog.hpp"

using namespace gpuadvisor;

namespace {

/// "gpu-7 used", in whatever number.
std::string product_of(const Offer& offer) {
  return std::string(offer.gpu->id) + ' ' + std::string(offer.price ? enum_name(offer.price->condition) : "-");
}

/// "2x gpu-7 used".
std::string text_of(const Offer& offer) { return std::to_string(offer.count) + "x " + product_of(offer); }

std::set<std::string> rows_of(const Answer& answer) {
  std::set<std::string> rows;
  for (const auto& row : answer.rows) rows.insert(text_of(row.offer));
  return rows;
}

std::set<std::string> products_of(const Answer& answer) {
  std::set<std::string> products;
  for (const auto& row : answer.rows) products.insert(product_of(row.offer));
  return products;
}

std::set<std::string_view> gpus_of(const Answer& answer) {
  std::set<std::string_view> ids;
  for (const auto& row : answer.rows) ids.insert(row.offer.gpu->id);
  return ids;
}

/// Whether each row of `some` is one of `all`, in whatever number.
bool has_all(const Answer& all, const Answer& some) {
  const auto rows = products_of(all);
  const auto fewer = products_of(some);
  return std::includes(rows.begin(), rows.end(), fewer.begin(), fewer.end());
}

double best_score(const Answer& answer) {
  double best = 0;
  for (const auto& row : answer.rows) best = std::max(best, row.offer.priority.value_or(0));
  return best;
}

/// All offers, whether they qualify or not, of as few GPUs as the request allows.
std::vector<Offer> offers_of(const RandomRound& round, const Request& request) {
  std::vector<Offer> offers;
  for (const Gpu& gpu : round.catalog.gpus()) {
    const auto score = score_of(gpu, request.weights, *round.catalog.tables().reference);
    const auto prices = price_estimates(gpu, round.catalog, request.price_rule);
    const int count = request.count.from;
    for (const auto& price : prices) offers.push_back({&gpu, price, score, score, count});
    if (prices.empty()) offers.push_back({&gpu, std::nullopt, score, score, count});
  }
  return offers;
}

/// The rows of these GPUs in order, marked where they share a group with the one before.
Strings places(const Answer& answer, const std::set<std::string, std::less<>>& ids) {
  Strings found;
  int group = 0;
  for (const auto& row : answer.rows) {
    if (!ids.contains(row.offer.gpu->id)) continue;
    found.push_back(text_of(row.offer) + (row.group == group ? " =" : ""));
    group = row.group;
  }
  return found;
}

}  // namespace

TEST_CASE("more money never takes a row away nor lowers the best score", "[advice][properties]") {
  for_each_random_request([](const RandomRound& round, Request request, Dice& dice) {
    request.budget = Usd{dice.number(1, 60) * 25.0};
    const Answer poorer = recommend(round.catalog, request);
    const Answer poorer_list = list(round.catalog, request);
    *request.budget = *request.budget + Usd{dice.number(0, 2000) / 2.0};
    if (dice.one_in(8)) request.budget.reset();
    const Answer richer = recommend(round.catalog, request);
    REQUIRE(has_all(richer, poorer));
    REQUIRE(best_score(richer) >= best_score(poorer));
    REQUIRE(best_score(list(round.catalog, request)) >= best_score(poorer_list));
  });
}

TEST_CASE("asking for more memory never adds a row nor raises the best score", "[advice][properties]") {
  for_each_random_request([](const RandomRound& round, Request request, Dice& dice) {
    request.min_memory = Gigabytes{dice.number(0, 24) * 1.0};
    const Answer smaller = recommend(round.catalog, request);
    *request.min_memory = *request.min_memory + Gigabytes{dice.number(0, 32) / 2.0};
    const Answer larger = recommend(round.catalog, request);
    REQUIRE(has_all(smaller, larger));
    REQUIRE(best_score(larger) <= best_score(smaller));
  });
}

TEST_CASE("other GPUs and the order of records never swap two rows, nor part or join them", "[advice][properties]") {
  for (std::size_t i = 0; i < random_rounds().size(); i += 2) {
    INFO("round " << i);
    const RandomRound& round = random_rounds()[i];
    Dice dice(static_cast<unsigned>(i));
    RandomRecords fewer = round.records;
    fewer.shuffle(dice);
    std::erase_if(fewer.products, [&](const auto&) { return dice.one_in(3); });
    std::set<std::string, std::less<>> kept = {"clock"};
    for (const auto& product : fewer.products) kept.insert(product.id);
    const Catalog some = fewer.catalog();
    for (const Request& request : round.requests) {
      REQUIRE(places(list(some, request), kept) == places(list(round.catalog, request), kept));
      const Answer answer = recommend(round.catalog, request);
      const Answer other = recommend(some, request);
      // Of vendors that make no cards, others are wanted: that does depend on the catalog.
      if (other.request.installable == answer.request.installable) REQUIRE(places(other, kept) == places(answer, kept));
    }
  }
}

namespace {

// Each constraint once more, in plain code.

template <class T>
bool is_among(const std::vector<T>& wanted, const auto& found) {
  return wanted.empty() || std::find(wanted.begin(), wanted.end(), found) != wanted.end();
}

bool is_affordable(const Offer& offer, const Request& request) {
  return !request.budget || (offer.price && !offer.price->only_recalled && offer.price->age != PriceAge::unusable &&
                             offer.count * offer.price->median.value() <= request.budget->value());
}

bool has_memory(const Gpu& gpu, Gigabytes needed) {
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
  const bool is_module = gpu.form >= Form::sxm2 && gpu.form <= Form::socket;
  const auto named = [&](const char* group, bool is_in) { return is_in && is_among(forms, group); };
  return is_among(forms, enum_name(gpu.form)) || named("card", is_card_with_cooling(gpu)) ||
         named("passive", is_passive) || named("module", is_module);
}

bool is_about(const SupportEvent& event, const Gpu& gpu) {
  const auto& own = gpu.compute_capability;  // like "8.6"
  const bool is_begin = event.event == SupportChange::supported_from;
  return event.targets.empty() || own.empty() ||
         std::any_of(event.targets.begin(), event.targets.end(), [&](const auto target) {
           return target == own || (is_begin && target[0] == own[0] && target[2] < own[2]);
         });
}

/// The newest known change of a stack; when none is known, a deprecation if that is what comes first.
std::optional<SupportChange> newest_change(const Gpu& gpu, std::string_view stack, const Catalog& catalog) {
  std::optional<SupportChange> known;
  std::optional<SupportChange> announced;
  for (const SupportEvent& event : catalog.support_of(gpu.vendor, gpu.architecture)) {
    if (event.stack != stack || !is_about(event, gpu)) continue;
    auto& change = catalog.known_on(event.date) <= k_random_today ? known : announced;
    if (&change == &known || !announced) change = event.event;
  }
  return known || announced != SupportChange::deprecated ? known : announced;
}

bool has_support(const Gpu& gpu, Support wanted, const Catalog& catalog) {
  const bool is_nvidia = gpu.vendor == "nvidia";
  if (wanted == Support::any || (!is_nvidia && (wanted == Support::cuda || gpu.vendor != "amd"))) {
    return wanted == Support::any;
  }
  const auto toolkit = newest_change(gpu, is_nvidia ? "cuda-toolkit" : "rocm", catalog);
  return toolkit.value_or(SupportChange::dropped) != SupportChange::dropped &&
         newest_change(gpu, "nvidia-driver", catalog) != SupportChange::dropped &&
         newest_change(gpu, "pytorch-binaries", catalog) != SupportChange::dropped;
}

/// Whether an offer passes what is in force.
bool qualifies(const Offer& offer, const Request& request, const Catalog& catalog) {
  const Gpu& gpu = *offer.gpu;
  return is_affordable(offer, request) && has_memory(gpu, request.min_memory.value_or(Gigabytes{0})) &&
         is_among(request.vendors, gpu.vendor) && is_among(request.segments, gpu.segment) &&
         (!request.condition || (offer.price && offer.price->condition == *request.condition)) &&
         (!request.max_power || (gpu.tdp && offer.count * gpu.tdp->value() <= request.max_power->value())) &&
         (!request.released || is_released_within(gpu, *request.released)) &&
         is_of_any_form(gpu, request.forms.value_or(Strings())) &&
         (!request.installable || is_card_with_cooling(gpu)) &&
         has_support(gpu, request.support.value_or(Support::any), catalog) &&
         (!request.memory_floor || has_memory(gpu, request.memory_floor->memory));
}

Failures failure_of(std::string_view constraint) {
  const auto at = std::find(k_constraints.begin(), k_constraints.end(), constraint);
  return Failures().set(static_cast<std::size_t>(at - k_constraints.begin()));
}

}  // namespace

TEST_CASE("the rows are the offers that pass every constraint in force", "[advice][properties]") {
  for_each_random_request([](const RandomRound& round, const Request& request, Dice&) {
    const Answer answer = recommend(round.catalog, request);
    std::set<std::string> offers;
    std::set<std::string> expected;
    for (const Offer& offer : offers_of(round, request)) {
      REQUIRE(offers.insert(product_of(offer)).second);  // one per condition
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

TEST_CASE("every GPU has a row, or reasons why it has none and a place in the counts", "[advice][properties]") {
  for_each_random_request([](const RandomRound& round, const Request& request, Dice&) {
    const Answer answer = recommend(round.catalog, request);
    const auto shown = gpus_of(answer);
    std::map<std::string_view, std::vector<Failures>> excluded;  // what each offer of a GPU fails
    for (const Offer& offer : offers_of(round, request)) {
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

// In k_constraints.
constexpr std::size_t k_installable = 9;
constexpr std::size_t k_support = 10;
constexpr std::size_t k_memory_floor = 11;

Failures defaults_in_force(const Request& request) {
  Failures in_force;
  in_force[k_installable] = request.installable;
  in_force[k_support] = request.support != Support::any;
  in_force[k_memory_floor] = request.memory_floor.has_value();
  return in_force;
}

/// The request without some of the defaults.
Request lifted(Request asked, const Failures& defaults) {
  if (defaults[k_installable]) asked.forms.emplace();
  if (defaults[k_support]) asked.support = Support::any;
  if (defaults[k_memory_floor]) asked.min_memory = Gigabytes{0};
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
    for (std::size_t i = k_installable; i <= k_memory_floor; ++i) {
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

namespace {

/// The request with an option of a near miss, like "--budget 750" or "without --vendor".
Request changed(Request asked, const std::string& change) {
  const auto blank = change.find(' ');
  const std::string option = change.substr(0, blank);
  const std::string value = change.substr(blank + 1);
  if (option == "--budget") asked.budget = Usd{std::stod(value)};
  if (option == "--min-memory") asked.min_memory = Gigabytes{std::stod(value)};
  if (option == "--max-power") asked.max_power = Watts{std::stod(value)};
  if (option == "--support") asked.support = enum_from_name<Support>(value).value();
  if (change == "--form any") asked.forms.emplace();
  if (change == "without --vendor") asked.vendors.clear();
  if (change == "without --segment") asked.segments.clear();
  if (change == "without --condition") asked.condition.reset();
  if (change == "without --released") asked.released.reset();
  return asked;
}

/// The request with a little less of the one change of a near miss, where that is to a figure asked for.
std::optional<Request> changed_less(Request asked, const NearMiss& miss) {
  const std::string_view constraint = miss.missing.front().constraint;
  asked = changed(asked, miss.changes.front());
  if (constraint == "budget") return asked.budget = *asked.budget - Usd{1}, asked;
  if (constraint == "memory") return asked.min_memory = *asked.min_memory + Gigabytes{0.001}, asked;
  if (constraint == "power") return asked.max_power = *asked.max_power - Watts{0.001}, asked;
  return {};
}

/// Whether some change of the request would let the offer in, however large.
bool is_reachable(const Offer& offer, Request asked) {
  if (asked.budget) asked.budget = Usd{1e9};
  const bool lacks_memory = asked.min_memory > Gigabytes{0} && !offer.gpu->memory;
  return is_affordable(offer, asked) && !lacks_memory && (!asked.max_power || offer.gpu->tdp);
}

bool is_change(const NearMiss& miss) { return miss.kind == NearMissKind::change; }

/// Whether a near miss that no change lets in has the price that it is told for.
bool is_near_price(const NearMiss& miss, Usd budget) {
  const auto& price = miss.offer.price;
  if (miss.kind == NearMissKind::no_price) return !price;
  if (miss.kind == NearMissKind::last_price)
    return price->age == PriceAge::unusable && at_price(miss.offer, price->median) <= budget;
  return price->age != PriceAge::unusable && at_price(miss.offer, price->low) <= budget &&
         at_price(miss.offer, price->median) > budget;
}

}  // namespace

TEST_CASE("a near miss is let in by the changes it names, and by no less of one", "[advice][properties]") {
  int seen = 0;
  for_each_random_request([&](const RandomRound& round, const Request& asked, Dice&) {
    const Answer answer = recommend(round.catalog, asked);
    if (answer.rows.size() >= k_short_answer) REQUIRE(answer.near_misses.empty());
    for (const NearMiss& miss : answer.near_misses) {
      INFO(text_of(miss.offer));
      REQUIRE_FALSE(rows_of(answer).contains(text_of(miss.offer)));
      if (!is_change(miss)) {
        REQUIRE(is_near_price(miss, *asked.budget));
        continue;
      }
      ++seen;
      Request request = asked;
      for (const auto& change : miss.changes) request = changed(request, change);
      REQUIRE(rows_of(recommend(round.catalog, request)).contains(text_of(miss.offer)));
      const auto less = miss.changes.size() == 1 ? changed_less(asked, miss) : std::nullopt;
      if (less) REQUIRE(rows_of(recommend(round.catalog, *less)) == rows_of(answer));
    }
  });
  CHECK(seen > 500);
}

TEST_CASE("an empty answer begins its near misses with the least change that would do", "[advice][properties]") {
  for_each_random_request([](const RandomRound& round, const Request& asked, Dice&) {
    const Answer answer = recommend(round.catalog, asked);
    if (!answer.rows.empty()) return;
    const auto change_for = [&](const Offer& offer) {
      const Failures failed = Judge(answer.request, round.catalog).failures(offer);
      return relaxation(offer, failed, asked, answer.request, round.catalog).size;
    };
    for (const Offer& offer : offers_of(round, asked)) {
      if (!is_reachable(offer, asked)) continue;
      INFO(text_of(offer));
      REQUIRE_FALSE(answer.near_misses.empty());
      const NearMiss& first = answer.near_misses.front();
      REQUIRE(is_change(first));
      REQUIRE(change_for(first.offer) <= change_for(offer));
      const auto missing = rejections(offer, answer.request, round.catalog);
      const bool needs_more = std::any_of(missing.begin(), missing.end(), [](const Rejection& rejection) {
        return rejection.constraint == "vendor" || rejection.constraint == "segment";  // which defaults depend on
      });
      if (!needs_more) REQUIRE(first.changes.size() <= missing.size());
    }
  });
}

namespace {

AnswerView view_of(const Answer& answer, const RandomRound& round, std::size_t limit = 0) {
  return {"recommend", round.catalog, "1.0", answer.request, answer, limit};
}

/// The answer to a request in every format.
Strings bytes(const RandomRound& round, const Request& asked) {
  const Answer answer = recommend(round.catalog, asked);
  const AnswerView view = view_of(answer, round);
  return {answer_table(view, {80, true}, true), answer_table(view, {200, false}, true), answer_json(view),
          answer_csv(view, true), answer_names(view)};
}

/// `part` of each line.
template <class Part>
Strings of_lines(std::string_view text, Part part) {
  Strings found;
  while (!text.empty()) {
    found.emplace_back(part(text.substr(0, text.find('\n'))));
    text.remove_prefix(text.find('\n') + 1);
  }
  return found;
}

std::string_view third_field(std::string_view record) { return split(record, ',')[2]; }

/// The columns are two blanks apart; the first one is aligned to the right and has none.
std::string_view second_cell(std::string_view line) {
  line.remove_prefix(line.find_first_not_of(' '));
  line.remove_prefix(line.find(' ') + 2);
  return line.substr(0, line.find("  "));
}

}  // namespace

TEST_CASE("the same records in any order give the same bytes in every format", "[advice][properties]") {
  for_each_random_request(
      [](const RandomRound& round, const Request& request, Dice& dice) {
        const Strings expected = bytes(round, request);
        REQUIRE(bytes(round, request) == expected);
        RandomRound shuffled = round;
        shuffled.records.shuffle(dice);
        shuffled.catalog = shuffled.records.catalog();
        REQUIRE(bytes(shuffled, request) == expected);
      },
      10);
}

TEST_CASE("every format has the same rows in the same order", "[advice][properties]") {
  for_each_random_request(
      [](const RandomRound& round, const Request& request, Dice& dice) {
        const Answer answer = dice.one_in(3) ? list(round.catalog, request) : recommend(round.catalog, request);
        for (const std::size_t limit : {0U, 1U, 3U}) {
          const AnswerView view = view_of(answer, round, limit);
          Strings ids;
          Strings names;
          for (const auto& row : answer.rows) {
            if (limit > 0 && ids.size() == limit) break;
            ids.emplace_back(row.offer.gpu->id);
            const int count = row.offer.count;
            names.push_back((count > 1 ? std::to_string(count) + "x " : "") + std::string(short_name(*row.offer.gpu)));
          }
          Strings json_ids;
          const Json json = parse_json(answer_json(view), "answer");
          for (const Json& row : json.find("results")->items) json_ids.push_back(row.find("id")->string);
          REQUIRE(json_ids == ids);
          REQUIRE(of_lines(answer_csv(view, false), third_field) == ids);
          REQUIRE(of_lines(answer_names(view), [](auto line) { return line; }) == ids);
          if (!ids.empty()) REQUIRE(of_lines(answer_table(view, {300, false}, false), second_cell) == names);
        }
      },
      10);
}

TEST_CASE("a ranking is the order of any two offers, without gaps, its groups called by their first",
          "[advice][properties]") {
  for_each_random_request([](const RandomRound& round, const Request& request, Dice& dice) {
    const auto old_prices = dice.one_in(2) ? OldPrices::last : OldPrices::anywhere;
    const auto rows = ranking(offers_of(round, request), request.rank_by, old_prices);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      REQUIRE(rows[i].rank == static_cast<int>(i) + 1);
      REQUIRE((rows[i].group == rows[i].rank || (i > 0 && rows[i].group == rows[i - 1].group)));
      for (std::size_t k = 0; k < rows.size(); ++k) {
        REQUIRE(ranks_before(rows[i].offer, rows[k].offer, request.rank_by, old_prices) == (i < k));
      }
    }
  });
}
