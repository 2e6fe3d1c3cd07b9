#include <cmath>

#include "core/two_digits.hpp"
#include "output/cost/owning_record.hpp"
#include "output/phrases/shared_records.hpp"
#include "output/recommend/answer_record.hpp"
#include "output/recommend/query_record.hpp"
#include "report/flat.hpp"
#include "upgrade_verdict.hpp"

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

/// A way to spend money.
struct FoundOption {
  const UpgradeOption* option = nullptr;
  std::string_view workload;

  [[nodiscard]] FoundStep step() const { return {option, workload}; }
};

struct FoundRule {
  const GuideUpgrade* guides = nullptr;
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

std::optional<FoundOption> found_option(const std::optional<UpgradeOption>& option, const Found& found) {
  return option ? std::optional(FoundOption{&*option, found.answer->workload->id}) : std::nullopt;
}

std::vector<FoundOption> found_options(const Found& found) {
  return mapped(found.answer->options, [&](const UpgradeOption& one) {
    return FoundOption{&one, found.answer->workload->id};
  });
}

}  // namespace

template <>
Record<RatioEstimate> description() {
  return Record<RatioEstimate>("ratio", "How many times as fast", Layout::one_line)
      .member<&RatioEstimate::ratio>("ratio", "The speed over that of the owned card", positive())
      .member<&RatioEstimate::low>("low", "Lower end of the 80 % interval; null where a speed has none", positive())
      .member<&RatioEstimate::high>("high", "Upper end", positive());
}

template <>
Record<UpgradeQuestion> description() {
  return Record<UpgradeQuestion>("upgrade_question", "What was asked")
      .member<&UpgradeQuestion::owned, &Gpu::id>("gpu", "The GPU that is owned", id())
      .member("workloads", "What it is for", ids(), fewest(1),
              [](const UpgradeQuestion& asked) {
                std::vector<std::string_view> ids;
                for (const Workload* workload : asked.workloads) ids.push_back(workload->id);
                return ids;
              })
      .member<&UpgradeQuestion::least_gain>("least_gain", "How many times as fast a new card must be", least(1.1),
                                            most(100))
      .member<&UpgradeQuestion::is_large>("large", "The networks are large")
      .member<&UpgradeQuestion::asked, &Request::budget>("budget_usd", "Most to pay for the new card; null: any",
                                                         positive());
}

template <>
Record<Owned> description() {
  return Record<Owned>("owned", "The GPU that is owned")
      .member<&Owned::upgrade, &Upgrade::question, &UpgradeQuestion::owned, &Gpu::id>("id", "Its id", id())
      .member<&Owned::upgrade, &Upgrade::question, &UpgradeQuestion::count>("count", "Equal ones, in one machine",
                                                                            least(1))
      .member<&Owned::upgrade, &Upgrade::question, &UpgradeQuestion::owned, &Gpu::name>("name", "Its name")
      .member<&Owned::upgrade, &Upgrade::question, &UpgradeQuestion::owned, &memory_per_device>(
          "memory_per_device_gb", "Memory that one device of the board sees", positive())
      .member<&Owned::upgrade, &Upgrade::resale>("resale", "What one costs used; null where that is not known")
      .member("sells_for_usd", "What a sale of all brings: the lower end of that, less the marketplace's fee",
              positive(), [](const Owned& owned) { return owned.upgrade->sells_for(); });
}

