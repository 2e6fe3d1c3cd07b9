#include "gpuadvisor/scoring/priority_score.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "support/catch2.hpp"

using namespace gpuadvisor;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

using Options = std::map<std::string, std::vector<double>>;

/// The option with the highest score.
template <class Score>
std::string winner(const Options& options, Score score) {
  return std::max_element(options.begin(), options.end(),
                          [&](const auto& a, const auto& b) { return score(a.second) < score(b.second); })
      ->first;
}

double score_in_catalog(std::string_view gpu, std::string_view workload) {
  const Catalog catalog = embedded_catalog();
  const Weights weights = weights_of(*catalog.workload(workload), catalog);
  return priority_score(*catalog.gpu(gpu), weights, *catalog.reference())->score;
}

}  // namespace

TEST_CASE("weighted_product matches known answers", "[scoring]") {
  // Worked out with exact fractions; order c1 > c2 > c3 > c4, references 1.
  const auto weights = rank_order_centroid(4);
  const std::vector<double> ones(4, 1.0);
  CHECK_THAT(weighted_product(std::vector<double>{9, 3, 4, 5}, ones, weights), WithinAbs(5.724106, 1e-6));
  CHECK_THAT(weighted_product(std::vector<double>{6, 8, 6, 4}, ones, weights), WithinAbs(6.323873, 1e-6));
  CHECK_THAT(weighted_product(std::vector<double>{5, 6, 10, 10}, ones, weights), WithinAbs(6.069173, 1e-6));
  CHECK_THAT(weighted_product(std::vector<double>{5, 5, 6, 4}, ones, weights), WithinAbs(5.063612, 1e-6));
}

TEST_CASE("weighted_product is free of units", "[scoring]") {
  const std::vector<double> weights = {0.5, 0.3, 0.2};
  const double plain = weighted_product(std::vector<double>{8, 40, 3}, std::vector<double>{4, 20, 6}, weights);
  const double scaled = weighted_product(std::vector<double>{8e3, 40, 0.3}, std::vector<double>{4e3, 20, 0.6}, weights);
  CHECK_THAT(scaled, WithinRel(plain, 1e-12));
}

TEST_CASE("adding a card swaps two others in min-max sums and TOPSIS, never in the weighted product", "[scoring]") {
  const std::vector<double> half = {0.5, 0.5};
  const auto product = [&](const std::vector<double>& x) {
    return weighted_product(x, std::vector<double>{1, 1}, half);
  };

  const auto min_max_winner = [](const Options& options) {
    std::vector<double> low(2, 1e300);
    std::vector<double> high(2, 0);
    for (const auto& [name, x] : options) {
      for (std::size_t i = 0; i < 2; ++i) low[i] = std::min(low[i], x[i]), high[i] = std::max(high[i], x[i]);
    }
    return winner(options, [&](const std::vector<double>& x) {
      return (x[0] - low[0]) / (high[0] - low[0]) + (x[1] - low[1]) / (high[1] - low[1]);
    });
  };
  const auto topsis_winner = [](const Options& options) {
    std::vector<double> norm(2, 0);
    for (const auto& [name, x] : options) {
      for (std::size_t i = 0; i < 2; ++i) norm[i] += x[i] * x[i];
    }
    std::vector<double> best(2, 0);
    std::vector<double> worst(2, 1e300);
    for (const auto& [name, x] : options) {
      for (std::size_t i = 0; i < 2; ++i) {
        const double v = x[i] / std::sqrt(norm[i]);
        best[i] = std::max(best[i], v), worst[i] = std::min(worst[i], v);
      }
    }
    const auto distance = [&](const std::vector<double>& x, const std::vector<double>& to) {
      return std::hypot(x[0] / std::sqrt(norm[0]) - to[0], x[1] / std::sqrt(norm[1]) - to[1]);
    };
    return winner(options, [&](const std::vector<double>& x) {
      return distance(x, worst) / (distance(x, worst) + distance(x, best));
    });
  };

  SECTION("min-max") {
    Options options = {{"A", {8, 1}}, {"B", {7, 4}}, {"C", {9, 2}}};
    const std::string product_first = winner(options, product);
    CHECK(min_max_winner(options) == "C");
    options["D"] = {5, 1};
    CHECK(min_max_winner(options) == "B");
    CHECK(winner(options, product) == product_first);
  }
  SECTION("TOPSIS") {
    Options options = {{"A", {2, 10}}, {"B", {5, 9}}, {"C", {10, 3}}};
    const std::string product_first = winner(options, product);
    CHECK(topsis_winner(options) == "C");
    options["D"] = {10, 4};
    CHECK(topsis_winner(options) == "B");
    CHECK(winner(options, product) == product_first);
  }
}

