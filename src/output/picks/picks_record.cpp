#include "picks_record.hpp"

#include "output/phrases/shared_records.hpp"
#include "picks_text.hpp"
#include "picks_view.hpp"
#include "report/flat.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

struct PicksQuery {
  std::string_view persona;
  std::optional<Usd> budget;
};

struct GuidePicksQuery {
  std::string_view guide;
  std::string_view persona;
  std::optional<Usd> budget;
  bool all = false;
};

/// What the list of kinds and guides asks: nothing.
struct PicksListQuery {};

/// A candidate with what to know before trusting it.
struct WarnedCandidate {
  Candidate candidate;
  const std::vector<Warning>* warnings = nullptr;
};

/// The candidate at a place from 0; nothing where there is none.
std::optional<WarnedCandidate> candidate_at(const TypePick& pick, std::size_t place) {
  if (place >= pick.answer.candidates.size()) return std::nullopt;
  return WarnedCandidate{{&pick.answer.candidates[place].offer}, &pick.warnings[place]};
}

}  // namespace

template <>
const Record<PicksQuery>& record() {
  static const auto k_record = Record<PicksQuery>("query", "What was asked")
                                   .member<&PicksQuery::persona>("persona", "Asked for; null: all kinds")
                                   .or_null()
                                   .member<&PicksQuery::budget>("budget_usd", "Asked for")
                                   .positive();
  return k_record;
}

template <>
const Record<GuidePicksQuery>& record() {
  static const auto k_record = Record<GuidePicksQuery>("query", "What was asked", Layout::one_line)
                                   .member<&GuidePicksQuery::guide>("guide", "Its id")
                                   .id()
                                   .member<&GuidePicksQuery::persona>("persona", "Asked for; null: none")
                                   .or_null()
                                   .member<&GuidePicksQuery::budget>("budget_usd", "Asked for")
                                   .positive()
                                   .member<&GuidePicksQuery::all>("all", "Whether all buyers were asked for");
  return k_record;
}

template <>
const Record<PicksListQuery>& record() {
  static const auto k_record = Record<PicksListQuery>("query", "Nothing");
  return k_record;
}

template <>
const Record<AskedOf>& record() {
  static const auto k_record =
      Record<AskedOf>("asked", "The request, with shares of the market as figures", Layout::one_line)
          .member(
              "workload", "Its id", [](const auto& asked) -> const auto& { return asked.request->workload; })
          .id()
          .member("budget_usd", "Most to pay", [](const auto& asked) { return asked.request->budget; })
          .positive()
          .member("min_memory_gb", "Least memory; null: the floor of the workload alone",
                  [](const auto& asked) { return asked.request->min_memory; })
          .least(0)
          .member("segment", "Products of this one only", [](const auto& asked) { return asked.type->segment; })
          .member("deployment", "Where it is to run", [](const auto& asked) { return asked.request->deployment; })
          .member("condition", "New or used; null: either", [](const auto& asked) { return asked.request->condition; })
          .member("heeds_avoidances", "Whether what guides advise individuals against is left out",
                  [](const auto& asked) { return asked.request->exclude != nullptr; })
          .member("rank_by", "What ranks first", [](const auto& asked) { return asked.request->rank_by; });
  return k_record;
}

template <>
const Record<Candidate>& record() {
  static const auto k_record =
      Record<Candidate>("candidate", "A GPU on sale that qualifies, in its best offer")
          .member("id", "Of the GPU", [](const auto& one) { return one.offer->gpu->id; })
          .id()
          .member("name", "Its name", [](const auto& one) { return one.offer->gpu->name; })
          .member("memory_gb", "Memory of one device, GB; null where it is not known",
                  [](const auto& one) { return memory_per_device(*one.offer->gpu); })
          .positive()
          .member("speed",
                  "What ranks: the performance index, or the priority score where no measurements were known; RTX 2080 "
                  "Ti = 1",
                  [](const auto& one) { return *one.offer->speed; })
          .positive()
          .member("value", "Speed per 1000 US dollars", [](const auto& one) { return *value(*one.offer); })
          .positive()
          .member("condition", "Of the offer that ranks best",
                  [](const auto& one) { return one.offer->price->condition; })
          .member(
              "price", "Of that offer", [](const auto& one) -> const auto& { return *one.offer->price; });
  return k_record;
}

