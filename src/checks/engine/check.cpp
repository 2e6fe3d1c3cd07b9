#include "check.hpp"

#include <algorithm>
#include <deque>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

#include "applied_rules.hpp"
#include "calibration/memory/fitting_work.hpp"
#include "checked_tables.hpp"
#include "checks/rules/rule.hpp"
#include "form.hpp"
#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "gpuadvisor/core/error.hpp"
#include "left_out_records.hpp"
#include "unused_exceptions.hpp"

namespace gpuadvisor {
namespace {

/// Whether a text is a table: by its name, or, where the name does not tell, by its first line.
bool is_table(const CatalogDocument& document) {
  if (document.file.ends_with(".csv")) return true;
  if (document.file.ends_with(".json")) return false;
  const auto first = document.text.find_first_not_of(" \t\r\n");
  if (first == std::string::npos || std::string_view("{[\"").find(document.text[first]) != std::string_view::npos) {
    return false;
  }
  return document.text.substr(0, document.text.find('\n')).find(',') != std::string::npos;
}

bool has_records(const Json& document, std::string_view section) {
  const Json* records = document.find(section);
  return records != nullptr && !records->items.empty();
}

class Checker {
 public:
  explicit Checker(const CheckInput& input) : m_exceptions(input.exceptions), m_judges_form(input.judges_form) {
    for (const auto& folder : input.folders) add_layer(folder, true);
    if (!input.files.empty()) add_layer(input.files, false);
  }

  CheckReport run() {
    const Catalog known = embedded_catalog();
    std::optional<Benchmarks> benchmarks;
    if (const auto catalog = read_catalog(known)) {
      index_records();
      std::optional<CheckedMemory> memory;
      if (m_report.left_out == 0) {
        benchmarks = read_benchmarks(m_benchmark_files, stands_by_itself(), *catalog, m_report);
        memory = read_memory_files(m_memory_files, stands_by_itself(), *catalog, m_report);
      }
      std::optional<FittedScores> fitted;
      if (benchmarks && fitting_work(*benchmarks).with_each_out <= k_most_fitting_work) {
        fitted = fit_scores(*benchmarks, *catalog, std::nullopt);
      }
      std::optional<FittedPrices> prices;
      if (m_report.left_out == 0 && has_checked_levels(*catalog)) {
        prices = fit_prices(catalog->known_by(*catalog->as_of()));
      }
      apply_rules({*catalog, known, m_index, benchmarks ? &*benchmarks : nullptr, fitted ? &*fitted : nullptr,
                   prices ? &*prices : nullptr, memory ? &*memory : nullptr},
                  m_exceptions, m_report.findings);
      m_report.was_judged = true;
      count(*catalog, benchmarks);
      m_index = RecordIndex();  // what is judged from here on reads the texts again
      m_documents.clear();
    }
    m_report.unapplied = unapplied_rules(m_exceptions, m_report.was_judged, !m_benchmark_files.empty() && !benchmarks);
    const auto readable = readable_files();
    const auto unused = unused_exceptions(m_own_exceptions, m_report);
    m_report.findings.insert(m_report.findings.end(), unused.begin(), unused.end());
    leave_out_excepted();
    if (m_judges_form) {  // errors that are excepted are no reason to leave a file as it is
      judge_form(readable, m_report.findings);
      leave_out_excepted();
    }
    sort_findings(m_report.findings);
    return std::move(m_report);
  }

 private:
  [[nodiscard]] bool has_checked_levels(const Catalog& catalog) const {
    const auto levels = catalog.records<PriceLevel>();
    return catalog.as_of() && std::any_of(levels.begin(), levels.end(), [&](const PriceLevel& level) {
             return m_index.has("price_levels", RecordIndex::key(level));
           });
  }

  void leave_out_excepted() {
    m_report.excepted +=
        std::erase_if(m_report.findings, [&](const Finding& finding) { return is_excepted(finding, m_exceptions); });
  }

  /// The files in which nothing was found that cannot be read; none where more was found than is listed.
  [[nodiscard]] std::vector<const CatalogDocument*> readable_files() const {
    std::vector<const CatalogDocument*> files;
    if (!m_judges_form || m_report.unlisted > 0) return files;
    const auto is_unreadable = [&](const CatalogDocument* document) {
      return std::any_of(m_report.findings.begin(), m_report.findings.end(), [&](const Finding& finding) {
        const Rule* found = rule(finding.rule);
        return finding.place.file == document->file && (found == nullptr || found->judge == nullptr);
      });
    };
    std::remove_copy_if(m_checked.begin(), m_checked.end(), std::back_inserter(files), is_unreadable);
    return files;
  }

