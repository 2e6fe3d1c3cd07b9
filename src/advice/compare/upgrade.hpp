#pragma once

#include <array>
#include <optional>
#include <vector>

#include "comparison.hpp"
#include "economics/own_or_rent.hpp"
#include "gpuadvisor/advice/request.hpp"
#include "gpuadvisor/advice/wanted_job.hpp"
#include "gpuadvisor/catalog/guide.hpp"
#include "gpuadvisor/core/enum_names.hpp"

namespace gpuadvisor {

/// How many times as fast a new card must be to be worth its price and the trouble (docs/comparing.md#upgrades).
inline constexpr double k_least_gain = 1.5;

/// Cards that an answer shows: the cheapest that is fast enough and two beyond.
inline constexpr std::size_t k_upgrade_steps = 3;

/// What a point of speed gained may cost, in times what a point of the owned card's costs used.
inline constexpr double k_dearest_gain = 2;

/// Of what somebody has, the kind that is fastest for a workload: what is worth buying next goes by it. The first where
/// no speed is known. Requires one.
[[nodiscard]] GpuGroup fastest_of(const std::vector<GpuGroup>& owned, const Workload* workload, const Catalog& catalog);

/// What an owner of a GPU, or of several equal ones, asks.
struct UpgradeQuestion {
  const Gpu* owned = nullptr;
  int count = 1;                           // of it, in one machine
  int others = 0;                          // GPUs of other kinds in that machine, which stay
  std::vector<const Workload*> workloads;  // at least one
  Request asked;                           // of single GPUs: all but workload, weights, and memory where it names none
  double least_gain = k_least_gain;        // times the speed of the owned card, 1.1 or more
  bool is_large = false;                   // the networks are: the memory that guides advise is a floor
  const Workload* main = nullptr;          // of these, the one that a short answer is about; null: the first
  OwningTerms use;                         // how long and how much the cards will be used
};

/// What a guide's rule says to do with the owned card.
enum class UpgradeAdvice {
  wait,     // keep it
  upgrade,  // buy another one
  open,     // nothing is said, or a speed is not known
};

template <>
inline constexpr auto k_enum_names<UpgradeAdvice> = std::to_array<std::string_view>({"wait", "upgrade", "open"});

/// What the guides' rule says of the owned card: keep what is at least as fast as the rule's, but for its exception.
struct GuideUpgrade {
  const Gpu* owned = nullptr;
  const Workload* workload = nullptr;
  SpeedKind speed_kind = SpeedKind::score;
  std::optional<double> speed;  // of all owned cards together
  const UpgradeRule* rule = nullptr;
  const Guide* guide = nullptr;
  const Gpu* least = nullptr;            // the rule's; null where the catalog does not have it
  const Workload* excepted = nullptr;    // that the rule makes an exception of; null: none
  int age_years = 0;                     // of the rule, on the catalog's day
  std::optional<double> speed_of_least;  // for the workload, on the catalog's day
  bool is_excepted = false;              // the rule's exception is this case
  UpgradeAdvice advice = UpgradeAdvice::open;
};

/// What to do, by money.
enum class UpgradeChoice : unsigned char {
  keep,     // nothing is worth what it costs
  second,   // one more of the owned card beside those that are there
  replace,  // sell it, and buy another
  rent,     // keep it, and rent what would be worth buying: for so many hours that costs clearly less
  open,     // a speed is not known
};

template <>
inline constexpr auto k_enum_names<UpgradeChoice> = std::to_array<std::string_view>({"keep", "second", "replace",
                                                                                     "rent", "open"});

/// Something to spend money on: a card in place of the owned one, or one more of it.
struct UpgradeOption {
  Offer offer;
  const Workload* workload = nullptr;  // that it is for
  std::optional<Performance> performance;
  RatioEstimate gain;  // in speed over the owned card; of one more, of both together
  Usd cost;            // the price, less what the owned card fetches where it is replaced and that is known
  std::optional<Usd> cost_per_point;  // cost for 1.00 of speed gained; none where there is nothing to pay
  bool is_within_budget = true;
  std::optional<Watts> more_power;  // of the board at full load, than the owned card; negative where it is less
  std::vector<Warning> warnings;    // of its price and its figures
  bool is_second = false;
  std::optional<double>
      times_own;                // what a point of speed gained costs, in times what one of the owned card costs used
  bool is_fast_enough = false;  // is_worth_it()
  std::optional<OwnOrRent> own_or_rent;  // in its place, over the time of use; none of one more, which works beside
                                         // the owned one only where it is owned too

  /// Whether it is the same card in the same condition.
  [[nodiscard]] bool is_same_as(const UpgradeOption& other) const {
    return offer.gpu == other.offer.gpu && offer.price->condition == other.offer.price->condition &&
           is_second == other.is_second;
  }
  /// Whether it is worth its price.
  [[nodiscard]] bool pays() const {
    return is_fast_enough && is_within_budget && (!times_own || *times_own <= k_dearest_gain);
  }
  [[nodiscard]] bool is_cheaper_rented() const { return own_or_rent && own_or_rent->verdict == OwnOrRentVerdict::rent; }
};

/// The answer for one workload.
struct WorkloadUpgrade {
  const Workload* workload = nullptr;
  Request request;                         // in force
  std::optional<double> speed;             // of all owned cards together: the index, or the priority score
  std::optional<Performance> performance;  // of all owned cards together
  std::optional<GuideUpgrade> guides;      // none where no guide of the day has such a rule
  std::size_t candidates = 0;              // offers with a price that pass what is asked, but for the budget
  UpgradeChoice choice = UpgradeChoice::open;
  /// What is bought or rented; of `keep`, what comes nearest: the first of `options`, or the most gain that is to be
  /// had.
  std::optional<UpgradeOption> best;
  /// The cheapest card that is fast enough, within the budget where one is; then, whatever the budget, the cheapest
  /// that is to the owner of that one, and so on. A later one has no less memory, unless a least memory is asked for.
  std::vector<UpgradeOption> options;
  std::optional<UpgradeOption> second;  // one more of the owned card, where one is for sale and a speed-up is known
};

struct Upgrade {
  UpgradeQuestion question;
  OwningBasis use;                      // with what is assumed
  std::optional<PriceEstimate> resale;  // of one owned card, used
  std::vector<WorkloadUpgrade> workloads;

  /// What all owned cards sell for: less than what is asked, by what the sale costs.
  [[nodiscard]] std::optional<Usd> sells_for() const {
    return resale ? std::optional(sale_price(*resale, use) * question.count) : std::nullopt;
  }

  /// That of the question's main workload.
  [[nodiscard]] const WorkloadUpgrade& main() const;
};

/// Whether a gain makes a card worth buying: it reaches the least one, and its interval leaves out 1.
[[nodiscard]] bool is_worth_it(const RatioEstimate& gain, double least_gain);

/// Keep it, add a second one, buy another or rent (docs/comparing.md#upgrades); beside that what the rule of the newest
/// guide that has one says, and what follows from the prices and speeds of the catalog's day. Has the constraints of
/// with_defaults(). Requires a catalog with a reference card, to which the result points.
[[nodiscard]] Upgrade upgrade(const UpgradeQuestion& question, const Catalog& catalog);

/// What to know of the owned card: software that does not support it, or not for long; that it is a board of several
/// GPUs, whose speed is the board's and whose memory is one GPU's.
[[nodiscard]] std::vector<Warning> owned_warnings(const Gpu& owned, const Catalog& catalog);

}  // namespace gpuadvisor
