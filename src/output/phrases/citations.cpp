#include "citations.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "source_text.hpp"

namespace gpuadvisor {

std::string Citations::cite(std::string_view id) {
  const auto at = std::find(m_ids.begin(), m_ids.end(), id);
  const auto number = at - m_ids.begin() + 1;
  if (at == m_ids.end()) m_ids.push_back(id);
  return fmt::format("[{}]{}", number, m_catalog.is_recalled(id) ? " recalled" : "");
}

std::vector<std::string> Citations::lines() const {
  std::vector<std::string> found;
  for (std::size_t i = 0; i < m_ids.size(); ++i) {
    const Source* source = m_catalog.source(m_ids[i]);
    found.push_back(source == nullptr  // of the speeds of an earlier day, where the catalog replaces ours
                        ? fmt::format("[{}] {}", i + 1, m_ids[i])
                        : fmt::format("[{}] {} ({})", i + 1, source_title(*source), enum_name(source->grade)));
  }
  return found;
}

}  // namespace gpuadvisor
