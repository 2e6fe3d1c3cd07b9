#include "gpuadvisor/calibration/sheets.hpp"

#include <cmath>

#include "calibration/speed/speedups.hpp"
#include "support/catch2.hpp"
#include "support/test_benchmarks.hpp"
#include "support/test_catalog.hpp"

using namespace gpuadvisor;
using Catch::Matchers::WithinAbs;

namespace {

/// "matrix" and "units" have matrix units, "plain" and "old" have none.
Catalog catalog() {
  return catalog_from(test_document(R"("gpus": [)" + test_gpu("matrix", R"(, "fp16_tensor_tflops": 50)") + "," +
                                    test_gpu("units", R"(, "bf16_tensor_tflops": 50)") + "," + test_gpu("plain") + "," +
                                    test_gpu("old") + "]"));
}

std::vector<MeasurementSheet> sheets(const Benchmarks& benchmarks, ScorePrecision precision = ScorePrecision::fp16,
                                     std::optional<Day> known_by = std::nullopt) {
  return sheets_of(benchmarks, catalog(), "cnn", precision, known_by);
}

/// "gpu benchmark" of every reading.
Strings cells(const MeasurementSheet& sheet) {
  Strings texts;
  for (const Reading& reading : sheet.readings) {
    texts.push_back(std::string(reading.gpu) + ' ' + std::to_string(reading.benchmark));
  }
  return texts;
}

}  // namespace

TEST_CASE("of networks with 16-bit rows only those count, whatever 16 bits are called", "[calibration]") {
  const Benchmarks benchmarks{{test_dataset("one", KindOfWork::networks)},
                              {test_row("one", "matrix", "resnet", Precision::fp16, 100),
                               test_row("one", "matrix", "resnet", Precision::fp32, 50),
                               test_row("one", "units", "resnet", Precision::bf16, 200),
                               test_row("one", "plain", "resnet", Precision::fp32, 10)},
                              nullptr};
  const auto found = sheets(benchmarks);
  REQUIRE(found.size() == 1);
  CHECK(found[0].matrix_units == MatrixUnits::any);
  CHECK(cells(found[0]) == Strings{"matrix 0", "units 0"});
  CHECK_THAT(found[0].readings[1].log_speed, WithinAbs(std::log(200), 1e-12));
}

TEST_CASE("without 16-bit rows GPUs with matrix units and those without do not compare", "[calibration]") {
  const Benchmarks benchmarks{{test_dataset("one", KindOfWork::networks)},
                              {test_row("one", "matrix", "resnet", Precision::fp32, 50),
                               test_row("one", "old", "resnet", Precision::unstated, 5),
                               test_row("one", "plain", "resnet", Precision::fp32, 10),
                               test_row("one", "units", "resnet", Precision::fp32, 60)},
                              nullptr};
  const auto found = sheets(benchmarks);
  REQUIRE(found.size() == 2);
  CHECK(found[0].matrix_units == MatrixUnits::with);
  CHECK(cells(found[0]) == Strings{"matrix 0", "units 0"});
  CHECK(found[1].matrix_units == MatrixUnits::without);
  CHECK(cells(found[1]) == Strings{"old 0", "plain 0"});
}

TEST_CASE("of kernels each GPU takes its 16-bit rows, or else the others", "[calibration]") {
  const Benchmarks benchmarks{
      {test_dataset("one", KindOfWork::kernels)},
      {test_row("one", "matrix", "gemm", Precision::fp16, 100), test_row("one", "matrix", "gemm", Precision::fp32, 1),
       test_row("one", "units", "gemm", Precision::fp32, 60)},
      nullptr};
  const auto found = sheets(benchmarks);
  REQUIRE(found.size() == 1);
  CHECK(cells(found[0]) == Strings{"matrix 0", "units 0"});
  CHECK_THAT(found[0].readings[0].log_speed, WithinAbs(std::log(100), 1e-12));
}

TEST_CASE("FP32 and TF32 are two benchmarks, and unstated rows are neither", "[calibration]") {
  const Benchmarks benchmarks{{test_dataset("one", KindOfWork::networks)},
                              {test_row("one", "matrix", "resnet", Precision::fp32, 50),
                               test_row("one", "matrix", "resnet", Precision::tf32, 80),
                               test_row("one", "plain", "resnet", Precision::unstated, 10),
                               test_row("one", "units", "resnet", Precision::fp16, 60)},
                              nullptr};
  const auto found = sheets(benchmarks, ScorePrecision::fp32);
  REQUIRE(found.size() == 1);
  CHECK(cells(found[0]) == Strings{"matrix 0", "matrix 1"});
}

