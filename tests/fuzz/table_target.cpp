/// Tables: what is read as CSV is written and reads back as the same; measurements of speed and of memory that load fit
/// the catalog; what is refused has a line.

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "calibration/memory/memory_measurement.hpp"
#include "calibration/memory/memory_suites.hpp"
#include "formats/csv.hpp"
#include "formats/csv_reader.hpp"
#include "gpuadvisor/catalog/measurement_loader.hpp"
#include "small_catalog.hpp"
#include "target.hpp"

namespace gpuadvisor {
namespace {

constexpr std::string_view k_datasets = R"({"datasets": [
  {"id": "sheet", "title": "A sheet", "published": "2020", "kind_of_work": "networks", "source": "maker"}]})";
constexpr std::string_view k_sheet =
    "gpu,gpu_count,workload,model,precision,framework,kind,value,unit,basis,published,source\n"
    "one,1,cnn,ResNet-50,fp16,,throughput,100,images/s,measured,2020,maker\n";
constexpr std::string_view k_memory_datasets = "id,counts,source,note\nruns,device,maker,A note\n";
constexpr std::string_view k_runs =
    "dataset,network,kind,task,weights,batch,tokens,checkpointing,engine,loss_in_chunks,gpus,arithmetic,optimizer,"
    "zero,offload,rank,targets,memory_gb\n"
    "runs,small,measured,lora,fp16,4,1024,full,pytorch,no,1,,,,,8,query-value,18\n";
constexpr std::string_view k_batches =
    "dataset,network,gpu,memory_gb,arithmetic,optimizer,engine,tokens,batch,source\n"
    "runs,pictures,one,11,fp32,momentum,pytorch,0,64,maker\n";

/// The problems that reading a table had; none if it had none.
std::string problems_of(const Problems& problems, std::string_view file, std::string_view text) {
  try {
    problems.throw_if_any();
    return {};
  } catch (const DataError& error) {
    require_located(error, file, text);
    return error.what();
  }
}

void read_table(std::string_view text) {
  constexpr std::string_view k_file = "input.csv";
  Problems problems;
  const CsvTable table = read_csv(k_file, text, problems);
  std::string written = csv_record(table.columns);
  for (const CsvRow& row : table.rows) {
    require(row.fields.size() == table.columns.size(), "a row has a field per column");
    require(row.line >= 1 && static_cast<std::size_t>(row.line) <= line_count(text), "a row's line is in the file");
    written += csv_record(row.fields);
  }
  if (!problems_of(problems, k_file, text).empty()) return;
  Problems none;
  const CsvTable again = read_csv(k_file, written, none);
  require(problems_of(none, k_file, written).empty(), "a table that was written is read", written);
  require(again.columns == table.columns, "it has the same columns", written);
  require(std::equal(table.rows.begin(), table.rows.end(), again.rows.begin(), again.rows.end(),
                     [](const CsvRow& a, const CsvRow& b) { return a.fields == b.fields; }),
          "it has the same rows", written);
}

/// Measurements of speed, where the input is the list of datasets or a sheet.
void read_benchmarks(std::string_view text, bool is_list) {
  const std::vector<BenchmarkFile> files = {{"benchmarks/datasets.json", is_list ? text : k_datasets},
                                            {"benchmarks/sheet.csv", is_list ? k_sheet : text}};
  try {
    const Benchmarks benchmarks = load_benchmarks(files, small_catalog());
    for (const Measurement& one : benchmarks.measurements) {
      require(benchmarks.dataset(one.dataset) != nullptr, "a measurement has a dataset", one.dataset);
      require(small_catalog().gpu(one.gpu) != nullptr, "a measurement is of a GPU in the catalog", one.gpu);
      require(small_catalog().source(one.source) != nullptr, "its source is in the catalog", one.source);
      require(std::isfinite(one.value) && one.value > 0, "a value is positive and finite", one.model);
      require(one.gpu_count > 0 && one.submissions > 0, "counts are positive", one.model);
      require(!has_control_character(one.model), "words may be shown", one.model);
    }
  } catch (const DataError& error) {
    for (const Diagnostic& problem : error.problems()) {
      require(problem.file == files[0].path || problem.file == files[1].path, "a problem names a file", problem.text());
      require(!problem.message.empty(), "a problem has words", problem.text());
    }
    require_printable(error.what(), "a message is printable");
  }
}

/// Measurements of memory, where the input is one of the tables.
void read_memory(std::string_view text, std::string_view file) {
  std::vector<BenchmarkFile> files = {{"memory/datasets.csv", k_memory_datasets},
                                      {"memory/measurements.csv", k_runs},
                                      {"memory/largest_batches.csv", k_batches}};
  const auto same = std::find_if(files.begin(), files.end(), [&](const auto& one) { return one.path == file; });
  if (same == files.end()) {
    files.push_back({file, text});
  } else {
    same->text = text;
  }
  try {
    const MemoryMeasurements all = load_memory_measurements(files, small_catalog());
    for (const MemoryMeasurement& one : all.measurements) {
      const bool is_measured = one.finding == MemoryFinding::measured;
      const double memory = is_measured ? one.memory.value() : one.card.value();
      require(memory > 0 && std::isfinite(memory), "memory is positive and finite");
      require(one.job.batch > 0 && one.job.tokens > 0 && one.job.gpus > 0, "counts are positive");
    }
    for (const LargestBatch& one : all.batches)
      require(one.batch >= 0 && one.network != nullptr, "a batch is none or more");
    if (!is_suites_file(file)) return;
    for (const MemorySuite& suite : load_memory_suites(files, all, small_catalog()).suites) {
      require(!suite.jobs.empty(), "a suite has models", suite.id);
    }
  } catch (const DataError& error) {
    for (const Diagnostic& problem : error.problems()) {
      require(std::any_of(files.begin(), files.end(), [&](const auto& one) { return one.path == problem.file; }),
              "a problem names a file", problem.text());
      require(!problem.message.empty(), "a problem has words", problem.text());
    }
    require_printable(error.what(), "a message is printable");
  }
}

void read(std::string_view input) {
  switch (chosen(input, 7)) {
    case 0:
      return read_table(input);
    case 1:
      return read_benchmarks(input, false);
    case 2:
      return read_benchmarks(input, true);
    case 3:
      return read_memory(input, "memory/measurements.csv");
    case 4:
      return read_memory(input, "memory/largest_batches.csv");
    case 5:
      return read_memory(input, "memory/datasets.csv");
    default:
      return read_memory(input, "memory/suites.csv");
  }
}

}  // namespace
}  // namespace gpuadvisor

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  gpuadvisor::read(gpuadvisor::text_of(data, size));
  return 0;
}
