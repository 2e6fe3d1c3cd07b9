#pragma once

#include <span>
#include <string>
#include <string_view>

namespace gpuadvisor::cli {

// Exit statuses, as the help promises.
inline constexpr int k_answered = 0;
inline constexpr int k_none = 1;         // the answer is "none"
inline constexpr int k_wrong_usage = 2;  // what was asked cannot be understood
inline constexpr int k_no_answer = 3;    // data unreadable or invalid, output cannot be written

/// What a command says.
struct Outcome {
  std::string results;  // for standard output
  std::string remarks;  // for standard error, whole lines
  int status = k_answered;
};

/// The words after the command's name.
using Arguments = std::span<const char* const>;

/// A command of the program: one file, one function.
struct Command {
  std::string_view name;
  std::string_view summary;
  /// Parses, calls the library, renders. Throws HelpRequest, UsageError or Error.
  Outcome (*run)(Arguments arguments);
};

Outcome run_recommend(Arguments arguments);
Outcome run_report(Arguments arguments);
Outcome run_explain(Arguments arguments);
Outcome run_list(Arguments arguments);
Outcome run_show(Arguments arguments);
Outcome run_compare(Arguments arguments);
Outcome run_picks(Arguments arguments);
Outcome run_build(Arguments arguments);
Outcome run_memory(Arguments arguments);
Outcome run_catalog(Arguments arguments);
Outcome run_check(Arguments arguments);
Outcome run_catalog_diff(Arguments arguments);
Outcome run_catalog_add_price(Arguments arguments);
Outcome run_schema(Arguments arguments);
Outcome run_prices(Arguments arguments);
Outcome run_scores(Arguments arguments);
Outcome run_scores_measurements(Arguments arguments);
Outcome run_sources(Arguments arguments);
Outcome run_chart(Arguments arguments);
Outcome run_upgrade(Arguments arguments);
Outcome run_guides(Arguments arguments);
Outcome run_cost(Arguments arguments);
Outcome run_rent(Arguments arguments);
Outcome run_detect(Arguments arguments);
Outcome run_offers(Arguments arguments);
Outcome run_offers_quotes(Arguments arguments);
Outcome run_completion(Arguments arguments);
Outcome run_man(Arguments arguments);

/// What the scripts of `completion` ask for: the shell, the line up to the cursor, and what of it bash replaces.
Outcome run_complete(Arguments arguments);

/// The command that the first argument names, run on the others. Throws UsageError with the nearest name.
Outcome dispatch(std::span<const Command> commands, Arguments arguments);

/// The same of a group of commands, like `gpuadvisor scores`, whose help tells `purpose` and the commands.
Outcome dispatch_group(std::string_view name, std::string_view purpose, std::span<const Command> commands,
                       Arguments arguments);

}  // namespace gpuadvisor::cli
