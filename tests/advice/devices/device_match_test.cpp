#include "advice/devices/device_match.hpp"

#include <optional>
#include <string>
#include <vector>

#include "catalog/records/system_name.hpp"
#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "support/catch2.hpp"

using namespace gpuadvisor;

namespace {

DetectedGpu device(std::string name, std::optional<double> memory_mib, std::string vendor = "nvidia",
                   std::optional<double> limit_w = {}) {
  DetectedGpu gpu;
  gpu.name = std::move(name);
  gpu.vendor = std::move(vendor);
  if (memory_mib) gpu.memory = Gibibytes{*memory_mib / 1024};
  if (limit_w) gpu.power_limit = Watts{*limit_w};
  return gpu;
}

constexpr std::nullopt_t k_untold_memory = std::nullopt;

}  // namespace

TEST_CASE("A driver's name and memory are one GPU of the catalog", "[advice]") {
  struct Case {
    const char* name;
    std::optional<double> memory_mib;
    const char* id;
  };
  const Case cases[] = {
      // As captures have them (tests/devices/captures).
      {"NVIDIA RTX A6000", 49140, "nvidia-rtx-a6000"},
      {"NVIDIA GeForce RTX 2080 SUPER", 8192, "nvidia-geforce-rtx-2080-super"},
      {"NVIDIA GeForce RTX 4080 SUPER", 16376, "nvidia-geforce-rtx-4080-super"},
      {"NVIDIA H100 80GB HBM3", 81559, "nvidia-h100-sxm5-80gb"},
      // As nvidia-smi has them in reports of users.
      {"NVIDIA B300 SXM6 AC", 275040, "nvidia-b300"},
      {"Tesla V100-SXM2-32GB-LS", 32768, "nvidia-tesla-v100-sxm2-32gb"},
      {"Tesla V100-DGXS-32GB", 32508, "nvidia-tesla-v100-sxm2-32gb"},
      {"NVIDIA TITAN Xp COLLECTORS EDITION", 12288, "nvidia-titan-xp"},
      {"NVIDIA H200", 143771, "nvidia-h200-sxm-141gb"},
      {"NVIDIA H200 NVL", 143771, "nvidia-h200-nvl"},
      {"NVIDIA L40S", 46068, "nvidia-l40s"},
      {"NVIDIA GeForce RTX 4050 Laptop GPU", 6141, "nvidia-geforce-rtx-4050-laptop"},
      {"NVIDIA GeForce RTX 4060 Laptop GPU", 8188, "nvidia-geforce-rtx-4060-laptop"},
      {"Tesla P40", 24576, "nvidia-tesla-p40"},
      {"NVIDIA A100-SXM4-80GB", 81920, "nvidia-a100-sxm4-80gb"},
      {"NVIDIA GeForce RTX 3060", 12288, "nvidia-geforce-rtx-3060-12gb"},
      {"NVIDIA GeForce RTX 3080", 10240, "nvidia-geforce-rtx-3080"},
      {"Tesla T4", 15360, "nvidia-tesla-t4"},
      // The same names on cards with other memory.
      {"NVIDIA GeForce RTX 3060", 8192, "nvidia-geforce-rtx-3060-8gb"},
      {"NVIDIA GeForce RTX 3080", 12288, "nvidia-geforce-rtx-3080-12gb"},
      {"NVIDIA GeForce RTX 3080 Laptop GPU", 16384, "nvidia-geforce-rtx-3080-16gb-laptop"},
      {"NVIDIA GeForce RTX 3080 Laptop GPU", 8192, "nvidia-geforce-rtx-3080-8gb-laptop"},
      {"NVIDIA GeForce RTX 2080 Ti", 11264, "nvidia-geforce-rtx-2080-ti"},
      {"NVIDIA GeForce RTX 2080 Ti", 22528, "nvidia-geforce-rtx-2080-ti-22gb"},
      // Words in another order.
      {"NVIDIA A100 80GB PCIe", 81920, "nvidia-a100-pcie-80gb"},
      {"NVIDIA A100-PCIE-40GB", 40960, "nvidia-a100-pcie-40gb"},
      {"Tesla V100-SXM2-16GB", 16384, "nvidia-tesla-v100-sxm2-16gb"},
      {"Tesla V100-PCIE-32GB", 32768, "nvidia-tesla-v100-pcie-32gb"},
      {"NVIDIA H100 PCIe", 81559, "nvidia-h100-pcie-80gb"},
      {"NVIDIA RTX 6000 Ada Generation", 49140, "nvidia-rtx-6000-ada-generation"},
      {"Quadro RTX 6000", 24576, "nvidia-quadro-rtx-6000"},
      // Without memory, where the name alone tells.
      {"NVIDIA GeForce RTX 3090", k_untold_memory, "nvidia-geforce-rtx-3090"},
      {"GA102 [GeForce RTX 3090]", k_untold_memory, "nvidia-geforce-rtx-3090"},
      {"NVIDIA H200 NVL", k_untold_memory, "nvidia-h200-nvl"},
  };
  const Catalog catalog = embedded_catalog();
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.name << ' ' << c.memory_mib.value_or(0)) {
      const DeviceMatch match = device_match(device(c.name, c.memory_mib), catalog);
      REQUIRE(match.gpu != nullptr);
      CHECK(match.gpu->id == c.id);
      CHECK(match.kind == MatchKind::known);
      CHECK(match.candidates.empty());
    }
  }
}

