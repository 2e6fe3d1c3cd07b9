#include "checked_tables.hpp"

#include <algorithm>
#include <array>

#include "calibration/memory/memory_measurement.hpp"
#include "calibration/memory/memory_suites.hpp"
#include "catalog/loading/embedded_benchmarks.hpp"
#include "catalog/loading/embedded_memory_files.hpp"
#include "core/contains.hpp"

namespace gpuadvisor {
namespace {

/// Files in parts, each put together.
std::vector<CatalogDocument> whole_files(std::span<const BenchmarkFile> parts) {
  std::vector<CatalogDocument> files;
  for (const BenchmarkFile& part : parts) {
    if (files.empty() || files.back().file != part.path) files.push_back({std::string(part.path), ""});
    files.back().text += part.text;
  }
  return files;
}

/// `checked` in the place of those of the same name in `base`; those of other names behind.
std::vector<CatalogDocument> laid_over(std::vector<CatalogDocument> base, const std::vector<CatalogDocument>& checked) {
  for (const auto& document : checked) {
    const auto same = std::find_if(base.begin(), base.end(), [&](const CatalogDocument& other) {
      return file_name(other.file) == file_name(document.file);
    });
    if (same == base.end()) {
      base.push_back(document);
    } else {
      *same = document;
    }
  }
  return base;
}

/// With the list of datasets in front.
std::vector<BenchmarkFile> views_of(std::vector<CatalogDocument>& files) {
  std::stable_partition(files.begin(), files.end(), [](const CatalogDocument& document) {
    return file_name(document.file).starts_with("datasets.");
  });
  std::vector<BenchmarkFile> views;
  views.reserve(files.size());
  for (const auto& document : files) views.push_back({document.file, document.text});
  return views;
}

bool has_dataset_list(const std::vector<CatalogDocument>& files) {
  return std::any_of(files.begin(), files.end(),
                     [](const CatalogDocument& document) { return file_name(document.file).starts_with("datasets."); });
}

}  // namespace

std::string_view file_name(std::string_view path) {
  const auto slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

void add_problems(const DataError& error, CheckReport& report) {
  for (const Diagnostic& problem : error.problems()) {
    report.findings.push_back({problem.is_about_references ? "reference" : "schema",
                               Severity::error,
                               {problem.file, problem.line, problem.column, problem.pointer},
                               "",
                               problem.message});
  }
  report.unlisted += error.unlisted();
}

bool is_memory_table(const CatalogDocument& table) {
  constexpr auto k_names = std::to_array<std::string_view>(
      {"datasets.csv", "measurements.csv", "pictures.csv", "largest_batches.csv", "suites.csv"});
  return contains(k_names, file_name(table.file));
}

std::optional<Benchmarks> read_benchmarks(const std::vector<CatalogDocument>& files, bool stand_by_themselves,
                                          const Catalog& catalog, CheckReport& report) {
  if (files.empty()) return std::nullopt;
  auto read = stand_by_themselves && has_dataset_list(files)
                  ? files
                  : laid_over(whole_files(embedded_benchmark_files()), files);
  try {
    return load_benchmarks(views_of(read), catalog);
  } catch (const DataError& error) {
    add_problems(error, report);
    return std::nullopt;
  }
}

std::optional<CheckedMemory> read_memory_files(const std::vector<CatalogDocument>& files, bool stand_by_themselves,
                                               const Catalog& catalog, CheckReport& report) {
  if (files.empty()) return std::nullopt;
  auto read =
      stand_by_themselves && has_dataset_list(files) ? files : laid_over(whole_files(embedded_memory_files()), files);
  const auto checked_file = [&](std::string_view name) {
    const auto at = std::find_if(files.begin(), files.end(),
                                 [&](const CatalogDocument& document) { return file_name(document.file) == name; });
    return at == files.end() ? std::string() : at->file;
  };
  try {
    const auto views = views_of(read);
    CheckedMemory memory{load_memory_measurements(views, catalog), checked_file("measurements.csv"),
                         checked_file("largest_batches.csv")};
    const bool has_suites =
        std::any_of(views.begin(), views.end(), [](const BenchmarkFile& file) { return is_suites_file(file.path); });
    if (has_suites) (void)load_memory_suites(views, memory.measurements, catalog);
    return memory;
  } catch (const DataError& error) {
    add_problems(error, report);
    return std::nullopt;
  }
}

}  // namespace gpuadvisor
