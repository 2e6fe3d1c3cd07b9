#include <array>

#include "catalog/form/catalog_writer.hpp"
#include "cli/command.hpp"
#include "cli/options/catalog_options.hpp"
#include "cli/options/option_parser.hpp"
#include "cli/options/terminal.hpp"

namespace gpuadvisor::cli {
namespace {

Outcome run_export(Arguments arguments) {
  CatalogOptions options;
  OptionParser parser("catalog export",
                      "Print the merged catalog as one JSON document, which --catalog reads back to\n"
                      "the same catalog.\n\n"
                      "Examples:\n"
                      "  gpuadvisor catalog export > catalog.json\n"
                      "  gpuadvisor catalog export --catalog my-prices.json | jq '.gpus | length'\n");
  options.add_to(parser);
  parser.parse(arguments);
  refuse_terminal("> catalog.json");
  return {write_catalog(options.known(options.merged())), "", k_answered};
}

constexpr auto k_catalog_commands = std::to_array<Command>({
    {"export", "Print the merged catalog as one JSON document", run_export},
    {"diff", "Show what differs between two catalogs, and how answers change", run_catalog_diff},
    {"add-price", "Add a price to the data files", run_catalog_add_price},
});

}  // namespace

Outcome run_catalog(Arguments arguments) {
  return dispatch_group("catalog", "Work with the catalog itself.", k_catalog_commands, arguments);
}

}  // namespace gpuadvisor::cli