TEST_CASE("What cannot be told apart is told as such", "[advice]") {
  struct Case {
    const char* what;
    DetectedGpu device;
    MatchKind kind;
    std::vector<std::string> candidates;
  };
  const Case cases[] = {
      {"no such product", device("NVIDIA GeForce RTX 9999", 8192), MatchKind::unknown, {}},
      {"a part of a name", device("NVIDIA GeForce", 8192), MatchKind::unknown, {}},
      {"of another vendor", device("Radeon RTX 3090", 24576, "amd"), MatchKind::unknown, {}},
      {"a laptop's, unknown, is no desktop's",
       device("NVIDIA GeForce GTX 1070 Ti Laptop GPU", 8192),
       MatchKind::unknown,
       {}},
      {"a card newer than its driver", device("Graphics Device", 5912), MatchKind::unnamed, {}},
      {"no name", device("", 8192), MatchKind::unnamed, {}},
      {"other memory", device("GeForce GTX 1070 Ti", 4096), MatchKind::other_memory, {"nvidia-geforce-gtx-1070-ti"}},
      {"several sizes, none told",
       device("NVIDIA GeForce RTX 3060", k_untold_memory),
       MatchKind::ambiguous,
       {"nvidia-geforce-rtx-3060-12gb", "nvidia-geforce-rtx-3060-8gb"}},
      {"a list without power",
       device("Navi 22 [Radeon RX 6700/6700 XT / 6800M]", 12272, "amd"),
       MatchKind::ambiguous,
       {"amd-radeon-rx-6700-xt", "amd-radeon-rx-6800m"}},
      {"a list with a product that the catalog lacks",
       device("Navi 22 [Radeon RX 6700/6700 XT / 9999M]", 12272, "amd", 211),
       MatchKind::ambiguous,
       {"amd-radeon-rx-6700-xt"}},
  };
  const Catalog catalog = embedded_catalog();
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.what) {
      const DeviceMatch match = device_match(c.device, catalog);
      CHECK(match.gpu == nullptr);
      CHECK(match.kind == c.kind);
      std::vector<std::string> ids;
      for (const Gpu* gpu : match.candidates) ids.emplace_back(gpu->id);
      CHECK(ids == c.candidates);
    }
  }
}

TEST_CASE("A list of products is the one with the board's power", "[advice]") {
  // Board powers of 230 W and 145 W: 211 W is 8 % below the first, 46 % above the second.
  const Catalog catalog = embedded_catalog();
  const std::string name = "Navi 22 [Radeon RX 6700/6700 XT / 6800M]";
  const DeviceMatch desktop = device_match(device(name, 12272, "amd", 211), catalog);
  REQUIRE(desktop.gpu != nullptr);
  CHECK(desktop.gpu->id == "amd-radeon-rx-6700-xt");
  const DeviceMatch laptop = device_match(device(name, 12272, "amd", 145), catalog);
  REQUIRE(laptop.gpu != nullptr);
  CHECK(laptop.gpu->id == "amd-radeon-rx-6800m");
  const DeviceMatch small = device_match(device(name, 10240, "amd"), catalog);
  REQUIRE(small.gpu != nullptr);  // the only one of these with so much memory
  CHECK(small.gpu->id == "amd-radeon-rx-6700");
}

TEST_CASE("The driver's names that the catalog knows are matched", "[advice]") {
  const Catalog catalog = embedded_catalog();
  int names = 0;
  for (const SystemName& name : catalog.records<SystemName>()) {
    if (name.system != NamingSystem::nvml) continue;
    ++names;
    const Gpu* const gpu = catalog.gpu(name.gpu);
    REQUIRE(gpu != nullptr);
    INFO(name.name);
    CHECK(device_match(device(std::string(name.name), memory_per_device(*gpu)->value() * 1024), catalog).gpu == gpu);
  }
  CHECK(names > 0);
}

TEST_CASE("Each GPU goes by its own full name and memory, and by no other's", "[advice]") {
  const Catalog catalog = embedded_catalog();
  for (const Gpu& gpu : catalog.gpus()) {
    const auto memory = memory_per_device(gpu);
    if (!memory) continue;
    INFO(gpu.id);
    const DeviceMatch match =
        device_match(device(std::string(gpu.name), memory->value() * 1024, std::string(gpu.vendor)), catalog);
    CHECK((match.gpu == nullptr || match.gpu == &gpu));
  }
}
