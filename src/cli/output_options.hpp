#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "gpuadvisor/output/table.hpp"
#include "option_parser.hpp"

namespace gpuadvisor::cli {

/// How an answer is printed.
struct OutputOptions {
  std::string format;
  bool no_header = false;
  bool quiet = false;

  /// `formats` are those that the command knows, the default first.
  void add_to(OptionParser& parser, std::span<const std::string_view> formats);
  /// The format asked for; throws UsageError when the command does not know it.
  [[nodiscard]] std::string_view checked_format(std::span<const std::string_view> formats) const;

 private:
  std::string m_format_help;
};

/// The terminal on standard output; without one, COLUMNS or else 80 characters and rows that do not wrap.
[[nodiscard]] Page terminal_page();

/// Throws UsageError: the option wants one of `known`, `found` was given.
[[noreturn]] void refuse(std::string_view option, std::string_view found, std::span<const std::string_view> known);

/// The positive, finite number that `text` is, with its unit or without ("500", "$500", "24GB"). Throws UsageError
/// naming the option.
[[nodiscard]] double positive_number(std::string_view option, std::string_view text, std::string_view unit = {});

/// The whole number from `low` to `high` that `text` is. Throws UsageError naming the option.
[[nodiscard]] std::size_t whole_number(std::string_view option, std::string_view text, std::size_t low,
                                       std::size_t high);

}  // namespace gpuadvisor::cli
