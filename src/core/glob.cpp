#include "glob.hpp"

#include <bitset>

namespace gpuadvisor {
namespace {

using Bytes = std::bitset<256>;

std::size_t index_of(char c) { return static_cast<unsigned char>(c); }

/// Adds the letters in `bytes` in their other case.
Bytes in_any_case(Bytes bytes) {
  for (std::size_t upper = index_of('A'); upper <= index_of('Z'); ++upper) {
    const std::size_t lower = upper + index_of('a') - index_of('A');
    if (bytes[upper] || bytes[lower]) bytes.set(upper).set(lower);
  }
  return bytes;
}

/// Reads `[a-z]` at `at`, which moves behind it; none without an end or with nothing in it.
std::optional<Bytes> bracket_from(std::string_view pattern, std::size_t& at) {
  ++at;
  const bool is_negated = at < pattern.size() && (pattern[at] == '!' || pattern[at] == '^');
  if (is_negated) ++at;
  const auto end = pattern.find(']', at + 1);  // one that comes first is of the set
  if (end == std::string_view::npos) return std::nullopt;
  Bytes bytes;
  while (at < end) {
    const bool is_range = at + 2 < end && pattern[at + 1] == '-';
    const std::size_t last = index_of(is_range ? pattern[at + 2] : pattern[at]);
    for (std::size_t byte = index_of(pattern[at]); byte <= last; ++byte) bytes.set(byte);
    at += is_range ? 3 : 1;
  }
  ++at;
  if (bytes.none()) return std::nullopt;
  bytes = in_any_case(bytes);
  return is_negated ? ~bytes : bytes;
}

}  // namespace

std::optional<Glob> Glob::parse(std::string_view pattern) {
  Glob glob;
  std::size_t asked_for = 0;  // bytes
  for (std::size_t at = 0; at < pattern.size();) {
    if (pattern[at] == '*') {
      glob.m_stars |= glob.m_last;
      ++at;
      continue;
    }
    std::optional<Bytes> accepted;
    if (pattern[at] == '[') {
      accepted = bracket_from(pattern, at);
    } else {
      accepted = pattern[at] == '?' ? Bytes().set() : in_any_case(Bytes().set(index_of(pattern[at])));
      ++at;
    }
    if (!accepted || ++asked_for > k_longest) return std::nullopt;
    for (std::size_t byte = 0; byte < accepted->size(); ++byte) {
      if ((*accepted)[byte]) glob.m_accepted_in[byte] |= glob.m_last;
    }
    glob.m_last <<= 1U;
  }
  return glob;
}

bool Glob::matches(std::string_view text) const {
  std::uint64_t states = 1;
  for (const char c : text) states = ((states & m_accepted_in[index_of(c)]) << 1U) | (states & m_stars);
  return (states & m_last) != 0;
}

bool has_wildcard(std::string_view text) { return text.find_first_of("*?[") != std::string_view::npos; }

}  // namespace gpuadvisor
