#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gpuadvisor/catalog/catalog.hpp"
#include "vocabulary.hpp"

namespace gpuadvisor::cli {

inline constexpr std::size_t k_most_words = 6;  // of one name

/// What the words of a command are beside its options.
enum class TakesWords : unsigned char {
  as_given,  // not a matter of this header
  nothing,   // whatever they are, options say it
  gpus,
  model,
};

/// A command as far as words are a matter of it.
struct WordsOf {
  std::string_view command;
  TakesWords takes = TakesWords::as_given;
  KnowsOption knows;
  std::vector<std::string> given = {};  // options on the line
};

/// What a run of words is.
enum class WordKind : unsigned char { filler, option, gpu, model, count, unknown };

/// A run of words with one meaning.
struct WordRun {
  WordKind kind = WordKind::unknown;
  std::string text;
  std::string option = {};  // of WordKind::option
  std::string value = {};
  std::string_view note = {};  // what the option means here
  std::string remark = {};     // of WordKind::filler
  bool is_plain = false;       // says what it means
};

/// Whether a text is digits alone.
[[nodiscard]] bool is_number(std::string_view text);

/// Tells what the words of a command line are, by the built-in catalog. Views `line`.
class Classifier {
 public:
  explicit Classifier(const WordsOf& line);

  /// Runs of words, each as long as it can be and mean one thing; a slip of a word counts as the word.
  [[nodiscard]] std::vector<WordRun> segments(const std::vector<std::string>& words) const;

  /// Of a whole text; nothing where it is unknown. A number is an amount of money behind what announces one, even where
  /// it is a GPU's. Throws UsageError for what is not ranked here.
  [[nodiscard]] std::optional<WordRun> meaning(const std::string& text, bool is_money_next) const;
  /// The same of a number with a unit.
  [[nodiscard]] std::optional<WordRun> quantity(const std::string& text) const;

  [[nodiscard]] bool is_gpu(std::string_view text) const;  // or several, joined by +
  [[nodiscard]] bool is_model(std::string_view text) const;

  /// "H100 PCIe 80GB or H100 SXM5 80GB" of what several are called.
  [[nodiscard]] std::string names_of(std::string_view text) const;
  /// `, did you mean "cnn"?`, or nothing.
  [[nodiscard]] std::string workload_like(std::string_view word) const;
  /// Of a model that runs; empty where the catalog has none.
  [[nodiscard]] std::string_view workload_of_model(std::string_view text) const;

 private:
  [[nodiscard]] bool is_workload(const std::string& text) const;
  [[nodiscard]] bool is_provider(std::string_view text) const;
  [[nodiscard]] bool begins_name(std::string_view text) const;
  [[nodiscard]] std::optional<WordRun> slip(std::span<const std::string> words, std::size_t& count) const;

  const WordsOf& m_line;
  Catalog m_catalog;
};

}  // namespace gpuadvisor::cli
