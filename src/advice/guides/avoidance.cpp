#include "avoidance.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "catalog/records/avoidance_target.hpp"
#include "guide_name.hpp"

namespace gpuadvisor {
std::vector<const Avoidance*> avoidances_of(const Gpu& gpu, const Catalog& catalog) {
  std::vector<const Avoidance*> found;
  if (!catalog.is_avoided(gpu.id)) return found;
  for (const Avoidance& avoidance : catalog.records<Avoidance>()) {
    if (catalog.guide(avoidance.guide) != nullptr && AvoidanceTarget(avoidance).includes(gpu))
      found.push_back(&avoidance);
  }
  std::stable_sort(found.begin(), found.end(), [&](const Avoidance* a, const Avoidance* b) {
    return is_newer(*catalog.guide(a->guide), *catalog.guide(b->guide));
  });
  return found;
}

std::vector<const Gpu*> gpus_of(const Avoidance& avoidance, const Catalog& catalog) {
  std::vector<const Gpu*> found;
  const AvoidanceTarget target(avoidance);
  for (const Gpu& gpu : catalog.gpus()) {
    if (target.includes(gpu)) found.push_back(&gpu);
  }
  return found;
}

std::vector<Warning> avoidance_warnings(const Gpu& gpu, const Catalog& catalog) {
  std::vector<Warning> found;
  for (const Avoidance* avoidance : avoidances_of(gpu, catalog)) {
    found.push_back({"avoided-by-guide",
                     fmt::format("{} advises against {}: {}{}{}", guide_in_sentence(*catalog.guide(avoidance->guide)),
                                 avoidance->what, avoidance->reason, avoidance->unless.empty() ? "" : "; unless ",
                                 avoidance->unless)});
  }
  return found;
}

}  // namespace gpuadvisor
