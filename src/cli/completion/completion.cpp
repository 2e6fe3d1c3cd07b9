#include "completion.hpp"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "cli/help/described_command.hpp"
#include "cli/options/synonyms.hpp"
#include "core/contains.hpp"
#include "core/text.hpp"
#include "report/mapped.hpp"
#include "value_candidates.hpp"

namespace gpuadvisor::cli {
namespace {

using Words = std::vector<std::string>;

const Command* called_command(std::span<const Command> commands, std::string_view name) {
  const auto found = std::find_if(commands.begin(), commands.end(), [&](const auto& one) { return one.name == name; });
  return found == commands.end() ? nullptr : &*found;
}

void add(Completion& completion, std::string_view word, std::string_view meaning, std::string_view typed) {
  if (word.starts_with(typed)) completion.candidates.push_back({std::string(word), std::string(meaning)});
}

void add_commands(Completion& completion, std::span<const Command> commands, std::string_view typed) {
  for (const Command& command : commands) add(completion, command.name, command.summary, typed);
}

/// A command that is asked about, and the words after its name.
struct Called {
  DescribedCommand command;
  Words words;
};

/// That of the commands below the first as deep as the words name them.
Called called(const Command& first, Words words) {
  Words path;
  DescribedCommand command = described(first, path);
  while (!words.empty() && called_command(command.commands, words.front()) != nullptr) {
    path.push_back(words.front());
    words.erase(words.begin());
    command = described(first, path);
  }
  return {std::move(command), std::move(words)};
}

/// What the words after the command's name leave to be asked for.
struct Reading {
  std::set<const DescribedOption*> given;
  const DescribedOption* waiting = nullptr;  // for its value
  bool takes_options = true;                 // no "--" came before
  bool has_words = false;                    // that are no options
};

const DescribedOption* option_called(const DescribedCommand& command, std::string_view name) {
  for (const DescribedOption& option : command.options) {
    const auto names = split(std::string_view(option.names), ',');
    if (!is_positional(option.names) && contains(names, name)) return &option;
  }
  return nullptr;
}

Reading reading_of(const DescribedCommand& command, const Words& words) {
  Reading reading;
  const auto pointers = mapped(words, [](const std::string& word) { return word.c_str(); });
  const auto knows = [&](std::string_view name) { return option_called(command, name) != nullptr; };
  for (const std::string& word : without_synonyms(pointers, knows)) {
    const bool is_option = reading.takes_options && word.size() > 1 && word.starts_with('-');
    const bool is_value = reading.waiting != nullptr && !(is_option && reading.waiting->takes == Takes::one_or_none);
    if (is_value) {
      reading.waiting = nullptr;
    } else if (word == "--") {
      reading = {std::move(reading.given), nullptr, false, reading.has_words};
    } else if (is_option) {
      const auto sign = word.find('=');
      const auto* option = option_called(command, word.substr(0, sign));
      if (option != nullptr) reading.given.insert(option);
      const bool waits = option != nullptr && option->takes != Takes::nothing && sign == std::string::npos;
      reading.waiting = waits ? option : nullptr;
    } else {
      reading.has_words = true;
    }
  }
  return reading;
}

Completion options(const DescribedCommand& command, const Reading& reading, std::string_view typed) {
  Completion completion;
  for (const auto& group : groups_of(command)) {
    for (const DescribedOption* option : group.options) {
      if (option->takes != Takes::many && reading.given.contains(option)) continue;
      std::string meaning = option->help;
      std::replace(meaning.begin(), meaning.end(), '\n', ' ');
      for (const auto name : split(std::string_view(option->names), ',')) add(completion, name, meaning, typed);
    }
  }
  add(completion, "-h", "The usual options", typed);
  add(completion, "--help", "All options", typed);
  return completion;
}

Completion words_of_command(const DescribedCommand& command, const Reading& reading, std::string_view typed) {
  Completion found;
  const auto positionals = positionals_of(command);
  if (!positionals.empty()) found = value_completion(*positionals.front(), typed);
  if (!reading.has_words) add_commands(found, command.commands, typed);
  const bool takes_none = positionals.empty() && command.commands.empty();
  return takes_none && typed.empty() && reading.takes_options ? options(command, reading, typed) : found;
}

/// After "--format=" the values of the option.
Completion attached_value(const DescribedCommand& command, std::string_view typed) {
  const auto value = typed.find('=') + 1;
  const auto* option = option_called(command, typed.substr(0, value - 1));
  if (option == nullptr || option->takes == Takes::nothing) return {};
  Completion completion = value_completion(*option, typed.substr(value));
  for (Candidate& one : completion.candidates) one.word.insert(0, typed.substr(0, value));
  return completion;
}

Completion completion_of(const Called& called, std::string_view typed) {
  const Reading reading = reading_of(called.command, called.words);
  const bool is_option = reading.takes_options && typed.starts_with('-');
  if (reading.waiting != nullptr && !(is_option && reading.waiting->takes == Takes::one_or_none)) {
    return value_completion(*reading.waiting, typed);
  }
  if (!is_option) return words_of_command(called.command, reading, typed);
  return typed.find('=') == std::string_view::npos ? options(called.command, reading, typed)
                                                   : attached_value(called.command, typed);
}

Completion first_words(std::span<const Command> commands, std::string_view typed) {
  Completion found;
  if (typed.starts_with('-')) {
    add(found, "--help", "The commands, and how to ask", typed);
    add(found, "--version", "The version", typed);
    return found;
  }
  add_commands(found, commands, typed);
  add(found, "help", "All options of a command, or how to read answers", typed);
  return found;
}

}  // namespace

Completion completion(std::span<const Command> commands, std::span<const std::string> words, std::string_view typed) {
  const bool wants_help = !words.empty() && words.front() == "help";
  Words turned(words.begin() + (wants_help ? 1 : 0), words.end());
  if (turned.empty()) {
    Completion found = first_words(commands, typed);
    if (wants_help) std::erase_if(found.candidates, [](const Candidate& one) { return one.word == "help"; });
    if (wants_help) add(found, "reading", "What marks and figures mean", typed);
    return found;
  }
  const bool has_option_first = turned.front().starts_with('-');          // as in "--format json list"
  const auto end = has_option_first ? turned.end() : turned.begin() + 1;  // of where a command's name may stand
  const auto at =
      std::find_if(turned.begin(), end, [&](const auto& word) { return called_command(commands, word) != nullptr; });
  if (at == end) return has_option_first ? first_words(commands, typed) : Completion();
  std::rotate(turned.begin(), at, turned.end());
  Called asked = called(*called_command(commands, turned.front()), {turned.begin() + 1, turned.end()});
  if (!wants_help) return completion_of(asked, typed);
  Completion found;
  if (asked.words.empty()) add_commands(found, asked.command.commands, typed);
  return found;
}

}  // namespace gpuadvisor::cli
