#pragma once

#include <optional>
#include <string>
#include <vector>

#include "candidates.hpp"
#include "gpuadvisor/advice/token_speed.hpp"
#include "gpuadvisor/advice/training_run.hpp"
#include "gpuadvisor/models/model_file.hpp"
#include "gpuadvisor/sizing/memory_fit.hpp"
#include "sizing/format_cost.hpp"
#include "sizing/memory_limits.hpp"
#include "sizing/memory_remedies.hpp"

namespace gpuadvisor {

/// What is asked of `memory`. Views the catalog, and the network.
struct MemoryQuestion {
  const Network* network = nullptr;
  const ModelFile* file = nullptr;  // that it was read from; null: it is of the catalog, or described by options
  MemoryJob job;
  std::optional<int> zero_stage;  // of training on several GPUs, where one is stated; else split as far as needed
  MemoryScope scope = MemoryScope::sizes;
  std::vector<const Gpu*> gpus;                       // that are named; together: each as often as it is there
  Request request;                                    // what else the GPUs of the catalog must pass
  bool has_display = false;                           // the first GPU drives a display
  const NetworkMeasurements* measurements = nullptr;  // of the network, where there are any
  std::optional<TrainingRun> run;                     // of a language model, whose hours are told
};

/// Whether the weights at least can be told: parameters or the bytes of a file.
[[nodiscard]] bool knows_weight_size(const MemoryQuestion& question);

/// Requires knows_weight_size().
[[nodiscard]] MemoryNeed known_need(const MemoryQuestion& question);

/// A change that makes a job fit, and how fast it then writes tokens, where it does.
struct GpuRemedy : RemedyOutcome {
  std::optional<NetworkRate> rate;
  std::optional<MemoryPurchase> memory;  // that it takes
  std::optional<FormatCost> quality;     // of a smaller format, where it was measured
};

/// How a job fits on GPUs of one kind, `job.gpus` of them.
struct GpuFit {
  Offer offer;  // the cheapest condition, of so many GPUs
  UsableMemory memory;
  std::optional<FitVerdict> verdict;  // nothing: what can be told of the need is within the memory
  std::optional<FittedJob> way;       // how it is done on each, where that is not as asked; together: on this one
  bool is_in_host = false;            // it fits only with a part in the host's memory
  std::optional<int> layers;          // in the scope `together`: that it holds; 0: the others do it better without it
  int largest_batch = 0;              // 0: not even one, or not told
  int largest_context = 0;            // tokens; 0: not even one, or not told
  std::vector<GpuRemedy> remedies;
  std::optional<Offer> cheapest_with_room;  // where it does not fit: the cheapest GPU on which all of it does
  std::optional<TokenRates> rates;          // where it fits, or tightly, and writes tokens
  std::optional<TrainingSpeed> training;    // where it fits, or tightly, and trains a language model
  std::optional<RunTime> run;               // of that
  std::optional<int> gpus_of_size;          // in the scope `sizes`: GPUs of this size that the request lets in
};

/// The answer to a question. Points into the catalog and the question. Where training is split over GPUs further than
/// was asked, job and need are those of the GPU that is named first: the cheapest that has room.
struct MemoryAnswer {
  MemoryQuestion question;
  MemoryNeed need;
  std::vector<GpuFit> fits;                 // in the scope `sizes` those with room enough, the smallest first
  std::optional<GpuFit> offered;            // in the scope `sizes`, where cheapest() is not: the cheapest that is
  std::optional<GpuFit> largest_too_small;  // in the scope `sizes`, with remedies
  std::vector<const Gpu*> unknown;          // named GPUs whose memory is not known
  std::optional<TokenWork> token_work;      // of jobs that write tokens
  int too_small = 0;                        // in the scope `sizes`: GPUs without room

  /// Whether some GPU has room, or may have.
  [[nodiscard]] bool has_room() const { return cheapest() != nullptr; }
  /// Of the GPUs that have room, or may have, the cheapest of today; one without a price where none has one. With room
  /// to spare: of those that hold all of it. Null: there is none.
  [[nodiscard]] const GpuFit* cheapest(bool with_room_to_spare = false) const;
  /// What the answer names: the cheapest that is offered now, or of all. Null: nothing has room.
  [[nodiscard]] const GpuFit* named() const { return offered ? &*offered : cheapest(); }
  /// Where nothing has room, the first GPU for which changes were sought; null: there is none.
  [[nodiscard]] const GpuFit* without_room() const;
};

/// Requires knows_weight_size().
[[nodiscard]] MemoryAnswer memory_answer(const MemoryQuestion& question, const Catalog& catalog);

}  // namespace gpuadvisor
