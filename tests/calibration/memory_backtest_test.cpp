#include "calibration/backtest/memory_backtest.hpp"

#include <numeric>

#include "calibration/memory/memory_constants.hpp"
#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "gpuadvisor/core/error.hpp"
#include "support/catch2.hpp"

using namespace gpuadvisor;
using Catch::Matchers::WithinAbs;

namespace {

const Catalog& catalog() {
  static const Catalog k_all = embedded_catalog();
  return k_all;
}

const MemoryMeasurements& measurements() {
  static const MemoryMeasurements k_all = embedded_memory_measurements(catalog());
  return k_all;
}

const MemoryBacktest& judged() {
  static const MemoryBacktest k_backtest = memory_backtest(measurements());
  return k_backtest;
}

const MemoryTaskResult& result_of(MemoryTask task) {
  for (const MemoryTaskResult& result : judged().tasks) {
    if (result.task == task) return result;
  }
  throw Error("no such task");
}

}  // namespace

TEST_CASE("The constants of the memory model are those that measurements ask for", "[calibration]") {
  CHECK_THAT(judged().constants.fused_layers, WithinAbs(k_memory_constants.fused_layers, 0.005));
  CHECK_THAT(judged().constants.stored_layers, WithinAbs(k_memory_constants.stored_layers, 0.005));
  CHECK_THAT(judged().constants.convolutions, WithinAbs(k_memory_constants.convolutions, 0.005));
}

TEST_CASE("The intervals of the memory model are those of the backtest", "[calibration]") {
  for (const MemoryTask task : {MemoryTask::lora, MemoryTask::qlora}) {
    CHECK_THAT(result_of(task).spread.low, WithinAbs(memory_spread(task).low, 0.005));
    CHECK_THAT(result_of(task).spread.high, WithinAbs(memory_spread(task).high, 0.005));
  }
  CHECK_THAT(judged().train_spread.low, WithinAbs(memory_spread(MemoryTask::train).low, 0.005));
  CHECK_THAT(judged().train_spread.high, WithinAbs(memory_spread(MemoryTask::train).high, 0.005));
  CHECK_THAT(result_of(MemoryTask::run).p90_error, WithinAbs(memory_spread(MemoryTask::run).high - 1, 0.005));
}

TEST_CASE("Networks left out of the fit are predicted well", "[calibration]") {
  CHECK(result_of(MemoryTask::run).values == 97);
  CHECK(result_of(MemoryTask::run).median_error <= 0.01);
  CHECK(result_of(MemoryTask::run).p90_error <= 0.05);
  CHECK(result_of(MemoryTask::lora).values + result_of(MemoryTask::qlora).values == 41);
  CHECK(result_of(MemoryTask::lora).p90_error <= 0.25);
  CHECK(result_of(MemoryTask::qlora).p90_error <= 0.20);
  for (const MemoryTask task : {MemoryTask::lora, MemoryTask::qlora}) {
    CHECK(result_of(task).median_error <= 0.07);
    CHECK(result_of(task).worst.size() == 10);
  }
}

TEST_CASE("What did not fit is never said to fit, and what fitted mostly is", "[calibration]") {
  const FitResult& fit = judged().fit;
  CHECK(fit.failing >= 17);
  CHECK(fit.failing_called_fit == 0);
  CHECK(fit.fitting_possible >= 0.9 * fit.fitting);
  // Most are the largest batches that fit, so their needs are at the limit, where half of the middles are beyond it.
  CHECK(fit.fitting_found >= 0.85 * fit.fitting);
}

TEST_CASE("Largest batches are within a factor of two for most cards", "[calibration]") {
  int cells = 0;
  int within = 0;
  for (const BatchResult& result : judged().batches) {
    cells += result.cells;
    within += result.within_two;
  }
  CHECK(cells >= 400);
  CHECK(within >= 0.7 * cells);
}

TEST_CASE("A fit without a network does not see its measurements", "[calibration]") {
  MemoryMeasurements other = measurements();
  for (LargestBatch& one : other.batches) {
    if (one.network->id == "resnet-50") one.batch = one.batch * 3 / 2;
  }
  CHECK(fit_memory_constants(other).convolutions < judged().constants.convolutions);
  CHECK(fit_memory_constants(other, "resnet-50").convolutions ==
        fit_memory_constants(measurements(), "resnet-50").convolutions);
}

TEST_CASE("A network far from all others does not move the fit", "[calibration]") {
  const auto fit_with = [](double times) {
    MemoryMeasurements other = measurements();
    for (LargestBatch& one : other.batches) {
      if (one.network->id == "nasnet-large") one.batch = static_cast<int>(one.batch * times);
    }
    return fit_memory_constants(other).convolutions;
  };
  const double without = fit_memory_constants(measurements(), "nasnet-large").convolutions;
  CHECK(fit_with(10) == without);
  CHECK(fit_with(0.5) != without);
  // Its batches are those of larger images than the one that was counted.
  CHECK(fit_memory_constants(measurements(), "yolov3").convolutions == judged().constants.convolutions);
}

TEST_CASE("Pix2PixHD does not fit below 24 GB in 32 bits", "[calibration]") {
  int failing = 0;
  for (const LargestBatch& one : measurements().batches) failing += one.network->id == "pix2pixhd" && one.batch == 0;
  CHECK(failing == 5);
  CHECK(judged().fit.failing == 22);
}

TEST_CASE("Measurements of memory are read strictly", "[calibration]") {
  const std::string datasets = "id,counts,source,note\nsheet,allocator,bert-readme,A note\n";
  const std::string header =
      "dataset,network,kind,task,weights,batch,tokens,checkpointing,engine,loss_in_chunks,gpus,memory_gb\n";
  const auto problems = [&](const std::string& rows) {
    const BenchmarkFile parts[] = {{"memory/datasets.csv", datasets}, {"memory/measurements.csv", rows}};
    try {
      (void)load_memory_measurements(parts, catalog());
    } catch (const DataError& error) {
      std::string text;
      for (const auto& problem : error.problems()) text += problem.text() + "\n";
      return text;
    }
    return std::string();
  };
  CHECK(problems(header + "sheet,llama-2-7b,measured,run,fp16,1,10,none,pytorch,no,1,13.5\n").empty());
  CHECK(problems(header + "sheet,llama-2-7c,measured,run,fp17,1,0,none,pytorch,no,1,13.5\n") ==
        "memory/measurements.csv:2: column network: unknown network \"llama-2-7c\", did you mean \"llama-2-7b\"?\n"
        "memory/measurements.csv:2: column weights: unknown format \"fp17\", did you mean \"fp16\"?\n"
        "memory/measurements.csv:2: column tokens: expected a whole number from 1 to 10000000, found \"0\"\n");
  CHECK(problems("dataset,network\n").find("expected a column \"kind\", found none") != std::string::npos);
}
