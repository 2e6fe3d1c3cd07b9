#include "gpuadvisor/advice/need_in_32_bits.hpp"

#include "gpuadvisor/catalog/guide.hpp"

#include "support/catch2.hpp"
#include "support/test_guides.hpp"

using namespace gpuadvisor;

namespace {

NeedIn32Bits need_of(double gigabytes, std::optional<double> factor) {
  NeedIn32Bits need;
  need.memory = Gibibytes{gigabytes};
  need.factor = factor;
  return need;
}

std::string rule(const std::string& guide, const std::string& id, const std::string& figures) {
  return R"({"guide": ")" + guide + R"(", "id": ")" + id +
         R"(", "topic": "memory", "says": "S.", "source": "shop", "figures": [)" + figures + "]}";
}

std::string factor(double value) {
  return R"({"what": "other", "value": 9, "unit": "times"}, {"what": "worth", "value": )" + std::to_string(value) +
         R"(, "unit": "times", "means": "fp16-memory-factor"})";
}

}  // namespace

TEST_CASE("a need in 32 bits is met by a card whose memory times the factor is as much", "[advice]") {
  struct Case {
    const char* name;
    double in_32_bits;
    std::optional<double> factor;
    double on_card;
  };
  const Case cases[] = {
      {"the guides' example", 12, 1.5, 8},
      {"an RTX 2080 Ti", 16.5, 1.5, 11},
      {"6 GB", 9, 1.5, 6},
      {"24 GB", 36, 1.5, 24},
      {"twice as much", 16, 2, 8},
      {"nothing saved", 12, 1, 12},
      {"without a binary remainder", 13.2, 1.1, 12},
      {"in 32 bits", 12, {}, 12},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.name) {
      const NeedIn32Bits need = need_of(c.in_32_bits, c.factor);
      CHECK(memory_on_card(need) == Gibibytes{c.on_card});
      CHECK(worth_in_32_bits(need, Gibibytes{c.on_card}) == Gibibytes{c.in_32_bits});
    }
  }
}

TEST_CASE("what memory is worth in 16 bits is what the newest guide says that says so", "[advice]") {
  const Catalog both =
      catalog_with_guides("\"guide_rules\": [" + rule("new", "b", factor(1.25)) + ", " + rule("old", "a", factor(1.5)) +
                          ", " + rule("undated", "c", R"({"what": "x", "value": 2, "unit": "times"})") + "]");
  REQUIRE(fp16_memory_rule(both) != nullptr);
  CHECK(fp16_memory_rule(both)->id == "b");
  CHECK(fp16_memory_factor(*fp16_memory_rule(both)) == 1.25);

  const Catalog none = catalog_with_guides("\"guide_rules\": [" +
                                           rule("new", "c", R"({"what": "x", "value": 2, "unit": "times"})") + "]");
  CHECK(fp16_memory_rule(none) == nullptr);
}
