#include <algorithm>

#include "guide_backtest_view.hpp"
#include "output/phrases/shared_records.hpp"
#include "picks_record.hpp"

namespace gpuadvisor {
namespace {

bool is_asked(const GuideBacktestRow& row) {
  return row.scope == GuideBacktestScope::counted || row.scope == GuideBacktestScope::none_on_sale ||
         row.scope == GuideBacktestScope::few_left;
}

std::vector<PickCandidate> first_candidates(const GuideBacktestRow& row) {
  std::vector<PickCandidate> first;
  for (const RankedOffer& one :
       std::span(row.answer.candidates).first(std::min(k_first_places, row.answer.candidates.size())))
    first.push_back({&one.offer});
  return first;
}

template <class Figure>
std::optional<Figure> if_asked(const GuideBacktestRow& row, Figure figure) {
  return is_asked(row) ? std::optional(figure) : std::nullopt;
}

std::optional<int> place_or_null(int rank) { return rank > 0 ? std::optional(rank) : std::nullopt; }

Record<GuideBacktestView> guide_backtest_query_record() {
  return Record<GuideBacktestView>("query", "What was asked")
      .member<&GuideBacktestView::guide>("guide", "Asked for; null: all", or_null())
      .member<&GuideBacktestView::persona>("persona", "Asked for; null: all", or_null());
}

}  // namespace

template <>
Record<GuideBacktestTotal> description() {
  return Record<GuideBacktestTotal>("total", "How often the guides' picks come out")
      .member<&GuideBacktestTotal::rows>("buyers", "How many count", least(0))
      .member<&GuideBacktestTotal::first>("first", "Share of them for whom the first-named GPU is first", share())
      .member<&GuideBacktestTotal::first_by_chance>("first_by_chance", "The same for GPUs drawn at random", share())
      .member<&GuideBacktestTotal::near>("in_three", "Share for whom a named GPU is among the first three", share())
      .member<&GuideBacktestTotal::near_by_chance>("in_three_by_chance", "The same for GPUs drawn at random", share());
}

template <>
Record<GuideBacktestRow> description() {
  return Record<GuideBacktestRow>("buyer", "A buyer of a guide")
      .member<&GuideBacktestRow::persona, &Persona::guide>("guide", "Id of the guide", id())
      .member<&GuideBacktestRow::guide, &Guide::date>("date", "Its day, month or year; null where it is not known")
      .member<&GuideBacktestRow::persona, &Persona::id>("persona", "Id of the buyer", id())
      .member<&GuideBacktestRow::persona, &Persona::type>("type", "Id of the kind of buyer; null: none", id(),
                                                          or_null())
      .member<&GuideBacktestRow::scope>("scope", "Whether it counts, or why not")
      .member<&GuideBacktestRow::persona, &Persona::picks, &PersonaPick::gpu>(
          "named", "The GPUs that the guide names, the first-named first", ids())
      .member("asked", "The request of the guide's day; null: none was made",
              [](const auto& row) {
                return if_asked(row, AskedOf{row.type, &row.answer.request});
              })
      .member("candidates", "GPUs that qualify; null: none was asked for", least(0),
              [](const auto& row) { return if_asked(row, row.answer.candidates.size()); })
      .member("first", "The first three of them", [](const auto& row) { return first_candidates(row); })
      .member("rank", "Place of the first-named GPU; null: it does not qualify", least(1),
              [](const auto& row) { return place_or_null(row.rank); })
      .member("best_rank", "Best place of those named; null: none qualifies", least(1),
              [](const auto& row) { return place_or_null(row.best_rank); })
      .member("chance_first", "That one drawn at random is a given one", share(),
              [](const auto& row) { return if_asked(row, row.chance_first); })
      .member("chance_three", "That three drawn at random hold a named one", share(),
              [](const auto& row) { return if_asked(row, row.chance_three); })
      .member<&GuideBacktestRow::miss>(
          "miss", "Why the first-named GPU is not first; null: it is, or was not asked for", or_null())
      .member("candidates_or_0", "GPUs that qualify; 0 where none was asked for", flat_only(),
              [](const auto& row) { return row.answer.candidates.size(); })
      .member<&GuideBacktestRow::chance_first>("chance_first_or_0", "That one drawn at random is a given one",
                                               flat_only())
      .member<&GuideBacktestRow::chance_three>("chance_three_or_0", "That three drawn at random hold a named one",
                                               flat_only());
}

template <>
Record<GuideBacktestView> description() {
  return answer_record<GuideBacktestView>("picks-backtest", "picks backtest",
                                          "How the answers of their days compare with what guides said")
      .member<as<guide_backtest_query_record>>("query", "What was asked")
      .member("total", "How often the guides' picks come out",
              [](const auto& view) { return backtest_total(view.rows); })
      .member<&GuideBacktestView::rows>("results", "A buyer each, by the guides' days")
      .member("warnings", "None", k_no_warnings)
      .rows("results[]", {"guide", "date", "persona", "type", "scope", "first_named: named[0]",
                          "candidates: candidates_or_0", "first: first[0].id", "rank", "best_rank",
                          "chance_first: chance_first_or_0", "chance_three: chance_three_or_0", "miss"});
}

}  // namespace gpuadvisor
