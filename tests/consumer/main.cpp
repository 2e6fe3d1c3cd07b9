// The three best GPUs for a CNN and 500 dollars, each with its price and where that is from.
#include <cstdio>
#include <exception>

#include "gpuadvisor/advice/recommend.hpp"
#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "gpuadvisor/core/money.hpp"
#include "gpuadvisor/scoring/priority_score.hpp"

namespace {

void print(const gpuadvisor::RankedOffer& row, const gpuadvisor::Catalog& catalog) {
  const gpuadvisor::Offer& offer = row.offer;
  std::printf("%d. %.*s", row.rank, static_cast<int>(offer.gpu->id.size()), offer.gpu->id.data());
  if (offer.price) {
    const auto sources = gpuadvisor::sources_of(*offer.price);
    const gpuadvisor::Source* source = catalog.source(sources.back());  // of the newest quote; every id resolves
    std::printf(", %s, %.*s (%.*s)", gpuadvisor::money(offer.price->today).c_str(),
                static_cast<int>(source->title.size()), source->title.data(),
                static_cast<int>(source->publisher.size()), source->publisher.data());
  }
  std::printf("\n");
}

}  // namespace

int main() {
  try {
    const gpuadvisor::Catalog catalog = gpuadvisor::embedded_catalog();
    gpuadvisor::Request request;
    request.workload = "cnn";
    request.weights = gpuadvisor::weights_of(*catalog.workload("cnn"), catalog);
    request.budget = gpuadvisor::Usd{500};

    const gpuadvisor::Answer answer = gpuadvisor::recommend(catalog, request);
    for (std::size_t i = 0; i < answer.rows.size() && i < 3; ++i) print(answer.rows[i], catalog);
    return answer.rows.empty() ? 1 : 0;
  } catch (const std::exception& error) {
    (void)std::fprintf(stderr, "%s\n", error.what());
    return 3;
  }
}
