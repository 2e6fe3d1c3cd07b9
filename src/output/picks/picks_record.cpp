#include "picks_record.hpp"

#include "output/cost/without_buying_record.hpp"
#include "output/phrases/shared_records.hpp"
#include "picks_text.hpp"
#include "picks_view.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

/// A candidate with what to know before trusting it.
struct WarnedCandidate {
  PickCandidate candidate;
  std::string_view workload;
  const std::optional<Performance>* performance = nullptr;
  const std::vector<Warning>* warnings = nullptr;
};

/// The candidate at a place from 0; nothing where there is none.
std::optional<WarnedCandidate> candidate_at(const TypePick& pick, std::size_t place) {
  if (place >= pick.answer.candidates.size()) return std::nullopt;
  return WarnedCandidate{{&pick.answer.candidates[place].offer},
                         pick.answer.request.workload,
                         &pick.performance[place],
                         &pick.warnings[place]};
}

Record<PicksView> picks_query_record() {
  return Record<PicksView>("query", "What was asked")
      .member<&PicksView::persona>("persona", "Asked for; null: all kinds", or_null())
      .member<&PicksView::budget>("budget_usd", "Asked for", positive());
}

Record<GuidePicksView> guide_picks_query_record() {
  return Record<GuidePicksView>("query", "What was asked", Layout::one_line)
      .member("guide", "Its id", id(), [](const GuidePicksView& view) { return view.guide.id; })
      .member<&GuidePicksView::persona>("persona", "Asked for; null: none", or_null())
      .member<&GuidePicksView::budget>("budget_usd", "Asked for", positive())
      .member<&GuidePicksView::all>("all", "Whether all buyers were asked for");
}

Record<PicksListView> picks_list_query_record() { return {"query", "Nothing"}; }

}  // namespace

template <>
Record<AskedOf> description() {
  return Record<AskedOf>("asked", "The request, with shares of the market as figures", Layout::one_line)
      .member<&AskedOf::request, &Request::workload>("workload", "Its id", id())
      .member<&AskedOf::request, &Request::budget>("budget_usd", "Most to pay", positive())
      .member<&AskedOf::request, &Request::min_memory>("min_memory_gb",
                                                       "Least memory; null: the floor of the workload alone", least(0))
      .member<&AskedOf::type, &PersonaType::segment>("segment", "Products of this one only")
      .member<&AskedOf::request, &Request::deployment>("deployment", "Where it is to run")
      .member<&AskedOf::request, &Request::condition>("condition", "New or used; null: either")
      .member("heeds_avoidances", "Whether what guides advise individuals against is left out",
              [](const auto& asked) { return asked.request->exclude != nullptr; })
      .member<&AskedOf::request, &Request::rank_by>("rank_by", "What ranks first");
}

template <>
Record<PickCandidate> description() {
  return Record<PickCandidate>("candidate", "A GPU on sale that qualifies, in its best offer")
      .member<&PickCandidate::offer, &Offer::gpu, &Gpu::id>("id", "Of the GPU", id())
      .member<&PickCandidate::offer, &Offer::gpu, &Gpu::name>("name", "Its name")
      .member<&PickCandidate::offer, &Offer::gpu, &memory_per_device>(
          "memory_gb", "Memory of one device, GB; null where it is not known", positive())
      .member("speed",
              "What ranks: the performance index, or the priority score where no measurements were known; RTX 2080 "
              "Ti = 1",
              positive(), [](const auto& one) { return *one.offer->speed; })
      .member("value", "Speed per 1000 US dollars", positive(), [](const auto& one) { return *value(*one.offer); })
      .member<&PickCandidate::offer, &Offer::price, &PriceEstimate::condition>("condition",
                                                                               "Of the offer that ranks best")
      .member(
          "price", "Of that offer", [](const auto& one) -> const auto& { return *one.offer->price; });
}

template <>
Record<WarnedCandidate> description() {
  return Record<WarnedCandidate>("candidate", "A GPU on sale that qualifies, in its best offer")
      .members_of<&WarnedCandidate::candidate>()
      .member("performance", "The index with what backs it; null where scores stand in",
              [](const auto& one) { return speed_for(one.workload, *one.performance); })
      .member("warnings", "What to know before trusting it", [](const auto& one) { return std::span(*one.warnings); });
}

template <>
Record<PricedPick> description() {
  return Record<PricedPick>("pick", "A GPU that a guide names")
      .member<&PricedPick::gpu, &Gpu::id>("id", "Of the GPU", id())
      .member<&PricedPick::gpu, &Gpu::name>("name", "Its name")
      .member("count", "Cards", least(1), [](const auto& priced) { return priced.pick->count.value_or(1); })
      .member<&PricedPick::pick, &PersonaPick::role>("role", "Why it is named")
      .member<&PricedPick::pick, &PersonaPick::condition>("condition", "Null: the guide does not say")
      .member<&PricedPick::pick, &PersonaPick::share>(
          "share", "Of GPUs or budget, where several share it; the lowest of a range", share())
      .member<&PricedPick::pick, &PersonaPick::share_to>("share_to", "The highest share of a range", share())
      .member<&PricedPick::pick, &PersonaPick::note>("note", "What the guide adds", or_null())
      .member<&PricedPick::then>("price_then", "On the guide's day")
      .member<&PricedPick::now>("price_now", "On the catalog's day")
      .member("advised_against", "What the same guide nevertheless says against it", or_null(), [](const auto& priced) {
        return priced.avoidance == nullptr ? std::string_view() : priced.avoidance->reason;
      });
}

