#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gpuadvisor/advice/named_gpus.hpp"
#include "gpuadvisor/advice/need_in_32_bits.hpp"
#include "gpuadvisor/advice/software_support.hpp"
#include "gpuadvisor/advice/speed_kind.hpp"
#include "gpuadvisor/advice/training_run.hpp"
#include "gpuadvisor/advice/wanted_job.hpp"
#include "gpuadvisor/catalog/catalog.hpp"
#include "gpuadvisor/catalog/compute_capability.hpp"
#include "gpuadvisor/catalog/deployment_rule.hpp"
#include "gpuadvisor/catalog/memory_floor.hpp"
#include "gpuadvisor/catalog/rank_by.hpp"
#include "gpuadvisor/core/range.hpp"
#include "gpuadvisor/economics/price_rule.hpp"
#include "gpuadvisor/economics/recommended_supply.hpp"
#include "gpuadvisor/scoring/performance.hpp"
#include "gpuadvisor/scoring/rank_order_weights.hpp"

namespace gpuadvisor {

class NetworkMeasurements;
struct OwningBasis;

/// What the ranking may rest on: measurements and estimates, measurements alone, or specs alone by the guides' order of
/// importance.
enum class Evidence { any, measured, specs };

template <>
inline constexpr auto k_enum_names<Evidence> = std::to_array<std::string_view>({"any", "measured", "specs"});

using DateRange = Range<PartialDate>;

/// How fast a language model must be for each of the users, who are the sequences of the job.
struct SpeedTarget {
  std::optional<double> tokens_per_second;       // written
  std::optional<double> seconds_to_first_token;  // until a prompt of half the context is read, with nobody before it
};

/// How many equal GPUs may be combined. Requires 1 <= from <= to; more than k_most_gpus, which only the running of a
/// language model takes, are machines of so many.
struct CountRange {
  int from = 1;
  int to = 1;
};

/// What of a job its asker stated: nothing but what is a default is changed to make room for it.
struct StatedOfJob {
  bool format = false;
  bool context = false;
  bool kv = false;
};

/// What is asked: a workload, and what an answer must satisfy. Absent means not asked for.
struct Request {
  std::string workload;                    // id, for naming it
  Weights weights{};                       // of the criteria; sum 1
  bool own_weights = false;                // given in place of the workload's
  std::optional<PriorityOrder> own_order;  // that own weights are the centroid of, where an order was given
  CountRange count;                        // of GPUs
  std::optional<Usd> budget;               // for all of them
  std::optional<Range<Usd>> price;         // of all of them
  std::optional<Gibibytes> min_memory;     // per device; 0: none
  std::optional<NeedIn32Bits> need;        // that min_memory is what a card must have of
  std::optional<Range<Gibibytes>> memory;  // per device
  std::vector<std::string> vendors;        // any of them; empty: all
  std::vector<Segment> segments;           // any of them; empty: all
  std::optional<Condition> condition;
  std::optional<Watts> max_power;         // of all of them
  std::optional<Range<Watts>> power;      // of all of them
  std::optional<Watts> supply;            // power supply that is to feed all of them
  std::optional<int> max_slots;           // of each
  std::optional<Millimetres> max_length;  // that some board of each keeps to
  std::vector<Cooling> cooling;           // any of them; empty: all
  std::optional<DateRange> released;
  std::optional<std::vector<std::string>> forms;  // any of them, each a FormGroup or a Form by name; empty: all
  std::optional<Deployment> deployment;
  std::optional<Range<ComputeCapability>> compute_capability;
  std::vector<std::string> features;                    // ids in the catalog; all of them
  std::shared_ptr<const WantedJob> job;                 // that GPUs must have room for; null: none
  std::shared_ptr<const NetworkMeasurements> measured;  // of the job's network in its format; null: none
  std::optional<SpeedTarget> target;                    // that they must reach; requires a job that writes tokens
  StatedOfJob stated;                                   // of the job
  bool takes_fewest = false;  // of the count, as few as have room for the job and reach the target; requires a job
  bool takes_enough = false;  // of what transcribes speech, the cheapest that is fast enough for one stream, if the
                              // usual answer is far faster than that
  std::optional<TrainingRun> run;            // whose hours are told
  bool largest_batch = false;                // samples per second are told at the largest batch that fits each GPU
  std::optional<int> rate_batch;             // or at this one
  std::shared_ptr<const NamedGpus> only;     // null: all
  std::shared_ptr<const NamedGpus> exclude;  // null: none
  std::optional<Support> support;
  PriceRule price_rule;
  Evidence evidence = Evidence::any;
  ScorePrecision precision = ScorePrecision::fp16;
  std::string dataset;  // id of the one that the catalog's scores were taken from; empty: all
  RankBy rank_by = RankBy::performance;
  std::shared_ptr<const OwningBasis> owning;  // by which an hour of use is priced; null: it is not
  bool includes_rent = false;                 // GPUs that are rented compete; requires `owning`

