#include <string>
#include <vector>

#include "support/catch2.hpp"
#include "support/test_checks.hpp"

namespace gpuadvisor {
namespace {

using Strings = std::vector<std::string>;

TEST_CASE("no rule finds anything about a card whose figures go together", "[checks]") {
  const auto report = report_of(check_document({good_card()}));
  CHECK(places_in(report) == Strings());
  CHECK(report.was_judged);
  CHECK(report.files == 1);
  CHECK(report.gpus == 1);
}

struct Case {
  const char* name;
  Members changes;  // of the good card
  const char* rule;
  const char* member;  // that the finding is about
};

void check_cases(const std::vector<Case>& cases) {
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.name) {
      const std::string text = check_document({changed(good_card(), c.changes)});
      const std::string place = std::to_string(line_of(text, c.member)) + " /gpus/0/" + c.member;
      const auto found = places_in(report_without_peers(text));
      CHECK(std::find(found.begin(), found.end(), std::string(c.rule) + ' ' + place) != found.end());
      for (const auto& finding : found) CHECK(finding.starts_with(c.rule));
    }
  }
}

TEST_CASE("a memory that cannot be is found, with its place", "[checks]") {
  check_cases({
      {"21.6 Gbit/s of GDDR6", {{"memory_bandwidth_gbs", "1036.8"}}, "memory-data-rate", "memory_bandwidth_gbs"},
      {"half the rate", {{"memory_bandwidth_gbs", "432"}}, "memory-data-rate", "memory_bandwidth_gbs"},
      {"20 GB over 384 bits", {{"memory_gb", "20"}}, "memory-size", "memory_gb"},
      {"a size in GiB", {{"memory_gb", "25.77"}}, "memory-size", "memory_gb"},
      {"an unknown type", {{"memory_type", R"("GDDR 6")"}}, "memory-type", "memory_type"},
  });
}

TEST_CASE("memory at the edge of what its type does passes", "[checks]") {
  const Members fast = {{"memory_bandwidth_gbs", "960"}};  // 20 Gbit/s
  const Members slow = {{"memory_bandwidth_gbs", "480"}};  // 10 Gbit/s
  const Members clamshell = {{"memory_gb", "48"}};         // two devices on each channel
  const Members stacked = {{"memory_type", R"("HBM3e")"},  // 6 of 24 GB, of which 141 are used
                           {"memory_bus_bits", "6144"},
                           {"memory_gb", "141"},
                           {"memory_bandwidth_gbs", "4800"}};
  for (const auto& changes : {fast, slow, clamshell, stacked}) {
    CHECK(places_in(report_without_peers(check_document({changed(good_card(), changes)}))) == Strings());
  }
}

TEST_CASE("rates that units, cores and clock do not give are found", "[checks]") {
  check_cases({
      {"FP32 of dual issue, not said", {{"fp32_tflops", "65.536"}}, "fp32-rate", "fp32_tflops"},
      {"FP32 at another clock", {{"fp32_tflops", "36.0"}}, "fp32-rate", "fp32_tflops"},
      {"cores of the full chip",
       {{"tensor_cores", "288"}, {"fp16_tensor_tflops", ""}, {"fp16_tensor_fp16_accumulate_tflops", ""}},
       "tensor-core-count",
       "tensor_cores"},
      {"all rates sparse",
       {{"fp16_tensor_tflops", "262.144"},
        {"fp16_tensor_fp16_accumulate_tflops", "262.144"},
        {"bf16_tensor_tflops", "262.144"},
        {"tf32_tensor_tflops", "131.072"},
        {"int8_tops", "524.288"},
        {"fp8_tflops", "524.288"}},
       "tensor-rate",
       "fp16_tensor_tflops"},
      {"GeForce at the rate of FP16 accumulation",
       {{"name", R"("NVIDIA GeForce RTX Test")"}},
       "tensor-rate",
       "fp16_tensor_tflops"},
      {"sparse FP8", {{"fp8_tflops", "524.288"}}, "format-ratio", "fp8_tflops"},
      {"sparse INT8", {{"int8_tops", "524.288"}}, "format-ratio", "int8_tops"},
      {"TF32 as FP16", {{"tf32_tensor_tflops", "131.072"}}, "format-ratio", "tf32_tensor_tflops"},
  });
}

