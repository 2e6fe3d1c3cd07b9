#include <fmt/format.h>

#include "memory_words.hpp"
#include "network_list_view.hpp"
#include "report/number_text.hpp"

namespace gpuadvisor {
namespace {

/// "70.6 B", "109 M".
std::string parameters_text(Millions parameters) {
  constexpr double k_billion = 1000;
  const bool is_large = parameters.value() >= k_billion;
  return rounded(is_large ? parameters.value() / k_billion : parameters.value()) + (is_large ? " B" : " M");
}

std::string count_text(const std::optional<int>& count) {
  return or_dash(count, [](int number) { return counted(number); });
}

}  // namespace

Document network_list_document(const NetworkListView& view) {
  Table table{{{"id"}, {"network", false, true}, {"kind"}, {"size", true}, {"layers", true}, {"context", true}}, {}};
  table.rows.reserve(view.networks.size());
  for (const Network* network : view.networks) {
    table.rows.push_back({std::string(network->id), std::string(network->name), std::string(enum_name(network->kind)),
                          parameters_text(network->parameters), count_text(network->layers),
                          count_text(network->context)});
  }
  return Document().table(std::move(table));
}

}  // namespace gpuadvisor
