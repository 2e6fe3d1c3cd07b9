#include "suite_answer.hpp"

#include <algorithm>
#include <map>

namespace gpuadvisor {
namespace {

GpuSuiteFit fit_of(const Offer& offer, const UsableMemory& memory, const SuiteQuestion& question,
                   const Catalog& catalog) {
  return {offer, memory, suite_fit(*question.suite, *offer.gpu, memory.usable, catalog)};
}

void add_named(SuiteAnswer& answer, const Catalog& catalog) {
  for (const Gpu* gpu : answer.question.gpus) {
    if (const auto memory = usable_memory(*gpu, answer.question.has_display)) {
      answer.fits.push_back(fit_of(cheapest_offer(*gpu, 1, catalog), *memory, answer.question, catalog));
    } else {
      answer.unknown.push_back(gpu);
    }
  }
}

void add_each(SuiteAnswer& answer, const Catalog& catalog) {
  for (const Offer& offer : offers_by_price(answer.question.request, 1, catalog)) {
    const auto memory = usable_memory(*offer.gpu, answer.question.has_display);
    if (memory) answer.fits.push_back(fit_of(offer, *memory, answer.question, catalog));
  }
}

/// The cheapest of each size: offers come in the order of their prices, so the first of a size is it.
void add_sizes(SuiteAnswer& answer, const Catalog& catalog) {
  std::map<Gigabytes, GpuSuiteFit> sizes;  // by usable memory
  for (const Offer& offer : offers_by_price(answer.question.request, 1, catalog)) {
    const auto memory = usable_memory(*offer.gpu, answer.question.has_display);
    if (!memory || !may_stand_for_size(offer)) continue;
    const auto [at, is_new] = sizes.try_emplace(memory->usable);
    if (is_new) {
      at->second = fit_of(offer, *memory, answer.question, catalog);
      at->second.gpus_of_size = 0;
    }
    ++*at->second.gpus_of_size;
  }
  for (auto& [usable, fit] : sizes) answer.fits.push_back(std::move(fit));
}

}  // namespace

bool SuiteAnswer::trains_any() const {
  return std::any_of(fits.begin(), fits.end(), [](const GpuSuiteFit& fit) { return fit.fit.count.trained > 0; });
}

SuiteAnswer suite_answer(const SuiteQuestion& question, const Catalog& catalog) {
  SuiteAnswer answer;
  answer.question = question;
  answer.source = catalog.source(question.suite->source);
  for (const SuiteJob& job : question.suite->jobs) answer.models.push_back({&job, missing_of(job, catalog)});
  switch (question.scope) {
    case MemoryScope::named:
    case MemoryScope::together:
      add_named(answer, catalog);
      break;
    case MemoryScope::each:
      add_each(answer, catalog);
      break;
    case MemoryScope::sizes:
      add_sizes(answer, catalog);
      break;
  }
  return answer;
}

}  // namespace gpuadvisor
