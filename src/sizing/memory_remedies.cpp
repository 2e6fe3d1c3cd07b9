#include "memory_remedies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "gpuadvisor/sizing/network_shape.hpp"
#include "gpuadvisor/sizing/usual_weights.hpp"
#include "memory_limits.hpp"

namespace gpuadvisor {
namespace {

constexpr int k_most_cards = 16;
constexpr int k_least_context = 256;  // below it a shorter sequence is no remedy

bool is_training(const MemoryJob& job) { return job.task != MemoryTask::run; }
bool trains_all(const MemoryJob& job) { return job.task == MemoryTask::train; }

/// Whether files of such a network come in a format: those that make images are given out in few.
bool is_in_use(const WeightFormat& format, const Network& network) {
  if (format.is_rare) return false;
  if (network.kind != NetworkKind::diffusion) return true;
  const bool is_k_quant = format.is_gguf && format.id.starts_with('q');
  return is_k_quant || format.id == format_fp8().id || format.id == format_nf4().id;
}

/// A job with one thing changed, and the change in words.
struct Change {
  MemoryJob job;
  std::string words;
};

/// What may be changed of a job, given the memory that it must fit in; nothing where a remedy does not apply.
class Changes {
 public:
  Changes(const Network& network, const MemoryJob& job, const UsableMemory& memory, std::span<const HostMemory> hosts)
      : m_network(network), m_job(job), m_memory(memory), m_hosts(hosts) {}

  [[nodiscard]] std::optional<Change> of(Remedy remedy) const {
    switch (remedy) {
      case Remedy::smaller_batch:
        return smaller_batch();
      case Remedy::checkpointing:
        return checkpointing();
      case Remedy::loss_in_chunks:
        return loss_in_chunks();
      case Remedy::smaller_kv_cache:
        return smaller_kv_cache();
      case Remedy::optimizer_8bit:
        return optimizer_8bit();
      case Remedy::lower_quantisation:
        return lower_quantisation();
      case Remedy::host_memory:
        return host_memory();
      case Remedy::shorter_context:
        return shorter_context();
      case Remedy::lora:
        return adapters(MemoryTask::lora);
      case Remedy::qlora:
        return adapters(MemoryTask::qlora);
      case Remedy::offload:
        return offload();
      case Remedy::more_cards:
        return more_cards();
    }
    return std::nullopt;
  }

 private:
  [[nodiscard]] bool fits(const MemoryJob& job) const {
    return fit_verdict(memory_need(m_network, job), m_memory.usable) != FitVerdict::does_not_fit;
  }

  [[nodiscard]] std::optional<Change> smaller_batch() const {
    if (m_job.batch <= 1) return std::nullopt;
    Change change{m_job, ""};
    change.job.batch = std::clamp(largest_batch(m_network, m_job, m_memory.usable), 1, m_job.batch - 1);
    const int steps = (m_job.batch + change.job.batch - 1) / change.job.batch;
    change.words = fmt::format("batch {} instead of {}", change.job.batch, m_job.batch);
    if (is_training(m_job)) change.words += fmt::format(", gradients of {} steps added up", steps);
    return change;
  }

  [[nodiscard]] std::optional<Change> checkpointing() const {
    const bool has_layers = m_network.kind != NetworkKind::convolutional && m_network.kind != NetworkKind::recurrent;
    if (!is_training(m_job) || !has_layers || m_job.checkpointing >= Checkpointing::full) return std::nullopt;
    Change change{m_job, "activations computed again in the backward pass (about a third more time)"};
    change.job.checkpointing = Checkpointing::full;
    return change;
  }

  [[nodiscard]] std::optional<Change> loss_in_chunks() const {
    if (!is_training(m_job) || m_job.loss_in_chunks) return std::nullopt;
    Change change{m_job, "the loss in chunks, so that logits are never held whole"};
    change.job.loss_in_chunks = true;
    return change;
  }

