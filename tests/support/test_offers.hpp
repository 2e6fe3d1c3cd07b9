#pragma once

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "gpuadvisor/advice/ranking.hpp"

namespace gpuadvisor {

/// Offers with the GPUs they point to.
struct Market {
  std::deque<std::string> ids;
  std::deque<Gpu> gpus;
  std::vector<Offer> offers;

  void add(std::string id, std::optional<double> score, std::optional<double> usd, double memory, double watts = 100,
           PriceAge age = PriceAge::current, Condition condition = Condition::used) {
    Gpu& gpu = gpus.emplace_back();
    gpu.id = ids.emplace_back(std::move(id));
    gpu.memory = Gibibytes{memory};
    gpu.tdp = Watts{watts};
    Offer offer{&gpu, std::nullopt, score, score};
    if (usd) {
      offer.price.emplace();
      offer.price->today = Usd{*usd};
      offer.price->age = age;
      offer.price->condition = condition;
    }
    offers.push_back(offer);
  }
};

inline std::vector<std::string> ids(const std::vector<RankedOffer>& rows) {
  std::vector<std::string> found;
  for (const auto& row : rows) found.emplace_back(row.offer.gpu->id);
  return found;
}

}  // namespace gpuadvisor
