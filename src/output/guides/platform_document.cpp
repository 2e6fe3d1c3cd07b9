#include <fmt/format.h>

#include <cmath>

#include "core/contains.hpp"
#include "core/text.hpp"
#include "gpuadvisor/core/money.hpp"
#include "output/phrases/data_day.hpp"
#include "platform_text.hpp"

namespace gpuadvisor {
namespace {

std::string heading(std::string_view what, std::string_view asked, const CatalogStamp& catalog) {
  const std::string day = data_day(catalog);
  return fmt::format("{}{}{}{}{}", what, asked.empty() ? "" : ": ", asked, day.empty() ? "" : ", ", day);
}

/// "Run inference on your own GPU. (Dettmers, April 2019; --phase inference)", with its stance where that is another
/// than the platform's.
std::string rule_text(const FromGuide<PlatformRule>& rule, const PlatformAdvice& advice) {
  const std::string options = options_of(*rule.record);
  return fmt::format("{}{} ({}{}{})",
                     rule->stance == advice.stance() ? "" : fmt::format("{}: ", stance_text(rule->stance)), rule->says,
                     rule.guide->title, options.empty() ? "" : "; ", options);
}

/// Values of an option, each once, in the order first seen.
class OptionValues {
 public:
  explicit OptionValues(std::string_view option) : m_option(option) {}

  void add(std::string_view value) {
    if (!contains(m_values, value)) m_values.push_back(value);
  }
  /// "--phase prototype|training" into `texts`, if there are values.
  void tell(std::vector<std::string>& texts) const {
    if (!m_values.empty()) texts.push_back(fmt::format("`{} {}`", m_option, joined(m_values, "|")));
  }

