#include "program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <exception>
#include <new>
#include <vector>

#include "cli/help/general_help.hpp"
#include "cli/help/help_text.hpp"
#include "cli/options/synonyms.hpp"
#include "cli/words/typed_words.hpp"
#include "core/text.hpp"
#include "gpuadvisor/core/error.hpp"
#include "report/mapped.hpp"

namespace gpuadvisor::cli {
namespace {

constexpr auto k_commands = std::to_array<Command>({
    {"recommend", "Rank the GPUs that fit a workload, a budget and a memory need", run_recommend},
    {"report", "The same as a page of charts, in one file that needs no network", run_report},
    {"picks", "What to buy in short, by kind of buyer, and what the guides said", run_picks},
    {"explain", "Why a GPU stands where it does in such an answer", run_explain},
    {"list", "The catalog, filtered and sorted: a row per GPU", run_list},
    {"show", "What a GPU is, costs today and is good for; all that is known of it", run_show},
    {"compare", "Which of several GPUs to take, and the GPUs side by side", run_compare},
    {"upgrade", "Keep a GPU, add a second one, buy another, or rent", run_upgrade},
    {"detect", "The GPUs of this machine: what they are, run, and what to buy next", run_detect},
    {"build", "Several GPUs in a machine: speed-up, power supply, heat, cost, clusters", run_build},
    {"memory", "How much memory a network takes, and which GPUs it fits", run_memory},
    {"chart", "Walk the guides' decision chart, with what is computed today beside it", run_chart},
    {"guides", "What the published buying guides say, by edition, topic or GPU", run_guides},
    {"cost", "What owning GPUs costs by the hour, when it beats renting; what is free", run_cost},
    {"rent", "What GPUs cost by the hour, by provider and terms", run_rent},
    {"offers", "Rank the offers of price lists that clouds and marketplaces publish", run_offers},
    {"sources", "Where the figures come from, and what each source supplies", run_sources},
    {"check", "Judge catalog data for CI: can it be read, can it be true", run_check},
    {"catalog", "Export, compare or extend the catalog", run_catalog},
    {"schema", "The JSON Schema of what a command prints as JSON", run_schema},
    {"prices", "What GPUs cost over time, and how well that is known", run_prices},
    {"scores", "What was measured; make performance scores of it, and judge them", run_scores},
    {"completion", "What bash, zsh and fish need to complete command lines", run_completion},
    {"man", "The manual page of the program or of a command", run_man},
});

std::string help() {
  std::string statuses;
  for (const auto& [status, meaning] : k_exit_statuses) {
    statuses += fmt::format("{}{} {}", statuses.empty() ? "" : ", ", status, meaning);
  }
  return fmt::format(
      "{}\nCommands:\n{}\n"
      "`gpuadvisor COMMAND -h` shows the options that most people use, `--help` all of them.\n"
      "`gpuadvisor help reading` tells what marks and figures mean, `--version` the version.\n"
      "Exit status: {}.\n",
      k_purpose, summaries(k_commands), statuses);
}

bool is_command(std::string_view word) {
  return std::any_of(k_commands.begin(), k_commands.end(),
                     [word](const Command& command) { return command.name == word; });
}

/// `help COMMAND` is `COMMAND --help`.
Outcome help_on(Arguments words) {
  if (words.empty()) return {help(), "", k_answered};
  if (std::string_view(words.front()) == "reading")
    return {fmt::format("How to read an answer\n\n{}", k_reading), "", k_answered};
  std::vector<const char*> asked(words.begin(), words.end());
  asked.push_back("--help");
  return dispatch(k_commands, asked);
}

/// What is asked without a command, where all of it is understood: "3090 vs 4090".
Outcome without_command(Arguments arguments) {
  const auto options =
      std::find_if(arguments.begin(), arguments.end(), [](const char* argument) { return argument[0] == '-'; });
  const std::vector<std::string_view> names = mapped(k_commands, [](const Command& one) { return one.name; });
  const std::string_view first = arguments.front();
  const bool is_slip = nearest(first, names) || !command_of_word(first).empty();
  const auto command = is_slip ? std::string_view() : command_of_words({arguments.begin(), options});
  if (command.empty()) return dispatch(k_commands, arguments);
  std::vector<const char*> asked(arguments.begin(), arguments.end());
  asked.insert(asked.begin(), command.data());  // a literal
  Outcome outcome = dispatch(k_commands, asked);
  outcome.remarks.insert(0, fmt::format("gpuadvisor: no command: taken as `gpuadvisor {}`\n", command));
  return outcome;
}

/// Options before the command stand behind it: "--format json list".
std::vector<const char*> with_command_first(Arguments arguments) {
  const auto command = std::find_if(arguments.begin(), arguments.end(), is_command);
  std::vector<const char*> turned(command, arguments.end());
  turned.insert(turned.end(), arguments.begin(), command);
  return turned;
}

Outcome run(Arguments arguments) {
  if (arguments.empty()) return {help(), "", k_answered};
  const std::string_view first = arguments.front();
  if (first == "--help" || first == "-h") return {help(), "", k_answered};
  if (first == "help") return help_on(arguments.subspan(1));
  if (first == "--version" || first == "-V" || first == "version") {
    return {fmt::format("gpuadvisor {}\n", GPUADVISOR_VERSION), "", k_answered};
  }
  if (first == "__complete") return run_complete(arguments.subspan(1));
  if (!first.starts_with('-')) return is_command(first) ? dispatch(k_commands, arguments) : without_command(arguments);
  const auto turned = with_command_first(arguments);
  if (turned.size() == arguments.size() && is_command(turned.front())) return dispatch(k_commands, turned);
  throw UsageError(fmt::format("expected a command before the option \"{}\"", printable(first)));
}

}  // namespace

std::span<const Command> commands() { return k_commands; }

DescribedCommand described_program() { return {"", std::string(k_purpose), {}, k_commands}; }

Outcome outcome_of(Arguments arguments) {
  try {
    return run(arguments);
  } catch (const HelpRequest& request) {
    return {request.is_short ? short_help(request.command) : full_help(request.command), "", k_answered};
  } catch (const UsageError& error) {
    return {"", fmt::format("gpuadvisor: {}\nTry `gpuadvisor {}--help`.\n", error.what(), error.command()),
            k_wrong_usage};
  } catch (const std::bad_alloc&) {
    return {"", "gpuadvisor: out of memory\n", k_no_answer};
  } catch (const std::exception& error) {
    return {"", fmt::format("{}\n", error.what()), k_no_answer};
  }
}

}  // namespace gpuadvisor::cli
