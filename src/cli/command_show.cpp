#include <fmt/format.h>

#include <span>
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

constexpr auto k_formats = std::to_array<std::string_view>({"table", "json", "csv", "tsv", "markdown", "names"});

/// Which GPUs were asked for.
struct Wanted {
  std::vector<ResolvedGpu> gpus;
  std::string remarks;  // of misnomers, and of products not yet on sale on the day asked for; whole lines
};

std::string remark(std::string_view text) { return fmt::format("gpuadvisor: {}\n", text); }

std::string rendered(std::span<const GpuSheet> sheets, const OutputOptions& output, std::string_view format) {
  if (format == "json") return gpu_sheets_json(sheets);
  if (format == "csv" || format == "tsv") return output.text_of(gpu_sheet_records(sheets));
  std::string text;
  for (const GpuSheet& sheet : sheets) {
    if (format == "names") {
      text += std::string(sheet.gpu.id) + '\n';
      continue;
    }
    if (!text.empty()) text += '\n';
    text += format == "markdown" ? gpu_sheet_markdown(sheet, !output.no_header)
                                 : gpu_sheet_table(sheet, output.page(), !output.no_header);
  }
  return text;
}

/// What to say of a product that is known today but was not on the day asked for; nothing of others.
std::string not_yet_known(std::string_view name, const Catalog& today, std::string_view day) {
  const auto found = find_by_name(today, name).gpus;
  if (found.size() != 1) return {};
  const auto& released = found.front()->released;
  return remark(fmt::format("{} was not on sale by {}{}", found.front()->name, printable(day),
                            released ? ", only from " + released->text() : ""));
}

/// Throws UsageError.
Wanted wanted(std::span<const std::string> words, const Catalog& all, const Catalog& catalog,
              const CatalogOptions& options) {
  Wanted found;
  for (const std::string& name : names_in(all, words)) {
    if (!options.as_of.empty() && find_by_name(catalog, name).gpus.empty()) {
      CatalogOptions today = options;
      today.as_of.clear();
      const std::string later = not_yet_known(name, today.known(all), options.as_of);
      found.remarks += later;
      if (!later.empty()) continue;
    }
    found.gpus.push_back(resolved(catalog, name));
    if (!found.gpus.back().note.empty()) found.remarks += remark(found.gpus.back().note);
  }
  return found;
}

}  // namespace

Outcome run_show(Arguments arguments) {
  std::vector<std::string> words;
  CatalogOptions catalog_options;
  OutputOptions output;
  OptionParser parser("show",
                      "Everything known of a GPU, or of several: each figure with its source, scores,\n"
                      "prices and quotes.\n\n"
                      "Examples:\n"
                      "  gpuadvisor show RTX 3090\n"
                      "  gpuadvisor show 3090 4090\n"
                      "  gpuadvisor show 4090 --format json\n");
  parser.add("GPU", words, "", "Names, aliases or ids; case, spaces and vendor words do not matter");
  output.add_to(parser, k_formats);
  catalog_options.add_to(parser);
  parser.parse(arguments);
  const auto format = output.checked_format(k_formats);

  const Catalog all = catalog_options.load_all();
  const Catalog catalog = ScoreOptions().known(catalog_options, all, ScorePrecision::fp16);
  const std::string version = catalog_options.version();
  const Wanted asked = wanted(words, all, catalog, catalog_options);
  if (asked.gpus.empty()) return {"", asked.remarks, k_none};
  std::vector<GpuSheet> sheets;
  for (const auto& [gpu, note] : asked.gpus) sheets.push_back({catalog, version, *gpu, note});
  return {rendered(sheets, output, format), output.quiet ? "" : asked.remarks + catalog_options.stale_notice(catalog),
          k_answered};
}

}  // namespace gpuadvisor::cli
