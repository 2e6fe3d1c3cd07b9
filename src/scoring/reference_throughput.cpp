#include "gpuadvisor/scoring/reference_throughput.hpp"

#include <algorithm>
#include <cmath>

namespace gpuadvisor {
namespace {

/// How many times as long as without a limit a sample takes.
double slowdown(const ReferenceRate& rate, const std::optional<int>& batch) {
  return rate.half_batch && batch ? 1 + rate.half_batch->value() / *batch : 1;
}

template <class Record>
const Record* of_network(std::span<const Record> records, std::string_view network) {
  const auto at =
      std::find_if(records.begin(), records.end(), [&](const Record& record) { return record.network == network; });
  return at == records.end() ? nullptr : &*at;
}

/// The model that has the rates of a workload.
std::span<const ReferenceRate> reference_rates(const Catalog& catalog, std::string_view workload,
                                               ScorePrecision precision) {
  for (const ScoreModel& model : catalog.score_models_of(workload, precision)) {
    if (!model.rates.empty()) return model.rates;
  }
  return {};
}

ReferenceThroughput told_rate(const ReferenceNetwork& told, const ReferenceRate& reference,
                              const Performance& performance, const ThroughputReading* reading) {
  ReferenceThroughput found;
  found.told = &told;
  found.batch = reference.batch;
  found.reference = &reference;
  found.measured = reading;
  if (reading != nullptr) {
    const double same_batch = slowdown(reference, reading->batch) / slowdown(reference, reference.batch);
    found.middle = found.low = found.high = reading->rate.value() * same_batch;
    return found;
  }
  const auto apart = [&](double end) {
    return std::exp(std::hypot(std::log(end / performance.index), reference.spread));
  };
  found.middle = reference.rate.value() * performance.index;
  found.low = found.middle / apart(performance.low);
  found.high = found.middle * apart(performance.high);
  return found;
}

}  // namespace

bool tells_speed(const Network& network, const Workload& workload) {
  return std::any_of(workload.networks.begin(), workload.networks.end(),
                     [&](const ReferenceNetwork& told) { return told.network == network.id; });
}

ReferenceThroughput at_batch(ReferenceThroughput rate, int batch) {
  const double factor = slowdown(*rate.reference, rate.batch) / slowdown(*rate.reference, batch);
  rate.middle *= factor;
  rate.low *= factor;
  rate.high *= factor;
  rate.batch = batch;
  return rate;
}

std::vector<ReferenceThroughput> reference_throughputs(const Catalog& catalog, const Workload& workload,
                                                       ScorePrecision precision, const Gpu& gpu,
                                                       const Performance& performance) {
  const auto references = reference_rates(catalog, workload.id, precision);
  const Score* const score = catalog.score(gpu.id, workload.id, precision);
  std::vector<ReferenceThroughput> found;
  for (const ReferenceNetwork& told : workload.networks) {
    const ReferenceRate* const reference = of_network(references, told.network);
    if (reference == nullptr || reference->batch != told.batch) continue;  // of another dataset's setting
    const ThroughputReading* const reading = score == nullptr ? nullptr : of_network(score->rates, told.network);
    found.push_back(told_rate(told, *reference, performance, reading));
    found.back().network = catalog.network(told.network);
  }
  return found;
}

}  // namespace gpuadvisor
