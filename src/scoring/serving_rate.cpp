#include "gpuadvisor/scoring/serving_rate.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "gpuadvisor/catalog/score.hpp"
#include "gpuadvisor/scoring/token_rate.hpp"

namespace gpuadvisor {
namespace {

constexpr double k_giga = 1e9;
constexpr double k_tera = 1e12;
constexpr double k_micro = 1e-6;
constexpr double k_large_memory = 70;  // GB as sold, from which vLLM takes 1,024 sequences

template <class Enum, class Row, std::size_t rows>
const Row& row_of(const std::array<Row, rows>& table, Enum key) {
  return table[static_cast<std::size_t>(key)];
}

bool has_hbm(const Gpu& gpu) { return gpu.memory_type.find("HBM") != std::string_view::npos; }

bool is_nvidia_module(const Gpu& gpu) {
  return gpu.form == Form::sxm || gpu.form == Form::sxm2 || gpu.form == Form::sxm4 || gpu.form == Form::sxm5 ||
         gpu.form == Form::sxm6 || gpu.form == Form::superchip;
}

/// TFLOPS of one device's 16-bit units.
std::optional<double> peak_of_16_bits(const Gpu& gpu) {
  double best = 0;
  for (const auto& peak : {gpu.bf16_tensor, gpu.fp16_tensor}) best = std::max(best, peak ? peak->value() : 0.0);
  if (best == 0 && gpu.fp16_vector) best = gpu.fp16_vector->value();
  if (best == 0 && gpu.fp32) best = gpu.fp32->value();
  return best > 0 ? std::optional(best / gpu.devices.value_or(1)) : std::nullopt;
}

/// What a device computes with, and how much of it.
struct FormatRate {
  double peak = 0;   // TFLOPS
  double share = 1;  // reached by matrices of a step
  bool unpacks = false;
};

std::optional<FormatRate> format_rate(const Gpu& gpu, WeightKind kind, const ServingConstants& constants) {
  const auto plain = peak_of_16_bits(gpu);
  if (!plain) return std::nullopt;
  const double devices = gpu.devices.value_or(1);
  const bool has_new_experts = gpu.fp4 && gpu.fp8 && gpu.vendor == "nvidia" && gpu.segment == Segment::datacenter;
  if (kind == WeightKind::fp4 && gpu.fp4) return FormatRate{gpu.fp4->value() / devices, constants.compute_fp4};
  if ((kind == WeightKind::fp8 && gpu.fp8) || (kind == WeightKind::experts_fp4 && has_new_experts)) {
    return FormatRate{gpu.fp8->value() / devices, constants.compute_fp8};
  }
  if (kind == WeightKind::gguf) return FormatRate{*plain, constants.compute_gguf};
  return FormatRate{*plain, constants.compute_16_bits, kind != WeightKind::bits_16 && kind != WeightKind::fp8};
}

/// Bytes a second that a step reads with.
double bandwidth_reached(const Gpu& gpu, double bandwidth, WeightKind kind, const ServingConstants& constants) {
  double share = constants.bandwidth_other;
  if (gpu.vendor == "amd" && has_hbm(gpu)) {
    share = constants.bandwidth_cdna;
  } else if (gpu.vendor == "nvidia" && gpu.segment != Segment::unified) {
    share = has_hbm(gpu) ? constants.bandwidth_hbm : constants.bandwidth_gddr;
  }
  if (kind == WeightKind::fp8) share *= constants.bandwidth_fp8;
  if (kind == WeightKind::fp4 || kind == WeightKind::experts_fp4) share *= constants.bandwidth_fp4;
  return bandwidth * share * k_giga;
}

/// Bytes a second of each GPU in an all-reduce.
double link_rate(const Gpu& gpu, GpuLink link, const ServingConstants& constants) {
  const double rate = row_of(constants.links, link).rate;
  if (link == GpuLink::nvlink) {
    constexpr double k_usual_nvlink = 600;
    const double both_ways = gpu.nvlink ? gpu.nvlink->value() : k_usual_nvlink;
    return rate * both_ways / 2 * k_giga;
  }
  if (link != GpuLink::pcie_peer && link != GpuLink::pcie_host) return rate * k_giga;
  constexpr int k_newest = 5;
  const int version = gpu.pcie_gen.empty() ? 4 : std::clamp(gpu.pcie_gen.front() - '0', 1, k_newest);
  return rate * std::pow(2.0, version - k_newest) * k_giga;
}

/// The speeds of one replica's GPUs together, for a work.
struct ReplicaSpeed {
  double reads = 0;     // bytes a second
  double computes = 0;  // operations a second, in a step
  double prompts = 0;   // the same in prompts
};

std::optional<ReplicaSpeed> replica_speed(const Gpu& gpu, const ServingWork& work, const ServingLoad& load,
                                          const ServingLayout& layout, const ServingConstants& constants) {
  const auto bandwidth = memory_bandwidth_per_device(gpu);
  const auto format = format_rate(gpu, work.kind, constants);
  if (!bandwidth || !format) return std::nullopt;
  const FamilyRates& family = row_of(constants.families, kernel_family(gpu));
  const double dense = matrix_share(gpu, load.power_limit, constants);
  const double share = dense * format->share * row_of(constants.engines, load.engine).kernels * family.kernels *
                       (format->unpacks ? family.unpacked : 1);
  const double peak = layout.tensors * format->peak * k_tera;
  const bool has_experts = work.has_experts();
  ReplicaSpeed speed;
  speed.reads = layout.tensors * bandwidth_reached(gpu, bandwidth->value(), work.kind, constants);
  speed.computes = peak * share * (has_experts ? constants.experts_compute : 1);
  speed.prompts = peak * std::min(share * constants.prompt_compute, constants.most_compute * dense) *
                  (has_experts ? constants.experts_prompt : 1);
  return speed;
}

/// Seconds in which so many tokens of prompts are read; attention costs no more than matrices.
double prompt_seconds(const ReplicaSpeed& speed, const ServingWork& work, double tokens,
                      const ServingConstants& constants) {
  const double weights = (work.always_read + work.experts).value() * k_giga / speed.reads;
  return tokens * (work.prompt_gflops * k_giga / speed.prompts + weights / constants.prompt_chunk);
}

StepSeconds step_of(const Gpu& gpu, const ReplicaSpeed& speed, const ServingWork& work, const ServingLoad& load,
                    const ServingLayout& layout, double sequences, const ServingConstants& constants) {
  const EngineCosts& engine = row_of(constants.engines, load.engine);
  const double choices = std::max(constants.experts_spread * sequences, 1.0);
  const double used = 1 - std::pow(1 - work.experts_a_token, choices);
  const double read = (work.always_read + work.experts * used + work.cache_read * sequences).value() * k_giga;
  StepSeconds step;
  step.reading = read / speed.reads;
  step.computing = sequences * work.gflops * k_giga / speed.computes;
  const double begun = sequences * work.prompt_tokens / work.answer_tokens;  // tokens of prompts in each step
  step.prompts = prompt_seconds(speed, work, begun, constants);
  const double a_layer =
      engine.microseconds_a_layer + (work.has_experts() ? constants.experts_microseconds_a_layer : 0);
  step.overhead =
      (engine.milliseconds * 1000 + work.layers * a_layer + sequences * engine.microseconds_a_sequence) * k_micro;
  if (layout.tensors > 1) {
    const GpuLink link = gpu_link(gpu);
    constexpr double k_bytes = 4;  // of 16 bits, there and back
    const double part = (layout.tensors - 1.0) / layout.tensors;
    const double moved = (sequences + begun) * work.hidden * k_bytes * part;
    step.links = 2.0 * work.layers *
                 (row_of(constants.links, link).microseconds * k_micro + moved / link_rate(gpu, link, constants));
  }
  return step;
}

ServingLimit limit_of(const StepSeconds& step, bool has_room) {
  if (!has_room) return ServingLimit::memory_room;
  const std::array<std::pair<double, ServingLimit>, 5> parts{{
      {step.reading, ServingLimit::bandwidth},
      {step.computing, ServingLimit::compute},
      {step.prompts, ServingLimit::prompts},
      {step.overhead, ServingLimit::overhead},
      {step.links, ServingLimit::links},
  }};
  return std::max_element(parts.begin(), parts.end(), [](const auto& a, const auto& b) { return a.first < b.first; })
      ->second;
}

bool is_unmeasured(KernelFamily family) {
  return family == KernelFamily::turing || family == KernelFamily::rdna || family == KernelFamily::intel ||
         family == KernelFamily::other;
}

double interval_factor(const Gpu& gpu, const ServingWork& work, ServingEngine engine,
                       const ServingIntervals& intervals) {
  const KernelFamily family = kernel_family(gpu);
  double factor = work.has_experts() ? intervals.experts : intervals.dense;
  if (engine == ServingEngine::sglang || engine == ServingEngine::llama_cpp) factor = intervals.other_engines;
  if (gpu.vendor == "amd") factor = std::max(factor, intervals.other_vendors);
  return is_unmeasured(family) || work.is_untried ? intervals.unmeasured : factor;
}

/// Memory of each GPU that weights, keys and values can have.
double room_on_each(const Gpu& gpu, const ServingConstants& constants) {
  const auto memory = memory_per_device(gpu);
  if (!memory) return 0;
  return to_gigabytes(*memory).value() * (constants.usable_memory - constants.activations) - constants.engine_memory;
}

}  // namespace

std::optional<ServingEngine> serving_engine(std::string_view framework) {
  if (framework == "vLLM") return ServingEngine::vllm;
  if (framework == "TensorRT-LLM" || framework == "NIM") return ServingEngine::tensorrt_llm;
  if (framework == "SGLang") return ServingEngine::sglang;
  return framework == "llama.cpp" ? std::optional(ServingEngine::llama_cpp) : std::nullopt;
}

ServingLayout measured_layout(const Measurement& row, int copies) {
  const int each = row.gpu_count / copies;
  return split_of(row) == GpuSplit::tensors ? ServingLayout{each, 1, copies} : ServingLayout{1, each, copies};
}

KernelFamily kernel_family(const Gpu& gpu) {
  const std::string_view name = gpu.architecture;
  const auto is = [&](std::string_view start) { return name.substr(0, start.size()) == start; };
  if (gpu.vendor == "nvidia") {
    if (is("Volta")) return KernelFamily::volta;
    if (is("Turing")) return KernelFamily::turing;
    if (is("Ampere")) return has_hbm(gpu) ? KernelFamily::ampere_hbm : KernelFamily::ampere;
    if (is("Ada")) return KernelFamily::ada;
    if (is("Hopper")) return KernelFamily::hopper;
    if (is("Blackwell")) return has_hbm(gpu) ? KernelFamily::blackwell_hbm : KernelFamily::blackwell;
  }
  if (is("CDNA")) return name == "CDNA" || is("CDNA 2") ? KernelFamily::cdna_old : KernelFamily::cdna;
  if (is("RDNA")) return KernelFamily::rdna;
  return gpu.vendor == "intel" ? KernelFamily::intel : KernelFamily::other;
}

GpuLink gpu_link(const Gpu& gpu) {
  if (gpu.segment == Segment::unified) return GpuLink::ethernet;
  if (gpu.form == Form::oam) return GpuLink::infinity_fabric;
  if (is_nvidia_module(gpu)) return GpuLink::nvlink;
  const bool writes_to_peers = gpu.segment != Segment::consumer || gpu.vendor == "amd";
  return writes_to_peers ? GpuLink::pcie_peer : GpuLink::pcie_host;
}

double matrix_share(const Gpu& gpu, std::optional<Watts> power_limit, const ServingConstants& constants) {
  constexpr double k_power = 0.45;
  const FamilyRates& family = row_of(constants.families, kernel_family(gpu));
  const auto watts = power_limit ? power_limit : gpu.tdp;
  const auto peak = peak_of_16_bits(gpu);
  if (!watts || !peak) return family.most;
  const double watts_of_one = watts->value() / gpu.devices.value_or(1);
  return std::min(family.most, family.per_watt * std::pow(watts_of_one / *peak, k_power));
}

int sequences_with_room(const Gpu& gpu, const ServingWork& work, const ServingLayout& layout,
                        const ServingConstants& constants) {
  const int shared_by = layout.tensors * layout.stages;
  const double room = room_on_each(gpu, constants) * shared_by - work.weights.value();
  if (room <= 0) return 0;
  constexpr double k_more_than_anybody_serves = 1e6;
  return static_cast<int>(std::min(k_more_than_anybody_serves, room / std::max(work.cache_held.value(), 1e-9)));
}

std::optional<ServingRate> serving_rate(const Gpu& gpu, const ServingWork& work, const ServingLoad& load,
                                        const ServingLayout& layout, const ServingConstants& constants) {
  const auto speed = replica_speed(gpu, work, load, layout, constants);
  const int room = sequences_with_room(gpu, work, layout, constants);
  if (!speed || room < 1) return std::nullopt;
  const EngineCosts& engine = row_of(constants.engines, load.engine);
  const bool is_large = gpu.memory && gpu.memory->value() >= k_large_memory;
  const int most = std::min(room, is_large ? engine.large_most : engine.most_sequences);
  const int replicas = std::min(layout.replicas, load.users);
  const double wanted = static_cast<double>(load.users) / replicas;
  const double in_flight = std::min<double>(wanted, most);

  // Of layers in turn as many groups of sequences are in flight as there are stages.
  const double groups = engine.stages > 0 ? std::min<double>(layout.stages, in_flight) : 1;
  ServingRate rate;
  rate.layout = layout;
  rate.step = step_of(gpu, *speed, work, load, layout, in_flight / groups, constants);
  const double at_work = groups > 1 ? engine.stages : 1;
  const double seconds_a_token = rate.step.total() / at_work;
  rate.together = replicas * in_flight / seconds_a_token;
  const double factor = interval_factor(gpu, work, load.engine, constants.intervals);
  rate.low = rate.together / factor;
  const double share_read = bandwidth_reached(gpu, 1, work.kind, constants) / k_giga;
  rate.high = std::min(rate.together * factor, replicas * in_flight / (rate.step.reading * share_read));
  rate.is_of_unmeasured = is_unmeasured(kernel_family(gpu)) || work.is_untried;
  rate.each_user = rate.together / load.users;
  rate.in_flight = static_cast<int>(std::lround(replicas * in_flight));
  const double waiting = (wanted - in_flight) / in_flight * work.answer_tokens * seconds_a_token;
  rate.seconds_to_first_token = waiting + seconds_a_token + prompt_seconds(*speed, work, work.prompt_tokens, constants);
  rate.limit = limit_of(rate.step, wanted <= room);
  return rate;
}

std::optional<ServingRate> best_serving_rate(const Gpu& gpu, int count, const ServingWork& work,
                                             const ServingLoad& load, const ServingConstants& constants) {
  const int most_tensors = load.engine == ServingEngine::llama_cpp ? 1 : 8;  // which splits no layer
  const int most_of_copy = std::min(count, is_nvidia_module(gpu) ? 2 * k_most_gpus : k_most_gpus);
  std::optional<ServingRate> best;
  for (int stages = 1; stages <= most_of_copy && !best; ++stages) {
    for (int tensors = 1; tensors <= most_tensors && tensors * stages <= most_of_copy; tensors *= 2) {
      const ServingLayout layout{tensors, stages, count / (tensors * stages)};
      const auto rate = serving_rate(gpu, work, load, layout, constants);
      if (rate && (!best || rate->together > best->together)) best = rate;
    }
  }
  return best;
}

}  // namespace gpuadvisor
