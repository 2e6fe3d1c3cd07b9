#include <array>

#include "command.hpp"
#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "gpuadvisor/core/error.hpp"
#include "gpuadvisor/output/memory_backtest_view.hpp"
#include "option_parser.hpp"
#include "output_options.hpp"

namespace gpuadvisor::cli {
namespace {

constexpr auto k_formats = std::to_array<std::string_view>({"table", "json"});

}  // namespace

Outcome run_memory(Arguments arguments) {
  bool backtest = false;
  OutputOptions output;
  OptionParser parser("memory",
                      "Judge the memory model on measurements of networks that it was not fitted to.\n\n"
                      "Examples:\n"
                      "  gpuadvisor memory --backtest\n"
                      "  gpuadvisor memory --backtest --format json\n");
  parser.add_flag("--backtest", backtest, "Compare with what was measured");
  output.add_to(parser, k_formats);
  parser.parse(arguments);
  const auto format = output.checked_format(k_formats);
  if (!backtest) throw UsageError("expected --backtest");

  const Catalog catalog = embedded_catalog();
  const MemoryMeasurements measurements = embedded_memory_measurements(catalog);
  const MemoryBacktest result = memory_backtest(measurements);
  const MemoryBacktestReport report{catalog, GPUADVISOR_VERSION, result};
  return {format == "json" ? memory_backtest_json(report) : memory_backtest_table(report, output.page()), "",
          k_answered};
}

}  // namespace gpuadvisor::cli
