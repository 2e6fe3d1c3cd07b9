#include <fmt/format.h>

#include "answer_card.hpp"
#include "core/two_digits.hpp"
#include "gpuadvisor/advice/request.hpp"
#include "output/cost/cost_view.hpp"
#include "output/phrases/catalog_records.hpp"
#include "output/phrases/offer_words.hpp"
#include "output/phrases/shared_records.hpp"
#include "output/prices/price_history_view.hpp"
#include "output/recommend/answer_heading.hpp"
#include "output/recommend/answer_notes.hpp"
#include "output/recommend/answer_record.hpp"
#include "output/recommend/verdict.hpp"
#include "report_view.hpp"

namespace gpuadvisor {
namespace {

/// The ends of an 80 % interval, where one is known.
struct Interval {
  std::optional<double> low;
  std::optional<double> high;
};

Interval price_interval(const ReportedOffer& row) {
  const Offer& offer = row.offer;
  if (!offer.price || offer.price->low >= offer.price->high) return {};
  return {at_price(offer, offer.price->low).value(), at_price(offer, offer.price->high).value()};
}

Interval speed_interval(const ReportedOffer& row) {
  if (row.offer.tokens_per_second) {
    const auto& rate = row.details.rate;
    return rate && rate->low < rate->high ? Interval{rate->low, rate->high} : Interval{};
  }
  const auto& performance = row.details.performance;
  const bool is_of_speed = performance && row.offer.speed && performance->index == *row.offer.speed;
  return is_of_speed && performance->low < performance->high ? Interval{performance->low, performance->high}
                                                             : Interval{};
}

constexpr double k_thousand = 1000;

/// Speed for each 1000 dollars.
std::optional<double> value_at(const ReportedOffer& row, std::optional<double> price) {
  const auto speed = ranking_speed(row.offer);
  return speed && price ? std::optional(*speed / *price * k_thousand) : std::nullopt;
}

std::optional<double> price_of(const ReportedOffer& row) {
  const auto price = total_price(row.offer);
  return price ? std::optional(price->value()) : std::nullopt;
}

/// What the job of a request takes on each GPU of an offer.
const MemoryNeed* need_of(const ReportedOffer& row) {
  return row.details.plan ? &row.details.plan->way->need : nullptr;
}

std::optional<double> rounded_or_none(const std::optional<double>& number) {
  return number ? std::optional(four_digits(*number)) : std::nullopt;
}

Record<ReportedOffer> reported_offer_record() {
  return Record<ReportedOffer>("reported_offer", "GPUs in one condition at one price", JsonWriter::Layout::one_line)
      .member("rank", "In the answer; null: only the budget keeps it out", least(1),
              [](const ReportedOffer& row) { return given(row.is_answer, row.rank); })
      .member<&ReportedOffer::offer, &Offer::gpu, &Gpu::id>("id", "Of the GPU", id())
      .member("name", "Of the GPU, as people call it",
              [](const ReportedOffer& row) { return short_name(*row.offer.gpu); })
      .member<&ReportedOffer::offer, &Offer::gpu, &Gpu::vendor>("vendor", "Of the GPU", id())
      .member("condition", "Of the goods; null without a price", one_of(k_offer_conditions),
              [](const ReportedOffer& row) { return condition_name(row.offer); })
      .member<&ReportedOffer::offer, &Offer::count>("count", "Equal GPUs", least(1))
      .member<&ReportedOffer::offer, &Offer::gpu, &Gpu::memory>("memory_gb", "Of one board", positive())
      .member<&price_of>("price_usd", "Of all GPUs; rented, for all hours; null: not known", positive())
      .member("price_low_usd", "Lower end of its 80 % interval; null: none is known", positive(),
              [](const ReportedOffer& row) { return price_interval(row).low; })
      .member("price_high_usd", "Upper end", positive(),
              [](const ReportedOffer& row) { return price_interval(row).high; })
      .member("current", "Whether the price is current", [](const ReportedOffer& row) { return is_offered(row.offer); })
      .member("speed", "What ranks: in the unit that `speed` tells; null: not known", positive(),
              [](const ReportedOffer& row) { return rounded_or_none(ranking_speed(row.offer)); })
      .member("speed_low", "Lower end of its 80 % interval; null: none is known", positive(),
              [](const ReportedOffer& row) { return rounded_or_none(speed_interval(row).low); })
      .member("speed_high", "Upper end", positive(),
              [](const ReportedOffer& row) { return rounded_or_none(speed_interval(row).high); })
      .member("value", "Speed for each 1000 dollars", positive(),
              [](const ReportedOffer& row) { return rounded_or_none(value_at(row, price_of(row))); })
      .member("value_low", "At the upper end of the price", positive(),
              [](const ReportedOffer& row) { return rounded_or_none(value_at(row, price_interval(row).high)); })
      .member("value_high", "At the lower end of the price", positive(),
              [](const ReportedOffer& row) { return rounded_or_none(value_at(row, price_interval(row).low)); })
      .member<&ReportedOffer::is_on_frontier>("on_frontier",
                                              "Whether no other current offer is at least as fast for no more money")
      .member("fit", "Of the job; null without one",
              [](const ReportedOffer& row) {
                const auto& fit = row.details.plan;
                return fit ? std::optional(fit->verdict) : std::nullopt;
              })
      .member("need_gb", "What the job takes on each GPU", positive(),
              [](const ReportedOffer& row) {
                const MemoryNeed* need = need_of(row);
                return need ? std::optional(four_digits(need->total.value())) : std::nullopt;
              })
      .member("need_low_gb", "Lower end of its 80 % interval", positive(),
              [](const ReportedOffer& row) {
                const MemoryNeed* need = need_of(row);
                return need ? std::optional(four_digits(need->low.value())) : std::nullopt;
              })
      .member("need_high_gb", "Upper end", positive(),
              [](const ReportedOffer& row) {
                const MemoryNeed* need = need_of(row);
                return need ? std::optional(four_digits(need->high.value())) : std::nullopt;
              })
      .member("usable_gb", "What programs can have of the memory of each; null without a job", positive(),
              [](const ReportedOffer& row) {
                const auto& fit = row.details.plan;
                return fit ? std::optional(four_digits(fit->memory.usable.value())) : std::nullopt;
              });
}

std::optional<double> cents_of(const std::optional<Usd>& amount) {
  return amount ? std::optional(to_cents(*amount)) : std::nullopt;
}

Record<OwningStep> owning_step_record() {
  return Record<OwningStep>("owning_step", "What the use has cost after some time", JsonWriter::Layout::one_line)
      .member("years", "Since they were bought", least(0),
              [](const OwningStep& step) { return four_digits(step.years); })
      .member("owned_usd", "Owned, and then sold where `resale` is true",
              [](const OwningStep& step) { return to_cents(step.owned); })
      .member("rented_cheapest_usd", "Rented for the same hours, at the cheapest provider; null: nobody is known",
              least(0), [](const OwningStep& step) { return cents_of(step.rented_cheapest); })
      .member("rented_usd", "At the median provider", least(0),
              [](const OwningStep& step) { return cents_of(step.rented); })
      .member("rented_dearest_usd", "At the dearest provider", least(0),
              [](const OwningStep& step) { return cents_of(step.rented_dearest); });
}

Record<OwningCurve> owning_curve_record() {
  return Record<OwningCurve>("owning_curve", "Owning GPUs against renting them, over time")
      .member<&OwningCurve::cost, &CostAnswer::question, &CostQuestion::gpu, &Gpu::id>("id", "Of the GPU", id())
      .member("name", "Of the GPU, as people call it",
              [](const OwningCurve& curve) { return short_name(*curve.cost.question.gpu); })
      .member<&OwningCurve::cost, &CostAnswer::question, &CostQuestion::count>("count", "Equal GPUs", least(1))
      .member<&OwningCurve::cost, &CostAnswer::price, &PriceEstimate::condition>("condition",
                                                                                 "In which they are bought")
      .member<&OwningCurve::cost, &CostAnswer::owned, &OwnedGpus::ownership, &Ownership::purchase>(
          "purchase_usd", "Of all GPUs", positive())
      .member("hours_per_day", "Of work", positive(),
              [](const OwningCurve& curve) { return four_digits(curve.cost.owned.ownership.hours_per_day); })
      .member<&OwningCurve::cost, &CostAnswer::owned, &OwnedGpus::ownership, &Ownership::electricity>(
          "usd_per_kwh", "Price of electricity", positive())
      .member("resale", "Whether they are sold at the end",
              [](const OwningCurve& curve) { return curve.cost.basis.told.counts_resale; })
      .member("break_even_days", "Since when owning has cost no more than renting at the median; null: not known",
              least(1),
              [](const OwningCurve& curve) {
                return curve.cost.own_or_rent ? curve.cost.own_or_rent->break_even_days : std::nullopt;
              })
      .member<&OwningCurve::steps, as<owning_step_record>>("steps", "Evenly, until they are sold");
}

/// What ranks as speed, for the axis of a chart.
std::string speed_title(const ReportView& view) {
  const Request& request = view.answer.request();
  if (ranks_by_tokens(request)) {
    return request.target ? "Tokens per second of each user" : "Tokens per second";
  }
  const bool is_score = request.speed_kind == SpeedKind::score;
  return fmt::format("{} ({} = 1)", is_score ? "Priority score" : "Speed", view.catalog.reference_name);
}

}  // namespace

template <>
Record<ReportView> description() {
  return answer_record<ReportView>("report", "report", "What to buy, with all that a page of charts shows")
      .member("verdict", "What to buy, in a sentence", [](const ReportView& view) { return verdict(view.answer); })
      .member("reason", "Why, in a paragraph; null: no GPU qualifies", or_null(),
              [](const ReportView& view) { return reason(view.answer); })
      .member("asked", "What was asked, in a sentence",
              [](const ReportView& view) {
                return heading(view.answer.request(), view.answer.details.workload_title, view.catalog);
              })
      .member<&speed_title>("speed", "What speeds of `offers` are")
      .members_of([](const ReportView& view) { return as<answer_body_record>(view.answer); })
      .member("warnings", "About the answer as a whole",
              [](const ReportView& view) { return answer_warnings(view.answer); })
      .member("pick", "The rank of what the verdict names; null: nothing needs to be bought, or nothing qualifies",
              or_null(),
              [](const ReportView& view) {
                const DetailedOffer* best = best_buy(view.answer);
                return best != nullptr ? std::optional(best->rank) : std::nullopt;
              })
      .member("offers", "All that qualify, and what only the budget keeps out",
              [](const ReportView& view) { return mapped(view.report.offers, as<reported_offer_record>); })
      .member("histories", "What the GPUs of the first rows were quoted at",
              [](const ReportView& view) { return mapped(view.report.histories, as<price_history_record>); })
      .member("owning", "What they cost, owned or rented; without those whose cost is not known",
              [](const ReportView& view) { return mapped(view.report.curves, as<owning_curve_record>); })
      .member(
          "sources", "Of all figures, by id",
          [](const ReportView& view) -> const auto& { return view.report.sources; });
}

}  // namespace gpuadvisor
