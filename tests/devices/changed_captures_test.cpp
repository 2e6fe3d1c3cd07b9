#include <fmt/format.h>

#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>

#include "core/text.hpp"
#include "devices/device_capture.hpp"
#include "gpuadvisor/core/error.hpp"
#include "support/catch2.hpp"

using namespace gpuadvisor;

namespace {

/// The same numbers everywhere (xorshift, Marsaglia 2003).
class Numbers {
 public:
  explicit Numbers(std::uint64_t seed) : m_state(seed) {}

  std::size_t below(std::size_t end) {
    m_state ^= m_state << 13U;
    m_state ^= m_state >> 7U;
    m_state ^= m_state << 17U;
    return static_cast<std::size_t>(m_state % end);
  }

 private:
  std::uint64_t m_state;
};

constexpr auto k_pieces = std::to_array<std::string_view>({"-1",
                                                           "1e999",
                                                           "9999999999999999999",
                                                           "nan",
                                                           "<",
                                                           "</gpu>",
                                                           "<gpu>",
                                                           "&",
                                                           "{",
                                                           "[[[[[[[[",
                                                           "\"",
                                                           ",",
                                                           "\n",
                                                           "MiB",
                                                           "\x1b[2J",
                                                           "\xff",
                                                           "\xe2\x80\xae",
                                                           "NVIDIA ",
                                                           "card0",
                                                           "]]>",
                                                           "<!--"});

/// `text` cut, with pieces put in, bytes changed, or a part of it again.
std::string changed(std::string text, Numbers& numbers) {
  const std::size_t changes = 1 + numbers.below(4);
  for (std::size_t i = 0; i < changes && !text.empty(); ++i) {
    const std::size_t at = numbers.below(text.size());
    switch (numbers.below(5)) {
      case 0:
        text.resize(at);
        break;
      case 1:
        text.insert(at, k_pieces[numbers.below(k_pieces.size())]);
        break;
      case 2:
        text[at] = static_cast<char>(numbers.below(256));
        break;
      case 3:
        text.insert(at, text.substr(at, numbers.below(200)));
        break;
      default:
        text.erase(at, 1 + numbers.below(50));
        break;
    }
  }
  return text;
}

/// What must hold of what was read.
void check_plausible(const std::vector<DetectedGpu>& gpus) {
  for (const DetectedGpu& gpu : gpus) {
    CHECK_FALSE(has_control_character(gpu.name));
    CHECK_FALSE(has_control_character(gpu.driver));
    if (gpu.memory) CHECK(gpu.memory->value() >= 0);
    if (gpu.free && gpu.memory) CHECK(gpu.free->value() <= gpu.memory->value());
    if (gpu.power_limit) CHECK(gpu.power_limit->value() >= 0);
  }
}

}  // namespace

TEST_CASE("Captures that were changed or cut are read or refused in words that can be shown", "[devices]") {
  Numbers numbers(20261126);
  int refused = 0;
  int read = 0;
  for (const auto* name :
       {"nvidia_smi_query_gpu_a6000.csv", "nvidia_smi_query_gpu_laptop.csv", "nvidia_smi_query_gpu_noheader.csv",
        "nvidia_smi_query_gpu_all_l40s_linux_595.80.csv", "nvidia_smi_qx_a100_sxm4_v12.xml",
        "nvidia_smi_qx_gtx_1070_ti.xml", "rocm_smi_rx6700xt_rocm612.json", "apple_m2_max.json"}) {
    std::ifstream file(std::string(GPUADVISOR_CAPTURES_DIR) + '/' + name, std::ios::binary);
    const std::string text(std::istreambuf_iterator<char>(file), {});
    REQUIRE_FALSE(text.empty());
    for (int i = 0; i < 100; ++i) {
      try {
        check_plausible(captured_gpus(changed(text, numbers), "a"));
        ++read;
      } catch (const DataError& error) {
        for (const Diagnostic& problem : error.problems()) CHECK_FALSE(has_control_character(problem.text()));
        ++refused;
      }
    }
  }
  CHECK(read + refused == 800);
  CHECK(read > 100);
  CHECK(refused > 100);
}
