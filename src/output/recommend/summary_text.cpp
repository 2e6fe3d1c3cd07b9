#include "summary_text.hpp"

#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "core/text.hpp"
#include "report/mapped.hpp"
#include "report/number_text.hpp"

namespace gpuadvisor {
namespace {

/// A term of a sum of logarithms as the factor it is: "bandwidth x1.20".
std::string factor(std::string_view term, double log) { return fmt::format("{} x{:.2f}", term, std::exp(log)); }

std::string estimate_text(const Estimate& estimate) {
  std::vector<std::string> factors;
  for (const EstimateTerm& term : estimate.terms) {
    if (term.product() == 0) continue;
    const bool is_time = estimate.adds_times && term.name != estimate.other_vendor().name;
    factors.push_back(is_time ? fmt::format("{} time {:.2f}", term.name, term.product())
                              : factor(term.name, term.product()));
  }
  return enumeration(factors);
}

std::string speed_text(const IndexBreakdown& breakdown, bool is_reference) {
  const Performance& performance = breakdown.performance;
  const std::string speed = fmt::format("speed for {} {}", breakdown.workload->id, rounded(performance.index));
  if (performance.basis == Basis::estimated && breakdown.evidence.empty() && breakdown.estimate) {
    return fmt::format("{} estimated: {}", speed, estimate_text(breakdown.estimate->of));
  }
  std::vector<std::string> parts;
  const auto add = [&](double share, std::string_view name, double index) {
    parts.push_back(fmt::format("{:.0f} % {} ({})", share * 100, name, rounded(index)));
  };
  for (const auto& [dataset, index, share, measurements] : breakdown.evidence) add(share, dataset, index.value());
  if (breakdown.estimate && breakdown.estimate_share > 0) {
    add(breakdown.estimate_share, "estimate", breakdown.estimate->index);
  }
  if (!parts.empty()) return fmt::format("{} {}: {}", speed, enum_name(performance.basis), enumeration(parts));
  return is_reference ? fmt::format("{}, the card to compare with", speed)
                      : fmt::format("{} {}", speed, enum_name(performance.basis));
}

}  // namespace

std::string summary_text(const GpuBreakdown& breakdown, std::string_view reference) {
  const Gpu& gpu = *breakdown.gpu;
  std::vector<std::string> parts;
  for (const IndexBreakdown& speed : breakdown.speeds) parts.push_back(speed_text(speed, gpu.id == reference));
  if (const auto& score = breakdown.priority) {
    const auto factors = mapped(
        score->terms, [](const ScoreTerm& term) { return factor(enum_name(term.criterion), term.log_contribution); });
    parts.push_back(fmt::format("score {}: {}", rounded(score->score), enumeration(factors)));
  }
  if (parts.empty()) return fmt::format("{}: too little is known for a speed or a score.", short_name(gpu));
  std::string text;
  for (const auto& part : parts) text += (text.empty() ? "" : "; ") + part;
  return fmt::format("{}: {}.", short_name(gpu), text);
}

std::vector<std::string> summary_texts(const AnswerView& view) {
  return mapped(view.explanation->breakdowns,
                [&](const GpuBreakdown& breakdown) { return summary_text(breakdown, view.catalog.reference); });
}

}  // namespace gpuadvisor