template <>
Record<NextStep> description() {
  return Record<NextStep>("step", "What to do later on", Layout::one_line)
      .member<&NextStep::after_months>("after_months", "The earliest of a range", least(0))
      .member<&NextStep::to_months>("to_months", "The latest of a range", least(0))
      .member<&NextStep::action>("action", "What to do");
}

template <>
Record<GuideAdvice> description() {
  return Record<GuideAdvice>("advice", "What a guide advises a buyer")
      .member<&GuideAdvice::persona, &Persona::guide>("guide", "Its id", id())
      .member<&GuideAdvice::guide, &Guide::date>("date", "Its day, month or year; null where it is not known")
      .member<&GuideAdvice::persona, &Persona::id>("persona", "Id of the buyer, within the guide", id())
      .member<&GuideAdvice::persona, &Persona::title>("title", "The buyer")
      .member<&GuideAdvice::persona, &Persona::type>("type", "Id of the kind of buyer; null: none", id(), or_null())
      .member<&GuideAdvice::persona, &Persona::tldr>("tldr", "Whether the buyer is in the guide's short list")
      .member<&GuideAdvice::persona, &Persona::budget>("budget_usd", "Stated by the guide; the lowest of a range",
                                                       positive())
      .member<&GuideAdvice::persona, &Persona::budget_to>("budget_to_usd", "The highest of a range", positive())
      .member<&GuideAdvice::persona, &Persona::budget_text>("budget_text", "As stated, where it has no currency",
                                                            or_null())
      .member<&GuideAdvice::picks>("picks", "In the guide's order; empty: no GPU")
      .member<&GuideAdvice::persona, &Persona::fallbacks>("fallbacks", "Ids of what else would do", ids())
      .member<&GuideAdvice::persona, &Persona::cooling>("cooling", "That the guide asks for")
      .member<&GuideAdvice::persona, &Persona::precision>("precision", "That the guide asks for", or_null())
      .member<&GuideAdvice::persona, &Persona::next_steps>("next_steps", "What to do later on")
      .member<&GuideAdvice::persona, &Persona::advice>("advice", "In this program's words")
      .member<&GuideAdvice::persona, &Persona::source>("source", "Where it is from", id());
}

template <>
Record<TypePick> description() {
  return Record<TypePick>("type_pick", "A kind of buyer")
      .member<&TypePick::type, &PersonaType::id>("type", "Id of the kind of buyer", id())
      .member<&TypePick::type, &PersonaType::title>("title", "Its name")
      .member<&TypePick::type, &PersonaType::reason>("reason", "Why it asks so")
      .member("asked", "The request; null: the kind buys none",
              [](const auto& pick) {
                return pick.type->buys_none ? std::nullopt : std::optional(AskedOf{pick.type, &pick.answer.request});
              })
      .member("without_buying", "What to try before a purchase; null: it is bought at once, or nothing is known",
              [](const auto& pick) {
                const auto& instead = pick.without_buying;
                return instead ? std::optional(*instead) : std::nullopt;
              })
      .member("candidates", "GPUs that qualify", least(0),
              [](const auto& pick) { return pick.answer.candidates.size(); })
      .member("pick", "The first of them", [](const auto& pick) { return candidate_at(pick, 0); })
      .member("runner_up", "The next one", [](const auto& pick) { return candidate_at(pick, 1); })
      .member<&TypePick::said>("said",
                               "What the newest guide said to such a buyer; all that guides said where a kind was "
                               "asked for, the oldest first")
      .member("guide", "The last of said: its guide", flat_only(),
              [](const auto& pick) { return pick.said.empty() ? std::string_view() : pick.said.back().guide->id; })
      .member("guide_said", "The last of said: its picks", flat_only(),
              [](const auto& pick) { return pick.said.empty() ? std::string() : picks_text(pick.said.back()); });
}

