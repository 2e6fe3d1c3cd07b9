#pragma once

#include <string>
#include <vector>

#include "gpuadvisor/catalog/catalog_loader.hpp"
#include "gpuadvisor/core/error.hpp"

namespace gpuadvisor {

/// A catalog from one JSON document, laid over an empty one.
inline Catalog catalog_from(const std::string& json) {
  const std::vector<CatalogLayer> layers = {{{"test.json", json}}};
  return load_catalog(Catalog(), layers);
}

/// A document with the sources "shop", "tracker" and "memory" (recalled), the guides' workloads, a reference card of
/// 10 TFLOPS and 100 GB/s, hosts that draw 100 W, and the members given, e.g. R"("gpus": [...], "prices": [...])".
inline std::string test_document(const std::string& members) {
  return R"({
    "sources": [
      {"id": "shop", "title": "A shop", "publisher": "Shop", "date": "2026-01", "grade": "shop"},
      {"id": "tracker", "title": "A tracker", "publisher": "Tracker", "date": "2026-01", "grade": "tracker"},
      {"id": "memory", "title": "Recalled", "publisher": "Nobody", "grade": "recalled"}],
    "reference": {"gpu": "reference", "tensor_tflops": 10, "flops_tflops": 10, "bandwidth_gbs": 100, "half_tflops": 10,
                  "source": "shop"},
    "hosts": [
      {"id": "desktop", "title": "desktop", "gpus": 2, "power_w": 100, "power_source": "shop", "source": "shop"},
      {"id": "workstation", "title": "machine for four cards", "gpus": 4, "power_w": 100, "power_source": "shop",
       "source": "shop"}],
    "default_workload": "general",
    "workloads": [
      {"id": "cnn", "title": "CNN", "order": ["tensor", "flops", "bandwidth", "half"], "source": "shop"},
      {"id": "rnn", "title": "RNN", "order": ["bandwidth", "half", "tensor", "flops"], "source": "shop"},
      {"id": "transformer", "title": "Transformer", "order": ["tensor", "flops", "bandwidth", "half"],
       "source": "shop"},
      {"id": "general", "title": "General", "mean_of": ["cnn", "transformer"], "source": "shop"}],
    )" + members +
         "}";
}

/// A GPU record with plain figures; `more` are further members, each with a leading comma.
inline std::string test_gpu(const std::string& id, const std::string& more = "") {
  return R"({"id": ")" + id + R"(", "name": "Name of )" + id +
         R"(", "vendor": "nvidia", "architecture": "Test", "segment": "consumer", "form": "pcie-card",
         "source": "shop")" +
         more + "}";
}

/// A street price record.
inline std::string test_price(const std::string& gpu, const std::string& date, const std::string& condition, double usd,
                              const std::string& source = "tracker", const std::string& kind = "shop") {
  return R"({"gpu": ")" + gpu + R"(", "date": ")" + date + R"(", "condition": ")" + condition + R"(", "kind": ")" +
         kind + R"(", "price_usd": )" + std::to_string(usd) + R"(, "region": "US", "source": ")" + source + R"("})";
}

using Strings = std::vector<std::string>;
using Layers = std::vector<CatalogLayer>;

/// Every problem of the layers as "file:line: pointer: message".
inline Strings problems_of(const Layers& layers) {
  Strings texts;
  try {
    (void)load_catalog(Catalog(), layers);
  } catch (const DataError& error) {
    for (const auto& problem : error.problems()) texts.push_back(problem.text());
  }
  return texts;
}

/// The problems of one document, test.json.
inline Strings problems_of(const std::string& json) { return problems_of(Layers{{{"test.json", json}}}); }

/// A document whose first line holds the members that every other member may refer to, so that `members` begin on
/// line 2: the source "shop" and nothing else.
inline std::string on_line_two(const std::string& members) {
  return R"({"sources": [{"id": "shop", "title": "A shop", "publisher": "Shop", "grade": "shop"}],)"
         "\n" +
         members + "}";
}

}  // namespace gpuadvisor
