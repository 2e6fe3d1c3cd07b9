#pragma once

#include <string>
#include <vector>

#include "filter_options.hpp"
#include "gpuadvisor/advice/request.hpp"
#include "option_parser.hpp"

namespace gpuadvisor::cli {

/// The options that make a Request, as typed.
struct RequestOptions {
  std::string workload;
  std::string priority;
  std::vector<std::string> weights;
  std::string count;
  FilterOptions filters;
  std::string rank_by;
  std::string evidence;
  std::string precision;
  std::string old_after;
  std::string unusable_after;
  std::string list_price_for;

  /// `takes_count`: whether several GPUs can be asked for.
  void add_to(OptionParser& parser, bool takes_count);
  [[nodiscard]] ScorePrecision wanted_precision() const;
  /// What was asked of `catalog`; throws UsageError with the nearest known word.
  [[nodiscard]] Request request(const Catalog& catalog) const;
};

}  // namespace gpuadvisor::cli
