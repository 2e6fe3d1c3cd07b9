#pragma once

#include <charconv>
#include <compare>
#include <optional>
#include <string>
#include <string_view>

namespace gpuadvisor {

/// What NVIDIA calls the features of a GPU: 8.6 comes before 8.10, and before 12.0.
struct ComputeCapability {
  int generation = 0;
  int revision = 0;

  /// Reads "8.6"; empty for anything else.
  [[nodiscard]] static std::optional<ComputeCapability> parse(std::string_view text) {
    ComputeCapability found;
    const auto dot = text.find('.');
    if (dot == std::string_view::npos) return std::nullopt;
    const auto read = [](std::string_view digits, int& number) {
      constexpr std::size_t k_most_digits = 3;
      if (digits.empty() || digits.size() > k_most_digits || digits.front() == '-') return false;
      const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
      return error == std::errc() && end == digits.data() + digits.size();
    };
    const bool is_one = read(text.substr(0, dot), found.generation) && read(text.substr(dot + 1), found.revision);
    return is_one ? std::optional(found) : std::nullopt;
  }

  [[nodiscard]] std::string text() const { return std::to_string(generation) + '.' + std::to_string(revision); }

  friend auto operator<=>(const ComputeCapability&, const ComputeCapability&) = default;
};

}  // namespace gpuadvisor
