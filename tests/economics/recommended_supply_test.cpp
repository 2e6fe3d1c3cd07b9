#include "gpuadvisor/economics/recommended_supply.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "support/catch2.hpp"
#include "support/test_catalog.hpp"

using namespace gpuadvisor;

namespace {

std::string card(const std::string& id, double watts, const std::string& more = "") {
  return test_gpu(id, fmt::format(R"(, "tdp_w": {}{})", watts, more));
}

std::string recommended(double watts) { return fmt::format(R"(, "recommended_psu_w": {})", watts); }

std::string amd(std::string gpu) { return gpu.replace(gpu.find("nvidia"), 6, "amd"); }

/// 650 W are recommended for cards of 200 W, then 600 W for 250 W, which does not count, 700 W and 750 W for 300 W, and
/// 850 W for 350 W. One other vendor states a figure.
Catalog supply_catalog() {
  return catalog_from(test_document(
      R"("gpus": [)" + card("c200", 200, recommended(650)) + "," + card("c250", 250, recommended(600)) + "," +
      card("c300", 300, recommended(700)) + "," + card("d300", 300, recommended(750)) + "," +
      card("c350", 350, recommended(850)) + "," + card("e75", 75) + "," + card("e180", 180) + "," + card("e230", 230) +
      "," + card("e260", 260) + "," + card("e300", 300) + "," + card("e310", 310) + "," + card("e400", 400) + "," +
      card("e2000", 2000) + "," + amd(card("a100", 100, recommended(500))) + "," + amd(card("a150", 150)) + "," +
      test_gpu("unknown") + R"(, )" +
      R"({"id": "module", "name": "Module", "vendor": "nvidia", "architecture": "Test", "segment": "datacenter",
          "form": "sxm5", "tdp_w": 700, "source": "shop"}])"));
}

double supply_of(const Catalog& catalog, const char* id) {
  return recommended_supply(*catalog.gpu(id), catalog).value().supply.value();
}

}  // namespace

TEST_CASE("supplies that no vendor recommends are estimated from its other cards", "[economics]") {
  const Catalog catalog = supply_catalog();
  CHECK(supply_of(catalog, "c250") == 600);  // the vendor's figure goes before any estimate
  // 200: 650, 250: 650 (no lower than for less power), 300: 750, 350: 850.
  CHECK(supply_of(catalog, "e75") == 550);     // 650 - 125 = 525
  CHECK(supply_of(catalog, "e180") == 650);    // 650 - 20 = 630
  CHECK(supply_of(catalog, "e230") == 650);    // level from 200 to 250
  CHECK(supply_of(catalog, "e260") == 700);    // 650 + 10 * 100 / 50 = 670
  CHECK(supply_of(catalog, "e300") == 750);    // the larger of two figures
  CHECK(supply_of(catalog, "e310") == 850);    // 750 + 10 * 100 / 50 = 770
  CHECK(supply_of(catalog, "e400") == 1000);   // 850 + 50 * 2 = 950
  CHECK(supply_of(catalog, "e2000") == 4150);  // 850 + 1650 * 2: larger than any that is sold
  // One figure of the vendor is too few. Of all: 100: 500, 200: 650, so 500 + 50 * 1.5 = 575.
  CHECK(supply_of(catalog, "a150") == 600);
  const auto estimate = recommended_supply(*catalog.gpu("a150"), catalog).value();
  CHECK(estimate.is_estimated);
  CHECK(estimate.maker.empty());
  CHECK(estimate.sources == std::vector<std::string_view>{"shop"});
  CHECK_FALSE(recommended_supply(*catalog.gpu("unknown"), catalog));
  CHECK_FALSE(recommended_supply(*catalog.gpu("module"), catalog));
}

TEST_CASE("above all figures that do not rise, the estimate rises watt for watt", "[economics]") {
  const Catalog catalog =
      catalog_from(test_document(R"("gpus": [)" + card("c300", 300, recommended(750)) + "," +
                                 card("c350", 350, recommended(750)) + "," + card("e420", 420) + "]"));
  CHECK(supply_of(catalog, "e420") == 850);  // 750 + 70
  const Catalog same_power =
      catalog_from(test_document(R"("gpus": [)" + card("c300", 300, recommended(700)) + "," +
                                 card("d300", 300, recommended(750)) + "," + card("e420", 420) + "]"));
  CHECK(supply_of(same_power, "e420") == 1000);  // 750 + 120
  const Catalog none = catalog_from(test_document(R"("gpus": [)" + card("e420", 420) + "]"));
  CHECK_FALSE(recommended_supply(*none.gpu("e420"), none));
}

