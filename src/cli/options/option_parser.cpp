#include "option_parser.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iterator>

#include "core/contains.hpp"
#include "core/text.hpp"
#include "gpuadvisor/core/error.hpp"
#include "named_value.hpp"
#include "report/mapped.hpp"
#include "synonyms.hpp"

namespace gpuadvisor::cli {
namespace {

/// A word as CLI11 gets it, which would split one in brackets like a list. No argument of a program has the mark
/// itself.
std::string marked(std::string_view word) {
  return (word.starts_with('[') ? std::string(1, '\0') : "") + std::string(word);
}
std::string unmarked(const std::string& word) { return word.starts_with('\0') ? word.substr(1) : word; }

/// Whether an argument may give the option `name`: "--limit", "--limit=5"; "-n", "-n5", "-qn5".
bool may_give(std::string_view argument, std::string_view name) {
  const bool has_letters = argument.starts_with('-') && !argument.starts_with("--");
  if (has_letters && name.size() == 2) return argument.find(name[1]) != std::string_view::npos;
  return argument.substr(0, argument.find('=')) == name;
}

/// Whether the arguments may give an option of these names, or a word for it.
bool may_be_given(std::string_view names, Arguments arguments) {
  if (is_positional(names)) return true;
  const auto each = split(names, ',');
  return std::any_of(arguments.begin(), arguments.end(), [&](std::string_view argument) {
    return std::any_of(each.begin(), each.end(), [&](std::string_view name) { return may_give(argument, name); });
  });
}

/// An empty value is refused: it would look as if the option had not been given.
[[noreturn]] void refuse_empty(std::string_view name) {
  throw UsageError(fmt::format("{}: expected a value, found an empty one", name));
}

}  // namespace

void OptionParser::add(std::string_view names, std::string& value, std::string_view type, std::string_view help) {
  add(names, value, type, help, as_typed);
}

void OptionParser::add(std::string_view names, std::vector<std::string>& values, std::string_view type,
                       std::string_view help) {
  add_each(names, values, type, help, as_typed);
}

void OptionParser::add_list(std::string_view names, std::vector<std::string>& values, std::string_view type,
                            std::string_view help) {
  add_list(names, values, type, help, as_typed);
}

void OptionParser::add_flag(std::string_view names, bool& value, std::string_view help) {
  add({names, Takes::nothing, "", help});
  m_options.back().flag = &value;
}

void OptionParser::add_optional(std::string_view names, std::string& value, bool& is_alone, std::string_view type,
                                std::string_view help) {
  add({names, Takes::one_or_none, type, help, [&value, &is_alone](const std::vector<std::string>& given) {
         value = given.front();
         is_alone = value.empty();
       }});
}

void OptionParser::add_explain(Depth& depth, std::span<const std::string_view> facts, std::string_view help) {
  add({"--explain",
       Takes::one_or_none,
       "FACT",
       help,
       [&depth](const std::vector<std::string>& given) {
         depth = {true, given.front()};
       },
       {facts.begin(), facts.end()}});
}

void OptionParser::add(Option option) {
  option.first_given = m_first_given;
  m_options.push_back(std::move(option));
}

bool OptionParser::knows(std::string_view name) const {
  return std::any_of(m_options.begin(), m_options.end(), [name](const Option& one) {
    const auto names = split(one.names, ',');
    return !is_positional(one.names) && contains(names, name);
  });
}

DescribedCommand OptionParser::described() const {
  DescribedCommand command{std::string(m_command), std::string(m_description), {}, m_commands};
  for (const Option& option : m_options) {
    command.options.push_back({std::string(option.names),
                               option.takes,
                               std::string(option.type),
                               option.help.empty() ? joined(option.words, ", ") : std::string(option.help),
                               {option.words.begin(), option.words.end()}});
  }
  return command;
}

void OptionParser::parse(Arguments given) {
  const auto is_one_of = [given](std::string_view wanted) {
    return std::any_of(given.begin(), given.end(), [wanted](std::string_view word) { return word == wanted; });
  };
  if (is_one_of("--help")) throw HelpRequest{described()};
  const bool asks_in_words = m_notes != nullptr && given.size() == 1 && is_one_of("help");
  if (is_one_of("-h") || asks_in_words) throw HelpRequest{described(), true};
  const std::vector<std::string> spelt =
      understood(without_synonyms(given, [this](std::string_view name) { return knows(name); }));
  const auto words = mapped(spelt, [](const std::string& word) { return word.c_str(); });
  const Arguments arguments(words);
  refuse_unreadable(arguments);
  CLI::App app{"", "gpuadvisor"};
  app.set_help_flag();
  // CLI11 compares each option with all before it: it gets those that may be given.
  std::vector<const CLI::Option*> registered;
  for (const Option& option : m_options) {
    if (!may_be_given(option.names, arguments)) {
      registered.push_back(nullptr);
      continue;
    }
    const std::string names(without_brackets(option.names));
    if (option.flag != nullptr) {
      registered.push_back(app.add_flag(names, *option.flag));
      continue;
    }
    CLI::Option* added = app.add_option(names, CLI::callback_t());
    if (option.takes == Takes::one_or_none) added->expected(0, 1);
    if (option.takes == Takes::many) {
      added->expected(1, CLI::detail::expected_max_vector_size)->required(is_required(option.names));
      added->allow_extra_args(is_positional(option.names));  // options take one value each time
    }
    registered.push_back(added);
  }
  try {
    std::vector<std::string> reversed;
    for (std::size_t i = arguments.size(); i-- > 0;) {
      const std::string_view after = i + 1 < arguments.size() ? arguments[i + 1] : std::string_view();
      if (!after.empty() && stands_alone(arguments[i], after)) reversed.emplace_back();
      reversed.push_back(marked(arguments[i]));
    }
    app.parse(reversed);
  } catch (const CLI::ExtrasError&) {
    const auto remaining = app.remaining();
    const auto first = std::find_if(remaining.begin(), remaining.end(), [](const auto& word) { return word != "--"; });
    const std::string extra = first == remaining.end() ? "--" : unmarked(*first);
    const std::string name = extra.substr(0, extra.find('='));
    const std::string_view kind = extra.starts_with('-') ? "unknown option" : "unexpected argument";
    const std::string_view instead = instead_of(name);
    throw UsageError(
        fmt::format("{} \"{}\"{}", kind, printable(extra),
                    instead.empty() ? did_you_mean(name, long_names()) : fmt::format("; use {}", instead)));
  } catch (const CLI::ArgumentMismatch& error) {
    const std::string_view message = error.what();  // "--budget: 1 required USD missing" and the like
    throw UsageError(fmt::format("{}: expected one value", printable(message.substr(0, message.find(':')))));
  } catch (const CLI::RequiredError&) {
    const bool wants_gpus = takes_words() == TakesWords::gpus;
    throw UsageError(wants_gpus ? fmt::format("name a GPU, like `gpuadvisor {} 3090`", m_command)
                                : "expected " + expected_positionals());
  } catch (const CLI::ParseError& error) {
    throw UsageError(printable(error.what()));
  }
  for (std::size_t i = 0; i < m_options.size(); ++i) {
    if (registered[i] == nullptr) continue;
    std::vector<std::string> results = registered[i]->results();
    std::transform(results.begin(), results.end(), results.begin(), unmarked);
    if (!results.empty()) store(m_options[i], results);
  }
}

TakesWords OptionParser::takes_words() const {
  const auto words = std::find_if(m_options.begin(), m_options.end(),
                                  [](const Option& option) { return is_positional(option.names); });
  if (words == m_options.end()) return knows("--budget") ? TakesWords::nothing : TakesWords::as_given;
  constexpr auto k_gpus = std::to_array<std::string_view>({"GPU", "[GPU]", "[GPUS]"});
  if (contains(k_gpus, words->names)) return TakesWords::gpus;
  return words->names == "[MODEL]" ? TakesWords::model : TakesWords::as_given;
}

std::vector<std::string> OptionParser::understood(std::vector<std::string> arguments) {
  if (m_notes == nullptr) return arguments;
  WordsOf line{m_command, takes_words(), [this](std::string_view name) { return knows(name); }};
  std::vector<std::string> options;
  std::vector<std::string> words;
  const auto is_option = [](const std::string& text) { return text.size() > 1 && text.starts_with('-'); };
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    if (argument == "--" || argument.empty()) return arguments;
    if (!is_option(argument)) {
      words.push_back(argument);
      continue;
    }
    const std::string name = argument.substr(0, argument.find('='));
    if (name.starts_with("--") && !knows(name)) return arguments;  // it is refused
    const Option* const option = option_with_value(name);
    line.given.emplace_back(option == nullptr ? name : long_name(option->names));
    const bool has_value_behind = name == argument && i + 1 < arguments.size() && !is_option(arguments[i + 1]) &&
                                  !stands_alone(name, arguments[i + 1]);
    if (option == nullptr || (name == argument && !has_value_behind)) {
      options.push_back(argument);
      continue;
    }
    const std::string value = has_value_behind ? arguments[++i] : argument.substr(name.size() + 1);
    if (value.empty()) return arguments;  // it is refused
    const auto begin = arguments.begin() + static_cast<std::ptrdiff_t>(i) + 1;
    const UnderstoodValue meant =
        understood_value(line.given.back(), value, {begin, std::find_if(begin, arguments.end(), is_option)}, line);
    options.insert(options.end(), meant.arguments.begin(), meant.arguments.end());
    m_notes->insert(m_notes->end(), meant.notes.begin(), meant.notes.end());
    i += meant.words;
  }
  const bool has_own_names = line.takes == TakesWords::gpus && contains(line.given, "--catalog");
  if (contains(line.given, "--list") || has_own_names || !is_sentence(words)) line.takes = TakesWords::as_given;
  if (line.takes != TakesWords::as_given && !words.empty()) {
    UnderstoodWords meant = understood_words(words, line);
    words = std::move(meant.arguments);
    m_notes->insert(m_notes->end(), meant.notes.begin(), meant.notes.end());
  }
  words.insert(words.end(), options.begin(), options.end());
  return words;
}

