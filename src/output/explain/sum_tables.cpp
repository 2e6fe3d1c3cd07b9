#include "sum_tables.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <vector>

#include "scoring/criteria.hpp"

namespace gpuadvisor {
namespace {

std::string part(double figure) { return fmt::format("{:+.4f}", figure); }
/// A row of text in the first column and a figure in the last.
void add_row(Table& table, std::string_view name, std::string figure) {
  std::vector<std::string> cells(table.columns.size());
  cells.front() = name;
  cells.back() = std::move(figure);
  table.rows.push_back(std::move(cells));
}

/// The last rows of a sum: its total, and what that is the logarithm of.
void add_sum(Table& table, double log_sum) {
  add_row(table, "sum", part(log_sum));
  add_row(table, "exp(sum)", four_decimals(std::exp(log_sum)));
}

std::string quotient(double above, double below) { return fmt::format("{:.6g} / {:.6g}", above, below); }

/// What a term is worked out from: of times how many times as long as the reference card it takes, else what the
/// logarithm is taken of.
std::string figures(const Gpu& gpu, std::string_view term, const ScoreReference& reference, bool is_time) {
  const auto [tensor, flops, bandwidth, half] = criteria(gpu);
  const auto ratio = [&](double own, double other) { return is_time ? quotient(other, own) : quotient(own, other); };
  if (term == "tensor") return ratio(*tensor.value, reference.tensor.value()) + " TFLOPS";
  if (term == "bandwidth") return ratio(*bandwidth.value, reference.bandwidth.value()) + " GB/s";
  if (term == "compute") {
    const std::string vector = ratio(*flops.value, reference.flops.value());
    return is_time ? vector + " TFLOPS"
                   : fmt::format("sqrt({} x {})", vector, ratio(*half.value, reference.half.value()));
  }
  if (is_time) return "no rate";
  if (term == "matrix-products") return fmt::format("{:.6g} TFLOPS measured", gpu.matmul->value());
  return term == "other-vendor" ? "what others reach" : "";
}

/// The times that a model adds up, and the index that they give.
Table time_table(const Gpu& gpu, const IndexEstimate& estimate, const ScoreReference& reference) {
  Table table{{{"estimate"}, {"figures", false, true}, {"ratio", true}, {"time", true}, {"ratio x time", true}}, {}};
  double time = 0;
  for (const EstimateTerm& term : estimate.of.terms) {
    if (term.product() == 0 || &term == &estimate.of.other_vendor()) continue;
    time += term.product();
    table.rows.push_back({std::string(term.name), figures(gpu, term.name, reference, true), four_decimals(term.feature),
                          four_decimals(term.coefficient), four_decimals(term.product())});
  }
  add_row(table, "sum", four_decimals(time));
  const double others = estimate.of.other_vendor().product();
  if (others != 0) add_row(table, "what others reach", fmt::format("exp({:.4f})", others));
  add_row(table, others == 0 ? "1 / sum" : "that / sum", four_decimals(estimate.index));
  return table;
}

}  // namespace

std::string four_decimals(double figure) { return fmt::format("{:.4f}", figure); }

Table evidence_table(const IndexBreakdown& breakdown) {
  Table table{{{"dataset"}, {"values", true}, {"speed", true}, {"share", true}, {"share x ln speed", true}}, {}};
  double sum = 0;
  const auto add = [&](std::string_view name, std::string values, double index, double share) {
    sum += share * std::log(index);
    table.rows.push_back({std::string(name), std::move(values), four_decimals(index), four_decimals(share),
                          part(share * std::log(index))});
  };
  for (const auto& [dataset, index, share, measurements] : breakdown.evidence) {
    add(dataset, std::to_string(measurements), index.value(), share);
  }
  if (breakdown.estimate_share > 0 && breakdown.estimate) {
    add("estimate", "", breakdown.estimate->index, breakdown.estimate_share);
  }
  add_sum(table, sum);
  return table;
}

Table estimate_table(const Gpu& gpu, const IndexEstimate& estimate, const ScoreReference& reference) {
  if (estimate.of.adds_times) return time_table(gpu, estimate, reference);
  Table table{{{"estimate"}, {"figures", false, true}, {"ln", true}, {"slope", true}, {"slope x ln", true}}, {}};
  double sum = 0;
  for (const EstimateTerm& term : estimate.of.terms) {
    if (term.product() == 0) continue;
    sum += term.product();
    const bool is_constant = term.name == "intercept" || term.name == "other-vendor" || term.name == "matrix-products";
    table.rows.push_back({std::string(term.name), figures(gpu, term.name, reference, false),
                          is_constant ? "" : part(term.feature), fmt::format("{:.4f}", term.coefficient),
                          part(term.product())});
  }
  add_sum(table, sum);
  return table;
}

Table score_table(const PriorityScore& score, const Gpu& gpu, Citations& citations) {
  Table table{{{"criterion"}, {"value"}, {"source"}, {"ratio", true}, {"weight", true}, {"weight x ln", true}}, {}};
  double sum = 0;
  for (const ScoreTerm& term : score.terms) {
    sum += term.log_contribution;
    table.rows.push_back({std::string(enum_name(term.criterion)),
                          fmt::format("{:.6g}{} / {:.6g} {}", term.value, term.halved ? "*" : "",
                                      term.value / term.ratio, unit(term.criterion)),
                          citations.cite(source_of(gpu, term.field)), four_decimals(term.ratio),
                          four_decimals(term.weight), part(term.log_contribution)});
  }
  add_sum(table, sum);
  return table;
}

}  // namespace gpuadvisor
