#include "gpuadvisor/advice/relaxation.hpp"

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "support/catch2.hpp"
#include "support/test_catalog.hpp"
#include "support/test_support.hpp"

using namespace gpuadvisor;

namespace {

/// CUDA supports the architecture, but for compute capability 5.0; ROCm supports AMD's. CNNs need 12 GB.
Catalog rules() {
  std::string support = test_support();
  support.insert(support.find('[') + 1, test_event("rocm", "supported-from", "2023", "", "amd") + ",");
  return catalog_from(
      test_document("\"gpus\": [" + test_gpu("clock") + "], " + support + ", \"prices\": [" +
                    test_price("clock", "2026-06-30", "used", 1) +
                    R"(], "memory_floors": [{"workload": "cnn", "from": "2020", "memory_gb": 12, "source": "shop"}])"));
}

/// A used card of 12 GB and 250 W of 2020 for $640.20, and what is asked for.
struct Miss {
  Gpu gpu;
  PriceEstimate price;
  bool has_price = true;
  Request asked;

  Miss() {
    gpu.vendor = "nvidia";
    gpu.architecture = "Test";
    gpu.released = PartialDate(2020);
    gpu.memory = Gigabytes{12};
    gpu.tdp = Watts{250};
    price.condition = Condition::used;
    price.median = Usd{640.2};
    asked.workload = "cnn";
  }
  [[nodiscard]] Offer offer() const { return {&gpu, has_price ? std::optional(price) : std::nullopt, std::nullopt}; }
};

using Change = std::function<void(Miss&)>;

}  // namespace

TEST_CASE("a request is changed as little as lets an offer in", "[advice]") {
  struct Case {
    const char* name;
    Change ask;
    std::vector<std::string> changes;
    ChangeSize size;
  };
  const Case cases[] = {
      {"nothing fails", [](Miss&) {}, {}, {0, 0, 0, 0}},
      {"budget, to whole dollars up",
       [](Miss& m) { m.asked.budget = Usd{500}; },
       {"--budget 641"},
       {1, 0, 0, 141 / 500.0}},
      {"memory", [](Miss& m) { m.asked.min_memory = Gigabytes{16}; }, {"--min-memory 12"}, {1, 0, 0, 0.25}},
      {"memory of one device of two",
       [](Miss& m) { m.asked.min_memory = Gigabytes{8}, m.gpu.devices = 2; },
       {"--min-memory 6"},
       {1, 0, 0, 0.25}},
      {"power", [](Miss& m) { m.asked.max_power = Watts{200}; }, {"--max-power 250"}, {1, 0, 0, 0.25}},
      {"vendor", [](Miss& m) { m.asked.vendors = {"amd"}; }, {"without --vendor"}, {1, 1, 0, 0}},
      {"segment", [](Miss& m) { m.asked.segments = {Segment::workstation}; }, {"without --segment"}, {1, 1, 0, 0}},
      {"condition", [](Miss& m) { m.asked.condition = Condition::brand_new; }, {"without --condition"}, {1, 1, 0, 0}},
      {"released",
       [](Miss& m) {
         m.asked.released = {PartialDate(2021), {}};
       },
       {"without --released"},
       {1, 1, 0, 0}},
      {"form: without one, the default would ask for a card",
       [](Miss& m) { m.asked.forms = {"laptop"}, m.gpu.form = Form::sxm4; },
       {"--form any"},
       {1, 1, 0, 0}},
      {"installable", [](Miss& m) { m.gpu.form = Form::laptop; }, {"--form any"}, {1, 0, 1, 0}},
      {"support that ROCm gives", [](Miss& m) { m.gpu.vendor = "amd"; }, {"--support rocm"}, {1, 0, 1, 0}},
      {"support that has ended", [](Miss& m) { m.gpu.compute_capability = "5.0"; }, {"--support any"}, {1, 0, 1, 0}},
      {"memory floor", [](Miss& m) { m.gpu.memory = Gigabytes{6}; }, {"--min-memory 6"}, {1, 0, 1, 0}},
      {"memory floor, none known", [](Miss& m) { m.gpu.memory.reset(); }, {"--min-memory 0"}, {1, 0, 1, 0}},
      {"all at once",
       [](Miss& m) {
         m.asked.budget = Usd{600};
         m.asked.max_power = Watts{200};
         m.asked.vendors = {"amd"};
         m.gpu.cooling = Cooling::passive;
       },
       {"--budget 641", "without --vendor", "--max-power 250", "--form any"},
       {4, 1, 1, 41 / 600.0 + 0.25}},
  };
  const Catalog catalog = rules();
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.name) {
      Miss miss;
      c.ask(miss);
      const Request in_force = with_defaults(miss.asked, catalog);
      const auto result =
          relaxation(miss.offer(), Judge(in_force, catalog).failures(miss.offer()), miss.asked, in_force, catalog);
      CHECK(result.is_possible);
      CHECK(result.changes == c.changes);
      CHECK(result.size.changes == c.size.changes);
      CHECK(result.size.dropped == c.size.dropped);
      CHECK(result.size.lifted == c.size.lifted);
      CHECK_THAT(result.size.share, Catch::Matchers::WithinAbs(c.size.share, 1e-12));
      CHECK(Judge(with_defaults(result.request, catalog), catalog).failures(miss.offer()).none());
    }
  }
}

