#include "gpuadvisor/advice/constraints.hpp"

#include <functional>
#include <string>
#include <vector>

#include "support/catch2.hpp"
#include "support/test_catalog.hpp"
#include "support/test_support.hpp"

using namespace gpuadvisor;

namespace {

/// A used card of 8 GB, 200 W, released 2024-05, for 300 dollars in June 2026.
Catalog one_card(const std::string& more = "", const std::string& price_date = "2026-06",
                 const char* source = "tracker") {
  return catalog_from(test_document(
      "\"gpus\": [" + test_gpu("card", R"(, "released": "2024-05", "memory_gb": 8, "tdp_w": 200)" + more) + "," +
      test_gpu("clock") + "], \"prices\": [" + test_price("card", price_date, "used", 300, source) + "," +
      test_price("clock", "2026-06-30", "used", 1) + "], " + test_support()));
}

MemoryFloor floor_of(double gb) { return {"cnn", PartialDate(2020), Gibibytes{gb}, std::nullopt, "shop"}; }

std::vector<std::string> reasons(const Catalog& catalog, const Request& request, const Offer& offer) {
  std::vector<std::string> found;
  for (const auto& [constraint, reason] : rejections(offer, request, catalog)) {
    found.push_back(std::string(constraint) + ": " + reason);
  }
  return found;
}

std::vector<std::string> reasons(const Catalog& catalog, const Request& request, bool priced = true) {
  const Gpu& gpu = *catalog.gpu("card");
  Offer offer{&gpu, std::nullopt, std::nullopt};
  if (priced) offer.price = *price_estimates(gpu, catalog).begin();
  return reasons(catalog, request, offer);
}

}  // namespace

TEST_CASE("each constraint passes at its limit and gives a reason beyond it", "[advice]") {
  struct Case {
    const char* name;
    std::function<void(Request&)> ask;
    std::vector<std::string> expected;
  };
  const Case cases[] = {
      {"nothing asked", [](Request&) {}, {}},
      {"budget met exactly", [](Request& r) { r.budget = Usd{300}; }, {}},
      {"budget missed", [](Request& r) { r.budget = Usd{250}; }, {"budget: $300, $50 over the budget"}},
      {"memory met exactly", [](Request& r) { r.min_memory = Gibibytes{8}; }, {}},
      {"memory missed", [](Request& r) { r.min_memory = Gibibytes{8.5}; }, {"memory: has 8 GB of the 8.5 GB wanted"}},
      {"memory for a need in 32 bits",
       [](Request& r) {
         r.need = NeedIn32Bits{Gibibytes{12}, 1.5}, r.min_memory = memory_on_card(*r.need);
       },
       {}},
      {"memory missed for a need in 32 bits",
       [](Request& r) {
         r.need = NeedIn32Bits{Gibibytes{15}, 1.5}, r.min_memory = memory_on_card(*r.need);
       },
       {"memory: has 8 GB, in 16 bits worth 12 GB of the 15 GB wanted at 32 bits"}},
      {"memory missed in 32 bits",
       [](Request& r) {
         r.need = NeedIn32Bits{Gibibytes{12}, {}}, r.min_memory = memory_on_card(*r.need);
       },
       {"memory: has 8 GB of the 12 GB wanted"}},
      {"vendor",
       [](Request& r) {
         r.vendors = {"amd", "intel"};
       },
       {"vendor: made by nvidia"}},
      {"one of the vendors",
       [](Request& r) {
         r.vendors = {"amd", "nvidia"};
       },
       {}},
      {"segment", [](Request& r) { r.segments = {Segment::datacenter}; }, {"segment: a consumer product"}},
      {"condition", [](Request& r) { r.condition = Condition::brand_new; }, {"condition: not new"}},
      {"power met exactly", [](Request& r) { r.max_power = Watts{200}; }, {}},
      {"power missed", [](Request& r) { r.max_power = Watts{199}; }, {"power: draws 200 W, at most 199 W wanted"}},
      {"released within",
       [](Request& r) {
         r.released = {PartialDate(2024, 5), PartialDate(2024)};
       },
       {}},
      {"released in a year that began before",
       [](Request& r) {
         r.released = {PartialDate(2024, 5, 31), {}};
       },
       {}},
      {"released before",
       [](Request& r) {
         r.released = {PartialDate(2024, 6), {}};
       },
       {"released: released 2024-05"}},
      {"released after",
       [](Request& r) {
         r.released = {{}, PartialDate(2024, 4)};
       },
       {"released: released 2024-05"}},
      {"one of the forms, by group",
       [](Request& r) {
         r.forms = {"module", "card"};
       },
       {}},
      {"one of the forms, by name",
       [](Request& r) {
         r.forms = {"laptop", "pcie-card"};
       },
       {}},
      {"any form", [](Request& r) { r.forms.emplace(); }, {}},
      {"form",
       [](Request& r) {
         r.forms = {"passive", "sxm4"};
       },
       {"form: form pcie-card"}},
      {"memory floor met exactly", [](Request& r) { r.memory_floor = floor_of(8); }, {}},
      {"memory floor missed",
       [](Request& r) { r.memory_floor = floor_of(8.5); },
       {"memory-floor: has 8 GB, 8.5 GB is the least for this work"}},
      {"support that is known", [](Request& r) { r.support = Support::cuda; }, {}},
      {"all that fail are told",
       [](Request& r) { r.budget = Usd{1}, r.min_memory = Gibibytes{24}, r.max_power = Watts{75}; },
       {"budget: $300, $299 over the budget", "memory: has 8 GB of the 24 GB wanted",
        "power: draws 200 W, at most 75 W wanted"}},
  };
  const Catalog catalog = one_card();
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.name) {
      Request request;
      c.ask(request);
      CHECK(reasons(catalog, request) == c.expected);
    }
  }
}

