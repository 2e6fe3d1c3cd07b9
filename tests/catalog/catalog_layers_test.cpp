#include "gpuadvisor/catalog/catalog_loader.hpp"

#include <algorithm>

#include "gpuadvisor/catalog/feature.hpp"
#include "gpuadvisor/catalog/memory_floor.hpp"
#include "support/catch2.hpp"
#include "support/test_catalog.hpp"

namespace gpuadvisor {
namespace {

/// Both layers, first "shop"'s GPU "one" with 8 GB and 100 GB/s (the latter from "tracker"), then `overlay`.
Catalog overlaid(const std::string& overlay) {
  const Layers layers = {
      {{"base.json", test_document(R"("gpus": [)" + test_gpu("one", R"(, "memory_gb": 8, "memory_bandwidth_gbs": 100,
                                         "sources": {"memory_bandwidth_gbs": "tracker"}, "aliases": ["First"])") +
                                   R"(], "prices": [)" + test_price("one", "2026-01", "new", 400) + "]")}},
      {{"overlay.json", overlay}}};
  return load_catalog(Catalog(), layers);
}

TEST_CASE("a later layer replaces the figures it gives, and those take its source", "[catalog]") {
  const Catalog catalog = overlaid(R"({"gpus": [{"id": "one", "memory_gb": 12, "source": "memory"}]})");
  REQUIRE(catalog.gpus().size() == 1);
  const Gpu& gpu = catalog.gpus()[0];
  CHECK(gpu.memory.value().value() == 12);
  CHECK(gpu.memory_bandwidth.value().value() == 100);
  CHECK(gpu.name == "Name of one");
  CHECK(source_of(gpu, "memory_gb") == "memory");
  CHECK(source_of(gpu, "memory_bandwidth_gbs") == "tracker");
  CHECK(source_of(gpu, "name") == "shop");
  CHECK(gpu.source == "shop");
  CHECK(catalog.prices_of(gpu).size() == 1);
}

TEST_CASE("a replaced figure loses the source that it had of its own", "[catalog]") {
  const Catalog catalog = overlaid(R"({"gpus": [{"id": "one", "memory_bandwidth_gbs": 120, "source": "shop"}]})");
  CHECK(catalog.gpus()[0].memory_bandwidth.value().value() == 120);
  CHECK(source_of(catalog.gpus()[0], "memory_bandwidth_gbs") == "shop");
  CHECK(catalog.gpus()[0].sources.empty());
}

TEST_CASE("a layer's own exceptions count for the figures it replaces", "[catalog]") {
  const Catalog catalog = overlaid(R"({"gpus": [{"id": "one", "memory_gb": 12, "tdp_w": 200, "source": "memory",
                                                 "sources": {"tdp_w": "tracker"}}]})");
  CHECK(source_of(catalog.gpus()[0], "memory_gb") == "memory");
  CHECK(source_of(catalog.gpus()[0], "tdp_w") == "tracker");
  CHECK(source_of(catalog.gpus()[0], "memory_bandwidth_gbs") == "tracker");
  CHECK(source_of(catalog.gpus()[0], "name") == "shop");
}

TEST_CASE("a layer replaces lists and enumerations too", "[catalog]") {
  const Catalog catalog =
      overlaid(R"({"gpus": [{"id": "one", "aliases": ["Uno", "Un"], "segment": "datacenter", "source": "shop"}]})");
  REQUIRE(catalog.gpus()[0].aliases.size() == 2);
  CHECK(catalog.gpus()[0].aliases[0] == "Uno");
  CHECK(catalog.gpus()[0].segment == Segment::datacenter);
}

TEST_CASE("a layer may replace sources, workloads and the reference", "[catalog]") {
  const Catalog catalog = overlaid(R"({
      "sources": [{"id": "shop", "title": "Another title"}],
      "workloads": [{"id": "cnn", "title": "Images", "source": "memory"}],
      "default_workload": "rnn",
      "reference": {"gpu": "one", "tensor_tflops": 1, "flops_tflops": 2, "bandwidth_gbs": 3, "half_tflops": 4,
                    "source": "memory"}})");
  CHECK(catalog.source("shop")->title == "Another title");
  CHECK(catalog.source("shop")->publisher == "Shop");
  CHECK(catalog.workload("cnn")->title == "Images");
  CHECK(catalog.workload("cnn")->order.has_value());
  CHECK(catalog.records<Workload>().size() == 4);
  CHECK(catalog.default_workload() == "rnn");
  CHECK(catalog.reference().value().gpu == "one");
  CHECK(catalog.reference().value().half.value() == 4);
}

