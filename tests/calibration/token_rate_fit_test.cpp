#include "calibration/tokens/token_rate_fit.hpp"

#include <fmt/format.h>

#include <array>
#include <deque>

#include "calibration/backtest/token_backtest.hpp"
#include "catalog/loading/embedded_benchmarks.hpp"
#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "gpuadvisor/core/error.hpp"
#include "support/catch2.hpp"

namespace gpuadvisor {
namespace {

using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

/// Loaded once: it takes a while under a sanitizer.
struct Data {
  Catalog catalog = embedded_catalog();
  Benchmarks benchmarks = embedded_benchmarks();
  std::vector<TokenMeasurement> measurements = token_measurements(benchmarks, catalog);
};

const Data& data() {
  static const Data k_loaded;
  return k_loaded;
}

const std::vector<TokenBacktestRow>& judged() {
  static const auto k_backtest = token_backtest(data().benchmarks, data().catalog);
  return k_backtest.value().rows;
}

const TokenBacktestRow& row_of(std::string_view workload, TokenGroup group, std::string_view engine = "") {
  for (const TokenBacktestRow& row : judged()) {
    if (row.workload == workload && row.group == group && row.engine == engine) return row;
  }
  throw Error("no such row");
}

/// Measurements made up of constants: two GPUs with indices 1 and 2, networks of several sizes.
struct MadeUp {
  std::deque<Measurement> rows;
  std::vector<TokenMeasurement> measurements;
  TokenIndices indices;

  explicit MadeUp(const TokenConstants& constants) {
    for (const auto& [gpu, index] : {std::pair("one", 1.0), std::pair("two", 2.0)}) {
      const Performance exact{index, index, index, Basis::measured, 1, true, {}};
      indices.decoding[gpu] = exact;
      indices.prompts[gpu] = exact;
      for (const double gigabytes : {1.0, 5.0, 15.0}) {
        const TokenWork work{Gigabytes{gigabytes}, Gigabytes{0.1}, 2 * gigabytes};
        add(gpu, work, {}, false, 1 / step_seconds(index, index, work, 1, constants));
        add(gpu, work, {}, true, 1 / prompt_token_seconds(index, work, constants));
      }
    }
  }