TEST_CASE("rates that are told as what they are pass", "[checks]") {
  const Members dual_issue = {{"fp32_tflops", "65.536"}, {"fp32_dual_issue", "true"}};
  const Members geforce = {{"name", R"("NVIDIA GeForce RTX Test")"},  // FP32 accumulation at half the rate
                           {"fp16_tensor_tflops", "65.536"},
                           {"bf16_tensor_tflops", "65.536"},
                           {"tf32_tensor_tflops", "32.768"},
                           {"fp8_tflops", "131.072"}};
  for (const auto& changes : {dual_issue, geforce}) {
    CHECK(places_in(report_without_peers(check_document({changed(good_card(), changes)}))) == Strings());
  }
}

const Members k_without_matrix_units = {{"fp16_tensor_tflops", ""}, {"fp16_tensor_fp16_accumulate_tflops", ""},
                                        {"bf16_tensor_tflops", ""}, {"tf32_tensor_tflops", ""},
                                        {"fp8_tflops", ""},         {"int8_tops", ""},
                                        {"tensor_cores", ""}};

/// Changes that take the matrix units away, and more.
Members without_matrix_units(const Members& more) {
  Members changes = k_without_matrix_units;
  changes.insert(changes.end(), more.begin(), more.end());
  return changes;
}

TEST_CASE("matrix units and compute capabilities of another architecture are found", "[checks]") {
  const Members turing = {
      {"architecture", R"("Turing")"}, {"name", R"("NVIDIA GeForce GTX 1655")"}, {"compute_capability", R"("7.5")"}};
  const Members rdna = {{"vendor", R"("amd")"}, {"architecture", R"("RDNA 2")"}};
  auto turing_with_cores = turing;
  turing_with_cores.emplace_back("tensor_cores", "1024");
  auto rdna_with_rate = rdna;
  rdna_with_rate.insert(rdna_with_rate.end(), {{"compute_capability", ""}, {"fp16_tensor_tflops", "131"}});
  check_cases({
      {"GTX 16 with tensor cores", without_matrix_units(turing_with_cores), "no-matrix-units", "tensor_cores"},
      {"RDNA 2 with a rate of matrix units", without_matrix_units(rdna_with_rate), "no-matrix-units",
       "fp16_tensor_tflops"},
      {"the compute capability of Ampere",
       {{"compute_capability", R"("8.6")"}},
       "compute-capability",
       "compute_capability"},
      {"a compute capability of AMD", without_matrix_units(rdna), "compute-capability", "compute_capability"},
  });
  CHECK(places_in(report_without_peers(check_document({changed(good_card(), without_matrix_units(turing))}))) ==
        Strings());
}

TEST_CASE("figures of other products are found", "[checks]") {
  check_cases({
      {"a laptop part among the cards", {{"name", R"("NVIDIA Test Card Laptop")"}}, "laptop-figures", "form"},
      {"power in milliwatts", {{"tdp_w", "200000"}}, "implausible-figure", "tdp_w"},
      {"a shortest board that is longer than the longest",
       {{"shortest_partner_length_mm", "301"}, {"longest_partner_length_mm", "300"}},
       "implausible-figure",
       "shortest_partner_length_mm"},
  });
  const auto card = good_card();
  const auto laptop = changed(card, {{"id", R"("nvidia-test-card-laptop")"},
                                     {"name", R"("NVIDIA Test Card Laptop")"},
                                     {"form", R"("laptop")"},
                                     {"tdp_w", "100"}});
  CHECK(places_in(report_without_peers(check_document({laptop, card}))) ==
        Strings{"laptop-figures 14 /gpus/0/fp32_tflops"});
  const auto slower = changed(laptop, {{"fp32_tflops", "26.2144"},
                                       {"boost_clock_mhz", "1600"},
                                       {"fp16_tensor_tflops", "104.8576"},
                                       {"bf16_tensor_tflops", "104.8576"},
                                       {"fp16_tensor_fp16_accumulate_tflops", "104.8576"},
                                       {"tf32_tensor_tflops", "52.4288"},
                                       {"int8_tops", "209.7152"},
                                       {"fp8_tflops", "209.7152"}});
  CHECK(places_in(report_without_peers(check_document({slower, card}))) == Strings());
}

