#include "statement_search.hpp"

#include <algorithm>

#include "core/text.hpp"
#include "formats/json.hpp"

namespace gpuadvisor {
namespace {

/// In lower case, without commas between groups of digits.
std::string plain(std::string_view text) {
  std::string found = lower_case(text);
  for (std::size_t i = 1; i + 1 < found.size(); ++i) {
    if (found[i] == ',' && is_digit(found[i - 1]) && is_digit(found[i + 1])) found.erase(i, 1);
  }
  return found;
}

/// As asked for; with a blank between a number and its unit where there is none: "24gb", "24 gb".
std::vector<std::string> spellings(std::string_view word) {
  std::vector<std::string> found = {plain(word)};
  const std::string& whole = found.front();
  const auto unit = whole.find_first_not_of("0123456789.");
  const bool has_unit =
      unit != 0 && unit != std::string::npos && whole.find_first_of("0123456789.-x", unit) == std::string::npos;
  if (has_unit) found.push_back(whole.substr(0, unit) + ' ' + whole.substr(unit));
  return found;
}

/// Whether the text at `begin`, of a word of that length, is no part of a longer number.
bool stands_alone(std::string_view text, std::size_t begin, std::size_t length) {
  const auto digit_at = [&](std::size_t place) { return place < text.size() && is_digit(text[place]); };
  const auto end = begin + length;
  if (is_digit(text[begin]) && begin > 0) {
    if (is_digit(text[begin - 1])) return false;
    if (text[begin - 1] == '.' && begin > 1 && is_digit(text[begin - 2])) return false;
  }
  if (!is_digit(text[end - 1])) return true;
  return !digit_at(end) && !(end < text.size() && text[end] == '.' && digit_at(end + 1));
}

bool has(std::string_view text, std::string_view word) {
  for (auto at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    if (stands_alone(text, at, word.size())) return true;
  }
  return false;
}

/// All that is said, a piece a line.
std::string text_of(const GuideStatement& said) {
  std::string text;
  const auto add = [&](std::string_view piece) { (text += piece) += '\n'; };
  add(said.id);
  add(said.says);
  add(said.note);
  for (const auto step : said.steps) add(step);
  for (const RuleFigure& figure : said.figures) {
    add(figure.what);
    add(json_number(figure.value.value()) + ' ' + std::string(figure.unit));
    if (figure.to) add(json_number(figure.to->value()) + ' ' + std::string(figure.unit));
  }
  for (const Gpu* gpu : said.gpus) add(gpu->name);
  return plain(text);
}

}  // namespace

StatementSearch::StatementSearch(std::string_view words) {
  for (const auto word : split(words, ' ')) {
    if (!word.empty()) m_words.push_back(spellings(word));
  }
}

bool StatementSearch::finds(const GuideStatement& said) const {
  if (m_words.empty()) return true;
  const std::string text = text_of(said);
  return std::all_of(m_words.begin(), m_words.end(), [&](const auto& spelled) {
    return std::any_of(spelled.begin(), spelled.end(), [&](const std::string& word) { return has(text, word); });
  });
}

}  // namespace gpuadvisor
