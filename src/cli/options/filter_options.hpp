#pragma once

#include <optional>
#include <string>
#include <vector>

#include "asked_money.hpp"
#include "gpuadvisor/advice/request.hpp"
#include "option_parser.hpp"

namespace gpuadvisor::cli {

class Session;

/// What --min-memory asks for.
struct AskedMemory {
  Gibibytes memory;  // 0: any
  bool in_32_bits = false;
};

/// The vendors wanted, in whatever case, as the catalog calls them. Throws UsageError with those that are known.
[[nodiscard]] std::vector<std::string> vendors_from(const std::vector<std::string>& names, const Catalog& catalog);

/// The options that keep GPUs out of an answer; as typed what the catalog decides on.
struct FilterOptions {
  std::optional<AskedMoney> budget;
  std::optional<Range<Usd>> price;  // in the currency of the answer
  std::optional<AskedMemory> min_memory;
  std::optional<double> fp16_factor;
  std::optional<Range<Gibibytes>> memory;
  std::optional<Condition> condition;
  std::vector<std::string> vendors;
  std::vector<Segment> segments;
  std::vector<std::string> only;
  std::vector<std::string> exclude;
  std::optional<Range<PartialDate>> released;
  std::optional<Watts> max_power;
  std::optional<Range<Watts>> power;
  std::optional<Watts> supply;
  std::optional<int> max_slots;
  std::optional<Millimetres> max_length;
  std::vector<Cooling> cooling;
  std::vector<std::string> forms;
  std::optional<Deployment> deployment;
  std::optional<Range<ComputeCapability>> compute_capability;
  std::vector<std::string> features;
  std::optional<Support> support;

  void add_to(OptionParser& parser);
  /// Asks `request` for what was given, by the words of the catalog. Throws UsageError with the nearest known word.
  /// A need in 32 bits is counted in the precision that the request has already.
  void apply_to(Request& request, const Session& session) const;
  /// Where a network is run: on servers where they are deployed in a data center.
  [[nodiscard]] RunsOn runs_on() const;

 private:
  void apply_figures(Request& request) const;
  void apply_prices(Request& request, const Session& session) const;
  void apply_memory(Request& request, const Catalog& catalog) const;
  void apply_names(Request& request, const Catalog& catalog) const;
};

}  // namespace gpuadvisor::cli
