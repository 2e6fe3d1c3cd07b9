#include <fmt/format.h>

#include <optional>
#include <utility>
#include <vector>

#include "catalog_options.hpp"
#include "command.hpp"
#include "gpuadvisor/catalog/name_lookup.hpp"
#include "gpuadvisor/core/text.hpp"
#include "gpuadvisor/output/gpu_sheet.hpp"
#include "output_options.hpp"
#include "score_options.hpp"

namespace gpuadvisor::cli {
namespace {

constexpr auto k_formats = std::to_array<std::string_view>({"table", "json", "csv", "names"});

std::string rendered(const GpuSheet& sheet, const OutputOptions& output) {
  const auto format = output.checked_format(k_formats);
  if (format == "json") return gpu_sheet_json(sheet);
  if (format == "csv") return gpu_sheet_csv(sheet, !output.no_header);
  if (format == "names") return std::string(sheet.gpu.id) + '\n';
  return gpu_sheet_table(sheet, terminal_page());
}

/// The answer for a product that is known today but was not on the day asked for.
std::optional<Outcome> not_yet_known(const std::string& name, const Catalog& all, CatalogOptions options) {
  const std::string day = std::exchange(options.as_of, {});
  const Catalog today = options.known(all);
  const auto found = find_by_name(today, name).gpus;
  if (found.size() != 1) return std::nullopt;
  const auto& released = found.front()->released;
  return Outcome{"",
                 fmt::format("gpuadvisor: {} was not on sale by {}{}\n", found.front()->name, printable(day),
                             released ? ", only from " + released->text() : ""),
                 k_none};
}

}  // namespace

Outcome run_show(Arguments arguments) {
  std::vector<std::string> words;
  CatalogOptions catalog_options;
  OutputOptions output;
  OptionParser parser("show",
                      "Everything known of one GPU: each figure with its source, scores, prices and quotes.\n\n"
                      "Examples:\n"
                      "  gpuadvisor show RTX 3090\n"
                      "  gpuadvisor show 4090 --format json\n");
  parser.add("GPU", words, "", "Name, alias or id; case, spaces and vendor words do not matter");
  output.add_to(parser, k_formats);
  catalog_options.add_to(parser);
  parser.parse(arguments);

  std::string name;
  for (const auto& word : words) name += (name.empty() ? "" : " ") + word;
  const Catalog all = catalog_options.load_all();
  const Catalog catalog = ScoreOptions().known(catalog_options, all, ScorePrecision::fp16);
  const std::string version = catalog_options.version();
  const bool time_travel = !catalog_options.as_of.empty();
  if (time_travel && find_by_name(catalog, name).gpus.empty()) {
    if (const auto later = not_yet_known(name, all, catalog_options)) return *later;
  }
  const GpuSheet sheet{catalog, version, require_gpu(catalog, name)};
  return {rendered(sheet, output), output.quiet ? "" : catalog_options.stale_notice(catalog), k_answered};
}

}  // namespace gpuadvisor::cli
