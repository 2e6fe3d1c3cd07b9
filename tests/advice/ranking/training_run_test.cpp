#include "gpuadvisor/advice/training_run.hpp"

#include <array>
#include <memory>
#include <utility>

#include "gpuadvisor/advice/answer_details.hpp"
#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "gpuadvisor/scoring/rank_order_weights.hpp"
#include "support/catch2.hpp"

using namespace gpuadvisor;
using Catch::Matchers::WithinRel;

namespace {

constexpr ReferenceNetwork k_images = {"net", "images/s", "data", "net", "", 128};
constexpr ReferenceNetwork k_tokens = {"other", "tokens/s", "data", "other", "", 128};

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
  const auto run = run_time({"images/s", 1.28e6 * 90, Usd{0.2}}, rates, Watts{450});
  REQUIRE(run);
  CHECK_THAT(run->hours, WithinRel(32.0));
  CHECK_THAT(run->least_hours, WithinRel(25.6));
  CHECK_THAT(run->most_hours, WithinRel(40.0));
  CHECK_THAT(run->kilowatt_hours.value(), WithinRel(14.4));
  CHECK_THAT(run->electricity.value().value(), WithinRel(2.88));
}

TEST_CASE("what is not known of a run is not told", "[advice]") {
  const auto rates = std::array{rate_of(k_images, 1000, 1000, 1000)};
  CHECK_FALSE(run_time({"sequences/s", 1000, std::nullopt}, rates, Watts{450}));
  const auto run = run_time({"images/s", 3.6e6, std::nullopt}, rates, std::nullopt);
  REQUIRE(run);
  CHECK_THAT(run->hours, WithinRel(1.0));
  CHECK_FALSE(run->kilowatt_hours);
  CHECK_FALSE(run->electricity);
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
