#include "gpuadvisor/report/document.hpp"

#include <algorithm>
#include <iterator>

namespace gpuadvisor {

Document& Document::heading(std::string text, int level) {
  if (!text.empty()) m_blocks.emplace_back(Heading{std::move(text), level});
  return *this;
}

Document& Document::paragraph(std::string text, bool is_indented) {
  if (!text.empty()) m_blocks.emplace_back(Paragraph{std::move(text), is_indented});
  return *this;
}

Document& Document::paragraphs(std::vector<std::string> texts) {
  for (auto& text : texts) paragraph(std::move(text));
  return *this;
}

Document& Document::item(std::string text, int level) {
  if (!text.empty()) m_blocks.emplace_back(Item{std::move(text), level});
  return *this;
}

Document& Document::items(std::vector<std::string> texts) {
  for (auto& text : texts) item(std::move(text));
  return *this;
}

Document& Document::table(Table table, std::size_t indent) {
  if (!table.rows.empty()) m_blocks.emplace_back(TableBlock{std::move(table), indent});
  return *this;
}

Document& Document::gap() {
  m_blocks.emplace_back(Gap{});
  return *this;
}

Document& Document::append(Document other) {
  std::move(other.m_blocks.begin(), other.m_blocks.end(), std::back_inserter(m_blocks));
  return *this;
}

bool Document::is_row(const Block& block) const {
  const auto is_table = [](const Block& one) { return std::holds_alternative<TableBlock>(one); };
  if (is_table(block)) return true;
  return std::holds_alternative<Item>(block) && std::none_of(m_blocks.begin(), m_blocks.end(), is_table);
}

}  // namespace gpuadvisor
