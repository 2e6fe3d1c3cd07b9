#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.hpp"

namespace gpuadvisor::cli {

// What the help, the manual pages and completion tell of a command: one description for all three.

/// How many values an option is given.
enum class Takes { nothing, one, one_or_none, many };

/// An option, or the words that a command is asked about.
struct DescribedOption {
  std::string names;  // "-b,--budget"; "GPU": words that are required; "[GPU]": words that may be given
  Takes takes = Takes::nothing;
  std::string type;  // what a value is, like "FILE" or "GPU,...": see completion/value_candidates.hpp
  std::string help;
  std::vector<std::string> words;  // all values that it may have; empty: others
};

struct DescribedCommand {
  std::string name;         // "catalog diff"; empty: the program itself
  std::string description;  // paragraphs, "Examples:" among them
  std::vector<DescribedOption> options;
  std::span<const Command> commands;  // that may follow its name
};

/// Thrown to print a help text and stop with status 0.
struct HelpRequest {
  DescribedCommand command;
  bool is_short = false;
};

/// Whether a value may be several, with commas between them.
[[nodiscard]] inline bool takes_list(const DescribedOption& option) {
  return option.type.find(',') != std::string::npos;
}

/// What the command, or the one that `path` names below it, tells of itself.
[[nodiscard]] DescribedCommand described(const Command& command, std::span<const std::string> path = {});

// The names of an option, as it is added.

[[nodiscard]] inline bool is_positional(std::string_view names) { return !names.starts_with('-'); }
[[nodiscard]] inline bool is_optional_positional(std::string_view names) { return names.starts_with('['); }
[[nodiscard]] inline bool is_required(std::string_view names) {
  return is_positional(names) && !is_optional_positional(names);
}

/// "ID" of "[ID]".
[[nodiscard]] inline std::string_view without_brackets(std::string_view names) {
  return is_optional_positional(names) ? names.substr(1, names.size() - 2) : names;
}

/// "--budget" of "-b,--budget".
[[nodiscard]] inline std::string_view long_name(std::string_view names) {
  return names.substr(names.rfind(',') + 1);  // npos + 1 is 0
}

/// "budget" of "-b,--budget".
[[nodiscard]] std::string_view bare_name(std::string_view names);

/// The options under each title of the help that has any, in the order of the help; without the words.
struct OptionGroup {
  std::string_view title;
  std::vector<const DescribedOption*> options;
};
[[nodiscard]] std::vector<OptionGroup> groups_of(const DescribedCommand& command);

/// The words that the command is asked about.
[[nodiscard]] std::vector<const DescribedOption*> positionals_of(const DescribedCommand& command);

}  // namespace gpuadvisor::cli
