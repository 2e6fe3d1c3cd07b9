// Several cards go before one only if they earn it, for what people run at home: 14 models, 6 budgets.

#include <algorithm>
#include <array>
#include <memory>

#include "gpuadvisor/advice/recommend.hpp"
#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "gpuadvisor/sizing/usual_weights.hpp"
#include "support/catch2.hpp"

using namespace gpuadvisor;

namespace {

constexpr auto k_models =
    std::to_array<std::string_view>({"qwen3-6-27b", "gemma-3-27b", "gemma-4-31b", "qwen3-32b", "qwen3-30b-a3b",
                                     "qwen3-coder-30b-a3b", "glm-4-7-flash", "mistral-small-3-2-24b", "gpt-oss-20b",
                                     "qwen3-14b", "llama-3-1-8b", "llama-3-1-70b", "gpt-oss-120b", "qwen2-5-32b"});
constexpr auto k_budgets = std::to_array<double>({500, 700, 1000, 1500, 2000, 2500});

/// As `recommend --model MODEL --budget USD` asks.
Request question(const Network& network, double budget, const Catalog& catalog) {
  MemoryJob job = default_job(network, MemoryTask::run);
  const UsualWeights usual = usual_weights(network, RunsOn::own_cards);
  job.weights = *usual.format;
  job.weights_from = usual.from;
  if (job.weights.is_gguf) job.engine = Engine::llama_cpp;
  Request request;
  request.job = std::make_shared<const WantedJob>(network, job);
  request.workload = workload_of(network.kind, MemoryTask::run);
  request.weights = weights_of(*catalog.workload(request.workload), catalog);
  request.budget = Usd{budget};
  request.count = {1, 4};
  request.takes_fewest = true;
  return request;
}

/// The first row that is offered; null where none is.
const Offer* answer_of(const Answer& answer) {
  for (const RankedOffer& row : answer.rows) {
    if (is_offered(row.offer)) return &row.offer;
  }
  return nullptr;
}

/// What an offer costs in the order: with what further cards take, each of which must save 15 %.
double counted(const Offer& offer) {
  return (total_price(offer)->value() + offer.further_cards.value()) * tie_price_factor(offer);
}

TEST_CASE("none of 84 questions is answered with several cards where fewer do as well for no more", "[advice]") {
  const Catalog catalog = embedded_catalog();
  constexpr double k_as_fast = 0.95;
  constexpr Gibibytes k_floor{12};
  int answered = 0;
  for (const auto id : k_models) {
    const Network* network = catalog.network(id);
    INFO(id);
    REQUIRE(network != nullptr);
    for (const double budget : k_budgets) {
      INFO(budget);
      const Answer answer = recommend(catalog, question(*network, budget, catalog));
      const Offer* first = answer_of(answer);
      if (first == nullptr) {
        CHECK_FALSE(answer.near_misses.empty());  // the last word is a purchase
        continue;
      }
      ++answered;
      if (first->count == 1) continue;
      CHECK(memory_per_device(*first->gpu) >= k_floor);
      for (const RankedOffer& row : answer.rows) {
        const Offer& other = row.offer;
        const bool is_as_good = is_offered(other) && other.count < first->count && !other.memory &&
                                *other.tokens_per_second >= k_as_fast * *first->tokens_per_second;
        INFO(other.count << " " << other.gpu->id << " against " << first->count << " " << first->gpu->id);
        if (is_as_good) CHECK(counted(*first) <= counted(other));
      }
    }
  }
  CHECK(answered > 70);
}

TEST_CASE("a 70B model gets two cards of 24 GB from $3,000 on, of NVIDIA two RTX 3090 or 3090 Ti", "[advice]") {
  const Catalog catalog = embedded_catalog();
  for (const double budget : {3000, 4000, 5000, 7000}) {
    Request request = question(*catalog.network("llama-3-1-70b"), budget, catalog);
    INFO(budget);
    for (const Support support : {Support::current, Support::cuda}) {
      request.support = support;
      const Answer answer = recommend(catalog, request);
      const Offer* first = answer_of(answer);
      REQUIRE(first != nullptr);
      CHECK(first->count == 2);
      CHECK(memory_per_device(*first->gpu) == Gibibytes{24});
      if (support == Support::cuda) CHECK(first->gpu->id.starts_with("nvidia-geforce-rtx-3090"));
    }
  }
}

TEST_CASE("what the budget keeps from being first is told, with fewer cards", "[advice]") {
  const Catalog catalog = embedded_catalog();
  Request request = question(*catalog.network("llama-3-1-70b"), 2700, catalog);
  request.support = Support::cuda;
  const Answer answer = recommend(catalog, request);
  REQUIRE_FALSE(answer.near_misses.empty());
  const NearMiss& near = answer.near_misses.front();
  CHECK(near.offer.gpu->id == "nvidia-geforce-rtx-3090");
  CHECK(near.offer.count == 2);
  CHECK(near.missing.front().constraint == "budget");
}

TEST_CASE("memory of the host is bought where no card holds a model with experts", "[advice]") {
  const Catalog catalog = embedded_catalog();
  const Network& network = *catalog.network("gpt-oss-120b");
  const Answer answer = recommend(catalog, question(network, 1500, catalog));
  const Offer* first = answer_of(answer);
  REQUIRE(first != nullptr);
  CHECK(first->count == 1);
  REQUIRE(first->memory);
  CHECK(first->memory->size == Gibibytes{64});
  CHECK(*total_price(*first) <= Usd{1500});  // with the memory
  CHECK(answer.changes.empty());
  // Whole machines compete, since no card of 32 GB holds it.
  const Answer richer = recommend(catalog, question(network, 4000, catalog));
  CHECK(std::any_of(richer.rows.begin(), richer.rows.end(), [](const RankedOffer& row) {
    return row.offer.price && row.offer.price->goods == Goods::machine;
  }));
  // Far beyond a desktop's memory: with a machine that takes it.
  const Answer largest = recommend(catalog, question(*catalog.network("deepseek-v3"), 10000, catalog));
  const Offer* one = answer_of(largest);
  REQUIRE(one != nullptr);
  REQUIRE(one->memory);
  CHECK(one->count == 1);
  CHECK(one->memory->machine > Usd{0});
}

TEST_CASE("video that no cheap card holds is made with blocks of its denoiser in the host's memory", "[advice]") {
  const Catalog catalog = embedded_catalog();
  Request request = question(*catalog.network("wan-2-2-a14b"), 900, catalog);
  request.count = {1, 1};
  request.takes_fewest = false;
  const Answer answer = recommend(catalog, request);
  REQUIRE_FALSE(answer.rows.empty());
  CHECK(answer.changes.empty());
  const auto fit = request.job->fit(*catalog.gpu("nvidia-geforce-rtx-3060-12gb"), 1);
  REQUIRE(fit);
  CHECK(fit->verdict != FitVerdict::does_not_fit);
  CHECK(fit->way->job.layers_on_host > 0);
}

TEST_CASE("what the asker stated of a job is not changed", "[advice]") {
  const Catalog catalog = embedded_catalog();
  const Network& network = *catalog.network("qwen3-32b");
  Request request = question(network, 500, catalog);
  MemoryJob of_two = request.job->job();
  of_two.batch = 2;  // whole layers in the host's memory are for one sequence
  request.job = std::make_shared<const WantedJob>(network, of_two);
  request.count = {1, 1};
  request.takes_fewest = false;
  const Answer changed = recommend(catalog, request);
  CHECK_FALSE(changed.rows.empty());
  REQUIRE(changed.changes.size() == 1);
  CHECK(changed.changes.front().option == "quant");
  request.stated.format = true;
  CHECK(recommend(catalog, request).rows.empty());
}

TEST_CASE("with owned cards a desktop holds no more than four", "[advice]") {
  const Catalog catalog = embedded_catalog();
  Request request = question(*catalog.network("gpt-oss-120b"), 3000, catalog);
  const WantedJob& job = *request.job;
  request.job = std::make_shared<const WantedJob>(job.network(), job.job(), nullptr, std::nullopt,
                                                  std::vector<GpuGroup>{{catalog.gpu("nvidia-geforce-rtx-3090"), 1}});
  for (const RankedOffer& row : recommend(catalog, request).rows) CHECK(row.offer.count <= 3);
}

}  // namespace
