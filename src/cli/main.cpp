#include <fmt/format.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "cli/options/terminal.hpp"
#include "gpuadvisor/report/table.hpp"
#include "program.hpp"

namespace gpuadvisor::cli {
namespace {

/// Writes all of `text`; false when that fails. Straight to the system: there is nothing to buffer. Waits for a reader
/// where the descriptor does not wait by itself, as pipes of Node and of some CI systems.
bool write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(descriptor, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) {
      pollfd until_ready{descriptor, POLLOUT, 0};
      if (::poll(&until_ready, 1, -1) < 0 && errno != EINTR) return false;
      continue;
    }
    if (count <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

/// What goes to standard error, with lines no longer than those of a terminal there. Otherwise a line stays whole,
/// since programs read messages by line.
std::string folded(const std::string& remarks) {
  const auto width = remarks.empty() ? std::nullopt : terminal_width(STDERR_FILENO);
  if (!width) return remarks;
  std::string text;
  for (std::string_view rest = remarks; !rest.empty();) {
    const auto line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    text += display_width(line) <= *width ? std::string(line) + '\n' : wrapped(line, *width);
  }
  return text;
}

/// The program that shows what a terminal has no room for: GPUADVISOR_PAGER, else PAGER; none where both are empty.
std::string pager() {
  for (const char* name : {"GPUADVISOR_PAGER", "PAGER"}) {
    if (const char* value = std::getenv(name); value != nullptr) return value;
  }
  return {};
}

bool needs_pager(std::string_view text) {
  winsize size{};
  const bool is_terminal = isatty(STDOUT_FILENO) == 1 && isatty(STDIN_FILENO) == 1;
  if (!is_terminal || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row == 0) return false;
  return std::count(text.begin(), text.end(), '\n') >= size.ws_row;
}

/// Whether a pager showed all of `text`.
bool page(const std::string& text) {
  const std::string program = pager();
  if (program.empty() || !needs_pager(text)) return false;
  (void)setenv("LESS", "FRX", 0);
  (void)std::signal(SIGPIPE, SIG_IGN);
  std::FILE* pipe = popen(program.c_str(), "w");
  if (pipe == nullptr) return false;
  (void)std::fwrite(text.data(), 1, text.size(), pipe);  // who quits the pager has seen enough
  constexpr int k_not_found = 127;
  const int status = pclose(pipe);
  return !(WIFEXITED(status) && WEXITSTATUS(status) == k_not_found);
}

/// Prints the outcome, remarks last, where they are seen, and returns the exit status; a reader that went away is no
/// error.
int print(const Outcome& outcome) {
  if (!page(outcome.results) && !write_all(STDOUT_FILENO, outcome.results) && errno != EPIPE) {
    (void)write_all(STDERR_FILENO, fmt::format("gpuadvisor: standard output: {}\n", std::strerror(errno)));
    return k_no_answer;
  }
  (void)write_all(STDERR_FILENO, folded(outcome.remarks));
  return outcome.status;
}

}  // namespace
}  // namespace gpuadvisor::cli

int main(int argc, char** argv) {
  const bool reads_input = std::any_of(argv + 1, argv + argc, [](std::string_view word) { return word == "-"; });
  if (reads_input && isatty(STDIN_FILENO) == 1) {
    (void)gpuadvisor::cli::write_all(STDERR_FILENO, "gpuadvisor: reading standard input, up to Ctrl-D\n");
  }
  (void)std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is an error to report, like a full disk
  return gpuadvisor::cli::print(gpuadvisor::cli::outcome_of({argv + 1, argv + argc}));
}