  void add(std::string_view gpu, const TokenWork& work, const TokenSetting& setting, bool is_prompt, double value) {
    Measurement& row = rows.emplace_back();
    row.gpu = gpu;
    row.gpu_count = setting.gpus;
    row.framework = "engine";
    row.value = value;
    measurements.push_back({&row, nullptr, is_prompt, work, setting});
  }
};

TEST_CASE("The constants of token rates are those that measurements ask for", "[calibration]") {
  const TokenRateFit fit = fit_token_rates(data().measurements, known_indices(data().catalog.records<Score>()));
  const TokenConstants& found = fit.constants;
  CHECK_THAT(found.step_seconds, WithinAbs(k_token_constants.step_seconds, 1e-9));
  CHECK_THAT(found.bandwidth, WithinAbs(k_token_constants.bandwidth, 1e-6));
  CHECK_THAT(found.prompt_seconds, WithinAbs(k_token_constants.prompt_seconds, 1e-9));
  CHECK_THAT(found.gflops, WithinAbs(k_token_constants.gflops, 1e-6));
  CHECK_THAT(found.writing_engines, WithinAbs(k_token_constants.writing_engines, 1e-9));
  CHECK_THAT(found.reading_engines, WithinAbs(k_token_constants.reading_engines, 1e-9));
  CHECK_THAT(found.roof_share, WithinAbs(k_token_constants.roof_share, 1e-9));
  CHECK_THAT(found.fixed.middle, WithinAbs(k_token_constants.fixed.middle, 1e-9));
  CHECK_THAT(found.fixed.least, WithinAbs(k_token_constants.fixed.least, 1e-9));
  CHECK_THAT(found.fixed.most, WithinAbs(k_token_constants.fixed.most, 1e-9));
  CHECK(fit.written == 325);
  CHECK(fit.read == 276);
  CHECK(fit.split == 15);
}

TEST_CASE("Rates that follow the formula give its constants back", "[calibration]") {
  TokenConstants truth;
  truth.step_seconds = 0.003;
  truth.bandwidth = 400;
  truth.prompt_seconds = 0.0001;
  truth.gflops = 20'000;
  MadeUp made_up(truth);
  // Steps of 10 + 30 / N ms: a quarter of one GPU's time stays.
  const TokenWork work{Gigabytes{10}, Gigabytes{0.1}, 20};
  for (const int gpus : {1, 2, 4}) {
    made_up.add("split", work, {.gpus = gpus, .split = GpuSplit::tensors}, false, 1 / (0.010 + 0.030 / gpus));
  }
  const TokenRateFit fit = fit_token_rates(made_up.measurements, made_up.indices);
  CHECK_THAT(fit.constants.step_seconds, WithinRel(0.003, 1e-9));
  CHECK_THAT(fit.constants.bandwidth, WithinRel(400.0, 1e-9));
  CHECK_THAT(fit.constants.prompt_seconds, WithinRel(0.0001, 1e-9));
  CHECK_THAT(fit.constants.gflops, WithinRel(20'000.0, 1e-9));
  CHECK(fit.constants.writing_engines == 0);
  CHECK(fit.constants.reading_engines == 0);
  CHECK_THAT(fit.constants.fixed.middle, WithinRel(0.25, 1e-9));
  CHECK(fit.constants.roof_share == 1);  // no bandwidth is known
  CHECK(fit.written == 6);
  CHECK(fit.split == 1);
}

TEST_CASE("The share of the roof is what nine in ten measurements of one sequence on one GPU do not exceed",
          "[calibration]") {
  MadeUp made_up(k_token_constants);
  const TokenWork work{Gigabytes{9.9}, Gigabytes{0.1}, 20};
  constexpr GigabytesPerSecond k_bandwidth{1000};  // for 100 tokens per second
  for (const double value : {31, 33, 35, 37, 39, 41, 43, 45, 47, 99}) {
    made_up.add("one", work, {.bandwidth = k_bandwidth}, false, value);
  }
  made_up.add("one", work, {.batch = 2, .bandwidth = k_bandwidth}, false, 190);
  made_up.add("one", work, {.bandwidth = k_bandwidth}, true, 5000);
  for (const int gpus : {1, 2}) {
    made_up.add("split", work, {.gpus = gpus, .split = GpuSplit::tensors}, false, gpus);
  }
  CHECK(fit_token_rates(made_up.measurements, made_up.indices).constants.roof_share == 0.47);
}

TEST_CASE("Without measurements of both phases and of GPUs that split layers there is no fit", "[calibration]") {
  TokenConstants constants = k_token_constants;
  MadeUp made_up(constants);
  CHECK_FALSE(can_fit_token_rates(made_up.measurements, made_up.indices));  // nothing was split
  for (const int gpus : {1, 2}) {
    made_up.add("split", {Gigabytes{10}, Gigabytes{0.1}, 20}, {.gpus = gpus, .split = GpuSplit::tensors}, false, gpus);
  }
  CHECK(can_fit_token_rates(made_up.measurements, made_up.indices));
  CHECK_FALSE(can_fit_token_rates(made_up.measurements, {made_up.indices.decoding, {}}));
  CHECK_FALSE(token_backtest(Benchmarks(), data().catalog));
}

TEST_CASE("Of all that was measured of language models only what nobody can name is left out", "[calibration]") {
  std::size_t rows = 0;
  for (const Measurement& row : data().benchmarks.measurements) {
    rows += row.workload == k_decode_workload || row.workload == k_prompt_workload ? 1 : 0;
  }
  CHECK(data().measurements.size() == rows - 2);  // "Model Hf Q8_0", written and read
}

TEST_CASE("Nobody measured more than memory has the bandwidth for, but for what docs/inference.md names",
          "[calibration]") {
  std::vector<std::string> above;
  for (const TokenMeasurement& one : data().measurements) {
    const auto roof = one.is_prompt ? std::nullopt : writing_roof(one.work, one.setting);
    if (roof && one.row->value > *roof) {
      above.push_back(fmt::format("{}x {}: {}", one.setting.gpus, one.row->gpu, one.row->model));
    }
  }
  CHECK(above == std::vector<std::string>{"4x nvidia-a10g: CodeLlama-34B FP16", "8x nvidia-a10g: CodeLlama-34B FP16",
                                          "8x nvidia-a10g: Llama-2-70B FP16"});
}

TEST_CASE("Four in five measurements are within the intervals of GPUs that no score had seen", "[calibration]") {
  const TokenBacktestRow& writing = row_of("llm-decode", TokenGroup::one_sequence);
  CHECK(writing.known.measurements == 325);
  CHECK(writing.left_out.measurements > 300);
  CHECK_THAT(writing.known.coverage, WithinAbs(0.8, 0.05));
  CHECK_THAT(writing.left_out.coverage, WithinAbs(0.8, 0.05));
  CHECK(writing.left_out.median_error < 0.3);
  const TokenBacktestRow& reading = row_of("llm-prompt", TokenGroup::one_sequence);
  CHECK_THAT(reading.left_out.coverage, WithinAbs(0.8, 0.05));
  CHECK(reading.left_out.median_error < 0.25);
  CHECK_THAT(writing.known.coverage + writing.known.below + writing.known.above, WithinAbs(1, 1e-12));
}

TEST_CASE("Prompts of networks with experts are read at half the predicted rate, as is said of them", "[calibration]") {
  CHECK_THAT(row_of("llm-prompt", TokenGroup::experts).left_out.median_ratio, WithinAbs(0.5, 0.1));
  CHECK(row_of("llm-prompt", TokenGroup::experts).left_out.measurements >= 15);
}

TEST_CASE("Rows of engines add up to those of all", "[calibration]") {
  for (const std::string_view workload : {"llm-decode", "llm-prompt"}) {
    int measurements = 0;
    for (const TokenBacktestRow& row : judged()) {
      if (row.workload == workload && row.group == TokenGroup::engine) measurements += row.left_out.measurements;
    }
    CHECK(measurements == row_of(workload, TokenGroup::one_sequence).left_out.measurements);
  }
}

}  // namespace
}  // namespace gpuadvisor
