#include "memory_job_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include "called.hpp"
#include "gpuadvisor/core/error.hpp"
#include "gpuadvisor/sizing/network_work.hpp"
#include "named_value.hpp"
#include "output_options.hpp"
#include "sizing/memory_limits.hpp"
#include "sizing/serving_work.hpp"

namespace gpuadvisor::cli {
namespace {

constexpr std::size_t k_most_job_gpus = 1024;
constexpr std::size_t k_most_rank = 65'536;
constexpr std::size_t k_most_pixels = 100'000;
constexpr int k_most_frames = 100'000;
constexpr std::size_t k_most_channels = 24;

/// A usual other name of an enumerator.
struct OtherName {
  std::string_view name;
  std::string_view means;
};

constexpr auto k_other_kv = std::to_array<OtherName>({{"16", "16-bit"},
                                                      {"f16", "16-bit"},
                                                      {"fp16", "16-bit"},
                                                      {"bf16", "16-bit"},
                                                      {"8", "8-bit"},
                                                      {"q8", "8-bit"},
                                                      {"q8_0", "8-bit"},
                                                      {"fp8", "8-bit"},
                                                      {"int8", "8-bit"},
                                                      {"4", "4-bit"},
                                                      {"q4", "4-bit"},
                                                      {"q4_0", "4-bit"}});
constexpr auto k_other_precisions =
    std::to_array<OtherName>({{"32", "fp32"}, {"fp16", "mixed"}, {"amp", "mixed"}, {"16", "mixed"}});
constexpr auto k_other_optimizers = std::to_array<OtherName>(
    {{"adamw", "adam"}, {"adam8bit", "adam-8bit"}, {"adamw-8bit", "adam-8bit"}, {"adamw8bit", "adam-8bit"}});
constexpr auto k_other_engines = std::to_array<OtherName>({{"llama.cpp", "llama-cpp"},
                                                           {"ollama", "llama-cpp"},
                                                           {"vllm", "server"},
                                                           {"torch", "pytorch"},
                                                           {"axolotl", "pytorch"},
                                                           {"llama-factory", "pytorch"},
                                                           {"peft", "pytorch"},
                                                           {"torchtune", "pytorch"},
                                                           {"transformers", "pytorch"},
                                                           {"trl", "pytorch"}});

/// Makes an option's text an enumerator, by its name or another one. `others` must outlive it.
template <class E>
auto named_or(std::span<const OtherName> others) {
  return offering(k_enum_names<E>, [others](std::string_view option, std::string_view text) {
    const std::string word = lower_case(text);
    for (const OtherName& other : others) {
      if (other.name == word) return *enum_from_name<E>(other.means);
    }
    return named<E>(option, text);
  });
}

const WeightFormat& format_from(std::string_view option, std::string_view text) {
  const WeightFormat* format = weight_format(text);
  if (format != nullptr) return *format;
  refuse(option, text, ids_of(weight_formats()), nearest_format(text).value_or(""));
}

ImageSize image_from(std::string_view option, std::string_view text) {
  const std::string lower = lower_case(text);
  const auto sides = split(lower, 'x');
  if (sides.size() == 2) {
    return {static_cast<int>(whole_number(option, sides[0], 1, k_most_pixels)),
            static_cast<int>(whole_number(option, sides[1], 1, k_most_pixels))};
  }
  throw UsageError(fmt::format("{}: expected width and height like 1024x1024, found \"{}\"", option, printable(text)));
}

/// "ddr4", "ddr5" or "ddr5-6400": million transfers per second.
int megatransfers_from(std::string_view option, std::string_view text) {
  constexpr std::size_t k_least = 800;
  constexpr std::size_t k_most = 20'000;
  const std::string kind = lower_case(text);
  if (kind == "ddr4") return k_ddr4_megatransfers;
  if (kind == "ddr5") return k_ddr5_megatransfers;
  for (const std::string_view family : {"ddr3-", "ddr4-", "ddr5-", "lpddr5-", "lpddr5x-"}) {
    if (kind.starts_with(family)) {
      return static_cast<int>(whole_number(option, kind.substr(family.size()), k_least, k_most));
    }
  }
  throw UsageError(
      fmt::format("{}: expected ddr4, ddr5 or a speed like ddr5-6400, found \"{}\"", option, printable(text)));
}

/// "8", "largest".
int batch_from(std::string_view option, std::string_view text) {
  return lower_case(text) == "largest" ? k_largest_batch_that_fits
                                       : static_cast<int>(whole_number(option, text, 1, k_most_batch));
}

/// "8192", "131,072", or as answers print it: "8k" and "1m", in 1024 and 1024 * 1024 tokens.
int tokens_from(std::string_view option, std::string_view text) {
  constexpr double k_thousand = 1024;
  const char unit = text.empty() ? '\0' : lower_case(text.substr(text.size() - 1)).front();
  const double factor = unit == 'k' ? k_thousand : unit == 'm' ? k_thousand * k_thousand : 1;
  const auto number = number_from(factor == 1 ? text : text.substr(0, text.size() - 1));
  const double tokens = number.value_or(0) * factor;
  if (tokens >= 1 && tokens <= k_most_tokens && tokens == std::floor(tokens)) return static_cast<int>(tokens);
  throw UsageError(fmt::format("{}: expected a number of tokens from 1 to {}, like 8192, 8k or 1m, found \"{}\"",
                               option, in_thousands(k_most_tokens), printable(text)));
}

void refuse_unless(bool is_allowed, std::string_view option, bool is_given, std::string_view when) {
  if (is_given && !is_allowed) throw UsageError(fmt::format("{}: expected only with {}", option, when));
}

}  // namespace

void MemoryJobOptions::add_to(OptionParser& parser) {
  add_shared_to(parser);
  parser.name_first_given(&first_given);
  parser.add("--precision", precision, "P", "Training precision: fp32, mixed (the default) or bf16",
             named_or<Arithmetic>(k_other_precisions));
  parser.add("--gpus", gpus, "N", "Number of identical GPUs (1)", whole_number_in(1, k_most_job_gpus));
  parser.name_first_given(nullptr);
}

void MemoryJobOptions::add_shared_to(OptionParser& parser) {
  parser.name_first_given(&first_given);
  parser.add("-t,--task", task, "TASK", "run (the default), train, lora or qlora", named<MemoryTask>);
  parser.name_first_given(nullptr);
  parser.add("--batch", batch, "N", "Batch size (1); in `recommend` also \"largest\": the most that fits each GPU",
             batch_from);
  parser.name_first_given(&first_given);
  parser.add("--context", context, "N", "Context length in tokens, like 8192 or 128k (4096; training 2048)",
             tokens_from);
  parser.add("--prompt-tokens", prompt_tokens, "N", "Prompt length in tokens (half the context; with --users 1024)",
             tokens_from);
  parser.add("--answer-tokens", answer_tokens, "N", "Answer length in tokens (half the context; with --users 512)",
             tokens_from);
  parser.add("--quant", quantisation, "FORMAT",
             "Format of the weights: fp16, fp8, q8_0, q4_k_m, nf4, awq, ... (default: by model)",
             offering(ids_of(weight_formats()), format_from));
  parser.add("--kv", kv, "BITS", "Bits per value of the KV cache: 16, 8 or 4 (16)", named_or<KvFormat>(k_other_kv));
  parser.add("--optimizer", optimizer, "NAME", "adam (the default), adam-8bit, adafactor, momentum, sgd",
             named_or<Optimizer>(k_other_optimizers));
  parser.add("--checkpointing", checkpointing, "KIND", "Activation checkpointing: none, selective, full, offloaded",
             named<Checkpointing>);
  parser.add_flag("--eager-attention", eager_attention, "Attention without FlashAttention, as before 2023");
  parser.add("--zero", zero, "STAGE", "ZeRO stage of training on several GPUs, 0 to 3 (0)",
             offering({"0", "1", "2", "3"}, whole_number_in(0, 3)));
  parser.add("--rank", rank, "N", "LoRA rank (16)", whole_number_in(1, k_most_rank));
  parser.add("--targets", targets, "WHICH", "LoRA targets: query-value, attention, all-linear, or experts too",
             named<AdapterTargets>);
  parser.add_flag("--chunked-loss", loss_in_chunks,
                  "Compute the loss in chunks, so that the full logits are never stored");
  parser.add_flag("--offload", offloads, "Keep optimizer states, or idle parts of the model, in RAM");
  parser.add("--engine", engine, "NAME", "pytorch, unsloth, litgpt, server, llama-cpp or tensorflow-1",
             named_or<Engine>(k_other_engines));
  parser.add("--ram", ram, "GB", "RAM of the machine, for experts or layers that do not fit the GPUs",
             [](std::string_view option, std::string_view text) { return positive_number(option, text, ""); });
  parser.add("--ram-kind", megatransfers, "KIND", "Kind of RAM: ddr5 (the default, 5600), ddr4 (3200), ddr5-6400",
             offering({"ddr4", "ddr5"}, megatransfers_from));
  parser.add("--ram-channels", channels, "N", "RAM channels, 1 to 24 (2; more if a desktop cannot hold that much RAM)",
             whole_number_in(1, k_most_channels));
  parser.add("--image", image, "WxH", "Size of images in pixels (default: the model's own)", image_from);
  parser.add("--frames", frames, "N", "Frames of a video (default: the model's own)",
             whole_number_in(1, k_most_frames));
  parser.name_first_given(nullptr);
}

void MemoryJobOptions::apply_running(MemoryJob& job) const {
  const std::string_view trains = "--task train, lora or qlora";
  refuse_unless(false, "--precision", precision.has_value(), trains);
  refuse_unless(false, "--optimizer", optimizer.has_value(), trains);
  refuse_unless(false, "--zero", zero.has_value(), trains);
  refuse_unless(false, "--chunked-loss", loss_in_chunks, trains);
  job.kv = kv.value_or(job.kv);
}

void MemoryJobOptions::apply_training(MemoryJob& job) const {
  refuse_unless(false, "--kv", kv.has_value(), "--task run");
  refuse_unless(job.task != MemoryTask::train, "--quant", quantisation.has_value(),
                "--task run, lora or qlora: weights that are trained have --precision");
  job.arithmetic = precision.value_or(job.arithmetic);
  job.optimizer = optimizer.value_or(job.optimizer);
  job.zero_stage = zero.value_or(job.zero_stage);
  job.loss_in_chunks = job.loss_in_chunks || loss_in_chunks;
}

void MemoryJobOptions::apply_common(MemoryJob& job, const Network& network) const {
  if (context && job.tokens == 0 && network.kind != NetworkKind::decoder) {
    throw UsageError(fmt::format("--context: the samples of {} have no tokens", network.name));
  }
  if (batch == k_largest_batch_that_fits) {
    throw UsageError("--batch: expected a number: the largest that fits is a column of the answer");
  }
  job.batch = batch.value_or(job.batch);
  job.batch_is_stated = batch.has_value();
  job.tokens = context.value_or(job.tokens);
  apply_lengths(job, network);
  job.image = image;
  if (frames && network.use != NetworkUse::video) {
    throw UsageError(fmt::format("--frames: {} makes no video", network.name));
  }
  job.frames = frames;
  job.checkpointing = checkpointing.value_or(job.checkpointing);
  job.eager_attention = job.eager_attention || eager_attention;
  job.gpus = gpus.value_or(job.gpus);
  if (engine) return;
  if (job.weights.is_gguf && network.kind != NetworkKind::diffusion) {  // PyTorch runs image models from GGUF, too
    job.engine = Engine::llama_cpp;
  } else if (job.weights.dequantises || job.weights.id.starts_with("exl-")) {  // as bitsandbytes and ExLlama do
    job.engine = Engine::pytorch;
  }
}

void MemoryJobOptions::apply_lengths(MemoryJob& job, const Network& network) const {
  if (!prompt_tokens && !answer_tokens) return;
  if (!writes_tokens(network, job)) {
    throw UsageError(fmt::format("{}: expected a language model that runs; {} writes no tokens",
                                 prompt_tokens ? "--prompt-tokens" : "--answer-tokens", network.name));
  }
  if (context && prompt_tokens && answer_tokens) {
    throw UsageError("--context: expected without --prompt-tokens and --answer-tokens, whose sum it is");
  }
  const int answer = answer_tokens.value_or(context ? *context - *prompt_tokens : k_usual_answer);
  job.prompt_tokens = prompt_tokens.value_or(context ? *context - answer : k_usual_prompt);
  if (answer < 1 || job.prompt_tokens < 1) {
    throw UsageError(fmt::format("--context: expected more than {} tokens, found {}",
                                 prompt_tokens ? "--prompt-tokens of" : "--answer-tokens of", *context));
  }
  job.tokens = job.prompt_tokens + answer;
}

void MemoryJobOptions::apply_weights(MemoryJob& job, const Network& network, const ModelFile* file,
                                     RunsOn runs_on) const {
  const auto take = [&](const WeightFormat& format, WeightsFrom from) {
    job.weights = format;
    job.weights_from = from;
  };
  if (quantisation) return take(as_in_files(network, *quantisation), WeightsFrom::asked);
  if (job.task != MemoryTask::run) return;
  if (file != nullptr && file->stored && file->stored->format) return take(*file->stored->format, WeightsFrom::file);
  if (file != nullptr && file->stored) return;  // in types that are not known: nothing else is meant
  if (file != nullptr && file->weights) return take(*file->weights, WeightsFrom::file);
  const UsualWeights usual = usual_weights(network, runs_on);
  take(*usual.format, usual.from);
}

void MemoryJobOptions::apply_host(MemoryJob& job, const Network& network, const Catalog& catalog) const {
  refuse_unless(ram.has_value(), "--ram-kind", megatransfers.has_value(), "--ram");
  refuse_unless(ram.has_value(), "--ram-channels", channels.has_value(), "--ram");
  if (!ram) return;
  refuse_unless(job.task == MemoryTask::run, "--ram", true, "--task run");
  if (network.kind != NetworkKind::decoder) return;  // idle parts of others take little of it
  refuse_unless(job.batch == 1, "--ram", true, "one sequence at a time: what more would reach is not measured");
  if (megatransfers || channels) {
    job.host = HostMemory{Gibibytes{*ram}, ram_bandwidth(megatransfers.value_or(k_ddr5_megatransfers),
                                                         channels.value_or(k_usual_channels))};
    return;
  }
  job.host = HostMemory{Gibibytes{*ram}, ram_bandwidth(k_ddr5_megatransfers, k_usual_channels)};
  for (const HostMemory& host : memory_to_buy(catalog)) {  // the smallest machine that takes so much
    job.host->bandwidth = host.bandwidth;
    if (job.host->size <= host.size) break;
  }
}

MemoryJob MemoryJobOptions::job(const Network& network, const ModelFile* file, RunsOn runs_on,
                                const Catalog& catalog) const {
  const auto wanted = task.value_or(MemoryTask::run);
  const bool adapts = wanted == MemoryTask::lora || wanted == MemoryTask::qlora;
  MemoryJob job = default_job(network, wanted);
  if (engine) take_engine(job, *engine);
  apply_weights(job, network, file, runs_on);
  refuse_unless(adapts, "--rank", rank.has_value(), "--task lora or qlora");
  refuse_unless(adapts, "--targets", targets.has_value(), "--task lora or qlora");
  job.adapter_rank = rank.value_or(job.adapter_rank);
  job.adapter_targets = targets.value_or(job.adapter_targets);
  if (wanted == MemoryTask::run) {
    apply_running(job);
  } else {
    apply_training(job);
  }
  apply_common(job, network);
  apply_host(job, network, catalog);
  if (!offloads) return job;
  const bool has_parts = network.kind == NetworkKind::diffusion && wanted == MemoryTask::run;
  if (!has_parts && wanted != MemoryTask::train) {
    throw UsageError("--offload: expected with --task train, or to run a model of several parts");
  }
  job.offloads_parts = has_parts;
  job.offloads_optimizer = !has_parts;
  return job;
}

WhatRunsQuestion usual_runs(const Catalog& catalog) {
  constexpr std::size_t k_rows_of_use = 3;
  WhatRunsQuestion question;
  question.is_overview = true;
  question.limit = k_rows_of_use;
  question.job = [&catalog](const Network& network, MemoryTask task) {
    MemoryJobOptions usual;
    usual.task = task;
    return usual.job(network, nullptr, RunsOn::own_cards, catalog);
  };
  return question;
}

}  // namespace gpuadvisor::cli
