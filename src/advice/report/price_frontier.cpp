#include "price_frontier.hpp"

#include <algorithm>
#include <numeric>

namespace gpuadvisor {

std::vector<std::size_t> price_frontier(std::span<const PricedSpeed> all) {
  std::vector<std::size_t> by_price(all.size());
  std::iota(by_price.begin(), by_price.end(), std::size_t{0});
  std::stable_sort(by_price.begin(), by_price.end(), [&](std::size_t a, std::size_t b) {
    return all[a].price != all[b].price ? all[a].price < all[b].price : all[a].speed > all[b].speed;
  });
  std::vector<std::size_t> frontier;
  for (const std::size_t place : by_price) {
    if (frontier.empty() || all[place].speed > all[frontier.back()].speed) frontier.push_back(place);
  }
  return frontier;
}

}  // namespace gpuadvisor
