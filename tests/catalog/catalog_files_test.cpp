#include "gpuadvisor/catalog/catalog_loader.hpp"

#include <algorithm>
#include <filesystem>

#include "gpuadvisor/core/error.hpp"
#include "support/catch2.hpp"
#include "support/test_catalog.hpp"
#include "support/test_folder.hpp"

namespace gpuadvisor {
namespace {

TEST_CASE("a layer is read from a file or from the JSON files of a folder", "[catalog]") {
  const TestFolder folder;
  folder.write("prices/b.json", "prices b");
  folder.write("prices/a.json", "prices a");
  folder.write("gpus/z.json", "gpus z");
  folder.write("schema/gpus.schema.json", "no catalog");
  folder.write("benchmarks/datasets.json", "no catalog");
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
  const TestFolder folder;
  CHECK_THROWS_AS(read_catalog_layer(folder.path("none.json")), Error);
  CHECK_THROWS_WITH(read_catalog_layer(folder.path("none.json")),
                    folder.path("none.json") + ": cannot be opened: No such file or directory");
  CHECK_THROWS_AS(read_catalog_layer(folder.path()), Error);
  CHECK_THROWS_WITH(read_catalog_layer(folder.path()), folder.path() + ": expected JSON files, found none");
}

}  // namespace
}  // namespace gpuadvisor
