#include <fmt/format.h>

#include "memory_words.hpp"
#include "network_list_view.hpp"
#include "report/number_text.hpp"

namespace gpuadvisor {
namespace {

std::string maker_text(const Network& network) {
  const bool has_both = !network.publisher.empty() && !network.licence.empty();
  return fmt::format("{}{}{}", network.publisher, has_both ? ", " : "", network.licence);
}

}  // namespace

Document document_of(const NetworkListView& view) {
  Table table{{{"model", false, true},
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
