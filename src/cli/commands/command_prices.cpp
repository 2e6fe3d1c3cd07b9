#include <array>

#include "calibration/prices/price_backtest.hpp"
#include "cli/command.hpp"
#include "cli/options/catalog_options.hpp"
#include "cli/options/option_parser.hpp"
#include "cli/options/output_options.hpp"
#include "output/prices/price_backtest_report.hpp"

namespace gpuadvisor::cli {
namespace {

constexpr std::string_view k_no_prices =
    "gpuadvisor: no price of the last five months has an older one to predict it\n";

Outcome run_price_backtest(Arguments arguments) {
  CatalogOptions catalog_options;
  OutputOptions output;
  OptionParser parser("prices backtest",
                      "Predict prices of the last five months from quotes that are 3, 6 or 12 months older, and\n"
                      "judge the predictions.\n\n"
                      "Examples:\n"
                      "  gpuadvisor prices backtest\n"
                      "  gpuadvisor prices backtest --format json\n");
  catalog_options.add_to(parser);
  output.add_format_to(parser, k_document_formats);
  parser.parse(arguments);

  const Catalog catalog = catalog_options.known(catalog_options.merged());
  const auto rows = price_backtest(catalog);
  if (rows.empty()) return {"", std::string(k_no_prices), k_none};
  const PriceBacktestReport report{catalog_options.stamp(catalog), rows};
  return {output.text_of(report, price_backtest_json, price_backtest_document), "", k_answered};
}

constexpr auto k_prices_commands = std::to_array<Command>({
    {"backtest", "Judge prices of today on quotes that the model has not seen", run_price_backtest},
});

}  // namespace

Outcome run_prices(Arguments arguments) {
  return dispatch_group("prices", "What GPUs cost over time.", k_prices_commands, arguments);
}

}  // namespace gpuadvisor::cli
