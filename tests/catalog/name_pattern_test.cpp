#include "catalog/lookup/name_pattern.hpp"

#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "support/catch2.hpp"
#include "support/test_catalog.hpp"

namespace gpuadvisor {
namespace {

using Ids = std::vector<std::string_view>;

Ids ids_of(const PatternMatch& match) {
  Ids ids;
  for (const Gpu* gpu : match.gpus) ids.push_back(gpu->id);
  return ids;
}

Ids ids_like(const Catalog& catalog, std::string_view pattern) { return ids_of(find_by_pattern(catalog, pattern)); }

/// Five cards as JSON records: names of vendors and lines, and one laptop part.
Catalog cards() {
  const auto gpu = [](const std::string& id, const std::string& name, const std::string& more = "") {
    return R"({"id": ")" + id + R"(", "name": ")" + name +
           R"(", "vendor": "nvidia", "architecture": "Test", "segment": "consumer", "form": "pcie-card",
           "source": "shop")" +
           more + "}";
  };
  return catalog_from(
      test_document("\"gpus\": [" + gpu("nvidia-geforce-rtx-3080", "NVIDIA GeForce RTX 3080") + "," +
                    gpu("nvidia-geforce-rtx-3090", "NVIDIA GeForce RTX 3090", R"(, "aliases": ["BFGPU"])") + "," +
                    gpu("nvidia-geforce-rtx-3090-laptop", "NVIDIA GeForce RTX 3090 Laptop GPU") + "," +
                    gpu("nvidia-a30", "NVIDIA A30") + "," + gpu("amd-radeon-30x", "AMD Radeon 30X") + "]"));
}

TEST_CASE("a pattern stands for the GPUs whose id or name it matches, with vendor words or without", "[catalog]") {
  struct Case {
    const char* pattern;
    Ids expected;
  };
  const Ids rtx = {"nvidia-geforce-rtx-3080", "nvidia-geforce-rtx-3090", "nvidia-geforce-rtx-3090-laptop"};
  const Case cases[] = {
      {"rtx 30*", rtx},
      {"RTX-30*", rtx},
      {"rtx30*", rtx},
      {"GeForce RTX 30*", rtx},
      {"nvidia geforce rtx 30*", rtx},
      {"nvidia-geforce-*", rtx},
      {"*laptop*", {"nvidia-geforce-rtx-3090-laptop"}},
      {"rtx 309?", {"nvidia-geforce-rtx-3090"}},
      {"rtx 30[0-8]0", {"nvidia-geforce-rtx-3080"}},
      {"*30", {"nvidia-a30"}},
      {"30*", {"amd-radeon-30x"}},  // a number in the middle of a name is not its beginning
      {"nvidia*", {"nvidia-a30", rtx[0], rtx[1], rtx[2]}},
      {"*", {"amd-radeon-30x", "nvidia-a30", rtx[0], rtx[1], rtx[2]}},
      {"BFG*", {}},  // aliases are for names
      {"rtx 40*", {}},
  };
  const Catalog catalog = cards();
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.pattern) { CHECK(ids_like(catalog, c.pattern) == c.expected); }
  }
}

TEST_CASE("without a wildcard it is a name, which never means a laptop part by that of a card", "[catalog]") {
  const Catalog catalog = cards();
  CHECK(ids_like(catalog, "RTX 3090") == Ids{"nvidia-geforce-rtx-3090"});
  CHECK(ids_like(catalog, "bfgpu") == Ids{"nvidia-geforce-rtx-3090"});
  CHECK(ids_like(catalog, "RTX 3090 laptop gpu") == Ids{"nvidia-geforce-rtx-3090-laptop"});
  CHECK(ids_like(catalog, "rtx") == Ids{});
}

TEST_CASE("a pattern that only begins too early is told with a wildcard in front", "[catalog]") {
  const Catalog catalog = cards();
  CHECK(find_by_pattern(catalog, "3090*").nearest == "*3090*");
  CHECK(find_by_pattern(catalog, "309?").nearest == "*309?");
  CHECK(find_by_pattern(catalog, "409?").nearest == std::nullopt);
}

TEST_CASE("what stands for nothing has the nearest name, or word of one", "[catalog]") {
  const Catalog catalog = cards();
  CHECK(find_by_pattern(catalog, "geforce rtx 3099").nearest == "GeForce RTX 3090");
  CHECK(find_by_pattern(catalog, "*labtop*").nearest == "Laptop");
  CHECK(find_by_pattern(catalog, "geforec*").nearest == "GeForce");
  CHECK_FALSE(find_by_pattern(catalog, "completely different*").nearest.has_value());
  CHECK_FALSE(find_by_pattern(catalog, "rtx 30*").nearest.has_value());
  CHECK_FALSE(find_by_pattern(Catalog(), "*").nearest.has_value());
}

TEST_CASE("patterns that people use stand for what they mean in the catalog", "[catalog]") {
  const Catalog catalog = embedded_catalog();
  CHECK(ids_like(catalog, "4090") == Ids{"nvidia-geforce-rtx-4090"});
  CHECK(ids_like(catalog, "rtx 3090*") == Ids{"nvidia-geforce-rtx-3090", "nvidia-geforce-rtx-3090-ti"});
  for (const Gpu* gpu : find_by_pattern(catalog, "*laptop*").gpus) CHECK(gpu->form == Form::laptop);
  CHECK(find_by_pattern(catalog, "*laptop*").gpus.size() >= 6);
}

}  // namespace
}  // namespace gpuadvisor
