#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gpuadvisor/catalog/catalog.hpp"
#include "gpuadvisor/economics/price_rule.hpp"
#include "gpuadvisor/scoring/priority_score.hpp"
#include "gpuadvisor/sizing/memory_fit.hpp"

namespace gpuadvisor {

struct HostPart;
struct Rent;

/// What each user of a language model gets, or more, in three of four setups.
struct UserSpeed {
  double tokens_per_second = 0;
  std::optional<double> seconds_to_first_token;
};

/// GPUs that are rented, at the median of what providers ask for one of them.
struct Rental {
  UsdPerHour hourly;  // of all of them
  Usd total;          // of the hours that they are needed for
  int providers = 0;
  const Rent* cheapest = nullptr;  // what the cheapest of these asks
};

/// Memory that is bought for the machine of the GPUs, with the machine where a desktop does not take so much.
struct MemoryPurchase {
  Gibibytes size;
  std::optional<Usd> price;         // of the memory; absent: not known
  const HostPart* quote = nullptr;  // that this is from
  std::string_view machine_title;   // that takes it; empty: a desktop does
  std::optional<Usd> machine;       // its price; absent: not known, or a desktop

  /// Nothing where a price is not known.
  [[nodiscard]] std::optional<Usd> total() const {
    if (!price || (!machine_title.empty() && !machine)) return std::nullopt;
    return *price + machine.value_or(Usd{0});
  }
};

/// One GPU or several equal ones, in one condition at one price, or rented: what an answer ranks. Points into the
/// catalog it was made from.
struct Offer {
  const Gpu* gpu = nullptr;
  std::optional<PriceEstimate> price = std::nullopt;   // of one; absent when none is known
  std::optional<double> priority = std::nullopt;       // score of one; absent when a criterion is unknown
  std::optional<double> speed = std::nullopt;          // of all, of the SpeedKind of the request
  int count = 1;                                       // GPUs
  std::optional<FitVerdict> fit = std::nullopt;        // of the job that a request has; absent without one
  std::optional<UserSpeed> user_speed = std::nullopt;  // where a request has a target and the job fits
  /// Written or trained for the job, by all sequences together or, where there is a target, for each user; where
  /// ranks_by_tokens().
  std::optional<double> tokens_per_second = std::nullopt;
  std::optional<double> times_real_time = std::nullopt;  // of a job that transcribes speech, predicted
  std::optional<Rental> rental = std::nullopt;           // in place of a price, where they are rented
  std::optional<Usd> hourly = std::nullopt;  // what an hour of use costs, owned or rented, where a request asks
  std::optional<MemoryPurchase> memory = std::nullopt;  // that the job takes and a usual desktop lacks; of known price
  Usd further_cards = Usd{0};  // what several cards take beyond the first: slots, board, power supply
};

/// What all GPUs of an offer cost, and the memory that is bought with them; rented, for all hours. A budget pays for
/// this.
[[nodiscard]] std::optional<Usd> total_price(const Offer& offer);

/// The same at a price of each GPU.
[[nodiscard]] inline Usd at_price(const Offer& offer, Usd each) {
  return each * offer.count + (offer.memory ? offer.memory->total().value_or(Usd{0}) : Usd{0});
}

/// The board power of all of them.
[[nodiscard]] std::optional<Watts> power(const Offer& offer);

/// Speed per 1000 US dollars.
[[nodiscard]] std::optional<double> value(const Offer& offer);

/// Speed per kilowatt of board power.
[[nodiscard]] std::optional<double> efficiency(const Offer& offer);

/// US dollars per GB of memory, all GPUs together.
[[nodiscard]] std::optional<Usd> price_per_gb(const Offer& offer);

/// What ranks by performance: the tokens per second of the job, where they are told; else the speed.
[[nodiscard]] inline std::optional<double> ranking_speed(const Offer& offer) {
  return offer.tokens_per_second ? offer.tokens_per_second : offer.speed;
}

/// What the work costs that is done in an hour at a speed of 1, or at one token per second.
[[nodiscard]] std::optional<Usd> cost_of_work(const Offer& offer);

/// Something a reader of a row must know before trusting it.
struct Warning {
  std::string_view id;  // stable, e.g. "old-price"
  std::string text;
};

/// Whether a warning is of what a name was taken for, which is told beside each answer.
[[nodiscard]] bool is_of_name(const Warning& warning);

/// Whether a warning says no more than a column of prices does, with the month and what is unusual about it.
[[nodiscard]] bool is_told_by_price(const Warning& warning);

/// What is wrong with a price that is no offer: "known from articles only".
[[nodiscard]] std::string_view no_offer_text(NoOffer reason);

/// The warnings of a price of a GPU alone: carried, old and list prices, those that nobody offers, and new ones below
/// used ones.
[[nodiscard]] std::vector<Warning> price_warnings(const Gpu& gpu, const PriceEstimate& price, const Catalog& catalog,
                                                  const PriceRule& rule = {});

/// The warnings of an offer: those of its price, what is no card with its own cooling, software other than CUDA or
/// support that has ended, recalled figures behind the score, boards of several GPUs, missing scores, guides that
/// advise against the GPU.
[[nodiscard]] std::vector<Warning> warnings(const Offer& offer, const Weights& weights, const Catalog& catalog,
                                            const PriceRule& rule = {});

}  // namespace gpuadvisor
