#include "man_page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/text.hpp"
#include "general_help.hpp"
#include "help_text.hpp"
#include "roff.hpp"

namespace gpuadvisor::cli {
namespace {

constexpr std::string_view k_program = "gpuadvisor";
constexpr std::string_view k_examples = "Examples:\n";
constexpr std::string_view k_exit_status = "Exit status";

/// The parts of a description, which stand in sections of their own.
struct Parts {
  std::string text;
  std::string examples;
  std::string exit_status;
};

Parts parts_of(std::string_view description) {
  Parts parts;
  while (!description.empty()) {
    const auto paragraph = description.substr(0, description.find("\n\n"));
    description.remove_prefix(std::min(description.size(), paragraph.size() + 2));
    if (paragraph.starts_with(k_examples)) {
      parts.examples = paragraph.substr(k_examples.size());
    } else if (paragraph.starts_with(k_exit_status)) {
      parts.exit_status = paragraph;
    } else {
      parts.text += std::string(paragraph) + "\n\n";
    }
  }
  return parts;
}

std::string section(std::string_view title, std::string_view text) {
  constexpr std::string_view k_paragraph = ".PP\n";
  if (text.starts_with(k_paragraph)) text.remove_prefix(k_paragraph.size());  // a section begins one
  return text.empty() ? std::string() : fmt::format(".SH {}\n{}", title, text);
}

std::string bold(std::string_view text) { return fmt::format("\\fB{}\\fR", roff(text)); }
std::string slanted(std::string_view text) { return fmt::format("\\fI{}\\fR", roff(text)); }

std::string command_line(std::string_view command) {
  return command.empty() ? std::string(k_program) : fmt::format("{} {}", k_program, command);
}

std::string synopsis(const DescribedCommand& command) {
  std::string text = bold(command_line(command.name));
  if (!groups_of(command).empty()) text += " [" + slanted("OPTION") + "]...";
  for (const DescribedOption* words : positionals_of(command)) {
    const std::string name = slanted(without_brackets(words->names));
    text += is_required(words->names) ? fmt::format(" {}...", name) : fmt::format(" [{}...]", name);
  }
  std::string lines = command.options.empty() ? "" : text + '\n';
  if (!command.commands.empty()) {
    const std::string other = fmt::format("{} {} ...\n", bold(command_line(command.name)), slanted("COMMAND"));
    lines += (lines.empty() ? "" : ".br\n") + other;
  }
  return lines;
}

/// "-b, --budget USD".
std::string tag_of(const DescribedOption& option) {
  std::string tag;
  for (const auto name : split(std::string_view(option.names), ',')) tag += (tag.empty() ? "" : ", ") + bold(name);
  if (option.takes == Takes::one_or_none) return fmt::format("{} [{}]", tag, slanted(option.type));
  return option.takes == Takes::nothing ? tag : fmt::format("{} {}", tag, slanted(option.type));
}

std::string options(const DescribedCommand& command) {
  std::string text;
  for (const DescribedOption* words : positionals_of(command)) {
    text += roff_item(slanted(without_brackets(words->names)), words->help);
  }
  for (const auto& group : groups_of(command)) {
    text += fmt::format(".SS {}\n", group.title);
    for (const DescribedOption* option : group.options) text += roff_item(tag_of(*option), meaning_of(*option));
  }
  return text;
}

std::string commands(const DescribedCommand& command) {
  std::string text;
  for (const Command& one : command.commands) text += roff_item(bold(one.name), one.summary);
  return text;
}

template <class Meanings>
std::string items(const Meanings& meanings) {
  std::string text;
  for (const auto& [name, meaning] : meanings) text += roff_item(bold(name), meaning);
  return text;
}

std::string exit_status(const Parts& parts) {
  constexpr std::string_view k_all = "Exit status: ";
  if (!parts.exit_status.starts_with(k_all)) return items(k_exit_statuses) + roff_paragraphs(parts.exit_status);
  return roff_paragraphs(std::string_view(parts.exit_status).substr(k_all.size()));
}

std::string see_also(const std::vector<std::string>& related) {
  std::string text;
  for (const auto& command : related) {
    text += fmt::format("{}.BR {} (1)", text.empty() ? "" : ",\n", roff(page_name(command)));
  }
  return text.empty() ? text : text + '\n';
}

}  // namespace

std::string page_name(std::string_view command) {
  std::string name = command_line(command);
  std::replace(name.begin(), name.end(), ' ', '-');
  return name;
}

std::string man_page(const DescribedCommand& command, std::string_view summary, const Edition& edition,
                     const std::vector<std::string>& related) {
  const std::string name = page_name(command.name);
  std::string title = name;
  std::transform(title.begin(), title.end(), title.begin(),
                 [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
  const Parts parts = parts_of(command.description);
  const bool is_program = command.name.empty();
  return fmt::format(".TH {} 1 {} \"{} {}\" \"Manual of {}\"\n", roff(title), edition.date, k_program, edition.version,
                     k_program) +
         section("NAME", fmt::format("{} \\- {}\n", roff(name), roff_prose(summary))) +
         section("SYNOPSIS", synopsis(command)) +
         section("DESCRIPTION", roff_paragraphs(is_program ? k_overview : std::string_view(parts.text))) +
         section("COMMANDS", commands(command)) + section("OPTIONS", options(command)) +
         section("EXAMPLES", parts.examples.empty() ? "" : roff_verbatim(parts.examples)) +
         section("READING AN ANSWER", is_program ? roff_verbatim(k_reading) : "") +
         section("EXIT STATUS", exit_status(parts)) + section("ENVIRONMENT", is_program ? items(k_environment) : "") +
         section("FILES", is_program ? roff_paragraphs(k_files) : "") + section("SEE ALSO", see_also(related));
}

}  // namespace gpuadvisor::cli
