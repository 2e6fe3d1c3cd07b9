#pragma once

#include <optional>
#include <string>
#include <vector>

#include "asked_money.hpp"
#include "gpuadvisor/catalog/catalog.hpp"
#include "gpuadvisor/core/money.hpp"
#include "option_parser.hpp"

namespace gpuadvisor::cli {

/// What the asker knows of prices, and in which currency they think.
struct PriceOptions {
  std::vector<std::string> own;  // like "3090=900"
  std::string file;              // of such lines
  std::string currency;
  std::optional<double> rate;
  double tax = 0;
  std::string region;

  /// `budget`, where the command has one, may name the currency, too.
  void add_to(OptionParser& parser);
  /// How amounts are told, at the newest rate of `catalog`. Throws UsageError.
  [[nodiscard]] Exchange exchange(const Catalog& catalog, const std::optional<AskedMoney>& budget = {}) const;
  /// The region as the catalog writes it: one that a price is known of, of GPUs or electricity, or any country's code;
  /// "US" where none is asked for. Throws UsageError.
  [[nodiscard]] std::string region_in(const Catalog& catalog) const;
};

/// What an amount is in US dollars without tax: of the exchange's currency, or of its own, at the newest rate of
/// `catalog`. Throws UsageError naming the option.
[[nodiscard]] Usd in_usd(std::string_view option, const AskedMoney& asked, const Exchange& exchange,
                         const Catalog& catalog);

/// "GPU=PRICE" taken apart, at the last sign.
struct NamedPrice {
  std::string where;  // the option, or file and line, for messages
  std::string gpus;   // like "3090" or "2x 3090"
  AskedMoney price;   // of all of them
};

/// All that were given. Throws UsageError, or Error for a file.
[[nodiscard]] std::vector<NamedPrice> named_prices(const PriceOptions& options);

}  // namespace gpuadvisor::cli
