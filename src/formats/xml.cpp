#include "xml.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "core/text.hpp"
#include "gpuadvisor/core/error.hpp"
#include "json.hpp"

namespace gpuadvisor {
namespace {

constexpr std::size_t k_max_xml_depth = 64;
constexpr std::size_t k_max_elements = 200'000;
constexpr std::string_view k_xml_blanks = " \t\r\n";

constexpr auto k_entities = std::to_array<std::pair<std::string_view, char>>(
    {{"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"apos", '\''}});

std::string_view without_blanks(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(k_xml_blanks), text.size()));
  return text.substr(0, text.find_last_not_of(k_xml_blanks) + 1);
}

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
         c == '.' || c == ':' || static_cast<unsigned char>(c) >= 0x80;
}

/// Reads a document from its beginning, with the elements that are open kept on a stack of its own.
class XmlParser {
 public:
  XmlParser(std::string_view text, const std::string& file) : m_text(text), m_file(file) {}

  [[nodiscard]] XmlElement document() {
    if (m_text.size() > k_max_json_bytes) {
      fail(fmt::format("larger than the {} MiB that a document may have", k_max_json_bytes >> 20U));
    }
    if (m_text.starts_with(k_byte_order_mark)) skip(k_byte_order_mark.size());
    require_text();
    while (m_at < m_text.size()) {
      if (m_text[m_at] == '<') {
        markup();
      } else {
        characters();
      }
    }
    if (!m_open.empty()) fail(fmt::format("expected </{}>, found the end", printable(m_open.back()->name)));
    if (!m_has_root) fail("expected an element, found the end");
    return std::move(m_root);
  }

 private:
  [[noreturn]] void fail(std::string message) const {
    throw DataError({{m_file, m_line, "", "not valid XML: " + std::move(message)}});
  }

  /// The rest must be UTF-8 without control characters, so that all of it can be shown.
  void require_text() {
    const std::size_t valid = utf8_prefix(m_text);
    const auto is_control = [](char c) {
      return static_cast<unsigned char>(c) < 0x20 && k_xml_blanks.find(c) == std::string_view::npos;
    };
    const auto* const control = std::find_if(m_text.begin(), m_text.begin() + valid, is_control);
    const auto end = static_cast<std::size_t>(control - m_text.begin());
    if (end == m_text.size()) return;
    skip(end - m_at);
    fail(end == valid ? "invalid UTF-8" : fmt::format("found the control character {}", printable({control, 1})));
  }

  [[nodiscard]] std::string_view rest() const { return m_text.substr(m_at); }

  void skip(std::size_t bytes) {
    m_line += static_cast<int>(std::count(m_text.begin() + m_at, m_text.begin() + m_at + bytes, '\n'));
    m_at += bytes;
  }

  /// What comes before `end`, which is skipped as well.
  std::string_view up_to(std::string_view end, std::string_view what) {
    const std::size_t length = rest().find(end);
    if (length == std::string_view::npos) fail(fmt::format("expected \"{}\" at the end of {}", end, what));
    const std::string_view found = rest().substr(0, length);
    skip(length + end.size());
    return found;
  }

  void markup() {
    if (rest().starts_with("<!--")) {
      skip(4);
      (void)up_to("-->", "a comment");
    } else if (rest().starts_with("<?")) {
      (void)up_to("?>", "an instruction");
    } else if (rest().starts_with("<!DOCTYPE")) {
      const std::string_view type = up_to(">", "a document type");
      if (m_has_root || type.find('[') != std::string_view::npos) fail("found declarations, expected elements alone");
    } else if (rest().starts_with("</")) {
      close();
    } else {
      open();
    }
  }

  std::string_view name() {
    const auto* const end = std::find_if_not(rest().begin(), rest().end(), is_name_character);
    const std::string_view found = rest().substr(0, static_cast<std::size_t>(end - rest().begin()));
    if (found.empty()) fail(fmt::format("expected a name, found \"{}\"", printable(rest().substr(0, 1))));
    skip(found.size());
    return found;
  }

