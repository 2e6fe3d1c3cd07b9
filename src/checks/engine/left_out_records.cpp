#include "left_out_records.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "formats/json.hpp"

namespace gpuadvisor {
namespace {

/// A record by the list that it stands in and its number there.
struct RecordPointer {
  std::string section;
  std::size_t number = 0;

  friend auto operator<=>(const RecordPointer&, const RecordPointer&) = default;
};

/// Of "/gpus/3/memory_gb" and "/gpus/3"; nothing of what points to no record.
std::optional<RecordPointer> record_pointer(std::string_view pointer) {
  const auto end = pointer.find('/', 1);
  if (!pointer.starts_with('/') || end == std::string_view::npos) return std::nullopt;
  RecordPointer record{std::string(pointer.substr(1, end - 1)), 0};
  const auto number = pointer.substr(end + 1, pointer.find('/', end + 1) - end - 1);
  const auto [last, error] = std::from_chars(number.data(), number.data() + number.size(), record.number);
  const bool is_number = error == std::errc() && last == number.data() + number.size();
  return is_number ? std::optional<RecordPointer>(record) : std::optional<RecordPointer>();
}

/// Where lines begin, and where a column of a line is.
class Positions {
 public:
  explicit Positions(std::string_view text) : m_text(text), m_lines{0} {
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '\n') m_lines.push_back(i + 1);
    }
  }
  [[nodiscard]] std::size_t offset(const Json& value) const {
    std::size_t at = m_lines[static_cast<std::size_t>(value.line) - 1];
    for (int column = 1; column < value.column; ++column) {
      ++at;
      while (at < m_text.size() && (static_cast<unsigned char>(m_text[at]) & 0xc0U) == 0x80U) ++at;  // UTF-8
    }
    return at;
  }

 private:
  std::string_view m_text;
  std::vector<std::size_t> m_lines;
};

/// Behind the value that begins at `from`. Requires JSON.
std::size_t end_of_value(std::string_view text, std::size_t from) {
  int depth = 0;
  bool is_in_string = false;
  for (std::size_t i = from; i < text.size(); ++i) {
    const char c = text[i];
    if (is_in_string) {
      if (c == '\\') ++i;
      is_in_string = c != '"';
    } else if (c == '"') {
      is_in_string = true;
    } else if (c == '{' || c == '[') {
      ++depth;
    } else if (c == '}' || c == ']' || c == ',') {
      if (depth == 0) return i;  // of a value that is no container
      depth -= c == ',' ? 0 : 1;
    }
    if (depth == 0 && !is_in_string && (c == '}' || c == ']' || c == '"')) return i + 1;
  }
  return text.size();
}

void blank(std::string& text, std::size_t from, std::size_t to) {
  for (std::size_t i = from; i < to; ++i) {
    if (text[i] != '\n') text[i] = ' ';
  }
}

/// Blanks a record and the comma that sets it apart.
void blank_record(std::string& text, std::size_t from) {
  std::size_t to = end_of_value(text, from);
  constexpr std::string_view k_blanks = " \t\r\n";
  const auto next = text.find_first_not_of(k_blanks, to);
  if (next != std::string::npos && text[next] == ',') {
    to = next + 1;
  } else if (const auto before = text.find_last_not_of(k_blanks, from - 1); text[before] == ',') {
    from = before;
  }
  blank(text, from, to);
}

/// Whether a document has nothing but these records.
bool has_nothing_else(const Json& document, std::size_t records) {
  std::size_t items = 0;
  for (const auto& [section, value] : document.members) {
    if (value.kind != Json::Kind::array && section != "schema_version") return false;
    items += value.items.size();
  }
  return items == records;
}

/// Blanks the records, or all of a document that has no others; false when one of them is not there.
bool leave_out(CatalogDocument& document, const std::set<RecordPointer>& records, std::vector<Place>& left_out) {
  const Json parsed = parse_json(document.text, document.file);
  const Positions positions(document.text);
  std::vector<std::size_t> offsets;
  offsets.reserve(records.size());
  for (const auto& [section, number] : records) {
    const Json* list = parsed.find(section);
    if (list == nullptr || number >= list->items.size()) return false;
    const Json& record = list->items[number];
    offsets.push_back(positions.offset(record));
    left_out.push_back({document.file, record.line, record.column, ""});
  }
  std::sort(offsets.begin(), offsets.end());
  for (const std::size_t offset : offsets) blank_record(document.text, offset);
  if (has_nothing_else(parsed, records.size())) document.text.clear();
  return true;
}

}  // namespace

std::optional<ReducedLayers> without_records(std::vector<CatalogLayer> layers,
                                             const std::vector<Diagnostic>& problems) {
  std::map<std::string_view, std::set<RecordPointer>> records;  // by file
  for (const Diagnostic& problem : problems) {
    const auto record = record_pointer(problem.pointer);
    if (!record) return std::nullopt;
    records[problem.file].insert(*record);
  }
  ReducedLayers reduced{std::move(layers), {}};
  for (CatalogLayer& layer : reduced.layers) {
    for (CatalogDocument& document : layer) {
      const auto of_file = records.find(document.file);
      if (of_file != records.end() && !leave_out(document, of_file->second, reduced.left_out)) return std::nullopt;
    }
    std::erase_if(layer, [](const CatalogDocument& document) { return document.text.empty(); });
  }
  return reduced;
}

}  // namespace gpuadvisor
