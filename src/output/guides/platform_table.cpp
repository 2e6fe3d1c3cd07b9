#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/text.hpp"
#include "gpuadvisor/core/money.hpp"
#include "guide_text.hpp"
#include "output/phrases/data_day.hpp"
#include "platform_text.hpp"

namespace gpuadvisor {
namespace {

std::string titled(std::string_view title, const Page& page) {
  return emphasised(wrapped(title, page.width), Style::bold, page);
}

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
    if (std::find(m_values.begin(), m_values.end(), value) == m_values.end()) m_values.push_back(value);
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

/// "30 hours a week"; of few, "about 35 minutes a week".
std::string hours_text(double hours) {
  constexpr double k_few = 2;
  if (hours < k_few) return fmt::format("about {:.0f} minutes a week", hours * 60);
  return fmt::format("{:g} hours a week", std::round(hours * 10) / 10);
}

std::string tier_title(const FreeTier& tier) {
  std::string text = fmt::format("{}: {}", tier.provider, tier.accelerators);
  text += tier.monthly ? ", " + money_exact(*tier.monthly) : ", free";
  if (const auto hours = hours_per_week(tier)) text += ", " + hours_text(*hours);
  return text + fmt::format(" ({})", tier.as_of.text());
}

std::string tier_entry(const FreeTier& tier, std::string_view from, std::size_t width) {
  std::string text = indented_item(tier_title(tier), width, 2);
  text += indented_item(tier.limits, width, 4);
  const auto only = [&](std::string_view what, std::span<const std::string_view> list) {
    if (!list.empty()) text += indented_item(fmt::format("Only {} {}.", what, joined(list, ", ")), width, 4);
  };
  only("for", tier.frameworks);
  only("in", tier.regions);
  if (!tier.not_from.empty())
    text += indented_item(fmt::format("Not reached from {}.", joined(tier.not_from, ", ")), width, 4);
  if (is_reach_unknown(tier, from))
    text += indented_item(fmt::format("Whether it can be reached from {} is not told.", from), width, 4);
  if (!tier.files.empty()) text += indented_item(tier.files, width, 4);
  if (!tier.note.empty()) text += indented_item(fmt::format("Note: {}", tier.note), width, 4);
  return text;
}

/// "recommended: The safe choice. (Dettmers, April 2019)".
std::string note_text(const FromGuide<VendorNote>& note) {
  std::string text = fmt::format("{}: {} ({}", stance_text(note->stance), note->says, note.guide->title);
  if (!note->good_for.empty()) text += fmt::format("; good for {}", joined(note->good_for, ", "));
  return text + ')';
}

}  // namespace

std::string platform_table(const PlatformView& view, const Page& page, bool header) {
  std::string text;
  if (header) text += titled(heading("Where to compute", question_text(view.question), view.catalog), page);
  for (std::size_t i = 0; i < view.advice.size(); ++i) {
    const PlatformAdvice& advice = view.advice[i];
    if (header) text += '\n';
    text +=
        titled(fmt::format("{}. {}: {}", i + 1, platform_title(advice.platform), stance_text(advice.stance())), page);
    for (const auto& rule : advice.rules) {
      text += indented_item(rule_text(rule, advice), page.width, 2);
    }
    const std::string see = see_also(advice.platform, view.question);
    if (!see.empty() && header && advice.stance() != Stance::advises_against) {
      text += indented_item(fmt::format("Which: `{}`.", see), page.width, 2);
    }
  }
  if (!header) return text;
  if (view.advice.empty()) text += '\n' + wrapped("No guide says anything of that.", page.width);
  const std::string more = more_text(view);
  if (!more.empty()) text += '\n' + wrapped(more, page.width);
  return text + '\n' +
         wrapped(
             "The first rule of a platform decides: the one that names most of what was asked, then the newest. Of "
             "platforms equally recommended, that of the newest rule comes first, then what its guide says first. "
             "`gpuadvisor guides --topic cloud` "
             "has "
             "the rest.",
             page.width);
}

std::string free_tier_table(const FreeTierView& view, const Page& page, bool header) {
  std::string asked = std::string(view.question.framework);
  if (!view.question.from.empty()) asked += fmt::format("{}from {}", asked.empty() ? "" : ", ", view.question.from);
  std::string text;
  if (header) text += titled(heading("Free GPUs and TPUs online", asked, view.catalog), page) + '\n';
  bool is_first_paid = true;
  bool is_first_excluded = true;
  for (const FreeTierAnswer& answer : view.tiers) {
    if (answer.reasons.empty()) {
      if (header && is_first_paid && answer.tier->monthly) {
        text += '\n' + titled("Not free: by the month, unless the description says otherwise", page);
        is_first_paid = false;
      }
      text += tier_entry(*answer.tier, view.question.from, page.width);
      continue;
    }
    if (header && is_first_excluded) text += '\n' + titled("Left out", page);
    is_first_excluded = false;
    text += indented_item(
        fmt::format("{}: {}", tier_title(*answer.tier),
                    joined(std::vector<std::string_view>(answer.reasons.begin(), answer.reasons.end()), "; ")),
        page.width, 2);
  }
  if (!header) return text;
  return text + '\n' +
         wrapped(
             "In parentheses: when it was so described, the newest of each provider. Free ones come first, then those "
             "with most hours.",
             page.width);
}

std::string vendor_table(const VendorView& view, const Page& page, bool header) {
  std::vector<std::string_view> vendors;
  for (const auto& note : view.notes) {
    if (std::find(vendors.begin(), vendors.end(), note->vendor) == vendors.end()) vendors.push_back(note->vendor);
  }
  std::string text;
  if (header) text += titled(heading("What guides say of vendors", view.vendor, view.catalog), page);
  for (const auto vendor : vendors) {
    if (header) text += '\n' + titled(vendor, page);
    for (const auto& note : view.notes) {
      if (note->vendor != vendor) continue;
      text += indented_item(note_text(note), page.width, 2);
      for (const auto reason : note->reasons) text += indented_item(fmt::format("- {}", reason), page.width, 4);
    }
  }
  if (!header) return text;
  return text + '\n' +
         wrapped(
             "They are verdicts of their day. `gpuadvisor recommend` ranks by the software of the day asked for: "
             "--support.",
             page.width);
}

}  // namespace gpuadvisor
