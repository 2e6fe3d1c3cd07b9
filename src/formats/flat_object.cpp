#include "flat_object.hpp"

#include <fmt/format.h>

#define RAPIDJSON_HAS_STDSTRING 0
#ifdef __SSE2__
#define RAPIDJSON_SSE2
#endif
#include <rapidjson/error/en.h>
#include <rapidjson/reader.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <vector>

#include "core/decimal_from_chars.hpp"
#include "core/text.hpp"

namespace gpuadvisor {
namespace {

constexpr unsigned k_lines = rapidjson::kParseInsituFlag | rapidjson::kParseNumbersAsStringsFlag;
constexpr unsigned k_documents = rapidjson::kParseValidateEncodingFlag | rapidjson::kParseNumbersAsStringsFlag;
constexpr int k_most_nested = 64;
constexpr std::size_t k_most_expected = 2 * FlatObject::k_most_keys;

std::string fault_text(rapidjson::ParseErrorCode code) {
  return std::string("not valid JSON: ") + rapidjson::GetParseError_En(code);
}

/// As most lines are; only others need a closer look. All bytes are looked at, which compilers make several at a time.
bool is_ascii(std::span<const char> text) {
  unsigned bits = 0;
  for (const char c : text) bits |= static_cast<unsigned char>(c);
  return bits < 0x80U;
}

/// Where a text without escapes ends, from behind its opening quote on: at the closing one. Nothing where it has
/// escapes or bytes that JSON does not allow, NUL among them. Looks at eight bytes at a time (Warren 2013, "Hacker's
/// Delight", 6-1).
const char* end_of_plain_text(const char* at) {
  constexpr std::uint64_t k_ones = 0x0101010101010101U;
  constexpr std::uint64_t k_tops = 0x80 * k_ones;
  const auto below = [](std::uint64_t bytes, std::uint64_t least) {
    return (bytes - least * k_ones) & ~bytes & k_tops;
  };
  for (;; at += sizeof(std::uint64_t)) {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, at, sizeof bytes);
    if constexpr (std::endian::native == std::endian::big) bytes = __builtin_bswap64(bytes);
    const auto ends = below(bytes, ' ') | below(bytes ^ ('"' * k_ones), 1) | below(bytes ^ ('\\' * k_ones), 1);
    if (ends == 0) continue;
    at += std::countr_zero(ends) / 8;
    return *at == '"' ? at : nullptr;
  }
}

/// Where a number without an exponent ends; nothing where it has one or many digits, or there is none.
const char* end_of_number(const char* at) {
  constexpr std::ptrdiff_t k_longest = 100;
  const char* const begin = at;
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const auto skip_digits = [&] {
    const char* const first = at;
    while (is_digit(*at)) ++at;
    return at > first;
  };
  if (*at == '-') ++at;
  if (*at == '0' ? is_digit(*++at) : !skip_digits()) return nullptr;
  if (*at == '.' && (++at, !skip_digits())) return nullptr;
  return *at == 'e' || *at == 'E' || at - begin > k_longest ? nullptr : at;
}

// NOLINTBEGIN(readability-identifier-naming,readability-convert-member-functions-to-static,readability-named-parameter):
// what rapidjson calls, by its names.
/// A stream of rapidjson over an input of any length; its line is that of what was taken last.
class InputStream {
 public:
  using Ch = char;

  explicit InputStream(const ReadBytes& read) : m_read(read), m_buffer(std::size_t{64} << 10U) { refill(); }

  [[nodiscard]] char Peek() const { return m_at < m_end ? m_buffer[m_at] : '\0'; }
  char Take() {
    const char c = Peek();
    if (m_at >= m_end) return c;
    if (c == '\n') ++m_line;
    ++m_taken;
    if (++m_at == m_end) refill();
    return c;
  }
  [[nodiscard]] std::size_t Tell() const { return m_taken; }
  // What only streams that are written need.
  char* PutBegin() { return nullptr; }
  void Put(char) {}
  std::size_t PutEnd(char*) { return 0; }

  [[nodiscard]] std::uint64_t line() const { return m_line; }
  /// From here on it ends after so many bytes.
  void end_after(std::size_t bytes) {
    m_limit = m_taken + bytes;
    cut();
  }
  [[nodiscard]] bool is_beyond_limit() const { return m_taken >= m_limit; }

 private:
  void refill() {
    m_at = 0;
    m_filled = m_taken < m_limit ? m_read(m_buffer) : 0;
    cut();
  }
  void cut() { m_end = m_limit - m_taken < m_filled - m_at ? m_at + (m_limit - m_taken) : m_filled; }

