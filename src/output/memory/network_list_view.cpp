#include "network_list_view.hpp"

#include <fmt/format.h>

#include <array>

#include "memory_words.hpp"
#include "output/phrases/catalog_json.hpp"
#include "report/number_text.hpp"

namespace gpuadvisor {
namespace {

constexpr auto k_fields_of_row = std::to_array<RecordField>({
    {"id", CellKind::text},
    {"name", CellKind::text},
    {"kind", CellKind::text},
    {"parameters_m", CellKind::number},
    {"active_parameters_m", CellKind::number},
    {"layers", CellKind::number},
    {"context", CellKind::number},
    {"released", CellKind::text},
    {"source", CellKind::text},
});

Cell known(const std::optional<int>& count) { return count ? Cell(static_cast<double>(*count)) : Cell(); }

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

Records network_records(const NetworkListView& view) {
  Records records{{k_fields_of_row.begin(), k_fields_of_row.end()}, {}};
  records.rows.reserve(view.networks.size());
  for (const Network* network : view.networks) {
    const auto& active = network->active_parameters;
    records.rows.push_back({std::string(network->id), std::string(network->name), std::string(enum_name(network->kind)),
                            network->parameters.value(), active ? Cell(active->value()) : Cell(),
                            known(network->layers), known(network->context),
                            network->released ? Cell(network->released->text()) : Cell(),
                            std::string(network->source)});
  }
  return records;
}

std::string network_list_text(const NetworkListView& view, const Page& page, bool header) {
  Table table{{{"id"}, {"network", false, true}, {"kind"}, {"size", true}, {"layers", true}, {"context", true}}, {}};
  table.rows.reserve(view.networks.size());
  for (const Network* network : view.networks) {
    table.rows.push_back({std::string(network->id), std::string(network->name), std::string(enum_name(network->kind)),
                          parameters_text(network->parameters), count_text(network->layers),
                          count_text(network->context)});
  }
  return render(table, page, header);
}

std::string network_list_json(const NetworkListView& view) {
  JsonWriter json;
  json.begin_object();
  write_preamble(json, "memory list", view.catalog, view.catalog_version);
  json.key("query").begin_object().key("words");
  write_names(json, view.words);
  json.end_object().key("results").begin_array();
  const Records records = network_records(view);
  for (const auto& row : records.rows) write_record(json, records.fields, row);
  json.end_array().key("warnings");
  write_warnings(json, {});
  json.end_object();
  return json.take();
}

}  // namespace gpuadvisor