TEST_CASE("no budget is passed without a price that can be trusted", "[advice]") {
  Request request;
  request.budget = Usd{1000};
  CHECK(reasons(one_card(), request, false) == std::vector<std::string>{"budget: no price known"});
  CHECK(reasons(one_card("", "2024-05"), request) ==
        std::vector<std::string>{"budget: last priced at $300 in 2024-05, more than 24 months ago"});
  CHECK(reasons(one_card("", "2025-06"), request).empty());  // old, but usable
  CHECK(reasons(one_card("", "2026-06", "memory"), request) ==
        std::vector<std::string>{"budget: $300, but from general knowledge, without a source"});
}

TEST_CASE("where laptops alone are asked for, one without a price passes what is asked of prices", "[advice]") {
  const auto failed = [](const std::string& form, bool priced, std::vector<std::string> forms) {
    const Catalog catalog = catalog_from(
        test_document("\"gpus\": [" + test_gpu("card").replace(test_gpu("card").find("pcie-card"), 9, form) +
                      "], \"prices\": [" + test_price("card", "2026-06", "used", 300) + "]"));
    Request request;
    request.budget = Usd{250};
    request.price = {Usd{100}, Usd{250}};
    request.condition = Condition::used;
    request.forms = std::move(forms);
    std::vector<std::string> ids;
    for (const auto& reason : reasons(catalog, request, priced)) ids.push_back(reason.substr(0, reason.find(':')));
    return ids;
  };
  using Ids = std::vector<std::string>;
  CHECK(failed("laptop", false, {"laptop"}).empty());
  CHECK(failed("laptop", true, {"laptop"}) == Ids{"budget", "price"});
  CHECK(failed("laptop", false, {"laptop", "card"}) == Ids{"budget", "price", "condition"});
  CHECK(failed("laptop", false, {}) == Ids{"budget", "price", "condition"});
  CHECK(failed("pcie-card", false, {"laptop"}) == Ids{"budget", "price", "condition", "form"});
}

TEST_CASE("memory counts per GPU of the board", "[advice]") {
  Request request;
  request.min_memory = Gibibytes{8};
  CHECK(reasons(one_card(R"(, "devices": 2)"), request) ==
        std::vector<std::string>{"memory: has 4 GB of the 8 GB wanted"});
}

TEST_CASE("an unknown figure passes no limit", "[advice]") {
  const Gpu gpu;
  Request request;
  request.min_memory = Gibibytes{1};
  request.max_power = Watts{1000};
  request.released = {{}, PartialDate(2100)};
  request.memory_floor = floor_of(1);
  CHECK(reasons(one_card(), request, {&gpu, std::nullopt, std::nullopt}) ==
        std::vector<std::string>{"memory: memory unknown", "power: power unknown", "released: release date unknown",
                                 "memory-floor: memory unknown"});
}

TEST_CASE("a reason does not deny the price that the GPU has in another condition", "[advice]") {
  const Catalog catalog = catalog_from(test_document("\"gpus\": [" + test_gpu("card") + "], \"prices\": [" +
                                                     test_price("card", "2026-06", "new", 500) + "," +
                                                     test_price("card", "2026-06", "used", 300) + "]"));
  const Gpu& gpu = *catalog.gpu("card");
  Request request;
  request.condition = Condition::used;
  CHECK(reasons(catalog, request, {&gpu, *price_estimates(gpu, catalog).begin(), std::nullopt}) ==
        std::vector<std::string>{"condition: not used"});
  CHECK(reasons(one_card(), request, false) == std::vector<std::string>{"condition: no used price known"});
}
