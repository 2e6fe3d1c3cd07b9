#include "format_cost.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "catalog/records/catalog_tables.hpp"
#include "core/contains.hpp"
#include "core/text.hpp"

namespace gpuadvisor {

std::optional<FormatCost> format_cost(const Network& network, std::string_view format, const Catalog& catalog) {
  const auto rows = catalog.records<FormatQuality>();
  const bool is_own = std::any_of(rows.begin(), rows.end(), [&](const FormatQuality& row) {
    return row.format == format && row.network == network.id;
  });
  std::optional<FormatCost> cost;
  std::vector<std::string> networks;
  for (const FormatQuality& row : rows) {
    if (row.format != format || (is_own && row.network != network.id)) continue;
    const double percent = 100 * (row.perplexity.value() / row.in_16_bits.value() - 1);
    if (!cost) cost = FormatCost{percent, percent, is_own, {}};
    cost->least = std::min(cost->least, percent);
    cost->most = std::max(cost->most, percent);
    const Network* measured = catalog.network(row.network);
    if (measured != nullptr && !contains(networks, measured->name)) networks.emplace_back(measured->name);
  }
  if (cost) cost->networks = enumeration(networks);
  return cost;
}

std::string format_cost_words(const FormatCost& cost) {
  constexpr double k_one_figure = 0.05;  // percent apart
  const auto figure = [](double percent) { return fmt::format("{:.1f}", percent); };
  const std::string range =
      cost.most - cost.least < k_one_figure ? figure(cost.most) : figure(cost.least) + " to " + figure(cost.most);
  return fmt::format("perplexity {} % up{}", range, cost.is_own ? "" : " for " + cost.networks);
}

}  // namespace gpuadvisor
