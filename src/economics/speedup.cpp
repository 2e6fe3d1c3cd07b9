#include "gpuadvisor/economics/speedup.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "core/contains.hpp"
#include "gpuadvisor/catalog/token_work.hpp"

namespace gpuadvisor {
namespace {

void cite(std::vector<std::string_view>& cited, std::span<const std::string_view> sources) {
  for (const auto source : sources) {
    if (!contains(cited, source)) cited.push_back(source);
  }
}

std::optional<double> number(const std::optional<Ratio>& ratio) {
  return ratio ? std::optional(ratio->value()) : std::nullopt;
}

/// A figure for `count` between those of fewer and more GPUs, by efficiency.
class Line {
 public:
  Line(int below, int count, int above)
      : m_below(below),
        m_count(count),
        m_above(above),
        m_share((std::log2(count) - std::log2(below)) / (std::log2(above) - std::log2(below))) {}

  [[nodiscard]] std::optional<double> at(std::optional<double> below, std::optional<double> above) const {
    if (!below || !above) return std::nullopt;
    return m_count * ((1 - m_share) * *below / m_below + m_share * *above / m_above);
  }

 private:
  int m_below;
  int m_count;
  int m_above;
  double m_share;
};

/// No more than ideal: a fit's interval can reach beyond the number of GPUs, a training on them cannot be promised to.
void cut_at_ideal(ExpectedSpeedup& found) {
  const double ideal = std::max<double>(found.count, found.factor.value_or(0));
  if (found.high) found.high = std::min(*found.high, ideal);
}

/// Fills in what one record says.
void take(ExpectedSpeedup& found, const Speedup& record, ScalingBasis basis) {
  found.basis = basis;
  found.factor = record.speedup.value();
  found.low = number(record.low);
  found.high = number(record.high);
  found.measurements = record.measurements.value_or(0);
  cite(found.sources, record.sources);
  cut_at_ideal(found);
}

void take_between(ExpectedSpeedup& found, const Speedup& below, const Speedup& above) {
  const Line line(below.count, found.count, above.count);
  found.basis = ScalingBasis::interpolated;
  found.factor = line.at(below.speedup.value(), above.speedup.value());
  found.low = line.at(number(below.low), number(above.low));
  found.high = line.at(number(below.high), number(above.high));
  found.measurements = below.measurements.value_or(0) + above.measurements.value_or(0);
  cite(found.sources, below.sources);
  cite(found.sources, above.sources);
  cut_at_ideal(found);
}

/// Of a workload that is no mean of others.
ExpectedSpeedup own_speedup(std::string_view workload, int count, std::span<const Speedup> records) {
  ExpectedSpeedup found{.count = count};
  const Speedup* below = nullptr;  // measured, the nearest
  const Speedup* above = nullptr;
  const Speedup* guide = nullptr;
  for (const Speedup& record : records) {  // by count
    if (record.workload != workload) continue;
    if (record.basis == SpeedupBasis::guide) {
      if (record.count == count) guide = &record;
    } else if (record.count <= count) {
      below = &record;
    } else if (above == nullptr) {
      above = &record;
    }
  }
  if (guide != nullptr) found.guide = guide->speedup.value();
  if (below != nullptr && below->count == count) {
    take(found, *below, ScalingBasis::measured);
  } else if (below != nullptr && above != nullptr) {
    take_between(found, *below, *above);
  } else if (guide != nullptr) {
    take(found, *guide, ScalingBasis::guide);
  }
  return found;
}

/// The geometric mean of one figure of all, by their shares in the workload; nothing when one lacks it.
std::optional<double> mean(const Workload& workload, const std::vector<ExpectedSpeedup>& parts,
                           std::optional<double> ExpectedSpeedup::*figure) {
  double sum = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (!(parts[i].*figure)) return std::nullopt;
    sum += std::log(*(parts[i].*figure)) * workload.share(i);
  }
  return std::exp(sum);
}

}  // namespace

ExpectedSpeedup expected_speedup(const Workload& workload, int count, const Catalog& catalog) {
  if (count == 1) return {1, ScalingBasis::measured, 1, 1, 1, 0, std::nullopt, {}};
  if (workload.id == k_serving_workload) return speedup_of_copies(count);
  const auto records = catalog.records<Speedup>();
  if (workload.mean_of.empty()) return own_speedup(workload.id, count, records);
  std::vector<ExpectedSpeedup> parts;
  for (const auto id : workload.mean_of) parts.push_back(own_speedup(id, count, records));
  ExpectedSpeedup found{.count = count, .basis = ScalingBasis::measured};
  for (const ExpectedSpeedup& part : parts) found.basis = std::max(found.basis, part.basis);
  found.guide = mean(workload, parts, &ExpectedSpeedup::guide);
  if (found.basis == ScalingBasis::unknown) return found;
  found.factor = mean(workload, parts, &ExpectedSpeedup::factor);
  found.low = mean(workload, parts, &ExpectedSpeedup::low);
  found.high = mean(workload, parts, &ExpectedSpeedup::high);
  for (const ExpectedSpeedup& part : parts) {
    found.measurements += part.measurements;
    cite(found.sources, part.sources);
  }
  return found;
}

}  // namespace gpuadvisor
