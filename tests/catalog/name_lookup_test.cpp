#include "gpuadvisor/catalog/name_lookup.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>
#include <string>

#include "core/text.hpp"
#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "gpuadvisor/core/error.hpp"
#include "support/catch2.hpp"
#include "support/test_catalog.hpp"

namespace gpuadvisor {
namespace {

using Ids = std::vector<std::string_view>;

Ids ids_called(const Catalog& catalog, std::string_view name) {
  Ids ids;
  for (const Gpu* gpu : find_by_name(catalog, name).gpus) ids.push_back(gpu->id);
  return ids;
}

TEST_CASE("spellings of one name have one key", "[catalog]") {
  struct Case {
    const char* name;
    const char* expected;
  };
  const Case cases[] = {
      {"NVIDIA GeForce RTX 3060 12 GB", "rtx306012"},
      {"nvidia-geforce-rtx-3060-12gb", "rtx306012"},
      {"rtx3060 12GB", "rtx306012"},
      {"GeForce RTX 3090", "rtx3090"},
      {"RTX\xe2\x84\xa2 3090", "rtx3090"},  // trade mark sign
      {"RTX_3090", "rtx3090"},
      {"RTX 3090 \xe8\xb6\x85", "rtx3090\xe8\xb6\x85"},  // other letters are part of the name
      {"3090", "3090"},
      {"AMD Radeon RX 7900 XTX", "rx7900xtx"},
      {"Radeon VII", "vii"},
      {"Intel Arc A770 16GB", "arca77016"},
      {"Apple M4 Max 128 GB", "m4max128"},
      {"Google TPU v4", "tpuv4"},
      {"AWS Trainium", "trainium"},
      {"Ryzen AI Max+ 395", "ryzenaimax+395"},  // "+" tells products apart
      {"GB200", "gb200"},                       // "GB" only counts as a unit after a number
      {"NVIDIA GB200", "gb200"},
      {"GH200 96GB", "gh20096"},
      {"A100 SXM4 80GB", "a100sxm480"},
      {"A100 80GB SXM4", "a10080sxm4"},
      {"GeForce", "geforce"},  // a vendor word alone stays
      {"", ""},
      {" -/.", ""},
      {"\x1b\n", ""},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION('"' << c.name << '"') { CHECK(name_key(c.name) == c.expected); }
  }
}

TEST_CASE("a name finds the GPUs that carry it", "[catalog]") {
  struct Case {
    const char* name;
    Ids expected;
  };
  const Case cases[] = {
      {"3090", {"nvidia-geforce-rtx-3090"}},
      {"rtx3090", {"nvidia-geforce-rtx-3090"}},
      {"RTX 3090", {"nvidia-geforce-rtx-3090"}},
      {"GeForce RTX 3090", {"nvidia-geforce-rtx-3090"}},
      {"nvidia geforce rtx 3090", {"nvidia-geforce-rtx-3090"}},
      {"NVIDIA GeForce RTX 3090", {"nvidia-geforce-rtx-3090"}},
      {"nvidia-geforce-rtx-3090", {"nvidia-geforce-rtx-3090"}},
      {"rtx-3090", {"nvidia-geforce-rtx-3090"}},
      {"3090ti", {"nvidia-geforce-rtx-3090-ti"}},
      {"4060ti", {"nvidia-geforce-rtx-4060-ti-16gb", "nvidia-geforce-rtx-4060-ti-8gb"}},
      {"RTX 4060 Ti", {"nvidia-geforce-rtx-4060-ti-16gb", "nvidia-geforce-rtx-4060-ti-8gb"}},
      {"4060 ti 16 gb", {"nvidia-geforce-rtx-4060-ti-16gb"}},
      {"rtx 4060 ti 8gb", {"nvidia-geforce-rtx-4060-ti-8gb"}},
      {"rtx 6000", {"nvidia-quadro-rtx-6000", "nvidia-rtx-6000-ada-generation", "nvidia-rtx-a6000"}},
      {"RTX 6000", {"nvidia-quadro-rtx-6000", "nvidia-rtx-6000-ada-generation", "nvidia-rtx-a6000"}},
      {"rtx a6000", {"nvidia-rtx-a6000"}},
      {"rtx 6000 ada", {"nvidia-rtx-6000-ada-generation"}},
      {"quadro rtx 6000", {"nvidia-quadro-rtx-6000"}},
      {"4090", {"nvidia-geforce-rtx-4090"}},
      {"rtx 4090", {"nvidia-geforce-rtx-4090"}},
      {"4090 laptop", {"nvidia-geforce-rtx-4090-laptop"}},
      {"rtx4090 laptop", {"nvidia-geforce-rtx-4090-laptop"}},
      {"2080 ti", {"nvidia-geforce-rtx-2080-ti"}},
      {"gtx 2080 ti", {"nvidia-geforce-rtx-2080-ti"}},  // a common slip, a misnomer
      {"rtx", {}},                                      // never the start of a name
      {"rtx 309", {}},
      {"rtx 30900", {}},
      {"nvidia", {}},
      {"", {}},
      {" ", {}},
  };
  const Catalog catalog = embedded_catalog();
  for (const auto& c : cases) {
    DYNAMIC_SECTION('"' << c.name << '"') { CHECK(ids_called(catalog, c.name) == c.expected); }
  }
}

TEST_CASE("every embedded GPU is found by its id and by its full name, alone", "[catalog]") {
  const Catalog catalog = embedded_catalog();
  for (const Gpu& gpu : catalog.gpus()) {
    CHECK(ids_called(catalog, gpu.id) == Ids{gpu.id});
    CHECK(ids_called(catalog, gpu.name) == Ids{gpu.id});
  }
}

TEST_CASE("every embedded alias finds its GPU, in lower case and without blanks too", "[catalog]") {
  const Catalog catalog = embedded_catalog();
  std::vector<std::string> lost;
  for (const Gpu& gpu : catalog.gpus()) {
    for (const auto alias : gpu.aliases) {
      for (const std::string& spelling : {std::string(alias), name_key(alias)}) {
        const auto found = ids_called(catalog, spelling);
        if (std::find(found.begin(), found.end(), gpu.id) == found.end()) lost.push_back(spelling);
      }
    }
  }
  CHECK(lost == std::vector<std::string>{});
}

TEST_CASE("a name keeps its meaning when GPUs are added", "[catalog]") {
  const Catalog catalog = embedded_catalog();
  std::ifstream file(GPUADVISOR_DATA_DIR "/../tests/catalog/known_names.tsv");
  std::size_t names = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    const auto fields = split(line, '\t');
    for (std::size_t i = 1; i < fields.size(); ++i, ++names) {
      const Ids found = ids_called(catalog, fields[i]);
      const std::vector<std::string_view> ids(found.begin(), found.end());
      if (joined(ids, ";") != fields.front()) FAIL_CHECK(fields[i] << " means " << joined(ids, ";"));
    }
  }
  CHECK(names > 1000);
}

TEST_CASE("an added card goes by the names that people use for it", "[catalog]") {
  const Catalog catalog = embedded_catalog();
  CHECK(ids_called(catalog, "3060 laptop") == Ids{"nvidia-geforce-rtx-3060-laptop"});
  CHECK(ids_called(catalog, "rtx 3060 mobile") == Ids{"nvidia-geforce-rtx-3060-laptop"});
  CHECK(ids_called(catalog, "NVIDIA GeForce RTX 3060 Laptop GPU") == Ids{"nvidia-geforce-rtx-3060-laptop"});
  CHECK(ids_called(catalog, "GeForce RTX 2070 with Max-Q Design") == Ids{"nvidia-geforce-rtx-2070-max-q"});
  CHECK(ids_called(catalog, "m1 pro 16gb") == Ids{"apple-m1-pro-16gb"});
  CHECK(ids_called(catalog, "orin nx 16gb") == Ids{"nvidia-jetson-orin-nx-16gb"});
  CHECK(ids_called(catalog, "4090 48gb") == Ids{"nvidia-geforce-rtx-4090-48gb"});
  CHECK(ids_called(catalog, "2080 ti 22gb") == Ids{"nvidia-geforce-rtx-2080-ti-22gb"});
  CHECK(ids_called(catalog, "A800").size() == 3);
}

TEST_CASE("a laptop part is found only by a name that says so", "[catalog]") {
  const Catalog catalog = embedded_catalog();
  std::vector<std::string_view> misleading;
  for (const Gpu& gpu : catalog.gpus()) {
    if (gpu.form == Form::laptop) continue;
    for (const auto alias : gpu.aliases) {
      for (const Gpu* found : find_by_name(catalog, alias).gpus) {
        if (found->form == Form::laptop) misleading.push_back(alias);
      }
    }
  }
  CHECK(misleading == std::vector<std::string_view>{});
}

TEST_CASE("an exact spelling goes before a looser one", "[catalog]") {
  const Catalog catalog = catalog_from(test_document(R"("gpus": [)" + test_gpu("one", R"(, "aliases": ["X-1"])") + "," +
                                                     test_gpu("two", R"(, "aliases": ["X1"])") + "]"));
  CHECK(ids_called(catalog, "X-1") == Ids{"one"});
  CHECK(ids_called(catalog, "X1") == Ids{"two"});
  CHECK(ids_called(catalog, "x1") == Ids{"one", "two"});
}

TEST_CASE("an unknown name gives the nearest known one", "[catalog]") {
  const Catalog catalog = embedded_catalog();
  CHECK(find_by_name(catalog, "rtx 3091").nearest == "RTX 3090");
  CHECK(find_by_name(catalog, "GeForce RTX 3O90").nearest == "GeForce RTX 3090");
  CHECK(find_by_name(catalog, "nvidia-gefroce-rtx-3090").nearest == "nvidia-geforce-rtx-3090");
  CHECK_FALSE(find_by_name(catalog, "abacus with wooden beads").nearest.has_value());
  CHECK_FALSE(find_by_name(catalog, std::string(1000, 'x')).nearest.has_value());
  CHECK_FALSE(find_by_name(catalog, "rtx 3090").nearest.has_value());
  CHECK_FALSE(find_by_name(Catalog(), "rtx 3090").nearest.has_value());
}

TEST_CASE("a name may be followed by the card's own memory size, not another", "[catalog]") {
  const Catalog catalog = embedded_catalog();
  const auto ids = [&](std::string_view name) {
    std::vector<std::string_view> found;
    for (const Gpu* gpu : find_by_name(catalog, name).gpus) found.push_back(gpu->id);
    return found;
  };
  CHECK(ids("RTX 4090 24GB") == std::vector<std::string_view>{"nvidia-geforce-rtx-4090"});
  CHECK(ids("gtx 1080 ti 11 GB") == std::vector<std::string_view>{"nvidia-geforce-gtx-1080-ti"});
  CHECK(ids("RTX 4090 32GB").empty());
}

TEST_CASE("the words of a name may stand in another order", "[catalog]") {
  const Catalog catalog = embedded_catalog();
  CHECK(ids_called(catalog, "A100 80GB SXM4") == Ids{"nvidia-a100-sxm4-80gb"});
  CHECK(ids_called(catalog, "sxm4 a100 80 gb") == Ids{"nvidia-a100-sxm4-80gb"});
  CHECK(ids_called(catalog, "HGX H100") == Ids{"nvidia-h100-sxm5-80gb"});
  CHECK(ids_called(catalog, "A100 SXM4 90GB").empty());
  CHECK(ids_called(catalog, "A100 A100").empty());
}

TEST_CASE("a wrong name with the number of some GPUs lists these", "[catalog]") {
  struct Case {
    const char* name;
    const char* said;
  };
  const Case cases[] = {
      {"GTX 3080", "; with \"3080\" there is GeForce RTX 3080 12GB, GeForce RTX 3080 Ti"},
      {"gtx3070ti", "; with \"3070\" there is GeForce RTX 3070 Ti, GeForce RTX 3070, "},
      {"quadro 8000", "; with \"8000\" there is Quadro RTX 8000"},
      {"Quadro A6000", "; with \"a6000\" there is RTX A6000"},
      {"Radeon 3090", "; with \"3090\" there is GeForce RTX 3090 Ti or GeForce RTX 3090"},
      {"AMD RTX 3090 24 GB", "; with \"3090\" there is GeForce RTX 3090 Ti or GeForce RTX 3090"},
      {"nvidia 7900 xtx", "; with \"7900\" there is "},
      {"rtx 3080 18gb", "; with other memory there is GeForce RTX 3080 12GB, "},
      {"M3 U", "; this is in the names of M3 Ultra 256GB, M3 Ultra 512GB or M3 Ultra 96GB"},
  };
  const Catalog catalog = embedded_catalog();
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.name) {
      REQUIRE(ids_called(catalog, c.name) == Ids{});
      CHECK_THROWS_WITH(resolved(catalog, c.name),
                        Catch::Matchers::StartsWith(fmt::format("unknown GPU \"{}\"{}", c.name, c.said)));
    }
  }
}

