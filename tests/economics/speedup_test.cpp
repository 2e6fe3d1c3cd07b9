#include "gpuadvisor/economics/speedup.hpp"

#include "support/catch2.hpp"
#include "support/test_catalog.hpp"

using namespace gpuadvisor;
using Catch::Matchers::WithinRel;

namespace {

/// Measured on CNNs with 2, 4 and 8 GPUs; a guide's word on CNNs with 2 and 3, RNNs with 2 and Transformers with 2, of
/// which 4 are measured. "shop" is dated 2026-01, and the newest price is of 2026-06-30.
Catalog scaling_catalog() {
  return catalog_from(test_document(R"("gpus": [)" + test_gpu("card") + R"(], "prices": [)" +
                                    test_price("card", "2026-06-30", "used", 100) + R"(], "speedups": [
    {"workload": "cnn", "count": 2, "basis": "measured", "speedup": 1.9, "low": 1.8, "high": 2, "measurements": 10,
     "sources": ["tracker"]},
    {"workload": "cnn", "count": 4, "basis": "measured", "speedup": 3.6, "low": 3.2, "high": 4, "measurements": 20,
     "sources": ["tracker", "shop"]},
    {"workload": "cnn", "count": 8, "basis": "measured", "speedup": 6.4, "sources": ["tracker"]},
    {"workload": "cnn", "count": 2, "basis": "guide", "speedup": 1.7, "sources": ["shop"]},
    {"workload": "cnn", "count": 3, "basis": "guide", "speedup": 2.5, "sources": ["shop"]},
    {"workload": "rnn", "count": 2, "basis": "guide", "speedup": 1.5, "sources": ["shop"]},
    {"workload": "transformer", "count": 2, "basis": "guide", "speedup": 1.6, "sources": ["shop"]},
    {"workload": "transformer", "count": 4, "basis": "measured", "speedup": 3.2, "low": 3, "high": 3.8,
     "measurements": 5, "sources": ["tracker"]}])"));
}

ExpectedSpeedup speedup_of(const Catalog& catalog, const char* workload, int count) {
  return expected_speedup(*catalog.workload(workload), count, catalog);
}

}  // namespace

TEST_CASE("a speed-up is measured, interpolated by efficiency, a guide's word or unknown", "[economics]") {
  struct Case {
    const char* workload;
    int count;
    ScalingBasis basis;
    double factor;  // 0: none
  };
  const Case cases[] = {
      {"cnn", 1, ScalingBasis::measured, 1},
      {"cnn", 2, ScalingBasis::measured, 1.9},
      // Efficiencies 0.95, 0.9 and 0.8; log2 of 3, 5, 6 and 7 are 1.584963, 2.321928, 2.584963 and 2.807355.
      {"cnn", 3, ScalingBasis::interpolated, 2.7622556},  // 3 (0.95 - 0.584963 * 0.05)
      {"cnn", 4, ScalingBasis::measured, 3.6},
      {"cnn", 5, ScalingBasis::interpolated, 4.3390360},  // 5 (0.9 - 0.321928 * 0.1)
      {"cnn", 6, ScalingBasis::interpolated, 5.0490225},
      {"cnn", 7, ScalingBasis::interpolated, 5.7348515},
      {"cnn", 8, ScalingBasis::measured, 6.4},
      {"cnn", 9, ScalingBasis::unknown, 0},
      {"rnn", 1, ScalingBasis::measured, 1},
      {"rnn", 2, ScalingBasis::guide, 1.5},
      {"rnn", 3, ScalingBasis::unknown, 0},
      {"transformer", 2, ScalingBasis::guide, 1.6},
      {"transformer", 3, ScalingBasis::unknown, 0},  // nothing is measured with fewer
      {"transformer", 4, ScalingBasis::measured, 3.2},
      {"general", 1, ScalingBasis::measured, 1},
      {"general", 2, ScalingBasis::guide, 1.7435596},     // sqrt(1.9 * 1.6)
      {"general", 4, ScalingBasis::measured, 3.3941125},  // sqrt(3.6 * 3.2)
      {"general", 3, ScalingBasis::unknown, 0},
      {"general", 8, ScalingBasis::unknown, 0},
  };
  const Catalog catalog = scaling_catalog();
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.workload << ' ' << c.count) {
      const auto found = speedup_of(catalog, c.workload, c.count);
      CHECK(found.count == c.count);
      CHECK(enum_name(found.basis) == enum_name(c.basis));
      CHECK(found.factor.has_value() == (c.factor > 0));
      if (found.factor) CHECK_THAT(*found.factor, WithinRel(c.factor, 1e-7));
    }
  }
}

TEST_CASE("a speed-up carries its interval, what it rests on and the guide's word", "[economics]") {
  const Catalog catalog = scaling_catalog();
  const auto three = speedup_of(catalog, "cnn", 3);
  CHECK_THAT(three.low.value(), WithinRel(2.5245112, 1e-7));  // 3 (0.9 - 0.584963 * 0.1)
  CHECK_THAT(three.high.value(), WithinRel(3.0, 1e-12));
  CHECK(three.measurements == 30);
  CHECK(three.guide == 2.5);
  CHECK(three.sources == std::vector<std::string_view>{"tracker", "shop"});

  const auto six = speedup_of(catalog, "cnn", 6);  // 8 have no interval
  CHECK_FALSE(six.low);
  CHECK_FALSE(six.high);
  CHECK_FALSE(six.guide);

  const auto both = speedup_of(catalog, "general", 4);
  CHECK_THAT(both.low.value(), WithinRel(3.0983867, 1e-7));   // sqrt(3.2 * 3)
  CHECK_THAT(both.high.value(), WithinRel(3.8987177, 1e-7));  // sqrt(4 * 3.8)
  CHECK(both.measurements == 25);
  CHECK_THAT(speedup_of(catalog, "general", 2).guide.value(), WithinRel(1.6492423, 1e-7));  // sqrt(1.7 * 1.6)
}

TEST_CASE("an earlier day knows no measured speed-up, and a guide's from its date on", "[economics]") {
  const Catalog catalog = scaling_catalog();
  const auto basis_on = [&](PartialDate date) {
    return enum_name(speedup_of(catalog.known_by(date.last_day()), "cnn", 2).basis);
  };
  CHECK(basis_on(PartialDate(2026, 6, 30)) == "measured");
  CHECK(basis_on(PartialDate(2026, 6, 29)) == "guide");
  CHECK(basis_on(PartialDate(2026, 1, 31)) == "guide");
  CHECK(basis_on(PartialDate(2026, 1, 30)) == "unknown");
  CHECK(enum_name(speedup_of(catalog.known_by(PartialDate(2026, 3).last_day()), "cnn", 4).basis) == "unknown");
}