template <>
const Record<WarnedCandidate>& record() {
  static const auto k_record = Record<WarnedCandidate>("candidate", "A GPU on sale that qualifies, in its best offer")
                                   .members_of<&WarnedCandidate::candidate>()
                                   .member(
                                       "warnings", "What to know before trusting it",
                                       [](const auto& one) -> const auto& { return *one.warnings; });
  return k_record;
}

template <>
const Record<PricedPick>& record() {
  static const auto k_record =
      Record<PricedPick>("pick", "A GPU that a guide names")
          .member("id", "Of the GPU", [](const auto& priced) { return priced.gpu->id; })
          .id()
          .member("name", "Its name", [](const auto& priced) { return priced.gpu->name; })
          .member("count", "Cards", [](const auto& priced) { return priced.pick->count.value_or(1); })
          .least(1)
          .member("role", "Why it is named", [](const auto& priced) { return priced.pick->role; })
          .member("condition", "Null: the guide does not say",
                  [](const auto& priced) { return priced.pick->condition; })
          .member("share", "Of GPUs or budget, where several share it; the lowest of a range",
                  [](const auto& priced) { return priced.pick->share; })
          .share()
          .member("share_to", "The highest share of a range", [](const auto& priced) { return priced.pick->share_to; })
          .share()
          .member("note", "What the guide adds", [](const auto& priced) { return priced.pick->note; })
          .or_null()
          .member<&PricedPick::then>("price_then", "On the guide's day")
          .member<&PricedPick::now>("price_now", "On the catalog's day")
          .member("advised_against", "What the same guide nevertheless says against it",
                  [](const auto& priced) {
                    return priced.avoidance == nullptr ? std::string_view() : priced.avoidance->reason;
                  })
          .or_null();
  return k_record;
}

template <>
const Record<NextStep>& record() {
  static const auto k_record = Record<NextStep>("step", "What to do later on", Layout::one_line)
                                   .member<&NextStep::after_months>("after_months", "The earliest of a range")
                                   .least(0)
                                   .member<&NextStep::to_months>("to_months", "The latest of a range")
                                   .least(0)
                                   .member<&NextStep::action>("action", "What to do");
  return k_record;
}

template <>
const Record<GuideAdvice>& record() {
  static const auto k_record =
      Record<GuideAdvice>("advice", "What a guide advises a buyer")
          .member("guide", "Its id", [](const auto& advice) { return advice.persona->guide; })
          .id()
          .member("date", "Its day, month or year; null where it is not known",
                  [](const auto& advice) { return advice.guide->date; })
          .member("persona", "Id of the buyer, within the guide", [](const auto& advice) { return advice.persona->id; })
          .id()
          .member("title", "The buyer", [](const auto& advice) { return advice.persona->title; })
          .member("type", "Id of the kind of buyer; null: none",
                  [](const auto& advice) { return advice.persona->type; })
          .id()
          .or_null()
          .member("tldr", "Whether the buyer is in the guide's short list",
                  [](const auto& advice) { return advice.persona->tldr; })
          .member("budget_usd", "Stated by the guide; the lowest of a range",
                  [](const auto& advice) { return advice.persona->budget; })
          .positive()
          .member("budget_to_usd", "The highest of a range",
                  [](const auto& advice) { return advice.persona->budget_to; })
          .positive()
          .member("budget_text", "As stated, where it has no currency",
                  [](const auto& advice) { return advice.persona->budget_text; })
          .or_null()
          .member<&GuideAdvice::picks>("picks", "In the guide's order; empty: no GPU")
          .member("fallbacks", "Ids of what else would do",
                  [](const auto& advice) { return advice.persona->fallbacks; })
          .ids()
          .member("cooling", "That the guide asks for", [](const auto& advice) { return advice.persona->cooling; })
          .member("precision", "That the guide asks for", [](const auto& advice) { return advice.persona->precision; })
          .or_null()
          .member("next_steps", "What to do later on", [](const auto& advice) { return advice.persona->next_steps; })
          .member("advice", "In this program's words", [](const auto& advice) { return advice.persona->advice; })
          .member("source", "Where it is from", [](const auto& advice) { return advice.persona->source; })
          .id();
  return k_record;
}

