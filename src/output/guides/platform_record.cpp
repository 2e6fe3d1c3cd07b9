#include "output/phrases/shared_records.hpp"
#include "own_or_rent_record.hpp"
#include "platform_text.hpp"
#include "report/flat.hpp"

namespace gpuadvisor {
namespace {

constexpr std::string_view k_country_pattern = "^[A-Z]{2}$";  // ISO 3166-1 alpha-2

/// What guides say of a platform, and for which question.
struct PlatformResult {
  std::size_t rank = 0;
  const PlatformAdvice* advice = nullptr;
  const PlatformQuestion* question = nullptr;
};

std::vector<PlatformResult> results_of(const PlatformView& view) {
  std::vector<PlatformResult> results;
  for (const PlatformAdvice& advice : view.advice) results.push_back({results.size() + 1, &advice, &view.question});
  return results;
}

}  // namespace

template <>
Record<PlatformQuestion> description() {
  return Record<PlatformQuestion>("query", "What was asked")
      .member("workload", "Null: open", id(), or_null(),
              [](const auto& asked) { return asked.workload == nullptr ? std::string_view() : asked.workload->id; })
      .member<&PlatformQuestion::phase>("phase", "Null: open")
      .member<&PlatformQuestion::need>("need", "Null: open")
      .member<&PlatformQuestion::framework>("framework", "Null: open", id(), or_null());
}

template <>
Record<FromGuide<PlatformRule>> description() {
  return Record<FromGuide<PlatformRule>>(
             "rule", "What a guide says of a platform; it applies to a question that matches all that it names")
      .member("guide", "Which edition", id(), [](const auto& rule) { return rule->guide; })
      .member<&FromGuide<PlatformRule>::guide, &Guide::date>("date", "Of the edition")
      .member("id", "Unique within the guide", id(), [](const auto& rule) { return rule->id; })
      .member("platform", "Where to compute", [](const auto& rule) { return rule->platform; })
      .member("stance", "Whether it speaks for it", [](const auto& rule) { return rule->stance; })
      .member("workloads", "That it names; empty: any", ids(), [](const auto& rule) { return rule->workloads; })
      .member("frameworks", "That it names; empty: any", ids(), [](const auto& rule) { return rule->frameworks; })
      .member("phase", "That it names; null: any", [](const auto& rule) { return rule->phase; })
      .member("need", "That it names; null: any", [](const auto& rule) { return rule->need; })
      .member("says", "In this program's words", [](const auto& rule) { return rule->says; })
      .member("source", "Where it is from", id(), [](const auto& rule) { return rule->source; });
}

template <>
Record<PlatformResult> description() {
  return Record<PlatformResult>("advice", "What guides say of a platform")
      .member<&PlatformResult::rank>("rank", "Its place", least(1))
      .member<&PlatformResult::advice, &PlatformAdvice::platform>("platform", "Where to compute")
      .member<&PlatformResult::advice, &PlatformAdvice::stance>("stance", "That of the rule that decides, the first")
      .member("see", "A command that tells which; null: none", or_null(),
              [](const auto& result) { return see_also(result.advice->platform, *result.question); })
      .member<&PlatformResult::advice, &PlatformAdvice::rules>("rules", "That apply, the one that decides first",
                                                               fewest(1));
}

template <>
Record<PlatformView> description() {
  return answer_record<PlatformView>("platform", "platform",
                                     "Buy or rent, as computed, and what guides say of where to compute")
      .member(
          "query", "What was asked", [](const auto& view) -> const auto& { return view.question; })
      .member("own_or_rent", "What is cheaper today; null: no GPU is known with a price to buy and one to rent",
              [](const auto& view) {
                return view.own_or_rent.choices.empty()
                           ? std::nullopt
                           : std::optional(ComputedAnswer{&view.own_or_rent_question, &view.own_or_rent});
              })
      .member("results", "Platforms of which some rule of a guide applies, best first",
              [](const auto& view) { return results_of(view); })
      .member(
          "conditional", "Rules that would apply if more were told",
          [](const auto& view) -> const auto& { return view.conditional; })
      .member("warnings", "None", k_no_warnings);
}

template <>
Record<FreeTierQuestion> description() {
  return Record<FreeTierQuestion>("query", "What was asked")
      .member<&FreeTierQuestion::framework>("framework", "Null: any", id(), or_null())
      .member<&FreeTierQuestion::from>("from", "Country of the user, ISO 3166-1 alpha-2; null: anywhere",
                                       pattern(k_country_pattern), or_null());
}

template <>
Record<FreeTierAnswer> description() {
  return Record<FreeTierAnswer>("tier", "What a provider offers, as last described")
      .member<&FreeTierAnswer::tier, &FreeTier::provider>("provider", "Who")
      .member<&FreeTierAnswer::tier, &FreeTier::as_of>("as_of", "When it was so described")
      .member("fits", "Whether it does for what was asked", [](const auto& answer) { return answer.reasons.empty(); })
      .member<&FreeTierAnswer::reasons>("reasons", "Why it does not; empty where it does")
      .member<&FreeTierAnswer::tier, &FreeTier::accelerators>("accelerators", "In words")
      .member<&FreeTierAnswer::tier, &FreeTier::gpus>("gpus", "Those that the catalog has", ids())
      .member<&FreeTierAnswer::tier, &FreeTier::monthly>("monthly_usd", "Null: free", least(0))
      .member<&FreeTierAnswer::tier, &FreeTier::limits>("limits", "In words")
      .member("hours_per_week", "GPU hours, where known", least(0),
              [](const auto& answer) { return hours_per_week(*answer.tier); })
      .member<&FreeTierAnswer::tier, &FreeTier::frameworks>("frameworks", "The only ones; empty: any", ids())
      .member<&FreeTierAnswer::tier, &FreeTier::regions>("regions", "The only ones, ISO 3166-1 alpha-2; empty: any",
                                                         each(k_country_pattern))
      .member<&FreeTierAnswer::tier, &FreeTier::not_from>("not_from", "Countries that it cannot be reached from",
                                                          each(k_country_pattern))
      .member<&FreeTierAnswer::tier, &FreeTier::reached_from>("reached_from", "Countries that it can be reached from",
                                                              each(k_country_pattern))
      .member<&FreeTierAnswer::tier, &FreeTier::files>("files", "What becomes of them", or_null())
      .member<&FreeTierAnswer::tier, &FreeTier::note>("note", "Caveats", or_null())
      .member<&FreeTierAnswer::tier, &FreeTier::source>("source", "Where it is from", id());
}

template <>
Record<FreeTierView> description() {
  return answer_record<FreeTierView>("platform-free", "platform free",
                                     "Free GPUs and TPUs online, and those for a small fee")
      .member(
          "query", "What was asked", [](const auto& view) -> const auto& { return view.question; })
      .member(
          "results", "Those that do first; then free ones; then by hours",
          [](const auto& view) -> const auto& { return view.tiers; })
      .member("warnings", "None", k_no_warnings);
}

namespace {

Record<VendorView> vendor_query_record() {
  return Record<VendorView>("query", "What was asked")
      .member<&VendorView::vendor>("vendor", "Null: all", id(), or_null());
}

}  // namespace

template <>
Record<FromGuide<VendorNote>> description() {
  return Record<FromGuide<VendorNote>>("note", "What a guide says of a vendor")
      .member("vendor", "As in GPUs, or startups", id(), [](const auto& note) { return note->vendor; })
      .member("guide", "Which edition", id(), [](const auto& note) { return note->guide; })
      .member<&FromGuide<VendorNote>::guide, &Guide::date>("date", "Of the edition")
      .member("stance", "Whether it speaks for it", [](const auto& note) { return note->stance; })
      .member("good_for", "Kinds of buyers, where it is limited", [](const auto& note) { return note->good_for; })
      .member("reasons", "Sentences", [](const auto& note) { return note->reasons; })
      .member("says", "In this program's words", [](const auto& note) { return note->says; })
      .member("source", "Where it is from", id(), [](const auto& note) { return note->source; });
}

template <>
Record<VendorView> description() {
  return answer_record<VendorView>("platform-vendors", "platform vendors", "What guides say of vendors")
      .member<as<vendor_query_record>>("query", "What was asked")
      .member("results", "The newest guide first", [](const auto& view) { return std::span(view.notes); })
      .member("warnings", "None", k_no_warnings);
}

std::string platform_json(const PlatformView& view) { return json_text(value_of(view)); }

std::string free_tier_json(const FreeTierView& view) { return json_text(value_of(view)); }

std::string vendor_json(const VendorView& view) { return json_text(value_of(view)); }

Records platform_records(const PlatformView& view) {
  return flat_records(value_of(view), record<PlatformView>().shape(), "results[].rules[]",
                      {{"platform", "results[].platform"},
                       {"rank", "results[].rank"},
                       {"stance", "results[].stance"},
                       {"guide", "results[].rules[].guide"},
                       {"date", "results[].rules[].date"},
                       {"id", "results[].rules[].id"},
                       {"rule_stance", "results[].rules[].stance"},
                       {"workloads", "results[].rules[].workloads", ";"},
                       {"frameworks", "results[].rules[].frameworks", ";"},
                       {"phase", "results[].rules[].phase"},
                       {"need", "results[].rules[].need"},
                       {"says", "results[].rules[].says"},
                       {"source", "results[].rules[].source"}});
}

Records free_tier_records(const FreeTierView& view) {
  return flat_records(value_of(view), record<FreeTierView>().shape(), "results[]",
                      {{"provider", "results[].provider"},
                       {"as_of", "results[].as_of"},
                       {"fits", "results[].fits"},
                       {"reasons", "results[].reasons", "; "},
                       {"accelerators", "results[].accelerators"},
                       {"gpus", "results[].gpus", ";"},
                       {"monthly_usd", "results[].monthly_usd"},
                       {"limits", "results[].limits"},
                       {"hours_per_week", "results[].hours_per_week"},
                       {"frameworks", "results[].frameworks", ";"},
                       {"regions", "results[].regions", ";"},
                       {"not_from", "results[].not_from", ";"},
                       {"files", "results[].files"},
                       {"note", "results[].note"},
                       {"source", "results[].source"},
                       {"reached_from", "results[].reached_from", ";"}});
}

Records vendor_records(const VendorView& view) {
  return flat_records(value_of(view), record<VendorView>().shape(), "results[]",
                      {{"vendor", "results[].vendor"},
                       {"guide", "results[].guide"},
                       {"date", "results[].date"},
                       {"stance", "results[].stance"},
                       {"good_for", "results[].good_for", "; "},
                       {"reasons", "results[].reasons"},
                       {"says", "results[].says"},
                       {"source", "results[].source"}});
}

}  // namespace gpuadvisor
