// Files of weights against the sizes that are worked out: none of them had a part in the bits of any format. Bytes of
// files on the hub and tables of llama-bench, gathered from 2025-12 to 2026-09; GB is 10^9 bytes. "Dynamic" mixes are
// left out, and files that hold what guesses further tokens.

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "gpuadvisor/sizing/memory_need.hpp"
#include "gpuadvisor/sizing/network_shape.hpp"
#include "support/catch2.hpp"

namespace gpuadvisor {
namespace {

struct WeightFile {
  const char* network;
  const char* format;
  double gb;
};

constexpr auto k_gguf_files = std::to_array<WeightFile>({
    {"devstral-2-123b", "q3-k-s", 54.36},
    {"ernie-4-5-21b-a3b", "q4-k-m", 13.331},
    {"exaone-4-0-1-2b", "q4-k-m", 0.812},
    {"gemma-3-12b", "q4-k-m", 7.301},
    {"gemma-3-1b", "q4-k-m", 0.806},
    {"gemma-3-27b", "fp16", 54.02},
    {"gemma-3-4b", "q4-k-m", 2.49},
    {"gemma-3n-e4b", "q8-0", 7.34},
    {"gpt-oss-120b", "mxfp4", 63.37},
    {"gpt-oss-120b", "mxfp4", 63.387},
    {"gpt-oss-20b", "mxfp4", 12.1},
    {"gpt-oss-20b", "mxfp4", 12.11},
    {"granite-3-1-2b", "q4-k-m", 1.545},
    {"granite-4-1-3b", "q4-k-m", 2.1},
    {"lfm2-5-350m", "q4-k-m", 0.229},
    {"lfm2-8b-a1b", "q4-k-m", 5.045},
    {"llama-3-1-70b", "q4-k-m", 42.52},
    {"llama-3-1-8b", "q4-k-m", 4.921},
    {"llama-4-scout", "q3-k-s", 46.74},
    {"ministral-3-14b", "fp16", 27.02},
    {"ministral-3-14b", "q4-k-m", 8.24},
    {"ministral-3-3b", "q4-k-m", 2.14},
    {"ministral-3-3b", "q4-k-m", 2.147},
    {"ministral-3-8b", "fp16", 16.98},
    {"ministral-3-8b", "q4-k-m", 5.19},
    {"mistral-7b", "q4-k-m", 4.373},
    {"mxbai-embed-large-v1", "fp16", 0.67},
    {"nemotron-3-nano-30b-a3b", "q4-k-m", 24.656},
    {"nemotron-nano-9b-v2", "q4-k-m", 6.52},
    {"nemotron-nano-9b-v2", "q4-k-m", 6.526},
    {"nomic-embed-text-v1-5", "fp16", 0.274},
    {"phi-4", "q4-k-m", 9.053},
    {"phi-4-mini", "q4-k-m", 2.492},
    {"qwen2-5-1-5b", "q4-k-m", 1.117},
    {"qwen2-5-7b", "q4-k-m", 4.683},
    {"qwen3-0-6b", "q8-0", 0.639},
    {"qwen3-1-7b", "q4-k-m", 1.11},
    {"qwen3-1-7b", "q8-0", 1.834},
    {"qwen3-14b", "q4-k-m", 9.002},
    {"qwen3-30b-a3b", "q4-k-m", 18.557},
    {"qwen3-32b", "q4-k-m", 19.76},
    {"qwen3-4b", "q4-k-m", 2.497},
    {"qwen3-5-2b", "q4-k-m", 1.281},
    {"qwen3-5-4b", "q4-k-m", 2.741},
    {"qwen3-6-27b", "fp16", 54.7},
    {"qwen3-6-27b", "iq4-xs", 15.071},
    {"qwen3-6-27b", "iq4-xs", 15.1},
    {"qwen3-6-27b", "iq4-xs", 15.318},
    {"qwen3-6-27b", "iq4-xs", 15.429},
    {"qwen3-6-27b", "q3-k-m", 14.356},
    {"qwen3-6-27b", "q8-0", 28.58},
    {"qwen3-6-35b-a3b", "fp16", 69.36},
    {"qwen3-6-35b-a3b", "q4-k-m", 22.12},
    {"qwen3-8b", "q4-k-m", 5.028},
    {"qwen3-coder-30b-a3b", "fp16", 61.09},
    {"qwen3-coder-30b-a3b", "q4-k-m", 18.63},
    {"qwen3-embedding-0-6b", "fp16", 1.198},
    {"qwen3-next-80b-a3b", "q4-k-m", 48.506},
    {"qwen3-vl-2b", "q4-k-m", 1.107},
    {"qwen3-vl-30b-a3b", "q4-k-m", 18.557},
    {"seed-oss-36b", "q4-k-m", 21.762},
    {"smollm3-3b", "q4-k-m", 1.915},
});

// With the encoders of images, in 16 bits.
constexpr auto k_mlx_files = std::to_array<WeightFile>({
    {"deepseek-v3-2", "mlx-4bit", 378.086},
    {"deepseek-v3-2", "mlx-8bit", 755.957},
    {"gemma-4-26b-a4b", "fp16", 51.612},
    {"gemma-4-26b-a4b", "mlx-4bit", 15.609},
    {"gemma-4-26b-a4b", "mlx-6bit", 21.781},
    {"gemma-4-26b-a4b", "mlx-8bit", 27.953},
    {"gemma-4-31b", "fp16", 62.546},
    {"gemma-4-31b", "mlx-4bit", 18.412},
    {"gemma-4-31b", "mlx-6bit", 26.087},
    {"gemma-4-31b", "mlx-8bit", 33.763},
    {"gemma-4-e2b", "fp16", 10.246},
    {"gemma-4-e2b", "mlx-4bit", 3.581},
    {"gemma-4-e2b", "mlx-6bit", 4.74},
    {"gemma-4-e2b", "mlx-8bit", 5.899},
    {"gemma-4-e4b", "fp16", 15.992},
    {"gemma-4-e4b", "mlx-4bit", 5.217},
    {"gemma-4-e4b", "mlx-6bit", 7.091},
    {"gemma-4-e4b", "mlx-8bit", 8.965},
    {"glm-4-7", "mlx-4bit", 198.557},
    {"glm-4-7", "mlx-6bit", 286.738},
    {"glm-5", "fp16", 1487.82},
    {"glm-5-1", "fp16", 1487.82},
    {"minimax-m2", "mlx-3bit", 100.087},
    {"minimax-m2", "mlx-8bit", 242.987},
    {"minimax-m2-5", "mlx-4bit", 128.667},
    {"minimax-m2-5", "mlx-6bit", 185.827},
    {"minimax-m2-5", "mlx-8bit", 242.987},
    {"minimax-m2-7", "fp16", 457.493},
    {"minimax-m2-7", "mlx-4bit", 128.683},
    {"minimax-m2-7", "mlx-5bit", 157.263},
    {"minimax-m2-7", "mlx-6bit", 185.843},
    {"minimax-m2-7", "mlx-8bit", 243.003},
    {"nemotron-3-nano-30b-a3b", "fp16", 63.156},
    {"nemotron-3-nano-30b-a3b", "mlx-4bit", 17.775},
    {"nemotron-3-nano-30b-a3b", "mlx-5bit", 21.721},
    {"nemotron-3-nano-30b-a3b", "mlx-6bit", 25.668},
    {"nemotron-3-nano-30b-a3b", "mlx-8bit", 33.56},
    {"nemotron-nano-9b-v2", "mlx-4bit", 5.003},
    {"nemotron-nano-9b-v2", "mlx-6bit", 7.224},
    {"qwen3-5-122b-a10b", "fp16", 245.126},
    {"qwen3-5-122b-a10b", "mlx-4bit", 69.593},
    {"qwen3-5-122b-a10b", "mlx-6bit", 100.121},
    {"qwen3-5-122b-a10b", "mlx-8bit", 130.648},
    {"qwen3-5-27b", "mlx-4bit", 16.054},
    {"qwen3-5-27b", "mlx-8bit", 29.501},
    {"qwen3-5-2b", "mlx-8bit", 2.663},
    {"qwen3-5-35b-a3b", "mlx-4bit", 20.391},
    {"qwen3-5-35b-a3b", "mlx-8bit", 37.721},
    {"qwen3-5-397b-a17b", "mlx-4bit", 223.861},
    {"qwen3-5-397b-a17b", "mlx-6bit", 322.947},
    {"qwen3-5-397b-a17b", "mlx-8bit", 422.033},
    {"qwen3-5-9b", "mlx-4bit", 5.95},
    {"qwen3-5-9b", "mlx-8bit", 10.426},
    {"qwen3-6-27b", "fp16", 54.713},
    {"qwen3-6-27b", "mlx-4bit", 16.054},
    {"qwen3-6-27b", "mlx-8bit", 29.501},
    {"qwen3-6-35b-a3b", "fp16", 70.214},
    {"qwen3-6-35b-a3b", "mlx-4bit", 20.402},
    {"qwen3-6-35b-a3b", "mlx-5bit", 24.732},
    {"qwen3-6-35b-a3b", "mlx-8bit", 37.721},
    {"qwen3-next-80b-a3b", "mlx-4bit", 47.08},
    {"qwen3-vl-4b", "mlx-4bit", 3.34},
});

double weights_gb(const Network& network, const WeightFile& file) {
  MemoryJob job = default_job(network, MemoryTask::run);
  job.weights = *weight_format(file.format);
  return memory_need(network, job).memory_of(NeedPart::weights).value();
}

/// A file of llama.cpp holds the language model alone.
double encoders_gb(const Network& network) { return parameter_split(network).encoders * 2 / 1e9; }

/// How far off the sizes are, the smallest error first.
template <class Size>
std::vector<double> errors(std::span<const WeightFile> files, Size size) {
  const Catalog catalog = embedded_catalog();
  std::vector<double> off;
  for (const WeightFile& file : files) {
    const Network* network = catalog.network(file.network);
    REQUIRE(network != nullptr);
    off.push_back(std::abs(size(*network, file) / file.gb - 1));
    if (off.back() > 0.05) UNSCOPED_INFO(file.network << ' ' << file.format << ' ' << size(*network, file));
  }
  std::sort(off.begin(), off.end());
  return off;
}

TEST_CASE("GGUF files are as large as those published", "[sizing]") {
  const auto off = errors(k_gguf_files, [](const Network& network, const WeightFile& file) {
    return weights_gb(network, file) - encoders_gb(network);
  });
  CHECK(off[off.size() / 2] < 0.01);
  CHECK(off[off.size() * 9 / 10] < 0.04);
}

TEST_CASE("files of MLX are as large as those published", "[sizing]") {
  const auto off = errors(k_mlx_files, weights_gb);
  CHECK(off[off.size() / 2] < 0.01);
  CHECK(off[off.size() * 9 / 10] < 0.04);
}

}  // namespace
}  // namespace gpuadvisor
