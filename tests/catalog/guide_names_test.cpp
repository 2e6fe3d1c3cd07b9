#include <algorithm>

#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "gpuadvisor/catalog/name_lookup.hpp"
#include "support/catch2.hpp"

namespace gpuadvisor {
namespace {

/// A spelling in the guides, and the GPU that its guide means.
struct GuideName {
  const char* spelling;
  const char* gpu;
};

TEST_CASE("a spelling of the guides means the GPU that they mean, alone", "[catalog]") {
  const GuideName names[] = {
      {"RX 7600 XT 16GB", "amd-radeon-rx-7600-xt"},
      {"RX 7900 XTX", "amd-radeon-rx-7900-xtx"},
      {"RX 9060 XT 16G", "amd-radeon-rx-9060-xt-16gb"},
      {"M4 Max 128 GB", "apple-m4-max-128gb"},
      {"M4 Max 64 GB", "apple-m4-max-64gb"},
      {"M4 Pro Mac mini 64GB", "apple-m4-pro-64gb"},
      {"M5 Max", "apple-m5-max-128gb"},
      {"Arc B580", "intel-arc-b580"},
      {"Arc Pro B70", "intel-arc-pro-b70"},
      {"B200", "nvidia-b200"},
      {"DGX Spark", "nvidia-dgx-spark-gb10"},
      {"GTX 1050 Ti (2GB)", "nvidia-geforce-gtx-1050"},
      {"GTX 1050 Ti", "nvidia-geforce-gtx-1050-ti"},
      {"GTX 1050 Ti (4GB)", "nvidia-geforce-gtx-1050-ti"},
      {"GTX 1060 (6GB)", "nvidia-geforce-gtx-1060-6gb"},
      {"GTX 1070", "nvidia-geforce-gtx-1070"},
      {"GTX 1070 Ti", "nvidia-geforce-gtx-1070-ti"},
      {"GTX 1080", "nvidia-geforce-gtx-1080"},
      {"GTX 1080 Ti", "nvidia-geforce-gtx-1080-ti"},
      {"GTX 1650 Super", "nvidia-geforce-gtx-1650-super"},
      {"GTX 580 3GB", "nvidia-geforce-gtx-580"},
      {"GTX 580", "nvidia-geforce-gtx-580"},
      {"GTX 680", "nvidia-geforce-gtx-680"},
      {"GTX 680 3GB", "nvidia-geforce-gtx-680"},
      {"GTX 960 4GB", "nvidia-geforce-gtx-960"},
      {"GTX 970", "nvidia-geforce-gtx-970"},
      {"GTX 980", "nvidia-geforce-gtx-980"},
      {"GTX 980 Ti", "nvidia-geforce-gtx-980-ti"},
      {"GTX 980 Ti (6GB)", "nvidia-geforce-gtx-980-ti"},
      {"GTX Titan", "nvidia-geforce-gtx-titan"},
      {"GTX Titan X", "nvidia-geforce-gtx-titan-x"},
      {"GTX Titan X (Maxwell)", "nvidia-geforce-gtx-titan-x"},
      {"RTX 2060", "nvidia-geforce-rtx-2060"},
      {"RTX 2060 Super", "nvidia-geforce-rtx-2060-super"},
      {"RTX 2070", "nvidia-geforce-rtx-2070"},
      {"RTX 2080", "nvidia-geforce-rtx-2080"},
      {"RTX 2080 Ti", "nvidia-geforce-rtx-2080-ti"},
      {"GTX 2080 Ti", "nvidia-geforce-rtx-2080-ti"},
      {"RTX 3060 12GB", "nvidia-geforce-rtx-3060-12gb"},
      {"RTX 3070", "nvidia-geforce-rtx-3070"},
      {"RTX 3080", "nvidia-geforce-rtx-3080"},
      {"RTX 3090", "nvidia-geforce-rtx-3090"},
      {"RTX 3090 Ti", "nvidia-geforce-rtx-3090-ti"},
      {"RTX 4060", "nvidia-geforce-rtx-4060"},
      {"RTX 4060 Ti 16GB", "nvidia-geforce-rtx-4060-ti-16gb"},
      {"RTX 4070 Super", "nvidia-geforce-rtx-4070-super"},
      {"RTX 4070 Ti", "nvidia-geforce-rtx-4070-ti"},
      {"RTX 4070 Ti Super", "nvidia-geforce-rtx-4070-ti-super"},
      {"RTX 4080", "nvidia-geforce-rtx-4080"},
      {"RTX 4090", "nvidia-geforce-rtx-4090"},
      {"RTX 5060", "nvidia-geforce-rtx-5060"},
      {"RTX 5060 Ti 16GB", "nvidia-geforce-rtx-5060-ti-16gb"},
      {"RTX 5070", "nvidia-geforce-rtx-5070"},
      {"RTX 5070 Ti", "nvidia-geforce-rtx-5070-ti"},
      {"RTX 5080", "nvidia-geforce-rtx-5080"},
      {"RTX 5090", "nvidia-geforce-rtx-5090"},
      {"H100 PCIe", "nvidia-h100-pcie-80gb"},
      {"H100 SXM", "nvidia-h100-sxm5-80gb"},
      {"H100 SMX", "nvidia-h100-sxm5-80gb"},
      {"L40", "nvidia-l40"},
      {"L40S", "nvidia-l40s"},
      {"Quadro RTX 6000", "nvidia-quadro-rtx-6000"},
      {"RTX 8000", "nvidia-quadro-rtx-8000"},
      {"Quadro RTX 8000", "nvidia-quadro-rtx-8000"},
      {"A6000 Ada", "nvidia-rtx-6000-ada-generation"},
      {"RTX 6000 Ada", "nvidia-rtx-6000-ada-generation"},
      {"A6000", "nvidia-rtx-a6000"},
      {"RTX A6000", "nvidia-rtx-a6000"},
      {"RTX PRO 6000", "nvidia-rtx-pro-6000-blackwell"},
      {"RTX PRO 6000 Blackwell", "nvidia-rtx-pro-6000-blackwell"},
      {"Tesla P40", "nvidia-tesla-p40"},
      {"P40", "nvidia-tesla-p40"},
      {"Titan RTX", "nvidia-titan-rtx"},
      {"RTX Titan", "nvidia-titan-rtx"},
      {"RTX Titans", "nvidia-titan-rtx"},
      {"Titan V", "nvidia-titan-v"},
      {"Titan X Pascal", "nvidia-titan-x-pascal"},
      {"NVIDIA Titan X Pascal", "nvidia-titan-x-pascal"},
      {"GTX Titan (Pascal)", "nvidia-titan-x-pascal"},
      {"Titan Xp", "nvidia-titan-xp"},
      {"Titan XP", "nvidia-titan-xp"},
      {"XP Titan", "nvidia-titan-xp"},
  };
  const Catalog catalog = embedded_catalog();
  for (const GuideName& name : names) {
    DYNAMIC_SECTION(name.spelling) { CHECK(resolved(catalog, name.spelling).gpu->id == name.gpu); }
  }
}

TEST_CASE("a spelling of the guides that several GPUs share lists the one they mean among others", "[catalog]") {
  const GuideName names[] = {
      {"Ryzen AI Max+ 395", "amd-ryzen-ai-max-plus-395-128gb"},
      {"Strix Halo", "amd-ryzen-ai-max-plus-395-128gb"},
      {"M2 Ultra", "apple-m2-ultra-192gb"},
      {"M3 Ultra", "apple-m3-ultra-96gb"},
      {"Tesla A100", "nvidia-a100-sxm4-40gb"},
      {"A100", "nvidia-a100-sxm4-80gb"},
      {"GTX 1060", "nvidia-geforce-gtx-1060-6gb"},
      {"RTX 3060", "nvidia-geforce-rtx-3060-12gb"},
      {"H100", "nvidia-h100-sxm5-80gb"},
      {"H200", "nvidia-h200-sxm-141gb"},
      {"RTX 6000", "nvidia-quadro-rtx-6000"},
      {"V100", "nvidia-tesla-v100-pcie-16gb"},
      {"Tesla V100", "nvidia-tesla-v100-pcie-16gb"},
  };
  const Catalog catalog = embedded_catalog();
  for (const GuideName& name : names) {
    DYNAMIC_SECTION(name.spelling) {
      const auto found = find_by_name(catalog, name.spelling).gpus;
      CHECK(found.size() > 1);
      CHECK(std::any_of(found.begin(), found.end(), [&](const Gpu* gpu) { return gpu->id == name.gpu; }));
      if (name.spelling == std::string_view("RTX 6000")) {  // of two generations
        CHECK_THROWS_WITH(resolved(catalog, name.spelling), Catch::Matchers::StartsWith("\"RTX 6000\" can mean "));
        continue;
      }
      CHECK_THROWS_WITH(resolved(catalog, name.spelling), Catch::Matchers::Contains(" can mean "));
      const ResolvedGpu guess = resolved_or_usual(catalog, name.spelling);
      CHECK(guess.is_guess);
      CHECK(std::find(found.begin(), found.end(), guess.gpu) != found.end());
      CHECK_THAT(guess.note, Catch::Matchers::Contains("there is also"));
    }
  }
}

TEST_CASE("what no such product was sold as is unknown, with those that were", "[catalog]") {
  const Catalog catalog = embedded_catalog();
  CHECK_THROWS_WITH(resolved(catalog, "M3 Ultra 192 GB"),
                    "unknown GPU \"M3 Ultra 192 GB\"; with other memory there is M3 Ultra 256GB, "
                    "M3 Ultra 512GB or M3 Ultra 96GB");
}

TEST_CASE("a misnomer means its GPU, with a note", "[catalog]") {
  struct Case {
    const char* name;
    const char* gpu;
    const char* note;
  };
  const Case cases[] = {
      {"gtx 2080 ti", "nvidia-geforce-rtx-2080-ti", "\"gtx 2080 ti\" is the GeForce RTX 2080 Ti"},
      {"GTX2080Ti 11GB", "nvidia-geforce-rtx-2080-ti", "\"GTX2080Ti 11GB\" is the GeForce RTX 2080 Ti"},
      {"RTX Titan", "nvidia-titan-rtx", "\"RTX Titan\" is the TITAN RTX"},
      {"RTX Titans", "nvidia-titan-rtx", "\"RTX Titans\" is the TITAN RTX"},
      {"XP Titan", "nvidia-titan-xp", "\"XP Titan\" is the TITAN Xp"},
      {"GTX Titan (Pascal)", "nvidia-titan-x-pascal", "\"GTX Titan (Pascal)\" is the TITAN X (Pascal)"},
      {"GXT Titan", "nvidia-geforce-gtx-titan", "\"GXT Titan\" is the GeForce GTX TITAN"},
      {"H100 SMX", "nvidia-h100-sxm5-80gb", "\"H100 SMX\" is the H100 SXM5 80GB"},
      {"A6000 Ada", "nvidia-rtx-6000-ada-generation", "\"A6000 Ada\" is the RTX 6000 Ada Generation"},
      {"GTX 1050 Ti (2GB)", "nvidia-geforce-gtx-1050", "\"GTX 1050 Ti (2GB)\" is the GeForce GTX 1050 2GB"},
      {"GTX 680 3GB", "nvidia-geforce-gtx-680", "\"GTX 680 3GB\" is the GeForce GTX 680"},
      {"rtx 2080 ti", "nvidia-geforce-rtx-2080-ti", ""},
      {"RTX 2080 Ti 11GB", "nvidia-geforce-rtx-2080-ti", ""},
      {"titan rtx", "nvidia-titan-rtx", ""},
      {"GTX Titan", "nvidia-geforce-gtx-titan", ""},
      {"GTX 1050 Ti (4GB)", "nvidia-geforce-gtx-1050-ti", ""},
  };
  const Catalog catalog = embedded_catalog();
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.name) {
      const ResolvedGpu found = resolved(catalog, c.name);
      CHECK(found.gpu->id == c.gpu);
      CHECK(found.note == c.note);
    }
  }
}

TEST_CASE("the GTX 1050 Ti has 4 GB, and says what guides wrote", "[catalog]") {
  const Catalog catalog = embedded_catalog();
  const Gpu& gpu = *resolved(catalog, "1050 ti").gpu;
  CHECK(gpu.memory == Gibibytes{4});
  const auto is_about_it = [](std::string_view note) { return note.find("4 or 2 GB") != std::string_view::npos; };
  CHECK(std::any_of(gpu.notes.begin(), gpu.notes.end(), is_about_it));
}

}  // namespace
}  // namespace gpuadvisor
