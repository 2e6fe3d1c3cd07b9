#include "text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <utility>

namespace gpuadvisor {
namespace {

constexpr std::size_t k_longest_quote = 200;  // bytes of foreign text repeated in a message

bool is_control(unsigned char c) { return c < 0x20 || c == 0x7f; }

unsigned char byte_at(std::string_view text, std::size_t at) {
  return at < text.size() ? static_cast<unsigned char>(text[at]) : 0;
}

/// Bytes of the well-formed UTF-8 sequence at `at`; 0 where there is none.
std::size_t utf8_length(std::string_view text, std::size_t at) {
  const unsigned char lead = byte_at(text, at);
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  const std::size_t length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte_at(text, at + i) & 0xc0U) != 0x80) return 0;
  }
  const unsigned char second = byte_at(text, at + 1);
  const bool overlong = (lead == 0xe0 && second < 0xa0) || (lead == 0xf0 && second < 0x90);
  const bool no_character = (lead == 0xed && second >= 0xa0) || (lead == 0xf4 && second >= 0x90);
  return overlong || no_character ? 0 : length;
}

/// Characters beyond ASCII that nobody sees: C1 controls, and those that break a line, turn text around, join or
/// separate without a trace, or tag text. First and last of each range.
constexpr auto k_unseen = std::to_array<std::pair<char32_t, char32_t>>({{0x80, 0x9f},
                                                                        {0xad, 0xad},
                                                                        {0x61c, 0x61c},
                                                                        {0x180e, 0x180e},
                                                                        {0x200b, 0x200f},
                                                                        {0x2028, 0x202e},
                                                                        {0x2060, 0x206f},
                                                                        {0xfeff, 0xfeff},
                                                                        {0xfff9, 0xfffb},
                                                                        {0xe0000, 0xe007f}});

/// The character of a well-formed UTF-8 sequence of two bytes or more.
char32_t character_at(std::string_view text, std::size_t at, std::size_t length) {
  char32_t character = byte_at(text, at) & (0x7fU >> length);
  for (std::size_t i = 1; i < length; ++i) character = character << 6U | (byte_at(text, at + i) & 0x3fU);
  return character;
}

/// Bytes of the character at `at` if it may be shown; 0 for controls, for what nobody sees, and for bytes that are no
/// UTF-8.
std::size_t printable_length(std::string_view text, std::size_t at) {
  const unsigned char lead = byte_at(text, at);
  if (lead < 0x80) return is_control(lead) ? 0 : 1;
  const std::size_t length = utf8_length(text, at);
  if (length == 0) return 0;
  const char32_t character = character_at(text, at, length);
  const bool is_unseen = std::any_of(k_unseen.begin(), k_unseen.end(), [character](const auto& range) {
    return range.first <= character && character <= range.second;
  });
  return is_unseen ? 0 : length;
}

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

}  // namespace

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

std::string printable(std::string_view text) {
  std::string safe;
  for (std::size_t i = 0; i < text.size();) {
    if (safe.size() >= k_longest_quote) return safe + "...";
    const std::size_t length = printable_length(text, i);
    safe += length > 0 ? std::string(text.substr(i, length)) : fmt::format("\\x{:02x}", byte_at(text, i));
    i += std::max<std::size_t>(length, 1);
  }
  return safe;
}

std::size_t utf8_prefix(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t length = utf8_length(text, at);
    if (length == 0) break;
    at += length;
  }
  return at;
}

bool has_control_character(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = printable_length(text, i);
    if (length == 0) return true;
    i += length;
  }
  return false;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> pieces;
  for (;;) {
    const auto at = text.find(separator);
    pieces.push_back(trimmed(text.substr(0, at)));
    if (at == std::string_view::npos) return pieces;
    text.remove_prefix(at + 1);
  }
}

std::string capitalised(std::string text) {
  if (!text.empty() && text.front() >= 'a' && text.front() <= 'z')
    text.front() = static_cast<char>(text.front() - 'a' + 'A');
  return text;
}

std::string joined(std::span<const std::string_view> items, std::string_view joint) {
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) text += joint;
    text += items[i];
  }
  return text;
}

