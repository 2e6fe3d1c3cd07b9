#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/file_writer.hpp"
#include "cli/help/man_page.hpp"
#include "cli/options/option_parser.hpp"
#include "cli/program.hpp"
#include "core/text.hpp"
#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "gpuadvisor/core/error.hpp"
#include "report/mapped.hpp"

namespace gpuadvisor::cli {
namespace {

constexpr std::string_view k_summary = "which GPU to get for deep learning";

/// A manual page.
struct Page {
  std::string name;  // of the command: "catalog diff"
  std::string text;
};

Edition edition() {
  const auto day = embedded_catalog().as_of();
  return {GPUADVISOR_VERSION, day ? text(*day) : ""};
}

std::vector<std::string> names_of(std::span<const Command> commands, std::string_view prefix) {
  return mapped(commands, [&](const Command& one) { return fmt::format("{}{}", prefix, one.name); });
}

/// The pages of a command, which `path` names below `first`, and of those that may follow it.
void add_pages(const Command& first, const Command& command, std::vector<std::string> path, std::vector<Page>& pages) {
  const DescribedCommand told = described(first, path);
  const std::string name = path.empty() ? std::string(first.name) : fmt::format("{} {}", first.name, path.back());
  std::vector<std::string> related = {""};
  if (!path.empty()) related.emplace_back(first.name);
  for (auto& below : names_of(told.commands, name + ' ')) related.push_back(std::move(below));
  pages.push_back({name, man_page(told, command.summary, edition(), related)});
  for (const Command& below : told.commands) add_pages(first, below, {std::string(below.name)}, pages);
}

std::vector<Page> all_pages() {
  std::vector<Page> pages = {{"", man_page(described_program(), k_summary, edition(), names_of(commands(), ""))}};
  for (const Command& command : commands()) add_pages(command, command, {}, pages);
  return pages;
}

/// Throws UsageError with the nearest name.
const Page& page_of(std::string_view name, const std::vector<Page>& pages) {
  for (const Page& page : pages) {
    if (page.name == name) return page;
  }
  const auto known = mapped(pages, [](const Page& page) { return std::string_view(page.name); });
  throw UsageError(fmt::format("COMMAND: no command is called \"{}\"{}", printable(name), did_you_mean(name, known)));
}

Outcome written(const std::vector<Page>& pages, const std::filesystem::path& folder) {
  for (const Page& page : pages) {
    (void)write_if_changed((folder / (page_name(page.name) + ".1")).string(), page.text);
  }
  return {fmt::format("{}: {} pages\n", printable(folder.generic_string()), pages.size()), "", k_answered};
}

}  // namespace

Outcome run_man(Arguments arguments) {
  std::vector<std::string> words;
  std::string folder;
  OptionParser parser("man",
                      "Print the manual page of the program or of a command, in the format of `man`.\n"
                      "Packages include them: `man gpuadvisor-recommend`.\n\n"
                      "Examples:\n"
                      "  gpuadvisor man | man -l -\n"
                      "  gpuadvisor man recommend | man -l -\n"
                      "  gpuadvisor man --into ~/.local/share/man/man1\n");
  parser.add("[COMMAND]", words, "", "The command (default: the program itself)");
  parser.add("--into", folder, "DIR", "Write all pages into this folder");
  parser.parse(arguments);
  const auto pages = all_pages();
  if (folder.empty()) return {page_of(fmt::format("{}", fmt::join(words, " ")), pages).text, "", k_answered};
  if (!words.empty()) throw UsageError("--into writes all pages: leave out COMMAND");
  return written(pages, folder);
}

}  // namespace gpuadvisor::cli
