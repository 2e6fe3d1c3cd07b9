#include "shared_records.hpp"

#include <cmath>

#include "catalog_records.hpp"
#include "core/two_digits.hpp"
#include "scoring/criteria.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

PartialDate month_of(const PartialDate& date) { return PartialDate(date.year(), date.month()); }

/// A price in words of the price rule, as members of the records of both kinds of prices.
template <class T, class PriceOf>
Record<T> quotes_of(Record<T>&& record, PriceOf /*price*/) {
  return std::move(record)
      .member("basis", "Asked lately; carried forward from older quotes; the list price at launch; or yours",
              [](const T& one) { return PriceOf{}(one).basis; })
      .member("of", "What the price is of", [](const T& one) { return PriceOf{}(one).goods; })
      .member("asked", "The figure that is the price; null: it was worked out from several",
              [](const T& one) { return PriceOf{}(one).asked; })
      .member("seen", "Month of the newest quote", [](const T& one) { return month_of(PriceOf{}(one).seen()); })
      .member("age_days", "Of the newest quote on the catalog's day, at least", least(0),
              [](const T& one) { return PriceOf{}(one).age_days; })
      .member("no_offer", "Why nobody can be expected to sell at it; null: somebody can",
              [](const T& one) { return PriceOf{}(one).no_offer; })
      .member("quotes", "That it is from", least(1), [](const T& one) { return PriceOf{}(one).quotes.size(); })
      .member("as_of", "Of the newest quote", [](const T& one) { return PriceOf{}(one).seen(); })
      .member("old", "Whether it is too old to be current",
              [](const T& one) { return PriceOf{}(one).age != PriceAge::current; })
      .member("age", "How far its age lets it be trusted", [](const T& one) { return PriceOf{}(one).age; })
      .member("sources", "Of the quotes", ids(), [](const T& one) { return sources_of(PriceOf{}(one)); });
}

}  // namespace

std::optional<RowPrice> row_price(const Offer& offer) {
  return offer.price ? std::optional(RowPrice{&offer}) : std::nullopt;
}

std::optional<WorkloadSpeed> speed_for(std::string_view workload, const std::optional<Performance>& performance) {
  return performance ? std::optional(WorkloadSpeed{workload, &*performance}) : std::nullopt;
}

double to_cents(Usd amount) {
  constexpr double k_cents = 100;
  return std::round(amount.value() * k_cents) / k_cents;
}

Keyed<double> by_criterion(const Weights& weights) {
  Keyed<double> found;
  for (const Criterion criterion : k_all_criteria) {
    found.emplace_back(enum_name(criterion), weights[static_cast<std::size_t>(criterion)]);
  }
  return found;
}

template <>
Record<Exchange> description() {
  return Record<Exchange>("exchange", "In what texts tell amounts; figures called usd are in US dollars without tax",
                          Layout::one_line)
      .member("currency", "ISO 4217", pattern("^[A-Z]{3}$"), [](const Exchange& one) { return one.currency; })
      .member<&Exchange::usd>("usd_per_unit", "US dollars for one unit of the currency", positive())
      .member<&Exchange::month>("rate_month", "Of the catalog's rate; null: a rate that was given, or US dollars")
      .member("tax_percent", "Added to prices", least(0), [](const Exchange& one) { return one.tax * 100; });
}

template <>
Record<Accessory> description() {
  return Record<Accessory>("accessory", "What a usual desktop lacks", Layout::one_line)
      .member<&Accessory::kind>("kind", "What it is")
      .member<&Accessory::count>("count", "How many", least(1))
      .member<&Accessory::watts>("watts", "Of each power supply", positive())
      .member("circuit", "Id of the circuit that bears the power for hours", or_null(),
              [](const Accessory& need) { return need.circuit == nullptr ? std::string_view() : need.circuit->id; })
      .member<&Accessory::price>("price_usd", "Of all of them; null where it is not known", positive())
      .member(
          "price_as_of", "When that was asked",
          [](const Accessory& need) { return need.quote == nullptr ? std::nullopt : std::optional(need.quote->date); })
      .member("source", "Of that price", or_null(),
              [](const Accessory& need) { return need.quote == nullptr ? std::string_view() : need.quote->source; });
}

