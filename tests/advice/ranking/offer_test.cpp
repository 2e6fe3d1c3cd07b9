#include "gpuadvisor/advice/offer.hpp"

#include <string>
#include <vector>

#include "support/catch2.hpp"
#include "support/test_catalog.hpp"
#include "support/test_support.hpp"

using namespace gpuadvisor;

namespace {

std::vector<std::string> warning_texts(const Catalog& catalog) {
  const Gpu& gpu = *catalog.gpu("card");
  Offer offer{&gpu, std::nullopt, std::nullopt};
  if (const auto prices = price_estimates(gpu, catalog); !prices.empty()) offer.price = *prices.begin();
  std::vector<std::string> texts;
  for (const auto& [id, text] : warnings(offer, weights_of(*catalog.workload("cnn"), catalog), catalog))
    texts.push_back(std::string(id) + ": " + text);
  return texts;
}

Catalog card(const std::string& more, const std::string& price) {
  return catalog_from(test_document("\"gpus\": [" + test_gpu("card", more) + "," + test_gpu("clock") +
                                    "], \"prices\": [" + price + test_price("clock", "2026-06-30", "used", 1) + "], " +
                                    test_support()));
}

const std::string k_complete = R"(, "fp32_tflops": 10, "memory_bandwidth_gbs": 100, "memory_gb": 24)";

}  // namespace

TEST_CASE("a plain offer needs no warning, others tell what to know", "[advice]") {
  CHECK(warning_texts(card(k_complete, test_price("card", "2026-06", "used", 300) + ",")).empty());
  CHECK(warning_texts(card(k_complete, test_price("card", "2025-01", "used", 300) + ",")) ==
        std::vector<std::string>{"old-price: last priced in 2025-01"});
  CHECK(warning_texts(card(k_complete, test_price("card", "2026-06", "used", 300, "memory") + ",")) ==
        std::vector<std::string>{"carried-price: last seen in 2026-06",
                                 "no-offer: the price is from general knowledge, without a source"});
  CHECK(warning_texts(card(k_complete + R"(, "released": "2026-01")",
                           test_price("card", "2026-01", "new", 300, "shop", "list") + ",")) ==
        std::vector<std::string>{"list-price: launch list price, not an offer"});
  CHECK(warning_texts(card(k_complete + R"(, "sources": {"fp32_tflops": "memory"})", "")) ==
        std::vector<std::string>{"recalled-figure: from general knowledge, without a source: fp32_tflops"});
  CHECK(warning_texts(card(R"(, "memory_bandwidth_gbs": 100)", "")) ==
        std::vector<std::string>{"no-score: no fp32_tflops known"});
  CHECK(warning_texts(card(k_complete + R"(, "devices": 2)", "")) ==
        std::vector<std::string>{
            "several-devices: 2 GPUs on one board: figures are for the board, software sees 12 GB on each"});
}

TEST_CASE("a new price below the used one is told", "[advice]") {
  const auto with_new = [](double usd) {
    return warning_texts(card(k_complete, test_price("card", "2026-03", "new", usd) + "," +
                                              test_price("card", "2026-06", "used", 1000) + ","));
  };
  CHECK(with_new(949) == std::vector<std::string>{"old-price: last priced in 2026-03",
                                                  "new-below-used: new at $949 (2026-03) is less than used at $1,000 "
                                                  "(2026-06): expect to pay more"});
  CHECK(with_new(950) == std::vector<std::string>{"carried-price: last seen in 2026-03"});  // within five percent
}

TEST_CASE("software that is not CUDA, or of which support has ended or will, is told", "[advice]") {
  struct Case {
    const char* vendor;
    std::vector<std::string> events;
    std::vector<std::string> expected;
  };
  const std::string begin = test_event("cuda-toolkit", "supported-from", "2020");
  const Case cases[] = {
      {"nvidia", {begin}, {}},
      {"nvidia",
       {begin, test_event("cuda-toolkit", "deprecated", "2026-03", R"(, "version": "14.0")")},
       {"support-ending: CUDA 14.0 deprecated Test (2026-03)"}},
      {"nvidia",
       {begin, test_event("nvidia-driver", "dropped", "2026-03", R"(, "version": "600")")},
       {"support-ended: NVIDIA's driver 600 dropped Test (2026-03)"}},
      {"nvidia", {}, {"support-unknown: no CUDA support of Test is known"}},
      {"nvidia",
       {test_event("cuda-toolkit", "supported-from", "2026-10")},
       {"support-unknown: CUDA supports Test only from 2026-10"}},
      {"amd", {test_event("rocm", "supported-from", "2023", "", "amd")}, {"no-cuda: runs ROCm, not CUDA"}},
      {"amd", {}, {"support-unknown: no ROCm support of Test is known"}},
      {"intel", {}, {"no-cuda: neither CUDA nor ROCm"}},
  };
  for (const auto& c : cases) {
    std::string support;
    for (const auto& event : c.events) support += (support.empty() ? "" : ",") + event;
    DYNAMIC_SECTION(c.vendor << ": " << (c.expected.empty() ? "nothing" : c.expected.front())) {
      const Catalog catalog =
          catalog_from(test_document("\"gpus\": [" + test_gpu("clock") + "], \"support\": [" + support +
                                     "], \"prices\": [" + test_price("clock", "2026-06-30", "used", 1) + "]"));
      Gpu gpu;
      gpu.vendor = c.vendor;
      gpu.architecture = "Test";
      std::vector<std::string> texts;
      for (const auto& [id, text] : warnings({&gpu, std::nullopt, std::nullopt}, Weights{}, catalog))
        texts.push_back(std::string(id) + ": " + text);
      CHECK(texts == c.expected);
    }
  }
}

TEST_CASE("value and efficiency are speed per 1000 dollars and per kilowatt", "[advice]") {
  Gpu gpu;
  gpu.tdp = Watts{250};
  PriceEstimate price;
  price.today = Usd{400};
  CHECK(value({&gpu, price, 9.0, 1.2}) == 3.0);
  CHECK(efficiency({&gpu, price, 9.0, 1.2}) == 4.8);
  CHECK_FALSE(value({&gpu, std::nullopt, 9.0, 1.2}));
  CHECK_FALSE(value({&gpu, price, 9.0, std::nullopt}));
  gpu.tdp.reset();
  CHECK_FALSE(efficiency({&gpu, price, 9.0, 1.2}));
}
