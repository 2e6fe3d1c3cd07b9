#include "gpuadvisor/advice/training_run.hpp"

#include <array>
#include <memory>
#include <utility>

#include "advice/rent/rented_run.hpp"
#include "gpuadvisor/advice/answer_details.hpp"
#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "gpuadvisor/scoring/rank_order_weights.hpp"
#include "support/catch2.hpp"

using namespace gpuadvisor;
using Catch::Matchers::WithinRel;

namespace {

constexpr ReferenceNetwork k_images = {"net", "images/s", "data", "net", "", "", 128};
constexpr ReferenceNetwork k_tokens = {"other", "tokens/s", "data", "other", "", "", 128};

ReferenceThroughput rate_of(const ReferenceNetwork& told, double middle, double low, double high) {
  ReferenceThroughput rate;
  rate.told = &told;
  rate.middle = middle;
  rate.low = low;
  rate.high = high;
  return rate;
}

}  // namespace

// 1.28 million images, 90 times, at 1000 images/s: 115,200 s = 32 h; at 450 W 14.4 kWh, at $0.20 $2.88.
TEST_CASE("a run takes its samples over the rate, and the power of its boards", "[advice]") {
  const auto rates = std::array{rate_of(k_tokens, 5, 4, 6), rate_of(k_images, 1000, 800, 1250)};
  const auto run = run_time({"images/s", 1.28e6 * 90, Usd{0.2}}, rates, 1, Watts{450});
  REQUIRE(run);
  CHECK_THAT(run->hours, WithinRel(32.0));
  CHECK_THAT(run->least_hours, WithinRel(25.6));
  CHECK_THAT(run->most_hours, WithinRel(40.0));
  CHECK_THAT(run->kilowatt_hours.value(), WithinRel(14.4));
  CHECK_THAT(run->electricity.value().value(), WithinRel(2.88));
}

TEST_CASE("what is not known of a run is not told", "[advice]") {
  const auto rates = std::array{rate_of(k_images, 1000, 1000, 1000)};
  CHECK_FALSE(run_time({"sequences/s", 1000, std::nullopt}, rates, 1, Watts{450}));
  const auto run = run_time({"images/s", 3.6e6, std::nullopt}, rates, 1, std::nullopt);
  REQUIRE(run);
  CHECK_THAT(run->hours, WithinRel(1.0));
  CHECK_FALSE(run->kilowatt_hours);
  CHECK_FALSE(run->electricity);
}

TEST_CASE("a run of a language model takes its tokens at the usual speed, and less with tuned software", "[advice]") {
  const Network network;
  TrainingSpeed speed;
  speed.usual.middle = 1000;
  speed.usual.low = 500;
  speed.usual.high = 1250;
  speed.tuned.middle = 1600;
  const RunTime run = run_time({"tokens/s", 3.6e9, std::nullopt}, network, speed, 8, Watts{4000});
  CHECK(run.network == &network);
  CHECK_THAT(run.hours, WithinRel(1000.0));
  CHECK_THAT(run.least_hours, WithinRel(800.0));
  CHECK_THAT(run.most_hours, WithinRel(2000.0));
  CHECK_THAT(run.gpu_hours, WithinRel(8000.0));
  CHECK_THAT(run.tuned_hours.value(), WithinRel(625.0));
  CHECK_THAT(run.kilowatt_hours.value(), WithinRel(4000.0));
}

TEST_CASE("training that states no batch is as fast as with sequences that fill the GPU", "[advice]") {
  const Catalog catalog = embedded_catalog();
  const Network& llama = *catalog.network("llama-3-1-8b");
  const Gpu& h100 = *catalog.gpu("nvidia-h100-sxm5-80gb");
  MemoryJob job = default_job(llama, MemoryTask::lora);  // 2,048 tokens; 21 GB with one sequence
  const WantedJob wanted(llama, job);
  const auto plan = Planner(wanted, catalog).plan(h100);
  REQUIRE(plan);
  REQUIRE(plan->training);
  CHECK(plan->training->sequences == 4);
  // 794.5 TFLOPS * 0.34 / (2 * (2 * 8.03026 + 4 * 32 * 32 * 128 * 1024 / 10^9) GFLOP = 33.194782)
  CHECK_THAT(plan->training->usual.middle, WithinRel(8137.7, 1e-4));
  // 0.34 * 794.5 / 989.4
  CHECK_THAT(plan->training->usual_mfu.value(), WithinRel(0.27302, 1e-4));
  job.batch_is_stated = true;
  const WantedJob stated(llama, job);
  const auto of_one = Planner(stated, catalog).plan(h100);
  CHECK(of_one->training->sequences == 1);
  CHECK(of_one->training->usual.middle < plan->training->usual.middle);
  const Gpu& tpu = *catalog.gpu("google-tpu-v5p");
  const auto untold = Planner(wanted, catalog).plan(tpu);
  CHECK_FALSE((untold && untold->training));
}

TEST_CASE("a long run is rented on as many modules as end it within 30 days", "[advice]") {
  const Catalog catalog = embedded_catalog();
  const Network& llama = *catalog.network("llama-3-1-8b");
  const WantedJob wanted(llama, default_job(llama, MemoryTask::train));
  const Planner planner(wanted, catalog);
  const auto run = rented_run(planner, {"tokens/s", 1e12, std::nullopt}, Support::cuda, catalog);
  REQUIRE(run);
  CHECK(run->count > k_most_gpus);
  CHECK(goods_of(*run->gpu) == Goods::module);
  CHECK(run->time.hours <= k_longest_rented_hours);
  CHECK_THAT(run->total.value(), WithinRel(run->level.middle.value() * run->time.hours * run->count, 1e-9));
  const auto small = rented_run(planner, {"tokens/s", 1e8, std::nullopt}, Support::cuda, catalog);
  REQUIRE(small);
  CHECK(small->total < run->total);
  CHECK(small->count <= k_most_gpus);
}

TEST_CASE("several GPUs have the rate of one times their speed-up", "[advice]") {
  const Catalog catalog = embedded_catalog();
  const auto rate_of_4090 = [&](int count) {
    Request request;
    request.workload = "cnn";
    request.weights = weights_of(*catalog.workload("cnn"), catalog);
    request.count = {count, count};
    auto only = std::make_shared<NamedGpus>();
    only->add("4090", {catalog.gpu("nvidia-geforce-rtx-4090")});
    request.only = std::move(only);
    const Answer answer = recommend(catalog, request);
    return answer_details(answer, catalog, 1).rows.at(0);
  };
  const DetailedOffer one = rate_of_4090(1);
  const DetailedOffer two = rate_of_4090(2);
  const ReferenceThroughput& rate = two.details.familiar.at(0);
  CHECK(rate.measured == nullptr);
  CHECK_THAT(rate.middle, WithinRel(one.details.familiar.at(0).middle * two.details.speedup.factor.value()));
  CHECK(rate.low < rate.middle);
}