std::string enumeration(std::span<const std::string> items, std::string_view last_joint) {
  std::string joined;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) joined += i + 1 == items.size() ? fmt::format(" {} ", last_joint) : ", ";
    joined += items[i];
  }
  return joined;
}

std::string first_of(std::vector<std::string> items, std::size_t most, std::string_view last_joint) {
  const std::size_t count = items.size();
  if (count > most) {
    items.resize(most);
    const std::string rest = std::to_string(count - most);
    items.push_back(last_joint == "or" ? "one of " + rest + " others" : rest + " more");
  }
  return enumeration(items, last_joint);
}

std::string digits_of(std::string_view text) {
  std::string digits;
  std::copy_if(text.begin(), text.end(), std::back_inserter(digits), [](char c) { return c >= '0' && c <= '9'; });
  return digits;
}

std::string with_commas(std::string number) {
  for (std::size_t at = std::min(number.find('.'), number.size()); at > 3; at -= 3) number.insert(at - 3, 1, ',');
  return number;
}

std::string in_thousands(double figure) {
  std::string text = fmt::format("{:.2f}", figure);
  if (text.ends_with(".00")) text.resize(text.size() - 3);
  return with_commas(std::move(text));
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1);  // the row above the last one
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before.swap(last);
    last.swap(row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substituted = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({substituted, last[j] + 1, row[j - 1] + 1});
      const bool is_swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (is_swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
  }
  return row.back();
}

std::optional<std::string_view> nearest(std::string_view word, std::span<const std::string_view> known) {
  constexpr std::size_t k_longest_word = 64;  // longer ones are not slips of the pen
  if (word.size() > k_longest_word) return std::nullopt;
  const std::string wanted = lower_case(word);
  std::optional<std::string_view> best;
  std::size_t best_distance = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const auto candidate : known) {
    const std::size_t shorter = std::min(wanted.size(), candidate.size());
    const std::size_t longer = std::max(wanted.size(), candidate.size());
    if (longer - shorter >= best_distance) continue;  // it takes at least so many edits
    const std::size_t distance = edit_distance(wanted, lower_case(candidate));
    if (distance < best_distance) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

std::string did_you_mean(std::string_view word, std::span<const std::string_view> known) {
  const auto found = nearest(word, known);
  return found ? fmt::format(", did you mean \"{}\"?", printable(*found)) : std::string();
}

namespace {

void append_utf8(std::string& text, std::uint32_t code) {
  const auto add = [&](std::uint32_t byte) { text += static_cast<char>(byte); };
  if (code < 0x80) return add(code);
  if (code < 0x800) {
    add(0xc0U | code >> 6U);
  } else {
    add(code < 0x10000 ? 0xe0U | code >> 12U : 0xf0U | code >> 18U);
    if (code >= 0x10000) add(0x80U | (code >> 12U & 0x3fU));
    add(0x80U | (code >> 6U & 0x3fU));
  }
  add(0x80U | (code & 0x3fU));
}

}  // namespace

std::string utf8_text(std::string_view text) {
  const bool is_big_endian = text.starts_with("\xfe\xff");
  if (!is_big_endian && !text.starts_with("\xff\xfe")) return std::string(without_byte_order_mark(text));
  const auto unit = [&](std::size_t at) -> std::uint32_t {
    const auto byte = [&](std::size_t place) {
      return static_cast<std::uint32_t>(static_cast<unsigned char>(text[place]));
    };
    return is_big_endian ? byte(at) << 8U | byte(at + 1) : byte(at + 1) << 8U | byte(at);
  };
  std::string utf8;
  utf8.reserve(text.size() / 2);
  for (std::size_t at = 2; at + 1 < text.size(); at += 2) {
    std::uint32_t code = unit(at);
    if (code >= 0xd800 && code < 0xe000) {  // half of a character beyond the first 65,536
      const std::uint32_t low = at + 3 < text.size() ? unit(at + 2) : 0;
      const bool is_pair = code < 0xdc00 && low >= 0xdc00 && low < 0xe000;
      code = is_pair ? 0x10000 + ((code - 0xd800) << 10U) + (low - 0xdc00) : 0xfffd;
      if (is_pair) at += 2;
    }
    append_utf8(utf8, code);
  }
  return utf8;
}

}  // namespace gpuadvisor
