#include "request_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "asked_workload.hpp"
#include "cli/session.hpp"
#include "core/text.hpp"
#include "gpuadvisor/core/error.hpp"
#include "gpuadvisor/economics/speedup.hpp"
#include "named_value.hpp"
#include "output_options.hpp"
#include "range_option.hpp"

namespace gpuadvisor::cli {
namespace {

RankBy rank_by_from(std::string_view option, std::string_view name) {
  const std::string wanted = lower_case(name);
  if (wanted == "speed") refuse(option, name, k_enum_names<RankBy>, enum_name(RankBy::performance));
  if (wanted == "score") refuse(option, name, k_enum_names<RankBy>, enum_name(RankBy::priority));
  return named<RankBy>(option, name);
}

PriorityOrder order_from(std::string_view option, std::string_view text) {
  std::vector<Criterion> named_ones;
  for (const auto name : split(text, ',')) named_ones.push_back(named<Criterion>(option, name));
  const std::set<Criterion> seen(named_ones.begin(), named_ones.end());
  if (named_ones.size() != k_criteria || seen.size() != k_criteria) {
    throw UsageError(fmt::format("{}: expected each of tensor, flops, bandwidth and half once, found \"{}\"", option,
                                 printable(text)));
  }
  PriorityOrder order{};
  std::copy(named_ones.begin(), named_ones.end(), order.begin());
  return order;
}

/// "tensor=3".
std::pair<Criterion, double> weight_from(std::string_view option, std::string_view text) {
  const auto at = text.find('=');
  const auto criterion = named<Criterion>(option, text.substr(0, at));
  if (at != std::string_view::npos) return {criterion, positive_number(option, text.substr(at + 1))};
  throw UsageError(fmt::format("{}: expected CRITERION=NUMBER, found \"{}\"", option, printable(text)));
}

/// What is not named weighs nothing; scaled to sum 1. Throws UsageError.
Weights weights_from(const std::vector<std::pair<Criterion, double>>& named_ones) {
  Weights weights{};
  for (const auto& [criterion, asked] : named_ones) {
    double& weight = weights[static_cast<std::size_t>(criterion)];
    if (weight > 0) {
      throw UsageError(fmt::format("--weights: expected each criterion once, found {} twice", enum_name(criterion)));
    }
    weight = asked;
  }
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  if (!std::isfinite(sum)) throw UsageError("--weights: expected numbers whose sum is finite");
  for (double& weight : weights) weight /= sum;
  return weights;
}

/// "2" or "1-4".
CountRange counts_from(std::string_view option, std::string_view text) {
  return count_range(option, text, k_most_gpus);
}

}  // namespace

void RequestOptions::add_to(OptionParser& parser, bool takes_count, bool takes_rent) {
  const auto months = whole_number_in(0, 1200);
  parser.add("-w,--workload", workload, "WORKLOAD",
             "cnn, rnn, transformer, general (the default), llm-inference, llm-serving, llm-finetuning or "
             "image-generation (-xl: SDXL; -flux: FLUX, video)");
  if (takes_count)
    parser.add("--count", count, "N or A-B", "Number of identical GPUs, 1 to 8 (default 1)", counts_from);
  filters.add_to(parser);
  parser.add("--rank-by", rank_by, "KEY",
             "performance (the default), value, priority, efficiency, price, price-per-gb, memory or cost (of the job)",
             offering(k_enum_names<RankBy>, rank_by_from));
  parser.add("--evidence", evidence, "EVIDENCE", "Which speeds to trust: any, measured, or specs only",
             named<Evidence>);
  parser.add("--precision", precision, "P", "Speeds in fp16 (16 bits, the default) or fp32", named<ScorePrecision>);
  parser.add("--priority", priority, "A,B,C,D", "Your order of importance of tensor, flops, bandwidth, half",
             offering(k_enum_names<Criterion>, order_from));
  parser.add_list("--weights", weights, "A=X,B=Y", "Your weights, like tensor=3,bandwidth=1", weight_from);
  parser.add("--old-after", old_after, "MONTHS", "Rank offers last whose price is older than N months (6)", months);
  parser.add("--unusable-after", unusable_after, "MONTHS", "Ignore prices older than N months (24)", months);
  parser.add("--list-price-for", list_price_for, "MONTHS", "Count list prices for N months after release (12)", months);
  if (takes_rent) parser.add_flag("--include-rent", includes_rent, "Also rank rented GPUs, by total cost");
  owning.add_to(parser, &m_owning_option);
}

Request RequestOptions::request(const Session& session, bool has_run) const {
  const Catalog& catalog = session.catalog();
  const auto default_workload = catalog.default_workload();
  const Workload& wanted = asked_workload(catalog, workload.empty() ? default_workload : std::string_view(workload));
  if (priority && !weights.empty()) throw UsageError("--priority and --weights exclude each other");
  const Weights of_criteria = weights.empty() ? weights_of(wanted, catalog) : weights_from(weights);
  Request request = filters.request(session, wanted_precision());
  request.workload = wanted.id;
  request.weights = priority ? weights_from_order(*priority) : of_criteria;
  request.own_order = priority;
  request.own_weights = priority || !weights.empty();
  if (count) request.count = *count;
  request.rank_by = rank_by.value_or(includes_rent ? RankBy::cost : RankBy::performance);
  request.includes_rent = includes_rent;
  const bool asks_cost = !m_owning_option.empty() || (owning.electricity && !has_run);
  if (includes_rent || request.rank_by == RankBy::cost || (asks_cost && !tells_owning))
    request.owning = std::make_shared<OwningBasis>(owning_basis(owning.terms(session), catalog));
  if (evidence) request.evidence = *evidence;
  const bool is_by_specs = request.own_weights || request.evidence == Evidence::specs;
  const bool wants_index = precision || request.evidence == Evidence::measured;
  if (is_by_specs && wants_index) {
    throw UsageError(fmt::format("{} and {} exclude each other: the first ranks by specs",
                                 priority           ? "--priority"
                                 : !weights.empty() ? "--weights"
                                                    : "--evidence specs",
                                 !precision ? "--evidence measured" : "--precision"));
  }
  PriceRule& rule = request.price_rule;
  rule.unusable_after = unusable_after.value_or(rule.unusable_after);
  rule.old_after = old_after.value_or(std::min(rule.old_after, rule.unusable_after));
  if (rule.old_after > rule.unusable_after) throw UsageError("--old-after cannot be later than --unusable-after");
  rule.list_price_for = list_price_for.value_or(rule.list_price_for);
  return request;
}

}  // namespace gpuadvisor::cli
