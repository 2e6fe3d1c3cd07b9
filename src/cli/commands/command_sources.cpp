#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "catalog/loading/embedded_benchmarks.hpp"
#include "cli/command.hpp"
#include "cli/options/asked_gpus.hpp"
#include "cli/options/catalog_options.hpp"
#include "cli/options/named_value.hpp"
#include "cli/options/output_options.hpp"
#include "cli/options/score_options.hpp"
#include "core/text.hpp"
#include "gpuadvisor/core/error.hpp"
#include "output/catalog/source_report.hpp"

namespace gpuadvisor::cli {
namespace {

std::string rendered(const SourceReport& report, const OutputOptions& output) {
  if (output.is(Format::json)) return source_report_json(report);
  if (output.is_for_people()) return output.text_of(source_report_document(report));
  return output.text_of(source_records(report));
}

/// The source called `id`, else that of the same id in another case; null when there is none.
const Source* source_called(const Catalog& catalog, std::string_view id) {
  if (const Source* source = catalog.source(id)) return source;
  const auto sources = catalog.records<Source>();
  const auto at = std::find_if(sources.begin(), sources.end(), [wanted = lower_case(id)](const Source& source) {
    return lower_case(source.id) == wanted;
  });
  return at == sources.end() ? nullptr : &*at;
}

/// The ids asked for, of the catalog; throws UsageError.
std::vector<std::string> checked_ids(const std::vector<std::string>& words, const Catalog& catalog) {
  std::vector<std::string_view> known;
  for (const Source& source : catalog.records<Source>()) known.push_back(source.id);
  std::vector<std::string> ids;
  for (const auto& word : words) {
    const Source* source = source_called(catalog, word);
    if (source == nullptr) {
      throw UsageError(fmt::format("unknown source \"{}\"{}", printable(word), did_you_mean(word, known)));
    }
    ids.emplace_back(source->id);
  }
  return ids;
}

/// What was asked for of what `usage` tells; sources that supply nothing only when all of a whole catalog are wanted,
/// or when they are named.
void keep_asked(std::vector<SourceUsage>& usage, const SourceReport& report, bool drops_unused) {
  const auto is_among = [](const auto& list, const auto& item) {
    return list.empty() || std::find(list.begin(), list.end(), item) != list.end();
  };
  std::erase_if(usage, [&](const SourceUsage& source) {
    return !is_among(report.ids, source.source->id) || !is_among(report.grades, source.source->grade) ||
           (drops_unused && !source.is_used());
  });
}

}  // namespace

Outcome run_sources(Arguments arguments) {
  std::vector<std::string> words;
  std::vector<SourceGrade> grades;
  std::string gpu_name;
  CatalogOptions catalog_options;
  OutputOptions output;
  OptionParser parser("sources",
                      "Where the figures come from: each source with its grade and what it supplies;\n"
                      "those named by id, and those of one GPU, in full.\n\n"
                      "Examples:\n"
                      "  gpuadvisor sources\n"
                      "  gpuadvisor sources lambda-2020-02\n"
                      "  gpuadvisor sources --gpu 3090\n"
                      "  gpuadvisor sources --grade recalled,shop --format csv\n");
  parser.add("[ID]", words, "", "Ids of the sources to tell in full");
  parser.add_list("--grade", grades, "LIST", "Only vendor, measurement, tracker, shop, article or recalled ones",
                  named<SourceGrade>);
  parser.add("--gpu", gpu_name, "NAME", "Only those behind this GPU, and what for");
  output.add_to(parser, k_formats_and_names);
  catalog_options.add_to(parser);
  parser.parse(arguments);

  const Catalog all = catalog_options.merged();
  const Catalog catalog = ScoreOptions().known(catalog_options, all, ScorePrecision::fp16);
  const std::vector<std::string> ids = checked_ids(words, catalog);
  AskedGpus named{{ResolvedGpu()}, ""};
  if (!gpu_name.empty()) named = asked_gpus(std::vector{gpu_name}, all, catalog, catalog_options);
  if (named.gpus.empty()) return {"", named.remarks, k_none};
  const ResolvedGpu& gpu = named.gpus.front();
  const bool travels = catalog_options.as_of.has_value();
  const Benchmarks benchmarks = embedded_benchmarks();
  auto usage = source_usage(catalog, benchmarks.measurements, {gpu.gpu, travels ? catalog.as_of() : std::nullopt});
  SourceReport report{catalog_options.stamp(catalog), {}, ids, grades, gpu.gpu, gpu.note};
  keep_asked(usage, report, ids.empty() && (travels || gpu.gpu != nullptr));
  report.sources = usage;
  if (usage.empty()) return {"", "gpuadvisor: no source matches\n", k_none};
  return {rendered(report, output), output.quiet ? "" : named.remarks + catalog_options.stale_notice(catalog),
          k_answered};
}

}  // namespace gpuadvisor::cli
