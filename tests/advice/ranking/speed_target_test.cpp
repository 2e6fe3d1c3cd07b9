// How fast a language model must be for each user.

#include <algorithm>
#include <memory>
#include <string_view>
#include <variant>

#include "advice/plan/user_rate.hpp"
#include "gpuadvisor/advice/planner.hpp"
#include "gpuadvisor/advice/recommend.hpp"
#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "output/phrases/change_text.hpp"
#include "support/catch2.hpp"

using namespace gpuadvisor;

namespace {

Request asked(const Catalog& catalog, int users, SpeedTarget target, int most_gpus) {
  const Network& llama = *catalog.network("llama-3-1-8b");
  MemoryJob job = default_job(llama, MemoryTask::run);
  job.weights = format_q4_k_m();
  job.batch = users;
  job.queues = users > 1;
  Request request;
  request.workload = "llm-inference";
  request.job = std::make_shared<const WantedJob>(llama, job);
  request.target = target;
  request.count = {1, most_gpus};
  request.takes_fewest = true;
  request.rank_by = RankBy::price;
  return request;
}

TEST_CASE("the cheapest comes first that reaches a speed, on as few GPUs as it takes", "[advice]") {
  const Catalog catalog = embedded_catalog();
  const Request request = asked(catalog, 1, {60, std::nullopt}, 4);
  const Answer answer = recommend(catalog, request);
  REQUIRE_FALSE(answer.rows.empty());
  const TokenSpeed speed(request.job->network(), request.job->job(), catalog);
  for (const RankedOffer& row : answer.rows) {
    INFO(row.offer.count << "x " << row.offer.gpu->id);
    REQUIRE(row.offer.user_speed);
    CHECK(row.offer.user_speed->tokens_per_second >= 60);
    if (row.offer.count == 1) continue;
    const auto fewer = speed.rates(*row.offer.gpu, {row.offer.count - 1});
    const auto fit = request.job->fit(*row.offer.gpu, row.offer.count - 1);
    CHECK((fit->verdict == FitVerdict::does_not_fit || user_speed(*fewer, request.job->job()).tokens_per_second < 60));
  }
}

TEST_CASE("the first token comes sooner where every layer is split over GPUs", "[advice]") {
  const Catalog catalog = embedded_catalog();
  const Request request = asked(catalog, 1, {std::nullopt, 1.0}, 4);
  const TokenSpeed speed(request.job->network(), request.job->job(), catalog);
  const Gpu& gpu = *catalog.gpu("nvidia-geforce-rtx-3090");
  const auto seconds = [&](int count) {
    const auto rates = speed.rates(gpu, {count});
    return 1 / (count == 1                    ? rates->prompt
                : rates->prompt_tensors_split ? rates->prompt_tensors_split
                                              : rates->prompt)
                   ->middle;
  };
  // A part of 0.16 of the time stays: 0.16 + 0.84 / 2 = 0.58, 0.16 + 0.84 / 4 = 0.37.
  CHECK_THAT(seconds(2) / seconds(1), Catch::Matchers::WithinRel(0.58, 1e-9));
  CHECK_THAT(seconds(4) / seconds(1), Catch::Matchers::WithinRel(0.37, 1e-9));
  MemoryJob in_turn = request.job->job();
  in_turn.engine = Engine::llama_cpp;  // layers are handed on
  const TokenSpeed slow(request.job->network(), in_turn, catalog);
  CHECK(slow.rates(gpu, {4})->prompt->middle == slow.rates(gpu, {1})->prompt->middle);
}

TEST_CASE("the nearest change of a speed is the answer that it gives", "[advice]") {
  const Catalog catalog = embedded_catalog();
  for (const SpeedTarget target : {SpeedTarget{std::nullopt, 0.001}, SpeedTarget{3000, std::nullopt}}) {
    Request request = asked(catalog, 50, target, 64);
    request.forms.emplace();  // else what nobody offers now is told after other forms
    const Answer answer = recommend(catalog, request);
    CHECK(answer.rows.empty());
    REQUIRE_FALSE(answer.near_misses.empty());
    const NearMiss& miss = answer.near_misses.front();
    REQUIRE(miss.missing.front().constraint == "speed");
    const double eased = std::get<double>(miss.changes.front().value);
    INFO(option_text(miss.changes.front()));
    CHECK(option_text(miss.changes.front()).size() <= std::string_view("--time-to-first-token 0.0012").size());
    Request again = request;
    (target.tokens_per_second ? again.target->tokens_per_second : again.target->seconds_to_first_token) = eased;
    const Answer found = recommend(catalog, again);
    REQUIRE_FALSE(found.rows.empty());
    CHECK(found.rows.front().offer.gpu->id == miss.offer.gpu->id);
    CHECK(found.rows.front().offer.count == miss.offer.count);
  }
}

TEST_CASE("users who find no room wait, so that a model with room for one of them serves them all", "[advice]") {
  const Catalog catalog = embedded_catalog();
  Request request = asked(catalog, 10'000, {std::nullopt, 1e6}, 1);
  NamedGpus only;
  only.add("3090", {catalog.gpu("nvidia-geforce-rtx-3090")});
  request.only = std::make_shared<const NamedGpus>(only);
  const Answer answer = recommend(catalog, request);
  REQUIRE_FALSE(answer.rows.empty());
  const Planner planner(*request.job, catalog);
  const auto plan = planner.plan(*catalog.gpu("nvidia-geforce-rtx-3090"));
  REQUIRE(plan);
  REQUIRE(plan->rates);
  REQUIRE(plan->rates->serving);
  // 22.3 GB for programs less 4.9 GB of weights; 131,072 B a token, 2,048 + 1,228 of them: 0.43 GB.
  CHECK(plan->rates->serving->in_flight >= 30);
  CHECK(plan->rates->serving->in_flight <= 50);
  CHECK(plan->rates->serving->limit == ServingLimit::memory_room);
}

TEST_CASE("GPUs that compute in 4 bits serve users in NVFP4 where the model is published so", "[advice]") {
  const Catalog catalog = embedded_catalog();
  const Network& llama = *catalog.network("llama-3-1-70b");  // nvidia/Llama-3.3-70B-Instruct-NVFP4
  MemoryJob job = default_job(llama, MemoryTask::run);
  job.weights = format_fp8();
  job.weights_from = WeightsFrom::usual;
  job.batch = 50;
  job.queues = true;
  const auto format_on = [&](std::string_view gpu, const MemoryJob& asked) {
    const WantedJob wanted(llama, asked);
    return Planner(wanted, catalog).plan(*catalog.gpu(gpu), 2)->way->job.weights.id;
  };
  CHECK(format_on("nvidia-rtx-pro-6000-blackwell", job) == "nvfp4");
  CHECK(format_on("nvidia-h100-sxm5-80gb", job) == "fp8");
  job.weights_from = WeightsFrom::asked;
  CHECK(format_on("nvidia-rtx-pro-6000-blackwell", job) == "fp8");
}

TEST_CASE("cards for desktops that serve users stand in one machine for four, small ones in one server", "[advice]") {
  const Catalog catalog = embedded_catalog();
  const Answer answer = recommend(catalog, asked(catalog, 400, {20, std::nullopt}, 64));
  for (const RankedOffer& row : answer.rows) {
    INFO(row.offer.gpu->id);
    if (row.offer.gpu->segment == Segment::consumer) CHECK(row.offer.count <= 4);
    if (row.offer.gpu->memory->value() < 40) CHECK(row.offer.count <= 8);
  }
}

TEST_CASE("a speed that nothing reaches is told with what is nearest", "[advice]") {
  const Catalog catalog = embedded_catalog();
  const Answer answer = recommend(catalog, asked(catalog, 1, {100'000, std::nullopt}, 1));
  CHECK(answer.rows.empty());
  REQUIRE_FALSE(answer.near_misses.empty());
  const auto at = std::find_if(answer.near_misses.begin(), answer.near_misses.end(), [](const NearMiss& miss) {
    return miss.missing.size() == 1 && miss.missing.front().constraint == "speed";
  });
  REQUIRE(at != answer.near_misses.end());
  CHECK(option_text(at->changes.front()).starts_with("--tokens-per-second "));
}

TEST_CASE("more users take more GPUs, and beyond eight machines of eight", "[advice]") {
  const Catalog catalog = embedded_catalog();
  const auto count_for = [&](int users) {
    const Answer answer = recommend(catalog, asked(catalog, users, {20, std::nullopt}, 64));
    const auto at = std::find_if(answer.rows.begin(), answer.rows.end(),
                                 [](const RankedOffer& row) { return row.offer.gpu->id == "nvidia-rtx-a6000"; });
    return at == answer.rows.end() ? 0 : at->offer.count;
  };
  CHECK(count_for(1) == 1);
  const int few = count_for(20);
  const int many = count_for(400);
  CHECK(few < many);
  CHECK(many > 8);
  CHECK(many % 8 == 0);
}

TEST_CASE("the first token comes after a prompt of half the context", "[advice]") {
  const Catalog catalog = embedded_catalog();
  const Request request = asked(catalog, 1, {std::nullopt, 1.0}, 1);
  const Answer answer = recommend(catalog, request);
  REQUIRE_FALSE(answer.rows.empty());
  const TokenSpeed speed(request.job->network(), request.job->job(), catalog);
  const Offer& first = answer.rows.front().offer;
  const double prompt = speed.rates(*first.gpu, {1})->prompt->middle;
  CHECK(*first.user_speed->seconds_to_first_token >= 2048 / prompt);
  CHECK(*first.user_speed->seconds_to_first_token <= 1.0);
}

}  // namespace
