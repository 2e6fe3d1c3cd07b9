#include "output/phrases/shared_records.hpp"
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

struct VendorQuery {
  std::string_view vendor;
};

std::vector<PlatformResult> results_of(const PlatformView& view) {
  std::vector<PlatformResult> results;
  for (const PlatformAdvice& advice : view.advice) results.push_back({results.size() + 1, &advice, &view.question});
  return results;
}

}  // namespace

template <>
const Record<PlatformQuestion>& record() {
  static const auto k_record =
      Record<PlatformQuestion>("query", "What was asked")
          .member("workload", "Null: open",
                  [](const auto& asked) { return asked.workload == nullptr ? std::string_view() : asked.workload->id; })
          .id()
          .or_null()
          .member<&PlatformQuestion::phase>("phase", "Null: open")
          .member<&PlatformQuestion::need>("need", "Null: open")
          .member<&PlatformQuestion::framework>("framework", "Null: open")
          .id()
          .or_null();
  return k_record;
}

template <>
const Record<FromGuide<PlatformRule>>& record() {
  static const auto k_record =
      Record<FromGuide<PlatformRule>>(
          "rule", "What a guide says of a platform; it applies to a question that matches all that it names")
          .member("guide", "Which edition", [](const auto& rule) { return rule->guide; })
          .id()
          .member("date", "Of the edition", [](const auto& rule) { return rule.guide->date; })
          .member("id", "Unique within the guide", [](const auto& rule) { return rule->id; })
          .id()
          .member("platform", "Where to compute", [](const auto& rule) { return rule->platform; })
          .member("stance", "Whether it speaks for it", [](const auto& rule) { return rule->stance; })
          .member("workloads", "That it names; empty: any", [](const auto& rule) { return rule->workloads; })
          .ids()
          .member("frameworks", "That it names; empty: any", [](const auto& rule) { return rule->frameworks; })
          .ids()
          .member("phase", "That it names; null: any", [](const auto& rule) { return rule->phase; })
          .member("need", "That it names; null: any", [](const auto& rule) { return rule->need; })
          .member("says", "In this program's words", [](const auto& rule) { return rule->says; })
          .member("source", "Where it is from", [](const auto& rule) { return rule->source; })
          .id();
  return k_record;
}

template <>
const Record<PlatformResult>& record() {
  static const auto k_record =
      Record<PlatformResult>("advice", "What guides say of a platform")
          .member<&PlatformResult::rank>("rank", "Its place")
          .least(1)
          .member("platform", "Where to compute", [](const auto& result) { return result.advice->platform; })
          .member("stance", "That of the rule that decides, the first",
                  [](const auto& result) { return result.advice->stance(); })
          .member("see", "A command that tells which; null: none",
                  [](const auto& result) { return see_also(result.advice->platform, *result.question); })
          .or_null()
          .member(
              "rules", "That apply, the one that decides first",
              [](const auto& result) -> const auto& { return result.advice->rules; })
          .fewest(1);
  return k_record;
}

template <>
const Record<PlatformView>& record() {
  static const auto k_record =
      answer_record<PlatformView>("platform", "platform", "Where to compute, by what guides say")
          .member(
              "query", "What was asked", [](const auto& view) -> const auto& { return view.question; })
          .member("results", "Platforms of which some rule applies, best first",
                  [](const auto& view) { return results_of(view); })
          .member(
              "conditional", "Rules that would apply if more were told",
              [](const auto& view) -> const auto& { return view.conditional; })
          .member("warnings", "None", [](const auto&) { return std::vector<Warning>(); });
  return k_record;
}

template <>
const Record<FreeTierQuestion>& record() {
  static const auto k_record =
      Record<FreeTierQuestion>("query", "What was asked")
          .member<&FreeTierQuestion::framework>("framework", "Null: any")
          .id()
          .or_null()
          .member<&FreeTierQuestion::from>("from", "Country of the user, ISO 3166-1 alpha-2; null: anywhere")
          .pattern(k_country_pattern)
          .or_null();
  return k_record;
}