  const ReadBytes& m_read;
  std::vector<char> m_buffer;
  std::size_t m_at = 0;
  std::size_t m_end = 0;     // of what may be taken
  std::size_t m_filled = 0;  // of what was read
  std::size_t m_taken = 0;
  std::size_t m_limit = SIZE_MAX;
  std::uint64_t m_line = 1;
};

}  // namespace

/// Takes what rapidjson reads. The objects that are kept lie `m_depth` containers deep.
class FlatObject::Handler {
 public:
  using Ch = char;

  Handler(FlatObject& object, int depth) : m_object(object), m_depth(depth) {}

  // The list of a document, and what to do with its objects.
  std::string_view list{};
  std::function<bool()> take{};

  [[nodiscard]] const std::string& fault() const { return m_fault; }
  [[nodiscard]] bool has_found_list() const { return m_has_found_list; }

  bool Null() { return store({ScalarMember::Kind::null}); }
  bool Bool(bool boolean) { return store({ScalarMember::Kind::boolean, boolean}); }
  bool RawNumber(const char* digits, rapidjson::SizeType size, bool) {
    if (!is_in_object() || m_key >= m_object.m_keys.size()) return store({ScalarMember::Kind::number});
    ScalarMember member{ScalarMember::Kind::number};
    const auto problem = decimal_from_chars(digits, digits + size, member.number).ec;
    return problem == std::errc() ? store(member) : fail("a number that is too large or too small");
  }
  // Numbers come as they are written.
  bool Int(int) { return false; }
  bool Uint(unsigned) { return false; }
  bool Int64(std::int64_t) { return false; }
  bool Uint64(std::uint64_t) { return false; }
  bool Double(double) { return false; }
  bool String(const char* text, rapidjson::SizeType size, bool is_passing) {
    std::string_view kept(text, size);
    if (is_passing && is_in_object() && m_key < m_object.m_keys.size()) kept = m_object.m_texts[m_key].assign(kept);
    return store({ScalarMember::Kind::text, false, 0, kept});
  }
  bool Key(const char* text, rapidjson::SizeType size, bool) {
    const std::string_view key(text, size);
    if (m_open == 1 && m_depth > 1) m_is_list = key == list;
    if (!is_in_object()) return true;
    m_key = m_object.place_of(key);
    if (m_key < m_object.m_keys.size() && m_object.m_members[m_key].kind != ScalarMember::Kind::absent) {
      m_fault = fmt::format("the member \"{}\" stands twice in one object", key);
      return false;
    }
    return true;
  }
  bool StartObject() {
    if (m_depth == 1 && m_open == 0) return open();
    if (m_open == 0) m_depth = 3;  // an object that has the list
    if (is_listed()) {
      m_object.clear();
      return open();
    }
    return store({ScalarMember::Kind::other}) && open();
  }
  bool EndObject(rapidjson::SizeType) {
    const bool is_object = m_depth > 1 && is_in_object();
    --m_open;
    return !is_object || take();
  }
  bool StartArray() {
    if (m_depth == 1 && m_open == 0) return fail("expected an object, found a list");
    if (m_open == 0) m_is_list = true;  // the list itself
    if (m_is_list && m_open == m_depth - 2) m_has_found_list = true;
    if (is_listed()) return fail("expected objects in the list, found a list");
    return store({ScalarMember::Kind::other}) && open();
  }
  bool EndArray(rapidjson::SizeType) {
    --m_open;
    return true;
  }

 private:
  [[nodiscard]] bool is_in_object() const { return m_open == m_depth && (m_depth == 1 || m_is_list); }
  /// Whether what comes is an item of the list.
  [[nodiscard]] bool is_listed() const { return m_depth > 1 && m_is_list && m_open == m_depth - 1; }
  bool open() { return ++m_open <= k_most_nested || fail("nested too deeply"); }
  bool fail(std::string_view message) {
    m_fault = message;
    return false;
  }
  bool store(const ScalarMember& member) {
    if (m_open == 0 && m_depth == 1) return fail("expected an object, found something else");
    if (is_listed()) return fail("expected objects in the list, found something else");
    if (is_in_object() && m_key < m_object.m_keys.size()) m_object.m_members[m_key] = member;
    return true;
  }

  FlatObject& m_object;
  int m_depth;
  int m_open = 0;  // containers
  std::size_t m_key = SIZE_MAX;
  bool m_is_list = false;  // the member that holds the objects
  bool m_has_found_list = false;
  std::string m_fault;
};

