#include "name_words.hpp"

#include <algorithm>
#include <array>

#include "core/text.hpp"
#include "gpuadvisor/catalog/name_lookup.hpp"

namespace gpuadvisor {
namespace {

constexpr std::string_view k_digits = "0123456789";

/// What people write without a blank before or behind the number.
constexpr auto k_before_number = std::to_array<std::string_view>({"gtx", "rtx", "rx"});
constexpr auto k_behind_number = std::to_array<std::string_view>({"ti", "super", "xt", "xtx"});

bool is_of_word(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || c == '+' || static_cast<unsigned char>(c) >= 0x80;
}

bool has_digit(std::string_view word) { return word.find_first_of(k_digits) != std::string_view::npos; }

/// Adds `word`, its number apart from the line of products in front and from the grade behind.
void add_word(std::vector<std::string>& words, std::string_view word) {
  const auto first = word.find_first_of(k_digits);
  if (first == std::string_view::npos) {
    words.emplace_back(word);
    return;
  }
  const std::string_view line = word.substr(0, first);
  if (std::count(k_before_number.begin(), k_before_number.end(), line) > 0) {
    words.emplace_back(line);
    word.remove_prefix(first);
  }
  const auto last = word.find_last_of(k_digits);
  const std::string_view grade = word.substr(last + 1);
  const bool has_grade = std::count(k_behind_number.begin(), k_behind_number.end(), grade) > 0;
  words.emplace_back(has_grade ? word.substr(0, last + 1) : word);
  if (has_grade) words.emplace_back(grade);
}

bool is_unit(std::string_view text) { return text == "gb" || text == "g"; }

bool is_memory_size(std::string_view word) {
  const auto unit = word.find_first_not_of(k_digits);
  return unit != std::string_view::npos && unit > 0 && is_unit(word.substr(unit));
}

}  // namespace

std::vector<std::string> name_words(std::string_view name) {
  std::vector<std::string> words;
  const std::string lower = lower_case(name);
  for (auto at = lower.begin(); at != lower.end();) {
    const auto begin = std::find_if(at, lower.end(), is_of_word);
    at = std::find_if_not(begin, lower.end(), is_of_word);
    if (begin != at) add_word(words, text_between(begin, at));
  }
  return words;
}

std::vector<std::string> numbered_words(std::string_view name) {
  const std::vector<std::string> words = name_words(name);
  std::vector<std::string> numbered;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool has_unit_behind = i + 1 < words.size() && is_unit(words[i + 1]);
    if (has_digit(words[i]) && !is_memory_size(words[i]) && !has_unit_behind) numbered.push_back(words[i]);
  }
  return numbered;
}

std::string spaced_name(std::string_view name) {
  const std::vector<std::string> words = name_words(name);
  std::string text = " ";
  for (const auto& word : words) {
    if (text.size() > 1 || !is_vendor_word(word)) text += word + ' ';
  }
  return text;
}

std::string joined_words(std::span<const std::string> words) {
  return joined(std::vector<std::string_view>(words.begin(), words.end()), " ");
}

}  // namespace gpuadvisor
