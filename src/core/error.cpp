#include "gpuadvisor/core/error.hpp"

#include <fmt/format.h>

#include <utility>

#include "gpuadvisor/core/text.hpp"

namespace gpuadvisor {
namespace {

constexpr std::size_t k_shown_problems = 100;  // more would only scroll the first ones away

std::string report(const std::vector<Diagnostic>& problems) {
  std::string lines;
  for (const auto& problem : problems) {
    if (&problem - problems.data() == k_shown_problems) {
      return lines + fmt::format("\n... and {} more problems", problems.size() - k_shown_problems);
    }
    if (!lines.empty()) lines += '\n';
    lines += problem.text();
  }
  return lines;
}

}  // namespace

std::string Diagnostic::text() const {
  std::string place = printable(file);
  if (line > 0) place += fmt::format(":{}", line);
  if (!pointer.empty()) place += ": " + pointer;
  return place + ": " + message;
}

DataError::DataError(std::vector<Diagnostic> problems) : Error(report(problems)), m_problems(std::move(problems)) {}

}  // namespace gpuadvisor
