#include <type_traits>
#include <variant>

#include "catalog_diff_view.hpp"
#include "output/phrases/shared_records.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

Value held_in(const FieldValue& value) {
  return std::visit(
      [](const auto& held) {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(held)>, std::monostate>) {
          return Value();
        } else {
          return detail::to_value(held);
        }
      },
      value);
}

Keyed<Value> key_of(const RecordChange& change) {
  Keyed<Value> key;
  for (const KeyField& one : change.key) key.emplace_back(one.field, held_in(one.value));
  return key;
}

std::optional<FirstOffer> if_any(const FirstOffer& first) {
  return first.gpu == nullptr ? std::nullopt : std::optional(first);
}

/// The condition of a price, as far as one is known.
std::optional<Condition> condition_of(const std::optional<PriceEstimate>& price) {
  return price ? std::optional(price->condition) : std::nullopt;
}

struct CatalogDiffQuery {
  const CatalogDiffReport* report = nullptr;
};

/// The members that name the GPU of `one`.
template <class T>
Record<T> gpu_record(std::string_view name, std::string_view meaning, Layout layout) {
  return Record<T>(name, meaning, layout)
      .member("id", "Of the GPU", [](const T& one) { return one.gpu->id; })
      .id()
      .member("name", "With the vendor", [](const T& one) { return one.gpu->name; });
}

}  // namespace

/// The catalog of the answer is the new one.
static CatalogStamp stamp_of(const CatalogDiffReport& report) { return report.after.catalog; }

template <>
const Record<CatalogDiffQuery>& record() {
  static const auto k_record = Record<CatalogDiffQuery>("query", "What was asked")
                                   .member("old", "The old catalog: a path, - or built-in",
                                           [](const auto& query) { return query.report->before.name; })
                                   .member("new", "The new catalog: a path, - or built-in",
                                           [](const auto& query) { return query.report->after.name; })
                                   .member("overlay", "Whether each was laid over the built-in catalog",
                                           [](const auto& query) { return query.report->is_overlay; })
                                   .member("workloads", "That answers are compared for",
                                           [](const auto& query) { return query.report->questions.workloads; })
                                   .ids()
                                   .member("budgets_usd", "That answers are compared within; null: none",
                                           [](const auto& query) { return query.report->questions.budgets; });
  return k_record;
}

template <>
const Record<FieldChange>& record() {
  static const auto k_record =
      Record<FieldChange>("field", "A field that differs", Layout::one_line)
          .member<&FieldChange::field>("field", "Its key in the data files")
          .member("old", "Null: unknown, or no such record", [](const auto& field) { return held_in(field.before); })
          .member("new", "Null: unknown, or no such record", [](const auto& field) { return held_in(field.after); })
          .member("old_source", "Id of the source that states it; null where none does",
                  [](const auto& field) { return unless_empty(field.source_before); })
          .id()
          .member("new_source", "Id of the source that states it; null where none does",
                  [](const auto& field) { return unless_empty(field.source_after); })
          .id();
  return k_record;
}

template <>
const Record<RecordChange>& record() {
  static const auto k_record =
      Record<RecordChange>("change", "A record that only one catalog has, or that differs")
          .member<&RecordChange::kind>("change", "How")
          .member("key",
                  "The fields that tell it from the others of its table; empty where there is one record. A number is "
                  "in the unit of its key, a part of a record is text with a JSON object",
                  [](const auto& change) { return key_of(change); })
          .one_line()
          .member<&RecordChange::fields>("fields", "The others, where they differ; values as in `key`");
  return k_record;
}

template <>
const Record<TableDiff>& record() {
  static const auto k_record = Record<TableDiff>("table", "A table that differs")
                                   .member<&TableDiff::table>("table", "Its key in the data files")
                                   .member<&TableDiff::before>("old_records", "Records of the old catalog")
                                   .least(0)
                                   .member<&TableDiff::after>("new_records", "Records of the new one")
                                   .least(0)
                                   .member("added", "Records that only the new one has",
                                           [](const auto& table) { return table.count(RecordChangeKind::added); })
                                   .least(0)
                                   .member("removed", "Records that only the old one has",
                                           [](const auto& table) { return table.count(RecordChangeKind::removed); })
                                   .least(0)
                                   .member("changed", "Records that both have, with other fields",
                                           [](const auto& table) { return table.count(RecordChangeKind::changed); })
                                   .least(0)
                                   .member<&TableDiff::changes>("changes", "Each of them, by key");
  return k_record;
}

template <>
const Record<FirstOffer>& record() {
  static const auto k_record = gpu_record<FirstOffer>("first", "The first row of an answer", Layout::one_line)
                                   .member<&FirstOffer::condition>("condition", "Of the offer; null without a price");
  return k_record;
}

