#pragma once

#include "support/test_catalog.hpp"

namespace gpuadvisor {

/// Cards, what they cost in dollars of June 2026, how they scale, and two guides of 2026-01:
/// - "hot": 250 W, 2 slots, open air, 11 GB, used $300; "wide": 350 W, 3 slots, open air, 24 GB, used $700;
/// - "cool": 175 W, 2 slots, of architecture Warm, no price; "blown": a blower.
/// The first guide names "hot" and "cool" and an architecture, the other one any card.
inline Catalog build_catalog() {
  const auto card = [](const std::string& id, const std::string& figures) { return test_gpu(id, ", " + figures); };
  const auto with_architecture = [](std::string gpu) { return gpu.replace(gpu.find("\"Test\""), 6, "\"Warm\""); };
  const std::string speeds =
      R"("fp32_tflops": 10, "memory_bandwidth_gbs": 100, "fp16_tensor_tflops": 10, "tensor_cores": 8)";
  return catalog_from(test_document(
      R"("gpus": [)" +
      card("hot", R"("cooling": "open-air", "memory_gb": 11, )" + speeds + R"(, "tdp_w": 250, "slots": 2)") + "," +
      card("wide", R"("cooling": "open-air", "memory_gb": 24, )" + speeds + R"(, "tdp_w": 350, "slots": 3)") + "," +
      with_architecture(
          card("cool", R"("cooling": "open-air", "memory_gb": 8, )" + speeds + R"(, "tdp_w": 175, "slots": 2)")) +
      "," + with_architecture(card("plain", R"("cooling": "open-air", )" + speeds + R"(, "slots": 2)")) + "," +
      card("blown", R"("cooling": "blower", "memory_gb": 11, "tdp_w": 250, "slots": 2)") + R"(], "prices": [)" +
      test_price("hot", "2026-06-30", "used", 300) + "," + test_price("wide", "2026-06-30", "used", 700) + "," +
      test_price("wide", "2026-06-01", "new", 900) +
      R"(],
      "speedups": [
        {"workload": "cnn", "count": 2, "basis": "measured", "speedup": 1.9, "low": 1.8, "high": 2, "measurements": 10,
         "sources": ["tracker"]},
        {"workload": "cnn", "count": 4, "basis": "measured", "speedup": 3.6, "sources": ["tracker"]},
        {"workload": "cnn", "count": 4, "basis": "guide", "speedup": 3.5, "sources": ["shop"]}],
      "guides": [{"id": "one", "title": "The one guide", "author": "A", "source": "shop"},
                 {"id": "other", "title": "The other guide", "author": "B", "source": "shop"}],
      "deployment_rules": [{"deployment": "datacenter", "vendor": "nvidia", "segment": "consumer", "terms": "Not there",
                            "source": "shop"}],
      "cooling_rules": [
        {"guide": "one", "id": "hot", "gpus": ["hot"], "cooling": "open-air", "adjacent_from": 2, "advises": "blower",
         "says": "Hot side by side.", "source": "shop"},
        {"guide": "one", "id": "cool", "gpus": ["cool"], "cooling": "open-air", "adjacent_from": 3,
         "fewer_are_fine": true, "says": "Two are fine.", "source": "shop"},
        {"guide": "one", "id": "others", "architectures": ["Warm", "Test"], "vendor": "nvidia", "cooling": "open-air",
         "adjacent_from": 2, "possible": true, "says": "Others may.", "source": "shop"},
        {"guide": "other", "id": "any", "cooling": "open-air", "adjacent_from": 2, "says": "Any card.",
         "source": "shop"}],
      "power_limits": [
        {"guide": "one", "gpu": "hot", "limit_w": 190, "says": "Cooler.", "source": "shop"},
        {"guide": "one", "gpu": "hot", "limit_w": 200, "speed": 0.93, "measured": "one network",
         "says": "7 % slower.", "source": "shop"},
        {"guide": "one", "gpu": "wide", "limit_w": 300, "says": "Saves 50 W.", "source": "shop"}],
      "power_supply_rules": [
        {"guide": "one", "gpu": "wide", "count": 4, "supply_w": 1600, "limit_w": 300, "enough": true,
         "says": "Just enough.", "source": "shop"}],
      "guide_rules": [
        {"guide": "one", "id": "many", "topic": "several-gpus", "says": "For three or four.", "count_from": 3,
         "count_to": 4, "source": "shop"},
        {"guide": "one", "id": "hot", "topic": "power", "says": "Of the hot one.", "gpus": ["hot"], "source": "shop"},
        {"guide": "one", "id": "rnn", "topic": "several-gpus", "says": "Of RNNs.", "workloads": ["rnn"],
         "source": "shop"},
        {"guide": "one", "id": "memory", "topic": "memory", "says": "Of memory.", "source": "shop"}],
      "cluster_mixes": [
        {"guide": "one", "id": "range", "title": "Range", "shares_of": "GPUs",
         "parts": [{"gpus": ["wide"], "share": 0.66, "share_to": 0.8},
                   {"gpus": ["hot"], "share": 0.2, "share_to": 0.33}], "says": "Mix.", "source": "shop"},
        {"guide": "one", "id": "nodes", "title": "Nodes", "gpus_below": 128, "shares_of": "nodes", "gpus_per_node": 8,
         "parts": [{"gpus": ["wide"], "share": 0.66}, {"gpus": ["hot"], "share": 0.33}], "says": "Nodes.",
         "source": "shop"},
        {"guide": "other", "id": "money", "title": "Money", "gpus_from": 20, "shares_of": "budget",
         "parts": [{"gpus": ["wide"], "share": 1}], "says": "Money.", "source": "shop"}])"));
}

}  // namespace gpuadvisor