TEST_CASE("a name resolves to the one GPU or says why it cannot", "[catalog]") {
  const Catalog catalog = catalog_from(
      test_document(R"("gpus": [)" + test_gpu("nvidia-b", R"(, "aliases": ["Both", "Bravo 7"])") + "," +
                    test_gpu("nvidia-a", R"(, "aliases": ["Both"])") + "," +
                    test_gpu("nvidia-an-id-of-more-than-forty-four-characters-c", R"(, "aliases": ["Both"])") + "]"));
  CHECK(resolved(catalog, "bravo7").gpu->id == "nvidia-b");

  CHECK_THROWS_WITH(resolved(catalog, "both"),
                    "\"both\" can mean Name of nvidia-a, Name of nvidia-an-id-of-more-than-forty-four-characters-c "
                    "or Name of nvidia-b");
  CHECK_THROWS_WITH(resolved(catalog, "rav"), "unknown GPU \"rav\"; this is in the names of Name of nvidia-b");
  CHECK_THROWS_WITH(resolved(catalog, "vo 7"), "unknown GPU \"vo 7\"; with \"7\" there is Name of nvidia-b");
  CHECK_THROWS_AS(resolved(catalog, "bravo 8"), UsageError);
  CHECK_THROWS_WITH(resolved(catalog, "bravo 8"), "unknown GPU \"bravo 8\", did you mean \"Bravo 7\"?");
  CHECK_THROWS_WITH(resolved(catalog, "abacus"), "unknown GPU \"abacus\"; `gpuadvisor list -n 0` has all");
  CHECK_THROWS_WITH(resolved(catalog, ""), "unknown GPU \"\"; `gpuadvisor list -n 0` has all");
  CHECK_THROWS_WITH(resolved(catalog, "\x1b[2J"), "unknown GPU \"\\x1b[2J\"; `gpuadvisor list -n 0` has all");
}

