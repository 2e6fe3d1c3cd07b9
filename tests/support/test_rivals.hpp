#pragma once

#include <string>

#include "support/test_market.hpp"

namespace gpuadvisor {

/// A GPU of `gb` that has the given ratios to the reference card.
inline std::string test_ratios(const std::string& id, double gb, double tensor, double bandwidth,
                               const std::string& more = "") {
  return test_gpu(id, R"(, "memory_gb": )" + std::to_string(gb) + R"(, "fp32_tflops": 10, "fp16_tensor_tflops": )" +
                          std::to_string(tensor * 10) + R"(, "memory_bandwidth_gbs": )" +
                          std::to_string(bandwidth * 100) + more);
}

/// Three cards that differ from the reference card in two criteria. In ln 2, by tensor > flops > bandwidth > half:
///
///             ln ratios     running means      score, as a power of 2 under (25, 13, 7, 3) / 48
///   matrix    1, 0, 0, 0    1, 1/2, 1/3, 1/4   25/48: 1.435, in the step from 1.331
///   memory    0, 0, 3, 0    0, 0, 1, 3/4       21/48: 1.354, in the same
///   plain     0, 0, 0, 0    0, 0, 0, 0         0: 1, in the step from 1
///
/// The first two are in one step of 10 %, and "matrix" has more memory. A "dear" one of all has no price that fits
/// $1000.
inline Catalog test_rivals(double usd_of_memory = 380) {
  return test_market({test_ratios("matrix", 12, 2, 1), test_ratios("memory", 8, 1, 8), test_ratios("plain", 8, 1, 1),
                      test_ratios("dear", 8, 9, 9)},
                     {test_used("matrix", 400), test_used("memory", usd_of_memory), test_used("plain", 250),
                      test_price("plain", "2026-06", "new", 300), test_used("dear", 2000)});
}

/// A request for up to $1000.
inline Request test_rivals_request(const Catalog& catalog) {
  Request request = test_request(catalog);
  request.budget = Usd{1000};
  return request;
}

/// A measured speed for CNNs.
inline std::string test_score(const std::string& gpu, double index, double low, double high) {
  return R"({"gpu": ")" + gpu + R"(", "workload": "cnn", "precision": "fp16", "index": )" + std::to_string(index) +
         R"(, "low": )" + std::to_string(low) + R"(, "high": )" + std::to_string(high) +
         R"(, "measurements": 1, "sources": ["tracker"]})";
}

/// test_rivals() with measured speeds: the intervals of "matrix" and "memory" overlap, that of "plain" is apart.
inline Catalog test_measured_rivals() {
  const CatalogLayer layer = {{"scores.json", R"({"scores": [)" + test_score("matrix", 1.5, 1.3, 1.7) + "," +
                                                  test_score("memory", 1.25, 1.1, 1.4) + "," +
                                                  test_score("plain", 1, 0.9, 1.1) + "]}"}};
  return load_catalog(test_rivals(), std::vector<CatalogLayer>{layer});
}

}  // namespace gpuadvisor