TEST_CASE("repeated rows are averaged in logs, times turned around, sources kept", "[calibration]") {
  Benchmarks benchmarks{
      {test_dataset("one", KindOfWork::networks)},
      {test_row("one", "matrix", "resnet", Precision::fp16, 100),
       test_row("one", "matrix", "resnet", Precision::fp16, 400), test_row("one", "units", "bert", Precision::fp16, 2)},
      nullptr};
  benchmarks.measurements[1].source = "tracker";
  benchmarks.measurements[2].kind = MeasurementKind::time;
  const auto found = sheets(benchmarks);
  REQUIRE(found.size() == 1);
  CHECK_THAT(found[0].readings[0].log_speed, WithinAbs(std::log(200), 1e-12));
  CHECK(found[0].readings[0].sources == std::vector<std::string_view>{"shop", "tracker"});
  CHECK_THAT(found[0].readings[1].log_speed, WithinAbs(-std::log(2), 1e-12));
}

TEST_CASE("a value of several people has the weight that they have", "[calibration]") {
  Measurement of_three = test_row("one", "matrix", "llama Q4", Precision::quantised, 100);
  of_three.submissions = 3;
  const Benchmarks benchmarks{{test_dataset("one", KindOfWork::networks)},
                              {of_three, test_row("one", "units", "llama Q4", Precision::quantised, 50)},
                              nullptr};
  const auto found = sheets(benchmarks);
  REQUIRE(found.size() == 1);
  REQUIRE(found[0].readings.size() == 2);
  CHECK_THAT(found[0].readings[0].weight, WithinAbs(1.5, 1e-12));  // 1 / ((1 + 1/3) / 2)
  CHECK(found[0].readings[1].weight == 1);
}

TEST_CASE("what is no measured speed of one known GPU does not count", "[calibration]") {
  struct Case {
    const char* name;
    void (*change)(Measurement&);
  };
  const Case cases[] = {
      {"several GPUs", [](Measurement& row) { row.gpu_count = 2; }},
      {"another workload", [](Measurement& row) { row.workload = "rnn"; }},
      {"scaled by a guide", [](Measurement& row) { row.basis = MeasurementBasis::scaled; }},
      {"a ratio", [](Measurement& row) { row.kind = MeasurementKind::normalised; }},
      {"16 bits for storage only", [](Measurement& row) { row.precision = Precision::fp16_storage; }},
      {"a GPU that the catalog lacks", [](Measurement& row) { row.gpu = "stranger"; }},
      {"later than the day asked for", [](Measurement& row) { row.published = PartialDate(2021, 1); }},
      {"whole systems", [](Measurement& row) { row.dataset = "systems"; }},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.name) {
      Benchmarks benchmarks{{test_dataset("one", KindOfWork::networks), test_dataset("systems", KindOfWork::systems)},
                            {test_row("one", "matrix", "resnet", Precision::fp16, 100)},
                            nullptr};
      const Day day{std::chrono::year{2020} / 12 / 31};
      CHECK(sheets(benchmarks, ScorePrecision::fp16, day).size() == 1);
      c.change(benchmarks.measurements[0]);
      CHECK(sheets(benchmarks, ScorePrecision::fp16, day).empty());
    }
  }
}

TEST_CASE("a speed-up compares means of one network on one and on several GPUs", "[calibration]") {
  const auto with_count = [](Measurement row, int count) {
    row.gpu_count = count;
    return row;
  };
  const Measurement slow = test_row("one", "matrix", "resnet", Precision::fp16, 100);
  const Measurement fast = test_row("one", "matrix", "resnet", Precision::fp16, 300);
  const Measurement bert = test_row("one", "matrix", "bert", Precision::fp16, 6);
  Measurement timed = test_row("one", "units", "resnet", Precision::fp16, 8);
  timed.kind = MeasurementKind::time;
  Measurement timed_two = with_count(timed, 2);
  timed_two.value = 5;
  const Benchmarks benchmarks{
      {test_dataset("kernels", KindOfWork::kernels), test_dataset("one", KindOfWork::networks)},
      {test_row("kernels", "matrix", "gemm", Precision::fp16, 1),
       with_count(test_row("kernels", "matrix", "gemm", Precision::fp16, 9), 2),
       slow,                                                                    // mean of one: 200
       fast, with_count(slow, 2), with_count(fast, 2),                          // mean of two: 200, ratio 1
       bert, with_count(bert, 2),                                               // odd, but it stays: ratio 1
       timed, timed_two,                                                        // 8 / 5 = 1.6
       with_count(test_row("one", "plain", "resnet", Precision::fp16, 1), 2)},  // nothing to compare with
      nullptr};
  const Catalog from = catalog();
  const auto found = measured_speedups(benchmarks, from, std::nullopt);
  REQUIRE(found.size() == 1);
  CHECK(found[0].workload == "cnn");
  CHECK(found[0].count == 2);
  CHECK(found[0].pairs == 3);
  CHECK(found[0].median == 1);
  CHECK(found[0].low == 1);
  CHECK_THAT(found[0].high, WithinAbs(1.6, 1e-12));
}
