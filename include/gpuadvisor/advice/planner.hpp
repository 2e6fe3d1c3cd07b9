#pragma once

#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "gpuadvisor/advice/machine.hpp"
#include "gpuadvisor/advice/token_speed.hpp"
#include "gpuadvisor/advice/training_run.hpp"
#include "gpuadvisor/advice/wanted_job.hpp"
#include "gpuadvisor/catalog/catalog.hpp"

namespace gpuadvisor {

/// What a machine does with a job.
struct Plan : JobFit {
  Machine on;  // the GPUs that do it: all of the machine, or where they differ those that are best at it
  std::optional<TokenRates> rates;        // of a job that writes tokens, where it fits; of each of several machines
  std::optional<TrainingSpeed> training;  // of a job that trains a language model, where it fits

  /// By what most people use: written by all sequences together, or trained; null where neither is known.
  [[nodiscard]] const NetworkRate* rate() const {
    return rates ? &rates->together : training ? &training->usual : nullptr;
  }
};

/// Tells what machines do with a job: which of their GPUs hold what, whether that fits, and how fast they write and
/// read tokens. Whichever command asks, this is the one that answers. Different GPUs share the layers of a network that
/// runs, if they are of one vendor; where some of them are better at it without the others, these stay idle. Of what
/// several users ask for, or is not split by layers, GPUs of one kind do all. For users, GPUs that compute in 4 bits
/// hold the model in NVFP4 where it is published so and nobody named a format. Views what it is made from.
class Planner {
 public:
  Planner(const WantedJob& job, const Catalog& catalog, const NetworkMeasurements* measured = nullptr);

  [[nodiscard]] const WantedJob& job() const { return m_job; }
  [[nodiscard]] const TokenSpeed& speed() const { return m_way.speed; }
  /// Whether tokens per second are told of the job.
  [[nodiscard]] bool tells_tokens() const;

  [[nodiscard]] Plan plan(const Machine& machine) const;
  /// Of so many GPUs, which take part, beside those that the asker has. Nothing where a memory is not known.
  [[nodiscard]] std::optional<Plan> plan(const Gpu& gpu, int count = 1) const;
  /// Of the GPUs that the asker has, without another. Requires that there are some.
  [[nodiscard]] std::optional<Plan> plan_of_own() const;

 private:
  /// A job with the speeds that go with it.
  struct Way {
    const WantedJob* job = nullptr;
    TokenSpeed speed;
  };

  [[nodiscard]] const Way& way_for(const Machine& machine) const;
  [[nodiscard]] Plan plan_of_all(const Machine& machine) const;
  /// Of all sets of the machine's kinds the one that is best at it; `wanted`, unless null, takes part.
  [[nodiscard]] Plan best(const Machine& machine, const Gpu* wanted) const;
  [[nodiscard]] static std::optional<TokenRates> rates(const Way& way, const Machine& machine, const JobFit& fit);
  [[nodiscard]] std::optional<TrainingSpeed> training(const Machine& machine, const JobFit& fit) const;
  /// The way as it is trained: what the asker does not state is as many sequences as fill a GPU, or fit.
  [[nodiscard]] MemoryJob filled(const JobFit& fit) const;

  const WantedJob& m_job;
  Way m_way;
  std::unique_ptr<const WantedJob> m_job_in_4_bits;  // null: there is none
  std::optional<Way> m_in_4_bits;
  mutable std::map<std::pair<const JobWay*, int>, MemoryNeed> m_needs;  // of more sequences
};

}  // namespace gpuadvisor
