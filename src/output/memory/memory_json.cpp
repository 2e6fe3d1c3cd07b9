#include <cmath>

#include "job_json.hpp"
#include "memory_words.hpp"
#include "output/phrases/catalog_json.hpp"
#include "output/recommend/answer_json_parts.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

void write_question(JsonWriter& json, const MemoryQuestion& question) {
  json.key("query").begin_object();
  write_job(json, question.job);
  json.key("display").boolean(question.has_display).key("scope").text(enum_name(question.scope)).end_object();
}

void write_file(JsonWriter& json, const ModelFile* file) {
  json.key("file");
  if (file == nullptr) {
    json.null();
    return;
  }
  json.begin_object().key("path").text(file->path).key("kind").text(enum_name(file->kind));
  json.key("parameters_counted").boolean(file->are_parameters_counted).key("stored_bytes");
  write_optional(json, file->stored ? std::optional(file->stored->bytes) : std::nullopt);
  json.key("tensors");
  write_text_or_null(json, file->stored ? std::string_view(file->stored->types) : std::string_view());
  json.key("remarks");
  write_names(json, file->remarks);
  json.end_object();
}

void write_model(JsonWriter& json, const MemoryQuestion& question) {
  const Network& network = *question.network;
  json.key("model").begin_object().key("id");
  write_text_or_null(json, network.id);
  json.key("name").text(network.name).key("kind").text(enum_name(network.kind)).key("parameters_m");
  const bool is_known = network.parameters > Millions{0};
  write_optional(json, is_known ? std::optional(network.parameters.value()) : std::nullopt);
  write_figure(json, "active_parameters_m", network.active_parameters);
  write_count(json, "layers", network.layers);
  write_count(json, "hidden", network.hidden);
  write_count(json, "context", network.context);
  json.key("source");
  write_text_or_null(json, network.source);
  write_file(json, question.file);
  json.end_object();
}

void write_need(JsonWriter& json, const ToldNeed& told) {
  constexpr double k_gigabyte = 1e9;
  const bool is_whole = told.is_whole();
  json.key("need").begin_object().key("complete").boolean(is_whole).key("missing");
  write_text_or_null(json, told.missing);
  json.key("total_gb").number(told.need.total.value());
  write_figure(json, "low_gb", is_whole ? std::optional(told.need.low) : std::nullopt);
  write_figure(json, "high_gb", is_whole ? std::optional(told.need.high) : std::nullopt);
  json.key("parts").begin_array();
  for (const NeedTerm& term : told.need.terms) {
    json.begin_object(Layout::one_line).key("part").text(enum_name(term.part));
    json.key("gb").number(term.memory.value()).key("bytes").number(std::round(term.memory.value() * k_gigabyte));
    json.key("formula").text(term.formula).key("calculation").text(term.calculation).end_object();
  }
  json.end_array().end_object();
}

/// What GPUs of the catalog must pass; null where they are named.
void write_market(JsonWriter& json, const MemoryView& view) {
  json.key("market");
  if (view.answer.question.scope == MemoryScope::named) {
    json.null();
    return;
  }
  json.begin_object();
  const Answer none;
  write_query(json, AnswerView{"memory", view.catalog, view.catalog_version, view.answer.question.request, none});
  json.end_object();
}

void write_memory(JsonWriter& json, const UsableMemory& memory) {
  json.key("memory").begin_object(Layout::one_line).key("nominal_gb").number(memory.nominal.value());
  json.key("installed_gb").number(memory.installed.value()).key("share").number(memory.share);
  json.key("reason").text(memory.reason).key("display_gb").number(memory.display.value());
  json.key("usable_gb").number(memory.usable.value()).end_object();
}

/// What a token takes, from which its rate follows with the indices of a GPU.
void write_work(JsonWriter& json, const std::optional<TokenWork>& work) {
  json.key("token_work");
  if (!work) {
    json.null();
    return;
  }
  json.begin_object(Layout::one_line).key("weights_gb").number(work->weights.value());
  json.key("keys_values_gb").number(work->keys_values.value()).key("gflops").number(work->gflops).end_object();
}

void write_fit(JsonWriter& json, const GpuFit& fit, bool is_size) {
  const Gpu& gpu = *fit.offer.gpu;
  json.begin_object().key("id").text(gpu.id).key("name").text(gpu.name).key("vendor").text(gpu.vendor);
  json.key("count").number(fit.offer.count);
  write_memory(json, fit.memory);
  write_name(json, "verdict", fit.verdict);
  json.key("offload").boolean(fit.offloads_parts);
  write_positive(json, "largest_batch", fit.largest_batch);
  write_positive(json, "largest_context", fit.largest_context);
  write_token_rates(json, fit.rates);
  json.key("condition");
  write_text_or_null(json, fit.offer.price ? enum_name(fit.offer.price->condition) : std::string_view());
  json.key("price");
  write_price(json, fit.offer);
  write_count(json, "gpus_of_size", is_size ? std::optional(fit.gpus_of_size) : std::nullopt);
  json.key("remedies").begin_array();
  for (const RemedyOutcome& remedy : fit.remedies) {
    json.begin_object(Layout::one_line).key("remedy").text(enum_name(remedy.remedy));
    json.key("change").text(remedy.change).key("total_gb").number(remedy.need.total.value());
    json.key("verdict").text(enum_name(remedy.verdict)).end_object();
  }
  json.end_array().end_object();
}

}  // namespace

std::string memory_json(const MemoryView& view) {
  const MemoryAnswer& answer = view.answer;
  const bool is_by_size = answer.question.scope == MemoryScope::sizes;
  JsonWriter json;
  json.begin_object();
  write_preamble(json, "memory", view.catalog, view.catalog_version);
  write_question(json, answer.question);
  write_model(json, answer.question);
  write_need(json, answer.need);
  write_work(json, answer.token_work);
  write_market(json, view);
  json.key("results").begin_array();
  for (std::size_t i = 0; i < view.rows(); ++i) write_fit(json, answer.fits[i], is_by_size);
  json.end_array().key("too_small").begin_object().key("gpus").number(answer.too_small).key("largest");
  if (answer.largest_too_small) {
    write_fit(json, *answer.largest_too_small, true);
  } else {
    json.null();
  }
  json.end_object().key("warnings");
  write_warnings(json, memory_warnings(view));
  json.end_object();
  return json.take();
}

}  // namespace gpuadvisor
