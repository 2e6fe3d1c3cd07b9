#include "economics/build_cooling.hpp"

#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "support/catch2.hpp"
#include "support/test_builds.hpp"

using namespace gpuadvisor;

namespace {

/// The rules that warn, as "guide/id".
Strings warned(const Catalog& catalog, const char* gpu, int adjacent, Cooling cooling = Cooling::open_air) {
  Strings found;
  for (const CoolingRule* rule : cooling_warnings(*catalog.gpu(gpu), cooling, adjacent, catalog)) {
    found.push_back(std::string(rule->guide) + '/' + std::string(rule->id));
  }
  return found;
}

}  // namespace

TEST_CASE("of each guide the closest rule warns of cards side by side", "[economics]") {
  const Catalog catalog = build_catalog();
  CHECK(warned(catalog, "hot", 2) == Strings{"one/hot", "other/any"});
  CHECK(warned(catalog, "hot", 1).empty());
  CHECK(warned(catalog, "hot", 2, Cooling::blower).empty());
  CHECK(warned(catalog, "wide", 2) == Strings{"one/others", "other/any"});
}

TEST_CASE("a guide that finds fewer of a GPU fine clears what is said of others", "[economics]") {
  const Catalog catalog = build_catalog();
  CHECK(warned(catalog, "cool", 2).empty());
  CHECK(warned(catalog, "cool", 3) == Strings{"one/cool", "other/any"});
  CHECK(warned(catalog, "plain", 2) == Strings{"one/others", "other/any"});
}

TEST_CASE("the guide of 2019 warns of the cards that it names", "[economics]") {
  const Catalog catalog = embedded_catalog().known_by(PartialDate::parse("2019-04-03")->last_day());
  const auto warns = [&](const char* gpu, int count, Cooling cooling) {
    return !warned(catalog, gpu, count, cooling).empty();
  };
  CHECK(warns("nvidia-geforce-rtx-2080-ti", 2, Cooling::open_air));
  CHECK(warns("nvidia-geforce-rtx-2080-ti", 4, Cooling::open_air));
  CHECK_FALSE(warns("nvidia-geforce-rtx-2080-ti", 4, Cooling::blower));
  CHECK_FALSE(warns("nvidia-geforce-rtx-2080-ti", 1, Cooling::open_air));
  CHECK_FALSE(warns("nvidia-geforce-rtx-2070", 2, Cooling::open_air));
  CHECK(warns("nvidia-geforce-rtx-2070", 3, Cooling::open_air));
  CHECK(warns("nvidia-geforce-rtx-2070", 4, Cooling::open_air));
  CHECK(warns("nvidia-geforce-rtx-2080", 3, Cooling::open_air));
}

TEST_CASE("cards take their slots and the free ones between them", "[economics]") {
  CHECK(slot_need(2, 4, 0).needed == 8);
  CHECK(slot_need(2, 4, 0).fits());
  CHECK(slot_need(3, 4, 0).needed == 12);
  CHECK_FALSE(slot_need(3, 4, 0).fits());
  CHECK(slot_need(3, 2, 2).needed == 8);
  CHECK(slot_need(3, 2, 2).fits());
  CHECK(slot_need(2, 4, 1).needed == 11);
  CHECK(slot_need(3, 1, 5).needed == 3);
}
