#include "gpu_sheet_record.hpp"

#include "output/phrases/catalog_records.hpp"
#include "output/phrases/shared_records.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

struct SheetsQuery {
  std::span<const GpuSheet> sheets;
};

/// A price under its condition.
struct ConditionPrice {
  PriceEstimate price;
};

Keyed<std::optional<PriorityScore>> by_workload(std::span<const WorkloadScore> scores) {
  Keyed<std::optional<PriorityScore>> found;
  for (const auto& [workload, priority] : scores) found.emplace_back(workload->id, priority);
  return found;
}

std::vector<ConditionPrice> by_condition(const PriceEstimates& prices) {
  std::vector<ConditionPrice> found;
  for (const PriceEstimate& price : prices) found.push_back({price});
  return found;
}

std::vector<Warning> misnomers(std::span<const GpuSheet> sheets) {
  std::vector<Warning> found;
  for (const GpuSheet& sheet : sheets) {
    if (!sheet.note.empty()) found.push_back({"misnomer", std::string(sheet.note)});
  }
  return found;
}

}  // namespace

template <>
const Record<SheetsQuery>& record() {
  static const auto k_record = Record<SheetsQuery>("query", "What was asked", Layout::one_line)
                                   .member("gpus", "Ids of the GPUs",
                                           [](const auto& query) {
                                             std::vector<std::string_view> ids;
                                             for (const GpuSheet& sheet : query.sheets) ids.push_back(sheet.gpu.id);
                                             return ids;
                                           })
                                   .ids()
                                   .fewest(1);
  return k_record;
}

template <>
const Record<WorkloadPerformance>& record() {
  static const auto k_record =
      Record<WorkloadPerformance>("index", "An index")
          .member<&WorkloadPerformance::precision>("precision", "The arithmetic that a speed is for")
          .member("performance", "How fast it trains; the reference card has 1", [](const auto& one) {
            return WorkloadSpeed{one.workload->id, &one.performance};
          });
  return k_record;
}

template <>
const Record<ConditionPrice>& record() {
  static const auto k_record = Record<ConditionPrice>("condition_price", "A price", Layout::one_line)
                                   .member("condition", "Of the goods; mixed quotes average new and used ones",
                                           [](const auto& one) { return one.price.condition; })
                                   .member<&ConditionPrice::price>("price", "The price of one GPU in one condition");
  return k_record;
}

template <>
const Record<GpuSheet>& record() {
  static const auto k_record =
      Record<GpuSheet>("sheet", "One GPU")
          .member(
              "gpu", "As the data files write it; what is not known is absent",
              [](const auto& sheet) -> const auto& { return sheet.gpu; })
          .member(
              "performance", "By workload and precision",
              [](const auto& sheet) -> const auto& { return sheet.facts.performance; })
          .member("priority", "By workload; null where a criterion is unknown",
                  [](const auto& sheet) { return by_workload(sheet.facts.scores); })
          .member("prices", "By condition", [](const auto& sheet) { return by_condition(sheet.facts.prices); })
          .member(
              "quotes", "All quotes, newest first, as the data files write them",
              [](const auto& sheet) -> const auto& { return sheet.facts.quotes; })
          .member(
              "sources", "All that are cited for figures and quotes, as the data files write them",
              [](const auto& sheet) -> const auto& { return sheet.facts.sources; })
          .member(
              "warnings", "About the GPU", [](const auto& sheet) -> const auto& { return sheet.facts.warnings; });
  return k_record;
}

template <>
const Record<GpuSheets>& record() {
  static const auto k_record =
      answer_record<GpuSheets>("show", "show", "Everything known of GPUs")
          .member("query", "What was asked", [](const auto& answer) { return SheetsQuery{answer.sheets}; })
          .member<&GpuSheets::sheets>("results", "A record per GPU")
          .member("warnings", "About the names asked for", [](const auto& answer) { return misnomers(answer.sheets); });
  return k_record;
}

std::string gpu_sheets_json(std::span<const GpuSheet> sheets) {
  const GpuSheet& first = sheets.front();
  return json_text(value_of(GpuSheets{first.catalog, sheets}));
}

}  // namespace gpuadvisor
