#include <cmath>

#include "explain_view.hpp"
#include "output/memory/job_record.hpp"
#include "output/phrases/catalog_records.hpp"
#include "output/phrases/change_text.hpp"
#include "output/phrases/shared_records.hpp"
#include "output/recommend/answer_record.hpp"
#include "output/recommend/offer_record.hpp"
#include "output/recommend/query_record.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

/// Where an offer stands in an answer.
struct Place {
  const Standing* standing = nullptr;
  const Answer* answer = nullptr;

  [[nodiscard]] const Offer& offer() const { return standing->offer; }
};

struct PlaceContest {
  const Contest* contest = nullptr;
  std::string_view workload;
};

struct ExplainedGpu {
  const GpuExplanation* explained = nullptr;
  const Answer* answer = nullptr;
};

std::vector<ExplainedGpu> results_of(const ExplainView& view) {
  std::vector<ExplainedGpu> found;
  for (const GpuExplanation& gpu : view.gpus) found.push_back({&gpu, &view.answer});
  return found;
}

std::vector<Place> places_of(const ExplainedGpu& one) {
  std::vector<Place> found;
  for (const Standing& standing : one.explained->places) found.push_back({&standing, one.answer});
  return found;
}

}  // namespace

template <>
const Record<Absence>& record() {
  static const auto k_record =
      Record<Absence>("absence", "Why an offer has no row")
          .member<&Absence::is_hidden>("hidden", "Whether only default constraints keep it out")
          .member<&Absence::rejections>("missing", "All that it fails")
          .member("changes", "Options that let it in; none when none would",
                  [](const Absence& absence) { return change_texts(absence.changes); })
          .member("rank_then", "Its place with these", [](const Absence& absence) { return unless_zero(absence.rank); })
          .least(1)
          .member("rows_then", "How many rows there are then",
                  [](const Absence& absence) { return unless_zero(absence.rows); })
          .least(1);
  return k_record;
}

template <>
const Record<PriceToWin>& record() {
  static const auto k_record =
      Record<PriceToWin>("price_to_win", "Whether a current price would put the one behind ahead", Layout::one_line)
          .member<&PriceToWin::winning>("winning", "Which price would")
          .member<&PriceToWin::below>("below_usd", "The limit, where there is one")
          .positive();
  return k_record;
}

template <>
const Record<PlaceContest>& record() {
  static const auto k_record = Record<PlaceContest>("contest", "Two offers, one before the other")
                                   .member("decider", "What puts one ahead; figure: that of the ranking criterion",
                                           [](const PlaceContest& one) { return one.contest->decider; })
                                   .member("price_to_win", "Whether a current price would put the one behind ahead",
                                           [](const PlaceContest& one) { return one.contest->to_win; })
                                   .member("ahead", "The one before",
                                           [](const PlaceContest& one) {
                                             return Compared{&one.contest->pairing.ahead, one.workload};
                                           })
                                   .member("behind", "The one behind", [](const PlaceContest& one) {
                                     return ComparedRival{&one.contest->pairing.behind, one.workload};
                                   });
  return k_record;
}

template <>
const Record<Place>& record() {
  static const auto k_record =
      Record<Place>("place", "Where an offer stands")
          .member("condition", "Of the goods; null without a price",
                  [](const Place& place) {
                    const auto& price = place.offer().price;
                    return price ? std::optional(price->condition) : std::nullopt;
                  })
          .member("rank", "Null without a row", [](const Place& place) { return unless_zero(place.standing->rank); })
          .least(1)
          .member("group", "Rank of the first row that ranks equal before ties are broken",
                  [](const Place& place) { return unless_zero(place.standing->group); })
          .least(1)
          .member("rows", "How many there are", [](const Place& place) { return place.answer->rows.size(); })
          .least(0)
          .member("speed", "What ranks", [](const Place& place) { return place.offer().speed; })
          .positive()
          .member("price", "Of one GPU", [](const Place& place) { return place.offer().price; })
          .member("quotes", "That the price is the median of",
                  [](const Place& place) {
                    const auto& price = place.offer().price;
                    return price ? price->quotes : std::span<const Price>();
                  })
          .member("value", "Speed per 1000 dollars", [](const Place& place) { return value(place.offer()); })
          .positive()
          .member("efficiency", "Speed per kilowatt", [](const Place& place) { return efficiency(place.offer()); })
          .positive()
          .member("absence", "Why it has no row", [](const Place& place) { return place.standing->absence; })
          .member(
              "contest", "Against the first row, or of the first row against the next GPU",
              [](const Place& place) {
                const auto& contest = place.standing->contest;
                return contest ? std::optional(PlaceContest{&*contest, place.answer->request.workload}) : std::nullopt;
              })
          .member("warnings", "About the offer", [](const Place& place) { return place.standing->warnings; });
  return k_record;
}

template <>
const Record<ExplainedGpu>& record() {
  static const auto k_record =
      Record<ExplainedGpu>("explained", "A GPU explained")
          .member("id", "Of the GPU", [](const ExplainedGpu& one) { return one.explained->gpu->id; })
          .id()
          .member("name", "Of the GPU", [](const ExplainedGpu& one) { return one.explained->gpu->name; })
          .member("vendor", "Who makes it", [](const ExplainedGpu& one) { return one.explained->gpu->vendor; })
          .id()
          .member("places", "One per condition that has a price, or one without",
                  [](const ExplainedGpu& one) { return places_of(one); })
          .fewest(1)
          .member("performance", "For the workload asked for; null where the priority score ranks",
                  [](const ExplainedGpu& one) {
                    return speed_for(one.answer->request.workload, one.explained->performance);
                  })
          .member("speeds", "What it is made of", [](const ExplainedGpu& one) { return one.explained->speeds; })
          .member("priority", "Null where a criterion is unknown",
                  [](const ExplainedGpu& one) { return one.explained->priority; })
          .member("power_w", "Board power", [](const ExplainedGpu& one) { return one.explained->gpu->tdp; })
          .positive()
          .member("sources", "All that stand behind these figures",
                  [](const ExplainedGpu& one) { return one.explained->sources; });
  return k_record;
}

template <>
const Record<ExplainView>& record() {
  static const auto k_record =
      answer_record<ExplainView>("explain", "explain", "The arithmetic behind the places of GPUs in an answer")
          .member("query", "What was asked of recommend, defaults included",
                  [](const ExplainView& view) { return Query{&view.answer.request}; })
          .member("reference", "The GPU whose speed and score are 1",
                  [](const ExplainView& view) { return view.catalog.reference; })
          .id()
          .member("results", "A record per GPU", [](const ExplainView& view) { return results_of(view); })
          .fewest(1)
          .member("warnings", "About the names asked for", [](const ExplainView& view) { return view.warnings; });
  return k_record;
}

std::string explain_json(const ExplainView& view) { return json_text(value_of(view)); }

std::string explain_json_lines(const ExplainView& view) {
  std::string lines;
  for (const ExplainedGpu& gpu : results_of(view)) {
    Value value = value_of(gpu);
    value.layout = Layout::one_line;
    lines += json_text(value);
  }
  return lines;
}

}  // namespace gpuadvisor
