#include "suite_answer.hpp"

#include <algorithm>
#include <utility>

namespace gpuadvisor {

bool SuiteAnswer::trains_any() const {
  return std::any_of(fits.begin(), fits.end(), [](const GpuSuiteFit& fit) { return fit.fit.count.trained > 0; });
}

SuiteAnswer suite_answer(const SuiteQuestion& question, const Catalog& catalog) {
  SuiteAnswer answer;
  answer.question = question;
  answer.source = catalog.source(question.suite->source);
  for (const SuiteJob& job : question.suite->jobs) answer.models.push_back({&job, missing_of(job, catalog)});
  MemoryCandidates found =
      candidates({question.scope, question.gpus, question.request, 1, question.has_display}, catalog);
  answer.unknown = std::move(found.unknown);
  for (const MemoryCandidate& one : found.gpus) {
    const UsableMemory& memory = one.machine.memory;
    answer.fits.push_back({one.offer, memory,
                           suite_fit(*question.suite, *one.machine.kinds.front().gpu, memory.usable, catalog),
                           one.gpus_of_size});
  }
  return answer;
}

}  // namespace gpuadvisor
