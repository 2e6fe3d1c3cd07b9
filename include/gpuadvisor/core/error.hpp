#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

namespace gpuadvisor {

/// A failure the user can act on. main() prints what() and exits with status 3.
class Error : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The request itself is wrong. main() prints what() and exits with status 2.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;

  /// Called by each command that it passes, from the innermost.
  void happened_in(std::string_view command) { m_command.insert(0, std::string(command) + ' '); }
  /// The words that name the command, each with a blank behind: "catalog diff ". Empty: none was found.
  [[nodiscard]] const std::string& command() const { return m_command; }

 private:
  std::string m_command;
};

/// One problem in a data file, located well enough to fix it in an editor.
struct Diagnostic {
  std::string file;     // as given on the command line
  int line = 0;         // 1-based; 0 when the problem is about the file as a whole
  std::string pointer;  // JSON Pointer (RFC 6901), e.g. "/gpus/3/memory_gb", or in CSV e.g. "column value"; empty for
                        // the whole document or row
  std::string message;  // what was expected and what was found
  int column = 0;       // 1-based, in characters; 0 when it is not known
  bool is_about_references = false;  // of how records fit together, rather than of one alone

  /// `file:line: pointer: message`, without the parts that are empty.
  [[nodiscard]] std::string text() const;
};

/// Data that cannot be used: the problems found, in the order of the input.
class DataError : public Error {
 public:
  /// Requires at least one problem; `unlisted` more were found and only counted.
  explicit DataError(std::vector<Diagnostic> problems, std::size_t unlisted = 0);
  [[nodiscard]] const std::vector<Diagnostic>& problems() const { return m_problems; }
  [[nodiscard]] std::size_t unlisted() const { return m_unlisted; }

 private:
  std::vector<Diagnostic> m_problems;
  std::size_t m_unlisted;
};

}  // namespace gpuadvisor
