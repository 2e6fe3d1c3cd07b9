#include "catalog_options.hpp"
#include "command.hpp"
#include "gpuadvisor/catalog/name_lookup.hpp"
#include "gpuadvisor/output/gpu_sheet.hpp"
#include "output_options.hpp"

namespace gpuadvisor::cli {
namespace {

constexpr auto k_formats = std::to_array<std::string_view>({"table", "json", "csv", "names"});

std::string rendered(const GpuSheet& sheet, const OutputOptions& output) {
  const auto format = output.checked_format(k_formats);
  if (format == "json") return gpu_sheet_json(sheet);
  if (format == "csv") return gpu_sheet_csv(sheet, !output.no_header);
  if (format == "names") return std::string(sheet.gpu.id) + '\n';
  return gpu_sheet_table(sheet, terminal_width());
}

}  // namespace

Outcome run_show(Arguments arguments) {
  std::string name;
  CatalogOptions catalog_options;
  OutputOptions output;
  OptionParser parser("show",
                      "Everything known of one GPU: each figure with its source, scores, prices and quotes.\n\n"
                      "Examples:\n"
                      "  gpuadvisor show \"RTX 3090\"\n"
                      "  gpuadvisor show 4090 --format json\n");
  parser.add("GPU", name, "NAME", "Name, alias or id; case, spaces and vendor words do not matter");
  output.add_to(parser, k_formats);
  catalog_options.add_to(parser);
  parser.parse(arguments);

  const Catalog catalog = catalog_options.load();
  const std::string version = catalog_options.version();
  const GpuSheet sheet{catalog, version, require_gpu(catalog, name)};
  return {rendered(sheet, output), output.quiet ? "" : catalog_options.stale_notice(catalog), k_answered};
}

}  // namespace gpuadvisor::cli
