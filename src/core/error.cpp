#include "gpuadvisor/core/error.hpp"

#include <fmt/format.h>

#include <utility>

#include "text.hpp"

namespace gpuadvisor {
namespace {

std::string report(const std::vector<Diagnostic>& problems, std::size_t unlisted) {
  std::string lines;
  for (const auto& problem : problems) {
    if (!lines.empty()) lines += '\n';
    lines += problem.text();
  }
  return unlisted == 0 ? lines : lines + fmt::format("\n... and {} more problems", unlisted);
}

}  // namespace

std::string Diagnostic::text() const {
  std::string place = printable(file);
  if (line > 0) place += fmt::format(":{}", line);
  if (!pointer.empty()) place += ": " + pointer;
  return place + ": " + message;
}

DataError::DataError(std::vector<Diagnostic> problems, std::size_t unlisted)
    : Error(report(problems, unlisted)), m_problems(std::move(problems)), m_unlisted(unlisted) {}

}  // namespace gpuadvisor
