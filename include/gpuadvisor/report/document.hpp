#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "gpuadvisor/report/table.hpp"

namespace gpuadvisor {

/// What people read, before a terminal, Markdown or HTML gives it a form: blocks in their order.
class Document {
 public:
  struct Heading {
    std::string text;
    int level;  // 1: the title of all
  };
  struct Paragraph {
    std::string text;
    bool is_indented;
  };
  struct Item {
    std::string text;
    int level;  // 1, or 2 below an item

    /// The text without a mark of its own, "- ", where lists are marked.
    [[nodiscard]] std::string_view unmarked() const {
      return std::string_view(text).substr(text.starts_with("- ") ? 2 : 0);
    }
  };
  struct TableBlock {
    Table table;
    std::size_t indent;
  };
  struct Gap {};
  using Block = std::variant<Heading, Paragraph, Item, TableBlock, Gap>;

  /// Adds a block; an empty text, or a table without rows, adds nothing.
  Document& title(std::string text) { return heading(std::move(text), 1); }
  Document& heading(std::string text, int level = 2);
  Document& paragraph(std::string text, bool is_indented = false);
  Document& paragraphs(std::vector<std::string> texts);
  Document& item(std::string text, int level = 1);
  Document& items(std::vector<std::string> texts);
  Document& table(Table table, std::size_t indent = 0);
  /// An empty line on a terminal, unless one is there. Markdown and HTML space blocks by themselves.
  Document& gap();
  /// All blocks of another one.
  Document& append(Document other);

  [[nodiscard]] const std::vector<Block>& blocks() const { return m_blocks; }
  /// Whether a block is left where only rows are wanted: tables, or where there are none, items.
  [[nodiscard]] bool is_row(const Block& block) const;

 private:
  std::vector<Block> m_blocks;
};

// Without a header a document is its rows, an empty line between two tables.

/// Lines of the page's width. Headings below the title have an empty line before them.
[[nodiscard]] std::string terminal_text(const Document& document, const Page& page, bool header = true);

/// GitHub Flavored Markdown. Tables keep the line of titles that they cannot do without.
[[nodiscard]] std::string markdown_text(const Document& document, bool header = true);

/// One page that needs no other file, light or dark as the reader's system is.
[[nodiscard]] std::string html_text(const Document& document, bool header = true);

}  // namespace gpuadvisor
