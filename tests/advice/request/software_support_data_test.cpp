#include <algorithm>
#include <string>
#include <vector>

#include "gpuadvisor/advice/software_support.hpp"
#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "support/catch2.hpp"

using namespace gpuadvisor;

namespace {

struct Card {
  const char* id;
  SupportState expected;
};

void check(const std::vector<Card>& cards, PartialDate day) {
  const Catalog catalog = embedded_catalog().known_by(day.last_day());
  for (const auto& [id, expected] : cards) {
    DYNAMIC_SECTION(id) {
      const Gpu* gpu = catalog.gpu(id);
      REQUIRE(gpu != nullptr);
      const SupportStatus status = support_status(*gpu, catalog);
      CAPTURE(support_remark(*gpu, status));
      CHECK(static_cast<int>(status.state) == static_cast<int>(expected));
    }
  }
}

}  // namespace

TEST_CASE("on 2026-10-10 CUDA supports Turing and later, ROCm CDNA, RDNA 3 and RDNA 4, its builders RDNA", "[advice]") {
  using enum SupportState;
  check(
      {
          {"nvidia-geforce-gtx-580", ended},
          {"nvidia-geforce-gtx-680", ended},
          {"nvidia-tesla-k80", ended},
          {"nvidia-tesla-m40", ended},
          {"nvidia-geforce-gtx-1080-ti", ended},
          {"nvidia-tesla-p100-pcie-16gb", ended},
          {"nvidia-tesla-v100-sxm2-32gb", ended},
          {"nvidia-titan-v", ended},
          {"nvidia-geforce-rtx-2080-ti", supported},
          {"nvidia-geforce-rtx-3090", supported},
          {"nvidia-geforce-rtx-4090", supported},
          {"nvidia-geforce-rtx-5090", supported},
          {"nvidia-h100-pcie-80gb", supported},
          {"nvidia-b200", supported},
          {"nvidia-b300", supported},
          {"nvidia-dgx-spark-gb10", supported},
          {"amd-instinct-mi300x", supported},
          {"amd-radeon-rx-7900-xtx", supported},
          {"amd-radeon-rx-9070-xt", supported},
          {"amd-radeon-rx-580", ended},
          {"amd-radeon-rx-vega-64", ended},
          {"amd-radeon-vii", ended},
          {"amd-radeon-rx-5700-xt", community},
          {"amd-radeon-rx-6800", community},
          {"amd-radeon-pro-w6800", supported},
          {"amd-radeon-pro-v620", supported},
          {"amd-radeon-pro-w6600", community},
          {"intel-arc-b580", supported},
          {"intel-gaudi-3", other_software},
          {"apple-m3-ultra-512gb", supported},
          {"google-tpu-v6e", other_software},
      },
      PartialDate(2026, 10, 10));
}

TEST_CASE("on 2019-04-03 CUDA supports what the guide of that day names", "[advice]") {
  using enum SupportState;
  check(
      {
          {"nvidia-geforce-gtx-580", ended},  // Fermi: CUDA 9.0
          {"nvidia-geforce-gtx-680", ended},  // compute capability 3.0: PyTorch 0.3.1
          {"nvidia-tesla-k80", supported},
          {"nvidia-tesla-m40", supported},
          {"nvidia-geforce-gtx-1080-ti", supported},
          {"nvidia-tesla-v100-sxm2-32gb", supported},
          {"nvidia-geforce-rtx-2080-ti", supported},
          {"amd-radeon-rx-580", supported},
          {"amd-radeon-rx-vega-64", supported},
          {"amd-radeon-vii", supported},
      },
      PartialDate(2019, 4, 3));
}

TEST_CASE("on 2025-03-01 the end of Pascal and its neighbours is announced", "[advice]") {
  using enum SupportState;
  check(
      {
          {"nvidia-tesla-k80", ended},
          {"nvidia-tesla-m40", deprecated},
          {"nvidia-geforce-gtx-1080-ti", deprecated},
          {"nvidia-tesla-v100-sxm2-32gb", deprecated},
          {"nvidia-geforce-rtx-2080-ti", supported},
          {"nvidia-geforce-rtx-5090", supported},
          {"amd-radeon-vii", deprecated},
      },
      PartialDate(2025, 3, 1));
}

TEST_CASE("what runs current software of its vendor on 2026-10-10", "[advice]") {
  const Catalog catalog = embedded_catalog().known_by(PartialDate(2026, 10, 10).last_day());
  struct Case {
    const char* id;
    std::string_view platform;
    bool is_current;
  };
  const Case cases[] = {
      {"nvidia-geforce-rtx-3090", "CUDA", true},
      {"nvidia-tesla-v100-sxm2-32gb", "CUDA", false},
      {"amd-radeon-rx-7900-xtx", "ROCm", true},
      {"amd-radeon-ai-pro-r9700", "ROCm", true},
      {"amd-radeon-rx-6800-xt", "ROCm", false},
      {"amd-radeon-vii", "ROCm", false},
      {"amd-ryzen-ai-max-plus-395-128gb", "ROCm", true},
      {"intel-arc-b580", "oneAPI", true},
      {"intel-arc-a770-16gb", "oneAPI", true},
      {"intel-arc-140v", "oneAPI", false},
      {"apple-m1-max-64gb", "Metal", true},
      {"intel-gaudi-2", "", false},
      {"huawei-ascend-910b", "", false},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.id) {
      const Gpu* gpu = catalog.gpu(c.id);
      REQUIRE(gpu != nullptr);
      CHECK(platform_name(*gpu) == c.platform);
      CHECK(runs(*gpu, Support::current, catalog) == c.is_current);
    }
  }
}

TEST_CASE("remembering the last GPU changes nothing, whatever the order", "[advice]") {
  const Catalog catalog = embedded_catalog();
  std::vector<const Gpu*> gpus;
  for (const Gpu& gpu : catalog.gpus()) gpus.push_back(&gpu);
  const auto compare = [&] {
    for (const Support wanted : {Support::cuda, Support::rocm, Support::current, Support::any}) {
      SupportCheck check(wanted, catalog);
      for (const Gpu* gpu : gpus) CHECK(check.runs(*gpu) == runs(*gpu, wanted, catalog));
    }
  };
  compare();
  std::sort(gpus.begin(), gpus.end(), [](const Gpu* a, const Gpu* b) { return a->released < b->released; });
  compare();
}
