#pragma once

// What C++20 has and libc++ of LLVM 13, which Emscripten 3.1.6 brings, has not. It is included before all else in
// builds for browsers, and in no other.

#include <algorithm>
#include <compare>
#include <cstring>
#include <functional>
#include <iterator>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>

// NOLINTBEGIN(cert-dcl58-cpp): these are names of the standard library
namespace std {

template <class To, class From>
To bit_cast(const From& from) noexcept {
  static_assert(sizeof(To) == sizeof(From) && is_trivially_copyable_v<To> && is_trivially_copyable_v<From>);
  To to;
  memcpy(&to, &from, sizeof(To));
  return to;
}

constexpr bool is_neq(partial_ordering order) noexcept { return order != 0; }

template <class First, class Second, class Compare>
constexpr auto lexicographical_compare_three_way(First a, First a_end, Second b, Second b_end, Compare compare)
    -> decltype(compare(*a, *b)) {
  for (; a != a_end && b != b_end; ++a, ++b) {
    if (const auto order = compare(*a, *b); order != 0) return order;
  }
  return a != a_end ? strong_ordering::greater : b != b_end ? strong_ordering::less : strong_ordering::equal;
}

constexpr strong_ordering operator<=>(string_view a, string_view b) noexcept { return a.compare(b) <=> 0; }
inline strong_ordering operator<=>(const string& a, const string& b) noexcept { return a.compare(b) <=> 0; }

template <class... First, class... Second>  // two packs, so that it is no better than operator<, which it needs
constexpr partial_ordering operator<=>(const tuple<First...>& a, const tuple<Second...>& b) {
  return a < b ? partial_ordering::less : b < a ? partial_ordering::greater : partial_ordering::equivalent;
}

/// Algorithms on whole ranges, as far as they are used.
namespace ranges {

template <class Range, class Predicate>
constexpr bool any_of(Range&& range, Predicate is) {
  return std::any_of(begin(range), end(range), [&](const auto& one) -> bool { return std::invoke(is, one); });
}

template <class Range, class Value, class Key = identity>
constexpr auto find(Range&& range, const Value& value, Key key = {}) {
  return std::find_if(begin(range), end(range), [&](const auto& one) { return std::invoke(key, one) == value; });
}

template <class Range, class Out>
constexpr void move(Range&& range, Out out) {
  std::move(begin(range), end(range), out);
}

template <class Range, class Value>
constexpr void replace(Range&& range, const Value& from, const Value& to) {
  std::replace(begin(range), end(range), from, to);
}

template <class Range, class Key>
void stable_sort(Range&& range, std::less<>, Key key) {
  std::stable_sort(begin(range), end(range),
                   [&](const auto& a, const auto& b) { return std::invoke(key, a) < std::invoke(key, b); });
}

}  // namespace ranges

}  // namespace std
// NOLINTEND(cert-dcl58-cpp)
