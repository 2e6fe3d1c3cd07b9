#include "report/sheet.hpp"

#include "gpuadvisor/core/error.hpp"
#include "support/catch2.hpp"

namespace gpuadvisor {
namespace {

Sheet example() {
  Sheet sheet;
  sheet.lead(Document().title("4x RTX 3090").paragraph("Works."));
  sheet.fact("power", "700 W").more("Peaks last 1 ms.");
  sheet.fact("heat", "").more(std::vector<std::string>{"", "No guide warns."});
  sheet.fact("slots", "");
  sheet.fact("price", Document().paragraph("$900 each.")).more("Asked in October.");
  return sheet.last("One kWh is $0.17.").last_on_screen("More: --explain.");
}

std::string printed(const Depth& depth) { return terminal_text(example().document(depth), {}); }

}  // namespace

TEST_CASE("a screen has the facts of a sheet, those without a text left out", "[report]") {
  CHECK(printed({}) ==
        "4x RTX 3090\n"
        "Works.\n"
        "\n"
        "power  700 W\n"
        "$900 each.\n"
        "\n"
        "One kWh is $0.17.\n"
        "More: --explain.\n");
}

TEST_CASE("an explained sheet has what belongs below each fact; a fact of which nothing is known is not there",
          "[report]") {
  CHECK(printed({true}) ==
        "4x RTX 3090\n"
        "Works.\n"
        "\n"
        "Power\n"
        "  700 W\n"
        "  Peaks last 1 ms.\n"
        "\n"
        "Heat\n"
        "  No guide warns.\n"
        "\n"
        "Price\n"
        "$900 each.\n"
        "  Asked in October.\n"
        "\n"
        "One kWh is $0.17.\n");
}

TEST_CASE("one fact of a sheet may be asked for, by its name", "[report]") {
  CHECK(printed({true, "power"}) ==
        "Power\n"
        "  700 W\n"
        "  Peaks last 1 ms.\n");
  CHECK(printed({true, "slots"}) ==
        "Slots\n"
        "  Nothing is known of it.\n");
  CHECK_THROWS_WITH(printed({true, "noise"}), "--explain: expected one of power, heat, slots, price, found \"noise\"");
}

}  // namespace gpuadvisor
