#include "output/phrases/shared_records.hpp"
#include "output/recommend/query_record.hpp"
#include "report/flat.hpp"
#include "upgrade_text.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

/// What was found for one workload, and what was asked.
struct Found {
  const WorkloadUpgrade* answer = nullptr;
  const UpgradeQuestion* question = nullptr;
};

struct FoundStep {
  const UpgradeStep* step = nullptr;
  std::string_view workload;
};

struct FoundRule {
  const GuideUpgrade* guides = nullptr;
  Found found;
};

struct Today {
  Found found;
};

/// The owned card, and what it fetches.
struct Owned {
  const Upgrade* upgrade = nullptr;
};

std::vector<Found> found(const Upgrade& upgrade) {
  std::vector<Found> all;
  for (const WorkloadUpgrade& answer : upgrade.workloads) all.push_back({&answer, &upgrade.question});
  return all;
}

FoundStep found_step(const UpgradeStep& step, const Found& found) { return {&step, found.answer->workload->id}; }

std::vector<FoundStep> found_steps(const Found& found) {
  std::vector<FoundStep> all;
  for (const UpgradeStep& step : found.answer->steps) all.push_back(found_step(step, found));
  return all;
}

}  // namespace

template <>
const Record<RatioEstimate>& record() {
  static const auto k_record =
      Record<RatioEstimate>("ratio", "How many times as fast", Layout::one_line)
          .member<&RatioEstimate::ratio>("ratio", "The speed over that of the owned card")
          .positive()
          .member<&RatioEstimate::low>("low", "Lower end of the 80 % interval; null where a speed has none")
          .positive()
          .member<&RatioEstimate::high>("high", "Upper end")
          .positive();
  return k_record;
}

template <>
const Record<UpgradeQuestion>& record() {
  static const auto k_record =
      Record<UpgradeQuestion>("upgrade_question", "What was asked")
          .member("gpu", "The GPU that is owned", [](const UpgradeQuestion& asked) { return asked.owned->id; })
          .id()
          .member("workloads", "What it is for",
                  [](const UpgradeQuestion& asked) {
                    std::vector<std::string_view> ids;
                    for (const Workload* workload : asked.workloads) ids.push_back(workload->id);
                    return ids;
                  })
          .ids()
          .fewest(1)
          .member<&UpgradeQuestion::least_gain>("least_gain", "How many times as fast a new card must be")
          .least(1.1)
          .most(100)
          .member<&UpgradeQuestion::is_large>("large", "The networks are large")
          .member("budget_usd", "Most to pay for the new card; null: any",
                  [](const UpgradeQuestion& asked) { return asked.asked.budget; })
          .positive();
  return k_record;
}

template <>
const Record<Owned>& record() {
  static const auto k_record =
      Record<Owned>("owned", "The GPU that is owned")
          .member("id", "Its id", [](const Owned& owned) { return owned.upgrade->question.owned->id; })
          .id()
          .member("name", "Its name", [](const Owned& owned) { return owned.upgrade->question.owned->name; })
          .member("memory_per_device_gb", "Memory that one device of the board sees",
                  [](const Owned& owned) { return memory_per_device(*owned.upgrade->question.owned); })
          .positive()
          .member("resale", "What it fetches used; null where that is not known",
                  [](const Owned& owned) { return owned.upgrade->resale; });
  return k_record;
}

template <>
const Record<FoundStep>& record() {
  static const auto k_record =
      Record<FoundStep>("step", "A card to buy in place of the owned one")
          .member("id", "Of the card", [](const FoundStep& found) { return found.step->offer.gpu->id; })
          .id()
          .member("name", "Of the card", [](const FoundStep& found) { return found.step->offer.gpu->name; })
          .member("condition", "Of the goods; mixed quotes average new and used ones",
                  [](const FoundStep& found) { return found.step->offer.price->condition; })
          .member("memory_per_device_gb", "Memory that one device of the board sees",
                  [](const FoundStep& found) { return memory_per_device(*found.step->offer.gpu); })
          .positive()
          .member("speed", "The index, or the priority score",
                  [](const FoundStep& found) { return *found.step->offer.speed; })
          .positive()
          .member("performance", "The index with what backs it; null where scores stand in",
                  [](const FoundStep& found) { return speed_for(found.workload, found.step->performance); })
          .member("gain", "Over the owned card", [](const FoundStep& found) { return found.step->gain; })
          .member("price", "Of the card", [](const FoundStep& found) { return *found.step->offer.price; })
          .member("cost_usd",
                  "The price, less what the owned card fetches where that is known; negative where that is more",
                  [](const FoundStep& found) { return found.step->cost; })
          .member("cost_per_point_usd", "cost_usd for 1.00 of speed gained; null where there is nothing to pay",
                  [](const FoundStep& found) { return found.step->cost_per_point; })
          .positive()
          .member("within_budget", "Whether the price is",
                  [](const FoundStep& found) { return found.step->is_within_budget; })
          .member("more_power_w", "Board power at full load beyond that of the owned card; negative where it is less",
                  [](const FoundStep& found) { return found.step->more_power; })
          .member("warnings", "About the card", [](const FoundStep& found) { return found.step->warnings; });
  return k_record;
}

