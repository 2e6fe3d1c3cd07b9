#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gpuadvisor/catalog/catalog.hpp"

namespace gpuadvisor {

/// The sources of a text for people, numbered as they are first cited. Views the catalog.
class Citations {
 public:
  explicit Citations(const Catalog& catalog) : m_catalog(catalog) {}

  /// `[3]`, or `[3] recalled` when no page stands behind the figure.
  [[nodiscard]] std::string cite(std::string_view id);
  /// Ids, in the order of their numbers.
  [[nodiscard]] const std::vector<std::string_view>& ids() const { return m_ids; }
  /// `[3] title, publisher, date (grade)` for each.
  [[nodiscard]] std::vector<std::string> lines() const;

 private:
  const Catalog& m_catalog;
  std::vector<std::string_view> m_ids;
};

}  // namespace gpuadvisor