// NOLINTEND(readability-identifier-naming,readability-convert-member-functions-to-static,readability-named-parameter)

std::size_t FlatObject::place_of(std::string_view key) {
  // Objects of a stream mostly have the same members in the same order.
  const auto place = [&] {
    return static_cast<std::size_t>(std::find(m_keys.begin(), m_keys.end(), key) - m_keys.begin());
  };
  if (m_next++ >= k_most_expected) return place();
  if (m_next > m_expected.size()) m_expected.emplace_back();
  Expected& expected = m_expected[m_next - 1];
  if (expected.key == key && !expected.quoted.empty()) return expected.place;
  const bool is_plain = std::all_of(key.begin(), key.end(), [](char c) { return c >= ' ' && c != '"' && c != '\\'; });
  expected.key = key;
  expected.quoted = is_plain ? fmt::format("\"{}\":", key) : std::string();
  expected.place = place();
  return expected.place;
}

void FlatObject::clear() {
  m_next = 0;
  std::fill_n(m_members.begin(), m_keys.size(), ScalarMember{});
}

bool FlatObject::read_like_last(std::span<const char> text) {
  const char* at = text.data();
  const char* const end = at + text.size();
  char before = '{';
  for (const Expected& expected : m_expected) {
    if (*at++ != before) return false;
    before = ',';
    if (*at == ' ') ++at;
    const std::string_view key = expected.quoted;
    if (key.empty() || !text_between(at, end).starts_with(key)) return false;
    at += key.size();
    if (*at == ' ') ++at;
    ScalarMember member{ScalarMember::Kind::text};
    const char* const value = at;
    if (*at == '"') {
      at = end_of_plain_text(at + 1);
      if (at == nullptr) return false;
      member.text = text_between(value + 1, at++);
    } else {
      member.kind = ScalarMember::Kind::number;
      at = end_of_number(at);
      if (at == nullptr) return false;
    }
    if (expected.place == m_keys.size()) continue;
    if (member.kind == ScalarMember::Kind::number && decimal_from_chars(value, at, member.number).ec != std::errc())
      return false;
    m_members[expected.place] = member;
  }
  if (*at++ != '}') return false;
  return at == end || (*at == '\r' && at + 1 == end);
}

std::optional<JsonFault> FlatObject::read(std::span<char> text) {
  if (!is_ascii(text) && utf8_prefix({text.data(), text.size()}) < text.size()) return JsonFault{1, "not valid UTF-8"};
  if (m_is_as_expected && read_like_last(text)) return std::nullopt;
  m_is_as_expected = false;
  clear();
  rapidjson::InsituStringStream stream(text.data());
  rapidjson::Reader reader;
  Handler handler(*this, 1);
  const auto result = reader.Parse<k_lines>(stream, handler);
  if (result.Code() == rapidjson::kParseErrorTermination) return JsonFault{1, handler.fault()};
  if (result.IsError()) return JsonFault{1, fault_text(result.Code())};
  if (stream.Tell() < text.size()) return JsonFault{1, "not valid JSON: a NUL byte"};
  m_is_as_expected = m_next > 0 && m_next <= k_most_expected;
  if (m_is_as_expected) m_expected.resize(m_next);
  return std::nullopt;
}

std::optional<JsonFault> FlatObject::read_list(const ReadBytes& read, std::string_view list, std::size_t longest,
                                               const std::function<bool(std::uint64_t line)>& take) {
  InputStream stream(read);
  stream.end_after(longest);
  rapidjson::Reader reader;
  Handler handler(*this, 2);
  bool is_ended = false;
  handler.list = list;
  handler.take = [&] {
    is_ended = !take(stream.line());
    stream.end_after(longest);
    return !is_ended;
  };
  const auto result = reader.Parse<k_documents>(stream, handler);
  if (is_ended) return std::nullopt;
  if (result.Code() == rapidjson::kParseErrorTermination) return JsonFault{stream.line(), handler.fault()};
  if (result.IsError() && stream.is_beyond_limit()) {
    return JsonFault{stream.line(), "an object of more than " + std::to_string(longest >> 10U) + " KiB"};
  }
  if (result.IsError()) return JsonFault{stream.line(), fault_text(result.Code())};
  if (!handler.has_found_list()) {
    return JsonFault{stream.line(), "expected a list of objects, or one in a member \"" + std::string(list) + '"'};
  }
  return std::nullopt;
}

}  // namespace gpuadvisor
