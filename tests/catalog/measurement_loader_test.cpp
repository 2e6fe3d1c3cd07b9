#include "gpuadvisor/catalog/measurement_loader.hpp"

#include <map>

#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "gpuadvisor/core/error.hpp"
#include "support/catch2.hpp"
#include "support/test_catalog.hpp"
#include "support/test_folder.hpp"

namespace gpuadvisor {
namespace {

const std::string k_header =
    "gpu,gpu_count,workload,model,precision,framework,kind,value,unit,basis,published,source\n";
const std::string k_row =
    "reference,1,cnn,resnet50,fp16,\"PyTorch 1.4, CUDA 10.2\",throughput,35.50,images/s,measured,"
    "2020-03,tracker\n";

Catalog known() { return catalog_from(test_document(R"("gpus": [)" + test_gpu("reference") + "]")); }

std::string dataset(const std::string& id, const std::string& more = "") {
  return R"({"id": ")" + id + R"(", "title": "T", "published": "2020", "kind_of_work": "kernels", "source": "shop")" +
         more + "}";
}

std::string datasets(const std::string& records) { return R"({"datasets": [)" + records + "]}"; }

/// Every problem of the folder, without the folder's path.
Strings problems_in(const TestFolder& folder) {
  Strings texts;
  try {
    (void)load_benchmarks(folder.path(), known());
  } catch (const DataError& error) {
    for (const auto& problem : error.problems()) texts.push_back(problem.text().substr(folder.path().size() + 12));
  }
  return texts;
}

TEST_CASE("measurements are read with their datasets, in order of name", "[catalog]") {
  const TestFolder folder;
  folder.write("benchmarks/datasets.json",
               datasets(dataset("two", R"(, "repeats": true, "note": "Kernels.")") + ", " + dataset("one")));
  folder.write("benchmarks/two.csv", k_header + k_row + k_row);
  folder.write("benchmarks/one.csv",
               k_header + "reference,8,rnn,\"gnmt, v2\",unstated,,time,1e-3,ms,best-system,2019-07-31,shop\n");
  folder.write("benchmarks/readme.md", "no table");

  const auto benchmarks = load_benchmarks(folder.path(), known());
  REQUIRE(benchmarks.datasets.size() == 2);
  CHECK(benchmarks.datasets[0].id == "one");
  CHECK_FALSE(benchmarks.datasets[0].repeats);
  const Dataset* two = benchmarks.dataset("two");
  REQUIRE(two == &benchmarks.datasets[1]);
  CHECK(two->title == "T");
  CHECK(two->published == PartialDate(2020));
  CHECK(two->kind_of_work == KindOfWork::kernels);
  CHECK(two->repeats);
  CHECK(two->note == "Kernels.");
  CHECK(two->source == "shop");
  CHECK(benchmarks.dataset("three") == nullptr);

  REQUIRE(benchmarks.measurements.size() == 3);
  const Measurement& first = benchmarks.measurements[0];
  CHECK(first.dataset == "one");
  CHECK(first.gpu_count == 8);
  CHECK(first.model == "gnmt, v2");
  CHECK(first.framework.empty());
  CHECK(first.value == 0.001);
  CHECK(first.basis == MeasurementBasis::best_system);
  CHECK(first.published == PartialDate(2019, 7, 31));
  const Measurement& last = benchmarks.measurements[2];
  CHECK(last.dataset == "two");
  CHECK(last.gpu == "reference");
  CHECK(last.gpu_count == 1);
  CHECK(last.workload == "cnn");
  CHECK(last.model == "resnet50");
  CHECK(last.precision == Precision::fp16);
  CHECK(last.framework == "PyTorch 1.4, CUDA 10.2");
  CHECK(last.kind == MeasurementKind::throughput);
  CHECK(last.value == 35.5);
  CHECK(last.unit == "images/s");
  CHECK(last.basis == MeasurementBasis::measured);
  CHECK(last.published == PartialDate(2020, 3));
  CHECK(last.source == "tracker");
  CHECK(last.file == folder.path("benchmarks/two.csv"));
  CHECK(last.line == 3);
}

TEST_CASE("a table may tell how many people submitted a value", "[catalog]") {
  const std::string header =
      "gpu,gpu_count,workload,model,precision,framework,kind,value,unit,basis,submissions,published,source\n";
  const std::string start = "reference,1,cnn,resnet50,quantised,,throughput,35.5,images/s,measured,";
  const TestFolder folder;
  folder.write("benchmarks/datasets.json", datasets(dataset("one")));
  folder.write("benchmarks/one.csv", header + start + "19,2020-03,tracker\n");
  CHECK(load_benchmarks(folder.path(), known()).measurements.at(0).submissions == 19);
  folder.write("benchmarks/one.csv", header + start + "0,2020-03,tracker\n");
  CHECK(problems_in(folder) ==
        Strings{"one.csv:2: column submissions: expected a whole number from 1 to 1000000, found \"0\""});
}

TEST_CASE("a mistake in a measurement is reported with its line and column", "[catalog]") {
  struct Case {
    const char* name;
    std::string table;  // of the dataset "one"
    Strings problems;   // after "benchmarks/"
  };
  const auto row = [](const std::string& from, const std::string& to) {
    std::string changed = k_row;
    changed.replace(changed.find(from), from.size(), to);
    return k_header + changed;
  };
  const Case cases[] = {
      {"unknown GPU",
       row("reference", "referense"),
       {R"(one.csv:2: column gpu: unknown GPU "referense", did you mean "reference"?)"}},
      {"unknown workload",
       row("cnn", "cn"),
       {R"(one.csv:2: column workload: unknown workload "cn", did you mean "cnn"?)"}},
      {"unknown source",
       row("tracker", "trackers"),
       {R"(one.csv:2: column source: unknown source "trackers", did you mean "tracker"?)"}},
      {"no GPUs",
       row(",1,", ",0,"),
       {R"(one.csv:2: column gpu_count: expected a whole number from 1 to 1000000, found "0")"}},
      {"half a GPU",
       row(",1,", ",0.5,"),
       {R"(one.csv:2: column gpu_count: expected a whole number from 1 to 1000000, found "0.5")"}},
      {"zero",
       row("35.50", "0"),
       {R"(one.csv:2: column value: expected a number from 1e-06 to 1000000000, found "0")"}},
      {"negative",
       row("35.50", "-1"),
       {R"(one.csv:2: column value: expected a number from 1e-06 to 1000000000, found "-1")"}},
      {"no value",
       row("35.50", ""),
       {R"(one.csv:2: column value: expected a number from 1e-06 to 1000000000, found "")"}},
      {"no number",
       row("35.50", "inf"),
       {R"(one.csv:2: column value: expected a number from 1e-06 to 1000000000, found "inf")"}},
      {"beyond a double",
       row("35.50", "1e999"),
       {R"(one.csv:2: column value: expected a number from 1e-06 to 1000000000, found "1e999")"}},
      {"number with a unit",
       row("35.50", "35 ms"),
       {R"(one.csv:2: column value: expected a number from 1e-06 to 1000000000, found "35 ms")"}},
      {"decimal comma",
       row("35.50", "\"35,5\""),
       {R"(one.csv:2: column value: expected a number from 1e-06 to 1000000000, found "35,5")"}},
      {"unknown kind",
       row("throughput", "troughput"),
       {"one.csv:2: column kind: expected throughput, time or normalised, found \"troughput\", did you mean "
        "\"throughput\"?"}},
      {"unknown basis",
       row("measured", "guess"),
       {R"(one.csv:2: column basis: expected measured, best-system, third-party or scaled, found "guess")"}},
      {"unknown precision",
       row("fp16", "int3"),
       {"one.csv:2: column precision: expected fp32, tf32, fp16, fp16-amp, fp16-mixed, fp16-storage, fp16-on-rtx, "
        "bf16, mixed, quantised or unstated, found \"int3\""}},
      {"no date",
       row("2020-03", "2020-13"),
       {R"(one.csv:2: column published: expected a date like 2026, 2026-03 or 2026-03-31, found "2020-13")"}},
      {"no model", row("resnet50", ""), {"one.csv:2: column model: expected text, found none"}},
      {"no unit", row("images/s", ""), {"one.csv:2: column unit: expected text, found none"}},
      {"escapes",
       row("resnet50", "\x1b[2J"),
       {R"(one.csv:2: column model: expected text without control characters, found "\x1b[2J")"}},
      {"several at once",
       row("reference,1", "unheard-of,x"),
       {R"(one.csv:2: column gpu: unknown GPU "unheard-of")",
        R"(one.csv:2: column gpu_count: expected a whole number from 1 to 1000000, found "x")"}},
      {"ragged, and the next row wrong",
       k_header + "reference,1\n" + row("35.50", "0").substr(k_header.size()),
       {"one.csv:2: expected 12 fields, found 2",
        R"(one.csv:3: column value: expected a number from 1e-06 to 1000000000, found "0")"}},
      {"a configuration twice",
       k_header + k_row + k_row,
       {"one.csv:3: column model: this configuration stands in line 2 already"}},
      {"column misspelt",
       "gpus" + k_header.substr(3) + k_row,
       {R"(one.csv:1: expected a column "gpu", found none)",
        R"(one.csv:1: unknown column "gpus", did you mean "gpu"?)"}},
      {"no rows", k_header, {"one.csv:1: expected measurements, found none"}},
      {"nothing", "", {"one.csv: expected a CSV table, found nothing"}},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.name) {
      const TestFolder folder;
      folder.write("benchmarks/datasets.json", datasets(dataset("one")));
      folder.write("benchmarks/one.csv", c.table);
      CHECK(problems_in(folder) == c.problems);
    }
  }
}

TEST_CASE("datasets and their files must match", "[catalog]") {
  struct Case {
    const char* name;
    std::string document;
    Strings problems;
  };
  const Case cases[] = {
      {"no dataset for a file",
       datasets(dataset("onne")),
       {R"(one.csv: unknown dataset "one", did you mean "onne"?)",
        "datasets.json:1: /datasets/0: expected a file onne.csv, found none"}},
      {"twice",
       datasets(dataset("one") + ",\n" + dataset("one")),
       {R"(datasets.json:2: /datasets/1/id: dataset "one" is already defined)"}},
      {"unknown source",
       R"({"datasets": [{"id": "one", "title": "T", "published": "2020", "kind_of_work": "systems", "source": "sop"}]})",
       {R"(datasets.json:1: /datasets/0/source: unknown source "sop", did you mean "shop"?)"}},
      {"unknown kind, missing title",
       R"({"datasets": [{"id": "one", "published": "2020", "kind_of_work": "work", "source": "shop"}]})",
       {R"(datasets.json:1: /datasets/0/kind_of_work: expected networks, small-batches, kernels or systems, found "work")",
        R"(datasets.json:1: /datasets/0: expected a field "title", found none)"}},
      {"no object", datasets(dataset("one") + ", 3"), {"datasets.json:1: /datasets/1: expected an object, found 3"}},
      {"no list",
       "{}",
       {R"(datasets.json:1: expected a field "datasets", found none)", R"(one.csv: unknown dataset "one")"}},
      {"no JSON, and the table is read all the same",
       "",
       {"datasets.json: expected a JSON document, found nothing", R"(one.csv: unknown dataset "one")"}},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.name) {
      const TestFolder folder;
      folder.write("benchmarks/datasets.json", c.document);
      folder.write("benchmarks/one.csv", k_header + k_row);
      CHECK(problems_in(folder) == c.problems);
    }
  }
}

TEST_CASE("a repeated configuration keeps its kind and unit", "[catalog]") {
  const TestFolder folder;
  std::string other = k_row;
  other.replace(other.find("images/s"), 8, "img/s");
  folder.write("benchmarks/datasets.json", datasets(dataset("one", R"(, "repeats": true)")));
  folder.write("benchmarks/one.csv", k_header + k_row + other);
  CHECK(problems_in(folder) ==
        Strings{"one.csv:3: column unit: this configuration has another kind or unit in line 2"});
}

TEST_CASE("without a folder of measurements nothing can be read", "[catalog]") {
  const TestFolder folder;
  CHECK_THROWS_AS(load_benchmarks(folder.path(), known()), Error);
  folder.write("benchmarks/one.csv", k_header + k_row);
  CHECK_THROWS_AS(load_benchmarks(folder.path(), known()), Error);  // no datasets.json
}

TEST_CASE("the measurements of data/ are read whole", "[catalog]") {
  const auto benchmarks = load_benchmarks(GPUADVISOR_DATA_DIR, embedded_catalog());
  std::map<std::string_view, int> rows;  // as docs/data.md has them
  for (const auto& measurement : benchmarks.measurements) ++rows[measurement.dataset];
  CHECK(benchmarks.datasets.size() == 81);
  CHECK(benchmarks.measurements.size() == 10952);
  CHECK(rows["deepbench-2018"] == 1753);
  CHECK(rows["lambda-pytorch-v0b"] == 1032);
  CHECK(rows["dettmers-2019-04"] == 47);
  for (const auto& measurement : benchmarks.measurements) REQUIRE(benchmarks.dataset(measurement.dataset) != nullptr);
}

}  // namespace
}  // namespace gpuadvisor
