#pragma once

#include <string>

namespace gpuadvisor {

/// A record of software support; `more` are further members, each with a leading comma.
inline std::string test_event(const std::string& stack, const std::string& event, const std::string& date,
                              const std::string& more = "", const std::string& vendor = "nvidia") {
  return R"({"vendor": ")" + vendor + R"(", "architecture": "Test", "stack": ")" + stack + R"(", "event": ")" + event +
         R"(", "date": ")" + date + R"(", "source": "shop")" + more + "}";
}

/// The member "support" of a document, for the architecture of test_gpu(): CUDA dropped compute capability 5.0 in 2018
/// and supports 8.0, and what has none, from 2020 on.
inline std::string test_support() {
  return R"("support": [)" + test_event("cuda-toolkit", "supported-from", "2014", R"(, "targets": ["5.0"])") + "," +
         test_event("cuda-toolkit", "dropped", "2018", R"(, "targets": ["5.0"], "version": "9.0")") + "," +
         test_event("cuda-toolkit", "supported-from", "2020", R"(, "targets": ["8.0"])") + "]";
}

/// Of test_gpu(): a card that CUDA no longer runs on, by test_support().
inline const std::string k_support_ended = R"(, "compute_capability": "5.0")";

/// Of test_gpu(): a card that needs a server's air flow.
inline const std::string k_passive = R"(, "cooling": "passive")";

}  // namespace gpuadvisor