TEST_CASE("an unknown name lists candidates, of very many the first", "[catalog]") {
  const auto gpus = [](int count) {
    std::string list;
    for (int i = 0; i < count; ++i) list += (i == 0 ? "" : ",") + test_gpu(fmt::format("card-{:02}", i));
    return catalog_from(test_document(R"("gpus": [)" + list + "]"));
  };
  CHECK_THROWS_WITH(resolved(gpus(2), "card"),
                    "unknown GPU \"card\"; this is in the names of Name of card-00 or Name of card-01");
  CHECK_THROWS_WITH(resolved(gpus(27), "card"), Catch::Matchers::EndsWith("card-05 or one of 21 others"));
}

TEST_CASE("a misnomer that is a name of another GPU too is ambiguous", "[catalog]") {
  const Catalog catalog =
      catalog_from(test_document(R"("gpus": [)" + test_gpu("one", R"(, "misnomers": ["Wrong", "Slip"])") + "," +
                                 test_gpu("two", R"(, "aliases": ["Slip"])") + "]"));
  CHECK(resolved(catalog, "wrong").note == "\"wrong\" is the Name of one");
  CHECK(ids_called(catalog, "slip") == Ids{"one", "two"});
}

TEST_CASE("words of a command line are names, each as long as it can be", "[catalog]") {
  struct Case {
    Strings words;
    Strings expected;
  };
  const Case cases[] = {
      {{"RTX", "3090"}, {"RTX 3090"}},
      {{"3090", "4090"}, {"3090", "4090"}},
      {{"RTX", "3090", "RTX", "4060", "Ti", "16", "GB", "2080"}, {"RTX 3090", "RTX 4060 Ti 16 GB", "2080"}},
      {{"RTX", "2080", "Ti"}, {"RTX 2080 Ti"}},  // not the RTX 2080
      {{"RTX 3090", "RTX 4090"}, {"RTX 3090", "RTX 4090"}},
      {{"RTX", "4060", "Ti"}, {"RTX 4060 Ti"}},  // ambiguous, but a name
      {{"3090", "abacus", "4090"}, {"3090", "abacus", "4090"}},
      {{"abacus", "with", "beads"}, {"abacus with beads"}},
      {{"GTX", "3080"}, {"GTX 3080"}},  // a word of names is no name, nor what it says of the next
      {{"AMD", "3090"}, {"AMD 3090"}},
      {{"RTX", "4090", "48GB"}, {"RTX 4090 48GB"}},  // of another size than there is
      {{"A100", "80GB", "SXM4"}, {"A100 80GB SXM4"}},
      {{"A100 80GB SXM4", "4090"}, {"A100 80GB SXM4", "4090"}},
      {{"4090", "RTX", "6000", "Ada"}, {"4090", "RTX 6000 Ada"}},
      {{"abacus"}, {"abacus"}},
      {{""}, {""}},
      {{}, {}},
  };
  const Catalog catalog = embedded_catalog();
  for (const auto& c : cases) {
    DYNAMIC_SECTION(fmt::format("{}", fmt::join(c.words, "|"))) { CHECK(names_in(catalog, c.words) == c.expected); }
  }
}

TEST_CASE("an architecture is known by its name and by a slip of the guides", "[catalog]") {
  const Catalog catalog = embedded_catalog();
  const auto architecture = [&](std::string_view name) {
    const auto gpus = gpus_of_architecture(catalog, name);
    return gpus.empty() ? std::string_view() : gpus.front()->architecture;
  };
  CHECK(architecture("turing") == "Turing");
  CHECK(architecture("Turning") == "Turing");  // the French guide of 2019
  CHECK(architecture("ada-lovelace") == "Ada Lovelace");
  CHECK(architecture("ada") == "Ada Lovelace");
  CHECK(architecture("rdna3") == "RDNA 3");
  CHECK(architecture("turin").empty());
  CHECK(architecture("").empty());
  CHECK(gpus_of_architecture(Catalog(), "Turning").empty());
}

}  // namespace
}  // namespace gpuadvisor