TEST_CASE("priority_score matches scores worked out by hand", "[scoring]") {
  // RTX 4090 against RTX 2080 Ti: tensor 165.2 / 53.79, flops 82.58 / 13.45, bandwidth 1008 / 616, half 82.58 / 26.9;
  // docs/priority.md works the CNN score out.
  CHECK_THAT(score_in_catalog("nvidia-geforce-rtx-4090", "cnn"), WithinAbs(3.380, 0.001));
  CHECK_THAT(score_in_catalog("nvidia-geforce-rtx-4090", "transformer"), WithinAbs(3.380, 0.001));
  CHECK_THAT(score_in_catalog("nvidia-geforce-rtx-4090", "general"), WithinAbs(3.380, 0.001));
  // ln = 25/48 * 0.492477 + 13/48 * 1.121642 + 7/48 * 1.122070 + 3/48 * 1.814791 = 0.837336
  CHECK_THAT(score_in_catalog("nvidia-geforce-rtx-4090", "rnn"), WithinAbs(2.310, 0.001));
}

TEST_CASE("the reference card scores 1 for every workload", "[scoring]") {
  for (const auto* workload : {"cnn", "rnn", "transformer", "general"}) {
    CHECK_THAT(score_in_catalog("nvidia-geforce-rtx-2080-ti", workload), WithinAbs(1.0, 1e-12));
  }
}

TEST_CASE("the terms of a score add up to its logarithm, most important first", "[scoring]") {
  const Catalog catalog = embedded_catalog();
  const Weights weights = weights_of(*catalog.workload("rnn"), catalog);
  const auto priority = priority_score(*catalog.gpu("nvidia-geforce-rtx-3090"), weights, *catalog.reference());
  REQUIRE(priority);
  double sum = 0;
  for (const auto& term : priority->terms) sum += term.log_contribution;
  CHECK_THAT(std::exp(sum), WithinRel(priority->score, 1e-12));
  const auto& terms = priority->terms;
  REQUIRE(terms.size() == 4);
  CHECK(terms[0].criterion == Criterion::bandwidth);
  CHECK(terms[1].criterion == Criterion::half);
  CHECK(terms[2].criterion == Criterion::tensor);
  CHECK(terms[3].criterion == Criterion::flops);
}

TEST_CASE("a GPU without one of the criteria has no score, with the reason", "[scoring]") {
  const Catalog catalog = embedded_catalog();
  const Weights weights = weights_of(*catalog.workload("cnn"), catalog);
  const Gpu& tpu = *catalog.gpu("google-tpu-v4");  // its vector rate is not published
  CHECK_FALSE(priority_score(tpu, weights, *catalog.reference()));
  CHECK(missing_criteria(tpu, weights) == "no fp32_tflops known");
  CHECK(missing_criteria(*catalog.gpu("nvidia-geforce-rtx-4090"), weights).empty());
}

TEST_CASE("log_ratios are in the order of importance, and whole or nothing", "[scoring]") {
  const Catalog catalog = embedded_catalog();
  const auto& rnn = *catalog.workload("rnn")->order;
  const auto ratios = log_ratios(*catalog.gpu("nvidia-geforce-rtx-4090"), rnn, *catalog.reference());
  REQUIRE(ratios);
  REQUIRE(ratios->size() == 4);
  const double expected[] = {0.4925, 1.1216, 1.1221, 1.8148};  // bandwidth, half, tensor, flops: docs/priority.md
  for (std::size_t i = 0; i < 4; ++i) CHECK_THAT((*ratios)[i], WithinAbs(expected[i], 5e-5));
  CHECK_FALSE(log_ratios(*catalog.gpu("google-tpu-v4"), rnn, *catalog.reference()));
}

TEST_CASE("a criterion of weight 0 need not be known", "[scoring]") {
  const Catalog catalog = embedded_catalog();
  Weights bandwidth_alone{};
  bandwidth_alone[static_cast<std::size_t>(Criterion::bandwidth)] = 1;
  const auto score = priority_score(*catalog.gpu("google-tpu-v4"), bandwidth_alone, *catalog.reference());
  REQUIRE(score);
  CHECK_THAT(score->score, WithinRel(1200.0 / 616, 1e-12));
  CHECK(score->terms.size() == 1);
  CHECK(missing_criteria(*catalog.gpu("google-tpu-v4"), bandwidth_alone).empty());
}
