#include "progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

namespace gpuadvisor::cli {
namespace {

constexpr std::string_view k_start_of_line = "\r\x1b[K";  // and what stood there is erased

bool has_terminal() {
  const char* const kind = std::getenv("TERM");  // NOLINT(concurrency-mt-unsafe): nothing sets it
  return isatty(STDERR_FILENO) == 1 && kind != nullptr && std::string_view(kind) != "dumb";
}

}  // namespace

Progress::Progress() : m_is_seen(has_terminal()) {}

Progress::~Progress() {
  if (m_is_seen) fmt::print(stderr, "{}", k_start_of_line);
}

void Progress::tell(std::string_view what) const {
  if (!m_is_seen) return;
  fmt::print(stderr, "{}{} ...", k_start_of_line, what);
  std::fflush(stderr);
}

}  // namespace gpuadvisor::cli