TEST_CASE("several cards want the supply of the most demanding one and the power of each further one", "[economics]") {
  const Catalog catalog = embedded_catalog();
  const RecommendedSupplies supplies(catalog);
  const auto total = [&](const std::vector<std::pair<const char*, int>>& asked, std::optional<Watts> limit = {}) {
    std::vector<SupplyPart> parts;
    for (const auto& [id, count] : asked) parts.push_back({catalog.gpu(id), count});
    return supplies.of(parts, limit).value().total().value();
  };
  CHECK(total({{"nvidia-geforce-rtx-3090", 1}}) == 750);
  CHECK(total({{"nvidia-geforce-rtx-3090", 2}}) == 1100);                                  // 750 + 350
  CHECK(total({{"nvidia-geforce-rtx-3080", 4}}) == 1710);                                  // 750 + 3 * 320
  CHECK(total({{"nvidia-geforce-rtx-3090", 4}}, Watts{300}) == 1600);                      // 750 - 50 + 3 * 300
  CHECK(total({{"nvidia-geforce-rtx-3090", 2}}, Watts{400}) == 1100);                      // a limit that none reaches
  CHECK(total({{"nvidia-geforce-rtx-3090", 1}, {"nvidia-geforce-rtx-4090", 1}}) == 1200);  // 850 + 350
  CHECK(total({{"nvidia-geforce-rtx-3080", 1}, {"nvidia-geforce-rtx-3090", 1}}) == 1070);  // 750 each: the larger's
  CHECK(standard_supply(Watts{1100}) == Watts{1200});
  CHECK(standard_supply(Watts{1710}) == Watts{2000});
  CHECK(standard_supply(Watts{2000}) == Watts{2000});
  CHECK_FALSE(standard_supply(Watts{2001}));
  const std::vector<SupplyPart> modules = {{catalog.gpu("nvidia-h100-sxm5-80gb"), 8}};
  CHECK_FALSE(supplies.of(modules, std::nullopt));
}

TEST_CASE("estimates of the shipped catalog, worked out by hand", "[economics]") {
  const Catalog catalog = embedded_catalog();
  CHECK(supply_of(catalog, "nvidia-geforce-rtx-3080-12gb") == 750);    // 350 W, as the RTX 3090
  CHECK(supply_of(catalog, "nvidia-geforce-rtx-5070-ti") == 750);      // 300 W: 700 + 15 * 50 / 35 = 721
  CHECK(supply_of(catalog, "nvidia-geforce-rtx-5070") == 700);         // 250 W: 650 + 30 * 50 / 65 = 673
  CHECK(supply_of(catalog, "amd-radeon-rx-9070") == 650);              // 220 W: 650 - 10
  CHECK(supply_of(catalog, "nvidia-rtx-pro-6000-blackwell") == 1200);  // 600 W: 1000 + 25 * 150 / 125 = 1030
  CHECK(supply_of(catalog, "intel-arc-b580") == 650);                  // 190 W, of all: 600 + 10 * 50 / 20 = 625
}

TEST_CASE("no estimate is below what the vendor recommends for a card of no more power", "[economics][properties]") {
  const Catalog catalog = embedded_catalog();
  const RecommendedSupplies supplies(catalog);
  int estimates = 0;
  for (const Gpu& gpu : catalog.gpus()) {
    const auto found = supplies.of(gpu);
    CHECK(found.has_value() == (takes_desktop_supply(gpu) && (gpu.tdp || gpu.recommended_psu)));
    if (!found || !found->is_estimated) continue;
    ++estimates;
    INFO(gpu.id);
    CHECK(found->supply > *gpu.tdp);
    CHECK(found->sources.size() >= 1);
    for (const Gpu& other : catalog.gpus()) {
      if (other.vendor != gpu.vendor || !other.recommended_psu || *other.tdp > *gpu.tdp) continue;
      CHECK(found->supply >= *other.recommended_psu);
    }
  }
  CHECK(estimates > 100);
}
