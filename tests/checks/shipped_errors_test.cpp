#include <string>
#include <vector>

#include "support/catch2.hpp"
#include "support/test_checks.hpp"

namespace gpuadvisor {
namespace {

/// The rules that find something about a GPU of the built-in data with these figures.
std::vector<std::string> rules_about(const std::string& id, const Members& figures) {
  Members record = {{"id", '"' + id + '"'}, {"source", R"("test-source")"}};
  const auto report = report_of(check_document({changed(record, figures)}));
  std::vector<std::string> rules;
  for (const auto& finding : report.findings) rules.emplace_back(finding.rule);
  std::sort(rules.begin(), rules.end());
  rules.erase(std::unique(rules.begin(), rules.end()), rules.end());
  return rules;
}

// What public databases of GPUs have shipped.
TEST_CASE("errors that databases of GPUs shipped are found by what contradicts them", "[checks]") {
  struct Case {
    const char* name;
    const char* id;
    Members figures;
    std::vector<std::string> rules;
  };
  const Case cases[] = {
      {"V100 SXM2 with the figures of the V100S",
       "nvidia-tesla-v100-sxm2-16gb",
       {{"memory_bandwidth_gbs", "1130"}, {"boost_clock_mhz", "1597"}, {"fp32_tflops", "16.35"}, {"tdp_w", "250"}},
       {"differs-from-built-in", "format-ratio", "variant-figures"}},
      {"MI300X with twice its bandwidth",
       "amd-instinct-mi300x",
       {{"memory_bandwidth_gbs", "10300"}},
       {"differs-from-built-in", "memory-data-rate"}},
      {"memory of 1.6e-5 GB", "nvidia-geforce-rtx-4060-ti-16gb", {{"memory_gb", "1.6e-5"}}, {"schema"}},
      {"GTX 1660 Ti with tensor cores", "nvidia-geforce-gtx-1660-ti", {{"tensor_cores", "192"}}, {"no-matrix-units"}},
      {"L4 with the tensor cores of another chip",
       "nvidia-l4",
       {{"tensor_cores", "240"}},
       {"differs-from-built-in", "tensor-core-count"}},
      {"MI325X with the memory that was announced",
       "amd-instinct-mi325x",
       {{"memory_gb", "288"}},
       {"differs-from-built-in"}},
      {"L40S with an FP8 rate of 0", "nvidia-l40s", {{"fp8_tflops", "0"}}, {"schema"}},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.name) { CHECK(rules_about(c.id, c.figures) == c.rules); }
  }
}

// What the built-in data shipped until November 2026: prices with Windows, beside those of the single GPU without.
TEST_CASE("rents of several GPUs with Windows are found by what a single one costs", "[checks]") {
  struct Case {
    const char* gpu;
    const char* instance;
    int count;
    double usd_per_hour;
  };
  const Case cases[] = {
      {"nvidia-a100-pcie-80gb", "NC24ads_A100_v4", 1, 3.673},  {"nvidia-a100-pcie-80gb", "NC48ads_A100_v4", 2, 9.554},
      {"nvidia-a100-pcie-80gb", "NC96ads_A100_v4", 4, 19.108}, {"nvidia-h100-nvl-94gb", "NC40ads_H100_v5", 1, 6.98},
      {"nvidia-h100-nvl-94gb", "NC80adis_H100_v5", 2, 17.64},
  };
  std::string rents;
  for (const auto& c : cases) {
    rents += (rents.empty() ? "" : ",\n") + record_text({{"gpu", '"' + std::string(c.gpu) + '"'},
                                                         {"date", R"("2026-10-10")"},
                                                         {"provider", R"("azure")"},
                                                         {"terms", R"("on-demand")"},
                                                         {"count", std::to_string(c.count)},
                                                         {"usd_per_hour", std::to_string(c.usd_per_hour)},
                                                         {"region", R"("eastus")"},
                                                         {"instance", '"' + std::string(c.instance) + '"'},
                                                         {"source", R"("test-source")"}});
  }
  std::string text = check_document({});
  text.replace(text.rfind('}'), 1, ",\n\"rents\": [" + rents + "]}");
  std::vector<std::string> messages;
  for (const auto& finding : report_of(text).findings) {
    if (finding.rule == "rent-multiple") messages.push_back(finding.message);
  }
  CHECK(messages == std::vector<std::string>{
                        "$4.777 an hour for each of 2 GPUs; the machine with 1 is $3.673 for each",
                        "$4.777 an hour for each of 4 GPUs; the machine with 1 is $3.673 for each",
                        "$8.82 an hour for each of 2 GPUs; the machine with 1 is $6.98 for each",
                    });
}

TEST_CASE("the figures of the built-in data are found right", "[checks]") {
  CHECK(rules_about("amd-instinct-mi325x", {{"memory_gb", "256"}}).empty());
  CHECK(rules_about("nvidia-l4", {{"tensor_cores", "232"}}).empty());
}

}  // namespace
}  // namespace gpuadvisor
