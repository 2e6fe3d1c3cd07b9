#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "gpuadvisor/catalog/catalog.hpp"
#include "gpuadvisor/economics/price_rule.hpp"

namespace gpuadvisor {

/// How many rows of an answer count as its top.
inline constexpr int k_top_rows = 10;

/// Questions that two catalogs are asked: `recommend` for each workload and each budget.
struct AdviceQuestions {
  std::vector<std::string_view> workloads;  // ids that both catalogs have
  std::vector<std::optional<Usd>> budgets;  // none: without a budget
};

/// An offer in one answer.
struct AdvisedOffer {
  int rank = 0;
  std::optional<Usd> price;
  std::optional<double> speed;
};

/// An offer whose rank differs, or that only one of two answers has.
struct RankChange {
  const Gpu* gpu = nullptr;            // of the newer catalog, if it has it
  std::optional<Condition> condition;  // absent without a price
  std::optional<AdvisedOffer> before;
  std::optional<AdvisedOffer> after;

  // Whether it enters the top of the answer, leaves it, or changes its place there.
  [[nodiscard]] bool enters_top() const { return is_top(after) && !is_top(before); }
  [[nodiscard]] bool leaves_top() const { return is_top(before) && !is_top(after); }
  [[nodiscard]] bool moves_in_top() const { return is_top(before) && is_top(after); }

 private:
  [[nodiscard]] static bool is_top(const std::optional<AdvisedOffer>& offer) {
    return offer && offer->rank <= k_top_rows;
  }
};

/// The first row of an answer.
struct FirstOffer {
  const Gpu* gpu = nullptr;            // null: the answer is empty
  std::optional<Condition> condition;  // absent without a price
};

/// What becomes of one answer. Ranks alone count: a price or speed that moves no row changes nothing here.
struct AnswerDiff {
  std::string_view workload;
  std::optional<Usd> budget;
  std::size_t rows_before = 0;
  std::size_t rows_after = 0;
  FirstOffer first_before;
  FirstOffer first_after;
  std::vector<RankChange> moves;  // by new rank; those that are gone last, by old rank

  /// Whether another GPU, or the same in another condition, is first.
  [[nodiscard]] bool has_new_first() const;
};

/// A GPU that is within a budget in one catalog only, whatever it is good for.
struct AffordabilityChange {
  const Gpu* gpu = nullptr;                   // of the newer catalog, if it has it
  std::optional<PriceEstimate> price_before;  // the lowest of those that count most; absent where none is known
  std::optional<PriceEstimate> price_after;
};

struct AffordabilityDiff {
  Usd budget;
  std::vector<AffordabilityChange> gained;  // within the budget now, by id
  std::vector<AffordabilityChange> lost;    // no longer, by id
};

/// What a change of the catalog does to the advice. Views both catalogs.
struct AdviceDiff {
  std::vector<AnswerDiff> answers;               // one per question, by workload, then budget
  std::vector<AffordabilityDiff> affordability;  // one per budget
};

/// The workloads that both catalogs know, in the order of the newer one: those that commands go through, and those
/// answered on request where one of the catalogs can tell their speed.
[[nodiscard]] std::vector<std::string_view> comparable_workloads(const Catalog& before, const Catalog& after);

/// Asks both catalogs, each as of its own day. Requires workloads of both, and catalogs with a reference card.
[[nodiscard]] AdviceDiff advice_diff(const Catalog& before, const Catalog& after, const AdviceQuestions& questions);

}  // namespace gpuadvisor
