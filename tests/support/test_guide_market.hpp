#pragma once

#include <string>

#include "support/test_catalog.hpp"

namespace gpuadvisor {

/// A card whose four criteria are those of the reference card times `speed`, so that this is its priority score.
inline std::string guide_card(const std::string& id, double speed, double gb, const std::string& released = "2025") {
  const auto figure = [](const std::string& key, double value) {
    return ", \"" + key + "\": " + std::to_string(value);
  };
  return test_gpu(id, figure("fp16_tensor_tflops", 10 * speed) + figure("fp32_tflops", 10 * speed) +
                          figure("fp16_vector_tflops", 10 * speed) + figure("memory_bandwidth_gbs", 100 * speed) +
                          figure("memory_gb", gb) + ", \"cooling\": \"open-air\", \"released\": \"" + released + "\"");
}

/// Eight cards, "a" to "h", on sale in January 2026: the n-th has n times the speed of the first for n times $100, and
/// 4, 4, 6, 6, 8, 8, 16 and 16 GB. "unpriced" has no price; "later" came out and was on sale in June 2026. The guide
/// "guide" of 31 January 2026 advises against "h". `more` are further members, with a leading comma.
inline Catalog guide_market(const std::string& more = "") {
  const double memory[] = {4, 4, 6, 6, 8, 8, 16, 16};
  std::string gpus = guide_card("unpriced", 1, 24) + ", " + guide_card("later", 9, 24, "2026-05");
  std::string prices = test_price("later", "2026-06-30", "new", 50);
  for (int i = 0; i < 8; ++i) {
    const std::string id(1, static_cast<char>('a' + i));
    gpus += ", " + guide_card(id, 0.1 * (i + 1), memory[i]);
    prices += ", " + test_price(id, "2026-01", i % 2 == 0 ? "new" : "used", 100 * (i + 1));
  }
  return catalog_from(test_document("\"gpus\": [" + gpus + "], \"prices\": [" + prices + R"(],
      "support": [{"vendor": "nvidia", "architecture": "Test", "stack": "cuda-toolkit", "event": "supported-from",
                   "version": "1", "date": "2010", "source": "shop"}],
      "guides": [{"id": "guide", "title": "The guide", "author": "A", "date": "2026-01-31", "source": "shop"},
                 {"id": "other", "title": "Another", "author": "B", "date": "2026-01-31", "source": "shop"},
                 {"id": "undated", "title": "Undated", "author": "A", "source": "shop"}],
      "avoidances": [{"guide": "guide", "id": "h", "what": "h", "gpus": ["h"], "reason": "too dear", "source": "shop"}],
      "persona_types": [
        {"id": "fast", "title": "Fast", "workload": "cnn", "rank_by": "performance", "reason": "R."},
        {"id": "cheap", "title": "Cheap", "workload": "cnn", "rank_by": "price", "reason": "R."},
        {"id": "half", "title": "Half", "workload": "cnn", "budget_share": 0.5, "rank_by": "performance", "reason": "R."},
        {"id": "roomy", "title": "Roomy", "workload": "cnn", "memory_share": 0.5, "rank_by": "price", "reason": "R."},
        {"id": "floor", "title": "Floor", "workload": "rnn", "min_memory_gb": 6, "rank_by": "price", "reason": "R."},
        {"id": "heeding", "title": "Heeding", "workload": "cnn", "rank_by": "performance", "heeds_avoidances": true,
         "reason": "R."},
        {"id": "none", "title": "None", "workload": "cnn", "rank_by": "performance", "buys_none": true, "reason": "R."}])" +
                                    more));
}

}  // namespace gpuadvisor