TEST_CASE("a layer that replaces figures must say where they are from", "[catalog]") {
  const Layers layers = {{{"base.json", on_line_two("\"gpus\": [" + test_gpu("one") + "]")}},
                         {{"overlay.json", "{\n\"gpus\": [\n{\"id\": \"one\", \"memory_gb\": 12}]}"}}};
  CHECK(problems_of(layers) ==
        Strings{"overlay.json:3: /gpus/0: expected a field \"source\" for the figures that are replaced, found none"});
}

TEST_CASE("a new record in a later layer must be complete", "[catalog]") {
  const Layers layers = {
      {{"base.json", on_line_two("\"gpus\": [" + test_gpu("one") + "]")}},
      {{"overlay.json",
        R"({"gpus": [{"id": "two", "vendor": "x", "architecture": "x", "segment": "cloud", "form": "soc",
                      "source": "shop"}]})"}}};
  CHECK(problems_of(layers) == Strings{"overlay.json:1: /gpus/0: expected a field \"name\", found none"});
}

TEST_CASE("of two layers the later one wins", "[catalog]") {
  const CatalogLayer base = {{"base.json", on_line_two("\"gpus\": [" + test_gpu("one") + "]")}};
  const CatalogLayer twelve = {{"12.json", R"({"gpus": [{"id": "one", "memory_gb": 12, "source": "shop"}]})"}};
  const CatalogLayer sixteen = {{"16.json", R"({"gpus": [{"id": "one", "memory_gb": 16, "source": "shop"}]})"}};
  CHECK(load_catalog(Catalog(), Layers{base, twelve, sixteen}).gpus()[0].memory.value().value() == 16);
  CHECK(load_catalog(Catalog(), Layers{base, sixteen, twelve}).gpus()[0].memory.value().value() == 12);
}

TEST_CASE("the order of documents within a layer does not matter", "[catalog]") {
  const CatalogDocument prices = {"a.json", R"({"prices": [)" + test_price("one", "2026", "new", 100, "shop") + "]}"};
  const CatalogDocument gpus = {"b.json", R"({"gpus": [)" + test_gpu("one") + "]}"};
  const CatalogDocument sources = {
      "c.json", R"({"sources": [{"id": "shop", "title": "A shop", "publisher": "Shop", "grade": "shop"}]})"};
  CHECK(problems_of(Layers{{prices, gpus, sources}}) == Strings{});
  CHECK(problems_of(Layers{{sources, gpus, prices}}) == Strings{});
}

TEST_CASE("equal prices collapse, within a layer and between layers", "[catalog]") {
  const auto price = [](const std::string& more) {
    return R"({"gpu": "one", "date": "2026-01", "condition": "new", "kind": "shop", "price_usd": 400,
               "region": "US", "source": "tracker")" +
           more + "}";
  };
  CHECK(overlaid(R"({"prices": [)" + price("") + "]}").prices().size() == 1);
  CHECK(overlaid(R"({"prices": [)" + price("") + "," + price("") + "]}").prices().size() == 1);
  CHECK(overlaid(R"({"prices": [)" + price(R"(, "note": "lowest of 7")") + "]}").prices().size() == 2);
  CHECK(overlaid(R"({"prices": [)" + test_price("one", "2026-01", "new", 400, "shop") + "]}").prices().size() == 2);
  CHECK(overlaid(R"({"prices": [)" + test_price("one", "2026-01-01", "new", 400) + "]}").prices().size() == 2);
}

