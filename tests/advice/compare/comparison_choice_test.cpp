#include "advice/compare/comparison_choice.hpp"

#include <algorithm>

#include "support/catch2.hpp"

using namespace gpuadvisor;

namespace {

/// A GPU as far as a choice looks at it; without a price where that is 0.
struct Card {
  double speed = 1;
  double price = 0;
  SupportState state = SupportState::supported;
};

/// How well figures are known: as if they were counted, or within a factor of two.
enum class Known { exactly, roughly };

/// The best of one figure against the others, too close to call below 1.1, or 2 of what is roughly known.
PairwiseRatios duels_of(const std::vector<double>& figures, Known how) {
  std::vector<std::size_t> known;
  for (std::size_t i = 0; i < figures.size(); ++i) {
    if (figures[i] > 0) known.push_back(i);
  }
  std::sort(known.begin(), known.end(), [&](std::size_t a, std::size_t b) { return figures[a] > figures[b]; });
  PairwiseRatios duels;
  for (std::size_t i = 1; i < known.size(); ++i) {
    const double ratio = figures[known[0]] / figures[known[i]];
    RatioEstimate estimate{ratio, std::nullopt, std::nullopt};
    if (how == Known::roughly) estimate = {ratio, ratio / 2, ratio * 2};
    duels.push_back({known[0], known[i], estimate, call_of(estimate)});
  }
  return duels;
}

/// By workloads, of which each has the speeds of the cards times its own factors.
ComparisonChoice choice(const std::vector<Card>& cards, const std::vector<std::vector<double>>& factors = {{}},
                        Known how = Known::exactly) {
  Comparison comparison;
  for (const Card& card : cards) {
    ComparedGpu gpu;
    gpu.support.state = card.state;
    if (card.price > 0) {
      gpu.price.emplace();
      gpu.price->today = Usd{card.price};
    }
    if (card.speed > 0) gpu.figures.emplace_back().speed = card.speed;
    comparison.gpus.push_back(gpu);
  }
  for (const auto& own : factors) {
    std::vector<double> speed;
    std::vector<double> value;
    for (std::size_t i = 0; i < cards.size(); ++i) {
      speed.push_back(cards[i].speed * (own.empty() ? 1 : own[i]));
      value.push_back(cards[i].price > 0 ? speed[i] / cards[i].price : 0);
    }
    WorkloadVerdict verdict;
    verdict.speed = duels_of(speed, how);
    verdict.value = duels_of(value, how);
    comparison.verdicts.push_back(verdict);
  }
  return comparison_choice(comparison);
}

using Place = std::optional<std::size_t>;

}  // namespace

TEST_CASE("of two GPUs the one with more speed per dollar is taken, whichever is faster", "[advice]") {
  CHECK(choice({{1, 500}, {1.5, 1500}}).take == Place(0));
  CHECK(choice({{1, 500}, {1.5, 500}}).take == Place(1));
  CHECK(choice({{1, 500}, {1.05, 900}}).take == Place(0));
}

TEST_CASE("where speed per dollar is too close to call, the faster one is taken, or of equally fast ones the cheaper",
          "[advice]") {
  CHECK(choice({{1, 500}, {2, 1000}}).take == Place(1));
  CHECK(choice({{1, 500}, {1.02, 490}}).take == Place(1));
  CHECK(choice({{1, 490}, {1.02, 500}}).take == Place(0));
  CHECK(choice({{1, 490}, {1.02, 500}, {0.98, 480}}).take == Place(2));
}

TEST_CASE("the cheaper one is not taken for another that may be much faster", "[advice]") {
  CHECK(choice({{1, 500}, {1.05, 550}}, {{}}, Known::roughly).take == Place(0));
  CHECK(choice({{1, 500}, {1.3, 650}}, {{}}, Known::roughly).take == std::nullopt);
}

TEST_CASE("who is first by workload does not matter where all is too close to call", "[advice]") {
  const ComparisonChoice found = choice({{1, 500}, {1, 490}}, {{1, 1.01}, {1.04, 1}});
  CHECK(found.value.lead == Lead::close);
  CHECK(found.take == Place(1));
}