template <>
const Record<TypePick>& record() {
  static const auto k_record =
      Record<TypePick>("type_pick", "A kind of buyer")
          .member("type", "Id of the kind of buyer", [](const auto& pick) { return pick.type->id; })
          .id()
          .member("title", "Its name", [](const auto& pick) { return pick.type->title; })
          .member("reason", "Why it asks so", [](const auto& pick) { return pick.type->reason; })
          .member(
              "asked", "The request; null: the kind buys none",
              [](const auto& pick) {
                return pick.type->buys_none ? std::nullopt : std::optional(AskedOf{pick.type, &pick.answer.request});
              })
          .member("candidates", "GPUs that qualify", [](const auto& pick) { return pick.answer.candidates.size(); })
          .least(0)
          .member("pick", "The first of them", [](const auto& pick) { return candidate_at(pick, 0); })
          .member("runner_up", "The next one", [](const auto& pick) { return candidate_at(pick, 1); })
          .member<&TypePick::said>("said",
                                   "What the newest guide said to such a buyer; all that guides said where a kind was "
                                   "asked for, the oldest first")
          .member("guide", "The last of said: its guide",
                  [](const auto& pick) { return pick.said.empty() ? std::string_view() : pick.said.back().guide->id; })
          .flat_only()
          .member("guide_said", "The last of said: its picks",
                  [](const auto& pick) { return pick.said.empty() ? std::string() : picks_text(pick.said.back()); })
          .flat_only();
  return k_record;
}

template <>
const Record<PersonaType>& record() {
  static const auto k_record =
      Record<PersonaType>("type", "A kind of buyer")
          .member<&PersonaType::id>("id", "As --persona takes it")
          .id()
          .member<&PersonaType::title>("title", "Its name")
          .member<&PersonaType::reason>("reason", "Why this request stands for such a buyer")
          .member<&PersonaType::buys_none>("buys_none", "Whether it is not a matter of buying a GPU")
          .member<&PersonaType::workload>("workload", "Its id")
          .id()
          .member<&PersonaType::rank_by>("rank_by", "What ranks first")
          .member<&PersonaType::budget>("budget_usd", "A figure that a guide states")
          .positive()
          .member<&PersonaType::budget_share>("budget_share",
                                              "Budget: what this share of the GPUs on sale costs at most")
          .share()
          .member<&PersonaType::min_memory>("min_memory_gb", "Least memory besides the workload's floor")
          .positive()
          .member<&PersonaType::memory_share>("memory_share",
                                              "Least memory: what this share of the GPUs on sale has at most")
          .share()
          .member<&PersonaType::condition>("condition", "New or used; null: either")
          .member<&PersonaType::segment>("segment", "Products of this one only")
          .member<&PersonaType::deployment>("deployment", "Where it is to run")
          .member<&PersonaType::heeds_avoidances>("heeds_avoidances",
                                                  "Whether what guides advise individuals against is left out")
          .member<&PersonaType::phase>("phase", "What is to be done")
          .member<&PersonaType::source>("source", "Of a figure that a guide states")
          .id()
          .or_null();
  return k_record;
}

template <>
const Record<GuideBuyers>& record() {
  static const auto k_record =
      Record<GuideBuyers>("guide", "A guide")
          .member("id", "As --guide takes it", [](const auto& one) { return one.guide->id; })
          .id()
          .member("title", "Its name", [](const auto& one) { return one.guide->title; })
          .member("author", "Who wrote it", [](const auto& one) { return one.guide->author; })
          .member("date", "Its day, month or year; null where it is not known",
                  [](const auto& one) { return one.guide->date; })
          .member("covers", "How much of it is at hand, where that is not all",
                  [](const auto& one) { return one.guide->covers; })
          .or_null()
          .member<&GuideBuyers::buyers>("buyers", "How many it advises")
          .least(0)
          .member("source", "Where it is from", [](const auto& one) { return one.guide->source; })
          .id();
  return k_record;
}

