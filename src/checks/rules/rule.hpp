#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "calibration/memory/memory_measurement.hpp"
#include "calibration/prices/price_fit.hpp"
#include "calibration/speed/calibration.hpp"
#include "checks/engine/finding.hpp"
#include "checks/engine/record_index.hpp"
#include "gpuadvisor/catalog/catalog.hpp"
#include "gpuadvisor/catalog/measurement_loader.hpp"

namespace gpuadvisor {

/// Measurements of memory that are checked, and the files that they stand in; empty where the built-in one is taken.
struct CheckedMemory {
  MemoryMeasurements measurements;
  std::string measured_file;
  std::string batches_file;
};

/// What is judged. Views what it is made from.
struct CheckedData {
  const Catalog& catalog;                  // what is checked, laid over what it refers to
  const Catalog& known;                    // the built-in catalog, to compare with
  const RecordIndex& index;                // what of the catalog is checked, and where it stands
  const Benchmarks* benchmarks = nullptr;  // null when no measurements are checked
  const FittedScores* fitted = nullptr;    // what they give; null without them, and where there are too many to fit
  const FittedPrices* prices = nullptr;    // what the quotes give; null when no prices of today are checked
  const CheckedMemory* memory = nullptr;   // null when no measurements of memory are checked

  [[nodiscard]] bool is_checked(const Gpu& gpu) const { return index.has("gpus", std::string(gpu.id)); }
  [[nodiscard]] bool is_checked(const Price& price) const { return index.has("prices", RecordIndex::key(price)); }
};

struct Rule;

/// What one rule found so far.
class Findings {
 public:
  Findings(const Rule& rule, const CheckedData& data, std::vector<Finding>& found)
      : m_rule(rule), m_data(data), m_found(found) {}

  /// About a figure of a GPU, or the GPU as a whole. Requires one that is checked.
  void add(const Gpu& gpu, std::string_view field, std::string message);
  /// About a field of a price that is checked.
  void add(const Price& price, std::string_view field, std::string message);
  void add(std::string_view subject, Place place, std::string message);

 private:
  const Rule& m_rule;
  const CheckedData& m_data;
  std::vector<Finding>& m_found;
};

/// One thing that data can have wrong. None names a product: what is plausible are tables by memory type and
/// architecture, and relations between figures.
struct Rule {
  std::string_view id;  // stable, in kebab case
  Severity severity = Severity::error;
  std::string_view title;
  std::string_view explanation;  // a paragraph: what is judged, why, and what to do about a finding
  /// Adds what it finds; null for what reading the data finds out.
  void (*judge)(const CheckedData& data, Findings& findings) = nullptr;
  bool silent_after_error = false;  // says nothing of a record in which another rule finds an error
};

/// All rules, by id.
[[nodiscard]] std::span<const Rule* const> rules();

/// Null when there is none of that id.
[[nodiscard]] const Rule* rule(std::string_view id);

}  // namespace gpuadvisor
