#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "gpuadvisor/advice/token_speed.hpp"
#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "support/catch2.hpp"

namespace gpuadvisor {
namespace {

/// Dense networks and those with experts, from 0.5 to 671 billion parameters, with windows and latent attention.
constexpr auto k_networks = std::to_array<std::string_view>(
    {"command-r-plus-104b", "deepseek-coder-33b", "deepseek-v2-lite",     "deepseek-v3",
     "falcon-7b",           "gemma-2-9b",         "gemma-3-27b",          "gpt-2",
     "gpt-oss-120b",        "gpt-oss-20b",        "granite-3-1-1b-a400m", "llama-3-1-405b",
     "llama-3-2-1b",        "llama-3-70b",        "llama-3-8b",           "mistral-7b",
     "mixtral-8x7b",        "phi-3-mini-4k",      "qwen2-5-0-5b",         "qwen3-235b-a22b"});
constexpr auto k_weights = std::to_array<std::string_view>({"fp16", "q8-0", "q4-k-m", "iq2-xxs"});
constexpr auto k_counts = std::to_array<int>({1, 2, 8});
constexpr auto k_batches = std::to_array<int>({1, 3, 32});

/// What rates of one GPU, or of several, are judged against.
struct Roof {
  double one = 0;  // GPU
  int gpus = 1;
  int batch = 1;

  [[nodiscard]] double of_layers(int sequences) const { return one * std::min(gpus, sequences); }
  [[nodiscard]] double of_tensors() const { return one * gpus; }
};

class Judge {
 public:
  void judge(const TokenRate& rate, double roof, const std::string& what) {
    ++m_judged;
    const bool is_above = rate.high > roof * k_rounding;
    const bool is_out_of_order = rate.low <= 0 || rate.low > rate.middle || rate.middle > rate.high;
    if ((is_above || is_out_of_order) && m_wrong.size() < k_most_told) {
      m_wrong.push_back(fmt::format("{}: {} ({} to {}), roof {}", what, rate.middle, rate.low, rate.high, roof));
    }
  }

  [[nodiscard]] const std::vector<std::string>& wrong() const { return m_wrong; }
  [[nodiscard]] int judged() const { return m_judged; }

 private:
  static constexpr double k_rounding = 1 + 1e-12;
  static constexpr std::size_t k_most_told = 10;
  std::vector<std::string> m_wrong;
  int m_judged = 0;
};

/// `alone`: the work for one sequence, whose weights a batch reads at least.
double roof_of(const Gpu& gpu, const TokenWork& alone, int batch) {
  const double gigabytes = alone.weights.value() + batch * alone.keys_values.value();
  return batch * gpu.memory_bandwidth.value().value() / gpu.devices.value_or(1) / gigabytes;
}

void judge_gpu(Judge& judge, const Gpu& gpu, const TokenSpeed& speed, const TokenWork& alone, int batch,
               const std::string& what) {
  for (const int count : k_counts) {
    const auto rates = speed.rates(gpu, {count});
    if (!rates) continue;
    const std::string name = fmt::format("{}x {}, {}", count, gpu.id, what);
    const Roof roof{roof_of(gpu, alone, batch), count, batch};
    judge.judge(rates->together, batch == 1 ? roof.of_layers(batch) : roof.of_tensors(), name);
    judge.judge(rates->alone, roof_of(gpu, alone, 1), name + ", alone");
    if (count > 1 && batch == 1) judge.judge(rates->tensors_split.value(), roof.of_tensors(), name + ", tensors split");
  }
}

TEST_CASE("No GPU writes faster than its memory has the bandwidth for", "[advice]") {
  const Catalog catalog = embedded_catalog();
  Judge judge;
  for (const std::string_view id : k_networks) {
    const Network* const network = catalog.network(id);
    REQUIRE(network != nullptr);
    for (const std::string_view weights : k_weights) {
      MemoryJob job = default_job(*network, MemoryTask::run);
      job.weights = *weight_format(weights);
      job.engine = Engine::llama_cpp;  // rates by layers, and by tensors beside them
      const TokenWork alone = token_work(*network, job);
      for (const int batch : k_batches) {
        job.batch = batch;
        const TokenSpeed speed(*network, job, catalog);
        const std::string what = fmt::format("{} in {}, batch {}", id, weights, batch);
        for (const Gpu& gpu : catalog.gpus()) {
          if (gpu.memory_bandwidth) judge_gpu(judge, gpu, speed, alone, batch, what);
        }
      }
    }
  }
  CHECK(judge.wrong() == std::vector<std::string>());
  CHECK(judge.judged() > 100'000);
}

TEST_CASE("No speed is told of a GPU whose bandwidth is not known, so that none lacks a limit", "[advice]") {
  const Catalog catalog = embedded_catalog();
  const Network& llama = *catalog.network("llama-3-8b");
  const TokenSpeed speed(llama, default_job(llama, MemoryTask::run), catalog);
  for (const Gpu& gpu : catalog.gpus()) {
    if (gpu.memory_bandwidth) continue;
    INFO(gpu.id);
    CHECK_FALSE(speed.rates(gpu, {1}));
  }
}

TEST_CASE("Of a board with two GPUs the bandwidth of one counts", "[advice]") {
  const Catalog catalog = embedded_catalog();
  const Network& llama = *catalog.network("llama-3-8b");
  const TokenSpeed speed(llama, default_job(llama, MemoryTask::run), catalog);
  const Gpu* const board = catalog.gpu("nvidia-tesla-k80");
  REQUIRE(board != nullptr);
  REQUIRE(board->devices == 2);
  const auto rates = speed.rates(*board, {1});
  REQUIRE(rates);
  CHECK(rates->bandwidth == *board->memory_bandwidth / 2);
}

}  // namespace
}  // namespace gpuadvisor
