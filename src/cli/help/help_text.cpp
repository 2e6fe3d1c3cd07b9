#include "help_text.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <utility>

#include "core/contains.hpp"
#include "core/text.hpp"
#include "gpuadvisor/report/table.hpp"
#include "help_groups.hpp"

namespace gpuadvisor::cli {
namespace {

/// The first paragraph and the first examples of a help text.
std::string short_description(std::string_view text) {
  constexpr std::size_t k_shown = 3;
  std::string found = std::string(text.substr(0, text.find("\n\n"))) + '\n';
  const auto at = text.find("Examples:\n");
  if (at == std::string_view::npos) return found;
  const auto lines = split(text.substr(at), '\n');
  for (std::size_t i = 1; i < lines.size() && i <= k_shown && !lines[i].empty(); ++i) {
    found += fmt::format("{}  {}\n", i == 1 ? "\n" : "", lines[i]);
  }
  return found;
}

constexpr std::size_t k_width = 80;
constexpr std::size_t k_names_width = 30;  // of options in the long help

/// A text of one line as lines of `width` with `indent` blanks before all but the first.
std::string hanging(std::string_view text, std::size_t width, std::size_t indent) {
  const std::string lines = wrapped(text, width);
  std::string found;
  for (const auto line : split(std::string_view(lines).substr(0, lines.find_last_not_of('\n') + 1), '\n')) {
    found += (found.empty() ? "" : '\n' + std::string(indent, ' ')) + std::string(line);
  }
  return found;
}

void add(CLI::App& app, const DescribedOption& option, std::string_view group) {
  const std::string names(without_brackets(option.names));
  CLI::Option* added = option.takes == Takes::nothing ? app.add_flag(names) : app.add_option(names, CLI::callback_t());
  added->description(hanging(meaning_of(option), k_width - k_names_width, 0))
      ->type_name(option.type)
      ->group(std::string(group));
  if (option.takes == Takes::one_or_none) added->expected(0, 1);
  if (option.takes == Takes::many) {
    if (!takes_list(option)) added->expected(1, CLI::detail::expected_max_vector_size);
    added->required(is_required(option.names));
  }
}

/// What the command is for, and the commands that may follow it.
std::string description(const DescribedCommand& command) {
  if (command.commands.empty()) return command.description;
  return fmt::format("{}{}Commands of `gpuadvisor {}`:\n{}", command.description,
                     command.description.ends_with('\n') ? "\n" : "\n\n", command.name, summaries(command.commands));
}

std::string short_help(const DescribedCommand& command, std::size_t most) {
  std::vector<std::pair<std::size_t, const DescribedOption*>> ranked;
  for (const auto& group : groups_of(command)) {
    for (const auto* option : group.options) ranked.emplace_back(short_help_rank(bare_name(option->names)), option);
  }
  auto kept = ranked;
  std::stable_sort(kept.begin(), kept.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  kept.resize(std::min(kept.size(), most));
  std::erase_if(ranked, [&](const auto& one) { return !contains(kept, one); });
  std::size_t width = 0;
  const auto left = [](const DescribedOption& option) {
    return fmt::format("  {}{}{}", option.names, option.type.empty() ? "" : " ", option.type);
  };
  for (const auto& [rank, option] : ranked) width = std::max(width, left(*option).size());
  std::string text = short_description(command.description) + '\n';
  for (const auto& [rank, option] : ranked) {
    text += fmt::format("{:<{}}  {}\n", left(*option), width, hanging(option->help, k_width - width - 2, width + 2));
  }
  return text + fmt::format("\nAll options: gpuadvisor {} --help\n", command.name);
}

}  // namespace

std::string meaning_of(const DescribedOption& option) {
  if (option.words.size() <= 12 || option.words.size() > 60) return option.help;
  return fmt::format("{}. All: {}", option.help, fmt::join(option.words, ", "));
}

std::string full_help(const DescribedCommand& command) {
  if (command.options.empty()) return description(command);
  CLI::App app{description(command), "gpuadvisor " + command.name};
  app.get_formatter()->column_width(k_names_width);
  app.set_help_flag();
  for (const auto* option : positionals_of(command)) add(app, *option, help_titles().front());
  for (const auto& group : groups_of(command)) {
    for (const auto* option : group.options) add(app, *option, group.title);
  }
  std::string text = app.help();
  for (auto at = text.find("\n\n\n"); at != std::string::npos; at = text.find("\n\n\n", at)) text.erase(at, 1);
  return text;
}

std::string short_help(const DescribedCommand& command) {
  if (command.options.empty()) return full_help(command);
  constexpr std::ptrdiff_t k_lines = 24;
  std::string text;
  for (std::size_t most = k_most_in_short_help; most > 0; --most) {
    text = short_help(command, most);
    if (std::count(text.begin(), text.end(), '\n') <= k_lines) break;
  }
  return text;
}

std::string summaries(std::span<const Command> commands) {
  std::size_t width = 10;
  for (const Command& command : commands) width = std::max(width, command.name.size());
  std::string text;
  for (const Command& command : commands) text += fmt::format("  {:<{}}  {}\n", command.name, width, command.summary);
  return text;
}

}  // namespace gpuadvisor::cli