  void add_layer(const CatalogLayer& documents, bool is_folder) {
    CatalogLayer layer;
    for (const auto& document : documents) {
      if (file_name(document.file) == "check.json") {
        m_report.files += is_folder ? 0 : 1;
        read_config(document, is_folder);
        continue;
      }
      ++m_report.files;
      m_checked.push_back(&document);
      if (is_table(document)) {
        if (!document.file.ends_with(".csv")) {
          refuse(document,  // which table it is, and a dataset its id, is told by the name alone
                 "expected JSON, found a table (CSV), which is known by the name of its file, such as "
                 "measurements.csv or DATASET.csv");
          continue;
        }
        (is_memory_table(document) ? m_memory_files : m_benchmark_files).push_back(document);
      } else if (const auto parsed = parse(document)) {
        if (parsed->find("$schema") != nullptr) {
          refuse(document, "expected data, found a JSON schema");
          continue;
        }
        if (parsed->find("datasets") != nullptr) {
          m_benchmark_files.push_back(document);
          m_indexed.push_back(&document);
          continue;
        }
        m_indexed.push_back(&document);
        m_has_gpus = m_has_gpus || (is_folder && has_records(*parsed, "gpus"));
        m_has_sources = m_has_sources || (is_folder && has_records(*parsed, "sources"));
        m_has_workloads = m_has_workloads || (is_folder && has_records(*parsed, "workloads"));
        layer.push_back(document);
      }
    }
    if (!layer.empty()) m_layers.push_back(std::move(layer));
  }

  void refuse(const CatalogDocument& document, std::string why) {
    m_report.findings.push_back({"schema", Severity::error, {document.file, 1, 1, ""}, "", std::move(why)});
  }

  void read_config(const CatalogDocument& document, bool is_of_folder) {
    try {
      const auto exceptions = parse_check_config(document.file, document.text);
      m_exceptions.insert(m_exceptions.end(), exceptions.begin(), exceptions.end());
      if (is_of_folder) m_own_exceptions.insert(m_own_exceptions.end(), exceptions.begin(), exceptions.end());
    } catch (const DataError& error) {
      add_problems(error, m_report);
    }
  }

  std::optional<Json> parse(const CatalogDocument& document) {
    try {
      return parse_json(document.text, document.file);
    } catch (const DataError& error) {
      for (const Diagnostic& problem : error.problems()) {
        m_report.findings.push_back({"syntax",
                                     Severity::error,
                                     {problem.file, problem.line, problem.column, problem.pointer},
                                     "",
                                     problem.message});
      }
      return std::nullopt;
    }
  }

  /// Parses again after the loader freed its trees: holding both would double peak memory.
  void index_records() {
    for (const CatalogDocument* document : m_indexed) {
      m_index.add(document->file, m_documents.emplace_back(parse_json(document->text, document->file)));
    }
    for (const Place& place : m_left_out) m_index.leave_out(place);
  }

  [[nodiscard]] bool stands_by_itself() const { return m_has_gpus && m_has_sources; }

  /// The catalog of all records that can be read; nothing when there is none. What cannot is reported, once: a record
  /// that names one which is left out has no fault of its own.
  std::optional<Catalog> read_catalog(const Catalog& known) {
    const Catalog base = !stands_by_itself() ? known : m_has_workloads ? Catalog() : known.rules_only();
    constexpr std::size_t k_listed = 1000;
    constexpr int k_most_rounds = 8;  // records that name each other in a longer chain do not exist
    for (int round = 0; round < k_most_rounds; ++round) {
      try {
        return m_layers.empty() ? base : load_catalog(base, m_layers, k_listed);
      } catch (const DataError& error) {
        if (round == 0) add_problems(error, m_report);
        auto reduced = error.unlisted() == 0 ? without_records(std::move(m_layers), error.problems()) : std::nullopt;
        if (!reduced) return std::nullopt;
        m_left_out.insert(m_left_out.end(), reduced->left_out.begin(), reduced->left_out.end());
        m_report.left_out += reduced->left_out.size();
        m_layers = std::move(reduced->layers);
      }
    }
    return std::nullopt;
  }

  void count(const Catalog& catalog, const std::optional<Benchmarks>& benchmarks) {
    for (const Gpu& gpu : catalog.gpus()) m_report.gpus += m_index.has("gpus", std::string(gpu.id)) ? 1 : 0;
    for (const Price& price : catalog.prices()) {
      m_report.prices += m_index.has("prices", RecordIndex::key(price)) ? 1 : 0;
    }
    if (!benchmarks) return;
    for (const Measurement& one : benchmarks->measurements) {
      m_report.measurements += std::any_of(m_benchmark_files.begin(), m_benchmark_files.end(),
                                           [&](const CatalogDocument& document) { return document.file == one.file; })
                                   ? 1
                                   : 0;
    }
  }

  std::vector<RuleException> m_exceptions;
  std::vector<RuleException> m_own_exceptions;  // of folders that are checked
  bool m_judges_form;
  std::vector<const CatalogDocument*> m_checked;  // all files, as they are
  std::vector<CatalogLayer> m_layers;
  std::vector<CatalogDocument> m_benchmark_files;
  std::vector<CatalogDocument> m_memory_files;
  std::vector<const CatalogDocument*> m_indexed;  // of the input
  std::vector<Place> m_left_out;
  std::deque<Json> m_documents;  // the index points into them
  RecordIndex m_index;
  bool m_has_gpus = false;
  bool m_has_sources = false;
  bool m_has_workloads = false;
  CheckReport m_report;
};

}  // namespace

std::size_t CheckReport::count(Severity severity) const {
  return static_cast<std::size_t>(std::count_if(findings.begin(), findings.end(),
                                                [&](const Finding& finding) { return finding.severity == severity; }));
}

CheckReport check(const CheckInput& input) { return Checker(input).run(); }

}  // namespace gpuadvisor
