#include "gpuadvisor/catalog/measurement_loader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <tuple>

#include "file_text.hpp"
#include "formats/csv_row_reader.hpp"
#include "gpuadvisor/core/error.hpp"
#include "record_reader.hpp"

namespace gpuadvisor {
namespace {

namespace fs = std::filesystem;

constexpr auto k_columns =
    std::to_array<std::string_view>({"gpu", "gpu_count", "workload", "model", "precision", "framework", "kind", "value",
                                     "unit", "basis", "published", "source"});
constexpr std::string_view k_submissions = "submissions";  // columns that need not be there
constexpr std::string_view k_version = "version";
constexpr std::string_view k_batch = "batch";
constexpr std::string_view k_context_tokens = "context_tokens";
constexpr std::string_view k_prompt_tokens = "prompt_tokens";
constexpr std::string_view k_output_tokens = "output_tokens";
constexpr std::string_view k_split = "split";
constexpr std::string_view k_setting = "setting";
constexpr std::array k_further_columns = {k_submissions,   k_version,       k_batch, k_context_tokens,
                                          k_prompt_tokens, k_output_tokens, k_split, k_setting};
constexpr std::size_t k_most_tables = 1000;
constexpr int k_max_count = 1'000'000;  // as for other counts: it catches slips, no more

struct Storage {
  TextStorage text;
  WordStore words;
};

/// Ids that may be referred to.
struct KnownIds {
  std::set<std::string_view> gpus;
  std::set<std::string_view> workloads;
  std::set<std::string_view> sources;

  explicit KnownIds(const Catalog& catalog) {
    for (const Gpu& gpu : catalog.gpus()) gpus.insert(gpu.id);
    for (const Workload& workload : catalog.records<Workload>()) workloads.insert(workload.id);
    for (const Source& source : catalog.records<Source>()) sources.insert(source.id);
  }
};

class MeasurementLoader {
 public:
  /// `only`: the datasets to read, or null for all.
  explicit MeasurementLoader(const Catalog& catalog, const std::set<std::string_view>* only = nullptr)
      : m_known(catalog), m_only(only), m_storage(std::make_shared<Storage>()) {}

  void read_datasets(const BenchmarkFile& file) {
    const std::string_view name = m_storage->words.keep(file.path);
    Json& document = m_documents.emplace_back(parsed(file));
    ObjectReader reader(document, {name, "", document.line, document.column}, m_problems);
    if (document.kind != Json::Kind::object) return;
    reader.refuse_unknown(std::to_array<std::string_view>({"datasets"}));
    if (!reader.has("datasets")) reader.problem("", "expected a field \"datasets\", found none");
    for (const auto& [node, place] : reader.array("datasets")) {
      auto record = read_record<Dataset>(*node, place, m_problems, m_storage->text);
      if (node->kind != Json::Kind::object) continue;
      report_missing(record_fields<Dataset>(), record, m_problems);
      const Dataset& dataset = record.record;
      ObjectReader fields(*node, place, m_problems);
      if (!dataset.source.empty() && m_known.sources.find(dataset.source) == m_known.sources.end()) {
        fields.problem("source", m_problems.is_full() ? "" : unknown_id("source", dataset.source, m_known.sources));
      }
      if (dataset.id.empty() || (m_only != nullptr && !m_only->contains(dataset.id))) continue;
      if (!m_places.emplace(dataset.id, place).second) {
        fields.problem("id", fmt::format("dataset \"{}\" is already defined", printable(dataset.id)));
        continue;
      }
      m_benchmarks.datasets.push_back(dataset);
    }
  }

  void read_measurements(const BenchmarkFile& given) {
    const std::string_view file = m_storage->words.keep(given.path);
    const std::string_view dataset = m_storage->words.keep(fs::path(given.path).stem().generic_string());
    const auto known = std::find_if(m_benchmarks.datasets.begin(), m_benchmarks.datasets.end(),
                                    [&](const Dataset& one) { return one.id == dataset; });
    if (known == m_benchmarks.datasets.end()) {
      m_problems.add({file, "", 0}, m_problems.is_full() ? "" : unknown_id("dataset", dataset, dataset_ids()));
    }
    m_with_file.insert(dataset);
    m_bytes += given.text.size();
    if (m_bytes > k_max_csv_bytes) {
      throw DataError({{std::string(file), 0, "",
                        fmt::format("with this file the measurements have more than {} MiB", k_max_csv_bytes >> 20U)}});
    }
    const CsvTable table = read_csv(file, given.text, m_problems);
    if (table.columns.empty() || !has_columns(file, table, k_columns, m_problems, k_further_columns)) return;
    if (table.rows.empty()) m_problems.add({file, "", 1}, "expected measurements, found none");
    const bool repeats = known == m_benchmarks.datasets.end() || known->repeats;
    for (const CsvRow& row : table.rows) add(dataset, file, table, row, repeats);
  }

