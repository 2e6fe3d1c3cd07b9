#include "advice/compare/stated_ratio.hpp"
#include "advice/request/form_group.hpp"
#include "comparison_text.hpp"
#include "comparison_view.hpp"
#include "output/explain/feature_view.hpp"
#include "output/phrases/catalog_json.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

void write_query(JsonWriter& json, const ComparisonQuestion& question) {
  json.key("query").begin_object().key("gpus").begin_array(Layout::one_line);
  for (const Gpu* gpu : question.gpus) json.text(gpu->id);
  json.end_array().key("workloads").begin_array(Layout::one_line);
  for (const Workload* workload : question.workloads) json.text(workload->id);
  json.end_array().key("precision").text(enum_name(question.precision)).end_object();
}

/// A figure of the GPU under its key in the catalog, with its source.
void write_field(JsonWriter& json, const Gpu& gpu, std::string_view key) {
  const auto value = figure(gpu, key);
  json.key(key).begin_object(Layout::one_line).key("value");
  write_optional(json, value);
  json.key("source");
  write_text_or_null(json, value ? source_of(gpu, key) : std::string_view());
  json.end_object();
}

void write_figures(JsonWriter& json, const Gpu& gpu) {
  constexpr auto k_shown = std::to_array<std::string_view>(
      {"memory_gb", "memory_bandwidth_gbs", "fp32_tflops", "fp16_vector_tflops", "fp16_tensor_tflops",
       "bf16_tensor_tflops", "tf32_tensor_tflops", "int8_tops", "fp8_tflops", "fp4_tflops", "tensor_cores",
       "l2_cache_mb", "tdp_w", "slots", "nvlink_gbs", "devices"});
  json.key("figures").begin_object();
  for (const auto key : k_shown) write_field(json, gpu, key);
  json.end_object();
}

void write_criteria(JsonWriter& json, const ComparedGpu& compared) {
  json.key("criteria").begin_object();
  for (const Criterion criterion : k_all_criteria) {
    const CriterionValue& value = compared.criteria[static_cast<std::size_t>(criterion)];
    json.key(enum_name(criterion)).begin_object(Layout::one_line).key("value");
    write_optional(json, value.value);
    json.key("unit").text(unit(criterion)).key("field").text(value.field).key("halved").boolean(value.halved);
    json.end_object();
  }
  json.end_object();
}

void write_workloads(JsonWriter& json, const ComparedGpu& compared, const ComparisonQuestion& question) {
  json.key("workloads").begin_array();
  for (std::size_t i = 0; i < question.workloads.size(); ++i) {
    const WorkloadFigures& figures = compared.figures[i];
    json.begin_object().key("workload").text(question.workloads[i]->id).key("speed");
    write_optional(json, figures.speed);
    json.key("performance");
    write_performance(json, question.workloads[i]->id, figures.performance);
    json.key("priority");
    write_optional(json, figures.priority);
    json.key("value");
    write_optional(json, figures.value);
    json.key("efficiency");
    write_optional(json, figures.efficiency);
    json.end_object();
  }
  json.end_array();
}

void write_prices(JsonWriter& json, const ComparedGpu& compared) {
  json.key("prices").begin_array();
  for (const PriceEstimate& price : compared.prices) {
    json.begin_object(Layout::one_line).key("condition").text(enum_name(price.condition)).key("price");
    write_price(json, price);
    json.end_object();
  }
  json.end_array().key("value_price");
  if (!compared.price) {
    json.null();
    return;
  }
  json.begin_object(Layout::one_line).key("condition").text(enum_name(compared.price->condition));
  json.key("usd").number(compared.price->median.value()).key("age").text(enum_name(compared.price->age)).end_object();
}

void write_support(JsonWriter& json, const ComparedGpu& compared) {
  const SupportEvent* event = compared.support.event;
  json.key("support").begin_object(Layout::one_line).key("state").text(enum_name(compared.support.state));
  json.key("remark");
  write_text_or_null(json, support_remark(*compared.gpu, compared.support));
  json.key("date");
  write_text_or_null(json, event == nullptr ? std::string() : event->date.text());
  json.key("source");
  write_text_or_null(json, event == nullptr ? std::string_view() : event->source);
  json.end_object();
}

void write_features(JsonWriter& json, const ComparedGpu& compared, const Catalog& catalog) {
  json.key("features").begin_array();
  const auto features = catalog.tables().features;
  for (std::size_t i = 0; i < features.size(); ++i) {
    json.begin_object(Layout::one_line).key("id").text(features[i].id);
    write_finding(json, *compared.gpu, features[i], compared.features[i]);
    json.end_object();
  }
  json.end_array();
}

void write_gpu_row(JsonWriter& json, const ComparedGpu& compared, const ComparisonView& view) {
  const Gpu& gpu = *compared.gpu;
  json.begin_object().key("id").text(gpu.id).key("name").text(gpu.name).key("vendor").text(gpu.vendor);
  json.key("architecture").text(gpu.architecture).key("released");
  write_text_or_null(json, gpu.released ? gpu.released->text() : std::string());
  json.key("form").text(enum_name(gpu.form)).key("form_group").text(enum_name(form_group(gpu))).key("cooling");
  write_text_or_null(json, gpu.cooling ? enum_name(*gpu.cooling) : std::string_view());
  const auto memory = memory_per_device(gpu);
  json.key("memory_per_device_gb");
  write_optional(json, memory ? std::optional(memory->value()) : std::nullopt);
  write_figures(json, gpu);
  write_criteria(json, compared);
  write_workloads(json, compared, view.comparison.question);
  write_prices(json, compared);
  write_support(json, compared);
  write_features(json, compared, view.catalog);
  json.key("warnings");
  write_warnings(json, warnings_of(compared, view));
  json.end_object();
}

