#include "devices/device_capture.hpp"

#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "gpuadvisor/core/error.hpp"
#include "support/catch2.hpp"

using namespace gpuadvisor;

namespace {

std::string capture(const std::string& name) {
  std::ifstream file(std::string(GPUADVISOR_CAPTURES_DIR) + '/' + name, std::ios::binary);
  REQUIRE(file);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// In mebibytes, as tools tell it; nothing where they do not.
std::optional<double> in_mebibytes(const std::optional<Gibibytes>& memory) {
  return memory ? std::optional(memory->value() * 1024) : std::nullopt;
}

std::optional<double> in_watts(const std::optional<Watts>& power) {
  return power ? std::optional(power->value()) : std::nullopt;
}

std::string pci(const DetectedGpu& gpu) {
  return gpu.pci ? fmt::format("{:04x}:{:04x}", gpu.pci->vendor, gpu.pci->device) : "";
}

std::string problems_of(const std::string& text) {
  try {
    (void)captured_gpus(text, "a");
    return {};
  } catch (const DataError& error) {
    return error.what();
  }
}

constexpr std::nullopt_t k_none = std::nullopt;

}  // namespace

TEST_CASE("Captures of real machines are read as they say", "[devices]") {
  struct Case {
    const char* file;
    std::size_t gpus;
    const char* name;
    std::optional<double> memory_mib;
    std::optional<double> free_mib;
    std::optional<double> limit_w;
    const char* driver;
    const char* pci;
    bool is_divided = false;
    std::size_t instances = 0;
  };
  constexpr double k_mebibyte = 1024.0 * 1024;
  const Case cases[] = {
      {"nvidia_smi_query_gpu_a6000.csv", 1, "NVIDIA RTX A6000", 49140, 48507, k_none, "", ""},
      {"nvidia_smi_query_gpu_all_geforce_rtx_2080_super_linux_595.71.05.csv", 1, "NVIDIA GeForce RTX 2080 SUPER", 8192,
       7571, 250, "595.71.05", "10de:1e81"},
      {"nvidia_smi_query_gpu_all_geforce_rtx_2080_super_linux_610.57.04.csv", 1, "NVIDIA GeForce RTX 2080 SUPER", 8192,
       7582, 250, "610.57.04", "10de:1e81"},
      {"nvidia_smi_query_gpu_all_geforce_rtx_2080_super_windows_591.86.csv", 1, "NVIDIA GeForce RTX 2080 SUPER", 8192,
       7286, 250, "591.86", "10de:1e81"},
      {"nvidia_smi_query_gpu_all_geforce_rtx_2080_super_windows_610.62.csv", 1, "NVIDIA GeForce RTX 2080 SUPER", 8192,
       7191, 250, "610.62", "10de:1e81"},
      {"nvidia_smi_query_gpu_all_geforce_rtx_4080_super_linux_595.71.05.csv", 1, "NVIDIA GeForce RTX 4080 SUPER", 16376,
       15348, 320, "595.71.05", "10de:2702"},
      {"nvidia_smi_query_gpu_all_h100_80gb_hbm3_linux_590.48.01.csv", 1, "NVIDIA H100 80GB HBM3", 81559, 81081, 700,
       "590.48.01", "10de:2330"},
      {"nvidia_smi_query_gpu_all_h100_mig_linux_590.48.01.csv", 1, "NVIDIA H100 80GB HBM3", 81559, 81022, 700,
       "590.48.01", "10de:2330", true},
      {"nvidia_smi_query_gpu_all_h200_linux_590.48.01.csv", 1, "NVIDIA H200", 143771, 143158, 700, "590.48.01",
       "10de:2335"},
      {"nvidia_smi_query_gpu_all_h200_mig_linux_590.48.01.csv", 1, "NVIDIA H200", 143771, 143103, 700, "590.48.01",
       "10de:2335", true},
      {"nvidia_smi_query_gpu_all_l40s_linux_595.80.csv", 1, "NVIDIA L40S", 46068, 45460, 350, "595.80", "10de:26b9"},
      {"nvidia_smi_query_gpu_compute_cap.csv", 1, "NVIDIA GeForce RTX 4050 Laptop GPU", 6141, k_none, k_none, "592.82",
       ""},
      {"nvidia_smi_query_gpu_laptop.csv", 1, "NVIDIA GeForce RTX 4060 Laptop GPU", 8188, 6910, k_none, "566.26", ""},
      {"nvidia_smi_query_gpu_noheader.csv", 3, "NVIDIA H200 NVL", 143771, k_none, k_none, "", ""},
      {"nvidia_smi_qx_a100_sxm4_v12.xml", 1, "NVIDIA A100-SXM4-80GB", 81920, 80999, 500, "535.54.03", "10de:20b2", true,
       4},
      {"nvidia_smi_qx_gtx_1070_ti.xml", 1, "GeForce GTX 1070 Ti", 4096, 4054, k_none, "", ""},
      {"nvidia_smi_qx_gtx_1660_ti.xml", 1, "Graphics Device", 5912, 5912, 130, "418.43", "10de:2184"},
      {"nvidia_smi_qx_h100_80gb_hbm3_580.159.04.xml", 1, "NVIDIA H100 80GB HBM3", 81559, 81079, 700, "580.159.04",
       "10de:2330"},
      {"nvidia_smi_qx_h200_580.159.04.xml", 1, "NVIDIA H200", 143771, 143156, 700, "580.159.04", "10de:2335"},
      {"nvidia_smi_qx_rtx_3060_v12.xml", 1, "NVIDIA GeForce RTX 3060", 12288, 11806, 170, "570.124.04", "10de:2487"},
      {"nvidia_smi_qx_rtx_3080_v13.xml", 1, "NVIDIA GeForce RTX 3080", 10240, 660, 320, "595.58.03", "10de:2216"},
      {"nvidia_smi_qx_tesla_t4.xml", 1, "Tesla T4", 15360, 13939, 70, "515.105.01", "10de:1eb8"},
      {"rocm_smi_mi100_rocm602.json", 4, "Arcturus GL-XL [Instinct MI100]", 34342961152 / k_mebibyte,
       (34342961152 - 6750208) / k_mebibyte, 290, "6.3.6", "1002:738c"},
      {"rocm_smi_rx6700xt_rocm602.json", 1, "Navi 22 [Radeon RX 6700/6700 XT / 6800M]", 12868124672 / k_mebibyte,
       (12868124672 - 1572757504) / k_mebibyte, 211, "6.3.6", "1002:73df"},
      {"rocm_smi_rx6700xt_rocm612.json", 1, "Navi 22 [Radeon RX 6700/6700 XT / 6800M]", 12868124672 / k_mebibyte,
       (12868124672 - 1572745216) / k_mebibyte, 211, "6.3.6", "1002:73df"},
      {"rocm_smi_vega_20_wks_gl_xe.json", 1, "Radeon Instinct MI50 32GB", 34342961152 / k_mebibyte,
       (34342961152 - 10850304) / k_mebibyte, 225, "5.9.17", "1002:66a1"},
      {"apple_m2_max.json", 1, "Apple M2 Max", 96 * 1024, k_none, k_none, "", ""},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.file) {
      const auto gpus = captured_gpus(capture(c.file), c.file);
      REQUIRE(gpus.size() == c.gpus);
      const DetectedGpu& gpu = gpus.front();
      CHECK(gpu.name == c.name);
      CHECK(in_mebibytes(gpu.memory) == c.memory_mib);
      CHECK(in_mebibytes(gpu.free) == c.free_mib);
      CHECK(in_watts(gpu.power_limit) == c.limit_w);
      CHECK(gpu.driver == c.driver);
      CHECK(pci(gpu) == c.pci);
      CHECK(gpu.is_divided == c.is_divided);
      REQUIRE(gpu.instances.size() == c.instances);
      for (const GpuInstance& instance : gpu.instances) {
        CHECK(in_mebibytes(instance.memory) == 19968);
        CHECK(in_mebibytes(instance.free) == 19955);
      }
    }
  }
}

