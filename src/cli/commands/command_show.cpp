#include <fmt/format.h>

#include <span>
#include <vector>

#include "cli/command.hpp"
#include "cli/options/asked_gpus.hpp"
#include "cli/options/catalog_options.hpp"
#include "cli/options/output_options.hpp"
#include "cli/options/score_options.hpp"
#include "gpuadvisor/core/error.hpp"
#include "gpuadvisor/output/gpu_sheet.hpp"

namespace gpuadvisor::cli {
namespace {

constexpr auto k_sheet_formats = std::to_array(
    {Format::table, Format::json, Format::csv, Format::tsv, Format::markdown, Format::html, Format::names});

std::string rendered(std::span<const GpuSheet> sheets, const OutputOptions& output) {
  if (output.is(Format::json)) return gpu_sheets_json(sheets);
  if (output.format == Format::csv || output.format == Format::tsv || output.fields.are_asked())
    return output.text_of(gpu_sheet_records(sheets));
  if (output.format == Format::names) {
    std::string ids;
    for (const GpuSheet& sheet : sheets) ids += std::string(sheet.gpu.id) + '\n';
    return ids;
  }
  Document document;
  for (const GpuSheet& sheet : sheets) document.append(gpu_sheet_document(sheet));
  return output.text_of(document);
}

/// Flat formats have no room for sources in full; throws UsageError.
void require_room_for_sources(Format format) {
  if (format == Format::table || format == Format::json || format == Format::markdown || format == Format::html) return;
  throw UsageError(
      fmt::format("--sources: expected --format table, json, markdown or html, found \"{}\"", enum_name(format)));
}

}  // namespace

Outcome run_show(Arguments arguments) {
  std::vector<std::string> words;
  bool sources_in_full = false;
  CatalogOptions catalog_options;
  OutputOptions output;
  OptionParser parser("show",
                      "Everything known of a GPU, or of several: each figure with its source, scores,\n"
                      "prices and quotes.\n\n"
                      "Examples:\n"
                      "  gpuadvisor show RTX 3090\n"
                      "  gpuadvisor show 3090 4090\n"
                      "  gpuadvisor show 4090 --sources\n"
                      "  gpuadvisor show 4090 --format json\n");
  parser.add("GPU", words, "", "Names, aliases or ids; case, spaces and vendor words do not matter");
  parser.add_flag("--sources", sources_in_full, "All quotes, and each source in full");
  output.add_to(parser, k_sheet_formats);
  catalog_options.add_to(parser);
  parser.parse(arguments);
  const Format format = output.format;
  if (sources_in_full) require_room_for_sources(format);

  const Catalog all = catalog_options.merged();
  const Catalog catalog = ScoreOptions().known(catalog_options, all, ScorePrecision::fp16);
  const AskedGpus asked = asked_gpus(words, all, catalog, catalog_options);
  if (asked.gpus.empty()) return {"", asked.remarks, k_none};
  std::vector<GpuSheet> sheets;
  for (const auto& [gpu, note] : asked.gpus) {
    sheets.push_back({catalog_options.stamp(catalog), *gpu, gpu_facts(*gpu, catalog), note, sources_in_full});
  }
  return {rendered(sheets, output), output.quiet ? "" : asked.remarks + catalog_options.stale_notice(catalog),
          k_answered};
}

}  // namespace gpuadvisor::cli
