#include "program.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

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

// By group, in the order of the help.
constexpr auto k_commands = std::to_array<Command>({
    {"recommend", "The best GPUs for a job", run_recommend},
    {"picks", "Short list of best buys", run_picks},
    {"compare", "Which of these to take", run_compare},
    {"upgrade", "Keep, add, sell or rent", run_upgrade},
    {"report", "An answer as a web page", run_report},
    {"memory", "What fits in which GPU", run_memory},
    {"detect", "The GPUs you have", run_detect},
    {"build", "Several GPUs in one PC", run_build},
    {"prices", "Prices over the years", run_prices},
    {"cost", "Owning against renting", run_cost},
    {"rent", "Cloud prices per hour", run_rent},
    {"offers", "Rank cloud price lists", run_offers},
    {"show", "All about a GPU", run_show},
    {"list", "Search the catalog", run_list},
    {"explain", "Why a GPU has its rank", run_explain},
    {"guides", "What buying guides say", run_guides},
    {"chart", "The decision chart", run_chart},
    {"sources", "Where figures come from", run_sources},
    {"check", "Check data files, in CI", run_check},
    {"catalog", "Export, compare, extend", run_catalog},
    {"scores", "Benchmarks and scores", run_scores},
    {"schema", "Schemas of JSON output", run_schema},
    {"completion", "Shell completion", run_completion},
    {"man", "Manual pages", run_man},
});

struct Group {
  std::string_view title;  // on one or two lines
  std::size_t size;        // in commands
};
constexpr auto k_groups = std::to_array<Group>(
    {{"Buy", 5}, {"Memory and\nmachines", 3}, {"Money", 4}, {"Know more", 6}, {"Data and\nscripts", 6}});

/// The commands by group, two on a line.
std::string grouped_commands() {
  std::string text;
  const Command* command = k_commands.data();
  for (const auto& [title, size] : k_groups) {
    auto titles = split(title, '\n');
    titles.resize(size);
    for (std::size_t i = 0; i < size; ++i, ++command) {
      const bool ends_line = i % 2 == 1 || i + 1 == size;
      text +=
          i % 2 == 1 ? fmt::format("{:<9}", command->name) : fmt::format("{:<11}{:<11}", titles[i / 2], command->name);
      text += fmt::format("{:<{}}{}", command->summary, ends_line ? 0 : 25, ends_line ? "\n" : "");
    }
  }
  return text;
}

std::string help() {
  const auto statuses =
      mapped(k_exit_statuses, [](const Meaning& one) { return fmt::format("{} {}", one.first, one.second); });
  return fmt::format(
      "{}\n{}\n`COMMAND -h`: its usual options, `--help`: all. `help reading`: what marks mean.\n"
      "Exit status: {}\n",
      k_purpose, grouped_commands(), fmt::join(statuses, ", "));
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
