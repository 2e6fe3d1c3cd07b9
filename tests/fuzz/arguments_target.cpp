/// The command line: whatever is asked, there is one of the four exit statuses, and nothing that is said holds a
/// control character. Only questions to the built-in catalog are put; none that opens a file.

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "cli/program.hpp"
#include "gpuadvisor/models/model_file.hpp"
#include "target.hpp"

namespace gpuadvisor {
namespace {

constexpr std::size_t k_most_arguments = 40;

/// Commands that open no file but by the options that are left out below. `scores` fits for seconds.
constexpr auto k_commands = std::to_array<std::string_view>(
    {"recommend", "picks", "explain", "list", "show", "compare", "upgrade", "build", "memory", "chart", "guides",
     "sources", "help", "--help", "--version", "completion", "man", "__complete"});

/// The arguments, a line each.
std::vector<std::string> arguments_of(std::string_view input) {
  std::vector<std::string> arguments;
  while (!input.empty() && arguments.size() < k_most_arguments) {
    const auto line = input.substr(0, input.find('\n'));
    arguments.emplace_back(line.substr(0, line.find('\0')));
    input.remove_prefix(std::min(input.size(), line.size() + 1));
  }
  return arguments;
}

/// Whether an argument opens a file, asks questions on the terminal or the machine for its GPUs, or fits all
/// measurements anew for another day.
bool is_left_out(const std::string& argument) {
  return argument.starts_with("--catalog") || argument.starts_with("--as-of") || argument.starts_with("--scores") ||
         argument.starts_with("--backtest") || argument.starts_with("--into") ||
         lower_case(argument).find("auto") != std::string::npos || is_model_file(argument);
}

/// Text without the escape sequences that `--color always` asks for.
std::string without_style(std::string text) {
  for (const std::string_view style : {"\x1b[0m", "\x1b[1m", "\x1b[2m", "\x1b[22m", "\x1b[m"}) {
    for (auto at = text.find(style); at != std::string::npos; at = text.find(style, at)) text.erase(at, style.size());
  }
  return text;
}

void require_tabs_and_text(std::string text, std::string_view what) {
  std::replace(text.begin(), text.end(), '\t', ' ');  // between the fields of a record
  require_printable(text, what);
}

void read(std::string_view input) {
  const auto arguments = arguments_of(input);
  const bool is_known =
      !arguments.empty() && std::find(k_commands.begin(), k_commands.end(), arguments.front()) != k_commands.end();
  if (std::any_of(arguments.begin(), arguments.end(), is_left_out)) return;
  if (!is_known && !arguments.empty() &&
      (arguments[0] == "catalog" || arguments[0] == "check" || arguments[0] == "scores" || arguments[0] == "detect"))
    return;
  std::vector<const char*> words;
  words.reserve(arguments.size());
  for (const auto& argument : arguments) words.push_back(argument.c_str());
  const cli::Outcome outcome = cli::outcome_of(words);
  require(outcome.status >= cli::k_answered && outcome.status <= cli::k_wrong_usage, "without files there is an answer",
          outcome.remarks);
  require_tabs_and_text(without_style(outcome.results), "results are printable");
  require_printable(outcome.remarks, "remarks are printable");
  if (outcome.status == cli::k_answered) require(!outcome.results.empty(), "an answer has words");
  if (outcome.status == cli::k_wrong_usage) {
    require(outcome.results.empty(), "wrong usage has no results", outcome.results);
    require(!outcome.remarks.empty(), "wrong usage is told", outcome.remarks);
  }
  if (outcome.results.starts_with('{') && !outcome.results.starts_with("{\"rank\"")) {
    require_json(outcome.results, "an answer in JSON is JSON");
  }
}

}  // namespace
}  // namespace gpuadvisor

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  gpuadvisor::read(gpuadvisor::text_of(data, size));
  return 0;
}
