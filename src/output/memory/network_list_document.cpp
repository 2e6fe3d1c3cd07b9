#include <fmt/format.h>

#include "memory_words.hpp"
#include "network_list_view.hpp"
#include "report/number_text.hpp"

namespace gpuadvisor {
namespace {

/// "70.6 B", "109 M", "1.03 T".
std::string parameters_text(Millions parameters) {
  constexpr double k_billion = 1e3;
  constexpr double k_trillion = 1e6;
  const double millions = parameters.value();
  if (millions >= k_trillion) return rounded(millions / k_trillion) + " T";
  return millions >= k_billion ? rounded(millions / k_billion) + " B" : rounded(millions) + " M";
}

/// "128k", "1M" of 1,024; "512" below that.
std::string context_text(int tokens) {
  constexpr int k_thousand = 1024;
  constexpr int k_million = k_thousand * k_thousand;
  if (tokens >= k_million) return fmt::format("{}M", tokens / k_million);
  return tokens >= k_thousand ? fmt::format("{}k", tokens / k_thousand) : std::to_string(tokens);
}

std::string maker_text(const Network& network) {
  const bool has_both = !network.publisher.empty() && !network.licence.empty();
  return fmt::format("{}{}{}", network.publisher, has_both ? ", " : "", network.licence);
}

}  // namespace

Document network_list_document(const NetworkListView& view) {
  Table table{{{"network", false, true},
               {"size", true},
               {"active", true},
               {"context", true},
               {"released"},
               {"publisher, licence", false, true}},
              {}};
  table.rows.reserve(view.networks.size());
  for (const Network* network : view.networks) {
    table.rows.push_back({std::string(network->name), parameters_text(network->parameters),
                          or_dash(network->active_parameters, parameters_text), or_dash(network->context, context_text),
                          or_dash(network->released, [](const PartialDate& date) { return date.text(); }),
                          maker_text(*network)});
  }
  return Document().table(std::move(table));
}

}  // namespace gpuadvisor
