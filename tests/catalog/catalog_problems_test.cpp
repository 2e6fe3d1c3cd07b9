#include "gpuadvisor/catalog/catalog_loader.hpp"

#include <algorithm>

#include "core/text.hpp"
#include "gpuadvisor/core/error.hpp"
#include "support/catch2.hpp"
#include "support/test_catalog.hpp"

namespace gpuadvisor {
namespace {

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
       {"3: /gpus/0/slots: expected a number from 1 to 100000000, found 0"}},
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
      {"GPU of a machine unknown, and a reading that is none",
       R"("host_power": [{"system": "PC", "gpu": "gpu", "watts": 90, "what": "top", "date": "2026", "source": "shop"}])",
       {R"(2: /host_power/0/what: expected idle, load, maximum, peak or stated, found "top")",
        R"(2: /host_power/0/gpu: unknown GPU "gpu")"}},
      {"floor of an unknown workload",
       R"("memory_floors": [{"workload": "cnn", "from": "2020-02", "memory_gb": 8, "source": "shop"}])",
       {R"(2: /memory_floors/0/workload: unknown workload "cnn")"}},
      {"rule for nowhere, without a source that is known",
       R"("deployment_rules": [{"deployment": "datacentre", "vendor": "nvidia", "segment": "consumer", "terms": "No",
                                "source": "shp"}])",
       {R"(2: /deployment_rules/0/deployment: expected desktop or datacenter, found "datacentre", did you mean "datacenter"?)",
        R"(3: /deployment_rules/0/source: unknown source "shp", did you mean "shop"?)"}},
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
      {"shares that are not the whole",
       R"("workloads": [
         {"id": "a", "title": "A", "order": ["tensor", "flops", "bandwidth", "half"], "source": "shop"},
         {"id": "b", "title": "B", "order": ["tensor", "flops", "bandwidth", "half"], "source": "shop"},
         {"id": "x", "title": "X", "mean_of": ["a", "b"], "shares": [0.9, 0.2], "source": "shop"},
         {"id": "y", "title": "Y", "mean_of": ["a", "b"], "shares": [1], "source": "shop"},
         {"id": "z", "title": "Z", "mean_of": ["a", "b"], "shares": [1.5, -0.5], "source": "shop"}])",
       {"7: /workloads/4/shares/1: expected a number from 0.001 to 10000000, found -0.5",
        R"(5: /workloads/2/shares: expected a positive share for each workload of "mean_of", adding up to 1)",
        R"(6: /workloads/3/shares: expected a positive share for each workload of "mean_of", adding up to 1)"}},
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
  const Strings nothing = {
      "test.json:1: expected at least one record of gpus, prices, sources, support, workloads, memory_floors, "
      "deployment_rules, features, architecture_features, feature_figures, models, score_models, scores, speedups or "
      "what "
      "guides say"};
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

}  // namespace
}  // namespace gpuadvisor