 private:
  std::string_view m_option;
  std::vector<std::string_view> m_values;
};

/// Of what the guides say more, as options that were not given.
std::string more_text(const PlatformView& view) {
  const PlatformQuestion& asked = view.question;
  OptionValues workloads("--workload");
  OptionValues phases("--phase");
  OptionValues needs("--need");
  OptionValues frameworks("--framework");
  for (const auto& rule : view.conditional) {
    for (const auto workload : rule->workloads) {
      if (asked.workload == nullptr) workloads.add(workload);
    }
    if (rule->phase && !asked.phase) phases.add(enum_name(*rule->phase));
    if (rule->need && !asked.need) needs.add(enum_name(*rule->need));
    for (const auto framework : rule->frameworks) {
      if (asked.framework.empty()) frameworks.add(framework);
    }
  }
  std::vector<std::string> options;
  for (const OptionValues* values : {&workloads, &phases, &needs, &frameworks}) values->tell(options);
  return options.empty() ? std::string() : fmt::format("Guides say more of {}.", enumeration(options));
}

std::string tier_title(const FreeTier& tier) {
  std::string text = fmt::format("{}: {}", tier.provider, tier.accelerators);
  text += tier.monthly ? ", " + money_exact(*tier.monthly) : ", free";
  if (const auto hours = hours_per_week(tier)) text += ", " + weekly_text(*hours);
  return text + fmt::format(" ({})", tier.as_of.text());
}

void add_tier(Document& document, const FreeTier& tier, std::string_view from) {
  const auto listed = [&](std::string_view what, std::span<const std::string_view> list) {
    if (!list.empty()) document.item(fmt::format("{} {}.", what, joined(list, ", ")), 2);
  };
  document.item(tier_title(tier)).item(std::string(tier.limits), 2);
  listed("Only for", tier.frameworks);
  listed("Only in", tier.regions);
  listed("Reached from", tier.reached_from);
  listed("Not reached from", tier.not_from);
  if (is_reach_unknown(tier, from)) {
    document.item(fmt::format("Access from {}: unknown.", from), 2);
  }
  document.item(std::string(tier.files), 2);
  if (!tier.note.empty()) document.item(fmt::format("Note: {}", tier.note), 2);
}

/// "recommended: The safe choice. (Dettmers, April 2019)".
std::string note_text(const FromGuide<VendorNote>& note) {
  std::string text = fmt::format("{}: {} ({}", stance_text(note->stance), note->says, note.guide->title);
  if (!note->good_for.empty()) text += fmt::format("; good for {}", joined(note->good_for, ", "));
  return text + ')';
}

}  // namespace

namespace {

/// The platforms in order, each with all that guides say.
void add_guides(Document& document, const PlatformView& view) {
  for (std::size_t i = 0; i < view.advice.size(); ++i) {
    const PlatformAdvice& advice = view.advice[i];
    document.heading(fmt::format("{}. {}: {}", i + 1, platform_title(advice.platform), stance_text(advice.stance())));
    for (const auto& rule : advice.rules) document.item(rule_text(rule, advice));
    const std::string see = see_also(advice.platform, view.question);
    if (!see.empty() && advice.stance() != Stance::advises_against) {
      document.paragraph(fmt::format("Which: `{}`.", see), true);
    }
  }
  if (view.advice.empty()) document.paragraph("No guide says anything of that.");
  document.gap().paragraph(more_text(view)).gap();
  document.paragraph(
      "The first rule of a platform decides: the one that names most of what was asked, then the newest. Of platforms "
      "equally recommended, that of the newest rule comes first, then what its guide says first. `gpuadvisor guides "
      "--topic cloud` has the rest.");
}

/// What guides say in few lines: of what was asked, the rule that decides of the first platforms; else their rules
/// that have a measure of when to own.
void add_guides_in_short(Document& document, const PlatformView& view) {
  constexpr std::size_t k_platforms = 2;
  document.gap().heading("What guides said, in their day");
  if (question_text(view.question).empty()) {
    for (const auto& rule : view.own_or_rent.measures) {
      const RuleFigure& figure = *measure_of(*rule.record);
      document.item(fmt::format("{:g} {}: {} ({})", figure.value.value(), figure.unit, rule->says, rule.guide->title));
    }
    return;
  }
  std::size_t told = 0;
  for (const PlatformAdvice& advice : view.advice) {
    if (advice.platform == Platform::cloud_tpu || told == k_platforms) continue;  // of TPUs today's price is told
    ++told;
    document.item(fmt::format("{}, {}: {} ({})", platform_title(advice.platform), stance_text(advice.stance()),
                              advice.rules.front()->says, advice.rules.front().guide->title));
  }
}

}  // namespace

Document platform_document(const PlatformView& view) {
  Document document;
  const bool is_computed = !view.own_or_rent.choices.empty();
  document.title(heading(is_computed ? "Buy or rent" : "Where to compute", question_text(view.question), view.catalog))
      .gap();
  if (is_computed) {
    document.append(own_or_rent_document(view));
  } else if (view.question.need != Need::no_money) {
    document.paragraph("No GPU within these limits has a price to buy and one to rent: guides alone answer.").gap();
  }
  if (view.in_full || !is_computed) {
    add_guides(document, view);
    return document;
  }
  add_guides_in_short(document, view);
  return document.paragraph("More: --explain; `gpuadvisor cost GPU --against rent`; `gpuadvisor rent GPU`.");
}

Document free_tier_document(const FreeTierView& view) {
  std::string asked = std::string(view.question.framework);
  if (!view.question.from.empty()) asked += fmt::format("{}from {}", asked.empty() ? "" : ", ", view.question.from);
  Document document;
  document.title(heading("Free GPUs and TPUs online", asked, view.catalog)).gap();
  std::string_view section;
  for (const FreeTierAnswer& answer : view.tiers) {
    const std::string_view of = !answer.reasons.empty() ? "Left out"
                                : answer.tier->monthly ? "Not free: by the month, unless the description says otherwise"
                                                       : "";
    if (of != section) document.gap().heading(std::string(of));
    section = of;
    if (answer.reasons.empty()) {
      add_tier(document, *answer.tier, view.question.from);
    } else {
      const std::vector<std::string_view> reasons(answer.reasons.begin(), answer.reasons.end());
      document.item(fmt::format("{}: {}", tier_title(*answer.tier), joined(reasons, "; ")));
    }
  }
  return document.gap().paragraph(
      "In parentheses: when it was so described, the newest of each provider. Free ones come first, then those with "
      "most hours.");
}

Document vendor_document(const VendorView& view) {
  std::vector<std::string_view> vendors;
  for (const auto& note : view.notes) {
    if (!contains(vendors, note->vendor)) vendors.push_back(note->vendor);
  }
  Document document;
  document.title(heading("What guides say of vendors", view.vendor, view.catalog)).gap();
  for (const auto vendor : vendors) {
    document.heading(std::string(vendor));
    for (const auto& note : view.notes) {
      if (note->vendor != vendor) continue;
      document.item(note_text(note));
      for (const auto reason : note->reasons) document.item(fmt::format("- {}", reason), 2);
    }
  }
  return document.gap().paragraph(
      "They are verdicts of their day. `gpuadvisor recommend` ranks by the software of the day asked for: --support.");
}

}  // namespace gpuadvisor
