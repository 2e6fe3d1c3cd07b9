#include "economics/build_power.hpp"

#include <array>

#include "economics/feasibility.hpp"
#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "gpuadvisor/economics/recommended_supply.hpp"
#include "support/catch2.hpp"
#include "support/test_builds.hpp"

using namespace gpuadvisor;
using Catch::Matchers::WithinAbs;

namespace {

constexpr Watts k_rest{100};  // of a machine

}  // namespace

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
      const auto found = supply_finding({Watts{c.gpus}, k_rest}, Watts{c.supply});
      CHECK(found.headroom.value() == c.headroom);
      CHECK_THAT(found.share, WithinAbs(c.share, 1e-12));
      CHECK(enum_name(found.verdict) == enum_name(c.verdict));
    }
  }
}

TEST_CASE("a supply below what is recommended is tight at best, whatever it leaves", "[economics]") {
  struct Case {
    const char* name;
    double gpus;
    double supply;
    double recommended;
    SupplyVerdict verdict;
  };
  // With 100 W for the rest of the machine.
  const Case cases[] = {
      {"a card of 350 W on 650 W, of 750 W", 350, 650, 750, SupplyVerdict::tight},  // leaves 200 W, 31 %
      {"the same on exactly what is recommended", 350, 750, 750, SupplyVerdict::comfortable},
      {"two of them on 1000 W", 700, 1000, 1100, SupplyVerdict::tight},  // leaves exactly a fifth
      {"four cards of 320 W on 1600 W", 1280, 1600, 1710, SupplyVerdict::tight},
      {"enough by recommendation, and less than a fifth", 1280, 1710, 1710, SupplyVerdict::tight},  // 19.3 %
      {"less than an eighth", 1400, 1600, 1800, SupplyVerdict::marginal},
      {"nothing left", 900, 1000, 1200, SupplyVerdict::too_small},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.name) {
      const PowerNeed need{Watts{c.gpus}, k_rest, Watts{c.recommended}};
      const auto found = supply_finding(need, Watts{c.supply});
      CHECK(enum_name(found.verdict) == enum_name(c.verdict));
      CHECK(found.is_below_recommended == (c.supply < c.recommended));
    }
  }
}

TEST_CASE("the supply advised is the smallest standard size that is comfortable", "[economics]") {
  const auto advised = [](double gpus, std::optional<Watts> recommended = {}) {
    return advised_supply({Watts{gpus}, Watts{100}, recommended});
  };
  CHECK(advised(75) == Watts{450});     // 175 / 0.8 = 219
  CHECK(advised(500) == Watts{750});    // exactly 750
  CHECK(advised(501) == Watts{850});    // 751.25
  CHECK(advised(1400) == Watts{2000});  // 1875
  CHECK(advised(1500) == Watts{2000});
  CHECK_FALSE(advised(1501));
  CHECK(advised(350, Watts{750}) == Watts{750});     // 450 / 0.8 = 563
  CHECK(advised(700, Watts{1100}) == Watts{1200});   // 800 / 0.8 = 1000
  CHECK(advised(355, Watts{800}) == Watts{850});     // 800 W are no standard size
  CHECK(advised(1250, Watts{1600}) == Watts{2000});  // 1350 / 0.8 = 1688
  CHECK_FALSE(advised(1000, Watts{2001}));
  CHECK_FALSE(is_headroom_decisive({Watts{700}, Watts{100}, Watts{1100}}));
  CHECK(is_headroom_decisive({Watts{1250}, Watts{100}, Watts{1600}}));
}

TEST_CASE("a desktop draws 100 W besides its cards, a machine for four 250 W, a server 575 W for each module",
          "[economics]") {
  const Catalog catalog = embedded_catalog();
  const auto power = [&](std::string_view gpu, int count, std::optional<Watts> asked = std::nullopt) {
    return host_power(std::array{SupplyPart{catalog.gpu(gpu), count}}, asked, catalog);
  };
  CHECK(power("nvidia-geforce-rtx-3090", 1) == HostPower{Watts{100}, "dettmers-2023-01-recalled", 0});
  CHECK(power("nvidia-geforce-rtx-3090", 4) == HostPower{Watts{250}, "autonomous-ai-builds-2026", 0});
  CHECK(power("nvidia-h100-sxm5-80gb", 8) == HostPower{Watts{4600}, "servnet-ai-servers-2026-07", 8});
  CHECK(power("nvidia-h100-sxm5-80gb", 2) == HostPower{Watts{1150}, "servnet-ai-servers-2026-07", 2});
  CHECK(power("nvidia-h100-sxm5-80gb", 8, Watts{3000}) == HostPower{Watts{3000}, "", 8});
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
  const auto rules = catalog.records<PowerSupplyRule>();
  REQUIRE(rules.size() >= 4);
  for (const PowerSupplyRule& rule : rules) {
    INFO(rule.says);
    const Watts each = rule.limit.value_or(*catalog.gpu(rule.gpu)->tdp);
    const std::array parts = {SupplyPart{catalog.gpu(rule.gpu), rule.count}};
    const Watts recommended = RecommendedSupplies(catalog).of(parts, rule.limit).value().total();
    const auto found = supply_finding({each * rule.count, k_rest, recommended}, rule.supply);
    CHECK((found.verdict <= SupplyVerdict::tight) == rule.enough);
  }
}
