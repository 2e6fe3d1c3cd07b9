#include "gpuadvisor/advice/relaxation.hpp"

#include "constraint.hpp"

namespace gpuadvisor {

Relaxation relaxation(const Offer& offer, const Failures& failed, const Request& asked, const Request& in_force,
                      const Catalog& catalog) {
  Relaxation result{asked, {}, {}, failed, true};
  result.request.makes_cards = in_force.makes_cards;
  result.request.supplies = in_force.supplies;
  const auto relax = [&](const Failures& which, const Request& from) {
    for (std::size_t i = 0; i < which.size(); ++i) {
      if (which[i]) constraints()[i].relax({result, offer, from, catalog, constraints()[i].option});
    }
  };
  relax(failed, in_force);
  const Request relaxed = with_defaults(result.request, catalog);
  const Failures back = Judge(relaxed, catalog).failures(offer) & ~failed;  // defaults
  relax(back, relaxed);
  result.missing |= back;
  result.size.changes = static_cast<int>(result.changes.size());
  return result;
}

std::vector<Change> lifting_changes(const Failures& failed) {
  std::vector<Change> changes;
  for (std::size_t i = 0; i < failed.size(); ++i) {
    if (failed[i]) changes.push_back(constraints()[i].lifted_by());
  }
  return changes;
}

}  // namespace gpuadvisor
