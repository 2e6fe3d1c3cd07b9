#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace gpuadvisor::cli {

/// What people call something that an option says.
struct TypedWord {
  std::string_view texts;   // in small letters, parted by |
  std::string_view option;  // empty: it says nothing that a command asks
  std::string_view value;
  std::string_view note = {};  // what it means here; of a word without an option, why it is refused
};

/// Which options a command has.
using KnowsOption = std::function<bool(std::string_view)>;

/// The word or words of a command line that `text` is, whatever its case, of which the command knows the option; null
/// where it is none.
[[nodiscard]] const TypedWord* typed_word(std::string_view text, const KnowsOption& knows);

/// Whether a text says nothing by itself: "best", "gpu", "for".
[[nodiscard]] bool is_filler(std::string_view text);

/// Whether an amount follows that is one of money though it may be a GPU's number: "under 580".
[[nodiscard]] bool announces_money(std::string_view text);

/// The word that `text` is a slip of; empty where it is near to none.
[[nodiscard]] std::string_view nearest_typed_word(std::string_view text, const KnowsOption& knows);

/// What people type for the value of an option ("q4" for --quant), as the option takes it; null where it is none.
[[nodiscard]] const TypedWord* typed_value(std::string_view option, std::string_view text);

/// The id of the workload that a text stands for, like "lstm"; empty where it is none.
[[nodiscard]] std::string_view workload_of_word(std::string_view text);

}  // namespace gpuadvisor::cli
