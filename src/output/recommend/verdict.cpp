#include "verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "advice/rent/rented_run.hpp"
#include "answer_notes.hpp"
#include "core/contains.hpp"
#include "core/text.hpp"
#include "core/two_digits.hpp"
#include "cost_words.hpp"
#include "gpuadvisor/advice/ranking.hpp"
#include "gpuadvisor/core/money.hpp"
#include "output/cost/own_or_rent_words.hpp"
#include "output/cost/without_buying_words.hpp"
#include "output/memory/job_words.hpp"
#include "output/memory/token_text.hpp"
#include "output/phrases/change_text.hpp"
#include "output/phrases/familiar_words.hpp"
#include "output/phrases/feasibility_words.hpp"
#include "output/phrases/figure_words.hpp"
#include "output/phrases/gpu_words.hpp"
#include "output/phrases/offer_words.hpp"
#include "report/number_text.hpp"

namespace gpuadvisor {
namespace {

bool is_unpriced_laptop(const Offer& offer) { return !offer.price && !offer.rental && offer.gpu->form == Form::laptop; }

/// Why a row is the first.
std::string why(const AnswerView& view, const DetailedOffer& row) {
  const auto& all = view.answer.rows;
  const std::string of = all.size() == 1 ? "" : fmt::format(" of {} that qualify", all.size());
  if (all.size() == 1) return "the only one that qualifies";
  if (row.offer.price && !unknown_prices_text(view).empty()) return "first among those with known prices";
  constexpr auto k_by_price = std::to_array({RankBy::value, RankBy::price, RankBy::price_per_gb, RankBy::cost});
  if (is_unpriced_laptop(row.offer) && contains(k_by_price, view.request().rank_by))
    return "of unknown price, first" + of;
  const auto is_tied = [&](const RankedOffer& other) { return other.group == row.group; };
  const auto equals = std::count_if(all.begin(), all.end(), is_tied) - 1;
  switch (view.request().rank_by) {
    case RankBy::value:
      return "the most speed for the money" + of;
    case RankBy::price:
      return (row.offer.count > k_most_gpus ? "the cheapest with its machines" : "the cheapest") + of;
    case RankBy::price_per_gb:
      return "the most memory for the money" + of;
    case RankBy::memory:
      return "the most memory" + of;
    case RankBy::efficiency:
      return "the most speed per watt" + of;
    case RankBy::priority:
      return "first by the guides' order" + of;
    case RankBy::cost:
      return "the cheapest work" + of;
    case RankBy::performance:
      break;
  }
  if (!ranking_speed(row.offer)) return "first by memory, since no speed is known";
  if (row.group > 1) return fmt::format("the fastest{} with an offer today", of);
  if (equals == 0) return "the fastest" + of;
  return fmt::format("among the fastest{}", of);
}

/// Whether the fastest is asked for, and what it may cost is not said.
bool is_at_any_price(const AnswerView& view, const DetailedOffer& row) {
  const Request& request = view.request();
  return request.rank_by == RankBy::performance && !request.budget && !request.price && !request.owning &&
         view.answer.rows.size() > 1 && !row.offer.memory && view.answer.changes.empty();
}

/// "At any price: a new RTX PRO 6000, about $15,888, the fastest of 33 that qualify; --budget sets a limit."
std::string fastest_text(const AnswerView& view, const DetailedOffer& row) {
  return fmt::format("Without a budget: {}, {}, {}. Set one with --budget.", offer_phrase(row.offer),
                     price_words(row.offer), why(view, row));
}

std::string speed_text(const AnswerView& view, const DetailedOffer& row) {
  if (const auto& rate = row.details.rate) {
    constexpr double k_reading = 3;  // tokens per second: about 130 words a minute
    std::string tokens = rate_text(*rate);
    if (tokens.starts_with('~')) tokens.erase(0, 1);
    const bool writes = row.details.rates() != nullptr;
    std::string text = fmt::format("about {} tokens/s{}{}", tokens, has_users(view.request()) ? " per user" : "",
                                   writes && rate->high < k_reading ? ", slower than one reads" : "");
    if (const auto& run = row.details.run) text += "; " + run_text(*run);
    const auto& user = row.offer.user_speed;
    if (user && user->seconds_to_first_token)
      text +=
          fmt::format(", starting after about {:g} s", two_digits(*user->seconds_to_first_token, Rounding::nearest));
    const TokenRates* rates = row.details.rates();
    if (rates != nullptr && rates->serving)
      text += "; " + layout_sentence(rates->serving->layout) + " in " + format_name(row.details.plan->way->job.weights);
    return text;
  }
  if (const auto& times = row.offer.times_real_time) {
    return fmt::format("transcribes at about {:g} times real time (predicted){}", two_digits(*times, Rounding::down),
                       view.request().takes_enough ? ": for one stream, faster cards bring nothing" : "");
  }
  if (!row.offer.speed) return {};
  std::string_view reference = view.catalog.reference_name;
  constexpr std::string_view k_brand = "GeForce ";
  if (reference.starts_with(k_brand)) reference.remove_prefix(k_brand.size());
  if (view.request().speed_kind == SpeedKind::score) {
    return fmt::format("score {} ({} = 1)", rounded(*row.offer.speed), reference);
  }
  const auto& performance = row.details.performance;
  std::string text =
      fmt::format("{} times a{} {}{}", rounded(*row.offer.speed), reference.starts_with("RTX") ? "n" : "", reference,
                  performance ? fmt::format(" ({})", enum_name(performance->basis)) : "");
  if (const auto& run = row.details.run) return text + "; " + run_text(*run);
  const auto& rates = row.details.familiar;
  const std::string rate = rates.empty() ? "" : familiar_sentence(rates.front());
  if (rate.empty()) return text;
  const auto& batch = rates.front().batch;
  const std::string at = view.request().largest_batch && batch ? " at a batch of " + in_thousands(*batch) : "";
  return fmt::format("{}, {}{}", text, rate, at);
}

/// What a price that nobody asked may be, and what one leaves out that is the budget to the dollar.
std::string price_remark(const Offer& offer, const std::optional<Usd>& budget) {
  const auto& price = offer.price;
  if (!price || offer.rental) return {};
  const bool is_without_tax = price->asked != nullptr && price->asked->region == k_home_country;
  if (budget && is_without_tax && *total_price(offer) == *budget) return "exactly the budget, without tax and shipping";
  if (price->basis != PriceBasis::carried || price->low == price->high) return {};
  return fmt::format("likely {} to {} today", money(at_price(offer, price->low)), money(at_price(offer, price->high)));
}

/// The nearest that is offered and that nothing but the budget keeps out: "a used RTX 3090, asked from $1,430
/// (October), $430 over the budget."; empty where there is none.
std::string nearest_by_budget(const AnswerView& view) {
  for (const NearMiss& miss : view.answer.near_misses) {
    const bool is_by_budget = miss.kind == NearMissKind::within_interval ||
                              (miss.missing.size() == 1 && miss.missing.front().constraint == "budget");
    if (!is_by_budget || !is_offered(miss.offer)) continue;
    const Usd over = *total_price(miss.offer) - *view.request().budget;
    return fmt::format("{}, {}, {} over the budget.", offer_phrase(miss.offer), price_words(miss.offer),
                       money_exact(Usd{std::ceil(over.value())}));
  }
  return {};
}

/// What to do where nothing that fits was seen to be offered lately.
std::string without_offers(const AnswerView& view, const DetailedOffer& row) {
  constexpr std::string_view k_none = "No matching GPU is on sale right now. ";
  const std::string nearest = nearest_by_budget(view);
  if (!nearest.empty()) return fmt::format("{}Nearest: {}", k_none, nearest);
  return fmt::format("{}Last seen: {}, {}.", k_none, offer_phrase(row.offer), price_words(row.offer));
}

/// "RTX 3090", "2x RTX 3090 and RTX 4090".
std::string own_names(const WantedJob& job) {
  std::vector<std::string> names;
  for (const GpuGroup& own : job.own()) {
    names.push_back((own.count > 1 ? fmt::format("{}x ", own.count) : "") + brief_name(*own.gpu));
  }
  return enumeration(names);
}

bool has_several(const WantedJob& job) { return job.own().size() > 1 || job.own().front().count > 1; }

/// What to do where nothing qualifies: the purchase that does it.
std::string nothing_text(const AnswerView& view) {
  const auto& own = view.details.own_alone;
  if (own && own->memory && own->memory->total()) {
    const WantedJob& job = *view.request().job;
    return fmt::format("No card within {} is enough. Your {} with {:g} GB of RAM {}: {}.",
                       money(*view.request().budget), own_names(job), own->memory->size.value(),
                       has_several(job) ? "do" : "does", memory_price_words(*own->memory));
  }
  const std::string nearest = nearest_by_budget(view);
  if (nearest.empty()) return std::string(no_rows_text(view));
  return fmt::format("No GPU within {} qualifies. The cheapest on sale that does: {}", money(*view.request().budget),
                     nearest);
}

/// "66-140 tokens/s per user", with a text before it; empty where no rate is known.
std::string rate_words(std::string_view before, const std::optional<NetworkRate>& rate, const Request& request) {
  if (!rate) return {};
  return fmt::format("{}{} tokens/s{}", before, rate_text(*rate), has_users(request) ? " per user" : "");
}

/// That the asker needs nothing: "Your RTX 3090 is enough: it runs Llama 3 8B in Q4_K_M, 66-140 tokens/s; nothing needs
/// to be added."
std::string enough_text(const AnswerView& view) {
  const WantedJob& job = *view.request().job;
  const OwnAlone& own = *view.details.own_alone;
  const bool several = has_several(job);
  const auto& memory = own.memory;
  return fmt::format("Your {} {}{} enough{}: {} {} in {}{}; {}.", own_names(job), several ? "are" : "is",
                     own.verdict == FitVerdict::tight ? " just" : "",
                     memory ? fmt::format(" with {:g} GB of RAM", memory->size.value()) : "",
                     several ? "they run" : "it runs", job.network().name, format_name(job.job().weights),
                     rate_words(", ", own.rate, view.request()),
                     memory ? memory_price_words(*memory) : "you need nothing more");
}

/// What the first row would bring to one who needs nothing.
std::string addition_text(const AnswerView& view) {
  const DetailedOffer& row = chosen(view);
  const auto& with_both = row.details.rate;
  const auto& alone = view.details.own_alone->rate;
  constexpr double k_felt = 1.05;
  const bool is_faster = with_both && alone && with_both->middle > alone->middle * k_felt;
  const std::string_view gain = !with_both || !alone ? "" : is_faster ? ", makes it faster" : ", makes it no faster";
  return fmt::format("Adding {}, {}, {}{}{}.", offer_phrase(row.offer), price_words(row.offer), why(view, row), gain,
                     rate_words(": ", with_both, view.request()));
}

/// What costs much less and is hardly slower: " For much less, 8 % slower: 2x used RTX 3090, $2,860."
std::string for_much_less(const AnswerView& view, const DetailedOffer& row) {
  constexpr double k_hardly_slower = 1.21;  // two steps of the ranking
  constexpr double k_much_less = 0.7;
  constexpr double k_visible = 0.015;
  const auto speed = ranking_speed(row.offer);
  const auto price = total_price(row.offer);
  if (view.request().rank_by != RankBy::performance || row.offer.rental || !speed || !price) return {};
  for (const DetailedOffer& other : view.rows()) {
    const auto cost = total_price(other.offer);
    const bool is_near = ranking_speed(other.offer) && *ranking_speed(other.offer) * k_hardly_slower >= *speed;
    const bool counts = is_offered(other.offer) && !other.offer.rental && cost && *cost < *price * k_much_less;
    if (!is_near || !counts) continue;
    const double slower = 1 - *ranking_speed(other.offer) / *speed;
    const bool is_told = view.request().job || brief_name(*other.offer.gpu).ends_with("GB");
    const std::string memory =
        is_told || !other.offer.gpu->memory ? "" : fmt::format(" ({:g} GB)", other.offer.gpu->memory->value());
    return fmt::format(" For much less, {}: {}{}, {}.",
                       slower < k_visible ? "as fast" : fmt::format("{} slower", percent(slower)),
                       offer_phrase(other.offer), memory, money(*cost));
  }
  return {};
}

/// What has to give way before anything does the job: "No card holds it whole. ", "With --quant q5-k-m: ".
std::string what_is_changed(const AnswerView& view, const DetailedOffer& row) {
  const std::string limit = view.request().budget ? " within the budget" : "";
  const bool is_whole = !row.details.plan || row.details.plan->way->job.layers_on_host == 0;
  const std::string_view stands = is_whole ? "has room as asked" : "holds it whole";
  const bool is_as_asked = is_whole || (view.request().job->job().host && !row.details.plan->buys_memory);
  std::vector<Change> others = view.answer.changes;  // the memory is told with what is bought
  std::erase_if(others, [](const Change& change) { return change.option == "ram"; });
  if (others.empty()) return is_as_asked ? "" : fmt::format("No card{} {}. ", limit, stands);
  return fmt::format("No card{} {}. With {}: ", limit, stands, enumeration(change_texts(others)));
}

/// Whether a run is done by rented GPUs, and takes too long on those that are bought, or does not fit them.
bool leads_with_rent(const AnswerView& view) {
  const auto& rented = view.details.rented_run;
  if (!rented) return false;
  if (view.rows().empty()) return true;
  const auto& run = chosen(view).details.run;
  return run && run->hours > k_longest_rented_hours && run->hours > rented->time.hours;
}

/// "Rent 64x H100 SXM5: about 25 days (15 to 41) for the run, 38,000 GPU-hours; tuned software takes 18 days. About
/// $92,000 at $2.40 an hour for each (the median of 12 providers)."
std::string rented_run_text(const RentedRun& run) {
  return fmt::format("Rent {}: {}. About {} at {} an hour for each ({}).", with_count(run.count, brief_name(*run.gpu)),
                     run_text(run.time), money_nearest(Usd{two_digits(run.total.value(), Rounding::nearest)}),
                     money_hourly(Usd{run.level.middle.value()}), providers_text(run.level.providers));
}

}  // namespace

const DetailedOffer& chosen(const AnswerView& view) {
  const auto rows = view.rows();
  const auto at =
      std::find_if(rows.begin(), rows.end(), [](const DetailedOffer& row) { return is_offered(row.offer); });
  return at == rows.end() ? rows.front() : *at;
}

std::string verdict(const AnswerView& view) {
  if (needs_nothing(view.details)) return enough_text(view);
  if (leads_with_rent(view)) return rented_run_text(*view.details.rented_run);
  if (view.rows().empty()) return nothing_text(view);
  const DetailedOffer& row = chosen(view);
  if (is_unpriced_laptop(row.offer))
    return fmt::format("Look for a laptop with the {}: {}.", short_name(*row.offer.gpu), why(view, row));
  if (!is_offered(row.offer) && row.offer.price) return without_offers(view, row);
  if (is_at_any_price(view, row)) return fastest_text(view, row);
  const std::string changed = what_is_changed(view, row);
  const std::string begin = changed + (changed.ends_with(": ") ? "buy" : "Buy");
  if (row.offer.rental) return rental_verdict(row, view.request());
  const std::string use = row.details.cost && !row.details.own_or_rent ? ", " + owning_text(row, view.request()) : "";
  return fmt::format("{} {}: {}{}, {}.", begin, offer_phrase(row.offer), price_words(row.offer), use, why(view, row));
}

std::string reason(const AnswerView& view) {
  const auto rows = view.rows();
  if (const auto& instead = view.details.without_buying) return without_buying_text(*instead);
  if (rows.empty()) return {};
  if (needs_nothing(view.details)) return addition_text(view);
  const DetailedOffer& row = chosen(view);
  if (!is_offered(row.offer) && row.offer.price) return {};
  constexpr double k_hours_of_year = 8766;
  if (leads_with_rent(view) && row.details.run->hours > k_hours_of_year) {
    return fmt::format("On one you own it takes years: on {}, {}, about {:g}.", offer_phrase(row.offer),
                       price_words(row.offer), two_digits(row.details.run->hours / k_hours_of_year, Rounding::nearest));
  }
  std::vector<std::string> parts;
  for (std::string part : {row.offer.rental ? why(view, row) : "", speed_text(view, row),
                           price_remark(row.offer, view.request().budget)}) {
    if (!part.empty()) parts.push_back(std::move(part));
  }
  if (const auto watts = power(row.offer); watts && !row.offer.rental)
    parts.push_back(with_commas(fmt::format("{:.0f}", watts->value())) + " W");
  const auto& own_or_rent = row.details.own_or_rent;
  std::string text = leads_with_rent(view)
                         ? fmt::format("To buy: {}, {}. ", offer_phrase(row.offer), price_words(row.offer))
                         : std::string();
  if (own_or_rent) text += own_or_rent_verdict(*own_or_rent) + ' ';
  text += capitalised(fmt::format("{}.", fmt::join(parts, "; ")));
  if (const auto& build = row.details.feasibility; build && !build->needs.empty()) {
    text += fmt::format(" They take {}.", enumeration(need_words(*build)));
  }
  text += for_much_less(view, row);
  const auto ahead = static_cast<std::size_t>(&row - rows.data());
  if (ahead > 0) {
    const Offer& first = rows.front().offer;
    const Price* asked = first.price ? first.price->asked : nullptr;
    const bool are_too_few = asked != nullptr && asked->asks.value_or(first.count) < first.count;
    text += fmt::format(
        " Ranked before it, but {}: {}{}.", are_too_few ? "too few are on sale" : "with no recent offer",
        with_count(first.count, brief_name(*first.gpu)), ahead == 1 ? "" : fmt::format(" and {} more", ahead - 1));
  }
  if (is_unpriced_laptop(row.offer)) text += " Each laptop sets its own watts, and with them the speed.";
  const std::string prices = unknown_prices_text(view);
  return prices.empty() ? text : fmt::format("{}. {}", prices, text);
}

}  // namespace gpuadvisor
