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

/// The members that name the GPU of `one`.
template <class T>
Record<T> gpu_record(std::string_view name, std::string_view meaning, Layout layout) {
  return Record<T>(name, meaning, layout)
      .member("id", "Of the GPU", id(), [](const T& one) { return one.gpu->id; })
      .member("name", "With the vendor", [](const T& one) { return one.gpu->name; });
}

}  // namespace

/// The catalog of the answer is the new one.
static CatalogStamp stamp_of(const CatalogDiffReport& report) { return report.after.catalog; }

namespace {

Record<CatalogDiffReport> diff_query_record() {
  return Record<CatalogDiffReport>("query", "What was asked")
      .member<&CatalogDiffReport::before, &ComparedCatalog::name>("old", "The old catalog: a path, - or built-in")
      .member<&CatalogDiffReport::after, &ComparedCatalog::name>("new", "The new catalog: a path, - or built-in")
      .member<&CatalogDiffReport::is_overlay>("overlay", "Whether each was laid over the built-in catalog")
      .member("workloads", "That answers are compared for", ids(),
              [](const CatalogDiffReport& report) { return report.questions.workloads; })
      .member("budgets_usd", "That answers are compared within; null: none",
              [](const CatalogDiffReport& report) { return report.questions.budgets; });
}

}  // namespace

template <>
Record<FieldChange> description() {
  return Record<FieldChange>("field", "A field that differs", Layout::one_line)
      .member<&FieldChange::field>("field", "Its key in the data files")
      .member("old", "Null: unknown, or no such record", [](const auto& field) { return held_in(field.before); })
      .member("new", "Null: unknown, or no such record", [](const auto& field) { return held_in(field.after); })
      .member<&FieldChange::source_before>("old_source", "Id of the source that states it; null where none does", id(),
                                           or_null())
      .member<&FieldChange::source_after>("new_source", "Id of the source that states it; null where none does", id(),
                                          or_null());
}

template <>
Record<RecordChange> description() {
  return Record<RecordChange>("change", "A record that only one catalog has, or that differs")
      .member<&RecordChange::kind>("change", "How")
      .member("key",
              "The fields that tell it from the others of its table; empty where there is one record. A number is "
              "in the unit of its key, a part of a record is text with a JSON object",
              one_line(), [](const auto& change) { return key_of(change); })
      .member<&RecordChange::fields>("fields", "The others, where they differ; values as in `key`");
}

template <>
Record<TableDiff> description() {
  return Record<TableDiff>("table", "A table that differs")
      .member<&TableDiff::table>("table", "Its key in the data files")
      .member<&TableDiff::before>("old_records", "Records of the old catalog", least(0))
      .member<&TableDiff::after>("new_records", "Records of the new one", least(0))
      .member("added", "Records that only the new one has", least(0),
              [](const auto& table) { return table.count(RecordChangeKind::added); })
      .member("removed", "Records that only the old one has", least(0),
              [](const auto& table) { return table.count(RecordChangeKind::removed); })
      .member("changed", "Records that both have, with other fields", least(0),
              [](const auto& table) { return table.count(RecordChangeKind::changed); })
      .member<&TableDiff::changes>("changes", "Each of them, by key");
}

template <>
Record<FirstOffer> description() {
  return gpu_record<FirstOffer>("first", "The first row of an answer", Layout::one_line)
      .member<&FirstOffer::condition>("condition", "Of the offer; null without a price");
}

template <>
Record<AdvisedOffer> description() {
  return Record<AdvisedOffer>("advised", "An offer in one answer", Layout::one_line)
      .member<&AdvisedOffer::rank>("rank", "Its row", least(1))
      .member<&AdvisedOffer::price>("price_usd", "US dollars; null where none is known", positive())
      .member<&AdvisedOffer::speed>("speed", "What ranks: the index, or the score that stands in; null where unknown",
                                    positive());
}

template <>
Record<RankChange> description() {
  return gpu_record<RankChange>("move", "An offer whose rank differs", Layout::one_line)
      .member<&RankChange::condition>("condition", "Of the offer; null without a price")
      .member<&RankChange::enters_top>("enters_top", "Whether it is among the first ten now, and was not")
      .member<&RankChange::leaves_top>("leaves_top", "Whether it was among the first ten, and no longer is")
      .member<&RankChange::before>("old", "Null: it had no row")
      .member<&RankChange::after>("new", "Null: it has no row");
}

template <>
Record<AnswerDiff> description() {
  return Record<AnswerDiff>("answer", "What becomes of one answer of `recommend`")
      .member<&AnswerDiff::workload>("workload", "Its id", id())
      .member<&AnswerDiff::budget>("budget_usd", "Of all answers compared, US dollars; null: none", positive())
      .member<&AnswerDiff::rows_before>("old_rows", "Rows of the old answer", least(0))
      .member<&AnswerDiff::rows_after>("new_rows", "Rows of the new one", least(0))
      .member<&AnswerDiff::has_new_first>("first_changed",
                                          "Whether another GPU, or the same in another condition, is first")
      .member("old_first", "Null: the answer was empty", [](const auto& answer) { return if_any(answer.first_before); })
      .member("new_first", "Null: the answer is empty", [](const auto& answer) { return if_any(answer.first_after); })
      .member<&AnswerDiff::moves>("moves", "By new rank; those that no longer have a row come last");
}

template <>
Record<AffordabilityChange> description() {
  return gpu_record<AffordabilityChange>("afforded", "A GPU that is within a budget in one catalog only", Layout::lines)
      .member("old_condition", "Of the offer; null without a price",
              [](const auto& change) { return condition_of(change.price_before); })
      .member<&AffordabilityChange::price_before>("old_price", "Its lowest price; null where none is known")
      .member("new_condition", "Of the offer; null without a price",
              [](const auto& change) { return condition_of(change.price_after); })
      .member<&AffordabilityChange::price_after>("new_price", "Its lowest price; null where none is known");
}

template <>
Record<AffordabilityDiff> description() {
  return Record<AffordabilityDiff>("affordability", "What becomes of one budget")
      .member<&AffordabilityDiff::budget>("budget_usd", "US dollars", positive())
      .member<&AffordabilityDiff::gained>("gained", "Within the budget now, by id")
      .member<&AffordabilityDiff::lost>("lost", "No longer within it, by id");
}

template <>
Record<CatalogDiffReport> description() {
  return answer_record<CatalogDiffReport>("catalog-diff", "catalog diff",
                                          "What differs between two catalogs, and what that does to the advice")
      .member("old_catalog", "The old one", [](const auto& report) { return stamp_of(report.before); })
      .member<as<diff_query_record>>("query", "What was asked")
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
}

}  // namespace gpuadvisor
