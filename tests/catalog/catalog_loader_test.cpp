#include "gpuadvisor/catalog/catalog_loader.hpp"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "gpuadvisor/core/error.hpp"
#include "gpuadvisor/core/text.hpp"
#include "support/catch2.hpp"
#include "support/test_catalog.hpp"

namespace gpuadvisor {
namespace {

using Strings = std::vector<std::string>;
using Layers = std::vector<CatalogLayer>;

/// Every problem of the layers as "file:line: pointer: message".
Strings problems_of(const Layers& layers) {
  Strings texts;
  try {
    (void)load_catalog(Catalog(), layers);
  } catch (const DataError& error) {
    for (const auto& problem : error.problems()) texts.push_back(problem.text());
  }
  return texts;
}

/// The problems of one document, test.json.
Strings problems_of(const std::string& json) { return problems_of(Layers{{{"test.json", json}}}); }

/// A document whose first line holds the members that every other member may refer to, so that `members` begin on
/// line 2: the source "shop" and nothing else.
std::string on_line_two(const std::string& members) {
  return R"({"sources": [{"id": "shop", "title": "A shop", "publisher": "Shop", "grade": "shop"}],)"
         "\n" +
         members + "}";
}

/// Both layers, first "shop"'s GPU "one" with 8 GB and 100 GB/s (the latter from "tracker"), then `overlay`.
Catalog overlaid(const std::string& overlay) {
  const Layers layers = {
      {{"base.json", test_document(R"("gpus": [)" + test_gpu("one", R"(, "memory_gb": 8, "memory_bandwidth_gbs": 100,
                                         "sources": {"memory_bandwidth_gbs": "tracker"}, "aliases": ["First"])") +
                                   R"(], "prices": [)" + test_price("one", "2026-01", "new", 400) + "]")}},
      {{"overlay.json", overlay}}};
  return load_catalog(Catalog(), layers);
}

TEST_CASE("a catalog is loaded, sorted and linked", "[catalog]") {
  const Catalog catalog = catalog_from(test_document(
      R"("gpus": [)" + test_gpu("two", R"(, "cooling": "blower", "released": "2020-09", "memory_gb": 24, "slots": 3,
                         "fp32_dual_issue": true, "compute_capability": "8.0", "aliases": ["Second", "2nd"],
                         "notes": ["A note."], "sources": {"slots": "memory"}, "further_sources": ["tracker"])") +
      "," + test_gpu("one") + R"(], "prices": [)" + test_price("two", "2026-02-03", "used", 499.5) + "," +
      test_price("one", "2026", "new", 100, "shop", "msrp") +
      R"(], "support": [{"vendor": "nvidia", "architecture": "Test", "targets": ["8.0"], "stack": "cuda-toolkit",
                         "event": "dropped", "version": "13.0", "date": "2025-08", "source": "shop"}])"));

  REQUIRE(catalog.gpus().size() == 2);
  CHECK(catalog.gpus()[0].id == "one");
  CHECK_FALSE(catalog.gpus()[0].memory.has_value());
  CHECK_FALSE(catalog.gpus()[0].cooling.has_value());
  CHECK_FALSE(catalog.gpus()[0].released.has_value());
  CHECK(catalog.gpus()[0].aliases.empty());

  const Gpu& two = catalog.gpus()[1];
  CHECK(two.id == "two");
  CHECK(two.name == "Name of two");
  CHECK(two.vendor == "nvidia");
  CHECK(two.architecture == "Test");
  CHECK(two.segment == Segment::consumer);
  CHECK(two.form == Form::pcie_card);
  CHECK(two.cooling == Cooling::blower);
  CHECK(two.released.value().text() == "2020-09");
  CHECK(two.memory.value().value() == 24);
  CHECK(two.slots == 3);
  CHECK(two.fp32_dual_issue);
  CHECK(two.compute_capability == "8.0");
  REQUIRE(two.aliases.size() == 2);
  CHECK(two.aliases[0] == "Second");
  CHECK(two.aliases[1] == "2nd");
  REQUIRE(two.notes.size() == 1);
  CHECK(two.notes[0] == "A note.");
  CHECK(source_of(two, "memory_gb") == "shop");
  CHECK(source_of(two, "slots") == "memory");
  REQUIRE(two.further_sources.size() == 1);
  CHECK(two.further_sources[0] == "tracker");

