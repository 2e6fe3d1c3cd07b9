#include <cmath>

#include "core/two_digits.hpp"
#include "output/cost/owning_record.hpp"
#include "output/phrases/shared_records.hpp"
#include "output/recommend/answer_record.hpp"
#include "output/recommend/query_record.hpp"
#include "upgrade_verdict.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

/// What is bought, of an option.
Record<UpgradeOption> step_record() {
  return Record<UpgradeOption>("step", "A card to buy in place of the owned one")
      .member<&UpgradeOption::offer, &Offer::gpu, &Gpu::id>("id", "Of the card", id())
      .member<&UpgradeOption::offer, &Offer::gpu, &Gpu::name>("name", "Of the card")
      .member<&UpgradeOption::offer, &Offer::price, &PriceEstimate::condition>(
          "condition", "Of the goods; mixed quotes average new and used ones")
      .member<&UpgradeOption::offer, &Offer::gpu, &memory_per_device>(
          "memory_per_device_gb", "Memory that one device of the board sees", positive())
      .member("speed", "The index, or the priority score", positive(),
              [](const UpgradeOption& option) { return *option.offer.speed; })
      .member("performance", "The index with what backs it; null where scores stand in",
              [](const UpgradeOption& option) { return speed_for(option.workload->id, option.performance); })
      .member<&UpgradeOption::gain>("gain", "Over the owned card")
      .member("price", "Of the card", [](const UpgradeOption& option) { return *option.offer.price; })
      .member<&UpgradeOption::cost>(
          "cost_usd", "The price, less what the owned card fetches where that is known; negative where that is more")
      .member<&UpgradeOption::cost_per_point>(
          "cost_per_point_usd", "cost_usd for 1.00 of speed gained; null where there is nothing to pay", positive())
      .member<&UpgradeOption::is_within_budget>("within_budget", "Whether the price is")
      .member<&UpgradeOption::more_power>(
          "more_power_w", "Board power at full load beyond that of the owned card; negative where it is less")
      .member<&UpgradeOption::warnings>("warnings", "About the card");
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
      .member<&UpgradeQuestion::is_large>("large", "The models are large")
      .member<&UpgradeQuestion::asked, &Request::budget>("budget_usd", "Most to pay for the new card; null: any",
                                                         positive());
}

template <>
Record<Upgrade> description() {
  return Record<Upgrade>("owned", "The GPU that is owned")
      .member<&Upgrade::question, &UpgradeQuestion::owned, &Gpu::id>("id", "Its id", id())
      .member<&Upgrade::question, &UpgradeQuestion::count>("count", "Equal ones, in one machine", least(1))
      .member<&Upgrade::question, &UpgradeQuestion::owned, &Gpu::name>("name", "Its name")
      .member<&Upgrade::question, &UpgradeQuestion::owned, &memory_per_device>(
          "memory_per_device_gb", "Memory that one device of the board sees", positive())
      .member<&Upgrade::resale>("resale", "What one costs used; null where that is not known")
      .member("sells_for_usd", "What a sale of all brings: the lower end of that, less the marketplace's fee",
              positive(), [](const Upgrade& upgrade) { return upgrade.sells_for(); });
}

template <>
Record<UpgradeOption> description() {
  return Record<UpgradeOption>("upgrade_option", "A card in place of the owned one, or one more of it")
      .member<&UpgradeOption::is_second>("second", "Whether it is one more of the owned card")
      .member<as<step_record>>("card", "What is bought; of a second one, gain is the speed-up of both")
      .member("times_own", "What a point of speed gained costs, in times what one of the owned card costs used",
              [](const UpgradeOption& option) {
                return option.times_own ? std::optional(four_digits(*option.times_own)) : std::nullopt;
              })
      .member<&UpgradeOption::pays>("pays", "Whether it is fast enough, within the budget, and worth its price")
      .member<&UpgradeOption::own_or_rent>(
          "own_or_rent",
          "Over the time of use; null: one of both is not known, or one more, which a rented one cannot be");
}

