#include "catalog/form/catalog_writer.hpp"

#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "support/catch2.hpp"
#include "support/test_catalog.hpp"

namespace gpuadvisor {
namespace {

TEST_CASE("a catalog is written in canonical order, without what is unknown", "[catalog]") {
  const Catalog catalog = catalog_from(R"({
    "prices": [{"note": "lowest of 7", "source": "shop", "region": "US", "price_usd": 499.0, "kind": "list",
                "condition": "used", "date": "2026-03", "gpu": "one"}],
    "gpus": [{"source": "shop", "sources": {"tdp_w": "shop"}, "notes": ["A note."], "aliases": ["First", "1st"],
              "slots": 2, "tdp_w": 250.50, "fp32_dual_issue": false, "released": "2020-09-24", "cooling": "open-air",
              "form": "pcie-card", "segment": "consumer", "architecture": "Test", "vendor": "nvidia", "name": "One",
              "id": "one"}],
    "support": [{"vendor": "nvidia", "architecture": "Test", "stack": "cuda-toolkit", "event": "supported-from",
                 "date": "2020", "source": "shop"}],
    "sources": [{"grade": "shop", "publisher": "Shop", "title": "A \"shop\"", "id": "shop"}],
    "reference": {"source": "shop", "half_tflops": 26.9, "bandwidth_gbs": 616, "flops_tflops": 13.45,
                  "tensor_tflops": 53.79, "gpu": "one"},
    "default_workload": "mean",
    "workloads": [{"id": "plain", "title": "Plain", "order": ["half", "bandwidth", "flops", "tensor"],
                   "source": "shop"},
                  {"id": "mean", "title": "Mean", "mean_of": ["plain"], "source": "shop"}],
    "memory_floors": [{"source": "shop", "memory_gb": 12.0, "from": "2023", "workload": "plain"},
                      {"source": "shop", "advised_gb": 16, "memory_gb": 8, "from": "2020-02", "workload": "plain"}],
    "deployment_rules": [{"source": "shop", "terms": "No", "segment": "consumer", "vendor": "one", "deployment": "datacenter"},
                         {"source": "shop", "terms": "No", "segment": "consumer", "vendor": "one", "deployment": "desktop"}]})");
  CHECK(write_catalog(catalog) == R"({
  "schema_version": 1,
  "sources": [
    {
      "id": "shop",
      "title": "A \"shop\"",
      "publisher": "Shop",
      "grade": "shop"
    }
  ],
  "gpus": [
    {
      "id": "one",
      "name": "One",
      "vendor": "nvidia",
      "architecture": "Test",
      "segment": "consumer",
      "form": "pcie-card",
      "cooling": "open-air",
      "released": "2020-09-24",
      "tdp_w": 250.5,
      "slots": 2,
      "aliases": ["First", "1st"],
      "notes": ["A note."],
      "source": "shop",
      "sources": {"tdp_w": "shop"}
    }
  ],
  "prices": [
    {"gpu": "one", "date": "2026-03", "condition": "used", "kind": "list", "price_usd": 499, "region": "US", "source": "shop", "note": "lowest of 7"}
  ],
  "support": [
    {"vendor": "nvidia", "architecture": "Test", "stack": "cuda-toolkit", "event": "supported-from", "date": "2020", "source": "shop"}
  ],
  "reference": {
    "gpu": "one",
    "tensor_tflops": 53.79,
    "flops_tflops": 13.45,
    "bandwidth_gbs": 616,
    "half_tflops": 26.9,
    "source": "shop"
  },
  "default_workload": "mean",
  "workloads": [
    {"id": "plain", "title": "Plain", "order": ["half", "bandwidth", "flops", "tensor"], "source": "shop"},
    {"id": "mean", "title": "Mean", "mean_of": ["plain"], "source": "shop"}
  ],
  "memory_floors": [
    {"workload": "plain", "from": "2020-02", "memory_gb": 8, "advised_gb": 16, "source": "shop"},
    {"workload": "plain", "from": "2023", "memory_gb": 12, "source": "shop"}
  ],
  "deployment_rules": [
    {
      "deployment": "desktop",
      "vendor": "one",
      "segment": "consumer",
      "terms": "No",
      "source": "shop"
    },
    {
      "deployment": "datacenter",
      "vendor": "one",
      "segment": "consumer",
      "terms": "No",
      "source": "shop"
    }
  ]
}
)");
}

TEST_CASE("an empty catalog writes no section", "[catalog]") {
  CHECK(write_catalog(Catalog()) == "{\n  \"schema_version\": 1\n}\n");
}

TEST_CASE("a written catalog loads to the same bytes", "[catalog]") {
  SECTION("a small one") {
    const Catalog catalog = catalog_from(test_document(
        R"("gpus": [)" +
        test_gpu("one", R"(, "released": "2020", "memory_gb": 10.7, "memory_bandwidth_gbs": 0.1, "fp32_tflops": 1e7,
                           "fp32_dual_issue": true, "pcie_gen": "4.0", "devices": 2, "notes": ["\"\\ \u20ac /"],
                           "sources": {"released": "tracker", "memory_gb": "memory"},
                           "further_sources": ["tracker", "memory"])") +
        R"(], "prices": [)" + test_price("one", "2026-03-31", "mixed", 1812.125) + "," +
        test_price("one", "2026", "new", 0.5) + "]"));
    const std::string written = write_catalog(catalog);
    CHECK(write_catalog(catalog_from(written)) == written);
  }
  SECTION("the embedded one") {
    const std::string written = write_catalog(embedded_catalog());
    CHECK((write_catalog(catalog_from(written)) == written));  // in brackets: a failure need not show a megabyte
  }
  SECTION("one that was laid over the embedded one") {
    const std::vector<CatalogLayer> layers = {
        {{"mine.json", R"({"gpus": [{"id": "nvidia-geforce-rtx-3090", "tdp_w": 300, "source": "recalled"}]})"}}};
    const std::string written = write_catalog(load_catalog(embedded_catalog(), layers));
    CHECK(written != write_catalog(embedded_catalog()));
    CHECK((write_catalog(catalog_from(written)) == written));
  }
}

TEST_CASE("single records are written as the data files write them", "[catalog]") {
  const Catalog catalog =
      catalog_from(test_document(R"("gpus": [)" + test_gpu("one", R"(, "memory_gb": 8)") + R"(], "prices": [)" +
                                 test_price("one", "2026", "new", 100) + "]"));
  JsonWriter json;
  json.begin_array();
  write_gpu(json, catalog.gpus()[0]);
  write_price_quote(json, catalog.prices()[0]);
  write_source(json, *catalog.source("memory"));
  json.end_array();
  CHECK(json.take() == R"([
  {
    "id": "one",
    "name": "Name of one",
    "vendor": "nvidia",
    "architecture": "Test",
    "segment": "consumer",
    "form": "pcie-card",
    "memory_gb": 8,
    "source": "shop"
  },
  {"gpu": "one", "date": "2026", "condition": "new", "kind": "shop", "price_usd": 100, "region": "US", "source": "tracker"},
  {
    "id": "memory",
    "title": "Recalled",
    "publisher": "Nobody",
    "grade": "recalled"
  }
]
)");
}

}  // namespace
}  // namespace gpuadvisor
