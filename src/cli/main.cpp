#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>

#include "command.hpp"
#include "gpuadvisor/core/error.hpp"
#include "gpuadvisor/output/table.hpp"
#include "option_parser.hpp"
#include "output_options.hpp"

namespace gpuadvisor::cli {
namespace {

constexpr auto k_commands = std::to_array<Command>({
    {"recommend", "Rank the GPUs that fit a workload, a budget and a memory need", run_recommend},
    {"picks", "What to buy in short, by kind of buyer, and what the guides said", run_picks},
    {"explain", "Why a GPU stands where it does in such an answer, as arithmetic", run_explain},
    {"list", "The catalog, filtered and sorted: a row per GPU", run_list},
    {"show", "Everything known of one GPU, each figure with its source", run_show},
    {"compare", "GPUs side by side, and which of them wins for what", run_compare},
    {"upgrade", "Wait, or what is worth buying next to the GPU that one owns", run_upgrade},
    {"build", "Several GPUs in a machine: speed-up, power supply, heat, cost, clusters", run_build},
    {"memory", "How much memory a network takes, and which GPUs have room for it", run_memory},
    {"chart", "Walk the guides' decision chart, with what is computed today beside it", run_chart},
    {"guides", "What the published buying guides say, by edition, topic or GPU", run_guides},
    {"platform", "Own GPU, cloud, TPU or free tier, by what the guides say", run_platform},
    {"sources", "Where the figures come from, and what each source supplies", run_sources},
    {"check", "Judge catalog data for CI: can it be read, can it be true", run_check},
    {"catalog", "Export the catalog as one JSON file", run_catalog},
    {"scores", "Make performance scores from measurements, and judge them", run_scores},
});

std::string help() {
  return "Which GPU should I get for deep learning?\n\n"
         "Examples:\n"
         "  gpuadvisor recommend --workload cnn --budget 500\n"
         "  gpuadvisor recommend --workload transformer --min-memory 24 --condition used\n"
         "  gpuadvisor show \"RTX 3090\"\n"
         "  gpuadvisor list --vendor amd --format csv -n 0\n\n"
         "Commands:\n" +
         summaries(k_commands) +
         "\n`gpuadvisor COMMAND --help` explains a command. `gpuadvisor --version` prints the version.\n"
         "Exit status: 0 answered, 1 the answer is none, 2 wrong usage, 3 could not answer.\n";
}

Outcome run(Arguments arguments) {
  if (arguments.empty()) return {"", help(), k_wrong_usage};
  const std::string_view first = arguments.front();
  if (first == "--help" || first == "-h" || first == "help") return {help(), "", k_answered};
  if (first == "--version") return {fmt::format("gpuadvisor {}\n", GPUADVISOR_VERSION), "", k_answered};
  return dispatch(k_commands, arguments);
}

/// Every way to fail, as an outcome.
Outcome outcome_of(Arguments arguments) {
  try {
    return run(arguments);
  } catch (const HelpRequest& request) {
    return {request.text, "", k_answered};
  } catch (const UsageError& error) {
    const bool is_known =
        !arguments.empty() && std::any_of(k_commands.begin(), k_commands.end(),
                                          [&](const auto& command) { return command.name == arguments.front(); });
    const std::string command = is_known ? fmt::format("{} ", arguments.front()) : std::string();
    return {"", fmt::format("gpuadvisor: {}\nTry `gpuadvisor {}--help`.\n", error.what(), command), k_wrong_usage};
  } catch (const std::bad_alloc&) {
    return {"", "gpuadvisor: out of memory\n", k_no_answer};
  } catch (const std::exception& error) {
    return {"", fmt::format("{}\n", error.what()), k_no_answer};
  }
}

/// Writes all of `text`; false when that fails. Straight to the system: there is nothing to buffer.
bool write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(descriptor, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
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

/// Prints the outcome, remarks last, where they are seen, and returns the exit status; a reader that went away is no
/// error.
int print(const Outcome& outcome) {
  if (!write_all(STDOUT_FILENO, outcome.results) && errno != EPIPE) {
    (void)write_all(STDERR_FILENO, fmt::format("gpuadvisor: standard output: {}\n", std::strerror(errno)));
    return k_no_answer;
  }
  (void)write_all(STDERR_FILENO, folded(outcome.remarks));
  return outcome.status;
}

}  // namespace
}  // namespace gpuadvisor::cli

int main(int argc, char** argv) {
  (void)std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is an error to report, like a full disk
  const int status = gpuadvisor::cli::print(gpuadvisor::cli::outcome_of({argv + 1, argv + argc}));
  std::_Exit(status);  // all is written; tearing down what the system takes back anyway would only cost time
}