template <>
const Record<PicksView>& record() {
  static const auto k_record =
      answer_record<PicksView>("picks", "picks", "What each kind of buyer should buy on the catalog's day")
          .member("query", "What was asked",
                  [](const auto& view) {
                    return PicksQuery{view.persona, view.budget};
                  })
          .member<&PicksView::picks>("results", "A kind of buyer each")
          .member("warnings", "None", [](const auto&) { return std::vector<Warning>(); });
  return k_record;
}

template <>
const Record<GuidePicksView>& record() {
  static const auto k_record =
      answer_record<GuidePicksView>("picks-guide", "picks guide", "What one guide said")
          .member("query", "What was asked",
                  [](const auto& view) {
                    return GuidePicksQuery{view.guide.id, view.persona, view.budget, view.all};
                  })
          .member<&GuidePicksView::left_out>("left_out", "Buyers outside the guide's short list that are not shown")
          .least(0)
          .member<&GuidePicksView::advice>("results", "A buyer each, in the guide's order")
          .member("warnings", "About the whole", [](const auto& view) {
            std::vector<Warning> warnings;
            if (!view.note.empty()) warnings.push_back({"not-covered", std::string(view.note)});
            return warnings;
          });
  return k_record;
}

template <>
const Record<PicksListView>& record() {
  static const auto k_record =
      answer_record<PicksListView>("picks-list", "picks list", "The kinds of buyers, and the guides")
          .member("query", "Nothing", [](const auto&) { return PicksListQuery(); })
          .member<&PicksListView::types>("types", "A kind of buyer each")
          .member<&PicksListView::guides>("results", "A guide each")
          .member("warnings", "None", [](const auto&) { return std::vector<Warning>(); });
  return k_record;
}

std::string picks_json(const PicksView& view) { return json_text(value_of(view)); }

std::string guide_picks_json(const GuidePicksView& view) { return json_text(value_of(view)); }

std::string picks_list_json(const PicksListView& view) { return json_text(value_of(view)); }

Records picks_records(const PicksView& view) {
  return flat_records(value_of(view), record<PicksView>().shape(), "results[]",
                      {{"type", "results[].type"},
                       {"title", "results[].title"},
                       {"pick", "results[].pick.id"},
                       {"memory_gb", "results[].pick.memory_gb"},
                       {"condition", "results[].pick.condition"},
                       {"price_usd", "results[].pick.price.usd"},
                       {"price_as_of", "results[].pick.price.as_of"},
                       {"runner_up", "results[].runner_up.id"},
                       {"runner_up_memory_gb", "results[].runner_up.memory_gb"},
                       {"runner_up_condition", "results[].runner_up.condition"},
                       {"runner_up_price_usd", "results[].runner_up.price.usd"},
                       {"runner_up_price_as_of", "results[].runner_up.price.as_of"},
                       {"guide", "results[].guide"},
                       {"guide_said", "results[].guide_said"}});
}

Records guide_picks_records(const GuidePicksView& view) {
  return flat_records(value_of(view), record<GuidePicksView>().shape(), "results[].picks[]?",
                      {{"guide", "results[].guide"},
                       {"date", "results[].date"},
                       {"persona", "results[].persona"},
                       {"title", "results[].title"},
                       {"gpu", "results[].picks[].id"},
                       {"count", "results[].picks[].count"},
                       {"role", "results[].picks[].role"},
                       {"condition", "results[].picks[].condition"},
                       {"price_then_usd", "results[].picks[].price_then.usd"},
                       {"price_then_as_of", "results[].picks[].price_then.as_of"},
                       {"price_now_usd", "results[].picks[].price_now.usd"},
                       {"price_now_as_of", "results[].picks[].price_now.as_of"},
                       {"fallbacks", "results[].fallbacks", ";"},
                       {"advice", "results[].advice"},
                       {"source", "results[].source"}});
}

Records picks_list_records(const PicksListView& view) {
  return flat_records(value_of(view), record<PicksListView>().shape(), "results[]",
                      {{"id", "results[].id"},
                       {"title", "results[].title"},
                       {"author", "results[].author"},
                       {"date", "results[].date"},
                       {"buyers", "results[].buyers"},
                       {"source", "results[].source"}});
}

}  // namespace gpuadvisor
