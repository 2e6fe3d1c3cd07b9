#include "canonical_form.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <unordered_map>

#include "core/text.hpp"
#include "file_order.hpp"
#include "formats/json_tokens.hpp"
#include "gpuadvisor/core/error.hpp"
#include "record_form.hpp"

namespace gpuadvisor {
namespace {

using Kind = Json::Kind;

/// A number as written, taken apart: 0.digits * 10^exponent, the digits without zeros at either end.
struct Decimal {
  bool is_negative = false;
  std::string digits;
  long exponent = 0;

  friend bool operator==(const Decimal&, const Decimal&) = default;
};

/// The number behind `e`; one beyond all that a double has, where it has more digits than that.
long exponent(std::string_view digits) {
  constexpr long k_beyond = 1'000'000;
  if (digits.starts_with('+')) digits.remove_prefix(1);
  long value = 0;
  const bool is_read = std::from_chars(digits.data(), digits.data() + digits.size(), value).ec == std::errc();
  return is_read ? value : k_beyond;
}

/// Requires a JSON number.
Decimal decimal(std::string_view written) {
  Decimal number;
  number.is_negative = written.front() == '-';
  const std::size_t mantissa_end = std::min(written.find_first_of("eE"), written.size());
  if (mantissa_end < written.size()) number.exponent = exponent(written.substr(mantissa_end + 1));
  bool is_behind_point = false;
  for (const char c : written.substr(0, mantissa_end)) {
    if (c == '.') is_behind_point = true;
    if (c < '0' || c > '9') continue;
    number.digits += c;
    if (!is_behind_point) ++number.exponent;
  }
  const std::size_t zeros = std::min(number.digits.find_first_not_of('0'), number.digits.size());
  number.digits.erase(0, zeros);
  number.exponent -= static_cast<long>(zeros);
  number.digits.erase(number.digits.find_last_not_of('0') + 1);
  return number.digits.empty() ? Decimal() : number;
}

/// What a document says, whatever its form: members by key, and records of tables that have an order by what they say.
/// Two documents with equal meanings are the same data.
std::string meaning(const Json& value) {
  std::string text;
  if (value.kind == Kind::object) {
    std::map<std::string_view, std::string> members;
    for (const JsonMember& member : value.members) members.emplace(member.key, meaning(member.value));
    for (const auto& [key, said] : members) text += fmt::format("{}:{},", json_quoted(key), said);
    return '{' + text + '}';
  }
  if (value.kind == Kind::array) {
    for (const Json& item : value.items) text += meaning(item) + ',';
    return '[' + text + ']';
  }
  return value.kind == Kind::string ? json_quoted(value.string) : description(value);
}

std::string meaning_of_document(const Json& document) {
  std::map<std::string_view, std::string> members;
  for (const JsonMember& member : document.members) {
    std::string& said = members[member.key];
    said = meaning(member.value);
    if (member.value.kind != Kind::array || sort_members(member.key).empty()) continue;
    std::vector<std::string> records;
    records.reserve(member.value.items.size());
    for (const Json& record : member.value.items) records.push_back(meaning(record));
    std::sort(records.begin(), records.end());
    said = fmt::format("[{}]", fmt::join(records, ","));
  }
  std::string text;
  for (const auto& [key, said] : members) text += fmt::format("{}:{},", json_quoted(key), said);
  return text;
}

/// What of the form is made canonical when a document is written; the rest stays as it is. Blanks are always.
struct Mended {
  bool order = true;
  bool spelling = true;
};

/// Writes a document that was read, in the form of data files.
class CanonicalWriter {
 public:
  CanonicalWriter(const Json& document, std::string_view text) : m_document(document), m_tokens(json_tokens(text)) {
    note_tokens(document);
  }

  std::string text(Mended mended) {
    m_mended = mended;
    m_text.clear();
    m_has.clear();
    write_document();
    return std::move(m_text) + '\n';
  }

  /// What the last text() mended but for blanks.
  [[nodiscard]] bool mended(FormFault fault) const {
    const auto found = m_has.find(fault);
    return found != m_has.end() && found->second;
  }

 private:
  enum class Layout : unsigned char { lines, one_line };

  /// Goes through the document in the order of the text, so that each name and each value finds how it is written.
  void note_tokens(const Json& value) {
    if (value.kind != Kind::array && value.kind != Kind::object) m_written[&value] = next_word();
    for (const Json& item : value.items) note_tokens(item);
    for (const JsonMember& member : value.members) {
      m_written[&member] = next_word();
      note_tokens(member.value);
    }
  }

  std::string_view next_word() {
    while (m_tokens[m_next].kind == JsonToken::Kind::punctuation) ++m_next;
    return m_tokens[m_next++].written;
  }

  void write_document() {
    const auto forms = table_forms();
    const auto place = [&](const JsonMember* member) {
      return std::find_if(forms.begin(), forms.end(), [&](const TableForm& form) { return form.key == member->key; });
    };
    auto members = pointers_to(m_document.members);
    sort(members, FormFault::member_order, [&](const auto* a, const auto* b) { return place(a) < place(b); });
    open('{');
    for (const JsonMember* member : members) {
      separate(Layout::lines, member == members.front());
      write_key(*member);
      const auto form = place(member);
      write_member(member->value, form == forms.end() ? TableForm() : *form);
    }
    close('}', Layout::lines, members.empty());
  }

