#include "figure_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "core/text.hpp"

namespace gpuadvisor {

std::string counted(std::size_t count, std::string_view one, std::string_view several) {
  if (count == 1) return fmt::format("1 {}", one);
  return several.empty() ? fmt::format("{} {}s", count, one) : fmt::format("{} {}", count, several);
}

std::string_view speed_word(SpeedKind kind) { return kind == SpeedKind::index ? "speed" : "score"; }

std::string mid_sentence(std::string_view title) {
  const bool is_word = title.size() > 1 && title[1] >= 'a' && title[1] <= 'z';
  return is_word ? lower_case(title.substr(0, 1)) + std::string(title.substr(1)) : std::string(title);
}

std::string vendor_title(std::string_view id) {
  using Title = std::pair<std::string_view, std::string_view>;
  constexpr auto k_titles = std::to_array<Title>({{"amd", "AMD"},
                                                  {"apple", "Apple"},
                                                  {"aws", "AWS"},
                                                  {"google", "Google"},
                                                  {"huawei", "Huawei"},
                                                  {"intel", "Intel"},
                                                  {"lisuan", "Lisuan"},
                                                  {"moore-threads", "Moore Threads"},
                                                  {"nvidia", "NVIDIA"},
                                                  {"tenstorrent", "Tenstorrent"}});
  const auto* const at =
      std::find_if(k_titles.begin(), k_titles.end(), [&](const Title& one) { return one.first == id; });
  return std::string(at == k_titles.end() ? id : at->second);
}

std::string percent(double share) { return fmt::format("{:.0f} %", share * 100); }

std::string month_name(const PartialDate& date) {
  constexpr auto k_names =
      std::to_array<std::string_view>({"January", "February", "March", "April", "May", "June", "July", "August",
                                       "September", "October", "November", "December"});
  return date.month() == 0 ? std::to_string(date.year()) : std::string(k_names[date.month() - 1]);
}

std::string month_text(const PartialDate& date) { return date.text().substr(0, std::string_view("2026-10").size()); }

}  // namespace gpuadvisor
