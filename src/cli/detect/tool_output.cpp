#include "tool_output.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <vector>

#include "core/text.hpp"
#include "formats/json.hpp"

extern char** environ;  // NOLINT(readability-redundant-declaration): POSIX leaves it to programs

namespace gpuadvisor::cli {
namespace {

using Clock = std::chrono::steady_clock;

constexpr auto k_patience = std::chrono::seconds(10);
constexpr std::size_t k_most_output = k_max_json_bytes;

/// The file that PATH has under a name; empty where it has none. Entries that are not absolute, the working folder
/// among them, are passed over: what lies there by chance is not run.
std::string file_in_path(std::string_view name) {
  const char* const path = std::getenv("PATH");  // NOLINT(concurrency-mt-unsafe): nothing sets it
  if (path == nullptr) return {};
  const std::string_view all = path;
  for (const auto folder : split(all, ':')) {
    if (!folder.starts_with('/')) continue;
    std::string file = fmt::format("{}/{}", folder, name);
    if (access(file.c_str(), X_OK) == 0) return file;
  }
  return {};
}

/// A descriptor that is closed when it is no longer needed.
class Descriptor {
 public:
  explicit Descriptor(int number) : m_number(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { (void)::close(m_number); }

  [[nodiscard]] int number() const { return m_number; }

 private:
  int m_number;
};

/// Starts it in a process group of its own, so that what it starts can be ended with it; an error number where that
/// fails.
int start(pid_t& process, const std::string& file, std::span<const char* const> words, int output) {
  std::vector<std::string> texts(words.begin(), words.end());
  std::vector<char*> arguments;
  arguments.reserve(texts.size() + 1);
  for (std::string& text : texts) arguments.push_back(text.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions{};
  posix_spawnattr_t attributes{};
  (void)posix_spawn_file_actions_init(&actions);
  (void)posix_spawnattr_init(&attributes);
  (void)posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  (void)posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  (void)posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  (void)posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  const int error = posix_spawn(&process, file.c_str(), &actions, &attributes, arguments.data(), environ);
  (void)posix_spawnattr_destroy(&attributes);
  (void)posix_spawn_file_actions_destroy(&actions);
  return error;
}

/// Waits until there is something to read; false where patience ends before.
bool is_readable(int descriptor, Clock::time_point end) {
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
    if (left <= 0) return false;
    pollfd waited{descriptor, POLLIN, 0};
    const int ready = poll(&waited, 1, static_cast<int>(left));
    if (ready > 0) return true;
    if (ready == 0 || errno != EINTR) return false;
  }
}

/// Reads to the end; a problem where that does not come.
std::string read_all(int descriptor, Clock::time_point end, std::string& text) {
  std::array<char, 1U << 16U> buffer{};
  for (;;) {
    if (!is_readable(descriptor, end)) return fmt::format("no answer within {} seconds", k_patience.count());
    const ssize_t count = ::read(descriptor, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return std::strerror(errno);  // NOLINT(concurrency-mt-unsafe): one thread
    if (count == 0) return {};
    text.append(buffer.data(), static_cast<std::size_t>(count));
    if (text.size() > k_most_output) return fmt::format("more than {} MiB of output", k_most_output >> 20U);
  }
}

/// Waits for the end of a process, which may have closed its output and stay: then it is ended.
int end_status(pid_t process, Clock::time_point end) {
  int status = 0;
  while (waitpid(process, &status, WNOHANG) == 0) {
    if (Clock::now() >= end) {
      (void)kill(-process, SIGKILL);
      (void)waitpid(process, &status, 0);
      return status;
    }
    (void)poll(nullptr, 0, 5);  // milliseconds
  }
  return status;
}

std::string problem_of(int status, std::string_view output) {
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {};
  const std::string how = WIFEXITED(status) ? fmt::format("exit status {}", WEXITSTATUS(status))
                                            : fmt::format("ended by signal {}", WTERMSIG(status));
  const auto line = split(output.substr(0, output.find('\n')), '\n').front();
  return line.empty() ? how : fmt::format("{}: {}", how, printable(line));
}

}  // namespace

std::optional<ToolOutput> tool_output(std::span<const char* const> words) {
  const std::string file = file_in_path(words.front());
  if (file.empty()) return std::nullopt;
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return ToolOutput{{}, std::strerror(errno)};
  const Descriptor from(ends[0]);
  auto to = std::make_optional<Descriptor>(ends[1]);
  const auto deadline = Clock::now() + k_patience;
  pid_t process = 0;
  const int error = start(process, file, words, to->number());
  to.reset();
  if (error != 0) return ToolOutput{{}, std::strerror(error)};
  ToolOutput output;
  output.problem = read_all(from.number(), deadline, output.text);
  if (!output.problem.empty()) (void)kill(-process, SIGKILL);
  const int status = end_status(process, deadline);
  if (output.problem.empty()) output.problem = problem_of(status, output.text);
  return output;
}

}  // namespace gpuadvisor::cli
