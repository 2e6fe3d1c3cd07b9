#include "memory_measurement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <set>

#include "catalog/loading/embedded_memory_files.hpp"
#include "core/text.hpp"
#include "formats/csv_row_reader.hpp"
#include "gpuadvisor/core/error.hpp"

namespace gpuadvisor {

enum class YesOrNo : unsigned char { no, yes };

template <>
inline constexpr auto k_enum_names<YesOrNo> = std::to_array<std::string_view>({"no", "yes"});

/// What of a network that makes pictures was on the card: all of it, or one part at a time.
enum class Held : unsigned char { all, in_turn };

template <>
inline constexpr auto k_enum_names<Held> = std::to_array<std::string_view>({"all", "in-turn"});

/// How pictures were decoded.
enum class Decoding : unsigned char { whole, tiles };

template <>
inline constexpr auto k_enum_names<Decoding> = std::to_array<std::string_view>({"whole", "tiles"});

namespace {

constexpr auto k_dataset_columns = std::to_array<std::string_view>({"id", "counts", "source", "note"});
constexpr auto k_measurement_columns = std::to_array<std::string_view>(
    {"dataset", "network", "kind", "task", "weights", "batch", "tokens", "checkpointing", "engine", "loss_in_chunks",
     "gpus", "arithmetic", "optimizer", "zero", "offload", "rank", "targets", "memory_gb"});
constexpr auto k_picture_columns =
    std::to_array<std::string_view>({"dataset", "network", "kind", "task", "weights", "batch", "width", "height",
                                     "frames", "held", "decoder", "checkpointing", "rank", "memory_gb"});
constexpr auto k_batch_columns = std::to_array<std::string_view>(
    {"dataset", "network", "gpu", "memory_gb", "arithmetic", "optimizer", "engine", "tokens", "batch", "source"});

constexpr int k_most_count = 10'000'000;  // it catches slips, no more

struct MeasurementStorage {
  WordStore words;
  std::vector<MemoryDataset> datasets;
};

template <class Record>
std::set<std::string_view> ids_of(std::span<const Record> records) {
  std::set<std::string_view> ids;
  for (const Record& record : records) ids.insert(record.id);
  return ids;
}

class MeasurementLoader {
 public:
  explicit MeasurementLoader(const Catalog& catalog)
      : m_catalog(catalog),
        m_networks(ids_of(catalog.records<Network>())),
        m_gpus(ids_of(catalog.gpus())),
        m_sources(ids_of(catalog.records<Source>())) {}

  void read(std::string_view path, std::string_view text) {
    const std::string_view file = m_storage->words.keep(path);
    const CsvTable table = read_csv(file, text, m_problems);
    if (path.ends_with("datasets.csv")) {
      if (has_columns(file, table, k_dataset_columns, m_problems)) read_datasets(file, table);
    } else if (path.ends_with("measurements.csv")) {
      if (has_columns(file, table, k_measurement_columns, m_problems)) read_measurements(file, table);
    } else if (path.ends_with("largest_batches.csv")) {
      if (has_columns(file, table, k_batch_columns, m_problems)) read_batches(file, table);
    } else if (path.ends_with("pictures.csv")) {
      if (has_columns(file, table, k_picture_columns, m_problems)) read_pictures(file, table);
    } else {
      m_problems.add({file, "", 0}, "expected datasets.csv, measurements.csv, pictures.csv or largest_batches.csv");
    }
  }

  MemoryMeasurements finish() {
    m_problems.throw_if_any();
    m_result.datasets = m_storage->datasets;
    m_result.storage = m_storage;
    return std::move(m_result);
  }

 private:
  CsvRowReader reader(std::string_view file, const CsvTable& table, const CsvRow& row) {
    return {file, table, row, m_storage->words, m_problems};
  }

  void read_datasets(std::string_view file, const CsvTable& table) {
    m_storage->datasets.reserve(table.rows.size());  // records point to them
    for (const CsvRow& row : table.rows) {
      CsvRowReader fields = reader(file, table, row);
      m_storage->datasets.push_back({fields.text("id"), fields.choice<MemoryCounted>("counts"),
                                     fields.id("source", "source", m_sources), fields.text("note")});
    }
    m_datasets = ids_of(std::span<const MemoryDataset>(m_storage->datasets));
  }

  /// Reads the rows of a table, each by `read(fields, job)` beyond what all have, into `into`.
  template <class Read>
  void read_rows(std::string_view file, const CsvTable& table, std::vector<MemoryMeasurement>& into, Read read) {
    for (const CsvRow& row : table.rows) {
      CsvRowReader fields = reader(file, table, row);
      MemoryMeasurement one;
      one.dataset = dataset(fields);
      one.network = m_catalog.network(fields.id("network", "network", m_networks));
      one.finding = fields.choice<MemoryFinding>("kind");
      one.job.task = fields.choice<MemoryTask>("task");
      one.job.weights = weights(fields);
      one.job.batch = fields.count("batch", 1, k_most_count);
      read(fields, one.job);
      const double memory = fields.positive("memory_gb");
      if (one.finding != MemoryFinding::does_not_fit) {
        one.memory = Gigabytes{memory};
      } else {
        one.card = Gibibytes{memory};
      }
      one.line = row.line;
      if (one.dataset != nullptr && one.network != nullptr) into.push_back(one);
    }
  }

