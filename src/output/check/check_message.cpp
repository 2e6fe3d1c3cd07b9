#include "check_message.hpp"

namespace gpuadvisor {

std::string check_message(const Finding& finding) {
  const bool names_subject = finding.message.find(finding.subject) != std::string::npos;
  std::string lead = names_subject ? "" : finding.subject;
  if (!finding.place.pointer.empty()) lead += (lead.empty() ? "" : ", ") + finding.place.pointer;
  return lead.empty() ? finding.message : lead + ": " + finding.message;
}

}  // namespace gpuadvisor
