#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gpuadvisor/catalog/source.hpp"

namespace gpuadvisor {

/// The sources of a text for people, numbered as they are first cited. Views the sources.
class Citations {
 public:
  explicit Citations(std::span<const Source> sources) : m_sources(sources) {}

  /// `[3]`, or `[3] recalled` when no page stands behind the figure.
  [[nodiscard]] std::string cite(std::string_view id);
  /// The same of several: "[3] [4]".
  [[nodiscard]] std::string cite(std::span<const std::string_view> ids);
  /// Ids, in the order of their numbers.
  [[nodiscard]] const std::vector<std::string_view>& ids() const { return m_ids; }
  /// `[3] title, publisher, date (grade)` for each.
  [[nodiscard]] std::vector<std::string> lines() const;

 private:
  /// Null when it is not among the sources.
  [[nodiscard]] const Source* source(std::string_view id) const;

  std::span<const Source> m_sources;
  std::vector<std::string_view> m_ids;
};

}  // namespace gpuadvisor