template <>
Record<FoundStep> description() {
  return Record<FoundStep>("step", "A card to buy in place of the owned one")
      .member<&FoundStep::step, &UpgradeStep::offer, &Offer::gpu, &Gpu::id>("id", "Of the card", id())
      .member<&FoundStep::step, &UpgradeStep::offer, &Offer::gpu, &Gpu::name>("name", "Of the card")
      .member<&FoundStep::step, &UpgradeStep::offer, &Offer::price, &PriceEstimate::condition>(
          "condition", "Of the goods; mixed quotes average new and used ones")
      .member<&FoundStep::step, &UpgradeStep::offer, &Offer::gpu, &memory_per_device>(
          "memory_per_device_gb", "Memory that one device of the board sees", positive())
      .member("speed", "The index, or the priority score", positive(),
              [](const FoundStep& found) { return *found.step->offer.speed; })
      .member("performance", "The index with what backs it; null where scores stand in",
              [](const FoundStep& found) { return speed_for(found.workload, found.step->performance); })
      .member<&FoundStep::step, &UpgradeStep::gain>("gain", "Over the owned card")
      .member("price", "Of the card", [](const FoundStep& found) { return *found.step->offer.price; })
      .member<&FoundStep::step, &UpgradeStep::cost>(
          "cost_usd", "The price, less what the owned card fetches where that is known; negative where that is more")
      .member<&FoundStep::step, &UpgradeStep::cost_per_point>(
          "cost_per_point_usd", "cost_usd for 1.00 of speed gained; null where there is nothing to pay", positive())
      .member<&FoundStep::step, &UpgradeStep::is_within_budget>("within_budget", "Whether the price is")
      .member<&FoundStep::step, &UpgradeStep::more_power>(
          "more_power_w", "Board power at full load beyond that of the owned card; negative where it is less")
      .member<&FoundStep::step, &UpgradeStep::warnings>("warnings", "About the card");
}

template <>
Record<FoundOption> description() {
  return Record<FoundOption>("upgrade_option", "A card in place of the owned one, or one more of it")
      .member<&FoundOption::option, &UpgradeOption::is_second>("second", "Whether it is one more of the owned card")
      .member("card", "What is bought; of a second one, gain is the speed-up of both",
              [](const FoundOption& found) { return found.step(); })
      .member("times_own", "What a point of speed gained costs, in times what one of the owned card costs used",
              [](const FoundOption& found) {
                return found.option->times_own ? std::optional(four_digits(*found.option->times_own)) : std::nullopt;
              })
      .member("pays", "Whether it is fast enough, within the budget, and worth its price",
              [](const FoundOption& found) { return found.option->pays(); })
      .member<&FoundOption::option, &UpgradeOption::own_or_rent>(
          "own_or_rent",
          "Over the time of use; null: one of both is not known, or one more, which a rented one cannot be");
}

template <>
Record<FoundRule> description() {
  return Record<FoundRule>("guides", "What the guides' rule says")
      .member<&FoundRule::guides, &GuideUpgrade::advice>(
          "advice", "open: the rule does not reach down to the card, or a speed is not known")
      .member("reason", "Why",
              [](const FoundRule& rule) { return guides_reason(*rule.found.answer, *rule.found.question); })
      .member<&FoundRule::guides, &GuideUpgrade::guide, &Guide::id>("guide", "The newest that has such a rule", id())
      .member<&FoundRule::guides, &GuideUpgrade::guide, &Guide::title>("title", "Of the guide")
      .member<&FoundRule::guides, &GuideUpgrade::guide, &Guide::date>("date", "Of the guide")
      .member<&FoundRule::guides, &GuideUpgrade::rule, &UpgradeRule::id>("rule", "Id of the rule", id())
      .member<&FoundRule::guides, &GuideUpgrade::rule, &UpgradeRule::says>("says", "What the rule says")
      .member<&FoundRule::guides, &GuideUpgrade::rule, &UpgradeRule::owned>("owned_at_least",
                                                                            "The card from which on owners wait", id())
      .member<&FoundRule::guides, &GuideUpgrade::speed_of_least>(
          "speed_of_that", "For the workload, on the catalog's day; null where it is not known", positive())
      .member<&FoundRule::guides, &GuideUpgrade::is_excepted>("excepted", "Whether the rule's exception is this case")
      .member<&FoundRule::guides, &GuideUpgrade::rule, &UpgradeRule::source>("source", "Of the rule", id());
}

