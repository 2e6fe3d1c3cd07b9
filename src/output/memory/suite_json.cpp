#include <array>

#include "output/phrases/catalog_json.hpp"
#include "output/recommend/answer_json_parts.hpp"
#include "suite_view.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

constexpr auto k_fields_of_row = std::to_array<RecordField>({
    {"id", CellKind::text},
    {"name", CellKind::text},
    {"memory_per_device_gb", CellKind::number},
    {"usable_gb", CellKind::number},
    {"trained", CellKind::number},
    {"told", CellKind::number},
    {"models", CellKind::number},
    {"verdict", CellKind::text},
    {"model", CellKind::text},
    {"network", CellKind::text},
    {"estimated_batch", CellKind::number},
    {"measured_batch", CellKind::number},
});

void write_count(JsonWriter& json, std::string_view key, const std::optional<int>& count) {
  json.key(key);
  write_optional(json, count ? std::optional<double>(*count) : std::nullopt);
}

void write_counts(JsonWriter& json, const SuiteCount& count) {
  write_name(json, "verdict", count.verdict());
  json.key("trained").number(count.trained).key("told").number(count.told).key("models").number(count.models);
}

void write_suite(JsonWriter& json, const SuiteView& view) {
  const MemorySuite& suite = *view.answer.question.suite;
  json.key("suite")
      .begin_object()
      .key("id")
      .text(suite.id)
      .key("source")
      .text(suite.source)
      .key("models")
      .begin_array();
  for (const SuiteJob& job : suite.jobs) {
    json.begin_object(Layout::one_line).key("model").text(job.model).key("network");
    write_text_or_null(json, job.network);
    json.key("precision").text(enum_name(job.job.arithmetic)).key("optimizer").text(enum_name(job.job.optimizer));
    json.key("engine").text(enum_name(job.job.engine)).key("missing");
    write_text_or_null(json, missing_of(job, view.catalog));
    json.key("source").text(job.source).end_object();
  }
  json.end_array().end_object();
}

void write_fit(JsonWriter& json, const GpuSuiteFit& row, const SuiteQuestion& question) {
  const Gpu& gpu = *row.offer.gpu;
  json.begin_object().key("id").text(gpu.id).key("name").text(gpu.name).key("vendor").text(gpu.vendor);
  json.key("memory_gb").number(row.memory.nominal.value()).key("usable_gb").number(row.memory.usable.value());
  write_counts(json, row.fit.count);
  json.key("by_model").begin_object(Layout::one_line);
  write_counts(json, row.fit.by_model);
  json.end_object().key("batches").begin_array();
  for (std::size_t i = 0; i < row.fit.batches.size(); ++i) {
    json.begin_object(Layout::one_line).key("model").text(question.suite->jobs[i].model);
    write_count(json, "estimated", row.fit.batches[i].estimated);
    write_count(json, "measured", row.fit.batches[i].measured);
    json.end_object();
  }
  json.end_array().key("condition");
  write_text_or_null(json, row.offer.price ? enum_name(row.offer.price->condition) : std::string_view());
  json.key("price");
  write_price(json, row.offer);
  write_count(json, "gpus_of_size", row.gpus_of_size);
  json.end_object();
}

Cell cell_of(const std::optional<int>& batch) { return batch ? Cell(static_cast<double>(*batch)) : Cell(); }

}  // namespace

std::string suite_json(const SuiteView& view) {
  const SuiteQuestion& question = view.answer.question;
  JsonWriter json;
  json.begin_object();
  write_preamble(json, "memory suite", view.catalog, view.catalog_version);
  json.key("query").begin_object(Layout::one_line).key("suite").text(question.suite->id);
  json.key("display").boolean(question.has_display).key("scope").text(enum_name(question.scope)).end_object();
  write_suite(json, view);
  json.key("market");
  if (question.scope == MemoryScope::named) {
    json.null();
  } else {
    json.begin_object();
    const Answer none;
    write_query(json, AnswerView{"memory suite", view.catalog, view.catalog_version, question.request, none});
    json.end_object();
  }
  json.key("results").begin_array();
  for (std::size_t i = 0; i < view.rows(); ++i) write_fit(json, view.answer.fits[i], question);
  json.end_array().key("warnings");
  write_warnings(json, suite_warnings(view));
  json.end_object();
  return json.take();
}

Records suite_records(const SuiteView& view) {
  Records records{{k_fields_of_row.begin(), k_fields_of_row.end()}, {}};
  const auto& jobs = view.answer.question.suite->jobs;
  records.rows.reserve(view.rows() * jobs.size());
  for (std::size_t i = 0; i < view.rows(); ++i) {
    const GpuSuiteFit& row = view.answer.fits[i];
    const auto verdict = row.fit.count.verdict();
    for (std::size_t job = 0; job < jobs.size(); ++job) {
      const SuiteBatch& batch = row.fit.batches[job];
      records.rows.push_back({std::string(row.offer.gpu->id), std::string(row.offer.gpu->name),
                              row.memory.nominal.value(), row.memory.usable.value(),
                              static_cast<double>(row.fit.count.trained), static_cast<double>(row.fit.count.told),
                              static_cast<double>(row.fit.count.models),
                              verdict ? Cell(std::string(enum_name(*verdict))) : Cell(), std::string(jobs[job].model),
                              jobs[job].network.empty() ? Cell() : Cell(std::string(jobs[job].network)),
                              cell_of(batch.estimated), cell_of(batch.measured)});
    }
  }
  return records;
}

}  // namespace gpuadvisor