TEST_CASE("no change helps where a figure is unknown or a price is not to be trusted", "[advice]") {
  const std::pair<const char*, Change> cases[] = {
      {"no price", [](Miss& m) { m.asked.budget = Usd{500}, m.has_price = false; }},
      {"a price too old", [](Miss& m) { m.asked.budget = Usd{900}, m.price.age = PriceAge::unusable; }},
      {"a recalled price", [](Miss& m) { m.asked.budget = Usd{900}, m.price.only_recalled = true; }},
      {"no memory", [](Miss& m) { m.asked.min_memory = Gigabytes{8}, m.gpu.memory.reset(); }},
      {"no power", [](Miss& m) { m.asked.max_power = Watts{300}, m.gpu.tdp.reset(); }},
  };
  const Catalog catalog = rules();
  for (const auto& [name, ask] : cases) {
    DYNAMIC_SECTION(name) {
      Miss miss;
      ask(miss);
      const Request in_force = with_defaults(miss.asked, catalog);
      const Failures failed = Judge(in_force, catalog).failures(miss.offer());
      REQUIRE(failed.any());
      CHECK_FALSE(relaxation(miss.offer(), failed, miss.asked, in_force, catalog).is_possible);
    }
  }
}

TEST_CASE("less is fewer changes, then figures, then defaults, then what was asked for by name", "[advice]") {
  const ChangeSize sizes[] = {
      {1, 0, 0, 0.1}, {1, 0, 0, 2.5}, {1, 0, 1, 0}, {1, 1, 0, 0}, {2, 0, 0, 0.1},
      {2, 0, 1, 0.1}, {2, 0, 2, 0},   {2, 1, 0, 0}, {2, 2, 0, 0}, {3, 0, 0, 0.1},
  };
  for (std::size_t i = 1; i < std::size(sizes); ++i) {
    CAPTURE(i);
    CHECK(sizes[i - 1] < sizes[i]);
  }
}

TEST_CASE("default constraints have options that lift them", "[advice]") {
  const auto options = [](std::initializer_list<std::string_view> constraints) {
    Failures failed;
    for (std::size_t i = 0; i < k_constraints.size(); ++i) {
      failed[i] = std::find(constraints.begin(), constraints.end(), k_constraints[i]) != constraints.end();
    }
    return lifting_options(failed);
  };
  CHECK(options({"installable"}) == "--form any");
  CHECK(options({"support"}) == "--support any");
  CHECK(options({"memory-floor"}) == "--min-memory 0");
  CHECK(options({"installable", "support"}) == "--form any --support any");
}
