#include "calibration/tokens/token_rate_fit.hpp"

#include <fmt/format.h>

#include <set>

#include "calibration/backtest/token_backtest.hpp"
#include "catalog/loading/embedded_benchmarks.hpp"
#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "gpuadvisor/core/error.hpp"
#include "sizing/measured_tokens.hpp"
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

const TokenBacktestRow& row_of(std::string_view workload, TokenGroup group, std::string_view of = "") {
  for (const TokenBacktestRow& row : judged()) {
    if (row.workload == workload && row.group == group && row.of == of) return row;
  }
  throw Error("no such row");
}

const std::vector<TokenPhase>& phases() {
  static const auto k_phases = token_phases(data().measurements, data().catalog);
  return k_phases;
}

TEST_CASE("The constants of token rates are those that measurements ask for", "[calibration]") {
  TokenConstants found = fit_token_rates(data().measurements, phases(), data().catalog).constants;
  found.host = k_token_constants.host;  // fitted by hand: docs/inference.md
  CHECK(found == k_token_constants);
}

TEST_CASE("Without measurements of both phases and of GPUs that split every layer there is no fit", "[calibration]") {
  CHECK(can_fit_token_rates(data().measurements, phases()));
  CHECK_FALSE(can_fit_token_rates({}, phases()));
  CHECK_FALSE(can_fit_token_rates(data().measurements, std::span(phases()).first(1)));
  CHECK(token_phases({}, data().catalog).empty());
  CHECK_FALSE(token_backtest(Benchmarks(), data().catalog));
}

TEST_CASE("Of all that was measured of language models only networks and formats that nobody knows are left out",
          "[calibration]") {
  std::size_t rows = 0;
  for (const Measurement& row : data().benchmarks.measurements) rows += is_token_rate(row) ? 1 : 0;
  CHECK(data().measurements.size() <= rows);
  CHECK(static_cast<double>(data().measurements.size()) > 0.92 * static_cast<double>(rows));
}

TEST_CASE("Nobody measured more than memory has the bandwidth for, but for what docs/inference.md names",
          "[calibration]") {
  std::set<std::string> above;
  for (const TokenMeasurement& one : data().measurements) {
    const auto roof = one.is_prompt ? std::nullopt : writing_roof(one.work, one.setting);
    if (roof && one.row->value > *roof) {
      above.insert(fmt::format("{}x {}: {}", one.setting.gpus, one.row->gpu, one.row->model));
    }
  }
  CHECK(above == std::set<std::string>{"4x nvidia-a10g: CodeLlama-34B FP16", "8x nvidia-a10g: CodeLlama-34B FP16",
                                       "8x nvidia-a10g: Llama-2-70B FP16"});
}

// The aims of a GPU left out, on the boards of llama.cpp and for engines that people use: docs/inference.md.
TEST_CASE("Rates of GPUs that no score had seen are as near as is said of them", "[calibration]") {
  const TokenJudgement& boards = row_of("llm-decode", TokenGroup::fastest).left_out;
  CHECK(boards.gpus >= 90);
  CHECK(boards.median_error <= 0.09);
  for (const std::string_view vendor : {"amd", "apple", "intel", "nvidia"}) {
    CHECK_THAT(row_of("llm-decode", TokenGroup::vendor, vendor).left_out.median_ratio, WithinAbs(1, 0.1));
  }
  const TokenJudgement& in_use = row_of("llm-decode", TokenGroup::in_use).left_out;
  CHECK(in_use.median_error <= 0.15);
  CHECK_THAT(in_use.coverage, WithinAbs(0.815, 0.065));
  CHECK_THAT(in_use.coverage + in_use.below + in_use.above, WithinAbs(1, 1e-12));
  CHECK(row_of("llm-prompt", TokenGroup::fastest).left_out.median_error <= 0.15);
  const TokenJudgement& prompts = row_of("llm-prompt", TokenGroup::in_use).left_out;
  CHECK(prompts.median_error <= 0.2);
  CHECK_THAT(prompts.coverage, WithinAbs(0.815, 0.065));
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

TEST_CASE("the speed of serving is near what each dataset measured, and mostly within its interval", "[calibration]") {
  const TokenJudgement& all = row_of("llm-serving", TokenGroup::served).known;
  CHECK(all.measurements > 600);
  CHECK(all.gpus > 15);
  CHECK(all.median_error <= 0.3);
  CHECK(all.coverage >= 0.75);
  CHECK(row_of("llm-serving", TokenGroup::engine, "vLLM").known.median_error <= 0.25);
  int measurements = 0;
  for (const TokenBacktestRow& row : judged()) {
    if (row.group == TokenGroup::dataset) measurements += row.known.measurements;
  }
  CHECK(measurements == all.measurements);
}

}  // namespace
}  // namespace gpuadvisor