  [[nodiscard]] std::optional<Change> smaller_kv_cache() const {
    if (is_training(m_job) || m_job.kv == KvFormat::bits_4) return std::nullopt;
    const auto with = [&](KvFormat kv, const char* words) {
      Change change{m_job, words};
      change.job.kv = kv;
      return change;
    };
    const Change in_8 = with(KvFormat::bits_8, "keys and values in 8 bits");
    const Change in_4 = with(KvFormat::bits_4, "keys and values in 4 bits");
    const bool has_4_bits = m_job.engine != Engine::server;  // servers keep no fewer than 8
    if (m_job.kv == KvFormat::bits_8) return has_4_bits ? std::optional(in_4) : std::nullopt;
    return has_4_bits && !fits(in_8.job) && fits(in_4.job) ? in_4 : in_8;
  }

  [[nodiscard]] std::optional<Change> optimizer_8bit() const {
    if (!trains_all(m_job) || m_job.optimizer != Optimizer::adam) return std::nullopt;
    Change change{m_job, "Adam with 8-bit states"};
    change.job.optimizer = Optimizer::adam_8bit;
    return change;
  }

  /// The format with the most bits that fits; the least one that is proposed where none does.
  [[nodiscard]] std::optional<Change> lower_quantisation() const {
    const bool is_common = m_network.kind == NetworkKind::decoder || m_network.kind == NetworkKind::diffusion;
    if (is_training(m_job) || !is_common) return std::nullopt;
    const WeightFormat* chosen = nullptr;
    for (const WeightFormat* format : smaller_formats(m_network, m_job)) {
      chosen = format;
      if (fits(with_weights(m_network, m_job, *format))) break;
    }
    if (chosen == nullptr) return std::nullopt;
    return Change{with_weights(m_network, m_job, *chosen),
                  fmt::format("weights as {} instead of {}", chosen->title, m_job.weights.title)};
  }

  /// As much memory of a host as it takes.
  [[nodiscard]] std::optional<Change> host_memory() const {
    const auto found = in_bought_memory(m_network, m_job, m_memory, m_hosts);
    if (!found) return std::nullopt;
    Change change{found->job, ""};
    change.words = fmt::format("{} of {} layers in RAM, {:g} GB of it",
                               m_network.experts ? fmt::format("experts of {}", change.job.layers_on_host)
                                                 : fmt::format("{}", change.job.layers_on_host),
                               movable_layers(m_network), change.job.host->size.value());
    return change;
  }

  [[nodiscard]] std::optional<Change> shorter_context() const {
    if (m_job.tokens <= k_least_context) return std::nullopt;
    Change change{m_job, ""};
    change.job.tokens =
        std::clamp(largest_context(m_network, m_job, m_memory.usable), k_least_context, m_job.tokens - 1);
    change.words = fmt::format("{} tokens instead of {}", change.job.tokens, m_job.tokens);
    return change;
  }

  [[nodiscard]] std::optional<Change> adapters(MemoryTask task) const {
    const bool goes_further = task == MemoryTask::lora ? trains_all(m_job) : m_job.task != MemoryTask::qlora;
    const bool has_adapters = m_network.kind == NetworkKind::decoder || m_network.kind == NetworkKind::diffusion;
    if (!is_training(m_job) || !goes_further || !has_adapters) return std::nullopt;
    Change change{m_job, task == MemoryTask::lora ? "adapters (LoRA) instead of all weights"
                                                  : "adapters on weights in NF4 (QLoRA)"};
    change.job.task = task;
    change.job.arithmetic = Arithmetic::mixed;
    change.job.checkpointing = Checkpointing::full;
    change.job.weights = task == MemoryTask::lora ? format_16_bit() : format_nf4();
    take_engine(change.job, m_job.engine);
    change.job.engine_is_stated = m_job.engine_is_stated;
    return change;
  }

  [[nodiscard]] std::optional<Change> offload() const {
    if (m_memory.is_shared) return std::nullopt;
    Change change{m_job, ""};
    if (can_offload_parts(m_network, m_job)) {
      change.job.offloads_parts = true;
      change.words = "one part of the model on the card at a time";
      return change;
    }
    if (!trains_all(m_job) || m_job.offloads_optimizer) return std::nullopt;
    change.job.offloads_optimizer = true;
    change.words = "optimizer states in RAM (slower steps)";
    return change;
  }

