#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "cli/command.hpp"

namespace gpuadvisor::cli {

/// Thrown to print a help text and stop with status 0.
struct HelpRequest {
  std::string text;
};

/// The options of one command. Values are kept as typed: what they mean, the command checks, since its messages
/// name the nearest known word.
///
/// CLI11 does the parsing, the help and the error messages. Plainly written arguments, which is to say nearly all,
/// never get there: setting it up takes longer than ranking the catalog, and starting fast is part of the product.
class OptionParser {
 public:
  /// `description` opens the help text.
  OptionParser(std::string_view command, std::string_view description)
      : m_command(command), m_description(description) {}

  /// `names` like "-b,--budget"; `type` stands in the help. `value` keeps what it is where the option is not given.
  void add(std::string_view names, std::string& value, std::string_view type, std::string_view help);
  /// An option that may be repeated; under a bare word, the required words of the command, or under "[WORD]" those that
  /// may be given.
  void add(std::string_view names, std::vector<std::string>& values, std::string_view type, std::string_view help);
  void add_flag(std::string_view names, bool& value, std::string_view help);
  /// An option that may stand alone, last or before another option; `is_alone` tells that it did. A word after it is
  /// its value.
  void add_optional(std::string_view names, std::string& value, bool& is_alone, std::string_view type,
                    std::string_view help);

  /// Stores what was given. Throws HelpRequest or UsageError.
  void parse(Arguments arguments);

 private:
  struct OptionalValue {
    std::string* value = nullptr;
    bool* is_alone = nullptr;
  };
  struct Option {
    std::string_view names;
    std::string_view type;
    std::string_view help;
    std::variant<bool*, std::string*, std::vector<std::string>*, OptionalValue> target;
    std::string preset{};  // of a single value: what it is when the option is not given
  };

  /// Stores plainly written arguments: `--name value`, `--name=value`, `-n value`, flags and words for the positional
  /// arguments, each option once. False, with values in any state, when there is anything else.
  bool parse_plain(Arguments arguments);
  void parse_all(Arguments arguments);
  [[nodiscard]] static bool is_repeatable(const Option& option);
  /// What an earlier attempt to parse has stored goes.
  static void reset(const Option& option);
  /// Of an option that takes one.
  static void store(const Option& option, std::string_view value);
  [[nodiscard]] const Option* find(std::string_view name) const;
  [[nodiscard]] std::vector<std::string> positional_names() const;
  [[nodiscard]] std::vector<std::string_view> long_names() const;

  std::string_view m_command;
  std::string_view m_description;
  std::vector<Option> m_options;
};

}  // namespace gpuadvisor::cli
