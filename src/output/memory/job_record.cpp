#include "job_record.hpp"

#include "core/two_digits.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

bool trains(const MemoryJob& job) { return job.task != MemoryTask::run; }
bool adapts(const MemoryJob& job) { return job.task == MemoryTask::lora || job.task == MemoryTask::qlora; }

}  // namespace

template <>
Record<ImageSize> description() {
  return Record<ImageSize>("image_size", "In pixels", Layout::one_line)
      .member<&ImageSize::width>("width", "Width", least(1))
      .member<&ImageSize::height>("height", "Height", least(1));
}

template <>
Record<MemoryJob> description() {
  return Record<MemoryJob>("memory_job", "What is done with a model")
      .member<&MemoryJob::task>("task", "What is done with the model")
      .member<&MemoryJob::batch>("batch", "Sequences or samples at a time", least(1))
      .member("tokens", "Of each sequence; null where samples are no sequences", least(1),
              [](const MemoryJob& job) { return unless_zero(job.tokens); })
      .member("prompt_tokens", "Of these, those that are read; null where no tokens are written", least(1),
              [](const MemoryJob& job) { return unless_zero(job.task == MemoryTask::run ? prompt_of(job) : 0); })
      .member<&MemoryJob::queues>("queues", "Sequences are requests of users, who wait where there is no room")
      .member<&MemoryJob::image>("image", "Size of images that was asked for")
      .member<&MemoryJob::frames>("frames", "Frames of a video that were asked for", least(1))
      .member("weights", "Format of weights that are not trained; as-stored: as the file keeps them",
              [](const MemoryJob& job) {
                return unless_empty(job.task == MemoryTask::train ? std::string_view() : job.weights.id);
              })
      .member("weights_from",
              "Why weights have that format: asked for, the file's own, as published, as most people run such models, "
              "or implied by the task; null for training",
              [](const MemoryJob& job) { return given(!trains(job), job.weights_from); })
      .member("kv", "How keys and values are kept", [](const MemoryJob& job) { return given(!trains(job), job.kv); })
      .member("precision", "Arithmetic of training",
              [](const MemoryJob& job) { return given(trains(job), job.arithmetic); })
      .member("optimizer", "Of training", [](const MemoryJob& job) { return given(trains(job), job.optimizer); })
      .member("checkpointing", "What is kept for the backward pass",
              [](const MemoryJob& job) { return given(trains(job), job.checkpointing); })
      .member<&MemoryJob::eager_attention>("eager_attention", "Attention writes its scores")
      .member<&MemoryJob::engine>("engine", "The software")
      .member<&MemoryJob::loss_in_chunks>("loss_in_chunks",
                                          "The loss is computed in chunks: full logits are never stored")
      .member<&MemoryJob::gpus>("gpus", "Equal GPUs", least(1))
      .member("zero_stage", "What training splits over them (ZeRO)", least(0), most(3),
              [](const MemoryJob& job) { return given(trains(job), job.zero_stage); })
      .member("offload", "Optimizer states or idle parts are in the host's memory",
              [](const MemoryJob& job) { return job.offloads_optimizer || job.offloads_parts; })
      .member("host_memory_gb", "Memory of the machine that may hold what GPUs have no room for, in 2^30 bytes",
              positive(), [](const MemoryJob& job) { return job.host ? std::optional(job.host->size) : std::nullopt; })
      .member("host_bandwidth_gbs", "Bandwidth of that memory in 10^9 bytes per second", positive(),
              [](const MemoryJob& job) { return job.host ? std::optional(job.host->bandwidth) : std::nullopt; })
      .member("adapter_rank", "Rank of adapters", least(1),
              [](const MemoryJob& job) { return given(adapts(job), job.adapter_rank); })
      .member("adapter_targets", "Matrices that have adapters",
              [](const MemoryJob& job) { return given(adapts(job), job.adapter_targets); });
}

template <>
Record<MeasuredRate> description() {
  return Record<MeasuredRate>("same_network",
                              "The model itself was measured in this format, on as many of these GPUs with as many "
                              "sequences; \"middle\" is then the median of the fastest engine, \"low\" and \"high\" "
                              "the range of its measurements, 5 % either way at least",
                              Layout::one_line)
      .member<&MeasuredRate::engine>("framework", "The engine, in the words of the datasets; null where none is stated",
                                     or_null())
      .member<&MeasuredRate::measurements>("measurements", "By that engine", least(1))
      .member<&MeasuredRate::is_scaled>(
          "scaled", "Measured with other numbers of users or other lengths, and carried over by what is predicted")
      .member<&MeasuredRate::sources>("sources", "Of the measurements", fewest(1), ids());
}