  void blanks() { skip(std::min(rest().find_first_not_of(k_xml_blanks), rest().size())); }

  void attribute() {
    (void)name();
    blanks();
    if (!rest().starts_with('=')) fail("expected \"=\" behind the name of an attribute");
    skip(1);
    blanks();
    const std::string_view quote = rest().substr(0, 1);
    if (quote != "\"" && quote != "'") fail("expected the value of an attribute in quotes");
    skip(1);
    (void)up_to(quote, "an attribute");
  }

  void open() {
    const int line = m_line;
    skip(1);
    const std::string_view found = name();
    blanks();
    while (!rest().starts_with('>') && !rest().starts_with("/>")) {
      if (rest().empty()) fail(fmt::format("expected \">\" at the end of <{}", printable(found)));
      attribute();
      blanks();
    }
    add(found, line);
    const bool is_empty = rest().starts_with('/');
    skip(is_empty ? 2 : 1);
    if (is_empty) m_open.pop_back();
  }

  void add(std::string_view name, int line) {
    if (m_open.empty() && m_has_root) fail(fmt::format("expected the end, found <{}>", printable(name)));
    if (m_open.size() >= k_max_xml_depth) fail(fmt::format("more than {} elements in each other", k_max_xml_depth));
    if (++m_elements > k_max_elements) fail(fmt::format("more than {} elements", k_max_elements));
    m_has_root = true;
    XmlElement& added = m_open.empty() ? m_root : m_open.back()->children.emplace_back();
    added.name = name;
    added.line = line;
    m_open.push_back(&added);
  }

  void close() {
    skip(2);
    const std::string_view found = name();
    blanks();
    if (m_open.empty() || m_open.back()->name != found || !rest().starts_with('>')) {
      fail(fmt::format("expected {}, found </{}>",
                       m_open.empty() ? "an element" : fmt::format("</{}>", printable(m_open.back()->name)),
                       printable(found)));
    }
    skip(1);
    m_open.pop_back();
  }

  void characters() {
    const std::string_view piece = rest().substr(0, rest().find('<'));
    const std::string_view text = without_blanks(piece);
    if (!text.empty()) {
      if (m_open.empty()) fail(fmt::format("expected an element, found \"{}\"", printable(text.substr(0, 40))));
      add_text(m_open.back()->text, text);
    }
    skip(piece.size());
  }

  void add_text(std::string& to, std::string_view text) const {
    while (!text.empty()) {
      const std::size_t plain = std::min(text.find('&'), text.size());
      to += text.substr(0, plain);
      text.remove_prefix(plain);
      if (text.empty()) return;
      const std::size_t end = std::min(text.find(';'), text.size());
      const std::string_view entity = text.substr(1, end - 1);
      const auto* const known =
          std::find_if(k_entities.begin(), k_entities.end(), [&](const auto& one) { return one.first == entity; });
      if (known == k_entities.end() || end == text.size())
        fail(fmt::format("unknown entity \"&{}\"", printable(entity.substr(0, 20))));
      to += known->second;
      text.remove_prefix(end + 1);
    }
  }

  std::string_view m_text;
  const std::string& m_file;
  std::size_t m_at = 0;
  int m_line = 1;
  std::size_t m_elements = 0;
  bool m_has_root = false;
  XmlElement m_root;
  std::vector<XmlElement*> m_open;  // the last child of each is the next, so that none of them moves
};

}  // namespace

const XmlElement* XmlElement::find(std::string_view child) const {
  const auto found =
      std::find_if(children.begin(), children.end(), [&](const XmlElement& one) { return one.name == child; });
  return found == children.end() ? nullptr : &*found;
}

const XmlElement* XmlElement::at(std::string_view path) const {
  const XmlElement* element = this;
  for (const auto step : split(path, '/')) {
    element = element->find(step);
    if (element == nullptr) return nullptr;
  }
  return element;
}

XmlElement parse_xml(std::string_view text, const std::string& file) { return XmlParser(text, file).document(); }

}  // namespace gpuadvisor
