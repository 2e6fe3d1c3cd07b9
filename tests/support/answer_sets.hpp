#pragma once

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "gpuadvisor/advice/recommend.hpp"
#include "support/random_catalog.hpp"

namespace gpuadvisor {

/// "gpu-7 used", in whatever number.
inline std::string product_of(const Offer& offer) {
  return std::string(offer.gpu->id) + ' ' + std::string(offer.price ? enum_name(offer.price->condition) : "-");
}

/// "2x gpu-7 used".
inline std::string text_of(const Offer& offer) { return std::to_string(offer.count) + "x " + product_of(offer); }

inline std::set<std::string> rows_of(const Answer& answer) {
  std::set<std::string> rows;
  for (const auto& row : answer.rows) rows.insert(text_of(row.offer));
  return rows;
}

inline std::set<std::string> products_of(const Answer& answer) {
  std::set<std::string> products;
  for (const auto& row : answer.rows) products.insert(product_of(row.offer));
  return products;
}

inline std::set<std::string_view> gpus_of(const Answer& answer) {
  std::set<std::string_view> ids;
  for (const auto& row : answer.rows) ids.insert(row.offer.gpu->id);
  return ids;
}

/// Whether each row of `some` is one of `all`, in whatever number.
inline bool has_all(const Answer& all, const Answer& some) {
  const auto rows = products_of(all);
  const auto fewer = products_of(some);
  return std::includes(rows.begin(), rows.end(), fewer.begin(), fewer.end());
}

inline double best_score(const Answer& answer) {
  double best = 0;
  for (const auto& row : answer.rows) best = std::max(best, row.offer.priority.value_or(0));
  return best;
}

/// All offers of so many GPUs, whether they qualify or not.
inline std::vector<Offer> offers_of(const RandomRound& round, const Request& request, int count) {
  std::vector<Offer> offers;
  for (const Gpu& gpu : round.catalog.gpus()) {
    const auto score = score_of(gpu, request.weights, *round.catalog.reference());
    const auto prices = price_estimates(gpu, round.catalog, request.price_rule);
    for (const auto& price : prices) offers.push_back({&gpu, price, score, score, count});
    if (prices.empty()) offers.push_back({&gpu, std::nullopt, score, score, count});
  }
  return offers;
}

/// Those of as few GPUs as the request allows.
inline std::vector<Offer> offers_of(const RandomRound& round, const Request& request) {
  return offers_of(round, request, request.count.from);
}

/// Those of all numbers of GPUs that the request allows.
inline std::vector<Offer> offers_of_all_counts(const RandomRound& round, const Request& request) {
  std::vector<Offer> all;
  for (int count = request.count.from; count <= request.count.to; ++count) {
    const auto offers = offers_of(round, request, count);
    all.insert(all.end(), offers.begin(), offers.end());
  }
  return all;
}

}  // namespace gpuadvisor
