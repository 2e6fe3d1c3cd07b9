#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "checks/engine/check.hpp"
#include "field_values.hpp"
#include "gpuadvisor/catalog/catalog.hpp"

namespace gpuadvisor::mutation {

/// How near to the slip a finding is.
enum class Nearness { nowhere, elsewhere, product, record };

/// What became of a mutant.
struct Judgement {
  Nearness nearness = Nearness::nowhere;  // of the nearest finding
  std::string rule;                       // that made it
  bool is_known_to_differ = false;        // from the built-in data, which a mutant of other data would not be
  bool is_readable = false;
  bool changes_advice = false;  // some rank, or what some budget can buy, is another

  /// By a finding about the record, or about its product.
  [[nodiscard]] bool is_caught() const { return nearness >= Nearness::product; }
};

/// Judges mutants of data against the data themselves.
class Judge {
 public:
  explicit Judge(CatalogLayer documents);

  /// `text` in the place of one document, in which `replacement` stands where the value was.
  [[nodiscard]] Judgement judge(const FieldValue& value, const std::string& text, std::string_view replacement) const;

 private:
  [[nodiscard]] bool changes_advice(const CatalogLayer& documents, Judgement& judgement) const;

  CatalogLayer m_documents;
  Catalog m_catalog;
  std::set<std::string> m_known;  // findings of the data as they are
};

}  // namespace gpuadvisor::mutation