template <>
const Record<AdvisedOffer>& record() {
  static const auto k_record =
      Record<AdvisedOffer>("advised", "An offer in one answer", Layout::one_line)
          .member<&AdvisedOffer::rank>("rank", "Its row")
          .least(1)
          .member<&AdvisedOffer::price>("price_usd", "US dollars; null where none is known")
          .positive()
          .member<&AdvisedOffer::speed>("speed",
                                        "What ranks: the index, or the score that stands in; null where unknown")
          .positive();
  return k_record;
}

template <>
const Record<RankChange>& record() {
  static const auto k_record = gpu_record<RankChange>("move", "An offer whose rank differs", Layout::one_line)
                                   .member<&RankChange::condition>("condition", "Of the offer; null without a price")
                                   .member("enters_top", "Whether it is among the first ten now, and was not",
                                           [](const auto& move) { return move.enters_top(); })
                                   .member("leaves_top", "Whether it was among the first ten, and no longer is",
                                           [](const auto& move) { return move.leaves_top(); })
                                   .member<&RankChange::before>("old", "Null: it had no row")
                                   .member<&RankChange::after>("new", "Null: it has no row");
  return k_record;
}

template <>
const Record<AnswerDiff>& record() {
  static const auto k_record =
      Record<AnswerDiff>("answer", "What becomes of one answer of `recommend`")
          .member<&AnswerDiff::workload>("workload", "Its id")
          .id()
          .member<&AnswerDiff::budget>("budget_usd", "Of all answers compared, US dollars; null: none")
          .positive()
          .member<&AnswerDiff::rows_before>("old_rows", "Rows of the old answer")
          .least(0)
          .member<&AnswerDiff::rows_after>("new_rows", "Rows of the new one")
          .least(0)
          .member("first_changed", "Whether another GPU, or the same in another condition, is first",
                  [](const auto& answer) { return answer.has_new_first(); })
          .member("old_first", "Null: the answer was empty",
                  [](const auto& answer) { return if_any(answer.first_before); })
          .member("new_first", "Null: the answer is empty",
                  [](const auto& answer) { return if_any(answer.first_after); })
          .member<&AnswerDiff::moves>("moves", "By new rank; those that no longer have a row come last");
  return k_record;
}

template <>
const Record<AffordabilityChange>& record() {
  static const auto k_record =
      gpu_record<AffordabilityChange>("afforded", "A GPU that is within a budget in one catalog only", Layout::lines)
          .member("old_condition", "Of the offer; null without a price",
                  [](const auto& change) { return condition_of(change.price_before); })
          .member<&AffordabilityChange::price_before>("old_price", "Its lowest price; null where none is known")
          .member("new_condition", "Of the offer; null without a price",
                  [](const auto& change) { return condition_of(change.price_after); })
          .member<&AffordabilityChange::price_after>("new_price", "Its lowest price; null where none is known");
  return k_record;
}

template <>
const Record<AffordabilityDiff>& record() {
  static const auto k_record = Record<AffordabilityDiff>("affordability", "What becomes of one budget")
                                   .member<&AffordabilityDiff::budget>("budget_usd", "US dollars")
                                   .positive()
                                   .member<&AffordabilityDiff::gained>("gained", "Within the budget now, by id")
                                   .member<&AffordabilityDiff::lost>("lost", "No longer within it, by id");
  return k_record;
}

template <>
const Record<CatalogDiffReport>& record() {
  static const auto k_record =
      answer_record<CatalogDiffReport>("catalog-diff", "catalog diff",
                                       "What differs between two catalogs, and what that does to the advice")
          .member("old_catalog", "The old one", [](const auto& report) { return stamp_of(report.before); })
          .member("query", "What was asked", [](const auto& report) { return CatalogDiffQuery{&report}; })
          .member("differs", "Whether anything differs", [](const auto& report) { return !report.records.is_empty(); })
          .member("reordered", "Whether the records are the same, some of them in another order",
                  [](const auto& report) { return report.records.is_reordered; })
          .member(
              "results", "The tables that differ, in the order of an export",
              [](const auto& report) -> const auto& { return report.records.tables; })
          .member(
              "advice", "What becomes of each answer, by workload, then budget",
              [](const auto& report) -> const auto& { return report.advice.answers; })
          .member(
              "affordability", "Which GPUs are within each budget in one catalog only",
              [](const auto& report) -> const auto& { return report.advice.affordability; })
          .member("warnings", "None", k_no_warnings);
  return k_record;
}

std::string catalog_diff_json(const CatalogDiffReport& report) { return json_text(value_of(report)); }

}  // namespace gpuadvisor
