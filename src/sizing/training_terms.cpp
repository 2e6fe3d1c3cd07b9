#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "activations.hpp"
#include "gpuadvisor/sizing/network_shape.hpp"
#include "term_list.hpp"

namespace gpuadvisor {
namespace {

// Values per unit of width that a step of a recurrent layer keeps: four gates before and after their functions, cell,
// its tangent, state, dropout's mask and result (docs/memory.md#recurrent-networks).
constexpr double k_values_per_step = 13;

// Per unit of width and pair of tokens that additive attention keeps: the sum of query and key, and its tangent.
constexpr double k_values_per_pair = 2;

// TensorFlow 1 writes Adam's new averages and the change as tensors of their own before it assigns them.
constexpr double k_step_temporaries = 12;

// Where cards share weights, those of a layer are put together before it computes, and the next one's in advance, with
// gradients of the same width where they are trained.
constexpr double k_gathered_layers = 2;
constexpr double k_gathered_bytes = 2;

bool adapts(const MemoryJob& job) { return job.task == MemoryTask::lora || job.task == MemoryTask::qlora; }

double width_factor(const MemoryJob& job) { return job.arithmetic == Arithmetic::fp32 ? 2 : 1; }

/// Bytes per parameter, and how many cards share them.
struct StateBytes {
  double weights = 0;
  double master = 0;
  double gradients = 0;
  double optimizer = 0;
};

double optimizer_bytes(Optimizer optimizer, Arithmetic arithmetic) {
  constexpr auto k_values = std::to_array<double>({0, 1, 2, 0.5, 0});  // of 32 bits
  // Adafactor keeps sums of rows and columns: a thousandth of the parameters.
  const bool halves = arithmetic == Arithmetic::pure_16_bit && optimizer != Optimizer::adam_8bit;
  return k_values[static_cast<std::size_t>(optimizer)] * (halves ? 2 : 4);
}

StateBytes state_bytes(const MemoryJob& job) {
  const double optimizer = optimizer_bytes(job.optimizer, job.arithmetic);
  switch (job.arithmetic) {
    case Arithmetic::fp32:
      return {4, 0, 4, optimizer};
    case Arithmetic::pure_16_bit:
      return {2, 0, 2, optimizer};
    case Arithmetic::mixed:
      break;
  }
  // ZeRO counts gradients of 16 bits; where autocast keeps 32-bit weights, gradients have 32 bits too.
  return {2, 4, job.zero_stage > 0 ? 2.0 : 4.0, optimizer};
}

/// Cards that share what a stage of ZeRO splits.
int sharing_cards(const MemoryJob& job, int stage) { return job.zero_stage >= stage ? job.gpus : 1; }

void add_states(TermList& terms, const Network& network, const MemoryJob& job) {
  const double parameters = network.parameters.value() * 1e6;
  const StateBytes bytes = state_bytes(job);
  const auto add = [&](NeedPart part, double each, int stage_that_splits) {
    const int cards = sharing_cards(job, stage_that_splits);
    terms.add(
        part, parameters * each / cards, cards > 1 ? "parameters * bytes / cards" : "parameters * bytes",
        terms.text("{} * {} B{}", InMillions{parameters}, Factor{each}, cards > 1 ? terms.text(" / {}", cards) : ""));
  };
  add(NeedPart::weights, bytes.weights, 3);
  if (!job.offloads_optimizer) add(NeedPart::master_weights, bytes.master, 1);
  add(NeedPart::gradients, bytes.gradients, 2);
  if (!job.offloads_optimizer) add(NeedPart::optimizer_states, bytes.optimizer, 1);
}

/// What cards that share weights hold of them for a moment. Of quantised ones it is a quarter, and not counted.
void add_gathered_layers(TermList& terms, const Network& network, const MemoryJob& job) {
  const int layers = layer_count(network);
  if (sharing_cards(job, 3) == 1 || layers == 0 || (adapts(job) && job.weights.bits < 16)) return;
  const ParameterSplit split = parameter_split(network);
  const double layer = (split.rest + split.experts) / layers;
  const double bytes = k_gathered_bytes * (adapts(job) ? 1 : 2);
  terms.add(NeedPart::work_space, k_gathered_layers * layer * bytes, "2 layers * bytes",
            terms.text("2 * {} * {} B", InMillions{layer}, bytes));
}

/// Weights that stay as they are, and adapters beside them.
void add_adapted_weights(TermList& terms, const Network& network, const MemoryJob& job) {
  const bool splits = job.gpus > 1 && (job.zero_stage == 3 || job.engine == Engine::litgpt);
  // litgpt reads the whole network on each card before it splits it: both are held for a moment.
  const double whole = job.engine == Engine::litgpt && job.gpus > 1 ? 1 : 0;
  const double share = splits ? whole + 1.0 / job.gpus : 1;
  add_kept_weights(
      terms, network, job, share,
      whole > 0 ? "sum of parameters * bits / 8, * (1 + 1 / cards)" : "sum of parameters * bits / 8, / cards");
  const double parameters = adapter_parameters(network, job.adapter_rank, job.adapter_targets);
  // 32-bit weights, gradients, and optimizer states, in the order in which stages split them from the last to the
  // first.
  const auto part = [&](double bytes, int stage) { return bytes / sharing_cards(job, stage); };
  const double each = part(4, 3) + part(4, 2) + part(optimizer_bytes(job.optimizer, Arithmetic::mixed), 1);
  terms.add(NeedPart::adapters, parameters * each, "rank * sum of (inputs + outputs) * bytes",
            terms.text("{} * {} B", InMillions{parameters}, Factor{each}));
  const double unpacked = unpacked_matrix_bytes(network, job);
  terms.add(NeedPart::work_space, unpacked, "largest matrix * 2 B", terms.text("{} * 2 B", InMillions{unpacked / 2}));
}

void add_attention_activations(TermList& terms, const Network& network, const MemoryJob& job,
                               const MemoryConstants& constants) {
  // Matrices that are unpacked to be multiplied keep their input, as trained ones and those with adapters do.
  const bool inputs_are_kept =
      !adapts(job) || job.weights.dequantises || job.adapter_targets == AdapterTargets::all_linear;
  const bool overwrites = job.engine == Engine::unsloth;
  const LayerActivations layer =
      overwrites ? overwritten_activations(network) : layer_activations(network, job.tokens, inputs_are_kept);
  const bool is_eager = job.eager_attention || job.engine == Engine::tensorflow_1;
  const bool stores_scores = is_eager && job.checkpointing != Checkpointing::selective;
  const bool is_offloaded = job.checkpointing == Checkpointing::offloaded;
  const bool recomputes = job.checkpointing == Checkpointing::full || is_offloaded;
  const double of_overwritten = is_offloaded ? constants.offloaded_layers : 1;
  const double factor = overwrites ? of_overwritten : stores_scores ? constants.stored_layers : constants.fused_layers;
  const double per_layer = factor * (layer.bytes + (stores_scores ? layer.score_bytes : 0));
  const int layers = is_offloaded ? 0 : layer_count(network);  // whose inputs are on the card
  const double per_token = recomputes ? layers * layer.input_bytes + per_layer : layers * per_layer;
  const double tokens = static_cast<double>(job.batch) * job.tokens;
  terms.add(NeedPart::activations, tokens * per_token * width_factor(job),
            is_offloaded ? "batch * tokens * factor * bytes of one layer"
            : recomputes ? "batch * tokens * (2 h * layers + factor * bytes of one layer)"
                         : "batch * tokens * layers * factor * bytes of one layer",
            recomputes ? terms.text("{} * {} * ({} * {} + {} * {}) B * {}", job.batch, job.tokens, layer.input_bytes,
                                    layers, Factor{factor}, Factor{per_layer / factor}, width_factor(job))
                       : terms.text("{} * {} * {} * {} * {} B * {}", job.batch, job.tokens, layers, Factor{factor},
                                    Factor{per_layer / factor}, width_factor(job)));
}

void add_logits(TermList& terms, const Network& network, const MemoryJob& job) {
  if (network.kind == NetworkKind::encoder || job.loss_in_chunks) return;
  const double bytes = logit_bytes(network, job.batch, job.tokens, job.arithmetic);
  terms.add(
      NeedPart::logits, bytes, "batch * tokens * vocabulary * 10 B",
      terms.text("{} * {} * {} * 10 B * {}", job.batch, job.tokens, network.vocabulary.value_or(0), width_factor(job)));
}

void add_convolution_activations(TermList& terms, const Network& network, const MemoryJob& job,
                                 const MemoryConstants& constants) {
  const double bytes = 2 * width_factor(job);
  const double values = scaled_activations(network, job);
  terms.add(NeedPart::activations, values * bytes * constants.convolutions * job.batch,
            "activations * bytes * factor * batch",
            terms.text("{} * {} B * {} * {}", InMillions{values}, bytes, Factor{constants.convolutions}, job.batch));
}

void add_recurrent_activations(TermList& terms, const Network& network, const MemoryJob& job) {
  const double bytes = 2 * width_factor(job);
  const double steps = static_cast<double>(job.batch) * job.tokens * layer_count(network);
  const int width = network.hidden.value_or(0);
  std::string formula = "batch * tokens * layers * 13 h * bytes";
  std::string calculation =
      terms.text("{} * {} * {} * 13 * {} * {} B", job.batch, job.tokens, layer_count(network), width, bytes);
  double values = steps * width * k_values_per_step;
  if (network.additive_attention) {
    const double pairs = static_cast<double>(job.batch) * job.tokens * job.tokens;
    values += pairs * width * k_values_per_pair;
    formula += " + batch * tokens^2 * 2 h * bytes";
    calculation += terms.text(" + {} * {}^2 * 2 * {} * {} B", job.batch, job.tokens, width, bytes);
  }
  terms.add(NeedPart::activations, values * bytes, std::move(formula), std::move(calculation));
}

}  // namespace

void add_training_terms(TermList& terms, const Network& network, const MemoryJob& job,
                        const MemoryConstants& constants) {
  if (adapts(job)) {
    add_adapted_weights(terms, network, job);
  } else {
    add_states(terms, network, job);
  }
  add_gathered_layers(terms, network, job);
  switch (network.kind) {
    case NetworkKind::convolutional:
      add_convolution_activations(terms, network, job, constants);
      break;
    case NetworkKind::recurrent:
      add_recurrent_activations(terms, network, job);
      add_logits(terms, network, job);
      break;
    case NetworkKind::decoder:
    case NetworkKind::encoder:
    case NetworkKind::encoder_decoder:
    case NetworkKind::diffusion:
      add_attention_activations(terms, network, job, constants);
      add_logits(terms, network, job);
      break;
  }
  if (job.engine == Engine::tensorflow_1 && job.optimizer == Optimizer::adam && !adapts(job)) {
    const double parameters = network.parameters.value() * 1e6;
    terms.add(NeedPart::step_temporaries, parameters * k_step_temporaries, "parameters * 12 B",
              terms.text("{} * 12 B", InMillions{parameters}));
  }
}

}  // namespace gpuadvisor