template <>
Record<GuideUpgrade> description() {
  return Record<GuideUpgrade>("guides", "What the guides' rule says")
      .member<&GuideUpgrade::advice>("advice",
                                     "open: the rule does not reach down to the card, or a speed is not known")
      .member<&guides_reason>("reason", "Why")
      .member<&GuideUpgrade::guide, &Guide::id>("guide", "The newest that has such a rule", id())
      .member<&GuideUpgrade::guide, &Guide::title>("title", "Of the guide")
      .member<&GuideUpgrade::guide, &Guide::date>("date", "Of the guide")
      .member<&GuideUpgrade::rule, &UpgradeRule::id>("rule", "Id of the rule", id())
      .member<&GuideUpgrade::rule, &UpgradeRule::says>("says", "What the rule says")
      .member<&GuideUpgrade::rule, &UpgradeRule::owned>("owned_at_least", "The card from which on owners wait", id())
      .member<&GuideUpgrade::speed_of_least>(
          "speed_of_that", "For the workload, on the catalog's day; null where it is not known", positive())
      .member<&GuideUpgrade::is_excepted>("excepted", "Whether the rule's exception is this case")
      .member<&GuideUpgrade::rule, &UpgradeRule::source>("source", "Of the rule", id());
}

template <>
Record<WorkloadUpgrade> description() {
  return Record<WorkloadUpgrade>("answer", "The answer for one workload")
      .member<&WorkloadUpgrade::workload, &Workload::id>("workload", "What it is for", id())
      .member("query", "What new cards must pass", [](const WorkloadUpgrade& answer) { return Query{&answer.request}; })
      .member<&WorkloadUpgrade::speed>("speed", "Of the owned card: the index, or the priority score", positive())
      .member("performance", "Of the owned card; null where scores stand in",
              [](const WorkloadUpgrade& answer) { return speed_for(answer.workload->id, answer.performance); })
      .member<&WorkloadUpgrade::guides>("guides", "Null where no guide of the day has such a rule")
      .member<&WorkloadUpgrade::candidates>("candidates",
                                            "Offers with a price that pass what is asked, but for the budget", least(0))
      .member<&WorkloadUpgrade::choice>(
          "choice",
          "What to do, by money: keep, add a second one, replace it, rent what would be bought; open: a speed is not "
          "known")
      .member<&WorkloadUpgrade::best>("best", "What is bought or rented; of keep, what comes nearest")
      .member<&WorkloadUpgrade::options>("options", "The cheapest card that is fast enough, and the next ones beyond")
      .member<&WorkloadUpgrade::second>(
          "second", "One more of the owned card; null: none is for sale, or its speed-up is not known");
}

template <>
Record<UpgradeView> description() {
  return answer_record<UpgradeView>("upgrade", "upgrade", "Wait, or what is worth buying next")
      .member("query", "What was asked", [](const UpgradeView& view) { return view.upgrade.question; })
      .member(
          "owned", "The GPU that is owned", [](const UpgradeView& view) -> const auto& { return view.upgrade; })
      .member("results", "The answer for each workload", fewest(1),
              [](const UpgradeView& view) { return std::span(view.upgrade.workloads); })
      .member(
          "use", "How long and how much cards are used",
          [](const UpgradeView& view) -> const auto& { return view.upgrade.use; })
      .member("warnings", "About the question", [](const UpgradeView& view) { return view.notes; })
      .rows("results[].options[]?", {"workload",
                                     "guides: guides.advice",
                                     "owned_speed: speed",
                                     "option: options#",
                                     "card.id",
                                     "card.name",
                                     "card.condition",
                                     "memory_gb: card.memory_per_device_gb",
                                     "card.speed",
                                     "gain: card.gain.ratio",
                                     "gain_low: card.gain.low",
                                     "gain_high: card.gain.high",
                                     "price_usd: card.price.usd",
                                     "price_as_of: card.price.as_of",
                                     "card.cost_usd",
                                     "card.cost_per_point_usd",
                                     "card.within_budget",
                                     "choice",
                                     "choice_id: best.card.id",
                                     "choice_cost_usd: best.card.cost_usd",
                                     "choice_gain: best.card.gain.ratio",
                                     "choice_own_or_rent: best.own_or_rent.verdict",
                                     "price_basis: card.price.basis",
                                     "price_age: card.price.age",
                                     "price_age_days: card.price.age_days",
                                     "performance_basis: card.performance.basis",
                                     "warnings: card.warnings[;].id"});
}

}  // namespace gpuadvisor