TEST_CASE("a lead holds for all workloads, or is none", "[advice]") {
  const ComparisonChoice differs = choice({{1, 500}, {1, 500}}, {{1, 1.5}, {1.5, 1}});
  CHECK(differs.speed.lead == Lead::differs);
  CHECK(differs.value.lead == Lead::differs);
  CHECK(differs.take == std::nullopt);
  const ComparisonChoice clear = choice({{1, 500}, {1, 500}}, {{1, 1.5}, {1, 2}});
  CHECK(clear.speed.lead == Lead::clear);
  CHECK(clear.speed.least == 1.5);
  CHECK(clear.speed.most == 2);
  CHECK(clear.speed.next == Place(0));
  CHECK(choice({{1, 500}, {1, 500}}, {{1, 1.5}, {1, 1.05}}).speed.lead == Lead::close);
}

TEST_CASE("a lead is unknown where a workload has figures of fewer than two, whoever leads for others", "[advice]") {
  const ComparisonChoice found = choice({{1, 500}, {1, 500}}, {{1, 1.5}, {1.5, 1}, {1, 0}});
  CHECK(found.speed.lead == Lead::unknown);
  CHECK(found.value.lead == Lead::unknown);
}

TEST_CASE("the faster one is not taken for as much speed per dollar where its price is not known", "[advice]") {
  const ComparisonChoice found = choice({{1, 500}, {1.02, 505}, {3, 0}});
  CHECK(found.value.lead == Lead::close);
  CHECK(found.speed.gpu == 2);
  CHECK(found.take == std::nullopt);
}

TEST_CASE("about equal is what differs by a step of 10 % at most, for all workloads", "[advice]") {
  Comparison comparison;
  comparison.verdicts.resize(2);
  const auto add = [&](double first, double second) {
    ComparedGpu& gpu = comparison.gpus.emplace_back();
    for (const double value : {first, second}) gpu.figures.emplace_back().value = value;
  };
  add(1, 1);
  add(1.09, 0.92);
  const auto is_equal = [&](std::size_t gpu) { return is_about_equal(comparison, gpu, &WorkloadFigures::value); };
  CHECK(is_equal(0));
  CHECK(is_equal(1));
  CHECK(!is_about_equal(comparison, 0, &WorkloadFigures::speed));  // not known
  add(1, 1.3);
  CHECK(!is_equal(0));
  CHECK(!is_equal(2));
}

TEST_CASE("what others are ahead of in value for each workload is outdone", "[advice]") {
  Comparison comparison;
  comparison.gpus.resize(4);
  for (std::size_t i = 0; i < 3; ++i) comparison.gpus[i].price.emplace();
  comparison.verdicts.resize(2);
  comparison.verdicts[0].value = {{0, 1, {1.05, {}, {}}, Call::too_close}, {0, 2, {2, {}, {}}, Call::ahead}};
  comparison.verdicts[1].value = {{1, 0, {1.5, {}, {}}, Call::ahead}, {1, 2, {2, {}, {}}, Call::ahead}};
  CHECK(not_outdone_in_value(comparison) == std::vector<std::size_t>{0, 1});
}

TEST_CASE("nothing is taken without prices of two GPUs", "[advice]") {
  const ComparisonChoice found = choice({{1, 500}, {2, 0}});
  CHECK(found.take == std::nullopt);
  CHECK(found.value.lead == Lead::unknown);
  CHECK(found.speed.gpu == 1);
}

TEST_CASE("a GPU that current software has dropped is passed over for one that it runs on", "[advice]") {
  const Card dropped{1, 100, SupportState::ended};
  CHECK(choice({dropped, {1, 500}}).take == Place(1));
  CHECK(choice({dropped, {1, 500}}).passed_over == Place(0));
  CHECK(choice({dropped, {9, 500}}).passed_over == std::nullopt);
  CHECK(choice({dropped, {2, 0}}).take == Place(1));
  CHECK(choice({dropped, {0, 0}}).take == std::nullopt);  // nothing is known of it but its software
  CHECK(choice({dropped, {1, 500}, {2, 900}}).take == std::nullopt);
  CHECK(choice({dropped, {0.5, 500, SupportState::ended}}).take == Place(0));
  CHECK(choice({{1, 100, SupportState::deprecated}, {1, 500}}).take == Place(0));
}