template <>
Record<Found> description() {
  return Record<Found>("answer", "The answer for one workload")
      .member<&Found::answer, &WorkloadUpgrade::workload, &Workload::id>("workload", "What it is for", id())
      .member("query", "What new cards must pass", [](const Found& found) { return Query{&found.answer->request}; })
      .member<&Found::answer, &WorkloadUpgrade::speed>("speed", "Of the owned card: the index, or the priority score",
                                                       positive())
      .member("performance", "Of the owned card; null where scores stand in",
              [](const Found& found) { return speed_for(found.answer->workload->id, found.answer->performance); })
      .member("guides", "Null where no guide of the day has such a rule",
              [](const Found& found) {
                const auto& guides = found.answer->guides;
                return guides ? std::optional(FoundRule{&*guides, found}) : std::nullopt;
              })
      .member<&Found::answer, &WorkloadUpgrade::candidates>(
          "candidates", "Offers with a price that pass what is asked, but for the budget", least(0))
      .member<&Found::answer, &WorkloadUpgrade::choice>(
          "choice",
          "What to do, by money: keep, add a second one, replace it, rent what would be bought; open: a speed is not "
          "known")
      .member("best", "What is bought or rented; of keep, what comes nearest",
              [](const Found& found) { return found_option(found.answer->best, found); })
      .member("options", "The cheapest card that is fast enough, and the next ones beyond",
              [](const Found& found) { return found_options(found); })
      .member("second", "One more of the owned card; null: none is for sale, or its speed-up is not known",
              [](const Found& found) { return found_option(found.answer->second, found); });
}

template <>
Record<UpgradeView> description() {
  return answer_record<UpgradeView>("upgrade", "upgrade", "Wait, or what is worth buying next")
      .member("query", "What was asked", [](const UpgradeView& view) { return view.upgrade.question; })
      .member("owned", "The GPU that is owned", [](const UpgradeView& view) { return Owned{&view.upgrade}; })
      .member("results", "The answer for each workload", fewest(1),
              [](const UpgradeView& view) { return found(view.upgrade); })
      .member(
          "use", "How long and how much cards are used",
          [](const UpgradeView& view) -> const auto& { return view.upgrade.use; })
      .member("warnings", "About the question", [](const UpgradeView& view) { return view.notes; });
}

std::string upgrade_json(const UpgradeView& view) { return json_text(value_of(view)); }

Records upgrade_records(const UpgradeView& view) {
  return flat_records(value_of(view), record<UpgradeView>().shape(), "results[].options[]?",
                      {{"workload", "results[].workload"},
                       {"guides", "results[].guides.advice"},
                       {"owned_speed", "results[].speed"},
                       {"option", "results[].options#"},
                       {"id", "results[].options[].card.id"},
                       {"name", "results[].options[].card.name"},
                       {"condition", "results[].options[].card.condition"},
                       {"memory_gb", "results[].options[].card.memory_per_device_gb"},
                       {"speed", "results[].options[].card.speed"},
                       {"gain", "results[].options[].card.gain.ratio"},
                       {"gain_low", "results[].options[].card.gain.low"},
                       {"gain_high", "results[].options[].card.gain.high"},
                       {"price_usd", "results[].options[].card.price.usd"},
                       {"price_as_of", "results[].options[].card.price.as_of"},
                       {"cost_usd", "results[].options[].card.cost_usd"},
                       {"cost_per_point_usd", "results[].options[].card.cost_per_point_usd"},
                       {"within_budget", "results[].options[].card.within_budget"},
                       {"choice", "results[].choice"},
                       {"choice_id", "results[].best.card.id"},
                       {"choice_cost_usd", "results[].best.card.cost_usd"},
                       {"choice_gain", "results[].best.card.gain.ratio"},
                       {"choice_own_or_rent", "results[].best.own_or_rent.verdict"},
                       {"price_basis", "results[].options[].card.price.basis"},
                       {"price_age", "results[].options[].card.price.age"},
                       {"price_age_days", "results[].options[].card.price.age_days"},
                       {"performance_basis", "results[].options[].card.performance.basis"},
                       {"warnings", "results[].options[].card.warnings[].id", ";"}});
}

}  // namespace gpuadvisor
