#pragma once

#include <optional>
#include <vector>

#include "gpuadvisor/advice/offer_speed.hpp"
#include "gpuadvisor/advice/token_speed.hpp"
#include "gpuadvisor/scoring/priority_score.hpp"

namespace gpuadvisor {

/// What an answer says of an offer beside its rank: how fast it is and why, how the job fits, what to know of it.
struct OfferDetails {
  ExpectedSpeedup speedup;
  std::optional<Performance> performance;  // of all its GPUs
  std::optional<JobFit> fit;               // of the request's job
  std::optional<TokenRates> rates;         // of a job that writes tokens
  std::optional<PriorityScore> priority;   // of one GPU
  std::vector<Warning> warnings;
};

/// Works the details of offers out, for those that are shown. Views the request and the catalog.
class OfferDetailer {
 public:
  /// Requires a request in force; `measurements` are of the network of its job, where there are any.
  OfferDetailer(const Request& request, const Catalog& catalog, const NetworkMeasurements* measurements);

  [[nodiscard]] OfferDetails details(const Offer& offer) const;

 private:
  const Request& m_request;
  const Catalog& m_catalog;
  OfferSpeed m_speed;
  std::optional<TokenSpeed> m_tokens;
};

}  // namespace gpuadvisor