  REQUIRE(catalog.prices().size() == 2);
  CHECK(catalog.prices()[0].gpu == "one");
  CHECK(catalog.prices()[0].kind == PriceKind::msrp);
  CHECK(catalog.prices()[1].gpu == "two");
  CHECK(catalog.prices()[1].condition == Condition::used);
  CHECK(catalog.prices()[1].price.value() == 499.5);
  CHECK(catalog.prices()[1].date.text() == "2026-02-03");
  CHECK(catalog.prices()[1].region == "US");
  CHECK(catalog.prices()[1].source == "tracker");

  REQUIRE(catalog.tables().support.size() == 1);
  CHECK(catalog.tables().support[0].event == SupportChange::dropped);
  CHECK(catalog.tables().support[0].version == "13.0");

  CHECK(catalog.source("memory") != nullptr);
  CHECK(catalog.source("memory")->grade == SourceGrade::recalled);
  CHECK(catalog.tables().default_workload == "general");
  CHECK(catalog.tables().reference.value().bandwidth.value() == 100);
  REQUIRE(catalog.tables().workloads.size() == 4);
  CHECK(catalog.tables().workloads[1].id == "rnn");  // in the order of the file
  CHECK(catalog.tables().workloads[1].order ==
        PriorityOrder{Criterion::bandwidth, Criterion::half, Criterion::tensor, Criterion::flops});
}

TEST_CASE("five mistakes in two files give five located problems", "[catalog]") {
  const Layers layers = {{
      {"gpus.json",
       R"({
  "sources": [{"id": "shop", "title": "A shop", "publisher": "Shop", "grade": "shop"}],
  "gpus": [
    {"id": "one", "name": "One", "vendor": "nvidia", "architecture": "Test", "segment": "consumer",
     "form": "pcie-card", "memory_gb": "80 GB", "source": "shop"},
    {"id": "two", "name": "Two", "vendor": "nvidia", "architecture": "Test", "segment": "consumr",
     "form": "pcie-card",
     "released": "2023-02-29", "source": "shop",
     "sources": {
       "slots": 7
     }}
  ]
})"},
      {"prices.json",
       R"({"prices": [
  {"gpu": "one", "date": "2026", "condition": "used", "kind": "street", "price_usd": 100, "region": "US",
   "source": "shp"}
]})"},
  }};
  CHECK(problems_of(layers) ==
        Strings{
            "gpus.json:5: /gpus/0/memory_gb: expected a number from 0.001 to 10000000, found \"80 GB\"",
            "gpus.json:6: /gpus/1/segment: expected consumer, workstation, datacenter, unified or cloud, found "
            "\"consumr\", did you mean \"consumer\"?",
            "gpus.json:8: /gpus/1/released: expected a date like 2026, 2026-03 or 2026-03-31, found \"2023-02-29\"",
            "gpus.json:10: /gpus/1/sources/slots: expected text, found 7",
            "prices.json:3: /prices/0/source: unknown source \"shp\", did you mean \"shop\"?",
        });
}

