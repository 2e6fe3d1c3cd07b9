#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "filter_options.hpp"
#include "gpuadvisor/advice/request.hpp"
#include "option_parser.hpp"
#include "owning_options.hpp"

namespace gpuadvisor::cli {

/// The options that make a Request; as typed what the catalog decides on.
struct RequestOptions {
  std::string workload;
  std::optional<PriorityOrder> priority;
  std::vector<std::pair<Criterion, double>> weights;
  std::optional<CountRange> count;
  FilterOptions filters;
  std::optional<RankBy> rank_by;
  bool includes_rent = false;
  OwningOptions owning;
  bool tells_owning = false;  // the options of owning are of another part of the answer
  std::optional<Evidence> evidence;
  std::optional<ScorePrecision> precision;
  std::optional<int> old_after;
  std::optional<int> unusable_after;
  std::optional<int> list_price_for;

  /// `takes_count`: whether several GPUs can be asked for. `takes_rent`: whether rented ones can.
  void add_to(OptionParser& parser, bool takes_count, bool takes_rent = false);
  [[nodiscard]] ScorePrecision wanted_precision() const { return precision.value_or(ScorePrecision::fp16); }
  /// What was asked; throws UsageError with the nearest known word. `has_run`: a price of electricity is for a run of
  /// training.
  [[nodiscard]] Request request(const Session& session, bool has_run = false) const;

 private:
  std::string_view m_owning_option;  // the first of those of owning that was given, but for --kwh
};

}  // namespace gpuadvisor::cli
