#include "memory_suites.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string>

#include "catalog/loading/embedded_memory_files.hpp"
#include "formats/csv_row_reader.hpp"
#include "gpuadvisor/catalog/embedded_catalog.hpp"

namespace gpuadvisor {
namespace {

constexpr auto k_columns = std::to_array<std::string_view>(
    {"suite", "model", "network", "arithmetic", "optimizer", "engine", "tokens", "dataset", "missing", "source"});
constexpr int k_most_tokens_of_suites = 10'000'000;  // it catches slips, no more

struct SuiteStorage {
  WordStore words;
  MemoryMeasurements measurements;  // whose words the records view too
};

class SuiteLoader {
 public:
  SuiteLoader(const MemoryMeasurements& measurements, const Catalog& catalog) {
    m_storage->measurements = measurements;
    for (const Network& network : catalog.records<Network>()) m_networks.insert(network.id);
    for (const Source& source : catalog.records<Source>()) m_sources.insert(source.id);
    for (const MemoryDataset& dataset : measurements.datasets) m_datasets.insert(dataset.id);
  }

  void read(std::string_view path, std::string_view text) {
    const std::string_view file = m_storage->words.keep(path);
    const CsvTable table = read_csv(file, text, m_problems);
    if (!has_columns(file, table, k_columns, m_problems)) return;
    for (const CsvRow& row : table.rows) {
      CsvRowReader fields(file, table, row, m_storage->words, m_problems);
      read_row(fields);
    }
  }

  MemorySuites finish() {
    m_problems.throw_if_any();
    m_result.storage = m_storage;
    return std::move(m_result);
  }

 private:
  void read_row(CsvRowReader& fields) {
    const std::string_view dataset = fields.id("dataset", "dataset", m_datasets);
    MemorySuite& suite = suite_called(fields.text("suite"), dataset);
    SuiteJob one;
    one.model = fields.text("model");
    if (!fields.is_empty("network")) one.network = fields.id("network", "network", m_networks);
    one.missing = fields.text("missing", !one.network.empty());
    one.job.task = MemoryTask::train;
    one.job.checkpointing = Checkpointing::none;
    one.job.eager_attention = true;
    one.job.arithmetic = fields.choice<Arithmetic>("arithmetic");
    one.job.optimizer = fields.choice<Optimizer>("optimizer");
    one.job.engine = fields.choice<Engine>("engine");
    one.job.engine_is_stated = true;
    one.job.tokens = fields.count("tokens", 0, k_most_tokens_of_suites);
    one.source = fields.id("source", "source", m_sources);
    for (const LargestBatch& batch : m_storage->measurements.batches) {
      const bool is_same = batch.dataset->id == dataset && batch.network->id == one.network;
      if (is_same && batch.gpu != nullptr) one.measured.push_back({batch.gpu->id, batch.memory, batch.batch});
    }
    suite.jobs.push_back(std::move(one));
  }

  MemorySuite& suite_called(std::string_view id, std::string_view dataset) {
    auto& suites = m_result.suites;
    const auto known =
        std::find_if(suites.begin(), suites.end(), [&](const MemorySuite& suite) { return suite.id == id; });
    if (known != suites.end()) return *known;
    MemorySuite suite;
    suite.id = id;
    for (const MemoryDataset& one : m_storage->measurements.datasets) {
      if (one.id == dataset) suite.source = one.source, suite.note = one.note;
    }
    return suites.emplace_back(std::move(suite));
  }

  std::set<std::string_view> m_networks;
  std::set<std::string_view> m_sources;
  std::set<std::string_view> m_datasets;
  std::shared_ptr<SuiteStorage> m_storage = std::make_shared<SuiteStorage>();
  Problems m_problems;
  MemorySuites m_result;
};

}  // namespace

MemorySuites load_memory_suites(std::span<const BenchmarkFile> parts, const MemoryMeasurements& measurements,
                                const Catalog& catalog) {
  SuiteLoader loader(measurements, catalog);
  std::string text;
  std::string_view path;
  for (const BenchmarkFile& part : parts) {
    if (!is_suites_file(part.path)) continue;
    path = part.path;
    text += part.text;
  }
  loader.read(path, text);
  return loader.finish();
}

MemorySuites embedded_memory_suites() {
  const Catalog catalog = embedded_catalog();
  return load_memory_suites(embedded_memory_files(), embedded_memory_measurements(catalog), catalog);
}

}  // namespace gpuadvisor