TEST_CASE("a mistake in a document is reported where it stands", "[catalog]") {
  struct Case {
    const char* name;
    std::string members;  // on line 2
    Strings problems;     // after "test.json:"
  };
  const Case cases[] = {
      {"misspelt section", R"("gpu": [])", {R"(2: /gpu: unknown field "gpu", did you mean "gpus"?)"}},
      {"section of the wrong kind", R"("gpus": {})", {"2: /gpus: expected an array, found an object"}},
      {"record of the wrong kind", R"("gpus": [3])", {"2: /gpus/0: expected an object, found 3"}},
      {"schema of the future",
       R"("schema_version": 2)",
       {"2: /schema_version: expected a number from 1 to 1, found 2"}},
      {"required fields missing",
       R"("gpus": [{"id": "one", "segment": "cloud", "form": "soc", "vendor": "x", "architecture": "x"}])",
       {R"(2: /gpus/0: expected a field "name", found none)", R"(2: /gpus/0: expected a field "source", found none)"}},
      {"id missing",
       R"("sources": [{"title": "x", "publisher": "x", "grade": "shop"}])",
       {R"(2: /sources/0: expected a field "id", found none)"}},
      {"unknown field",
       R"("gpus": [)" + test_gpu("one", R"(, "memory_g": 8)") + "]",
       {R"(3: /gpus/0/memory_g: unknown field "memory_g", did you mean "memory_gb"?)"}},
      {"zero for unknown",
       R"("gpus": [)" + test_gpu("one", R"(, "memory_gb": 0)") + "]",
       {"3: /gpus/0/memory_gb: expected a number from 0.001 to 10000000, found 0"}},
      {"null for unknown",
       R"("gpus": [)" + test_gpu("one", R"(, "tdp_w": null)") + "]",
       {"3: /gpus/0/tdp_w: expected a number from 0.001 to 10000000, found null"}},
      {"count that is not whole",
       R"("gpus": [)" + test_gpu("one", R"(, "slots": 2.5)") + "]",
       {"3: /gpus/0/slots: expected a whole number, found 2.5"}},
      {"count out of range",
       R"("gpus": [)" + test_gpu("one", R"(, "slots": 0)") + "]",
       {"3: /gpus/0/slots: expected a number from 1 to 1000000, found 0"}},
      {"source of a field unknown",
       R"("gpus": [)" + test_gpu("one", R"(, "sources": {"memory_gb": "sop"})") + "]",
       {R"(3: /gpus/0/sources: unknown source "sop", did you mean "shop"?)"}},
      {"source of an unknown field",
       R"("gpus": [)" + test_gpu("one", R"(, "sources": {"memory_g": "shop"})") + "]",
       {R"(3: /gpus/0/sources: unknown field "memory_g", did you mean "memory_gb"?)"}},
      {"further source unknown",
       R"("gpus": [)" + test_gpu("one", R"(, "further_sources": ["diary"])") + "]",
       {R"(3: /gpus/0/further_sources: unknown source "diary")"}},
      {"GPU of a price unknown",
       R"("gpus": [)" + test_gpu("first-gpu") + "],\n\"prices\": [" +
           test_price("frist-gpu", "2026", "new", 100, "shop") + "]",
       {R"(4: /prices/0/gpu: unknown GPU "frist-gpu", did you mean "first-gpu"?)"}},
      {"price given away",
       R"("gpus": [)" + test_gpu("one") + "],\n\"prices\": [" + test_price("one", "2026", "new", 0, "shop") + "]",
       {"4: /prices/0/price_usd: expected a number from 0.001 to 10000000, found 0"}},
      {"criterion twice",
       R"("workloads": [{"id": "x", "title": "X", "order": ["tensor", "flops", "half", "half"],
                         "mean_of": ["x"], "source": "shop"}])",
       {"2: /workloads/0/order: expected each of tensor, flops, bandwidth and half once",
        R"(3: /workloads/0/mean_of: expected a workload that has an order, found "x")"}},
      {"order that is no list",
       R"("workloads": [{"id": "x", "title": "X", "order": "tensor", "source": "shop"}])",
       {R"(2: /workloads/0/order: expected an array, found "tensor")"}},
      {"neither order nor mean",
       R"("workloads": [{"id": "x", "title": "X", "source": "shop"}])",
       {R"(2: /workloads/0: expected either "order" or "mean_of")"}},
      {"order and mean",
       R"("workloads": [{"id": "x", "title": "X", "order": ["tensor", "flops", "bandwidth", "half"],
                         "mean_of": ["x"], "source": "shop"}])",
       {R"(2: /workloads/0: expected either "order" or "mean_of")"}},
      {"mean of an unknown workload",
       R"("workloads": [{"id": "x", "title": "X", "mean_of": ["y"], "source": "shop"}])",
       {R"(2: /workloads/0/mean_of: expected a workload that has an order, found "y")"}},
      {"reference without a figure",
       R"("reference": {"gpu": "one", "tensor_tflops": 1, "flops_tflops": 1, "bandwidth_gbs": 1, "source": "shop"})",
       {R"(2: /reference: expected a field "half_tflops", found none)"}},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.name) {
      std::string document = on_line_two(c.members);
      if (c.members.starts_with(R"("sources")")) document = "{\n" + c.members + "}";
      Strings expected;
      for (const auto& problem : c.problems) expected.push_back("test.json:" + problem);
      CHECK(problems_of(document) == expected);
    }
  }
}

