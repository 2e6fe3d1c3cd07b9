#include "described_command.hpp"

#include <algorithm>
#include <utility>

#include "help_groups.hpp"
#include "report/mapped.hpp"

namespace gpuadvisor::cli {

DescribedCommand described(const Command& command, std::span<const std::string> path) {
  std::vector<const char*> words = mapped(path, [](const std::string& word) { return word.c_str(); });
  words.push_back("--help");
  try {
    (void)command.run(words);
  } catch (HelpRequest& request) {
    return std::move(request.command);
  }
  return {};
}

std::string_view bare_name(std::string_view names) {
  const auto name = long_name(names);
  return name.substr(std::min(name.find_first_not_of('-'), name.size()));
}

std::vector<OptionGroup> groups_of(const DescribedCommand& command) {
  std::vector<OptionGroup> groups;
  for (const auto title : help_titles()) {
    OptionGroup group{title, {}};
    for (const DescribedOption& option : command.options) {
      if (!is_positional(option.names) && help_group(bare_name(option.names)) == title) {
        group.options.push_back(&option);
      }
    }
    if (!group.options.empty()) groups.push_back(std::move(group));
  }
  return groups;
}

std::vector<const DescribedOption*> positionals_of(const DescribedCommand& command) {
  std::vector<const DescribedOption*> found;
  for (const DescribedOption& option : command.options) {
    if (is_positional(option.names)) found.push_back(&option);
  }
  return found;
}

}  // namespace gpuadvisor::cli
