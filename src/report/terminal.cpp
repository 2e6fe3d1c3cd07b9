#include <algorithm>

#include "core/text.hpp"
#include "gpuadvisor/report/document.hpp"

namespace gpuadvisor {
namespace {

/// `text` as lines that fit, each with so many blanks before it: the first, and those after it.
std::string indented(std::string_view text, std::size_t width, std::size_t first, std::size_t further) {
  const std::string body = wrapped(text, width - std::max(first, further));
  std::string lines;
  for (const auto line : split(body, '\n')) {
    if (line.empty()) continue;
    lines.append(lines.empty() ? first : further, ' ');
    lines += line;
    lines += '\n';
  }
  return lines;
}

/// Lays out blocks one after the other.
class Terminal {
 public:
  explicit Terminal(const Page& page) : m_page(page) {}

  void operator()(const Document::Heading& heading) {
    if (heading.level > 1) {
      if (m_last_heading != m_text.size()) (*this)(Document::Gap{});
    } else if (!m_text.empty()) {
      m_text += "\n\n";  // a further document
    }
    m_text += emphasised(wrapped(heading.text, m_page.width), Style::bold, m_page);
    m_last_heading = m_text.size();
  }
  void operator()(const Document::Paragraph& paragraph) {
    const std::size_t indent = paragraph.is_indented ? 2 : 0;
    m_text += indented(paragraph.text, m_page.width, indent, indent);
  }
  void operator()(const Document::Item& item) {
    const std::size_t indent = 2 * static_cast<std::size_t>(item.level);
    m_text += indented(item.text, m_page.width, indent, indent + 2);
  }
  void operator()(const Document::TableBlock& block) { table(block, true); }
  void operator()(const Document::Gap& /*gap*/) {
    if (!m_text.empty() && !m_text.ends_with("\n\n")) m_text += '\n';
  }

  void table(const Document::TableBlock& block, bool header) {
    const auto pieces = pieces_of(block.table, m_page);
    for (const Table& piece : pieces) {
      if (&piece != pieces.data()) (*this)(Document::Gap{});
      m_text += render(piece, m_page, header && piece.has_titles, header ? block.indent : 0);
    }
  }

  [[nodiscard]] std::string take() { return std::move(m_text); }

 private:
  const Page& m_page;
  std::string m_text;
  std::size_t m_last_heading = 0;  // its end: none is apart from the one before it
};

}  // namespace

std::string terminal_text(const Document& document, const Page& page, bool header) {
  Terminal terminal(page);
  for (const auto& block : document.blocks()) {
    const auto* table = header ? nullptr : std::get_if<Document::TableBlock>(&block);
    if (table != nullptr) {
      terminal(Document::Gap{});
      terminal.table(*table, false);
    } else if (header || document.is_row(block)) {
      std::visit(terminal, block);
    }
  }
  return terminal.take();
}

}  // namespace gpuadvisor
