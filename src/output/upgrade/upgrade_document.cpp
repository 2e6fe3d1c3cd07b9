#include <fmt/format.h>

#include <algorithm>

#include "core/contains.hpp"
#include "core/text.hpp"
#include "formats/json.hpp"
#include "gpuadvisor/core/money.hpp"
#include "gpuadvisor/report/document.hpp"
#include "output/cost/owning_words.hpp"
#include "output/phrases/data_day.hpp"
#include "output/phrases/fact.hpp"
#include "output/phrases/figure_words.hpp"
#include "output/phrases/offer_words.hpp"
#include "output/recommend/answer_heading.hpp"
#include "output/recommend/answer_notes.hpp"
#include "report/mapped.hpp"
#include "report/number_text.hpp"
#include "upgrade_verdict.hpp"

namespace gpuadvisor {
namespace {

const std::vector<WorkloadUpgrade>& answers_of(const UpgradeView& view) { return view.upgrade.workloads; }

/// The rule that the answers of all workloads go by; null without one.
const GuideUpgrade* rule_of(const UpgradeView& view) {
  const auto& guides = answers_of(view).front().guides;
  return guides ? &*guides : nullptr;
}

/// How old a rule is that is no longer young; empty for others.
std::string age_text(const GuideUpgrade& rule) {
  constexpr int k_old_after = 3;
  return rule.age_years >= k_old_after ? fmt::format(" That rule is {} years old.", rule.age_years) : std::string();
}

/// A row per workload: its speed, and what to do.
Table verdict_table(const UpgradeView& view) {
  const GuideUpgrade* rule = rule_of(view);
  const bool shows_least = rule != nullptr && rule->least != nullptr && rule->least != view.upgrade.question.owned;
  Table table{{{"for"}, {"yours", true}}, {}};
  if (shows_least) table.columns.push_back({brief_name(*rule->least), true});
  table.columns.push_back({"verdict", false, true});
  for (const WorkloadUpgrade& answer : answers_of(view)) {
    std::vector<std::string> row = {std::string(answer.workload->title), or_dash(answer.speed, rounded)};
    if (shows_least) row.push_back(or_dash(answer.guides->speed_of_least, rounded));
    row.push_back(choice_words(view, answer));
    table.rows.push_back(std::move(row));
  }
  return table;
}

/// What the owned card can be sold for.
std::string resale_text(const UpgradeView& view) {
  const Upgrade& upgrade = view.upgrade;
  if (!upgrade.resale) return "The resale value of your card is not known.";
  return fmt::format(
      "Net: the price less {}, what {} {} for. Used, it costs {} (seen {}); a sale brings the low end of the likely "
      "range, less {} for the marketplace.",
      money(*upgrade.sells_for()), upgrade.question.count == 1 ? "yours" : "all of yours",
      upgrade.question.count == 1 ? "sells" : "sell", today_text(upgrade.resale->today, *upgrade.resale),
      month_text(*upgrade.resale), percent(upgrade.use.selling_fee));
}

/// What is to say of each workload, where it is the same together: "CNN training, RNN training: text".
template <class Text>
std::vector<std::string> items(const UpgradeView& view, Text text) {
  std::vector<std::pair<std::string, std::vector<std::string>>> found;
  for (const WorkloadUpgrade& answer : answers_of(view)) {
    const std::string said = text(answer);
    if (said.empty()) continue;
    auto at = std::find_if(found.begin(), found.end(), [&](const auto& other) { return other.first == said; });
    if (at == found.end()) at = found.insert(found.end(), {said, {}});
    at->second.emplace_back(answer.workload->title);
  }
  return mapped(found, [&](const auto& one) {
    const auto& [said, titles] = one;
    return titles.size() == answers_of(view).size() ? said : fmt::format("{}: {}", enumeration(titles), said);
  });
}

/// The rule of the newest guide that has one, and what it says of each workload.
std::vector<std::string> guide_texts(const UpgradeView& view) {
  const GuideUpgrade* rule = rule_of(view);
  if (rule == nullptr) return {"No guide of the day says when to upgrade."};
  std::vector<std::string> texts =
      items(view, [](const WorkloadUpgrade& answer) { return guides_reason(*answer.guides); });
  texts.insert(texts.begin(), fmt::format("{}, the newest that has a rule: {}{}", rule->guide->title, rule->rule->says,
                                          age_text(*rule)));
  return texts;
}

/// The memory that new cards must have, and whatever else they must pass.
std::string asked_text(const UpgradeView& view) {
  if (answers_of(view).front().request.need) return constraints_text(answers_of(view).front().request);
  std::vector<std::string> memories;
  for (const WorkloadUpgrade& answer : answers_of(view)) {
    const auto& floor = answer.request.memory_floor;
    const auto least = std::max(answer.request.min_memory, floor ? std::optional(floor->memory) : std::nullopt);
    if (!least || *least == Gibibytes{0}) continue;
    const std::string memory = json_number(least->value());
    if (!contains(memories, memory)) memories.push_back(memory);
  }
  Request request = answers_of(view).front().request;
  request.min_memory.reset();
  request.memory_floor.reset();
  std::string text = constraints_text(request);
  if (memories.empty()) return text;
  const std::string_view by = memories.size() > 1 ? " by workload" : "";
  return fmt::format("{} GB or more{}, {}", enumeration(memories, "or"), by, text);
}

/// How it is decided what to do.
std::string rule_text(const UpgradeView& view) {
  const UpgradeQuestion& question = view.upgrade.question;
  const bool is_index = answers_of(view).front().request.speed_kind == SpeedKind::index;
  const std::string factor = json_number(question.least_gain);
  const std::string threshold =
      is_index ? fmt::format("is at least {} times as fast, with the 80 % interval of that gain above 1", factor)
               : fmt::format("has at least {} times the score", factor);
  return fmt::format(
      "A card is fast enough if it {}. Asked for: {}. It is worth its price if a unit of {} gained costs at most {} "
      "times what a unit of yours costs used. The cheapest such card comes first, then a second one of yours.",
      threshold, asked_text(view), speed_word(answers_of(view).front().request.speed_kind), k_dearest_gain);
}

std::string legend(const UpgradeView& view) {
  const WorkloadUpgrade& first = answers_of(view).front();
  const std::string text =
      first.request.speed_kind == SpeedKind::index
          ? fmt::format("Speeds: {}in {}, {} = 1.00.", first.workload->on_request ? "" : "training ",
                        first.request.precision == ScorePrecision::fp32 ? "FP32 or TF32" : "16 bits",
                        view.catalog.reference_name)
          : fmt::format(
                "No speeds are known for that day, so scores by the guides' order of importance are used, {} = 1.00: a "
                "ranking, not a speed, without intervals.",
                view.catalog.reference_name);
  return text + " Each row is the next worthwhile step up from the row above.";
}

/// What to know of single cards, each once.
std::vector<std::string> option_notes(const UpgradeView& view) {
  std::vector<std::string> said;
  for (const WorkloadUpgrade& answer : answers_of(view)) {
    for (const UpgradeOption& option : answer.options) {
      for (const Warning& warning : option.warnings) {
        std::string note = fmt::format("{}: {}.", conditioned_name(option.offer), warning.text);
        if (warning.id == "old-price" || contains(said, note)) continue;
        said.push_back(std::move(note));
      }
    }
  }
  return said;
}

/// What to know of the owned card.
std::vector<std::string> owned_notes(const UpgradeView& view) {
  std::vector<std::string> notes;
  for (const Warning& warning : view.notes) {
    if (is_of_name(warning)) continue;
    const bool is_of_card = warning.id != "others-kept";
    notes.push_back(is_of_card ? fmt::format("Yours, {}: {}.", brief_name(*view.upgrade.question.owned), warning.text)
                               : warning.text + ".");
  }
  return notes;
}

/// What is assumed of use.
std::string use_text(const UpgradeView& view) {
  const auto assumed = use_assumptions(view.upgrade.use, view.upgrade.use.assumed_electricity);
  return assumed.empty() ? std::string() : fmt::format("Assumed use: {}.", enumeration(assumed));
}

/// Workloads whose answer is another: "Another answer: RNN training (buy a used RTX 3080 10GB)."
std::string other_answers(const UpgradeView& view) {
  const std::string said = choice_words(view, view.upgrade.main());
  std::vector<std::string> others;
  for (const WorkloadUpgrade& answer : answers_of(view)) {
    const std::string other = choice_words(view, answer);
    if (other != said) others.push_back(fmt::format("{} ({})", mid_sentence(answer.workload->title), other));
  }
  return others.empty() ? std::string() : fmt::format(" Another answer for {}.", enumeration(others));
}

/// The ways to spend money for each workload but the one that the answer is of.
Document other_workloads(const UpgradeView& view, std::size_t room) {
  Document document;
  for (const WorkloadUpgrade& answer : answers_of(view)) {
    if (&answer == &view.upgrade.main()) continue;
    document.heading(std::string(answer.workload->title), 3).table(option_table(view, answer, room), 2).gap();
  }
  return document;
}

std::string short_legend(const UpgradeView& view, std::size_t room) {
  const WorkloadUpgrade& main = view.upgrade.main();
  std::string text = fmt::format("{}: times yours", speed_word(main.request.speed_kind));
  if (view.upgrade.resale && !main.options.empty()) text += "; net: less what yours sells for";
  if (room >= k_room_for_costs) {
    text += fmt::format("; owned, rented: over {} at {:g} hours a day", span_text(view.upgrade.use.years),
                        view.upgrade.use.hours_per_day);
  }
  const std::string day = data_day(view.catalog);
  return fmt::format("{}{}{}.{} More: --explain.", text, day.empty() ? "" : "; ", day, other_answers(view));
}

}  // namespace

Document document_of(const UpgradeView& view, std::size_t room) {
  const WorkloadUpgrade& main = view.upgrade.main();
  Sheet sheet;
  sheet.lead(Document()
                 .title(upgrade_verdict(view, main))
                 .paragraphs(owned_notes(view))
                 .paragraph(upgrade_reason(view, main))
                 .gap()
                 .table(option_table(view, main, room))
                 .gap());
  sheet.fact(Fact::work).more(other_workloads(view, room)).more(verdict_table(view));
  sheet.fact(Fact::rule).more(rule_text(view)).more(legend(view));
  sheet.fact(Fact::price).more(resale_text(view)).more(use_text(view)).more(option_notes(view));
  sheet.fact(Fact::guides).more(guide_texts(view));
  return sheet.last_on_screen(short_legend(view, room)).document(view.depth);
}

}  // namespace gpuadvisor
