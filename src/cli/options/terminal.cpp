#include "terminal.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <string>

#include "core/text.hpp"
#include "gpuadvisor/core/error.hpp"

namespace gpuadvisor::cli {
namespace {

constexpr std::size_t k_narrowest_page = 40;  // characters per line

}  // namespace

std::string_view environment_variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

bool prints_to_terminal() { return isatty(STDOUT_FILENO) == 1; }

void refuse_terminal(std::string_view instead) {
  if (!prints_to_terminal()) return;
  throw UsageError(fmt::format("too long for a terminal; keep it with {}, or send it on with |", instead));
}

std::optional<std::size_t> terminal_width(int descriptor) {
  winsize size{};
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return std::nullopt;
  return std::max<std::size_t>(size.ws_col, k_narrowest_page);
}

std::size_t terminal_height() {
  constexpr std::size_t k_usual = 24;
  winsize size{};
  return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 ? k_usual : size.ws_row;
}

bool terminal_shows_utf8() {
  if (!prints_to_terminal()) return false;
  for (const char* const name : {"LC_ALL", "LC_CTYPE", "LANG"}) {  // the first that is set decides (POSIX)
    const std::string locale = lower_case(environment_variable(name));
    if (!locale.empty()) return locale.find("utf-8") != std::string::npos || locale.find("utf8") != std::string::npos;
  }
  return false;
}

Page terminal_page() {
  if (const auto width = terminal_width(STDOUT_FILENO)) return {*width, true};
  const std::string_view text = environment_variable("COLUMNS");
  std::size_t wanted = 0;
  const bool usable = std::from_chars(text.data(), text.data() + text.size(), wanted).ec == std::errc();
  return usable && wanted > 0 && wanted < 10000 ? Page{std::max(wanted, k_narrowest_page), true} : Page{80, false};
}

}  // namespace gpuadvisor::cli
