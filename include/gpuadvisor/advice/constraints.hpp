#pragma once

#include <bitset>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gpuadvisor/advice/offer.hpp"
#include "gpuadvisor/advice/request.hpp"

namespace gpuadvisor {

/// The constraints that an offer fails, by index in constraints(); none: it qualifies.
using Failures = std::bitset<32>;

/// The first constraint that fails. Requires one.
[[nodiscard]] inline std::size_t first(const Failures& failed) {
  std::size_t constraint = 0;
  while (!failed[constraint]) ++constraint;
  return constraint;
}

/// The constraint of an id, alone. Requires one.
[[nodiscard]] Failures failure_of(std::string_view id);

/// Those that advice has without being asked.
[[nodiscard]] Failures default_constraints();

/// What tells whether a GPU is measured, for a request that wants it to be.
[[nodiscard]] std::optional<PerformanceIndex> measured_evidence(const Request& request, const Catalog& catalog);

/// What is recommended of power supplies, for a request that asks of one; null for others.
[[nodiscard]] std::shared_ptr<const RecommendedSupplies> supplies_for(const Request& request, const Catalog& catalog);

/// Judges offers of a catalog by every constraint of a request. Views both.
class Judge {
 public:
  Judge(const Request& request, const Catalog& catalog);
  /// Requires an offer of the catalog.
  [[nodiscard]] Failures failures(const Offer& offer);

 private:
  const Request& m_request;
  SupportCheck m_support;
  std::optional<PerformanceIndex> m_evidence;
  std::shared_ptr<const RecommendedSupplies> m_supplies;
  Failures m_asked;  // the constraints that the request has
};

/// Why an offer cannot serve a request. An answer, not an error.
struct Rejection {
  std::string_view constraint;  // its id
  std::string reason;           // e.g. "$584, $84 over the budget"
};

/// What an offer of `catalog` fails, in words and in the order of constraints().
[[nodiscard]] std::vector<Rejection> rejections(const Offer& offer, const Request& request, const Catalog& catalog);
/// The same of the constraints in `failed`.
[[nodiscard]] std::vector<Rejection> rejections(const Offer& offer, const Failures& failed, const Request& request,
                                                const Catalog& catalog);

}  // namespace gpuadvisor
