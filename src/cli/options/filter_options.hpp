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
  Request asked;  // what no catalog decides on; its price in the currency of the answer
  std::optional<AskedMoney> budget;
  std::optional<AskedMemory> min_memory;
  std::optional<double> fp16_factor;
  std::vector<std::string> vendors;
  std::vector<std::string> only;
  std::vector<std::string> exclude;
  std::vector<std::string> forms;
  std::vector<std::string> features;

  void add_to(OptionParser& parser);
  /// What was given, by the words of the catalog. A need in 32 bits is counted for `precision`. Throws UsageError with
  /// the nearest known word.
  [[nodiscard]] Request request(const Session& session, ScorePrecision precision) const;
  /// Where a network is run: on servers where they are deployed in a data center.
  [[nodiscard]] RunsOn runs_on() const;

 private:
  void apply_prices(Request& request, const Session& session) const;
  void apply_memory(Request& request, const Catalog& catalog) const;
  void apply_names(Request& request, const Catalog& catalog) const;
};

}  // namespace gpuadvisor::cli