  // In force where with_defaults() puts them.
  bool installable = false;                 // a card with its own cooling
  bool with_machines = false;               // and whole machines whose memory the GPU shares
  std::optional<MemoryFloor> memory_floor;  // of the workload, on the catalog's day
  std::optional<bool> makes_cards;          // the vendors wanted do; kept, since it takes a look at every GPU
  std::shared_ptr<const RecommendedSupplies> supplies;  // of the catalog, where a supply is asked for; kept likewise
  SpeedKind speed_kind = SpeedKind::score;              // what ranks as speed
  bool is_unmeasured_network = false;  // the job makes images with a network other than those whose speed is told
};

/// The request with the constraints that advice on what to buy has by default, except where it says otherwise
/// (docs/constraints.md#default-constraints):
/// - installable, unless a deployment or forms are named, or a segment, cooling or vendors that have no such cards;
/// - software support of default_support(), by the vendors asked for or of the GPUs that are named;
/// - the memory floor of the workload, unless a least memory is named; where a job tells what it takes, of each of
///   several cards.
/// A model that no card of k_largest_card has room for may run on whole machines, too, unless something else is asked
/// for; one with experts may take memory that is bought for the host.
/// What is assumed of owning is filled in where the ranking goes by cost.
[[nodiscard]] Request with_defaults(Request request, const Catalog& catalog);

/// The software support that is wanted where nobody says, for work of a workload, null where none is known: CUDA, or
/// what is current of any vendor for work that all of it does well; of vendors that are named, theirs.
[[nodiscard]] Support default_support(const std::vector<std::string>& vendors, const Workload* work);

/// The same where memory of the host may be bought for the job. Requires a job.
[[nodiscard]] Request with_bought_memory(Request request, const Catalog& catalog);

/// Whether speeds are told by what each of several users gets, who are the sequences of the job.
[[nodiscard]] inline bool has_users(const Request& request) { return request.target && request.job->job().batch > 1; }

/// What is assumed of owning, for a request that ranks by cost and does not tell; else what it has.
[[nodiscard]] std::shared_ptr<const OwningBasis> owning_for(const Request& request, const Catalog& catalog);

/// Whether ranking by performance goes by the tokens per second of the job, which rows show: they depend on what the
/// host's memory holds, on GPUs together and on measurements of this very network, as no index of a GPU does. Of a job
/// that writes tokens or trains a language model, unless the ranking is asked to go by another workload, or by specs.
/// Requires a request in force.
[[nodiscard]] bool ranks_by_tokens(const Request& request);

/// The memory floor of a workload on the catalog's day, whether a request has it or not.
[[nodiscard]] std::optional<MemoryFloor> memory_floor_of(std::string_view workload, const Catalog& catalog);

/// What ranks as speed: the performance index, unless specs alone are to count, the weights are the asker's own, or the
/// catalog knows no index for the workload.
[[nodiscard]] SpeedKind speed_kind_of(const Request& request, const Catalog& catalog);

}  // namespace gpuadvisor