TEST_CASE("Columns may be any, in any order, with units or without, after a byte order mark", "[devices]") {
  const char* const texts[] = {
      "memory.total [MiB], name, index\n24576 MiB, NVIDIA GeForce RTX 3090, 0\n",
      "index, name, memory.total [MiB]\r\n0, NVIDIA GeForce RTX 3090, 24576\r\n",
      "gpu_name, memory.total [MiB]\nNVIDIA GeForce RTX 3090, 24576 MiB",
      "\xef\xbb\xbfname, memory.total [MiB]\n\nNVIDIA GeForce RTX 3090, 24576 MiB\n\n",
      "0, NVIDIA GeForce RTX 3090, 24576 MiB, 10 MiB, 24000 MiB, 350.00 W\n",
  };
  for (const auto* text : texts) {
    DYNAMIC_SECTION(text) {
      const auto gpus = captured_gpus(text, "a");
      REQUIRE(gpus.size() == 1);
      CHECK(gpus.front().name == "NVIDIA GeForce RTX 3090");
      CHECK(in_mebibytes(gpus.front().memory) == 24576);
    }
  }
}

TEST_CASE("What tools write in place of a figure is no figure", "[devices]") {
  for (const auto* untold : {"[N/A]", "[Not Supported]", "[Unknown Error]", "N/A", "",
                             "[Requested functionality has been deprecated]", "[GPU is lost]", "ERR!"}) {
    DYNAMIC_SECTION(untold) {
      const auto gpus =
          captured_gpus(fmt::format("name, memory.total [MiB], power.limit [W]\nTesla T4, {0}, {0}\n", untold), "a");
      REQUIRE(gpus.size() == 1);
      CHECK_FALSE(gpus.front().memory);
      CHECK_FALSE(gpus.front().power_limit);
    }
  }
}

