#include "output/phrases/source_text.hpp"

#include "support/catch2.hpp"

namespace gpuadvisor {
namespace {

TEST_CASE("a licence that asks for credit gets it", "[output]") {
  struct Case {
    const char* licence;
    const char* expected;
  };
  const Case cases[] = {
      {"CC BY 4.0",
       "\"Table\" by Maker, CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/); single figures taken, in other "
       "units where ours differ"},
      {"CC BY-SA 3.0", "\"Table\" by Maker, CC BY-SA 3.0; single figures taken, in other units where ours differ"},
      {"MIT", "\"Table\" by Maker, MIT"},
      {"CC0 1.0", ""},
      {"", ""},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION('"' << c.licence << '"') {
      Source source;
      source.title = "Table";
      source.publisher = "Maker";
      source.licence = c.licence;
      CHECK(attribution(source) == c.expected);
    }
  }
}

TEST_CASE("what a source supplies is told in words", "[output]") {
  SourceUsage usage;
  CHECK(supplies_text(usage, false) == "nothing in the catalog");
  usage.gpus = 1;
  usage.fields = {"memory_gb", "tdp_w"};
  CHECK(supplies_text(usage, false) == "specs of 1 GPU");
  CHECK(supplies_text(usage, true) == "memory_gb, tdp_w");
  usage.prices = 2;
  usage.first_price = PartialDate(2025, 6);
  usage.last_price = PartialDate(2026, 10, 1);
  CHECK(supplies_text(usage, false) == "specs of 1 GPU; 2 prices, 2025-06 to 2026-10-01");
  usage.last_price = PartialDate(2025, 6);
  usage.compared = 2;
  usage.hosts = 2;
  usage.measurements = 3;
  usage.scored_gpus = 4;
  usage.speedups = 1;
  usage.support_events = 5;
  usage.rules = 6;
  CHECK(supplies_text(usage, false) ==
        "specs of 1 GPU; compared with the specs of 2 GPUs; 2 prices, 2025-06; 2 figures of machines; 3 "
        "measurements; behind the speeds of 4 GPUs; 1 speed-up; 5 support events; 6 rules");
}

}  // namespace
}  // namespace gpuadvisor
