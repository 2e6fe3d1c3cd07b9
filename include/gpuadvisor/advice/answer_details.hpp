#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gpuadvisor/advice/planner.hpp"
#include "gpuadvisor/advice/recommend.hpp"
#include "gpuadvisor/catalog/feature.hpp"
#include "gpuadvisor/economics/speedup.hpp"
#include "gpuadvisor/scoring/performance.hpp"
#include "gpuadvisor/scoring/priority_score.hpp"

namespace gpuadvisor {

struct Feasibility;
struct OwnOrRent;
struct RentedRun;
struct WithoutBuying;

/// What the use of an offer's GPUs costs, owned or rented. The years and hours are those of the request.
struct OfferCost {
  Usd hourly;
  Usd yearly;
  Usd total;
};

/// What is said of an offer beside its rank: how fast it is and why, how the job fits, what to know of it.
struct OfferDetails {
  ExpectedSpeedup speedup;
  std::optional<Performance> performance;     // of all its GPUs
  std::vector<ReferenceThroughput> familiar;  // of all its GPUs, by the networks of the workload
  std::optional<RunTime> run;                 // of the training run that is asked for
  std::optional<OfferCost> cost;              // where a request asks
  /// Where rents compete, or for the run alone where one of a language model is asked for, and what both cost is known.
  std::shared_ptr<const OwnOrRent> own_or_rent;
  std::optional<Plan> plan;                        // of the request's job
  std::shared_ptr<const Feasibility> feasibility;  // of several GPUs
  std::optional<NetworkRate> rate;        // written or trained: of all sequences, or for each user with a target
  std::optional<PriorityScore> priority;  // of one GPU
  std::vector<Warning> warnings;
  std::vector<const Feature*> lacks;         // of what the workload gains from
  std::vector<std::string> advised_against;  // the years of guides that do, the first one first; "undated" for none
  std::string_view asked_by;                 // who published the price that was asked; empty: it was not asked

  /// Of the plan; null where there is none that tells them.
  [[nodiscard]] const TokenRates* rates() const { return plan && plan->rates ? &*plan->rates : nullptr; }
};

/// A row that is shown.
struct DetailedOffer : RankedOffer {
  OfferDetails details;
};

/// How the GPUs that the asker has do the request's job without another.
struct OwnAlone {
  FitVerdict verdict = FitVerdict::does_not_fit;
  bool is_enough = false;           // it fits, tightly or not, and reaches the target and the budget, if there are any
  std::optional<NetworkRate> rate;  // as OfferDetails has it; where it fits
  std::optional<MemoryPurchase> memory = std::nullopt;  // that it takes
};

/// Terms that leave out products where GPUs are to run.
struct LicenceLimit {
  const DeploymentRule* rule = nullptr;
  std::string_view source_title;
};

/// What is said of an answer beside its ranking. Points into the catalog.
struct AnswerDetails {
  std::vector<DetailedOffer> rows;                      // the first of the answer's, as many as are shown
  std::vector<OfferDetails> near_misses;                // of the answer's
  std::vector<ExpectedSpeedup> speedups;                // of 1, 2, … GPUs, up to the most that the request allows
  std::string_view workload_title;                      // its id where the catalog does not have it
  bool is_training = false;                             // speeds are those of training, not of tokens or images
  bool has_token_rates = false;                         // the job writes or trains tokens, and how fast can be told
  std::optional<OwnAlone> own_alone;                    // of a job for which the asker has GPUs
  std::vector<LicenceLimit> licence_limits;             // in force
  std::string_view memory_floor_source;                 // title of the source of the floor in force
  std::shared_ptr<const WithoutBuying> without_buying;  // where nothing within the budget is offered; null: not known
  std::shared_ptr<const RentedRun> rented_run;          // of a run of a language model; null: none, or not known
};

/// Whether the asker's own GPUs do the job, so that nothing needs to be bought.
[[nodiscard]] inline bool needs_nothing(const AnswerDetails& details) {
  return details.own_alone && details.own_alone->is_enough;
}

/// Works out what is said of the first `limit` rows (0: all). `catalog` is the one that was asked.
[[nodiscard]] AnswerDetails answer_details(const Answer& answer, const Catalog& catalog, std::size_t limit = 0);

}  // namespace gpuadvisor
