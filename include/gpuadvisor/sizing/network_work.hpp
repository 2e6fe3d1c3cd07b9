#pragma once

#include <optional>

#include "gpuadvisor/catalog/network.hpp"
#include "gpuadvisor/catalog/token_work.hpp"
#include "gpuadvisor/sizing/memory_job.hpp"

namespace gpuadvisor {

/// Whether a job writes tokens whose work can be told: the running of a decoder whose shape is known.
[[nodiscard]] bool writes_tokens(const Network& network, const MemoryJob& job);

/// Parameters whose weights one token uses: all but the token embedding, of which it reads a row (but the output
/// matrix, also where that is the same); of experts only those that it is sent to.
[[nodiscard]] double used_parameters(const Network& network);

/// Of one token that has so many before it: a multiply-add is two, of queries with keys, and of what comes of it with
/// values, for all heads of all layers and tokens whose keys and values are kept; states are written and read once.
[[nodiscard]] double attention_operations(const Network& network, int tokens);

/// Whether no measurement at hand is of attention like a network's: one vector for several tokens, as of DeepSeek V4.
[[nodiscard]] bool has_untried_attention(const Network& network);

/// The part of a network's experts that some of `batch` tokens uses: 1 - (1 - active / experts) ^ batch, as if each
/// were sent to experts that have nothing to do with those of the others. 1 for a network without experts.
[[nodiscard]] double used_experts(const Network& network, int batch);

/// What a job asks for one token of each of its sequences, in the middle of them: half of `job.tokens` are written, and
/// their keys and values are read. Operations are 2 for each weight used, and for each of these tokens those of
/// attention. Requires writes_tokens(). Source: docs/inference.md#tokens-per-second.
[[nodiscard]] TokenWork token_work(const Network& network, const MemoryJob& job);

/// Whether a job trains a language model whose shape is known, or adapters beside it, in 16 bits and with all that it
/// updates on the GPUs.
[[nodiscard]] bool trains_tokens(const Network& network, const MemoryJob& job);

/// What a job asks for one token: 6 operations for each active parameter, 4 where these stay as they are beside
/// adapters, and as many times half of those of attention over the whole sequence, since each token sees those before
/// it. Recomputed activations do not count. Requires trains_tokens(). Source: docs/training.md.
[[nodiscard]] TrainingWork training_work(const Network& network, const MemoryJob& job);

/// What a network that transcribes speech asks of a GPU for one window of sound: its encoder reads all frames, then its
/// decoder writes the tokens, several guesses of the text at a time. Source: docs/inference.md#speech-in-real-time.
struct SpeechWork {
  double seconds = 0;  // of sound
  int frames = 0;
  TokenWork reading;  // of one frame
  int tokens = 0;     // the most that are written
  int beams = 0;      // guesses, each with keys and values of its own
  TokenWork writing;  // of one token of each
};

/// Nothing of other networks, and where the shape or the window is not known.
[[nodiscard]] std::optional<SpeechWork> speech_work(const Network& network, const MemoryJob& job);

}  // namespace gpuadvisor
