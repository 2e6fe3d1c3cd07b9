#include "page_words.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace gpuadvisor {
namespace {

using Words = std::pair<std::string_view, std::string_view>;

/// What is not said by the name of the option and its value. Those with a colon lead to what they bring.
constexpr auto k_words = std::to_array<Words>({{" (meas)", ""},
                                               {" (est)", ""},
                                               {"--form any --", "any form, --"},
                                               {"--support any:", "any software:"},
                                               {"--support rocm:", "ROCm:"},
                                               {"--form any:", "any form:"},
                                               {"--condition used:", "used ones:"},
                                               {"--condition any:", "new or used:"},
                                               {"--quant ", "weights in "},
                                               {"--min-memory ", "memory of each GPU "},
                                               {"--ram ", "RAM in GB: "}});

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
}

/// Options with a figure behind them lose their dashes.
void tell_figures(std::string& clause) {
  for (std::size_t at = 0; (at = clause.find("--", at)) != std::string::npos; at += 2) {
    const std::size_t end = std::min(clause.find_first_not_of("abcdefghijklmnopqrstuvwxyz-", at), clause.size());
    if (end + 1 >= clause.size() || clause[end] != ' ' || clause.find_first_of("0123456789", end) != end + 1) continue;
    std::replace(clause.begin() + static_cast<std::ptrdiff_t>(at), clause.begin() + static_cast<std::ptrdiff_t>(end),
                 '-', ' ');
    clause.erase(at, 2);
  }
}

/// The first clause, with what ends it, and blanks behind.
std::string_view first_clause(std::string_view text) {
  std::size_t end = std::min(text.find("; "), text.find(". "));
  if (end != std::string_view::npos) end += 2;
  return text.substr(0, end);
}

}  // namespace

std::string in_page_words(std::string_view text) {
  std::string told(text);
  for (const auto& [from, to] : k_words) replace_all(told, from, to);
  for (std::size_t at = 0; (at = told.find(" (--", at)) != std::string::npos;) {
    told.erase(at, told.find(')', at) + 1 - at);  // a list of options
  }
  std::string kept;
  for (std::string_view rest = told; !rest.empty();) {
    std::string clause(first_clause(rest));
    rest.remove_prefix(clause.size());
    tell_figures(clause);
    const bool is_kept = clause.find("--") == std::string::npos;
    if (is_kept) kept += clause;
    if (is_kept || clause.ends_with("; ")) continue;
    while (kept.ends_with(' ') || kept.ends_with(';')) kept.pop_back();
    if (!kept.empty() && !kept.ends_with('.')) kept += '.';
    if (!kept.empty() && !rest.empty()) kept += ' ';
  }
  while (kept.ends_with(' ')) kept.pop_back();
  return kept;
}

}  // namespace gpuadvisor
