#include "gpuadvisor/scoring/rank_order_weights.hpp"

#include <numeric>
#include <vector>

#include "support/catch2.hpp"
#include "support/test_catalog.hpp"

using namespace gpuadvisor;
using Catch::Matchers::WithinRel;

TEST_CASE("rank_order_centroid gives the published weights", "[scoring]") {
  struct Case {
    std::size_t count;
    std::vector<double> expected;  // docs/priority.md#weights, exact fractions
  };
  const Case cases[] = {
      {1, {1.0}},
      {2, {3.0 / 4, 1.0 / 4}},
      {3, {11.0 / 18, 5.0 / 18, 1.0 / 9}},
      {4, {25.0 / 48, 13.0 / 48, 7.0 / 48, 3.0 / 48}},
      {5, {137.0 / 300, 77.0 / 300, 47.0 / 300, 9.0 / 100, 1.0 / 25}},
      {6, {49.0 / 120, 29.0 / 120, 19.0 / 120, 37.0 / 360, 11.0 / 180, 1.0 / 36}},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.count << " criteria") {
      const auto weights = rank_order_centroid(c.count);
      REQUIRE(weights.size() == c.count);
      for (std::size_t i = 0; i < c.count; ++i) CHECK_THAT(weights[i], WithinRel(c.expected[i], 1e-12));
      CHECK_THAT(std::accumulate(weights.begin(), weights.end(), 0.0), WithinRel(1.0, 1e-12));
    }
  }
}

TEST_CASE("weights_from_order gives each criterion the weight of its rank", "[scoring]") {
  const Weights rnn = weights_from_order({Criterion::bandwidth, Criterion::half, Criterion::tensor, Criterion::flops});
  CHECK_THAT(rnn[static_cast<std::size_t>(Criterion::bandwidth)], WithinRel(25.0 / 48, 1e-12));
  CHECK_THAT(rnn[static_cast<std::size_t>(Criterion::half)], WithinRel(13.0 / 48, 1e-12));
  CHECK_THAT(rnn[static_cast<std::size_t>(Criterion::tensor)], WithinRel(7.0 / 48, 1e-12));
  CHECK_THAT(rnn[static_cast<std::size_t>(Criterion::flops)], WithinRel(3.0 / 48, 1e-12));
}

TEST_CASE("the weights of a mean are the mean of the weights", "[scoring]") {
  const Catalog catalog = catalog_from(test_document(R"("gpus": [])"));
  const std::string overlay =
      R"({"workloads": [{"id": "both", "title": "Both", "mean_of": ["cnn", "rnn"], "source": "shop"}]})";
  const std::vector<CatalogLayer> layers = {{{"overlay.json", overlay}}};
  const Catalog with_mean = load_catalog(catalog, layers);
  const Weights both = weights_of(*with_mean.workload("both"), with_mean);
  // tensor (25 + 7) / 96, flops (13 + 3) / 96, bandwidth (7 + 25) / 96, half (3 + 13) / 96
  const double expected[] = {1.0 / 3, 1.0 / 6, 1.0 / 3, 1.0 / 6};
  for (std::size_t i = 0; i < k_criteria; ++i) CHECK_THAT(both[i], WithinRel(expected[i], 1e-12));
}