template <>
const Record<FreeTierAnswer>& record() {
  static const auto k_record =
      Record<FreeTierAnswer>("tier", "What a provider offers, as last described")
          .member("provider", "Who", [](const auto& answer) { return answer.tier->provider; })
          .member("as_of", "When it was so described", [](const auto& answer) { return answer.tier->as_of; })
          .member("fits", "Whether it does for what was asked",
                  [](const auto& answer) { return answer.reasons.empty(); })
          .member<&FreeTierAnswer::reasons>("reasons", "Why it does not; empty where it does")
          .member("accelerators", "In words", [](const auto& answer) { return answer.tier->accelerators; })
          .member("gpus", "Those that the catalog has", [](const auto& answer) { return answer.tier->gpus; })
          .ids()
          .member("monthly_usd", "Null: free", [](const auto& answer) { return answer.tier->monthly; })
          .least(0)
          .member("limits", "In words", [](const auto& answer) { return answer.tier->limits; })
          .member("hours_per_week", "GPU hours, where known",
                  [](const auto& answer) { return hours_per_week(*answer.tier); })
          .least(0)
          .member("frameworks", "The only ones; empty: any", [](const auto& answer) { return answer.tier->frameworks; })
          .ids()
          .member("regions", "The only ones, ISO 3166-1 alpha-2; empty: any",
                  [](const auto& answer) { return answer.tier->regions; })
          .each(k_country_pattern)
          .member("not_from", "Countries that it cannot be reached from",
                  [](const auto& answer) { return answer.tier->not_from; })
          .each(k_country_pattern)
          .member("files", "What becomes of them", [](const auto& answer) { return answer.tier->files; })
          .or_null()
          .member("note", "Caveats", [](const auto& answer) { return answer.tier->note; })
          .or_null()
          .member("source", "Where it is from", [](const auto& answer) { return answer.tier->source; })
          .id();
  return k_record;
}

template <>
const Record<FreeTierView>& record() {
  static const auto k_record =
      answer_record<FreeTierView>("platform-free", "platform free",
                                  "Free GPUs and TPUs online, and those for a small fee")
          .member(
              "query", "What was asked", [](const auto& view) -> const auto& { return view.question; })
          .member(
              "results", "Those that do first; then free ones; then by hours",
              [](const auto& view) -> const auto& { return view.tiers; })
          .member("warnings", "None", [](const auto&) { return std::vector<Warning>(); });
  return k_record;
}

template <>
const Record<VendorQuery>& record() {
  static const auto k_record =
      Record<VendorQuery>("query", "What was asked").member<&VendorQuery::vendor>("vendor", "Null: all").id().or_null();
  return k_record;
}

template <>
const Record<FromGuide<VendorNote>>& record() {
  static const auto k_record =
      Record<FromGuide<VendorNote>>("note", "What a guide says of a vendor")
          .member("vendor", "As in GPUs, or startups", [](const auto& note) { return note->vendor; })
          .id()
          .member("guide", "Which edition", [](const auto& note) { return note->guide; })
          .id()
          .member("date", "Of the edition", [](const auto& note) { return note.guide->date; })
          .member("stance", "Whether it speaks for it", [](const auto& note) { return note->stance; })
          .member("good_for", "Kinds of buyers, where it is limited", [](const auto& note) { return note->good_for; })
          .member("reasons", "Sentences", [](const auto& note) { return note->reasons; })
          .member("says", "In this program's words", [](const auto& note) { return note->says; })
          .member("source", "Where it is from", [](const auto& note) { return note->source; })
          .id();
  return k_record;
}

template <>
const Record<VendorView>& record() {
  static const auto k_record =
      answer_record<VendorView>("platform-vendors", "platform vendors", "What guides say of vendors")
          .member("query", "What was asked", [](const auto& view) { return VendorQuery{view.vendor}; })
          .member(
              "results", "The newest guide first", [](const auto& view) -> const auto& { return view.notes; })
          .member("warnings", "None", [](const auto&) { return std::vector<Warning>(); });
  return k_record;
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
                       {"source", "results[].source"}});
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
