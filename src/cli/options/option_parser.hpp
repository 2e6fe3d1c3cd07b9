#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/command.hpp"
#include "core/text.hpp"

namespace gpuadvisor::cli {

/// Thrown to print a help text and stop with status 0.
struct HelpRequest {
  std::string text;
};

/// The options of one command: CLI11 parses, here its errors are put into our words.
class OptionParser {
 public:
  /// `description` opens the help text.
  OptionParser(std::string_view command, std::string_view description)
      : m_command(command), m_description(description) {}

  /// `names` like "-b,--budget"; `type` stands in the help. `value` keeps what it is where the option is not given.
  void add(std::string_view names, std::string& value, std::string_view type, std::string_view help);
  /// The same of a value that `from` makes of the option's name and the text given; `from` throws UsageError.
  template <class T, class From>
  void add(std::string_view names, T& value, std::string_view type, std::string_view help, From from) {
    add(names, Takes::one, type, help, [&value, from, names](const std::vector<std::string>& given) {
      value = from(long_name(names), given.front());
    });
  }
  /// Values that `from` makes of what is given each time.
  template <class T, class From>
  void add_each(std::string_view names, std::vector<T>& values, std::string_view type, std::string_view help,
                From from) {
    add(names, Takes::many, type, help, [&values, from, names](const std::vector<std::string>& given) {
      for (const std::string& text : given) values.push_back(from(long_name(names), text));
    });
  }
  /// Values that `from` makes of the texts between commas of what is given each time.
  template <class T, class From>
  void add_list(std::string_view names, std::vector<T>& values, std::string_view type, std::string_view help,
                From from) {
    add(names, Takes::many, type, help, [&values, from, names](const std::vector<std::string>& given) {
      for (const std::string& list : given) {
        for (const auto item : split(list, ',')) values.push_back(from(long_name(names), item));
      }
    });
  }
  void add_list(std::string_view names, std::vector<std::string>& values, std::string_view type, std::string_view help);
  /// An option that may be repeated; under a bare word, the required words of the command, or under "[WORD]" those that
  /// may be given.
  void add(std::string_view names, std::vector<std::string>& values, std::string_view type, std::string_view help);
  void add_flag(std::string_view names, bool& value, std::string_view help);
  /// An option that may stand alone, last or before another option; `is_alone` tells that it did. A word after it is
  /// its value.
  void add_optional(std::string_view names, std::string& value, bool& is_alone, std::string_view type,
                    std::string_view help);

  /// The first of the options added from here on that is given puts its name there; null: of none.
  void name_first_given(std::string_view* name) { m_first_given = name; }

  /// Stores what was given. Throws HelpRequest, in short for -h, or UsageError.
  void parse(Arguments given);

 private:
  enum class Takes { nothing, one, one_or_none, many };
  using Store = std::function<void(const std::vector<std::string>& given)>;
  struct Option {
    std::string_view names;
    Takes takes;
    std::string_view type;
    std::string_view help;
    Store store;
    std::string_view* first_given;
    bool* flag = nullptr;
  };

  void add(std::string_view names, Takes takes, std::string_view type, std::string_view help, Store store);
  /// All options, in groups.
  [[nodiscard]] std::string help() const;
  /// Those that most people use, on one screen.
  [[nodiscard]] std::string short_help() const;
  [[nodiscard]] std::string short_help(std::size_t most) const;
  [[nodiscard]] std::vector<const Option*> by_group(std::string_view title) const;
  [[nodiscard]] bool knows(std::string_view name) const;
  static std::string_view long_name(std::string_view names);
  static std::string_view bare_name(std::string_view names);  // that without dashes
  static void store(const Option& option, const std::vector<std::string>& given);
  /// An option called `name`; null for a flag and for a name that is unknown.
  [[nodiscard]] const Option* option_with_value(std::string_view name) const;
  /// Throws UsageError for what CLI11 would misread, or be slow to read.
  void refuse_unreadable(Arguments arguments) const;
  [[nodiscard]] std::string expected_positionals() const;
  [[nodiscard]] std::vector<std::string_view> long_names() const;

  std::string_view m_command;
  std::string_view m_description;
  std::vector<Option> m_options;
  std::string_view* m_first_given = nullptr;
};

}  // namespace gpuadvisor::cli
