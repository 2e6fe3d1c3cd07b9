#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "word_classifier.hpp"

namespace gpuadvisor::cli {

/// Words of a command line as arguments that say the same.
struct UnderstoodWords {
  std::vector<std::string> arguments;  // options, then what is left as it was given
  std::vector<std::string> notes;      // what was taken for what, to be told; empty where nothing was guessed
};

/// Money, watts, gigabytes, millimetres, counts, GPUs, vendors, architectures, models, providers and the words of
/// vocabulary.hpp, wherever they stand and however many words they are. A GPU is never a budget, unless "under" or the
/// like stands before it. Words that are what the command takes stay as they are. Throws UsageError with what leads on
/// for a GPU or an unknown word where the command takes none.
[[nodiscard]] UnderstoodWords understood_words(const std::vector<std::string>& words, const WordsOf& line);

/// What a value of an option means that is none of its own ("q4" for --quant, "deepfake" for --workload), with a note
/// of what it is taken for. Words behind it that are of one name with it are taken, too ("--model llama 70b"): the
/// number of these.
struct UnderstoodValue {
  std::vector<std::string> arguments;
  std::vector<std::string> notes;
  std::size_t words = 0;
};
[[nodiscard]] UnderstoodValue understood_value(std::string_view option, const std::string& value,
                                               const std::vector<std::string>& behind, const WordsOf& line);

/// Whether words can be a sentence, which is looked through: at most 40 of them, each of 1 to 80 bytes.
[[nodiscard]] bool is_sentence(const std::vector<std::string>& words);

/// The command that a line without one asks for, when all of its words are understood: "3090 vs 4090" compares; empty
/// where it is none.
[[nodiscard]] std::string_view command_of_words(const std::vector<std::string>& words);

}  // namespace gpuadvisor::cli
