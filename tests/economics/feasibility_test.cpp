// What GPUs take beyond a usual desktop. Prices are those of data/hosts.json, read by hand.

#include "economics/feasibility.hpp"

#include <array>

#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "support/catch2.hpp"

using namespace gpuadvisor;

namespace {

const Catalog& catalog() {
  static const Catalog embedded = embedded_catalog();
  return embedded;
}

Feasibility of(std::string_view gpu, int count, bool in_desktop = false, std::optional<Watts> limit = std::nullopt) {
  return MachineParts(catalog()).feasibility(std::array{SupplyPart{catalog().gpu(gpu), count}}, in_desktop, limit);
}

const Accessory* need_of(const Feasibility& found, AccessoryKind kind) {
  for (const Accessory& need : found.needs) {
    if (need.kind == kind) return &need;
  }
  return nullptr;
}

constexpr std::string_view k_3090 = "nvidia-geforce-rtx-3090";        // 350 W, 3 slots, 750 W recommended
constexpr std::string_view k_6000 = "nvidia-rtx-pro-6000-blackwell";  // 600 W, 2 slots
constexpr std::string_view k_a40 = "nvidia-a40";                      // passive

}  // namespace

TEST_CASE("one card wants nothing but the power supply that a desktop with it has", "[economics]") {
  const Feasibility one = of(k_3090, 1);
  CHECK(one.verdict == Buildable::works);
  CHECK(one.needs.empty());
  CHECK(one.host->id == "desktop");
}

TEST_CASE("further cards want a larger power supply, then risers and a frame, then a board for four", "[economics]") {
  const Feasibility two = of(k_3090, 2);
  CHECK(two.verdict == Buildable::works_with);
  REQUIRE(two.needs.size() == 1);
  CHECK(two.needs.front().watts == Watts{1200});  // 750 + 350 W

  const Feasibility three = of(k_3090, 3);
  CHECK(three.host->id == "desktop");
  CHECK(need_of(three, AccessoryKind::riser)->count == 3);
  CHECK(need_of(three, AccessoryKind::frame) != nullptr);
  CHECK(need_of(three, AccessoryKind::power_supply)->watts == Watts{1500});  // 750 + 700 W
  CHECK(need_of(three, AccessoryKind::circuit) == nullptr);                  // 1,050 + 100 W of 1,440

  const Feasibility four = of(k_3090, 4);
  CHECK(four.host->id == "workstation");
  CHECK(need_of(four, AccessoryKind::host) != nullptr);
  CHECK(need_of(four, AccessoryKind::riser)->count == 4);  // 12 slots of 8
  const Accessory& supplies = *need_of(four, AccessoryKind::power_supply);
  CHECK(supplies.count == 2);  // 1,400 + 250 W with a fifth to spare: 2,063
  CHECK(supplies.watts == Watts{1200});
  CHECK(need_of(four, AccessoryKind::circuit)->circuit->id == "us-120v-20a");  // 1,650 W of 1,920
}

TEST_CASE("four cards of 600 W take two power supplies of 2,000 W and a 240 V circuit", "[economics]") {
  const Feasibility four = of(k_6000, 4);
  CHECK(four.verdict == Buildable::works_with);
  CHECK(need_of(four, AccessoryKind::riser) == nullptr);  // 8 slots of 8
  CHECK(need_of(four, AccessoryKind::power_supply)->count == 2);
  CHECK(need_of(four, AccessoryKind::power_supply)->watts == Watts{2000});  // (2,400 + 250) / 0.8 / 2 = 1,656
  CHECK(need_of(four, AccessoryKind::circuit)->circuit->id == "us-240v-20a");
  const Feasibility limited = of(k_6000, 4, false, Watts{300});
  CHECK(need_of(limited, AccessoryKind::circuit)->circuit->id == "us-120v-20a");  // 1,200 + 250 W
}

TEST_CASE("passive cards and modules stand in servers, whole machines alone", "[economics]") {
  CHECK(of(k_a40, 1).host->id == "server");
  CHECK(of(k_a40, 1).verdict == Buildable::works_with);
  CHECK(of(k_a40, 1, true).verdict == Buildable::cannot);
  CHECK(of(k_a40, 1, true).obstacle == Obstacle::passive_in_desktop);
  CHECK(of("nvidia-h100-sxm5-80gb", 8).host->id == "module-server");
  CHECK(of("nvidia-h100-sxm5-80gb", 9).obstacle == Obstacle::too_many);
  CHECK(of(k_3090, 5, true).obstacle == Obstacle::too_many);  // in a desktop
  CHECK(of("apple-m4-max-64gb", 1).verdict == Buildable::works);
  CHECK(of("apple-m4-max-64gb", 2).obstacle == Obstacle::whole_machines);
}

TEST_CASE("what further cards add is their parts, less the power supply that the first one wants", "[economics]") {
  const MachineParts parts(catalog());
  const Gpu& gpu = *catalog().gpu(k_3090);
  CHECK(parts.further_cards(gpu, 1) == Usd{0});
  // 1,200 W 199.99, 750 W 99.99 (lower quartiles of July 2025).
  CHECK_THAT(parts.further_cards(gpu, 2).value(), Catch::Matchers::WithinAbs(100, 1e-9));
  // Frame 80, 3 risers of 25 (February 2026), 1,500 W 258.99.
  CHECK_THAT(parts.further_cards(gpu, 3).value(), Catch::Matchers::WithinAbs(80 + 75 + 258.99 - 99.99, 1e-9));
}

TEST_CASE("memory costs what the newest kit costs for each GB, at home before abroad", "[economics]") {
  const MachineParts parts(catalog());
  const HostPart* kit = parts.memory(*host_called("desktop", catalog()));
  REQUIRE(kit != nullptr);
  CHECK(kit->memory == Gibibytes{32});
  CHECK(kit->price == Usd{389.99});  // November 2026
  const HostPart* module = parts.memory(*host_called("workstation", catalog()));
  REQUIRE(module != nullptr);
  CHECK(module->region == "GR");  // what was known at home is of February
  CHECK(module->memory == Gibibytes{32});
  CHECK(module->price == Usd{442});
}
