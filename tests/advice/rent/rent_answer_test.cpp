#include "advice/rent/rent_answer.hpp"

#include <algorithm>
#include <string>

#include "advice/plan/work_speed.hpp"
#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "support/catch2.hpp"
#include "support/test_catalog.hpp"

using namespace gpuadvisor;

namespace {

std::string rent(const std::string& provider, const std::string& terms, double usd_per_hour, int count = 1,
                 const std::string& date = "2026-10") {
  return R"({"gpu": "card", "date": ")" + date + R"(", "provider": ")" + provider + R"(", "terms": ")" + terms +
         R"(", "count": )" + std::to_string(count) + R"(, "usd_per_hour": )" + std::to_string(usd_per_hour) +
         R"(, "source": "tracker"})";
}

RentAnswer answer_for(const std::string& rents, const RentFilter& filter = {}) {
  static Catalog catalog;
  catalog = catalog_from(test_document("\"gpus\": [" + test_gpu("card") + "], \"prices\": [" +
                                       test_price("card", "2026-10-10", "used", 1) + "], \"rents\": [" + rents + "]"));
  return rent_answer({{catalog.gpu("card")}, 1, filter}, catalog);
}

}  // namespace

TEST_CASE("the best offer is current and stays as long as it is paid", "[advice]") {
  const auto best = [](const std::string& rents) { return std::string(answer_for(rents).best->quote->provider); };
  CHECK(best(rent("a", "spot", 1) + "," + rent("b", "on-demand", 3) + "," + rent("c", "marketplace", 2)) == "c");
  CHECK(best(rent("a", "on-demand", 1, 1, "2025-10") + "," + rent("b", "on-demand", 3)) == "b");
  CHECK(best(rent("a", "on-demand", 1, 8) + "," + rent("b", "on-demand", 3)) == "b");
  CHECK(best(rent("a", "reserved", 1) + "," + rent("b", "serverless", 2) + "," + rent("c", "on-demand", 3)) == "c");
  CHECK(best(rent("a", "spot", 1)) == "a");
}

TEST_CASE("offers are filtered by terms, provider and the price of all GPUs", "[advice]") {
  const std::string rents = rent("a", "spot", 1) + "," + rent("b", "on-demand", 3);
  CHECK(answer_for(rents, {RentTerms::spot, "", "", std::nullopt}).offers.size() == 1);
  CHECK(answer_for(rents, {std::nullopt, "b", "", std::nullopt}).offers.size() == 1);
  CHECK(answer_for(rents, {std::nullopt, "", "", UsdPerHour{2}}).offers.size() == 1);
  CHECK_FALSE(answer_for(rents, {std::nullopt, "c", "", std::nullopt}).best);
}

TEST_CASE("ranges are by terms, those on demand first", "[advice]") {
  const auto answer =
      answer_for(rent("a", "spot", 1) + "," + rent("b", "on-demand", 3) + "," + rent("c", "on-demand", 5));
  REQUIRE(answer.ranges.size() == 2);
  CHECK(answer.ranges[0].terms == RentTerms::on_demand);
  CHECK(answer.ranges[0].middle == UsdPerHour{4});
  CHECK(answer.ranges[1].terms == RentTerms::spot);
}

TEST_CASE("GPUs to rent have the memory that guides ask for, or that was asked for, on each device", "[advice]") {
  const auto gpu_rent = [](const std::string& gpu) {
    return R"({"gpu": ")" + gpu + R"(", "date": "2026-10", "provider": "a", "terms": "on-demand", "count": 1,
              "usd_per_hour": 1, "source": "tracker"})";
  };
  const Catalog catalog = catalog_from(test_document(
      "\"gpus\": [" + test_gpu("board", R"(, "memory_gb": 64, "devices": 4)") + "," +
      test_gpu("large", R"(, "memory_gb": 48)") + "," + test_gpu("small", R"(, "memory_gb": 8)") +
      R"(], "memory_floors": [{"workload": "cnn", "from": "2020-02", "memory_gb": 12, "source": "shop"}], "prices": [)" +
      test_price("small", "2026-10-10", "used", 1) + "], \"rents\": [" + gpu_rent("board") + "," + gpu_rent("large") +
      "," + gpu_rent("small") + "]"));
  const auto ids = [&](std::string_view workload, std::optional<Gibibytes> least) {
    RentedGpusQuestion question;
    question.workload = catalog.workload(workload);
    question.min_memory = least;
    std::string text;
    for (const RentedGpu& one : rented_gpus(question, catalog).gpus) text += std::string(one.offer.gpu->id) + ' ';
    return text;
  };
  CHECK(ids("cnn", std::nullopt) == "board large ");
  CHECK(ids("rnn", std::nullopt) == "board large small ");  // no guide asks for memory
  CHECK(ids("cnn", Gibibytes{8}) == "board large small ");
  CHECK(ids("cnn", Gibibytes{48}) == "large ");  // the board is four GPUs of 16 GB
}

TEST_CASE("several GPUs to rent are ranked by what they do together", "[advice]") {
  const Catalog catalog = embedded_catalog();
  RentedGpusQuestion question;
  question.workload = catalog.workload("cnn");
  question.count = 8;
  const WorkSpeed speed(*question.workload, question.precision, catalog);
  const auto figure = [](const RentedGpu& one, RentOrder order) {
    if (order == RentOrder::price) return -one.offer.all.value();
    return order == RentOrder::speed ? one.performance->index : *one.value;
  };
  for (const RentOrder order : {RentOrder::value, RentOrder::speed, RentOrder::price}) {
    question.order = order;
    auto gpus = rented_gpus(question, catalog).gpus;
    std::erase_if(gpus, [](const RentedGpu& one) { return !one.performance; });
    REQUIRE(gpus.size() > 10);
    CHECK(std::is_sorted(gpus.begin(), gpus.end(),
                         [&](const RentedGpu& a, const RentedGpu& b) { return figure(a, order) > figure(b, order); }));
    for (const RentedGpu& one : gpus) {
      CHECK(one.performance->index == speed.performance(*one.offer.gpu, one.together)->index);
      if (one.offer.machines == Machines::one) CHECK(one.together == 8);
      if (one.offer.machines == Machines::several && !one.offer.quote->is_per_gpu()) {
        CHECK(one.together == one.offer.quote->count);
      }
    }
  }
}