TEST_CASE("the same product under two ids is found, two products are not", "[checks]") {
  const auto twin = changed(good_card(), {{"id", R"("nvidia-testcard")"}, {"name", R"("NVIDIA TestCard")"}});
  CHECK(places_in(report_without_peers(check_document({good_card(), twin}))) ==
        Strings{"same-product-twice 29 /gpus/1/id"});
  const auto other = changed(twin, {{"tdp_w", "230"}});
  const auto successor = changed(twin, {{"name", R"("NVIDIA Test Card2")"}});  // a digit is no slip
  CHECK(places_in(report_without_peers(check_document({good_card(), successor}))) == Strings());
  CHECK(places_in(report_without_peers(check_document({good_card(), other}))) == Strings());
}

TEST_CASE("two records of one name are found, whatever their figures", "[checks]") {
  const auto namesake =
      changed(good_card(), {{"id", R"("nvidia-test-card-2")"}, {"name", R"("Test CARD")"}, {"tdp_w", "230"}});
  CHECK(places_in(report_without_peers(check_document({good_card(), namesake}))) ==
        Strings{"same-product-twice 30 /gpus/1/name"});
  const auto known = changed(good_card(), {{"name", R"("NVIDIA RTX A6000")"}});  // of the built-in data
  CHECK(places_in(report_without_peers(check_document({known}))) == Strings{"same-product-twice 4 /gpus/0/name"});
}

TEST_CASE("a vendor or an architecture that is nearly the usual one is found", "[checks]") {
  check_cases({
      {"two letters swapped", {{"architecture", R"("Ada Lovelaec")"}}, "nearly-the-usual-word", "architecture"},
      {"in small letters", {{"architecture", R"("ada lovelace")"}}, "nearly-the-usual-word", "architecture"},
  });
  const Members vendor = {{"vendor", R"("nvida")"}, {"compute_capability", ""}};
  CHECK(places_in(report_without_peers(check_document({changed(good_card(), vendor)}))) ==
        Strings{"nearly-the-usual-word 5 /gpus/0/vendor"});
  for (const char* other : {R"("Ada Next")", R"("RDNA 5")", R"("TPU v8")", R"("DNA")"}) {
    const Members changes = {{"vendor", R"("newcomer")"}, {"architecture", other}, {"compute_capability", ""}};
    CHECK(places_in(report_without_peers(check_document({changed(good_card(), changes)}))) == Strings());
  }
}

TEST_CASE("an id is small letters and digits with single hyphens between", "[checks]") {
  for (const char* id :
       {R"("nvidia-Test-card")", R"("nvidia_test_card")", R"("nvidia--test")", R"("-nvidia")", R"("nvidia-")"}) {
    INFO(id);
    CHECK(places_in(report_without_peers(check_document({changed(good_card(), {{"id", id}})}))) ==
          Strings{"spelling 3 /gpus/0/id"});
  }
}

TEST_CASE("two sizes of memory of one product have one clock and near bandwidths", "[checks]") {
  const auto larger = changed(
      good_card(), {{"id", R"("nvidia-test-card-48gb")"}, {"name", R"("NVIDIA Test Card 48GB")"}, {"memory_gb", "48"}});
  CHECK(places_in(report_without_peers(check_document({good_card(), larger}))) == Strings());
  const auto slower = changed(larger, {{"memory_bandwidth_gbs", "672"}});  // 14 Gbit/s
  CHECK(places_in(report_without_peers(check_document({good_card(), slower}))) ==
        Strings{"variant-figures 13 /gpus/0/memory_bandwidth_gbs", "variant-figures 39 /gpus/1/memory_bandwidth_gbs"});
}

}  // namespace
}  // namespace gpuadvisor
