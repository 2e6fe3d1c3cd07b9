#pragma once

#include <string>

#include "gpuadvisor/advice/request.hpp"
#include "support/test_catalog.hpp"
#include "support/test_support.hpp"

namespace gpuadvisor {

/// A GPU of `gb` that scores `speed`; `more` are further members, each with a leading comma.
inline std::string test_card(const std::string& id, double gb, double speed = 1, const std::string& more = "") {
  return test_gpu(id, R"(, "memory_gb": )" + std::to_string(gb) + R"(, "fp32_tflops": )" + std::to_string(speed * 10) +
                          R"(, "memory_bandwidth_gbs": )" + std::to_string(speed * 100) + more);
}

/// A street price of a used one on 2026-06-30.
/// Sold, which sets no price of today: it is carried.
inline std::string test_sold(const std::string& gpu, double usd) {
  return test_price(gpu, "2026-06-30", "used", usd, "tracker", "sold");
}

inline std::string test_used(const std::string& gpu, double usd) { return test_price(gpu, "2026-06-30", "used", usd); }

/// A catalog with test_support() in which CNNs need 8 GB, and "A tracker" advises 24; RNNs need 4.
inline Catalog test_market(const Strings& gpus, const Strings& prices) {
  const auto joined = [](const Strings& records) {
    std::string list;
    for (const auto& record : records) list += (list.empty() ? "" : ",") + record;
    return list;
  };
  return catalog_from(test_document("\"gpus\": [" + joined(gpus) + "], \"prices\": [" + joined(prices) + "], " +
                                    test_support() +
                                    R"(, "memory_floors": [
        {"workload": "cnn", "from": "2020", "memory_gb": 8, "advised_gb": 24, "source": "tracker"},
        {"workload": "rnn", "from": "2020", "memory_gb": 4, "source": "tracker"}])"));
}

/// One card that "fits", others that miss one default constraint or two. Only "dear" costs more than $1000, "ended" is
/// sold new and used.
inline Catalog test_market() {
  return test_market({test_card("fits", 8), test_card("small", 6), test_card("ended", 8, 2, k_support_ended),
                      test_card("ended-slow", 24, 0.5, k_support_ended), test_card("passive", 8, 1, k_passive),
                      test_card("small-passive", 4, 1, k_passive), test_card("dear", 8, 9, k_support_ended)},
                     {test_used("fits", 400), test_used("small", 300), test_used("ended", 500),
                      test_used("ended-slow", 100), test_used("passive", 400), test_used("small-passive", 50),
                      test_used("dear", 1001), test_price("ended", "2026-06", "new", 900)});
}

/// A request for training CNNs.
inline Request test_request(const Catalog& catalog) {
  Request request;
  request.workload = "cnn";
  request.weights = weights_of(*catalog.workload("cnn"), catalog);
  return request;
}

}  // namespace gpuadvisor