  Benchmarks finish() {
    for (const Dataset& dataset : m_benchmarks.datasets) {
      if (m_with_file.find(dataset.id) != m_with_file.end()) continue;
      m_problems.add(m_places.at(dataset.id), fmt::format("expected a file {}.csv, found none", printable(dataset.id)));
    }
    m_problems.throw_if_any();
    std::sort(m_benchmarks.datasets.begin(), m_benchmarks.datasets.end(),
              [](const Dataset& a, const Dataset& b) { return a.id < b.id; });
    std::stable_sort(m_benchmarks.measurements.begin(), m_benchmarks.measurements.end(),
                     [](const Measurement& a, const Measurement& b) { return a.dataset < b.dataset; });
    m_benchmarks.storage = m_storage;
    return std::move(m_benchmarks);
  }

 private:
  using Identity = std::tuple<std::string_view, std::string_view, int, std::string_view, std::string_view, Precision,
                              std::string_view, std::string_view, std::optional<int>, std::optional<int>,
                              std::optional<int>, std::optional<int>, std::optional<MeasuredSplit>, std::string_view>;

  [[nodiscard]] std::set<std::string_view> dataset_ids() const {
    std::set<std::string_view> ids;
    for (const Dataset& dataset : m_benchmarks.datasets) ids.insert(dataset.id);
    return ids;
  }

  /// The document; one without datasets when it is no JSON, which is reported.
  Json parsed(const BenchmarkFile& file) {
    try {
      return parse_json(file.text, std::string(file.path));
    } catch (const DataError& error) {
      for (const auto& problem : error.problems()) {
        m_problems.add({m_storage->words.keep(problem.file), "", problem.line, problem.column}, problem.message);
      }
      Json nothing;
      nothing.kind = Json::Kind::object;
      nothing.members.push_back({"datasets", {}});
      nothing.members.back().value.kind = Json::Kind::array;
      return nothing;
    }
  }

  void add(std::string_view dataset, std::string_view file, const CsvTable& table, const CsvRow& row, bool repeats) {
    CsvRowReader reader(file, table, row, m_storage->words, m_problems);
    const auto is_told = [&](std::string_view column) { return table.column(column) && !reader.is_empty(column); };
    const auto words = [&](std::string_view column) {
      return is_told(column) ? reader.text(column) : std::string_view();
    };
    const auto count = [&](std::string_view column) {
      return is_told(column) ? std::optional(reader.count(column, 1, k_max_count)) : std::nullopt;
    };
    const Measurement read{
        .dataset = dataset,
        .gpu = reader.id("gpu", "GPU", m_known.gpus),
        .gpu_count = reader.count("gpu_count", 1, k_max_count),
        .workload = reader.id("workload", "workload", m_known.workloads),
        .model = reader.text("model"),
        .precision = reader.choice<Precision>("precision"),
        .framework = reader.text("framework", true),
        .kind = reader.choice<MeasurementKind>("kind"),
        .value = reader.positive("value"),
        .unit = reader.text("unit"),
        .basis = reader.choice<MeasurementBasis>("basis"),
        .submissions = table.column(k_submissions) ? reader.count(k_submissions, 1, k_max_count) : 1,
        .version = words(k_version),
        .batch = count(k_batch),
        .context_tokens = count(k_context_tokens),
        .prompt_tokens = count(k_prompt_tokens),
        .output_tokens = count(k_output_tokens),
        .split = is_told(k_split) ? std::optional(reader.choice<MeasuredSplit>(k_split)) : std::nullopt,
        .setting = words(k_setting),
        .published = reader.date("published"),
        .source = reader.id("source", "source", m_known.sources),
        .file = file,
        .line = row.line};
    const Identity identity{
        dataset,        read.gpu,     read.gpu_count, read.workload,       read.model,         read.precision,
        read.framework, read.version, read.batch,     read.context_tokens, read.prompt_tokens, read.output_tokens,
        read.split,     read.setting};
    const auto [first, is_first] = m_first.try_emplace(identity, m_benchmarks.measurements.size());
    if (!is_first) {
      const Measurement& other = m_benchmarks.measurements[first->second];
      if (!repeats) {
        reader.problem("model", fmt::format("this configuration stands in line {} already", other.line));
      }
      if (read.kind != other.kind || read.unit != other.unit) {
        reader.problem("unit", fmt::format("this configuration has another kind or unit in line {}", other.line));
      }
    }
    m_benchmarks.measurements.push_back(read);
  }

