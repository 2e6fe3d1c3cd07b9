#include "gpuadvisor/economics/build_power.hpp"

#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "support/catch2.hpp"
#include "support/test_builds.hpp"

using namespace gpuadvisor;
using Catch::Matchers::WithinAbs;

TEST_CASE("what a supply leaves decides whether it is enough", "[economics]") {
  struct Case {
    const char* name;
    double gpus;
    double supply;
    double headroom;
    double share;
    SupplyVerdict verdict;
  };
  // With 100 W for the rest of the machine.
  const Case cases[] = {
      {"four cards of 350 W on 1600 W", 1400, 1600, 100, 0.0625, SupplyVerdict::marginal},
      {"the same limited to 300 W", 1200, 1600, 300, 0.1875, SupplyVerdict::tight},
      {"exactly a fifth", 1500, 2000, 400, 0.2, SupplyVerdict::comfortable},
      {"a watt less than a fifth", 1501, 2000, 399, 0.1995, SupplyVerdict::tight},
      {"exactly an eighth", 600, 800, 100, 0.125, SupplyVerdict::tight},
      {"a watt less than an eighth", 601, 800, 99, 0.12375, SupplyVerdict::marginal},
      {"nothing left", 900, 1000, 0, 0, SupplyVerdict::too_small},
      {"a watt too little", 901, 1000, -1, -0.001, SupplyVerdict::too_small},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.name) {
      const auto found = supply_finding({Watts{c.gpus}, k_system_power}, Watts{c.supply});
      CHECK(found.headroom.value() == c.headroom);
      CHECK_THAT(found.share, WithinAbs(c.share, 1e-12));
      CHECK(enum_name(found.verdict) == enum_name(c.verdict));
    }
  }
}

TEST_CASE("the supply advised is the least common size that leaves a fifth", "[economics]") {
  CHECK(advised_supply({Watts{75}, Watts{100}}) == Watts{300});     // 175 / 0.8 = 219
  CHECK(advised_supply({Watts{500}, Watts{100}}) == Watts{750});    // exactly 750
  CHECK(advised_supply({Watts{501}, Watts{100}}) == Watts{850});    // 751.25
  CHECK(advised_supply({Watts{1400}, Watts{100}}) == Watts{2000});  // 1875
  CHECK(advised_supply({Watts{1500}, Watts{100}}) == Watts{2000});
  CHECK_FALSE(advised_supply({Watts{1501}, Watts{100}}));
}

TEST_CASE("the speed at a power limit is what was measured there, and nothing between", "[economics]") {
  const Catalog catalog = build_catalog();
  const Gpu& hot = *catalog.gpu("hot");
  CHECK(speed_at_limit(hot, Watts{250}, catalog) == 1.0);
  CHECK(speed_at_limit(hot, Watts{200}, catalog) == 0.93);
  CHECK_FALSE(speed_at_limit(hot, Watts{190}, catalog));  // tried, not measured
  CHECK_FALSE(speed_at_limit(hot, Watts{225}, catalog));
  CHECK_FALSE(speed_at_limit(hot, Watts{50}, catalog));
  const auto limits = power_limits_of(hot, catalog);
  REQUIRE(limits.size() == 2);
  CHECK(limits[0]->limit == Watts{200});
  CHECK(limits[1]->limit == Watts{190});
  CHECK(power_limits_of(*catalog.gpu("cool"), catalog).empty());
}

TEST_CASE("what guides say of supplies is for exactly that many of the GPU", "[economics]") {
  const Catalog catalog = build_catalog();
  CHECK(supply_rules_of(*catalog.gpu("wide"), 4, catalog).size() == 1);
  CHECK(supply_rules_of(*catalog.gpu("wide"), 3, catalog).empty());
  CHECK(supply_rules_of(*catalog.gpu("hot"), 4, catalog).empty());
}

TEST_CASE("what the guides call enough is tight at worst, and what they call too little marginal at best",
          "[economics]") {
  const Catalog catalog = embedded_catalog();
  const auto rules = catalog.tables().guides.power_supply_rules;
  REQUIRE(rules.size() >= 4);
  for (const PowerSupplyRule& rule : rules) {
    INFO(rule.says);
    const Watts each = rule.limit.value_or(*catalog.gpu(rule.gpu)->tdp);
    const auto found = supply_finding({each * rule.count, k_system_power}, rule.supply);
    CHECK((found.verdict <= SupplyVerdict::tight) == rule.enough);
  }
}
