#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "accelerator_names.hpp"
#include "advice/plan/work_speed.hpp"
#include "core/distinct_count.hpp"
#include "gpuadvisor/advice/training_run.hpp"
#include "gpuadvisor/catalog/workload.hpp"
#include "gpuadvisor/core/range.hpp"
#include "market_offer.hpp"

namespace gpuadvisor {

/// What offers are ranked by, the best first.
enum class OfferOrder : unsigned char {
  value,  // speed for each dollar
  cost,   // of a run of training
  price,  // of a GPU
  speed,
};

template <>
inline constexpr auto k_enum_names<OfferOrder> = std::to_array<std::string_view>({"value", "cost", "price", "speed"});

/// Which offers are meant, and how they are ranked. Empty and absent: all of them.
struct OffersQuestion {
  const Workload* workload = nullptr;  // whose speed counts
  ScorePrecision precision = ScorePrecision::fp16;
  OfferOrder order = OfferOrder::value;
  std::size_t limit = 10;            // 1 or more
  bool is_per_gpu = false;           // so many of each GPU
  bool is_per_region = false;        // each region of a machine on its own
  std::optional<TrainingRun> run;    // whose hours and cost are told
  std::vector<const Gpu*> gpus;      // by id
  std::vector<std::string> vendors;  // as the catalog calls them
  std::optional<Gibibytes> memory;   // of each GPU, at least
  Range<int> count;                  // of GPUs
  std::optional<RentTerms> terms;
  std::string provider;               // that the offer's begins with, in lower case
  std::string region;                 // that the offer's, or a part of it, begins with, in lower case
  std::optional<UsdPerHour> most;     // of the machine
  bool includes_unsupported = false;  // GPUs that current software of their vendor does not run on
};

/// An offer that is kept when its row is gone. Views the catalog.
struct KeptOffer {
  const Gpu* gpu = nullptr;
  bool is_form_told = true;
  int count = 1;
  UsdPerHour price;
  RentTerms terms = RentTerms::on_demand;
  std::string provider;
  std::string region;
  std::string instance;
  std::string date;
  double merit = 0;  // what it is ranked by, more is better; below all others where that is unknown

  [[nodiscard]] UsdPerHour each() const { return price / count; }
};

inline constexpr std::size_t k_most_regions = 100;  // of a machine that are kept, the first by the alphabet

/// The best of many offers, each machine once with its lowest price, in each region with that price. Which are kept
/// depends on the offers alone, not on their order.
class TopOffers {
 public:
  /// `per_region`: a machine is another one in each region.
  explicit TopOffers(std::size_t limit, bool per_region = false) : m_limit(limit), m_is_per_region(per_region) {}

  /// Whether an offer of that merit could be among them.
  [[nodiscard]] bool may_take(double merit) const { return merit >= m_least_merit; }
  void add(KeptOffer offer);
  /// The best first, those of one machine together.
  [[nodiscard]] const std::vector<KeptOffer>& offers();

 private:
  void shrink();

  std::size_t m_limit;
  bool m_is_per_region;
  std::size_t m_kept = 0;  // when they were last shrunk
  double m_least_merit = -std::numeric_limits<double>::infinity();
  std::vector<KeptOffer> m_offers;
};

/// What was read and what became of it. Tallies of the parts of a list, merged in any order, are that of the whole.
struct OfferTally {
  static constexpr std::size_t k_names = 1000;  // that are kept, the first by the alphabet

  std::uint64_t rows = 0;
  std::uint64_t offers = 0;        // that were understood; a row can have two, on demand and spot
  std::uint64_t passed = 0;        // what was asked for
  std::uint64_t without_form = 0;  // of the offers, whose form (SXM, PCIe) is not told
  std::uint64_t unsupported = 0;   // of the offers, left out for want of current software
  std::array<std::uint64_t, k_enum_names<RowRefusal>.size()> refused{};  // rows, by reason
  std::map<std::string, std::uint64_t> unknown_names;                    // rows by the accelerator's name
  DistinctCount machines;                                                // of the offers
  std::map<std::string_view, TopOffers> best;                            // by GPU, or all under an empty one

  void count_unknown(const std::string& name, std::uint64_t count = 1);
  void merge(OfferTally other);
};

/// Ranks offers as a question asks. Views the catalog; threads may share it.
class OfferRanker {
 public:
  /// Requires a limit of 1 or more, and a catalog with a reference card.
  OfferRanker(OffersQuestion question, const Catalog& catalog);

  [[nodiscard]] const OffersQuestion& question() const { return m_question; }
  [[nodiscard]] const Catalog& catalog() const { return m_catalog; }
  /// Of one GPU; below all where it is unknown.
  [[nodiscard]] double speed_of_one(const Gpu& gpu) const;

  /// Counts a row and what it offers.
  void take(const std::variant<ListedMachine, Refusal>& listed, AcceleratorNames& names, OfferTally& tally) const;
  /// Keeps an offer that passed, or lets it go.
  void keep(KeptOffer offer, OfferTally& tally) const;

  /// Of as many GPUs; nothing where it is unknown.
  [[nodiscard]] std::optional<Performance> performance(const Gpu& gpu, int count) const;
  /// That the run takes on as many GPUs; nothing where there is none, or it is unknown.
  [[nodiscard]] std::optional<double> hours(const Gpu& gpu, int count) const;

 private:
  struct Known {
    bool passes = false;
    bool is_unsupported = false;
    std::optional<double> speed;
    std::optional<double> hours;  // of the run
  };

  void take(const MarketOffer& offer, OfferTally& tally) const;
  [[nodiscard]] const Known& known(const Gpu& gpu) const;
  [[nodiscard]] std::optional<double> speedup(int count) const;
  [[nodiscard]] double merit(const Gpu& gpu, int count, UsdPerHour price) const;
  [[nodiscard]] bool passes(const MarketOffer& offer) const;
  [[nodiscard]] Known known_of(const Gpu& gpu) const;

  OffersQuestion m_question;
  Catalog m_catalog;
  WorkSpeed m_speed;
  std::vector<Known> m_known;  // by the place of the GPU in the catalog
};

/// An offer of an answer.
struct OfferRow {
  int rank = 1;  // within its GPU where so many of each are asked for
  KeptOffer offer;
  std::size_t regions = 0;                 // where it costs the same, at most k_most_regions; 0: not told
  std::optional<Performance> performance;  // of the machine
  std::optional<double> value;             // speed for each dollar an hour
  std::optional<double> hours;             // of the run
  std::optional<Usd> cost;                 // of the run
};

struct OffersAnswer {
  OffersQuestion question;
  OfferTally tally;
  std::vector<OfferRow> rows;  // the best first; of each GPU together where so many of each are asked for

  [[nodiscard]] std::uint64_t duplicates() const;  // offers of a machine that there are others of; see machines
};

[[nodiscard]] OffersAnswer offers_answer(const OfferRanker& ranker, OfferTally tally);

}  // namespace gpuadvisor
