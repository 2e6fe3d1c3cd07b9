#include "network_words.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "core/contains.hpp"
#include "core/decimal_from_chars.hpp"
#include "core/text.hpp"

namespace gpuadvisor {
namespace {

/// How a network was trained further, which leaves its shape; dates besides.
constexpr auto k_tunings = std::to_array<std::string_view>({"instruct", "it", "chat", "base", "pt", "text", "hf", "sft",
                                                            "think", "thinking", "reasoning", "preview", "abliterated",
                                                            "uncensored", "heretic", "pretrained", "dpo", "mpo"});

/// Kinds of files and formats of weights; those that tell their bits besides.
constexpr auto k_formats = std::to_array<std::string_view>({"gguf", "ggml", "awq", "gptq", "mlx", "bnb", "ud", "qat",
                                                            "unsloth", "dynamic", "block", "imatrix", "autoround",
                                                            "quantized", "diffusers", "apex", "mtp", "comfyui"});
constexpr auto k_before_bits =
    std::to_array<std::string_view>({"q", "iq", "fp", "bf", "mxfp", "nvfp", "nf", "int", "exl"});
constexpr auto k_behind_bits = std::to_array<std::string_view>({"bit", "bits", "bpw"});
constexpr auto k_grades = std::to_array<std::string_view>({"k", "xxs", "xs", "s", "m", "l", "xl", "nl"});  // of Q4_K_M

/// A word as letters, a number and letters: "a", "3" and "b"; "", "4.65" and "bpw". The number is empty in others.
struct NumberedWord {
  std::string_view before;
  std::string_view number;
  std::string_view behind;
};

NumberedWord numbered(std::string_view word) {
  const auto is_of_number = [](char c) { return is_digit(c) || c == '.'; };
  const auto* const first = std::find_if(word.begin(), word.end(), is_digit);
  const auto* const last = std::find_if_not(first, word.end(), is_of_number);
  return {text_between(word.begin(), first), text_between(first, last), text_between(last, word.end())};
}

bool is_small_letter(char c) { return c >= 'a' && c <= 'z'; }

bool is_of_word(std::string_view text, std::size_t at) {
  const bool is_point = text[at] == '.' || text[at] == '_';  // "Qwen-1_8B"
  if (!is_point) return is_small_letter(text[at]) || is_digit(text[at]) || text[at] == '+';
  return at > 0 && at + 1 < text.size() && is_digit(text[at - 1]) && is_digit(text[at + 1]);
}

/// "2507", a year and a month, or "0528", a month and a day.
bool is_date(std::string_view word) {
  if (word.size() != 4 || !std::all_of(word.begin(), word.end(), is_digit)) return false;
  const auto two_digits = [&](std::size_t at) { return 10 * (word[at] - '0') + word[at + 1] - '0'; };
  const auto is_in = [](int number, int low, int high) { return number >= low && number <= high; };
  const bool is_year_and_month = is_in(two_digits(0), 23, 39) && is_in(two_digits(2), 1, 12);
  return is_year_and_month || (is_in(two_digits(0), 1, 12) && is_in(two_digits(2), 1, 31));
}

/// Millions in a unit of parameters, as sizes have it; 0 for what is none.
double unit_of(std::string_view text) { return text == "b" ? 1e3 : text == "m" ? 1 : text == "t" ? 1e6 : 0; }

/// "8b", "0.6b", "350m", "1t"; "a3b" and "e4b"; "8x7b".
bool is_size(std::string_view word) {
  NumberedWord size = numbered(word);
  const bool is_part = size.before == "a" || size.before == "e";
  if (size.before.empty() && size.behind.starts_with('x')) size = numbered(size.behind.substr(1));
  return !size.number.empty() && (size.before.empty() || is_part) && unit_of(size.behind) > 0;
}

/// Adds a run of letters and digits, with a number behind several letters as a word of its own: "qwen3" is two.
void add_words(std::vector<std::string>& words, std::string_view run) {
  if (!words.empty() && contains(k_grades, run) && numbered(words.back()).before.ends_with('q')) return;
  for (std::size_t at = 2; at < run.size() && !is_format(run); ++at) {
    if (!is_digit(run[at]) || !is_small_letter(run[at - 1]) || !is_small_letter(run[at - 2])) continue;
    words.emplace_back(run.substr(0, at));
    run.remove_prefix(at);
    at = 1;
  }
  words.emplace_back(run);
}

}  // namespace

bool is_tuning(std::string_view word) { return is_date(word) || contains(k_tunings, lower_case(word)); }

bool is_format(std::string_view word) {
  const std::string lower = lower_case(word);
  const auto [before, number, behind] = numbered(lower);
  if (number.empty()) return contains(k_formats, lower);
  if (before.empty()) return contains(k_behind_bits, behind);
  if (before == "w") return behind.starts_with('a');  // "w4a16"
  return behind.empty() && contains(k_before_bits, before);
}

NetworkWords network_words(std::string_view name) {
  std::string lower = lower_case(name);
  std::vector<std::string> words;
  std::size_t begin = 0;
  for (std::size_t at = 0; at <= lower.size(); ++at) {
    if (at < lower.size() && is_of_word(lower, at)) {
      if (lower[at] == '_') lower[at] = '.';
      continue;
    }
    if (at > begin) add_words(words, std::string_view(lower).substr(begin, at - begin));
    begin = at + 1;
  }
  NetworkWords found;
  for (std::string& word : words) (is_size(word) ? found.sizes : found.plain).push_back(std::move(word));
  return found;
}

std::optional<Millions> size_of(std::string_view word) {
  const auto [before, number, behind] = numbered(word);
  double figure = 0;
  const auto read = decimal_from_chars(number.data(), number.data() + number.size(), figure);
  const bool is_whole = before.empty() && unit_of(behind) > 0 && read.ec == std::errc() && figure > 0;
  return is_whole ? std::optional(Millions{figure * unit_of(behind)}) : std::nullopt;
}

}  // namespace gpuadvisor