template <>
Record<PersonaType> description() {
  return Record<PersonaType>("type", "A kind of buyer")
      .member<&PersonaType::id>("id", "As --persona takes it", id())
      .member<&PersonaType::title>("title", "Its name")
      .member<&PersonaType::reason>("reason", "Why this request stands for such a buyer")
      .member<&PersonaType::buys_none>("buys_none", "Whether it is not a matter of buying a GPU")
      .member<&PersonaType::workload>("workload", "Its id", id())
      .member<&PersonaType::rank_by>("rank_by", "What ranks first")
      .member<&PersonaType::budget>("budget_usd", "A figure that a guide states", positive())
      .member<&PersonaType::budget_share>("budget_share", "Budget: what this share of the GPUs on sale costs at most",
                                          share())
      .member<&PersonaType::min_memory>("min_memory_gb", "Least memory besides the workload's floor", positive())
      .member<&PersonaType::memory_share>("memory_share",
                                          "Least memory: what this share of the GPUs on sale has at most", share())
      .member<&PersonaType::wants_advised_memory>(
          "advised_memory", "Whether it wants the memory that is advised, where something within the budget has it")
      .member<&PersonaType::buys_last>("buys_last", "Whether what is free, and renting, come first")
      .member<&PersonaType::condition>("condition", "New or used; null: either")
      .member<&PersonaType::segment>("segment", "Products of this one only")
      .member<&PersonaType::deployment>("deployment", "Where it is to run")
      .member<&PersonaType::heeds_avoidances>("heeds_avoidances",
                                              "Whether what guides advise individuals against is left out")
      .member<&PersonaType::phase>("phase", "What is to be done")
      .member<&PersonaType::source>("source", "Of a figure that a guide states", id(), or_null());
}

template <>
Record<GuideBuyers> description() {
  return Record<GuideBuyers>("guide", "A guide")
      .member<&GuideBuyers::guide, &Guide::id>("id", "As --guide takes it", id())
      .member<&GuideBuyers::guide, &Guide::title>("title", "Its name")
      .member<&GuideBuyers::guide, &Guide::author>("author", "Who wrote it")
      .member<&GuideBuyers::guide, &Guide::date>("date", "Its day, month or year; null where it is not known")
      .member<&GuideBuyers::guide, &Guide::covers>("covers", "How much of it is at hand, where that is not all",
                                                   or_null())
      .member<&GuideBuyers::buyers>("buyers", "How many it advises", least(0))
      .member<&GuideBuyers::guide, &Guide::source>("source", "Where it is from", id());
}

template <>
Record<PicksView> description() {
  return answer_record<PicksView>("picks", "picks", "What each kind of buyer should buy on the catalog's day")
      .member<as<picks_query_record>>("query", "What was asked")
      .member<&PicksView::picks>("results", "A kind of buyer each")
      .member("warnings", "None", k_no_warnings)
      .rows("results[]", {"type",
                          "title",
                          "pick: pick.id",
                          "pick.memory_gb",
                          "pick.condition",
                          "price_usd: pick.price.usd",
                          "price_as_of: pick.price.as_of",
                          "runner_up: runner_up.id",
                          "runner_up_memory_gb: runner_up.memory_gb",
                          "runner_up_condition: runner_up.condition",
                          "runner_up_price_usd: runner_up.price.usd",
                          "runner_up_price_as_of: runner_up.price.as_of",
                          "guide",
                          "guide_said",
                          "pick.speed",
                          "performance_basis: pick.performance.basis",
                          "price_basis: pick.price.basis",
                          "price_age: pick.price.age",
                          "price_age_days: pick.price.age_days",
                          "warnings: pick.warnings[;].id",
                          "runner_up_performance_basis: runner_up.performance.basis",
                          "runner_up_price_basis: runner_up.price.basis",
                          "runner_up_price_age: runner_up.price.age",
                          "runner_up_price_age_days: runner_up.price.age_days",
                          "runner_up_warnings: runner_up.warnings[;].id"});
}

template <>
Record<GuidePicksView> description() {
  return answer_record<GuidePicksView>("picks-guide", "picks guide", "What one guide said")
      .member<as<guide_picks_query_record>>("query", "What was asked")
      .member<&GuidePicksView::left_out>("left_out", "Buyers outside the guide's short list that are not shown",
                                         least(0))
      .member<&GuidePicksView::advice>("results", "A buyer each, in the guide's order")
      .member("warnings", "About the whole",
              [](const auto& view) {
                std::vector<Warning> warnings;
                if (!view.note.empty()) warnings.push_back({"not-covered", std::string(view.note)});
                return warnings;
              })
      .rows("results[].picks[]?",
            {"guide", "date", "persona", "title", "gpu: id", "count", "role", "condition",
             "price_then_usd: price_then.usd", "price_then_as_of: price_then.as_of", "price_now_usd: price_now.usd",
             "price_now_as_of: price_now.as_of", "fallbacks[;]", "advice", "source", "price_now_basis: price_now.basis",
             "price_now_age: price_now.age", "price_now_age_days: price_now.age_days"});
}

template <>
Record<PicksListView> description() {
  return answer_record<PicksListView>("picks-list", "picks list", "The kinds of buyers, and the guides")
      .member<as<picks_list_query_record>>("query", "Nothing")
      .member<&PicksListView::types>("types", "A kind of buyer each")
      .member<&PicksListView::guides>("results", "A guide each")
      .member("warnings", "None", k_no_warnings)
      .rows("results[]", {"id", "title", "author", "date", "buyers", "source"});
}

}  // namespace gpuadvisor
