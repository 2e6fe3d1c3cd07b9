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
Record<Absence> description() {
  return Record<Absence>("absence", "Why an offer has no row")
      .member<&Absence::is_hidden>("hidden", "Whether only default constraints keep it out")
      .member<&Absence::rejections>("missing", "All that it fails")
      .member("changes", "Options that let it in; none when none would",
              [](const Absence& absence) { return change_texts(absence.changes); })
      .member("rank_then", "Its place with these", least(1),
              [](const Absence& absence) { return unless_zero(absence.rank); })
      .member("rows_then", "How many rows there are then", least(1),
              [](const Absence& absence) { return unless_zero(absence.rows); });
}

template <>
Record<PriceToWin> description() {
  return Record<PriceToWin>("price_to_win", "Whether a current price would put the one behind ahead", Layout::one_line)
      .member<&PriceToWin::winning>("winning", "Which price would")
      .member<&PriceToWin::below>("below_usd", "The limit, where there is one", positive());
}

template <>
Record<PlaceContest> description() {
  return Record<PlaceContest>("contest", "Two offers, one before the other")
      .member<&PlaceContest::contest, &Contest::decider>("decider",
                                                         "What puts one ahead; figure: that of the ranking criterion")
      .member<&PlaceContest::contest, &Contest::to_win>("price_to_win",
                                                        "Whether a current price would put the one behind ahead")
      .member("ahead", "The one before",
              [](const PlaceContest& one) {
                return Compared{&one.contest->pairing.ahead, one.workload};
              })
      .member("behind", "The one behind", [](const PlaceContest& one) {
        return ComparedRival{&one.contest->pairing.behind, one.workload};
      });
}

template <>
Record<Place> description() {
  return Record<Place>("place", "Where an offer stands")
      .member("condition", "Of the goods; null without a price",
              [](const Place& place) {
                const auto& price = place.offer().price;
                return price ? std::optional(price->condition) : std::nullopt;
              })
      .member("rank", "Null without a row", least(1),
              [](const Place& place) { return unless_zero(place.standing->rank); })
      .member("group", "Rank of the first row that ranks equal before ties are broken", least(1),
              [](const Place& place) { return unless_zero(place.standing->group); })
      .member("rows", "How many there are", least(0), [](const Place& place) { return place.answer->rows.size(); })
      .member<&Place::offer, &Offer::speed>("speed", "What ranks", positive())
      .member<&Place::offer, &Offer::price>("price", "Of one GPU")
      .member("quotes", "The newest, of three months",
              [](const Place& place) {
                const auto& price = place.offer().price;
                return price ? price->quotes : std::span<const Price>();
              })
      .member("value", "Speed per 1000 dollars", positive(), [](const Place& place) { return value(place.offer()); })
      .member("efficiency", "Speed per kilowatt", positive(),
              [](const Place& place) { return efficiency(place.offer()); })
      .member<&Place::standing, &Standing::absence>("absence", "Why it has no row")
      .member("contest", "Against the first row, or of the first row against the next GPU",
              [](const Place& place) {
                const auto& contest = place.standing->contest;
                return contest ? std::optional(PlaceContest{&*contest, place.answer->request.workload}) : std::nullopt;
              })
      .member<&Place::standing, &Standing::warnings>("warnings", "About the offer");
}

template <>
Record<ExplainedGpu> description() {
  return Record<ExplainedGpu>("explained", "A GPU explained")
      .member<&ExplainedGpu::explained, &GpuExplanation::gpu, &Gpu::id>("id", "Of the GPU", id())
      .member<&ExplainedGpu::explained, &GpuExplanation::gpu, &Gpu::name>("name", "Of the GPU")
      .member<&ExplainedGpu::explained, &GpuExplanation::gpu, &Gpu::vendor>("vendor", "Who makes it", id())
      .member("places", "One per condition that has a price, or one without", fewest(1),
              [](const ExplainedGpu& one) { return places_of(one); })
      .member(
          "performance", "Of one, for the workload asked for; null where the priority score ranks",
          [](const ExplainedGpu& one) { return speed_for(one.answer->request.workload, one.explained->performance); })
      .member<&ExplainedGpu::explained, &GpuExplanation::speeds>("speeds", "What it is made of")
      .member("together", "The speed of as many as were asked for; null for one",
              [](const ExplainedGpu& one) { return speed_for(one.answer->request.workload, one.explained->together); })
      .member<&ExplainedGpu::explained, &GpuExplanation::priority>("priority", "Null where a criterion is unknown")
      .member<&ExplainedGpu::explained, &GpuExplanation::gpu, &Gpu::tdp>("power_w", "Board power", positive())
      .member<&ExplainedGpu::explained, &GpuExplanation::sources>("sources", "All that stand behind these figures");
}

template <>
Record<ExplainView> description() {
  return answer_record<ExplainView>("explain", "explain", "The arithmetic behind the places of GPUs in an answer")
      .member("query", "What was asked of recommend, defaults included",
              [](const ExplainView& view) { return Query{&view.answer.request}; })
      .member<&ExplainView::catalog, &CatalogStamp::reference>("reference", "The GPU whose speed and score are 1", id())
      .member("results", "A record per GPU", fewest(1), [](const ExplainView& view) { return results_of(view); })
      .member("warnings", "About the names asked for", [](const ExplainView& view) { return view.warnings; });
}

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
