#include "job_json.hpp"

#include "output/phrases/catalog_json.hpp"

namespace gpuadvisor {
namespace {

/// Where the very network was measured: with what, how often, and who tells it.
void write_measured(JsonWriter& json, const std::optional<MeasuredRate>& measured) {
  json.key("same_network");
  if (!measured) {
    json.null();
    return;
  }
  json.begin_object(JsonWriter::Layout::one_line).key("framework");
  write_text_or_null(json, measured->engine);
  json.key("measurements").number(measured->measurements).key("sources").begin_array();
  for (const auto source : measured->sources) json.text(source);
  json.end_array().end_object();
}

void write_rate(JsonWriter& json, std::string_view key, const NetworkRate& rate) {
  json.key(key)
      .begin_object(JsonWriter::Layout::one_line)
      .key("middle")
      .number(rate.middle)
      .key("low")
      .number(rate.low);
  json.key("high").number(rate.high).key("basis").text(enum_name(rate.basis));
  write_measured(json, rate.measured);
  json.end_object();
}

}  // namespace

void write_count(JsonWriter& json, std::string_view key, std::optional<int> count) {
  json.key(key);
  write_optional(json, count ? std::optional<double>(*count) : std::nullopt);
}

void write_positive(JsonWriter& json, std::string_view key, int count) {
  write_count(json, key, count == 0 ? std::nullopt : std::optional(count));
}

void write_job(JsonWriter& json, const MemoryJob& job) {
  const bool trains = job.task != MemoryTask::run;
  const bool adapts = job.task == MemoryTask::lora || job.task == MemoryTask::qlora;
  json.key("task").text(enum_name(job.task));
  write_count(json, "batch", job.batch);
  write_positive(json, "tokens", job.tokens);
  json.key("image");
  if (job.image) {
    json.begin_object(JsonWriter::Layout::one_line).key("width").number(job.image->width);
    json.key("height").number(job.image->height).end_object();
  } else {
    json.null();
  }
  json.key("weights");
  write_text_or_null(json, job.task == MemoryTask::train ? std::string_view() : job.weights.id);
  write_name(json, "weights_from", trains ? std::nullopt : std::optional(job.weights_from));
  write_name(json, "kv", trains ? std::nullopt : std::optional(job.kv));
  write_name(json, "precision", trains ? std::optional(job.arithmetic) : std::nullopt);
  write_name(json, "optimizer", trains ? std::optional(job.optimizer) : std::nullopt);
  write_name(json, "checkpointing", trains ? std::optional(job.checkpointing) : std::nullopt);
  json.key("engine").text(enum_name(job.engine));
  json.key("loss_in_chunks").boolean(job.loss_in_chunks).key("gpus").number(job.gpus);
  write_count(json, "zero_stage", trains ? std::optional(job.zero_stage) : std::nullopt);
  json.key("offload").boolean(job.offloads_optimizer || job.offloads_parts);
  write_count(json, "adapter_rank", adapts ? std::optional(job.adapter_rank) : std::nullopt);
  write_name(json, "adapter_targets", adapts ? std::optional(job.adapter_targets) : std::nullopt);
}

void write_token_rates(JsonWriter& json, const std::optional<TokenRates>& rates) {
  json.key("tokens_per_second");
  if (!rates) {
    json.null();
    return;
  }
  json.begin_object();
  write_rate(json, "together", rates->together);
  write_rate(json, "alone", rates->alone);
  write_rate(json, "prompt", rates->prompt);
  if (rates->tensors_split) {
    write_rate(json, "tensors_split", *rates->tensors_split);
  } else {
    json.key("tensors_split").null();
  }
  json.end_object();
}

}  // namespace gpuadvisor