TEST_CASE("a floor of memory and a figure of a feature take the place of those with their key", "[catalog]") {
  const Catalog base = catalog_from(test_document(R"(
      "memory_floors": [{"workload": "cnn", "from": "2020-02", "memory_gb": 8, "source": "shop"},
                        {"workload": "cnn", "from": "2023-01", "memory_gb": 12, "source": "shop"}],
      "features": [{"id": "fast", "title": "Fast", "does": "It is.", "source": "shop"}],
      "feature_figures": [{"feature": "fast", "what": "rate", "value": 2, "source": "shop"}])"));
  const Catalog catalog = load_catalog(base, Layers{{{"overlay.json", R"({
      "memory_floors": [{"workload": "cnn", "from": "2023-01", "memory_gb": 6, "source": "tracker"}],
      "feature_figures": [{"feature": "fast", "what": "rate", "value": 3, "source": "tracker"},
                          {"feature": "fast", "what": "units", "value": 4, "source": "tracker"}]})"}}});
  const auto floors = catalog.records<MemoryFloor>();
  REQUIRE(floors.size() == 2);
  CHECK(floors[0].memory == Gibibytes{8});
  CHECK(floors[1].memory == Gibibytes{6});
  const auto figures = catalog.records<FeatureFigure>();
  REQUIRE(figures.size() == 2);
  CHECK(figures[0].value.value() == 3);
}

TEST_CASE("a layer leaves out what the layers below say, and not what it says itself", "[catalog]") {
  const Catalog base = catalog_from(test_document(R"("gpus": [)" + test_gpu("one") + R"(],
      "prices": [)" + test_price("one", "2026-01", "new", 400) +
                                                  "," + test_price("one", "2026-01", "new", 9, "shop") +
                                                  R"(], "speedups": [
        {"workload": "cnn", "count": 2, "basis": "guide", "speedup": 1.9, "sources": ["shop"]},
        {"workload": "cnn", "count": 4, "basis": "guide", "speedup": 3.5, "sources": ["shop", "tracker"]},
        {"workload": "rnn", "count": 4, "basis": "guide", "speedup": 3, "sources": ["shop"]}])"));
  const auto with = [&](const std::string& overlay) { return load_catalog(base, Layers{{{"overlay.json", overlay}}}); };

  const Catalog four = with(R"({"leave_out": {"speedups": [{"count": 4}]}})");
  REQUIRE(four.records<Speedup>().size() == 1);
  CHECK(four.records<Speedup>()[0].count == 2);
  CHECK(with(R"({"leave_out": {"speedups": [{"count": 4, "sources": "tracker"}]}})").records<Speedup>().size() == 2);
  const Catalog cheap = with(R"({"leave_out": {"prices": [{"source": "shop", "kind": "shop"}]}})");
  REQUIRE(cheap.prices().size() == 1);
  CHECK(cheap.prices()[0].price.value() == 400);
  const Catalog other = with(R"({"leave_out": {"speedups": [{"workload": "cnn"}]}, "speedups": [
      {"workload": "cnn", "count": 4, "basis": "guide", "speedup": 2, "sources": ["shop"]}]})");
  REQUIRE(other.records<Speedup>().size() == 2);
  CHECK(other.records<Speedup>()[0].speedup.value() == 2);
}

TEST_CASE("what cannot be left out is told", "[catalog]") {
  const CatalogLayer base = {{"base.json", on_line_two(R"("gpus": [)" + test_gpu("one") + "]")}};
  const auto problems = [&](const std::string& list) {
    return problems_of(Layers{base, {{"overlay.json", R"({"leave_out": )" + list + "}"}}});
  };
  const std::pair<std::string, std::string> cases[] = {
      {R"({"gpus": [{"id": "one"}]})", R"(/leave_out/gpus: unknown field "gpus")"},
      {R"({"prices": [{}]})",
       "/leave_out/prices/0: expected at least one field of the records to leave out, found none"},
      {R"({"prices": [{"condtion": "new"}]})",
       R"(/leave_out/prices/0/condtion: unknown field "condtion", did you mean "condition"?)"},
      {R"({"prices": [{"condition": true}]})",
       "/leave_out/prices/0/condition: expected a text or a number, found true"},
      {R"({"prices": [{"condition": "new"}]})",
       R"(/leave_out/prices/0: no record of "prices" in the layers below has these values)"},
  };
  for (const auto& [list, expected] : cases) {
    CHECK(problems(list) == Strings{"overlay.json:1: " + expected});
  }
}

TEST_CASE("prices stand by GPU, condition, kind, date and price", "[catalog]") {
  const Catalog catalog = catalog_from(
      test_document(R"("gpus": [)" + test_gpu("two") + "," + test_gpu("one") + R"(], "prices": [)" +
                    test_price("two", "2026-01", "new", 1) + "," + test_price("one", "2026-01", "used", 2) + "," +
                    test_price("one", "2026-02", "new", 3) + "," + test_price("one", "2026-01", "new", 5) + "," +
                    test_price("one", "2026-01", "new", 4) + "," + test_price("one", "2020", "new", 6, "shop", "list") +
                    "," + test_price("one", "2020", "mixed", 7) + "]"));
  std::vector<double> prices;
  for (const Price& price : catalog.prices()) prices.push_back(price.price.value());
  CHECK(prices == std::vector<double>{4, 5, 3, 6, 2, 7, 1});
}

TEST_CASE("a loaded catalog outlives the one it was laid over", "[catalog]") {
  const auto load = [] {
    const Catalog base =
        catalog_from(test_document(R"("gpus": [)" + test_gpu("one", R"(, "aliases": ["First"])") + "]"));
    const Layers layers = {{{"overlay.json", R"({"gpus": [{"id": "one", "memory_gb": 12, "source": "memory"}]})"}}};
    return load_catalog(base, layers);
  };
  const Catalog catalog = load();
  CHECK(catalog.gpus()[0].name == "Name of one");
  CHECK(catalog.gpus()[0].aliases[0] == "First");
  CHECK(source_of(catalog.gpus()[0], "memory_gb") == "memory");
  CHECK(catalog.source("tracker")->title == "A tracker");
}

}  // namespace
}  // namespace gpuadvisor
