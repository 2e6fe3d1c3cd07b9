#pragma once

#include <concepts>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gpuadvisor {

/// That of UTF-8, which spreadsheets write at the beginning of a file.
inline constexpr std::string_view k_byte_order_mark = "\xef\xbb\xbf";

[[nodiscard]] constexpr std::string_view without_byte_order_mark(std::string_view text) {
  return text.starts_with(k_byte_order_mark) ? text.substr(k_byte_order_mark.size()) : text;
}

/// As UTF-8 without a byte order mark, whatever of UTF-8 and UTF-16 it is in: tools of Windows write the latter. Half
/// a character becomes U+FFFD. Texts of UTF-16 are told by their mark.
[[nodiscard]] std::string utf8_text(std::string_view text);

/// The text between two places of one; what std::string_view makes of them where the standard library is new enough.
template <std::contiguous_iterator Place>
[[nodiscard]] constexpr std::string_view text_between(Place first, Place last) {
  return {std::to_address(first), static_cast<std::size_t>(last - first)};
}

/// An ASCII digit, whatever the locale.
[[nodiscard]] constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// ASCII lower case; other bytes stay. Independent of the locale.
[[nodiscard]] std::string lower_case(std::string_view text);

/// `text` with the bytes of every control character (C0, DEL, C1), of every character that nobody sees (of no width, or
/// one that turns text around or breaks lines) and of what is no UTF-8 as `\xNN`, cut to about 200 bytes: safe to show
/// on a terminal whatever it holds.
[[nodiscard]] std::string printable(std::string_view text);

/// Whether `text` holds something that printable() would replace.
[[nodiscard]] bool has_control_character(std::string_view text);

/// How many bytes at the beginning of `text` are well-formed UTF-8; all of them if it is.
[[nodiscard]] std::size_t utf8_prefix(std::string_view text);

/// The pieces of `text` between separators, without surrounding blanks; empty pieces are kept. They view `text`, which
/// must therefore not be a temporary.
[[nodiscard]] std::vector<std::string_view> split(std::string_view text, char separator);
template <std::same_as<std::string> Temporary>
std::vector<std::string_view> split(Temporary&& text, char separator) = delete;

/// With its first letter, of ASCII, in upper case.
[[nodiscard]] std::string capitalised(std::string text);

/// The items with `joint` between them.
[[nodiscard]] std::string joined(std::span<const std::string_view> items, std::string_view joint);

/// `a, b and c`.
[[nodiscard]] std::string enumeration(std::span<const std::string> items, std::string_view last_joint = "and");

/// `a, b or one of 21 others`, `a, b and 21 more`: where there are more than `most` items, the first and how many there
/// are besides.
[[nodiscard]] std::string first_of(std::vector<std::string> items, std::size_t most,
                                   std::string_view last_joint = "or");

/// The digits of a text, in their order: what tells products and generations apart where letters may be slips.
[[nodiscard]] std::string digits_of(std::string_view text);

/// A number of 0 or more, written out, with commas between its thousands: "1,234.50".
[[nodiscard]] std::string with_commas(std::string number);

/// With commas between thousands: "1,300"; to the hundredth where it is not whole: "1,234.50". Requires 0 or more.
[[nodiscard]] std::string in_thousands(double figure);

/// Distance in bytes (Damerau-Levenshtein, optimal string alignment): insertions, deletions, substitutions and swaps of
/// neighbours cost one each.
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);

/// The known word nearest to `word` ignoring case, if it is near enough to be a slip of the pen
/// (a third of its length, at least one); the first of equals.
[[nodiscard]] std::optional<std::string_view> nearest(std::string_view word, std::span<const std::string_view> known);

/// `, did you mean "transformer"?`, printable, or nothing.
[[nodiscard]] std::string did_you_mean(std::string_view word, std::span<const std::string_view> known);

}  // namespace gpuadvisor
