/// JSON documents: what is refused names its place; what is accepted is printed and reads back as the same document.

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "formats/json_limits.hpp"
#include "formats/json_reader.hpp"
#include "gpuadvisor/formats/json_writer.hpp"
#include "target.hpp"

namespace gpuadvisor {
namespace {

constexpr std::string_view k_file = "input.json";
constexpr std::size_t k_deepest = 64;

bool is_same(const Json& a, const Json& b) {
  const auto is_same_member = [](const JsonMember& x, const JsonMember& y) {
    return x.key == y.key && is_same(x.value, y.value);
  };
  return a.kind == b.kind && a.boolean == b.boolean && a.number == b.number && a.string == b.string &&
         std::equal(a.items.begin(), a.items.end(), b.items.begin(), b.items.end(), is_same) &&
         std::equal(a.members.begin(), a.members.end(), b.members.begin(), b.members.end(), is_same_member);
}

void write(JsonWriter& json, const Json& value, JsonWriter::Layout layout) {
  switch (value.kind) {
    case Json::Kind::null:
      json.null();
      return;
    case Json::Kind::boolean:
      json.boolean(value.boolean);
      return;
    case Json::Kind::number:
      json.number(value.number);
      return;
    case Json::Kind::string:
      json.text(value.string);
      return;
    case Json::Kind::array:
      json.begin_array(layout);
      for (const Json& item : value.items) write(json, item, layout);
      json.end_array();
      return;
    case Json::Kind::object:
      json.begin_object(layout);
      for (const JsonMember& member : value.members) write(json.key(member.key), member.value, layout);
      json.end_object();
      return;
  }
}

std::string written(const Json& value, JsonWriter::Layout layout) {
  JsonWriter json;
  write(json, value, layout);
  return json.take();
}

/// Where lines of a text begin, to look at what stands at a place.
class Lines {
 public:
  explicit Lines(std::string_view text) {
    while (true) {
      const auto end = text.find('\n');
      m_lines.push_back(text.substr(0, end));
      if (end == std::string_view::npos) return;
      text.remove_prefix(end + 1);
    }
  }

  /// The byte at which the character of a column begins; NUL when there is none.
  [[nodiscard]] char at(int line, int column) const {
    if (line < 1 || static_cast<std::size_t>(line) > m_lines.size()) return '\0';
    int character = 0;
    for (const char c : m_lines[static_cast<std::size_t>(line) - 1]) {
      if ((static_cast<unsigned char>(c) & 0xc0U) != 0x80U && ++character == column) return c;
    }
    return '\0';
  }

 private:
  std::vector<std::string_view> m_lines;
};

bool may_begin(Json::Kind kind, char c) {
  constexpr auto k_beginnings = std::to_array<std::string_view>({"n", "tf", "-0123456789", "\"", "[", "{"});
  return k_beginnings[static_cast<std::size_t>(kind)].find(c) != std::string_view::npos;
}

void require_places(const Json& value, const Lines& lines, std::size_t depth) {
  require(depth <= k_deepest, "no value is deeper than the limit");
  require(may_begin(value.kind, lines.at(value.line, value.column)), "a value stands where its place says");
  require(std::isfinite(value.number), "a number is finite");
  require(utf8_prefix(value.string) == value.string.size(), "a text is UTF-8");
  for (const Json& item : value.items) require_places(item, lines, depth + 1);
  for (const JsonMember& member : value.members) require_places(member.value, lines, depth + 1);
}

/// Reads each member as everything it might be.
void read_members(const Json& document) {
  constexpr NumberRange k_range{-1000, 1000};
  constexpr auto k_words = std::to_array<std::string_view>({"cnn", "rnn", "transformer"});
  Problems problems;
  ObjectReader reader(document, {k_file, "", document.line, document.column}, problems);
  for (const JsonMember& member : document.members) {
    const std::string_view key = member.key;
    const auto text = reader.text(key);
    require(!text || (!text->empty() && !has_control_character(*text)), "a text that is read may be shown");
    const auto number = reader.number(key, k_range);
    require(!number || std::abs(*number) <= k_range.high, "a number that is read is in its range");
    const auto whole = reader.integer(key, k_range);
    require(!whole || *whole == member.value.number, "a whole number that is read is the one that was written");
    const auto word = reader.choice(key, k_words);
    require(!word || *word == member.value.string, "a word that is read is one of those asked for");
    require(!reader.texts(key) || member.value.kind == Json::Kind::array, "a list of texts is an array");
    require(!reader.numbers(key, k_range) || member.value.kind == Json::Kind::array, "a list of numbers is an array");
    require(!reader.text_map(key) || member.value.kind == Json::Kind::object, "a map is an object");
    require(reader.array(key).size() == member.value.items.size(), "an array has all its items");
    (void)reader.boolean(key);
    (void)reader.object(key);
  }
  reader.refuse_unknown(k_words);
  try {
    problems.throw_if_any();
    require(document.kind == Json::Kind::object, "what is no object is a problem");
  } catch (const DataError& error) {
    for (const Diagnostic& problem : error.problems()) {
      require(problem.file == k_file && problem.line > 0 && problem.column > 0, "a problem has a place",
              problem.text());
    }
    require_printable(error.what(), "a message is printable");
  }
}

void read(std::string_view text) {
  const std::string file(k_file);
  std::optional<Json> document;
  try {
    document = parse_json(text, file);
  } catch (const DataError& error) {
    require_located(error, k_file, text);
    require(error.problems().size() == 1, "reading ends at the first problem", error.what());
    return;
  }
  require(utf8_prefix(text) == text.size(), "an accepted document is UTF-8");
  constexpr std::string_view k_mark = "\xef\xbb\xbf";  // the reader skips it, and its column is that of the document
  if (!text.starts_with(k_mark)) require_places(*document, Lines(text), 0);
  require(is_same(*document, parse_json(text, file, k_tensor_list_limits)), "wider limits read the same");
  for (const auto layout : {JsonWriter::Layout::lines, JsonWriter::Layout::one_line}) {
    const std::string printed = written(*document, layout);
    const Json again = parse_json(printed, file);
    require(is_same(*document, again), "a printed document reads back as the same", printed);
    require(written(again, layout) == printed, "it is printed the same again", printed);
    require(value_count(*document) == value_count(again), "it has as many values", printed);
  }
  require_printable(description(*document), "a description is printable");
  read_members(*document);
}

}  // namespace
}  // namespace gpuadvisor

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  gpuadvisor::read(gpuadvisor::text_of(data, size));
  return 0;
}