/// Writes verdicts about GPUs that are told by their place.
class VerdictWriter {
 public:
  VerdictWriter(JsonWriter& json, const ComparisonView& view) : m_json(json), m_view(view) {}

  void write(const WorkloadVerdict& verdict, const Workload& workload) {
    m_json.begin_object().key("workload").text(workload.id);
    m_json.key("speed_is").text(verdict.is_by_index ? "performance" : "priority");
    duels("to_first", verdict.to_first);
    duels("speed", verdict.speed);
    duels("value", verdict.value);
    duels("efficiency", verdict.efficiency);
    m_json.key("price_flips").begin_array();
    for (const auto& [gpu, below] : verdict.flips) {
      m_json.begin_object(Layout::one_line)
          .key("gpu")
          .text(id(gpu))
          .key("below_usd")
          .number(below.value())
          .end_object();
    }
    m_json.end_array().key("dominant");
    write_text_or_null(m_json, verdict.dominant ? id(*verdict.dominant) : std::string_view());
    m_json.key("memory_floor_gb");
    write_optional(m_json, verdict.memory_floor ? std::optional(verdict.memory_floor->memory.value()) : std::nullopt);
    m_json.key("below_floor").begin_array(Layout::one_line);
    for (const std::size_t gpu : verdict.below_floor) m_json.text(id(gpu));
    m_json.end_array().end_object();
  }

 private:
  [[nodiscard]] std::string_view id(std::size_t gpu) const { return m_view.comparison.gpus[gpu].gpu->id; }

  void duels(std::string_view key, const Duels& duels) {
    m_json.key(key).begin_array();
    for (const auto& [gpu, against, ratio, call] : duels) {
      m_json.begin_object(Layout::one_line).key("gpu").text(id(gpu)).key("against").text(id(against));
      m_json.key("ratio").number(ratio.ratio).key("low");
      write_optional(m_json, ratio.low);
      m_json.key("high");
      write_optional(m_json, ratio.high);
      m_json.key("call").text(enum_name(call)).end_object();
    }
    m_json.end_array();
  }

  JsonWriter& m_json;
  const ComparisonView& m_view;
};

void write_texts(JsonWriter& json, const ComparisonView& view) {
  json.key("texts").begin_array();
  for (const auto& [workload, topic, text] : verdict_texts(view)) {
    json.begin_object(Layout::one_line).key("workload");
    write_text_or_null(json, workload == nullptr ? std::string_view() : workload->id);
    json.key("topic").text(topic).key("text").text(text).end_object();
  }
  json.end_array();
}

/// What guides state of two of the GPUs, and the program's own figures beside.
void write_guide_ratios(JsonWriter& json, const ComparisonView& view) {
  json.key("guide_ratios").begin_array();
  for (const StatedRatio& stated : stated_ratios(view.comparison, view.catalog)) {
    const GuideRatio& said = *stated.said;
    const auto& date = view.catalog.guide(said.guide)->date;
    json.begin_object().key("guide").text(said.guide).key("date");
    write_text_or_null(json, date ? date->text() : std::string());
    json.key("id").text(said.id).key("gpu").text(said.gpu).key("over").text(said.over).key("of").text(said.of);
    json.key("workload");
    write_text_or_null(json, said.workload);
    json.key("ratio").number(said.ratio.value());
    write_figure(json, "to", said.to);
    json.key("at_least").boolean(said.at_least).key("says").text(said.says).key("source").text(said.source);
    json.key("here").begin_array();
    for (const auto& [workload, ratio, basis] : stated.own) {
      json.begin_object(Layout::one_line).key("workload").text(workload->id).key("ratio").number(ratio);
      json.key("basis").text(basis ? enum_name(*basis) : "priority").end_object();
    }
    json.end_array().end_object();
  }
  json.end_array();
}

}  // namespace

std::string comparison_json(const ComparisonView& view) {
  const Comparison& comparison = view.comparison;
  JsonWriter json;
  json.begin_object();
  write_preamble(json, "compare", view.catalog, view.catalog_version);
  write_query(json, comparison.question);
  json.key("results").begin_array();
  for (const ComparedGpu& compared : comparison.gpus) write_gpu_row(json, compared, view);
  json.end_array().key("verdicts").begin_array();
  VerdictWriter writer(json, view);
  for (std::size_t i = 0; i < comparison.verdicts.size(); ++i) {
    writer.write(comparison.verdicts[i], *comparison.question.workloads[i]);
  }
  json.end_array();
  write_guide_ratios(json, view);
  write_texts(json, view);
  json.key("warnings");
  write_warnings(json, view.notes);
  json.end_object();
  return json.take();
}

}  // namespace gpuadvisor
