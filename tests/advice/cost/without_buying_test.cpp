#include "advice/cost/without_buying.hpp"

#include "support/catch2.hpp"
#include "support/test_market.hpp"

using namespace gpuadvisor;

namespace {

std::string rent(const std::string& gpu, double usd, const std::string& terms = "on-demand") {
  return R"({"gpu": ")" + gpu + R"(", "date": "2026-06", "provider": "cloud", "terms": ")" + terms +
         R"(", "count": 1, "usd_per_hour": )" + std::to_string(usd) + R"(, "source": "tracker"})";
}

std::string tier(const std::string& provider, const std::string& gpu, const std::string& more = "") {
  return R"({"provider": ")" + provider +
         R"(", "as_of": "2026-06", "accelerators": "one", "limits": "L.", "gpus": [")" + gpu +
         R"("], "source": "shop")" + more + "}";
}

/// CNNs need 8 GB. "small" has 4, "ended" is what current CUDA does not support.
Catalog market(const std::string& rents, const std::string& tiers) {
  return catalog_from(test_document(
      "\"gpus\": [" + test_card("small", 4, 1, R"(, "compute_capability": "8.0")") + "," +
      test_card("lent", 8, 1, R"(, "compute_capability": "8.0")" + k_passive) + "," +
      test_card("large", 16, 2, R"(, "compute_capability": "8.0")") + "," + test_card("ended", 16, 2, k_support_ended) +
      R"(], "prices": [)" + test_used("large", 900) + "], " + test_support() +
      R"(, "memory_floors": [{"workload": "cnn", "from": "2020", "memory_gb": 8, "source": "shop"}],
      "rents": [)" +
      rents + R"(], "free_tiers": [)" + tiers + "]"));
}

/// "lent of One; large at 0.5".
std::string told(const Catalog& catalog, const Request& asked) {
  const auto found = without_buying(with_defaults(asked, catalog), catalog);
  if (!found) return "nothing";
  std::string text = found->free ? std::string(found->free->tier->provider) : "not free";
  if (!found->rent) return text;
  return text + "; " + std::string(found->rent->gpu->id) + " at " +
         std::to_string(found->rent->rental->hourly.value()).substr(0, 3);
}

}  // namespace

TEST_CASE("without buying, the first free GPU and the cheapest rented one do the work that is asked for", "[advice]") {
  const std::string hours = R"(, "hours_per_week": 30)";
  struct Case {
    const char* name;
    std::string rents;
    std::string tiers;
    const char* told;
  };
  const Case cases[] = {
      {"nothing is known", "", "", "nothing"},
      {"the cheapest that has the memory, and stays",
       rent("small", 0.1) + "," + rent("large", 0.5) + "," + rent("lent", 0.7) + "," + rent("large", 0.2, "spot"), "",
       "not free; large at 0.5"},
      {"one that a desktop does not take is lent all the same", rent("large", 0.5), tier("One", "lent", hours),
       "One; large at 0.5"},
      {"too small", "", tier("One", "small", hours), "nothing"},
      {"no longer supported", rent("ended", 0.1), tier("One", "ended", hours), "nothing"},
      {"for a credit", "", tier("One", "large"), "nothing"},
      {"the next one is for all", "",
       tier("One", "large", hours + R"(, "frameworks": ["paddlepaddle"])") + "," + tier("Two", "large", hours), "Two"},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.name) {
      const Catalog catalog = market(c.rents, c.tiers);
      Request request = test_request(catalog);
      request.budget = Usd{50};  // which says nothing of what is free, or rented
      CHECK(told(catalog, request) == c.told);
    }
  }
}

TEST_CASE("no free GPU is named for a data center, nor for several together", "[advice]") {
  const Catalog catalog = market("", tier("One", "large", R"(, "hours_per_week": 30)"));
  Request request = test_request(catalog);
  CHECK(told(catalog, request) == "One");
  request.count = {2, 2};
  CHECK(told(catalog, request) == "nothing");
}