template <>
const Record<FoundRule>& record() {
  static const auto k_record =
      Record<FoundRule>("guides", "What the guides' rule says")
          .member("advice", "open: the rule does not reach down to the card, or a speed is not known",
                  [](const FoundRule& rule) { return rule.guides->advice; })
          .member("reason", "Why",
                  [](const FoundRule& rule) { return guides_reason(*rule.found.answer, *rule.found.question); })
          .member("guide", "The newest that has such a rule",
                  [](const FoundRule& rule) { return rule.guides->guide->id; })
          .id()
          .member("title", "Of the guide", [](const FoundRule& rule) { return rule.guides->guide->title; })
          .member("date", "Of the guide", [](const FoundRule& rule) { return rule.guides->guide->date; })
          .member("rule", "Id of the rule", [](const FoundRule& rule) { return rule.guides->rule->id; })
          .id()
          .member("says", "What the rule says", [](const FoundRule& rule) { return rule.guides->rule->says; })
          .member("owned_at_least", "The card from which on owners wait",
                  [](const FoundRule& rule) { return rule.guides->rule->owned; })
          .id()
          .member("speed_of_that", "For the workload, on the catalog's day; null where it is not known",
                  [](const FoundRule& rule) { return rule.guides->speed_of_least; })
          .positive()
          .member("excepted", "Whether the rule's exception is this case",
                  [](const FoundRule& rule) { return rule.guides->is_excepted; })
          .member("source", "Of the rule", [](const FoundRule& rule) { return rule.guides->rule->source; })
          .id();
  return k_record;
}

template <>
const Record<Today>& record() {
  static const auto k_record =
      Record<Today>("today", "What prices and speeds of the day say", Layout::one_line)
          .member("advice", "open: a speed is not known", [](const Today& today) { return today.found.answer->today; })
          .member("reason", "Why",
                  [](const Today& today) { return today_reason(*today.found.answer, *today.found.question); });
  return k_record;
}

template <>
const Record<Found>& record() {
  static const auto k_record =
      Record<Found>("answer", "The answer for one workload")
          .member("workload", "What it is for", [](const Found& found) { return found.answer->workload->id; })
          .id()
          .member("query", "What new cards must pass", [](const Found& found) { return Query{&found.answer->request}; })
          .member("speed", "Of the owned card: the index, or the priority score",
                  [](const Found& found) { return found.answer->speed; })
          .positive()
          .member("performance", "Of the owned card; null where scores stand in",
                  [](const Found& found) { return speed_for(found.answer->workload->id, found.answer->performance); })
          .member("guides", "Null where no guide of the day has such a rule",
                  [](const Found& found) {
                    const auto& guides = found.answer->guides;
                    return guides ? std::optional(FoundRule{&*guides, found}) : std::nullopt;
                  })
          .member("today", "What prices and speeds of the day say", [](const Found& found) { return Today{found}; })
          .member("candidates", "Offers with a price that pass what is asked, but for the budget",
                  [](const Found& found) { return found.answer->candidates; })
          .least(0)
          .member("steps", "The cheapest card that is worth it, and the next ones beyond",
                  [](const Found& found) { return found_steps(found); })
          .member("fastest", "Where there are no steps: the most that is to be gained", [](const Found& found) {
            const auto& fastest = found.answer->fastest;
            return fastest ? std::optional(found_step(*fastest, found)) : std::nullopt;
          });
  return k_record;
}

template <>
const Record<UpgradeView>& record() {
  static const auto k_record =
      answer_record<UpgradeView>("upgrade", "upgrade", "Wait, or what is worth buying next")
          .member("query", "What was asked", [](const UpgradeView& view) { return view.upgrade.question; })
          .member("owned", "The GPU that is owned", [](const UpgradeView& view) { return Owned{&view.upgrade}; })
          .member("results", "The answer for each workload",
                  [](const UpgradeView& view) { return found(view.upgrade); })
          .fewest(1)
          .member("warnings", "About the question", [](const UpgradeView& view) { return view.notes; });
  return k_record;
}

std::string upgrade_json(const UpgradeView& view) { return json_text(value_of(view)); }

Records upgrade_records(const UpgradeView& view) {
  return flat_records(value_of(view), record<UpgradeView>().shape(), "results[].steps[]?",
                      {{"workload", "results[].workload"},
                       {"guides", "results[].guides.advice"},
                       {"today", "results[].today.advice"},
                       {"owned_speed", "results[].speed"},
                       {"step", "results[].steps#"},
                       {"id", "results[].steps[].id"},
                       {"name", "results[].steps[].name"},
                       {"condition", "results[].steps[].condition"},
                       {"memory_gb", "results[].steps[].memory_per_device_gb"},
                       {"speed", "results[].steps[].speed"},
                       {"gain", "results[].steps[].gain.ratio"},
                       {"gain_low", "results[].steps[].gain.low"},
                       {"gain_high", "results[].steps[].gain.high"},
                       {"price_usd", "results[].steps[].price.usd"},
                       {"price_as_of", "results[].steps[].price.as_of"},
                       {"cost_usd", "results[].steps[].cost_usd"},
                       {"cost_per_point_usd", "results[].steps[].cost_per_point_usd"},
                       {"within_budget", "results[].steps[].within_budget"}});
}

}  // namespace gpuadvisor