  void read_measurements(std::string_view file, const CsvTable& table) {
    read_rows(file, table, m_result.measurements, [](CsvRowReader& fields, MemoryJob& job) {
      job.tokens = fields.count("tokens", 1, k_most_count);
      job.checkpointing = fields.choice<Checkpointing>("checkpointing");
      job.engine = fields.choice<Engine>("engine");
      job.engine_is_stated = true;
      job.loss_in_chunks = fields.choice<YesOrNo>("loss_in_chunks") == YesOrNo::yes;
      job.gpus = fields.count("gpus", 1, k_most_count);
      read_training(fields, job);
    });
  }

  /// What is not told is as in a job of which nobody says it.
  static void read_training(CsvRowReader& fields, MemoryJob& job) {
    constexpr int k_most_stage = 3;
    if (!fields.is_empty("arithmetic")) job.arithmetic = fields.choice<Arithmetic>("arithmetic");
    if (!fields.is_empty("optimizer")) job.optimizer = fields.choice<Optimizer>("optimizer");
    if (!fields.is_empty("zero")) job.zero_stage = fields.count("zero", 0, k_most_stage);
    if (!fields.is_empty("offload")) job.offloads_optimizer = fields.choice<YesOrNo>("offload") == YesOrNo::yes;
    if (!fields.is_empty("rank")) job.adapter_rank = fields.count("rank", 1, k_most_count);
    if (!fields.is_empty("targets")) job.adapter_targets = fields.choice<AdapterTargets>("targets");
  }

  void read_pictures(std::string_view file, const CsvTable& table) {
    read_rows(file, table, m_result.pictures, [](CsvRowReader& fields, MemoryJob& job) {
      job.image = {fields.count("width", 1, k_most_count), fields.count("height", 1, k_most_count)};
      if (!fields.is_empty("frames")) job.frames = fields.count("frames", 1, k_most_count);
      if (job.task == MemoryTask::run) {
        job.offloads_parts = fields.choice<Held>("held") == Held::in_turn;
        job.decoder_in_tiles = fields.choice<Decoding>("decoder") == Decoding::tiles;
      } else {
        job.checkpointing = fields.choice<Checkpointing>("checkpointing");
        job.adapter_rank = fields.count("rank", 1, k_most_count);
      }
    });
  }

  void read_batches(std::string_view file, const CsvTable& table) {
    for (const CsvRow& row : table.rows) {
      CsvRowReader fields = reader(file, table, row);
      LargestBatch one;
      one.dataset = dataset(fields);
      one.network = m_catalog.network(fields.id("network", "network", m_networks));
      if (!fields.is_empty("gpu")) one.gpu = m_catalog.gpu(fields.id("gpu", "GPU", m_gpus));
      one.memory = Gibibytes{fields.positive("memory_gb")};
      one.job.task = MemoryTask::train;
      one.job.checkpointing = Checkpointing::none;
      one.job.eager_attention = true;  // until 2023
      one.job.arithmetic = fields.choice<Arithmetic>("arithmetic");
      one.job.optimizer = fields.choice<Optimizer>("optimizer");
      one.job.engine = fields.choice<Engine>("engine");
      one.job.engine_is_stated = true;
      one.job.tokens = fields.count("tokens", 0, k_most_count);
      one.batch = fields.count("batch", 0, k_most_count);
      one.line = row.line;
      (void)fields.id("source", "source", m_sources);
      if (one.dataset != nullptr && one.network != nullptr) m_result.batches.push_back(one);
    }
  }

  const MemoryDataset* dataset(CsvRowReader& fields) {
    const std::string_view id = fields.id("dataset", "dataset", m_datasets);
    const auto& all = m_storage->datasets;
    const auto at = std::find_if(all.begin(), all.end(), [&](const MemoryDataset& one) { return one.id == id; });
    return at == all.end() ? nullptr : &*at;
  }

  WeightFormat weights(CsvRowReader& fields) {
    const std::string_view name = fields.text("weights");
    if (const WeightFormat* format = weight_format(name)) return *format;
    fields.problem("weights",
                   fmt::format("unknown format \"{}\"{}", printable(name),
                               did_you_mean(name, std::vector<std::string_view>(m_formats.begin(), m_formats.end()))));
    return format_16_bit();
  }

  const Catalog& m_catalog;
  std::set<std::string_view> m_networks;
  std::set<std::string_view> m_gpus;
  std::set<std::string_view> m_sources;
  std::set<std::string_view> m_datasets;
  std::set<std::string_view> m_formats = ids_of(weight_formats());
  std::shared_ptr<MeasurementStorage> m_storage = std::make_shared<MeasurementStorage>();
  Problems m_problems;
  MemoryMeasurements m_result;
};

}  // namespace

MemoryMeasurements load_memory_measurements(std::span<const BenchmarkFile> parts, const Catalog& catalog) {
  std::deque<std::pair<std::string_view, std::string>> files;
  for (const BenchmarkFile& part : parts) {
    if (is_suites_file(part.path)) continue;
    if (files.empty() || files.back().first != part.path) files.emplace_back(part.path, std::string());
    files.back().second += part.text;
  }
  MeasurementLoader loader(catalog);
  for (const auto& [path, text] : files) loader.read(path, text);
  return loader.finish();
}

MemoryMeasurements embedded_memory_measurements(const Catalog& catalog) {
  return load_memory_measurements(embedded_memory_files(), catalog);
}

}  // namespace gpuadvisor