template <>
Record<OwnOrRent> description() {
  return Record<OwnOrRent>("own_or_rent", "What owning costs against renting as many, for the hours of work")
      .member<&OwnOrRent::verdict>("verdict", "about-the-same: within 20 %, of fewer than three providers 30 %")
      .member("hours", "Of work", positive(), [](const OwnOrRent& found) { return four_digits(found.hours); })
      .member("owned_usd", "With the machine only where its price was told",
              [](const OwnOrRent& found) { return to_cents(found.owned); })
      .member("rented_usd", "With the machine", least(0), [](const OwnOrRent& found) { return to_cents(found.rented); })
      .member("usd_per_hour", "Rent of all of them: told, or by the median of the providers", positive(),
              [](const OwnOrRent& found) { return four_digits(found.hourly.value()); })
      .member("providers", "That ask for such a GPU; null: the rent was told", least(1),
              [](const OwnOrRent& found) { return found.level ? std::optional(found.level->providers) : std::nullopt; })
      .member("cheapest", "Of these, for one GPU; null: the rent was told",
              [](const OwnOrRent& found) {
                return found.level ? std::optional(CheapestRent{found.level->cheapest}) : std::nullopt;
              })
      .member<&OwnOrRent::break_even_days>("break_even_days",
                                           "Until owning has cost no more; null: not within 30 years", least(1))
      .member("machine", "Id of the host that is not counted; null: it is, or there is none", or_null(),
              [](const OwnOrRent& found) { return found.machine == nullptr ? std::string_view() : found.machine->id; })
      .member<&OwnOrRent::machine_price>("machine_usd", "Null: not known, or counted", positive())
      .member("with_machine_usd", "Owned with that",
              [](const OwnOrRent& found) {
                const auto with = found.with_machine();
                return with ? std::optional(to_cents(*with)) : std::nullopt;
              })
      .member("turns_at_machine_usd", "What the machine may cost until the verdict is to rent; null: it is already",
              positive(), [](const OwnOrRent& found) {
                return found.turns_at ? std::optional(to_cents(*found.turns_at)) : std::nullopt;
              });
}

template <>
Record<CheapestRent> description() {
  return Record<CheapestRent>("cheapest_rent", "What the cheapest provider asks", JsonWriter::Layout::one_line)
      .member<&CheapestRent::quote, &Rent::provider>("provider", "Who rents them out")
      .member<&CheapestRent::quote, &Rent::terms>("terms", "For how long they stay")
      .member("each_usd_per_hour", "Of one GPU", positive(),
              [](const CheapestRent& rent) { return four_digits(rent.quote->of_each().value()); })
      .member<&CheapestRent::quote, &Rent::count>("machine_count", "GPUs of the machine that the price is of", least(1))
      .member<&CheapestRent::quote, &Rent::region>("region", "In the provider's words; null: not told", or_null())
      .member<&CheapestRent::quote, &Rent::instance>("instance", "What the provider calls the machine; null: not told",
                                                     or_null())
      .member<&CheapestRent::quote, &Rent::date>("seen", "When it was asked")
      .member<&CheapestRent::quote, &Rent::note>("note", "What kind of figure it is; null: a listed price", or_null())
      .member<&CheapestRent::quote, &Rent::source>("source", "Id of the source", id());
}