  /// The least number of cards that fits, in powers of two.
  [[nodiscard]] std::optional<Change> more_cards() const {
    if (!is_training(m_job) && !splits_by_layers(m_network)) return std::nullopt;
    if (m_network.kind == NetworkKind::diffusion) return std::nullopt;
    Change change{m_job, ""};
    if (is_training(m_job)) change.job.zero_stage = 3;
    while (change.job.gpus < k_most_cards) {
      change.job.gpus *= 2;
      if (fits(change.job)) break;
    }
    if (change.job.gpus == m_job.gpus) return std::nullopt;
    change.words =
        fmt::format("{} cards{}", change.job.gpus,
                    is_training(m_job) ? ", weights and states split over them (ZeRO 3)" : ", layers split over them");
    return change;
  }

  const Network& m_network;
  const MemoryJob& m_job;
  const UsableMemory& m_memory;
  std::span<const HostMemory> m_hosts;
};

RemedyOutcome outcome(const Network& network, Remedy remedy, Change change, Gigabytes usable) {
  MemoryNeed need = memory_need(network, change.job);
  const FitVerdict verdict = fit_verdict(need, usable);
  return {remedy, std::move(change.words), change.job, std::move(need), verdict};
}

std::vector<RemedyOutcome> one_after_the_other(const Network& network, const MemoryJob& job, const UsableMemory& memory,
                                               std::span<const HostMemory> hosts) {
  std::vector<RemedyOutcome> taken;
  MemoryJob current = job;
  Gigabytes total = memory_need(network, job).total;
  for (std::size_t i = 0; i < k_enum_names<Remedy>.size(); ++i) {
    const auto remedy = static_cast<Remedy>(i);
    auto change = Changes(network, current, memory, hosts).of(remedy);
    if (!change) continue;
    RemedyOutcome next = outcome(network, remedy, std::move(*change), memory.usable);
    if (next.need.total >= total) continue;
    total = next.need.total;
    current = next.job;
    taken.push_back(std::move(next));
    if (taken.back().verdict != FitVerdict::does_not_fit) break;
  }
  return taken;
}

}  // namespace

std::vector<const WeightFormat*> smaller_formats(const Network& network, const MemoryJob& job) {
  std::vector<const WeightFormat*> found;
  if (job.weights.experts_only) return found;  // published so, and kept so by files of fewer bits
  for (const WeightFormat& format : weight_formats()) {
    const bool is_same_family = format.is_gguf || !job.weights.is_gguf;
    const bool is_other = format.experts_only || !is_in_use(format, network);
    if (!is_same_family || is_other || format.bits >= job.weights.bits || format.bits < k_least_bits) continue;
    found.push_back(&format);
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const WeightFormat* a, const WeightFormat* b) { return a->bits > b->bits; });
  return found;
}

MemoryJob with_weights(const Network& network, MemoryJob job, const WeightFormat& format) {
  job.weights = as_in_files(network, format);
  if (format.is_gguf && network.kind != NetworkKind::diffusion) job.engine = Engine::llama_cpp;
  return job;
}

std::vector<RemedyOutcome> remedies(const Network& network, const MemoryJob& job, const UsableMemory& memory,
                                    std::span<const HostMemory> hosts) {
  if (fit_verdict(memory_need(network, job), memory.usable) != FitVerdict::does_not_fit) return {};
  const Changes changes(network, job, memory, hosts);
  std::vector<RemedyOutcome> enough;
  for (std::size_t i = 0; i < k_enum_names<Remedy>.size(); ++i) {
    const auto remedy = static_cast<Remedy>(i);
    auto change = changes.of(remedy);
    if (!change) continue;
    RemedyOutcome found = outcome(network, remedy, std::move(*change), memory.usable);
    if (found.verdict != FitVerdict::does_not_fit) enough.push_back(std::move(found));
  }
  return enough.empty() ? one_after_the_other(network, job, memory, hosts) : enough;
}

}  // namespace gpuadvisor
