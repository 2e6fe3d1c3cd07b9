// Speech comes in real time: what is far faster than that is worth nothing more.

#include <algorithm>
#include <memory>
#include <utility>

#include "advice/plan/speech_speed.hpp"
#include "gpuadvisor/advice/recommend.hpp"
#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "support/catch2.hpp"

using namespace gpuadvisor;

namespace {

Request asked(const Catalog& catalog, std::string_view network, double budget) {
  const Network& found = *catalog.network(network);
  Request request;
  request.workload = "transformer";
  request.job = std::make_shared<const WantedJob>(found, default_job(found, MemoryTask::run));
  request.budget = Usd{budget};
  request.takes_enough = true;
  return request;
}

TEST_CASE("where the usual answer transcribes at ten times real time, the cheapest that is enough comes first",
          "[advice]") {
  const Catalog catalog = embedded_catalog();
  const Answer answer = recommend(catalog, asked(catalog, "whisper-large-v3", 1500));
  CHECK(answer.request.takes_enough);
  REQUIRE(answer.rows.size() > 1);
  for (const RankedOffer& row : answer.rows) CHECK(*row.offer.times_real_time >= k_enough_times_real_time);
  CHECK(std::is_sorted(answer.rows.begin(), answer.rows.end(), [](const RankedOffer& a, const RankedOffer& b) {
    return std::pair(price_tier(a.offer), total_price(a.offer)) < std::pair(price_tier(b.offer), total_price(b.offer));
  }));
  Request usual = asked(catalog, "whisper-large-v3", 1500);
  usual.takes_enough = false;
  const Answer fastest = recommend(catalog, usual);
  CHECK(fastest.rows.front().offer.times_real_time >= k_far_more_times_real_time);
  CHECK(total_price(answer.rows.front().offer) < total_price(fastest.rows.front().offer));
}

TEST_CASE("an answer that is not ten times as fast, and one of other work, is the usual one", "[advice]") {
  const Catalog catalog = embedded_catalog();
  Request slow = asked(catalog, "whisper-large-v3", 1500);
  slow.max_power = Watts{75};  // of which the fastest does six times real time
  for (const Request& request : {slow, asked(catalog, "bge-m3", 1500)}) {
    const Answer answer = recommend(catalog, request);
    CHECK_FALSE(answer.request.takes_enough);
    REQUIRE_FALSE(answer.rows.empty());
    CHECK(answer.request.rank_by == RankBy::performance);
    CHECK_FALSE(answer.rows.front().offer.times_real_time >= k_far_more_times_real_time);
  }
}

TEST_CASE("a window of speech takes the time of its frames and of its tokens", "[advice]") {
  const Catalog catalog = embedded_catalog();
  const auto times = [&](std::string_view network) {
    const Request request = asked(catalog, network, 1);
    return *SpeechSpeed(*request.job, catalog).times_real_time(*catalog.gpu("nvidia-geforce-rtx-3060-12gb"));
  };
  // Turbo writes with 4 of 32 layers: an eighth of the time and the output matrix, beside the same encoder.
  CHECK(times("whisper-large-v3-turbo") / times("whisper-large-v3") > 4);
  CHECK(times("whisper-large-v3-turbo") / times("whisper-large-v3") < 8);
  CHECK(times("whisper-large-v3") < times("whisper-medium"));
}

}  // namespace
