// Rates with experts in the host's memory against measured ones.

#include "gpuadvisor/advice/token_speed.hpp"
#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "gpuadvisor/sizing/network_shape.hpp"
#include "support/catch2.hpp"

using namespace gpuadvisor;

namespace {

struct Measured {
  const char* gpu;
  const char* network;
  const char* format;
  int layers_on_host;
  int megatransfers;
  int channels;
  double tokens_per_second;
};

// Machines with one processor whose memory is told: github.com/kvcache-ai/ktransformers, ikawrakow/ik_llama.cpp and
// users of llama.cpp, 2025 and 2026.
constexpr auto k_measured = std::to_array<Measured>({
    {"nvidia-geforce-rtx-2080", "qwen3-30b-a3b", "q4-k-m", 36, 3200, 4, 36.7},
    {"nvidia-geforce-rtx-4090-d", "deepseek-v3", "q4-k-m", 58, 4800, 8, 8.73},
    {"nvidia-rtx-a6000", "qwen3-235b-a22b", "q8-0", 80, 4800, 8, 10.93},
    {"nvidia-rtx-a6000", "qwen3-235b-a22b", "q8-0", 81, 4800, 8, 10.44},
});

TEST_CASE("What was measured with experts in the host's memory lies within the interval", "[scoring]") {
  const Catalog catalog = embedded_catalog();
  for (const Measured& one : k_measured) {
    const Network& network = *catalog.network(one.network);
    MemoryJob job = default_job(network, MemoryTask::run);
    job.weights = *weight_format(one.format);
    job.tokens = 1024;
    job.host = HostMemory{Gibibytes{1024}, ram_bandwidth(one.megatransfers, one.channels)};
    const auto rates =
        TokenSpeed(network, job, catalog).rates(*catalog.gpu(one.gpu), {.layers_on_host = one.layers_on_host});
    INFO(one.gpu << ' ' << one.network << ": " << rates->together.low << " to " << rates->together.high);
    CHECK(rates->together.low <= one.tokens_per_second);
    CHECK(one.tokens_per_second <= rates->together.high);
    CHECK_FALSE(rates->prompt);
  }
}

}  // namespace
