#include "field_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/text.hpp"

namespace gpuadvisor::mutation {
namespace {

/// Members whose words are for people.
bool is_prose(std::string_view key) {
  constexpr auto k_prose = std::to_array<std::string_view>(
      {"accelerators", "action",      "address", "advice",   "author",   "budget_text", "change",  "covers",
       "does",         "except_when", "files",   "good_for", "input",    "label",       "licence", "limits",
       "measured",     "note",        "notes",   "what",     "question", "reason",      "says",    "reasons",
       "publisher",    "steps",       "terms",   "title",    "unless",   "answer",      "unit"});
  return std::find(k_prose.begin(), k_prose.end(), key) != k_prose.end();
}

std::string_view unquoted(std::string_view text) {
  return text.size() >= 2 && text.front() == '"' ? text.substr(1, text.size() - 2) : text;
}

int line_at(std::string_view text, std::size_t offset) {
  return 1 + static_cast<int>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(offset), '\n'));
}

/// Walks a JSON text that is known to be valid.
class JsonWalk {
 public:
  JsonWalk(std::string_view text, std::size_t document, std::vector<FieldValue>& found)
      : m_text(text), m_document(document), m_found(found) {}

  void run() {
    skip_space();
    object("", "");
  }

 private:
  void skip_space() {
    while (m_at < m_text.size() && std::string_view(" \t\r\n").find(m_text[m_at]) != std::string_view::npos) ++m_at;
  }
  std::string_view string() {
    const auto begin = m_at++;
    while (m_text[m_at] != '"') m_at += m_text[m_at] == '\\' ? 2 : 1;
    return m_text.substr(begin, ++m_at - begin);
  }

  /// From the end of the value before, or the beginning of this one, so that what is left is valid.
  [[nodiscard]] Extent member_extent(std::size_t begin, std::size_t end) const {
    const auto next = m_text.find_first_not_of(" \t\r\n", end);
    if (m_text[next] == ',') return {begin, next + 1};
    const auto before = m_text.find_last_not_of(" \t\r\n", begin - 1);
    return {m_text[before] == ',' ? before : begin, end};
  }

  void scalar(const std::string& kind, const std::string& record, std::size_t member_begin) {
    const auto begin = m_at;
    FieldValue value;
    if (m_text[m_at] == '"') {
      (void)string();
    } else {
      m_at = m_text.find_first_of(",]} \t\r\n", m_at);
      value.type = m_text[begin] == 't' || m_text[begin] == 'f' ? FieldValue::Type::boolean : FieldValue::Type::number;
    }
    value.document = m_document;
    value.kind = kind;
    value.record = record;
    value.text = m_text.substr(begin, m_at - begin);
    value.value = {begin, m_at};
    value.member = member_extent(member_begin, m_at);
    m_found.push_back(std::move(value));
  }

  void any(const std::string& kind, const std::string& record, std::size_t member_begin) {
    if (m_text[m_at] == '{') return object(kind, record);
    if (m_text[m_at] == '[') return array(kind, record);
    scalar(kind, record, member_begin);
  }

  void array(const std::string& kind, const std::string& record) {
    ++m_at;
    for (std::size_t item = 0;; ++item) {
      skip_space();
      if (m_text[m_at] == ']') break;
      if (record.empty()) {
        whole_record(kind, fmt::format("/{}/{}", kind, item));
      } else {
        any(kind, record, m_at);
      }
      skip_space();
      if (m_text[m_at] == ',') ++m_at;
    }
    ++m_at;
  }

  void whole_record(const std::string& kind, const std::string& record) {
    const auto first = m_found.size();
    const auto begin = m_at;
    any(kind, record, m_at);
    set_record(first, line_at(m_text, begin), line_at(m_text, m_at), kind);
  }

