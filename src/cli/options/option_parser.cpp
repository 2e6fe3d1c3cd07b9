#include "option_parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <istream>
#include <ostream>

// CLI11 includes <iostream>, whose static initialisation makes every start a tenth longer. Nothing here uses its
// streams, so with this standard library the header is left out and the names that CLI11 mentions are declared.
#if defined(__GLIBCXX__) && !defined(_GLIBCXX_IOSTREAM)
// NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp,cert-dcl58-cpp)
#define _GLIBCXX_IOSTREAM 1
namespace std {
extern istream cin;
extern ostream cout;
extern ostream cerr;
}  // namespace std
// NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp,cert-dcl58-cpp)
#endif
#include <CLI/CLI.hpp>

#include "core/text.hpp"
#include "gpuadvisor/core/error.hpp"

namespace gpuadvisor::cli {
namespace {

bool is_positional(std::string_view names) { return !names.starts_with('-'); }
bool is_optional_positional(std::string_view names) { return names.starts_with('['); }
bool is_required(std::string_view names) { return is_positional(names) && !is_optional_positional(names); }

/// "ID" of "[ID]".
std::string_view without_brackets(std::string_view names) {
  return is_optional_positional(names) ? names.substr(1, names.size() - 2) : names;
}

void register_option(CLI::App& app, const std::string& names, const std::string& help, const std::string& type,
                     bool* value) {
  app.add_flag(names, *value, help)->type_name(type);
}

void register_option(CLI::App& app, const std::string& names, const std::string& help, const std::string& type,
                     std::string* value) {
  app.add_option(names, *value, help)->type_name(type);
}

void register_option(CLI::App& app, const std::string& names, const std::string& help, const std::string& type,
                     std::vector<std::string>* values) {
  auto* option = app.add_option(std::string(without_brackets(names)), *values, help);
  if (is_positional(names)) {
    option->required(is_required(names))->type_name("");
  } else {
    option->type_name(type)->allow_extra_args(false);
  }
}

void register_option(CLI::App& app, const std::string& names, const std::string& help, const std::string& type,
                     const auto& optional) {
  app.add_option(names, *optional.value, help)->type_name(type)->expected(0, 1);
}

/// An empty value is refused: it would look as if the option had not been given.
[[noreturn]] void refuse_empty(std::string_view name) {
  throw UsageError(fmt::format("{}: expected a value, found an empty one", name));
}

bool is_last_or_before_option(Arguments arguments) {
  return arguments.size() == 1 || std::string_view(arguments[1]).starts_with('-');
}

}  // namespace

void OptionParser::add(std::string_view names, std::string& value, std::string_view type, std::string_view help) {
  m_options.push_back({names, type, help, &value, value});
}

void OptionParser::add(std::string_view names, std::vector<std::string>& values, std::string_view type,
                       std::string_view help) {
  m_options.push_back({names, type, help, &values});
}

void OptionParser::add_flag(std::string_view names, bool& value, std::string_view help) {
  m_options.push_back({names, "", help, &value});
}

void OptionParser::add_optional(std::string_view names, std::string& value, bool& is_alone, std::string_view type,
                                std::string_view help) {
  m_options.push_back({names, type, help, OptionalValue{&value, &is_alone}});
}

void OptionParser::parse(Arguments arguments) {
  if (!parse_plain(arguments)) parse_all(arguments);
}

const OptionParser::Option* OptionParser::find(std::string_view name) const {
  const auto called = [name](const Option& option) {
    const auto comma = option.names.find(',');
    return name == option.names.substr(0, comma) ||
           (comma != std::string_view::npos && name == option.names.substr(comma + 1));
  };
  const auto option = std::find_if(m_options.begin(), m_options.end(), called);
  return option == m_options.end() ? nullptr : &*option;
}

bool OptionParser::is_repeatable(const Option& option) {
  return std::holds_alternative<std::vector<std::string>*>(option.target);
}

void OptionParser::reset(const Option& option) {
  if (auto* const* flag = std::get_if<bool*>(&option.target)) {
    **flag = false;
  } else if (auto* const* list = std::get_if<std::vector<std::string>*>(&option.target)) {
    (*list)->clear();
  } else if (const auto* optional = std::get_if<OptionalValue>(&option.target)) {
    optional->value->clear();
    *optional->is_alone = false;
  } else {
    *std::get<std::string*>(option.target) = option.preset;
  }
}

void OptionParser::store(const Option& option, std::string_view value) {
  if (auto* const* list = std::get_if<std::vector<std::string>*>(&option.target)) {
    (*list)->emplace_back(value);
  } else if (const auto* optional = std::get_if<OptionalValue>(&option.target)) {
    *optional->value = value;
  } else {
    *std::get<std::string*>(option.target) = value;
  }
}

bool OptionParser::parse_plain(Arguments arguments) {
  std::vector<const Option*> given;
  const auto is_given = [&](const Option& option) {
    return std::find(given.begin(), given.end(), &option) != given.end();
  };
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string_view argument = arguments[i];
    const bool is_long = argument.starts_with("--");
    const bool is_short = !is_long && argument.size() > 1 && argument.front() == '-';
    if (!is_long && !is_short) {
      const auto positional = std::find_if(m_options.begin(), m_options.end(),
                                           [](const Option& option) { return is_positional(option.names); });
      if (positional == m_options.end() || argument.empty()) return false;
      std::get<std::vector<std::string>*>(positional->target)->emplace_back(argument);
      given.push_back(&*positional);
      continue;
    }
    const auto equals = is_long ? argument.find('=') : std::string_view::npos;
    const Option* option = find(argument.substr(0, equals));
    if (option == nullptr || is_positional(option->names)) return false;
    if (bool* const* flag = std::get_if<bool*>(&option->target)) {
      if (equals != std::string_view::npos || is_given(*option)) return false;
      **flag = true;
    } else if (const auto* optional = std::get_if<OptionalValue>(&option->target);
               optional != nullptr && equals == std::string_view::npos &&
               is_last_or_before_option(arguments.subspan(i))) {
      if (is_given(*option)) return false;
      *optional->is_alone = true;
    } else {
      if (equals == std::string_view::npos && ++i == arguments.size()) return false;
      const std::string_view value = equals == std::string_view::npos ? arguments[i] : argument.substr(equals + 1);
      if (value.empty()) refuse_empty(argument.substr(0, equals));
      if (value.front() == '-' && value.size() > 1) return false;
      if (is_given(*option) && !is_repeatable(*option)) return false;
      store(*option, value);
    }
    given.push_back(option);
  }
  return std::all_of(m_options.begin(), m_options.end(),
                     [&](const Option& option) { return !is_required(option.names) || is_given(option); });
}