template <>
Record<Feasibility> description() {
  return Record<Feasibility>("feasibility", "Whether GPUs can be put together in one machine")
      .member<&Feasibility::verdict>("verdict",
                                     "cannot: no machine holds and cools them, or none is asked for that does")
      .member<&Feasibility::obstacle>("obstacle", "Why they cannot")
      .member("host", "The usual machine that they stand in; null: none", or_null(),
              [](const Feasibility& found) { return found.host == nullptr ? std::string_view() : found.host->id; })
      .member<&Feasibility::needs>("needs", "What that takes beyond a desktop with one card and its power supply");
}

template <>
Record<CatalogStamp> description() {
  return Record<CatalogStamp>("catalog", "The catalog that was asked", Layout::one_line)
      .member<&CatalogStamp::as_of>("as_of",
                                    "Its today: the day of the newest price, or the day asked for; null without prices")
      .member<&CatalogStamp::gpus>("gpus", "How many GPUs it knows", least(0))
      .member<&CatalogStamp::version>("version", "Of the program; marked when --catalog was given",
                                      pattern(R"(^[0-9]+\.[0-9]+\.[0-9]+(\+overlay|\+replaced)?$)"))
      .member<&CatalogStamp::exchange>("exchange", "In what texts tell amounts; null: US dollars without tax")
      .member<&CatalogStamp::gpu_memory_share>(
          "gpu_memory_share", "That GPUs of Macs have of the memory, by --gpu-memory-share; null: the default of macOS",
          share());
}

template <>
Record<PriceEstimate> description() {
  return quotes_of(Record<PriceEstimate>("price", "The price of one GPU in one condition", Layout::one_line)
                       .member<&PriceEstimate::today>("usd", "Today, US dollars", positive())
                       .member<&PriceEstimate::today>("today_usd", "The same", positive())
                       .member<&PriceEstimate::low>("low_usd", "Lower end of the 80 % interval", positive())
                       .member<&PriceEstimate::high>("high_usd", "Upper end of the 80 % interval", positive()),
                   [](const PriceEstimate& price) -> const PriceEstimate& { return price; });
}

template <>
Record<RowPrice> description() {
  return quotes_of(
      Record<RowPrice>("row_price", "The price of all GPUs of a row", Layout::one_line)
          .member("usd", "Today, US dollars", positive(),
                  [](const RowPrice& row) { return at_price(*row.offer, row.offer->price->today); })
          .member("today_usd", "The same", positive(),
                  [](const RowPrice& row) { return at_price(*row.offer, row.offer->price->today); })
          .member("low_usd", "Lower end of the 80 % interval", positive(),
                  [](const RowPrice& row) { return at_price(*row.offer, row.offer->price->low); })
          .member("high_usd", "Upper end of the 80 % interval", positive(),
                  [](const RowPrice& row) { return at_price(*row.offer, row.offer->price->high); })
          .member<&RowPrice::offer, &Offer::price, &PriceEstimate::today>("each_usd", "Of one GPU", positive()),
      [](const RowPrice& row) -> const PriceEstimate& { return *row.offer->price; });
}

template <>
Record<WorkloadSpeed> description() {
  return Record<WorkloadSpeed>("performance", "How fast it trains; the reference card has 1", Layout::one_line)
      .member<&WorkloadSpeed::workload>("workload", "What it trains", id())
      .member<&WorkloadSpeed::performance, &Performance::index>("index", "Multiple of the speed of the reference card",
                                                                positive())
      .member<&WorkloadSpeed::performance, &Performance::low>("low", "Lower end of the 80 % interval", positive())
      .member<&WorkloadSpeed::performance, &Performance::high>("high", "Upper end of the 80 % interval", positive())
      .member<&WorkloadSpeed::performance, &Performance::basis>("basis", "How it is known")
      .member<&WorkloadSpeed::performance, &Performance::measurements>(
          "measurements", "How many models or kernels were timed on the GPU", least(0))
      .member<&WorkloadSpeed::performance, &Performance::is_vendor_measured>(
          "vendor_measured", "False: an estimate from another vendor's GPUs")
      .member<&WorkloadSpeed::performance, &Performance::sources>(
          "sources", "Of the measurements, or of the specifications", ids());
}

