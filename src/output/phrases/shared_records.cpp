#include "shared_records.hpp"

#include "scoring/criteria.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

/// A price in words of the price rule, as members of the records of both kinds of prices.
template <class T, class PriceOf>
Record<T> quotes_of(Record<T>&& record, PriceOf /*price*/) {
  return std::move(record)
      .member("quotes", "How many quotes make the price", [](const T& one) { return PriceOf{}(one).quotes.size(); })
      .least(1)
      .member("kind", "Seen in the market, or the list price at launch",
              [](const T& one) { return PriceOf{}(one).kind; })
      .member("as_of", "Of the newest quote", [](const T& one) { return PriceOf{}(one).newest(); })
      .member("old", "Whether it is too old to be current",
              [](const T& one) { return PriceOf{}(one).age != PriceAge::current; })
      .member("age", "How far its age lets it be trusted", [](const T& one) { return PriceOf{}(one).age; })
      .member("sources", "Of the quotes", [](const T& one) { return sources_of(PriceOf{}(one)); })
      .ids();
}

}  // namespace

std::optional<RowPrice> row_price(const Offer& offer) {
  return offer.price ? std::optional(RowPrice{&offer}) : std::nullopt;
}

std::optional<WorkloadSpeed> speed_for(std::string_view workload, const std::optional<Performance>& performance) {
  return performance ? std::optional(WorkloadSpeed{workload, &*performance}) : std::nullopt;
}

Keyed<double> by_criterion(const Weights& weights) {
  Keyed<double> found;
  for (const Criterion criterion : k_all_criteria) {
    found.emplace_back(enum_name(criterion), weights[static_cast<std::size_t>(criterion)]);
  }
  return found;
}

template <>
const Record<CatalogStamp>& record() {
  static const auto k_record =
      Record<CatalogStamp>("catalog", "The catalog that was asked", Layout::one_line)
          .member<&CatalogStamp::as_of>(
              "as_of", "Its today: the day of the newest price, or the day asked for; null without prices")
          .member<&CatalogStamp::gpus>("gpus", "How many GPUs it knows")
          .least(0)
          .member<&CatalogStamp::version>("version", "Of the program; marked when --catalog was given")
          .pattern(R"(^[0-9]+\.[0-9]+\.[0-9]+(\+overlay|\+replaced)?$)");
  return k_record;
}

template <>
const Record<PriceEstimate>& record() {
  static const auto k_record =
      quotes_of(Record<PriceEstimate>("price", "The price of one GPU in one condition", Layout::one_line)
                    .member<&PriceEstimate::median>("usd", "The median of the quotes, US dollars")
                    .positive()
                    .member<&PriceEstimate::low>("low_usd", "The lowest quote")
                    .positive()
                    .member<&PriceEstimate::high>("high_usd", "The highest quote")
                    .positive(),
                [](const PriceEstimate& price) -> const PriceEstimate& { return price; });
  return k_record;
}

template <>
const Record<RowPrice>& record() {
  static const auto k_record = quotes_of(
      Record<RowPrice>("row_price", "The price of all GPUs of a row", Layout::one_line)
          .member("usd", "The median of the quotes, US dollars",
                  [](const RowPrice& row) { return at_price(*row.offer, row.offer->price->median); })
          .positive()
          .member("low_usd", "The lowest quote",
                  [](const RowPrice& row) { return at_price(*row.offer, row.offer->price->low); })
          .positive()
          .member("high_usd", "The highest quote",
                  [](const RowPrice& row) { return at_price(*row.offer, row.offer->price->high); })
          .positive()
          .member("each_usd", "The median of one GPU", [](const RowPrice& row) { return row.offer->price->median; })
          .positive(),
      [](const RowPrice& row) -> const PriceEstimate& { return *row.offer->price; });
  return k_record;
}

template <>
const Record<WorkloadSpeed>& record() {
  static const auto k_record =
      Record<WorkloadSpeed>("performance", "How fast it trains; the reference card has 1", Layout::one_line)
          .member<&WorkloadSpeed::workload>("workload", "What it trains")
          .id()
          .member("index", "Multiple of the speed of the reference card",
                  [](const WorkloadSpeed& speed) { return speed.performance->index; })
          .positive()
          .member("low", "Lower end of the 80 % interval",
                  [](const WorkloadSpeed& speed) { return speed.performance->low; })
          .positive()
          .member("high", "Upper end of the 80 % interval",
                  [](const WorkloadSpeed& speed) { return speed.performance->high; })
          .positive()
          .member("basis", "How it is known", [](const WorkloadSpeed& speed) { return speed.performance->basis; })
          .member("measurements", "How many networks or kernels were timed on the GPU",
                  [](const WorkloadSpeed& speed) { return speed.performance->measurements; })
          .least(0)
          .member("vendor_measured", "False: an estimate from another vendor's GPUs",
                  [](const WorkloadSpeed& speed) { return speed.performance->is_vendor_measured; })
          .member("sources", "Of the measurements, or of the specifications",
                  [](const WorkloadSpeed& speed) { return speed.performance->sources; })
          .ids();
  return k_record;
}

template <>
const Record<ScoreTerm>& record() {
  static const auto k_record =
      Record<ScoreTerm>("score_term", "A criterion's part", Layout::one_line)
          .member<&ScoreTerm::criterion>("criterion", "What makes a GPU fast")
          .member<&ScoreTerm::value>("value", "The GPU's figure, in unit")
          .positive()
          .member("unit", "Of value", [](const ScoreTerm& term) { return unit(term.criterion); })
          .member<&ScoreTerm::field>("field", "The catalog's field that it was read from")
          .member<&ScoreTerm::ratio>("ratio", "To the reference card")
          .positive()
          .member<&ScoreTerm::weight>("weight", "Of the criterion")
          .share()
          .member<&ScoreTerm::log_contribution>("log_contribution", "weight times ln ratio");
  return k_record;
}

template <>
const Record<PriorityScore>& record() {
  static const auto k_record =
      Record<PriorityScore>("priority", "The priority score of one GPU")
          .member<&PriorityScore::score>("score", "exp of the sum of the terms' log_contribution")
          .positive()
          .member<&PriorityScore::terms>("terms", "Most important first");
  return k_record;
}

template <>
const Record<Warning>& record() {
  static const auto k_record = Record<Warning>("warning", "What to know before trusting", Layout::one_line)
                                   .member<&Warning::id>("id", "Stable key")
                                   .id()
                                   .member<&Warning::text>("text", "In words");
  return k_record;
}

}  // namespace gpuadvisor