TEST_CASE("the default workload must be one of the workloads", "[catalog]") {
  CHECK(problems_of("{\"sources\": [{\"id\": \"shop\", \"title\": \"A shop\", \"publisher\": \"Shop\", "
                    "\"grade\": \"shop\"}],\n"
                    "\"default_workload\": \"transfomer\",\n"
                    "\"workloads\": [{\"id\": \"transformer\", \"title\": \"T\", \"source\": \"shop\", "
                    "\"order\": [\"tensor\", \"flops\", \"bandwidth\", \"half\"]}]}") ==
        Strings{"test.json:2: /default_workload: unknown workload \"transfomer\", did you mean \"transformer\"?"});
}

TEST_CASE("no message carries a control character of the data", "[catalog]") {
  const std::string escape = R"(\u001b[2J)";
  const Strings documents = {
      on_line_two(R"("gpus": [)" + test_gpu("one" + escape) + "]"),
      on_line_two(R"("gpus": [)" + test_gpu("one", R"(, "released": ")" + escape + R"(")") + "]"),
      on_line_two(R"("gpus": [)" + test_gpu("one", R"(, "further_sources": [")" + escape + R"("])") + "]"),
      on_line_two(R"("gpus": [)" + test_gpu("one", R"(, ")" + escape + R"(": 1)") + "]"),
      on_line_two(R"("gpus": [)" + test_gpu("one", R"(, "sources": {")" + escape + R"(": "shop"})") + "]"),
      on_line_two(R"("gpus": [)" + test_gpu("one", R"(, "sources": {"slots": ")" + escape + R"("})") + "]"),
      on_line_two(R"("default_workload": ")" + escape + R"(")"),
      R"({")" + escape + R"(": 1})",
      R"({"a)" + escape + R"(": 1, "a)" + escape + R"(": 1})",
  };
  for (const auto& document : documents) {
    INFO(document);
    const auto problems = problems_of(document);
    CHECK_FALSE(problems.empty());
    for (const auto& problem : problems) CHECK_FALSE(has_control_character(problem));
  }
}

TEST_CASE("a document without any record is refused", "[catalog]") {
  const Strings nothing = {"test.json:1: expected at least one record of gpus, prices, sources, support or workloads"};
  CHECK(problems_of("{}") == nothing);
  CHECK(problems_of(R"({"schema_version": 1})") == nothing);
  CHECK(problems_of(R"({"gpus": [], "prices": []})") == nothing);
  CHECK(problems_of("[]") == Strings{"test.json:1: expected an object, found an empty array"});
  CHECK(problems_of("") == Strings{"test.json: expected a JSON document, found nothing"});
}

TEST_CASE("a malformed file does not hide the problems of another", "[catalog]") {
  const CatalogDocument malformed = {"a.json", "{\"gpus\": [\n{\"id\": \"one\", \"id\": \"two\"}]}"};
  const CatalogDocument mistaken = {"b.json", on_line_two(R"("gpus": [3])")};
  for (const auto& layer : {CatalogLayer{malformed, mistaken}, CatalogLayer{mistaken, malformed}}) {
    auto problems = problems_of(Layers{layer});
    std::sort(problems.begin(), problems.end());
    CHECK(problems == Strings{"a.json:2: duplicate key \"id\"", "b.json:2: /gpus/0: expected an object, found 3"});
  }
}

