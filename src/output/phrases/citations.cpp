#include "citations.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/mapped.hpp"
#include "source_text.hpp"

namespace gpuadvisor {

const Source* Citations::source(std::string_view id) const {
  const auto at = std::find_if(m_sources.begin(), m_sources.end(), [id](const Source& one) { return one.id == id; });
  return at == m_sources.end() ? nullptr : &*at;
}

std::string Citations::cite(std::string_view id) {
  const auto at = std::find(m_ids.begin(), m_ids.end(), id);
  const auto number = at - m_ids.begin() + 1;
  if (at == m_ids.end()) m_ids.push_back(id);
  const Source* found = source(id);
  const bool is_recalled = found != nullptr && found->grade == SourceGrade::recalled;
  return fmt::format("[{}]{}", number, is_recalled ? " from memory" : "");
}

std::string Citations::cite(std::span<const std::string_view> ids) {
  return fmt::format("{}", fmt::join(mapped(ids, [&](auto id) { return cite(id); }), " "));
}

std::vector<std::string> Citations::lines() const {
  std::vector<std::string> found;
  for (std::size_t i = 0; i < m_ids.size(); ++i) {
    const Source* cited = source(m_ids[i]);
    found.push_back(cited == nullptr  // of the speeds of an earlier day, where the catalog replaces ours
                        ? fmt::format("[{}] {}", i + 1, m_ids[i])
                        : fmt::format("[{}] {} ({})", i + 1, source_title(*cited), grade_word(cited->grade)));
  }
  return found;
}

}  // namespace gpuadvisor