TEST_CASE("A warning before the JSON of rocm-smi is passed over, and lines are those of the whole", "[devices]") {
  const std::string text =
      "WARNING: AMD GPU device(s) is/are in a low-power state.\n\n"
      "{\"card0\": {\"Card series\": \"Instinct MI100\",\n \"VRAM Total Memory (B)\": \"34342961152\"}}";
  const auto gpus = captured_gpus(text, "a");
  REQUIRE(gpus.size() == 1);
  CHECK(gpus.front().name == "Instinct MI100");
  CHECK(problems_of("warning\n{\"card0\": {\"VRAM Total Memory (B)\":\n \"x\"}}") ==
        "a:3: /card0/VRAM Total Memory (B): expected a number of bytes, found \"x\"");
}

TEST_CASE("Figures of rocm-smi may be numbers", "[devices]") {
  const auto gpus = captured_gpus("{\"card0\": {\"VRAM Total Memory (B)\": 16106127360}}", "a");
  REQUIRE(gpus.size() == 1);
  CHECK(gpus.front().memory == Gibibytes{15});  // 15 * 2^30 bytes
}

TEST_CASE("What PowerShell writes in UTF-16 is read", "[devices]") {
  std::string wide = "\xff\xfe";
  for (const char c : std::string("name, memory.total [MiB]\nTesla T4, 15360 MiB")) wide += {c, '\0'};
  REQUIRE(captured_gpus(wide, "a").size() == 1);
  CHECK(captured_gpus(wide, "a")[0].name == "Tesla T4");
}

TEST_CASE("No devices are none", "[devices]") {
  CHECK(captured_gpus("No devices were found\n", "a").empty());
  CHECK(captured_gpus("name, memory.total [MiB]\n", "a").empty());
  CHECK(captured_gpus("<nvidia_smi_log><attached_gpus>0</attached_gpus></nvidia_smi_log>", "a").empty());
  CHECK(captured_gpus("{\"system\": {\"Driver version\": \"6.3.6\"}}", "a").empty());
  CHECK(captured_gpus("{\"SPDisplaysDataType\": []}", "a").empty());
}