void OptionParser::parse_all(Arguments arguments) {
  constexpr std::size_t k_longest = 8192;  // bytes; CLI11 takes the square of the time for bundled short options
  for (const std::string_view argument : arguments) {
    if (argument.size() > k_longest) {
      throw UsageError(fmt::format("an argument of more than {} bytes: \"{}\"", k_longest, printable(argument)));
    }
    const bool is_empty = argument.starts_with("--") && argument.ends_with('=');
    const Option* option = is_empty ? find(argument.substr(0, argument.size() - 1)) : nullptr;
    if (option != nullptr && !std::holds_alternative<bool*>(option->target)) refuse_empty(option->names);
  }
  CLI::App app{std::string(m_description), "gpuadvisor " + std::string(m_command)};
  app.get_formatter()->column_width(30);
  for (const Option& option : m_options) {
    reset(option);
    std::visit(
        [&](const auto& target) {
          register_option(app, std::string(option.names), std::string(option.help), std::string(option.type), target);
        },
        option.target);
  }
  std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
  try {
    app.parse(reversed);
  } catch (const CLI::CallForHelp&) {
    throw HelpRequest{app.help()};
  } catch (const CLI::ExtrasError&) {
    const auto remaining = app.remaining();
    const auto first = std::find_if(remaining.begin(), remaining.end(), [](const auto& word) { return word != "--"; });
    const std::string extra = first == remaining.end() ? "--" : *first;
    const std::string_view kind = extra.starts_with('-') ? "unknown option" : "unexpected argument";
    throw UsageError(fmt::format("{} \"{}\"{}", kind, printable(extra),
                                 did_you_mean(extra.substr(0, extra.find('=')), long_names())));
  } catch (const CLI::ArgumentMismatch& error) {
    const std::string_view message = error.what();  // "--budget: 1 required USD missing" and the like
    throw UsageError(fmt::format("{}: expected one value", printable(message.substr(0, message.find(':')))));
  } catch (const CLI::RequiredError&) {
    throw UsageError("expected " + enumeration(positional_names()));
  } catch (const CLI::ParseError& error) {
    throw UsageError(printable(error.what()));
  }
  for (const Option& option : m_options) {
    if (const auto* optional = std::get_if<OptionalValue>(&option.target)) {
      const bool is_given = app.count(std::string(option.names.substr(0, option.names.find(',')))) > 0;
      *optional->is_alone = is_given && optional->value->empty();
    }
    const auto* values = std::get_if<std::vector<std::string>*>(&option.target);
    if (values != nullptr && std::find(values[0]->begin(), values[0]->end(), "") != values[0]->end()) {
      refuse_empty(without_brackets(option.names));
    }
  }
}

std::vector<std::string> OptionParser::positional_names() const {
  std::vector<std::string> found;
  for (const Option& option : m_options) {
    if (is_required(option.names)) found.emplace_back(option.names);
  }
  return found;
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