  KnownIds m_known;
  const std::set<std::string_view>* m_only;
  std::shared_ptr<Storage> m_storage;
  Problems m_problems;
  std::deque<Json> m_documents;                    // places point into them
  std::map<std::string_view, JsonPlace> m_places;  // of datasets
  std::set<std::string_view> m_with_file;
  std::map<Identity, std::size_t> m_first;  // where a configuration stands first
  std::size_t m_bytes = 0;
  Benchmarks m_benchmarks;
};

std::vector<fs::path> csv_files_in(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (at->path().extension() == ".csv" && at->is_regular_file(error)) files.push_back(at->path());
    if (files.size() > k_most_tables) {
      throw Error(fmt::format("{}: more than {} CSV files", printable(folder.string()), k_most_tables));
    }
  }
  if (error) throw Error(fmt::format("{}: cannot be read: {}", printable(folder.string()), error.message()));
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

const Dataset* Benchmarks::dataset(std::string_view id) const {
  const auto at = std::find_if(datasets.begin(), datasets.end(), [&](const Dataset& one) { return one.id == id; });
  return at == datasets.end() ? nullptr : &*at;
}

Benchmarks load_benchmarks(const fs::path& data_directory, const Catalog& catalog) {
  const fs::path folder = data_directory / "benchmarks";
  const fs::path datasets = folder / "datasets.json";
  std::error_code error;
  if (!fs::is_regular_file(datasets, error)) {
    throw Error(fmt::format("{}: expected a file, found none", printable(datasets.generic_string())));
  }
  std::vector<std::string> paths = {datasets.generic_string()};
  for (const auto& file : csv_files_in(folder)) paths.push_back(file.generic_string());
  std::vector<std::string> texts;
  texts.reserve(paths.size());
  std::vector<BenchmarkFile> files;
  std::size_t size = 0;
  for (const auto& path : paths) {
    texts.push_back(file_text(path));
    files.push_back({path, texts.back()});
    size += texts.back().size();
    if (size > k_max_csv_bytes) break;  // which loading refuses
  }
  return load_benchmarks(files, catalog);
}

namespace {

std::string dataset_of(const BenchmarkFile& file) { return fs::path(file.path).stem().generic_string(); }

/// Of the first file, which lists the datasets, and of the others.
Benchmarks loaded(std::span<const BenchmarkFile> files, const Catalog& catalog,
                  const std::set<std::string_view>* only) {
  MeasurementLoader loader(catalog, only);
  loader.read_datasets(files.front());
  for (const auto& file : files.subspan(1)) loader.read_measurements(file);
  return loader.finish();
}

Benchmarks loaded_parts(std::span<const BenchmarkFile> parts, const Catalog& catalog,
                        const std::set<std::string_view>* only) {
  std::deque<std::string> texts;
  std::vector<BenchmarkFile> files;
  for (const BenchmarkFile& part : parts) {
    const bool lists_datasets = part.path == parts.front().path;
    if (only != nullptr && !lists_datasets && !only->contains(dataset_of(part))) continue;
    if (files.empty() || files.back().path != part.path) files.push_back({part.path, texts.emplace_back()});
    texts.back() += part.text;
    files.back().text = texts.back();
  }
  return loaded(files, catalog, only);
}

}  // namespace

Benchmarks load_benchmark_parts(std::span<const BenchmarkFile> parts, const Catalog& catalog) {
  return loaded_parts(parts, catalog, nullptr);
}

Benchmarks load_benchmark_parts(std::span<const BenchmarkFile> parts, const Catalog& catalog,
                                const std::set<std::string_view>& datasets) {
  return loaded_parts(parts, catalog, &datasets);
}

Benchmarks load_benchmarks(std::span<const BenchmarkFile> files, const Catalog& catalog) {
  return loaded(files, catalog, nullptr);
}

}  // namespace gpuadvisor