TEST_CASE("Captures that cannot be are refused, all problems at once", "[devices]") {
  struct Case {
    const char* name;
    std::string text;
    const char* message;
  };
  const std::string expected =
      "expected what `nvidia-smi -q -x`, `nvidia-smi --query-gpu=name,memory.total --format=csv`, `rocm-smi -a --json` "
      "or "
      "`system_profiler -json SPDisplaysDataType SPHardwareDataType` prints";
  const std::string unknown = "a:1: " + expected + ", found \"hello\"";
  const std::string other_json = "a:1: " + expected;
  const std::string empty = "a:1: " + expected + ", found \"\"";
  const Case cases[] = {
      {"empty", "", empty.c_str()},
      {"something else", "hello\nworld", unknown.c_str()},
      {"other JSON", "{\"a\": 1}", other_json.c_str()},
      {"other XML", "<html></html>", "a:1: expected <nvidia_smi_log>, found <html>"},
      {"the table for people", "+---+\n| NVIDIA-SMI 535.54.03 |\n",
       "a: found the table that nvidia-smi prints for people; expected `nvidia-smi -q -x`"},
      {"negative memory", "name, memory.total [MiB]\nTesla T4, -1 MiB",
       "a:2: column memory.total: expected a number of MiB, found \"-1 MiB\""},
      {"huge memory", "name, memory.total [MiB]\nTesla T4, 1e300 MiB",
       "a:2: column memory.total: expected at most 67108864 MiB, found \"1e300 MiB\""},
      {"beyond a double", "name, memory.total [MiB]\nTesla T4, 1e999 MiB",
       "a:2: column memory.total: expected a number of MiB, found \"1e999 MiB\""},
      {"not a number", "name, memory.total [MiB]\nTesla T4, nan MiB",
       "a:2: column memory.total: expected a number of MiB, found \"nan MiB\""},
      {"another unit", "name, memory.total [MiB]\nTesla T4, 16 GB",
       "a:2: column memory.total: expected a number of MiB, found \"16 GB\""},
      {"more free than there is", "name, memory.total [MiB], memory.free [MiB]\nTesla T4, 10 MiB, 11 MiB",
       "a:2: column memory.free: expected at most 10 MiB free, as there are, found 11"},
      {"two problems", "name, memory.total [MiB], power.limit [W]\nTesla T4, x, y",
       "a:2: column memory.total: expected a number of MiB, found \"x\"\n"
       "a:2: column power.limit: expected a number of W, found \"y\""},
      {"fields", "name, memory.total [MiB]\nTesla T4", "a:2: expected 2 fields, as there are titles, found 1"},
      {"no name", "memory.total [MiB]\n10 MiB", "a:1: expected a column name: --query-gpu=name,memory.total,..."},
      {"name twice", "name, name\nTesla T4, Tesla T4", "a:1: column name: expected it once, found it again"},
      {"escapes in a name", "name\nTesla \x1b[2J",
       "a:2: column name: expected at most 200 bytes of plain text, found \"Tesla \\x1b[2J\""},
      {"no name in XML", "<nvidia_smi_log><gpu>\n</gpu></nvidia_smi_log>",
       "a:1: gpu: expected a <product_name> or a <pci_device_id>"},
      {"memory in XML",
       "<nvidia_smi_log><gpu><product_name>T4</product_name>\n<fb_memory_usage><total>x</total></fb_memory_usage>"
       "</gpu></nvidia_smi_log>",
       "a:2: fb_memory_usage/total: expected a number of MiB, found \"x\""},
      {"a card that is none", "{\"card0\": 1}", "a:1: /card0: expected an object, found 1"},
      {"a list where rocm-smi has text", "{\"card0\": {\"VRAM Total Memory (B)\": [1]}}",
       "a:1: /card0/VRAM Total Memory (B): expected text, found an array"},
      {"a number that is no memory", "{\"card0\": {\"VRAM Total Memory (B)\": -1}}",
       "a:1: /card0/VRAM Total Memory (B): expected a number of bytes, found \"-1\""},
      {"a list that is none", "{\"SPDisplaysDataType\": 1}", "a:1: /SPDisplaysDataType: expected a list, found 1"},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.name) { CHECK(problems_of(c.text) == c.message); }
  }
}