TEST_CASE("a record may be described once in a layer", "[catalog]") {
  const std::string gpu = R"({"id": "one", "name": "One", "vendor": "nvidia", "architecture": "Test",
    "segment": "consumer", "form": "pcie-card", "source": "shop"})";

  SECTION("not twice in one document") {
    CHECK(problems_of(on_line_two("\"gpus\": [" + gpu + ",\n" + gpu + "]")) ==
          Strings{"test.json:4: /gpus/1: id \"one\" is already defined at test.json:2"});
  }
  SECTION("not in two documents of a layer") {
    CHECK(problems_of(Layers{
              {{"a.json", on_line_two("\"gpus\": [" + gpu + "]")}, {"b.json", "{\n\n\"gpus\": [" + gpu + "]}"}}}) ==
          Strings{"b.json:3: /gpus/0: id \"one\" is already defined at a.json:2"});
  }
  SECTION("the same id for a GPU and a source is no clash") {
    CHECK(problems_of(on_line_two("\"gpus\": [" + test_gpu("shop") + "]")) == Strings{});
  }
  SECTION("again in a later layer") {
    CHECK(problems_of(Layers{{{"a.json", on_line_two("\"gpus\": [" + gpu + "]")}},
                             {{"b.json", "{\"gpus\": [" + gpu + "]}"}}}) == Strings{});
  }
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
  CHECK(catalog.tables().workloads.size() == 4);
  CHECK(catalog.tables().default_workload == "rnn");
  CHECK(catalog.tables().reference.value().gpu == "one");
  CHECK(catalog.tables().reference.value().half.value() == 4);
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
    return R"({"gpu": "one", "date": "2026-01", "condition": "new", "kind": "street", "price_usd": 400,
               "region": "US", "source": "tracker")" +
           more + "}";
  };
  CHECK(overlaid(R"({"prices": [)" + price("") + "]}").prices().size() == 1);
  CHECK(overlaid(R"({"prices": [)" + price("") + "," + price("") + "]}").prices().size() == 1);
  CHECK(overlaid(R"({"prices": [)" + price(R"(, "note": "lowest of 7")") + "]}").prices().size() == 2);
  CHECK(overlaid(R"({"prices": [)" + test_price("one", "2026-01", "new", 400, "shop") + "]}").prices().size() == 2);
  CHECK(overlaid(R"({"prices": [)" + test_price("one", "2026-01-01", "new", 400) + "]}").prices().size() == 2);
}

TEST_CASE("prices stand by GPU, condition, kind, date and price", "[catalog]") {
  const Catalog catalog = catalog_from(
      test_document(R"("gpus": [)" + test_gpu("two") + "," + test_gpu("one") + R"(], "prices": [)" +
                    test_price("two", "2026-01", "new", 1) + "," + test_price("one", "2026-01", "used", 2) + "," +
                    test_price("one", "2026-02", "new", 3) + "," + test_price("one", "2026-01", "new", 5) + "," +
                    test_price("one", "2026-01", "new", 4) + "," + test_price("one", "2020", "new", 6, "shop", "msrp") +
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

/// An empty folder of its own, removed at the end.
class Folder {
 public:
  Folder() : m_path(std::filesystem::temp_directory_path() / ("gpuadvisor-test-" + std::to_string(::getpid()))) {
    std::filesystem::remove_all(m_path);
    std::filesystem::create_directories(m_path);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { std::filesystem::remove_all(m_path); }

  void write(const std::string& file, const std::string& text) const {
    std::filesystem::create_directories((m_path / file).parent_path());
    std::ofstream(m_path / file) << text;
  }
  [[nodiscard]] std::string path(const std::string& file = "") const {
    return file.empty() ? m_path.generic_string() : (m_path / file).generic_string();
  }

 private:
  std::filesystem::path m_path;
};

TEST_CASE("a layer is read from a file or from the JSON files of a folder", "[catalog]") {
  const Folder folder;
  folder.write("prices/b.json", "prices b");
  folder.write("prices/a.json", "prices a");
  folder.write("gpus/z.json", "gpus z");
  folder.write("schema/gpus.schema.json", "no catalog");
  folder.write("gpus/readme.md", "no JSON");
  folder.write("workloads.json", "");

  const auto layer = read_catalog_layer(folder.path());
  Strings files;
  Strings texts;
  for (const auto& document : layer) {
    files.push_back(document.file);
    texts.push_back(document.text);
  }
  CHECK(files == Strings{folder.path("gpus/z.json"), folder.path("prices/a.json"), folder.path("prices/b.json"),
                         folder.path("workloads.json")});
  CHECK(texts == Strings{"gpus z", "prices a", "prices b", ""});

  const auto single = read_catalog_layer(folder.path("gpus/readme.md"));  // a file may have any name
  REQUIRE(single.size() == 1);
  CHECK(single[0].file == folder.path("gpus/readme.md"));
  CHECK(single[0].text == "no JSON");
}

TEST_CASE("a path without anything to read is an error", "[catalog]") {
  const Folder folder;
  CHECK_THROWS_AS(read_catalog_layer(folder.path("none.json")), Error);
  CHECK_THROWS_WITH(read_catalog_layer(folder.path("none.json")),
                    folder.path("none.json") + ": cannot be opened: No such file or directory");
  CHECK_THROWS_AS(read_catalog_layer(folder.path()), Error);
  CHECK_THROWS_WITH(read_catalog_layer(folder.path()), folder.path() + ": expected JSON files, found none");
}

}  // namespace
}  // namespace gpuadvisor
