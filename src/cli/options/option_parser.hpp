#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/command.hpp"
#include "cli/help/described_command.hpp"
#include "cli/words/typed_words.hpp"
#include "core/text.hpp"
#include "report/sheet.hpp"

namespace gpuadvisor::cli {

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
    const auto store = [&value, from, names](const std::vector<std::string>& given) {
      value = from(long_name(names), given.front());
    };
    add({names, Takes::one, type, help, store, words_of(from)});
  }
  /// Values that `from` makes of what is given each time.
  template <class T, class From>
  void add_each(std::string_view names, std::vector<T>& values, std::string_view type, std::string_view help,
                From from) {
    const auto store = [&values, from, names](const std::vector<std::string>& given) {
      for (const std::string& text : given) values.push_back(from(long_name(names), text));
    };
    add({names, Takes::many, type, help, store, words_of(from)});
  }
  /// Values that `from` makes of the texts between commas of what is given each time.
  template <class T, class From>
  void add_list(std::string_view names, std::vector<T>& values, std::string_view type, std::string_view help,
                From from) {
    const auto store = [&values, from, names](const std::vector<std::string>& given) {
      for (const std::string& list : given) {
        for (const auto item : split(list, ',')) values.push_back(from(long_name(names), item));
      }
    };
    add({names, Takes::many, type, help, store, words_of(from)});
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
  /// How much of an answer is asked for: --explain, or --explain FACT, one of `facts`. Any other word after it stands
  /// for itself.
  void add_explain(Depth& depth, std::span<const std::string_view> facts, std::string_view help);

  /// The first of the options added from here on that is given puts its name there; null: of none.
  void name_first_given(std::string_view* name) { m_first_given = name; }

  /// The help names these commands too, which may follow the command's name instead of options.
  void name_commands(std::span<const Command> commands) { m_commands = commands; }

  /// Words that stand for options are taken as such, wherever the command takes words (cli/words); what was guessed of
  /// them is added to `notes`.
  void understand_words(std::vector<std::string>& notes) { m_notes = &notes; }

  /// Stores what was given. Throws HelpRequest, in short for -h, or UsageError.
  void parse(Arguments given);

 private:
  using Store = std::function<void(const std::vector<std::string>& given)>;
  struct Option {
    std::string_view names;
    Takes takes;
    std::string_view type;
    std::string_view help;  // empty: the words are told
    Store store = {};
    std::vector<std::string_view> words = {};
    std::string_view* first_given = nullptr;
    bool* flag = nullptr;
  };

  /// The words that `from` takes, where it tells them: all others are refused.
  template <class From>
  static std::vector<std::string_view> words_of(const From& from) {
    if constexpr (requires { from.words(); }) {
      const auto words = from.words();
      return {words.begin(), words.end()};
    } else {
      return {};
    }
  }

  void add(Option option);
  [[nodiscard]] TakesWords takes_words() const;
  [[nodiscard]] std::vector<std::string> understood(std::vector<std::string> arguments);
  [[nodiscard]] DescribedCommand described() const;
  [[nodiscard]] bool knows(std::string_view name) const;
  static void store(const Option& option, const std::vector<std::string>& given);
  /// An option called `name`; null for a flag and for a name that is unknown.
  [[nodiscard]] const Option* option_with_value(std::string_view name) const;
  /// Whether an option has no value here: it may have one, and the next word is none of its values.
  [[nodiscard]] bool stands_alone(std::string_view name, std::string_view next) const;
  /// Throws UsageError for what CLI11 would misread, or be slow to read.
  void refuse_unreadable(Arguments arguments) const;
  [[nodiscard]] std::string expected_positionals() const;
  [[nodiscard]] std::vector<std::string_view> long_names() const;

  std::string_view m_command;
  std::string_view m_description;
  std::vector<Option> m_options;
  std::span<const Command> m_commands;
  std::string_view* m_first_given = nullptr;
  std::vector<std::string>* m_notes = nullptr;
};

}  // namespace gpuadvisor::cli