template <>
Record<ReferenceThroughput> description() {
  return Record<ReferenceThroughput>("familiar_rate", "How fast it trains a model that people know", Layout::one_line)
      .member<&ReferenceThroughput::network, &Network::id>("network", "Which one", id())
      .member<&ReferenceThroughput::told, &ReferenceNetwork::unit>("unit", "Of the rates")
      .member<&ReferenceThroughput::batch>("batch", "Samples at a time; null: not recorded", least(1))
      .member<&ReferenceThroughput::middle, &four_digits>("rate", "At that batch", positive())
      .member<&ReferenceThroughput::low, &four_digits>("low", "Lower end of the 80 % interval", positive())
      .member<&ReferenceThroughput::high, &four_digits>("high", "Upper end of the 80 % interval", positive())
      .member("published", "What was measured of this GPU; null: the rate is predicted from its index", positive(),
              [](const ReferenceThroughput& one) {
                return one.measured == nullptr ? std::nullopt : std::optional(one.measured->rate);
              })
      .member("published_batch", "At which that was", least(1),
              [](const ReferenceThroughput& one) {
                return one.measured == nullptr ? std::nullopt : std::optional(one.measured->batch);
              })
      .member<&ReferenceThroughput::reference, &ReferenceRate::sources>("sources", "Of the measurements", ids());
}

template <>
Record<Measurement> description() {
  return Record<Measurement>("measurement", "A measurement, as published", Layout::one_line)
      .member<&Measurement::workload>("workload", "What was timed")
      .member<&Measurement::model>("model", "In its source's own words")
      .member<&Measurement::value>("rate", "In unit", positive())
      .member<&Measurement::unit>("unit", "Such as tokens/s; with /gpu: of each GPU")
      .member<&Measurement::gpu_count>("gpus", "Working together", least(1))
      .member<&Measurement::framework>("framework", "By which; null: not stated", or_null())
      .member<&Measurement::version>("version", "Of the framework; null: not stated", or_null())
      .member<&Measurement::batch>("batch", "Sequences at a time on each GPU; null: not stated", least(1))
      .member<&Measurement::prompt_tokens>("prompt_tokens", "Of each prompt; null: not stated", least(1))
      .member<&Measurement::output_tokens>("output_tokens", "Written for each prompt; null: not stated", least(1))
      .member<&Measurement::setting>("setting", "What else was set, in words; null: nothing", or_null())
      .member<&Measurement::published>("published", "When")
      .member<&Measurement::source>("source", "Id of the source", id());
}

template <>
Record<ScoreTerm> description() {
  return Record<ScoreTerm>("score_term", "A criterion's part", Layout::one_line)
      .member<&ScoreTerm::criterion>("criterion", "What makes a GPU fast")
      .member<&ScoreTerm::value>("value", "The GPU's figure, in unit", positive())
      .member("unit", "Of value", [](const ScoreTerm& term) { return unit(term.criterion); })
      .member<&ScoreTerm::field>("field", "The catalog's field that it was read from")
      .member<&ScoreTerm::ratio>("ratio", "To the reference card", positive())
      .member<&ScoreTerm::weight>("weight", "Of the criterion", share())
      .member<&ScoreTerm::log_contribution>("log_contribution", "weight times ln ratio");
}

template <>
Record<PriorityScore> description() {
  return Record<PriorityScore>("priority", "The priority score of one GPU")
      .member<&PriorityScore::score>("score", "exp of the sum of the terms' log_contribution", positive())
      .member<&PriorityScore::terms>("terms", "Most important first");
}

template <>
Record<Warning> description() {
  return Record<Warning>("warning", "What to know before trusting", Layout::one_line)
      .member<&Warning::id>("id", "Stable key", id())
      .member<&Warning::text>("text", "In words");
}

}  // namespace gpuadvisor
