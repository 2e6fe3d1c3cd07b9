#include "finding.hpp"

#include <algorithm>
#include <tuple>

namespace gpuadvisor {

void sort_findings(std::vector<Finding>& findings) {
  const auto key = [](const Finding& finding) {
    return std::tie(finding.place.file, finding.place.line, finding.place.column, finding.rule, finding.place.pointer,
                    finding.message);
  };
  std::stable_sort(findings.begin(), findings.end(),
                   [&](const Finding& a, const Finding& b) { return key(a) < key(b); });
}

}  // namespace gpuadvisor