void OptionParser::store(const Option& option, const std::vector<std::string>& given) {
  const auto name = without_brackets(long_name(option.names));
  if (option.first_given != nullptr && option.first_given->empty()) *option.first_given = name;
  if (option.takes == Takes::nothing) return;  // CLI11 stores flags
  const bool has_empty = contains(given, "");
  if (has_empty && option.takes != Takes::one_or_none) refuse_empty(name);
  option.store(given);
}

const OptionParser::Option* OptionParser::option_with_value(std::string_view name) const {
  const auto option = std::find_if(m_options.begin(), m_options.end(), [&](const Option& one) {
    const auto names = split(one.names, ',');
    return !is_positional(one.names) && one.takes != Takes::nothing && contains(names, name);
  });
  return option == m_options.end() ? nullptr : &*option;
}

bool OptionParser::stands_alone(std::string_view name, std::string_view next) const {
  const Option* const option = option_with_value(name);
  return option != nullptr && option->takes == Takes::one_or_none && !option->words.empty() &&
         !contains(option->words, next);
}

void OptionParser::refuse_unreadable(Arguments arguments) const {
  constexpr std::size_t k_longest = 8192;  // bytes; CLI11 takes the square of the time for bundled short options
  std::string_view before;
  for (const std::string_view argument : arguments) {
    const auto name = argument.substr(0, argument.find('='));
    if (argument.size() > k_longest && argument.starts_with('-') && option_with_value(name) == nullptr) {
      throw UsageError(fmt::format("an argument of more than {} bytes: \"{}\"", k_longest, printable(argument)));
    }
    // CLI11 would take the next word for the value of "--name=".
    const bool is_empty = argument.starts_with("--") && name.size() + 1 == argument.size();
    if (is_empty && option_with_value(name) != nullptr) refuse_empty(name);
    if (argument.empty() && option_with_value(before) != nullptr) refuse_empty(before);
    before = argument;
  }
}

std::string OptionParser::expected_positionals() const {
  constexpr std::string_view k_examples = "Examples:\n  ";
  std::vector<std::string> names;
  for (const Option& option : m_options) {
    if (is_required(option.names)) names.emplace_back(option.names);
  }
  const auto example = m_description.substr(m_description.find(k_examples) + k_examples.size());
  return fmt::format("{}, like `{}`", enumeration(names), example.substr(0, example.find('\n')));
}

std::vector<std::string_view> OptionParser::long_names() const {
  std::vector<std::string_view> found;
  for (const Option& option : m_options) {
    for (const auto name : split(option.names, ',')) {
      if (name.starts_with("--")) found.push_back(name);
    }
  }
  return found;
}

}  // namespace gpuadvisor::cli