  /// What is known of a record when all of it is read.
  void set_record(std::size_t first, int first_line, int last_line, const std::string& section) {
    std::string product;
    for (std::size_t i = first; i < m_found.size(); ++i) {
      if (m_found[i].kind == section + "/gpu") product = unquoted(m_found[i].text);
      if (m_found[i].kind == section + "/id" && product.empty()) product = unquoted(m_found[i].text);
    }
    for (std::size_t i = first; i < m_found.size(); ++i) {
      m_found[i].product = product;
      m_found[i].first_line = first_line;
      m_found[i].last_line = last_line;
    }
    std::erase_if(m_found, [](const FieldValue& value) {
      const auto slash = value.kind.rfind('/');
      return is_prose(std::string_view(value.kind).substr(slash + 1));
    });
  }

  void object(const std::string& kind, const std::string& record) {
    ++m_at;
    for (;;) {
      skip_space();
      if (m_text[m_at] == '}') break;
      const auto begin = m_at;
      const std::string key(unquoted(string()));
      m_at = m_text.find(':', m_at) + 1;
      skip_space();
      const std::string inner = kind.empty() ? key : fmt::format("{}/{}", kind, key);
      if (kind.empty() && m_text[m_at] != '[') {  // a record by itself, such as the reference
        const auto first = m_found.size();
        any(inner, '/' + key, begin);
        set_record(first, line_at(m_text, begin), line_at(m_text, m_at), key);
      } else {
        any(inner, record, begin);
      }
      skip_space();
      if (m_text[m_at] == ',') ++m_at;
    }
    ++m_at;
  }

  std::string_view m_text;
  std::size_t m_document;
  std::vector<FieldValue>& m_found;
  std::size_t m_at = 0;
};

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789.-") == std::string_view::npos &&
         std::count(text.begin(), text.end(), '-') == (text.front() == '-' ? 1 : 0);
}

/// The cells of a table without quotes around commas; rows that have any are left out.
void walk_table(const CatalogDocument& table, std::size_t document, std::vector<FieldValue>& found) {
  const bool is_benchmark = table.file.find("benchmarks/") != std::string::npos;
  const auto name = table.file.substr(table.file.rfind('/') + 1);
  const std::string section = is_benchmark ? "benchmarks" : fmt::format("memory/{}", name.substr(0, name.size() - 4));
  std::vector<std::string_view> header;
  std::size_t begin = 0;
  for (int line = 1; begin < table.text.size(); ++line) {
    const auto end = std::min(table.text.find('\n', begin), table.text.size());
    const auto row = std::string_view(table.text).substr(begin, end - begin);
    const auto cells = split(row, ',');
    if (header.empty()) {
      header = cells;
    } else if (cells.size() == header.size() && row.find('"') == std::string_view::npos) {
      const auto gpu = std::find(header.begin(), header.end(), "gpu");
      for (std::size_t i = 0; i < cells.size(); ++i) {
        if (cells[i].empty() || is_prose(header[i])) continue;
        FieldValue value;
        value.document = document;
        value.kind = fmt::format("{}/{}", section, header[i]);
        value.record = std::to_string(line);
        value.product = gpu == header.end() ? "" : cells[static_cast<std::size_t>(gpu - header.begin())];
        value.first_line = value.last_line = line;
        value.type = is_number(cells[i]) ? FieldValue::Type::number : FieldValue::Type::word;
        value.text = cells[i];
        value.value.begin = static_cast<std::size_t>(cells[i].data() - table.text.data());
        value.value.end = value.value.begin + cells[i].size();
        value.member = value.value;
        found.push_back(std::move(value));
      }
    }
    begin = end + 1;
  }
}

}  // namespace

std::vector<FieldValue> field_values(const CatalogLayer& documents) {
  std::vector<FieldValue> found;
  for (std::size_t i = 0; i < documents.size(); ++i) {
    if (documents[i].file.ends_with("/check.json")) continue;
    if (documents[i].file.ends_with(".csv")) {
      walk_table(documents[i], i, found);
    } else {
      JsonWalk(documents[i].text, i, found).run();
    }
  }
  return found;
}

}  // namespace gpuadvisor::mutation
