#include "command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "cli/help/described_command.hpp"
#include "cli/options/synonyms.hpp"
#include "core/contains.hpp"
#include "core/text.hpp"
#include "gpuadvisor/core/error.hpp"

namespace gpuadvisor::cli {

Outcome dispatch(std::span<const Command> commands, Arguments arguments) {
  std::vector<std::string_view> names;
  for (const Command& command : commands) names.push_back(command.name);
  if (arguments.empty()) {
    throw UsageError("expected a command: " + enumeration(std::vector<std::string>(names.begin(), names.end()), "or"));
  }
  const std::string_view wanted = arguments.front();
  const auto command = std::find_if(commands.begin(), commands.end(),
                                    [&](const Command& candidate) { return candidate.name == wanted; });
  if (command == commands.end()) {
    const std::string_view meant = command_of_word(wanted);
    const bool is_known = contains(names, meant);
    throw UsageError(
        fmt::format("unknown command \"{}\"{}", printable(wanted),
                    is_known ? fmt::format(", did you mean \"{}\"?", meant) : did_you_mean(wanted, names)));
  }
  try {
    return command->run(arguments.subspan(1));
  } catch (UsageError& error) {
    error.happened_in(command->name);
    throw;
  }
}

Outcome dispatch_group(std::string_view name, std::string_view purpose, std::span<const Command> commands,
                       Arguments arguments) {
  const std::string_view first = arguments.empty() ? "" : arguments.front();
  if (first != "--help" && first != "-h") return dispatch(commands, arguments);
  throw HelpRequest{{std::string(name), std::string(purpose), {}, commands}};
}

}  // namespace gpuadvisor::cli
