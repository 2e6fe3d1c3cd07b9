#include "gpuadvisor/catalog/source_usage.hpp"

#include "support/catch2.hpp"
#include "support/test_benchmarks.hpp"
#include "support/test_catalog.hpp"

namespace gpuadvisor {
namespace {

/// Two GPUs of the architecture "Test"; of the first, memory and power are from elsewhere.
Catalog test_sources() {
  return catalog_from(test_document(
      R"("gpus": [)" +
      test_gpu("one", R"(, "memory_gb": 8, "tdp_w": 200, "fp32_tflops": 10, "slots": 2, "aliases": ["First"],
                         "sources": {"memory_gb": "tracker", "tdp_w": "memory"}, "further_sources": ["tracker"])") +
      "," + test_gpu("two", R"(, "memory_gb": 16, "further_sources": ["tracker"])") + R"(], "prices": [)" +
      test_price("one", "2025-03-01", "used", 100) + "," + test_price("one", "2024-06", "used", 110) + "," +
      test_price("two", "2026-01-02", "new", 500, "shop") + R"(],
      "support": [
        {"vendor": "nvidia", "architecture": "Test", "stack": "cuda-toolkit", "event": "supported-from",
         "date": "2024-01-01", "source": "shop"},
        {"vendor": "nvidia", "architecture": "Test", "stack": "cuda-toolkit", "event": "dropped",
         "date": "2026-01-01", "source": "shop"},
        {"vendor": "nvidia", "architecture": "Other", "stack": "cuda-toolkit", "event": "supported-from",
         "date": "2024-01-01", "source": "shop"}],
      "memory_floors": [{"workload": "cnn", "from": "2025-01", "memory_gb": 8, "source": "tracker"}],
      "scores": [
        {"gpu": "one", "workload": "cnn", "precision": "fp16", "index": 1, "low": 0.9, "high": 1.1, "measurements": 2,
         "sources": ["tracker", "shop"]},
        {"gpu": "one", "workload": "rnn", "precision": "fp16", "index": 1, "low": 0.9, "high": 1.1, "measurements": 2,
         "sources": ["tracker"]}],
      "deployment_rules": [{"deployment": "datacenter", "vendor": "nvidia", "segment": "consumer", "terms": "No",
                            "source": "memory"}],
      "host_parts": [{"item": "ram-kit", "spec": "DDR5 32 GB", "condition": "new", "date": "2026", "price_usd": 300,
                      "source": "shop"}],
      "host_power": [{"system": "PC", "gpu": "one", "gpu_count": 1, "watts": 400, "what": "peak", "date": "2026",
                      "source": "shop"}],
      "circuits": [{"id": "us", "volts": 120, "amperes": 15, "peak_w": 1800, "rule": "NEC", "source": "memory"}],
      "features": [{"id": "fast", "title": "Fast", "does": "Runs.", "source": "memory"}],
      "architecture_features": [
        {"feature": "fast", "vendor": "nvidia", "architectures": ["Other", "Test"], "has": "no", "source": "memory"},
        {"feature": "fast", "vendor": "nvidia", "architectures": ["Other"], "has": "yes", "source": "memory"},
        {"feature": "fast", "vendor": "amd", "architectures": ["Test"], "has": "yes", "source": "memory"}],
      "models": [{"id": "net", "name": "Net", "kind": "decoder", "parameters_m": 1, "source": "memory"}],
      "speedups": [{"workload": "cnn", "count": 2, "basis": "guide", "speedup": 1.9, "sources": ["tracker"]}])"));
}

const SourceUsage& usage_of(const std::vector<SourceUsage>& all, std::string_view id) {
  return *std::find_if(all.begin(), all.end(), [&](const SourceUsage& usage) { return usage.source->id == id; });
}

using Keys = std::vector<std::string_view>;

TEST_CASE("each source is told with what it supplies to the catalog", "[catalog]") {
  const Catalog catalog = test_sources();
  const std::vector<Measurement> rows = {test_row("sheet", "one", "resnet", Precision::fp16, 1),
                                         test_row("sheet", "two", "resnet", Precision::fp16, 2),
                                         test_row("sheet", "unknown", "resnet", Precision::fp16, 3)};
  const auto all = source_usage(catalog, rows);
  REQUIRE(all.size() == 3);

  const SourceUsage& shop = usage_of(all, "shop");
  CHECK(shop.gpus == 2);
  CHECK(shop.figures == 5);  // architecture, FP32 and slots of one; architecture and memory of two
  CHECK(shop.fields == Keys{"architecture", "memory_gb", "fp32_tflops", "slots"});
  CHECK(shop.compared == 0);
  CHECK(shop.prices == 1);
  CHECK(shop.first_price == PartialDate(2026, 1, 2));
  CHECK(shop.last_price == PartialDate(2026, 1, 2));
  CHECK(shop.measurements == 2);  // not that of a GPU that the catalog does not have
  CHECK(shop.scored_gpus == 1);
  CHECK(shop.speedups == 0);
  CHECK(shop.support_events == 3);
  CHECK(shop.hosts == 4);  // with the two of every test document
  CHECK(shop.rules == 5);  // four workloads, the reference card

  const SourceUsage& tracker = usage_of(all, "tracker");
  CHECK(tracker.gpus == 1);
  CHECK(tracker.fields == Keys{"memory_gb"});
  CHECK(tracker.compared == 2);
  CHECK(tracker.prices == 2);
  CHECK(tracker.first_price == PartialDate(2024, 6));
  CHECK(tracker.last_price == PartialDate(2025, 3, 1));
  CHECK(tracker.scored_gpus == 1);  // one GPU, for two workloads
  CHECK(tracker.speedups == 1);
  CHECK(tracker.rules == 1);

  CHECK(usage_of(all, "memory").fields == Keys{"tdp_w"});
  CHECK(usage_of(all, "memory").networks == 1);
  CHECK(usage_of(all, "memory").rules == 5);  // a deployment rule, a feature and three statements on it
}

TEST_CASE("of one GPU, sources count for what is about it", "[catalog]") {
  const Catalog catalog = test_sources();
  const std::vector<Measurement> rows = {test_row("sheet", "one", "resnet", Precision::fp16, 1)};
  const auto all = source_usage(catalog, rows, {catalog.gpu("two"), {}});
  const SourceUsage& shop = usage_of(all, "shop");
  CHECK(shop.fields == Keys{"architecture", "memory_gb"});
  CHECK(shop.prices == 1);
  CHECK(shop.support_events == 2);
  CHECK(shop.measurements + shop.scored_gpus + shop.rules == 0);
  const SourceUsage& tracker = usage_of(all, "tracker");
  CHECK(tracker.compared == 1);
  CHECK(tracker.prices + tracker.gpus + tracker.speedups + tracker.rules == 0);
  CHECK(tracker.is_used());
  CHECK(usage_of(all, "memory").rules == 1);  // what is said of its architecture
}

TEST_CASE("sources are told by grade, then id", "[catalog]") {
  const Catalog catalog = test_sources();
  std::vector<std::pair<SourceGrade, std::string_view>> order;
  for (const SourceUsage& usage : source_usage(catalog, {})) order.emplace_back(usage.source->grade, usage.source->id);
  CHECK(order.size() == 3);
  CHECK(std::is_sorted(order.begin(), order.end()));
  CHECK(order.front().second == "tracker");  // the grades: tracker, shop, recalled
}

TEST_CASE("of an earlier day, what was not known by then does not count", "[catalog]") {
  const Catalog all = test_sources();
  const Day day = PartialDate(2024, 12, 31).last_day();
  std::vector<Measurement> rows = {test_row("sheet", "one", "resnet", Precision::fp16, 1)};  // of 2020
  rows.push_back(rows.front());
  rows.back().published = PartialDate(2025);
  const Catalog then = all.known_by(day);
  REQUIRE(then.gpus().size() == 1);  // two has no price by then
  const auto usage = source_usage(then, rows, {nullptr, day});
  CHECK(usage_of(usage, "shop").gpus == 1);
  CHECK(usage_of(usage, "shop").measurements == 1);
  CHECK(usage_of(usage, "shop").support_events == 2);
  CHECK(usage_of(usage, "tracker").prices == 1);
  CHECK(usage_of(usage, "tracker").rules == 0);  // the floor is of 2025
}

}  // namespace
}  // namespace gpuadvisor
