// How much longer a command takes than a process that does nothing. Prints a ratio from one run; asserts no time.

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

extern char** environ;  // NOLINT(readability-redundant-declaration): POSIX leaves it to the program

namespace {

using Seconds = std::chrono::duration<double>;

constexpr int k_runs = 400;  // per round: at least 200, for a steady median
constexpr int k_rounds = 3;  // best of
constexpr int k_batch = 20;  // runs of one program before the other's turn, so that both see the same weather

/// The middle one of an odd or even number of times; sorts them.
Seconds median(std::vector<Seconds>& times) {
  std::nth_element(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2), times.end());
  return times[times.size() / 2];
}

/// Wall time of one run of `arguments`, its output thrown away.
Seconds run_once(std::vector<std::string>& arguments, posix_spawn_file_actions_t& to_null) {
  std::vector<char*> argv;
  for (auto& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  const auto begin = std::chrono::steady_clock::now();
  pid_t child = 0;
  int status = 0;
  if (posix_spawn(&child, argv[0], &to_null, nullptr, argv.data(), environ) != 0 ||
      waitpid(child, &status, 0) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    (void)std::fprintf(stderr, "startup: %s failed\n", argv[0]);
    std::exit(1);
  }
  return std::chrono::steady_clock::now() - begin;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    (void)std::fprintf(stderr, "usage: %s EMPTY_PROGRAM PROGRAM [ARGUMENT...]\n", argv[0]);
    return 2;
  }
  posix_spawn_file_actions_t to_null;
  posix_spawn_file_actions_init(&to_null);
  posix_spawn_file_actions_addopen(&to_null, 1, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&to_null, 2, "/dev/null", O_WRONLY, 0);

  std::vector<std::string> empty = {argv[1]};
  std::vector<std::string> program(argv + 2, argv + argc);
  double best_ratio = 0;
  for (int round = 0; round < k_rounds; ++round) {
    std::vector<Seconds> of_empty;
    std::vector<Seconds> of_program;
    for (int i = 0; i < k_runs; i += k_batch) {
      for (int n = 0; n < k_batch; ++n) of_empty.push_back(run_once(empty, to_null));
      for (int n = 0; n < k_batch; ++n) of_program.push_back(run_once(program, to_null));
    }
    const double ratio = median(of_program) / median(of_empty);
    best_ratio = round == 0 ? ratio : std::min(best_ratio, ratio);
    std::printf("round %d of %d, medians of %d runs: empty %.0f us, program %.0f us, ratio %.2f\n", round + 1, k_rounds,
                k_runs, median(of_empty).count() * 1e6, median(of_program).count() * 1e6, ratio);
  }
  std::printf("startup ratio: %.2f (best of %d)\n", best_ratio, k_rounds);
}