  void write_member(const Json& value, const TableForm& form) {
    if (value.kind != Kind::array) return write_value(value, form.record, Layout::lines);
    auto records = pointers_to(value.items);
    const auto order = sort_members(form.key);
    sort(records, FormFault::record_order, [&](const Json* a, const Json* b) { return comes_before(*a, *b, order); });
    open('[');
    for (const Json* record : records) {
      separate(Layout::lines, record == records.front());
      write_value(*record, form.record, form.is_one_line ? Layout::one_line : Layout::lines);
    }
    close(']', Layout::lines, records.empty());
  }

  /// `form` is that of the object, or of those in a list; null where nothing is known of it.
  void write_value(const Json& value, const RecordForm* form, Layout layout) {
    if (value.kind == Kind::object) {
      write_object(value, form, layout);
    } else if (value.kind == Kind::array) {
      open('[');
      for (const Json& item : value.items) {
        separate(layout, &item == &value.items.front());
        write_value(item, form, Layout::one_line);
      }
      close(']', layout, value.items.empty());
    } else {
      write_word(value);
    }
  }

  void write_object(const Json& object, const RecordForm* form, Layout layout) {
    auto members = pointers_to(object.members);
    if (form != nullptr) {
      sort(members, FormFault::member_order,
           [&](const auto* a, const auto* b) { return form->place(a->key) < form->place(b->key); });
    }
    open('{');
    for (const JsonMember* member : members) {
      separate(layout, member == members.front());
      write_key(*member);
      const bool is_spread = layout == Layout::lines && begins_on_later_line(member->value);
      write_value(member->value, form == nullptr ? nullptr : form->parts(member->key),
                  is_spread ? Layout::lines : Layout::one_line);
    }
    close('}', layout, members.empty());
  }

  /// Whether the author gave each item of a list, or of a map, a line of its own.
  static bool begins_on_later_line(const Json& value) {
    if (!value.items.empty()) return value.items.front().line > value.line;
    return !value.members.empty() && value.members.front().value.line > value.line;
  }

  template <class Item>
  static std::vector<const Item*> pointers_to(const std::vector<Item>& items) {
    std::vector<const Item*> pointers;
    pointers.reserve(items.size());
    for (const Item& item : items) pointers.push_back(&item);
    return pointers;
  }

  template <class Item, class Before>
  void sort(std::vector<Item>& items, FormFault fault, Before before) {
    if (!m_mended.order || std::is_sorted(items.begin(), items.end(), before)) return;
    m_has[fault] = true;
    std::stable_sort(items.begin(), items.end(), before);
  }

  void write_key(const JsonMember& member) {
    write_spelled(json_quoted(member.key), &member, FormFault::texts);
    m_text += ": ";
  }

  void write_word(const Json& value) {
    if (value.kind == Kind::string) return write_spelled(json_quoted(value.string), &value, FormFault::texts);
    const std::string spelled = description(value);
    // More digits than a double has are not ours to drop.
    const bool is_exact = value.kind != Kind::number || decimal(spelled) == decimal(m_written.at(&value));
    write_spelled(is_exact ? spelled : std::string(m_written.at(&value)), &value, FormFault::numbers);
  }

  void write_spelled(const std::string& spelled, const void* what, FormFault fault) {
    const std::string_view written = m_written.at(what);
    if (m_mended.spelling && spelled != written) m_has[fault] = true;
    m_text += m_mended.spelling ? std::string_view(spelled) : written;
  }

  void open(char bracket) {
    m_text += bracket;
    ++m_depth;
  }
  void close(char bracket, Layout layout, bool is_empty) {
    --m_depth;
    if (layout == Layout::lines && !is_empty) new_line();
    m_text += bracket;
  }
  void separate(Layout layout, bool is_first) {
    if (!is_first) m_text += layout == Layout::lines ? "," : ", ";
    if (layout == Layout::lines) new_line();
  }
  void new_line() {
    m_text += '\n';
    m_text.append(2 * m_depth, ' ');
  }

  const Json& m_document;
  std::vector<JsonToken> m_tokens;
  std::size_t m_next = 0;
  std::unordered_map<const void*, std::string_view> m_written;  // by value, and by member for its key
  Mended m_mended;
  std::map<FormFault, bool> m_has;
  std::string m_text;
  std::size_t m_depth = 0;
};

}  // namespace

CanonicalText canonical_json(const std::string& file, std::string_view text) {
  const Json document = parse_json(text, file);
  if (document.kind != Kind::object) return {std::string(text), {}};
  CanonicalWriter writer(document, text);
  CanonicalText canonical{writer.text({}), {}};
  for (const auto fault : {FormFault::record_order, FormFault::member_order, FormFault::numbers, FormFault::texts}) {
    if (writer.mended(fault)) canonical.faults.push_back(fault);
  }
  if (writer.text({.order = false, .spelling = false}) != text) canonical.faults.push_back(FormFault::white_space);
  if (meaning_of_document(document) != meaning_of_document(parse_json(canonical.text, file))) {
    throw Error(fmt::format("{}: its canonical form would say something else; left as it is", printable(file)));
  }
  return canonical;
}

}  // namespace gpuadvisor