template <>
Record<NetworkRate> description() {
  return Record<NetworkRate>("token_rate", "Tokens per second, as an interval that holds 80 % of measurements",
                             Layout::one_line)
      .member<&NetworkRate::middle>("middle", "What is predicted", positive())
      .member<&NetworkRate::low>("low", "Lower end", positive())
      .member<&NetworkRate::high>("high", "Upper end", positive())
      .member<&NetworkRate::basis>(
          "basis", "Of the indices of the GPU that it follows from; \"measured\" where the model itself was measured")
      .member<&NetworkRate::measured>("same_network", "Null where it is predicted");
}

template <>
Record<ServingLayout> description() {
  return Record<ServingLayout>("serving_layout", "How GPUs share the model", Layout::one_line)
      .member<&ServingLayout::replicas>("copies", "Of the model, each with users of its own", least(1))
      .member<&ServingLayout::tensors>("split", "GPUs that split every layer of a copy", least(1))
      .member<&ServingLayout::stages>("stages", "Groups of such GPUs that hold layers in turn", least(1));
}

template <>
Record<ServingRate> description() {
  return Record<ServingRate>("serving", "How several sequences are served (docs/inference.md#many-users)",
                             Layout::one_line)
      .member<&ServingRate::layout>("layout", "The one that writes most")
      .member<&ServingRate::in_flight>("in_flight", "Sequences that have room at a time, of all copies", least(1))
      .member<&ServingRate::seconds_to_first_token>("seconds_to_first_token", "With the wait for room, predicted",
                                                    positive())
      .member<&ServingRate::limit>("limit", "What more speed would need most");
}

template <>
Record<RunTime> description() {
  return Record<RunTime>("run_time", "What a training run takes", Layout::one_line)
      .member<&RunTime::network, &Network::id>("network", "By whose rate; null of one from a file", id(), or_null())
      .member<&RunTime::hours, &four_digits>("hours", "On all GPUs of the row", positive())
      .member<&RunTime::least_hours, &four_digits>("low_hours", "Lower end of the 80 % interval", positive())
      .member<&RunTime::most_hours, &four_digits>("high_hours", "Upper end of the 80 % interval", positive())
      .member("kwh", "At the boards' full power, without the host", positive(),
              [](const RunTime& run) {
                return run.kilowatt_hours ? std::optional(four_digits(*run.kilowatt_hours)) : std::nullopt;
              })
      .member("electricity_usd", "Of those; null without --kwh", positive(),
              [](const RunTime& run) {
                return run.electricity ? std::optional(four_digits(run.electricity->value())) : std::nullopt;
              })
      .member<&RunTime::gpu_hours, &four_digits>("gpu_hours", "Of all GPUs together", positive())
      .member("tuned_hours", "Of a language model, with software tuned for the GPUs; null of other models", positive(),
              [](const RunTime& run) {
                return run.tuned_hours ? std::optional(four_digits(*run.tuned_hours)) : std::nullopt;
              });
}

template <>
Record<TrainingSpeed> description() {
  return Record<TrainingSpeed>("training", "Tokens per second that all GPUs together train")
      .member<&TrainingSpeed::sequences>("sequences", "At a time on each GPU", least(1))
      .member<&TrainingSpeed::usual>("usual", "With what most people use: Hugging Face TRL, axolotl, torchtune")
      .member<&TrainingSpeed::usual_mfu>("usual_mfu", "Share of the data sheet's rate in 16 bits; null: not known",
                                         positive())
      .member<&TrainingSpeed::tuned>("tuned", "With software tuned for the GPU: Megatron, NeMo, torchtitan, LLMQ")
      .member<&TrainingSpeed::tuned_mfu>("tuned_mfu", "The same share", positive())
      .member<&TrainingSpeed::tuned_fp8>("tuned_fp8", "The same software in FP8; null: the GPU has none");
}

template <>
Record<TokenRates> description() {
  return Record<TokenRates>("token_rates", "Of so many GPUs")
      .member<&TokenRates::split>("split",
                                  "How the job's engine shares it among several: layers in turn, or every layer")
      .member<&TokenRates::together>("together", "Written, by all sequences of the batch together")
      .member<&TokenRates::alone>("alone", "Written, by one sequence that has no other beside it")
      .member<&TokenRates::prompt>("prompt", "Of prompts, read; null where the host's memory holds a part")
      .member<&TokenRates::tensors_split>(
          "tensors_split",
          "As together, by engines that split every layer over the GPUs; null where the job's does, and of one GPU")
      .member<&TokenRates::prompt_tensors_split>(
          "prompt_tensors_split", "As prompt, by engines that split every layer over the GPUs; null likewise")
      .member<&TokenRates::serving>("serving", "Of several sequences at a time on the GPUs alone; null: one, or else");
}

}  // namespace gpuadvisor
