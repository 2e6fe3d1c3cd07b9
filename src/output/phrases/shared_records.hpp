#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "economics/feasibility.hpp"
#include "economics/own_or_rent.hpp"
#include "gpuadvisor/advice/offer.hpp"
#include "gpuadvisor/catalog/catalog_stamp.hpp"
#include "gpuadvisor/catalog/measurement.hpp"
#include "gpuadvisor/scoring/performance.hpp"
#include "gpuadvisor/scoring/priority_score.hpp"
#include "gpuadvisor/scoring/reference_throughput.hpp"
#include "report/record.hpp"

/// What the records of several commands share: the members that open every answer, prices, speeds, warnings.

namespace gpuadvisor {

/// The price of all GPUs of an offer, and that of each. Requires one.
struct RowPrice {
  const Offer* offer = nullptr;
};

[[nodiscard]] std::optional<RowPrice> row_price(const Offer& offer);

/// An index under the name of the workload that it is for.
struct WorkloadSpeed {
  std::string_view workload;
  const Performance* performance = nullptr;
};

[[nodiscard]] std::optional<WorkloadSpeed> speed_for(std::string_view workload,
                                                     const std::optional<Performance>& performance);

/// An amount in whole cents.
[[nodiscard]] double to_cents(Usd amount);

/// The weight of each criterion, by its name.
[[nodiscard]] Keyed<double> by_criterion(const Weights& weights);

/// What the cheapest provider asks for a GPU.
struct CheapestRent {
  const Rent* quote = nullptr;
};

template <>
Record<Exchange> description();
template <>
Record<CheapestRent> description();
template <>
Record<OwnOrRent> description();
template <>
Record<Accessory> description();
template <>
Record<Feasibility> description();
template <>
Record<CatalogStamp> description();
template <>
Record<PriceEstimate> description();
template <>
Record<RowPrice> description();
template <>
Record<WorkloadSpeed> description();
template <>
Record<ReferenceThroughput> description();
template <>
Record<Measurement> description();
template <>
Record<ScoreTerm> description();
template <>
Record<PriorityScore> description();
template <>
Record<Warning> description();

/// For the member `warnings` of answers that never have any.
inline constexpr auto k_no_warnings = [](const auto& /*answer*/) { return std::vector<Warning>(); };

/// The catalog that an answer is from. T has the member `catalog`, or an overload of its own.
template <class T>
[[nodiscard]] CatalogStamp stamp_of(const T& answer) {
  return answer.catalog;
}

/// The description of what a command answers, opened by the members that every answer has. `name` is that of the
/// command and, with what distinguishes several answers of one command, of the schema.
template <class T>
[[nodiscard]] Record<T> answer_record(std::string_view name, std::string_view command, std::string_view meaning) {
  return Record<T>(name, meaning)
      .constant("schema_version", "Of this format", {2.0})
      .constant("command", "What was asked", {std::string(command)})
      .member("catalog", "The catalog that was asked", [](const T& answer) { return stamp_of(answer); });
}

}  // namespace gpuadvisor
