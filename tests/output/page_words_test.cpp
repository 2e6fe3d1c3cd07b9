#include "output/report/page_words.hpp"

#include <string>

#include "support/catch2.hpp"

using namespace gpuadvisor;

TEST_CASE("a page says options in words, and leaves out clauses about the rest", "[output]") {
  struct Case {
    const char* text;
    const char* told;
  };
  const Case cases[] = {
      {"Buy a used RTX 3080 Ti: $650, the fastest of 22.", "Buy a used RTX 3080 Ti: $650, the fastest of 22."},
      {"At any price: a new RTX 5090, $6,500; --budget sets a limit.", "At any price: a new RTX 5090, $6,500."},
      {"Also near: --budget 290: used RTX 3070, $290; last priced in 2026-03.",
       "Also near: budget 290: used RTX 3070, $290; last priced in 2026-03."},
      {"Smallest change: --form any --support any: used Tesla V100.",
       "Smallest change: any form, any software: used Tesla V100."},
      {"Smallest change: --max-power 350: used RTX 3090.", "Smallest change: max power 350: used RTX 3090."},
      {"With --quant q4-0: buy a used RTX 3060.", "With weights in q4-0: buy a used RTX 3060."},
      {"$/h: 5 years, no machine (--years, --kwh). More: --explain; older: --support any.",
       "$/h: 5 years, no machine."},
      {"measured (meas) or estimated (est). More: --explain.", "measured or estimated."},
      {"More: --explain.", ""},
      {"", ""},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.text) { CHECK(in_page_words(c.text) == c.told); }
  }
}
