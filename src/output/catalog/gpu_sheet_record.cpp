#include "gpu_sheet_record.hpp"

#include "gpu_fields_text.hpp"
#include "output/phrases/catalog_records.hpp"
#include "output/phrases/shared_records.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

Keyed<std::optional<PriorityScore>> by_workload(std::span<const WorkloadScore> scores) {
  Keyed<std::optional<PriorityScore>> found;
  for (const auto& [workload, priority] : scores) found.emplace_back(workload->id, priority);
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
Record<WorkloadPerformance> description() {
  return Record<WorkloadPerformance>("index", "An index")
      .member<&WorkloadPerformance::precision>("precision", "The arithmetic that a speed is for")
      .member("performance", "How fast it trains; the reference card has 1",
              [](const auto& one) {
                return WorkloadSpeed{one.workload->id, &one.performance};
              })
      .member<&WorkloadPerformance::familiar>(
          "rates", "Samples per second of models that people know; empty where none is known");
}

namespace {

Record<GpuSheets> sheets_query_record() {
  return Record<GpuSheets>("query", "What was asked", Layout::one_line)
      .member("gpus", "Ids of the GPUs", ids(), fewest(1), [](const GpuSheets& asked) {
        return mapped(asked.sheets, [](const GpuSheet& sheet) { return sheet.gpu.id; });
      });
}

Record<PriceEstimate> condition_price_record() {
  return Record<PriceEstimate>("condition_price", "A price", Layout::one_line)
      .member<&PriceEstimate::condition>("condition", "Of the goods; mixed quotes average new and used ones")
      .member("price", "The price of one GPU in one condition", std::identity());
}

}  // namespace

template <>
Record<GpuSheet> description() {
  return Record<GpuSheet>("sheet", "One GPU")
      .member(
          "gpu", "As the data files write it; what is not known is absent",
          [](const auto& sheet) -> const auto& { return sheet.gpu; })
      .member<&GpuSheet::facts, &GpuFacts::performance>("performance", "By workload and precision")
      .member<&GpuSheet::facts, &GpuFacts::published>(
          "published_rates", "Of fine-tuning and serving language models, as published, each in its own setting")
      .member("priority", "By workload; null where a criterion is unknown",
              [](const auto& sheet) { return by_workload(sheet.facts.scores); })
      .member<&GpuSheet::facts, &GpuFacts::prices, as<condition_price_record>>("prices", "By condition")
      .member("own_or_rent", "With usual use; null: a price, its power or a rent is not known",
              [](const auto& sheet) { return sheet.facts.own_or_rent.get(); })
      .member<&GpuSheet::facts, &GpuFacts::quotes>("quotes", "All quotes, newest first, as the data files write them")
      .member<&GpuSheet::facts, &GpuFacts::sources>(
          "sources", "All that are cited for figures and quotes, as the data files write them")
      .member<&GpuSheet::facts, &GpuFacts::warnings>("warnings", "About the GPU");
}

template <>
Record<GpuSheets> description() {
  return answer_record<GpuSheets>("show", "show", "Everything known of GPUs")
      .member<as<sheets_query_record>>("query", "What was asked")
      .member<&GpuSheets::sheets>("results", "A record per GPU")
      .member("warnings", "About the names asked for", [](const auto& answer) { return misnomers(answer.sheets); });
}

std::string gpu_sheets_json(std::span<const GpuSheet> sheets) {
  const GpuSheet& first = sheets.front();
  return json_text(value_of(GpuSheets{first.catalog, sheets}));
}

Records gpu_sheet_records(std::span<const GpuSheet> sheets) {
  constexpr auto k_text = CellKind::text;
  Records records{{{"field", k_text, "Key of the figure in the data files"},
                   {"value", k_text, "As the data files have it"},
                   {"source", k_text, "Id of its source; none for our own classification"},
                   {"id", k_text, "Of the GPU"}},
                  {}};
  for (const GpuSheet& sheet : sheets) {
    for (auto& [key, value, source] : field_texts(sheet.gpu)) {
      records.rows.push_back({std::string(key), std::move(value), source.empty() ? Cell() : Cell(std::string(source)),
                              std::string(sheet.gpu.id)});
    }
  }
  return records;
}

}  // namespace gpuadvisor
