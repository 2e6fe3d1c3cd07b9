#include <fmt/format.h>

#include <vector>

#include "catalog/loading/embedded_benchmarks.hpp"
#include "cli/command.hpp"
#include "cli/options/asked_gpus.hpp"
#include "cli/options/called.hpp"
#include "cli/options/named_value.hpp"
#include "cli/session.hpp"
#include "core/contains.hpp"
#include "core/text.hpp"
#include "gpuadvisor/core/error.hpp"
#include "output/catalog/source_report.hpp"

namespace gpuadvisor::cli {
namespace {

/// The ids asked for, of the catalog; throws UsageError.
std::vector<std::string> checked_ids(const std::vector<std::string>& words, const Catalog& catalog) {
  const auto& sources = catalog.records<Source>();
  return mapped(words, [&](const std::string& word) {
    if (const Source* source = called(sources, word)) return std::string(source->id);
    const bool is_gpu = !find_by_name(catalog, word).gpus.empty();
    throw UsageError(fmt::format("unknown source \"{}\"{}", printable(word),
                                 is_gpu ? fmt::format("; of a GPU: `gpuadvisor sources --gpu \"{}\"`", word)
                                        : did_you_mean(word, ids_of(sources))));
  });
}

/// What was asked for of what `usage` tells; sources that supply nothing only when all of a whole catalog are wanted,
/// or when they are named.
void keep_asked(std::vector<SourceUsage>& usage, const SourceReport& report, bool drops_unused) {
  const auto is_among = [](const auto& list, const auto& item) { return list.empty() || contains(list, item); };
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
  SessionOptions options;
  OptionParser parser("sources",
                      "Where the figures come from: every source with its grade and what it supplies;\n"
                      "in full for the sources named, or those of one GPU.\n\n"
                      "Examples:\n"
                      "  gpuadvisor sources\n"
                      "  gpuadvisor sources lambda-2020-02\n"
                      "  gpuadvisor sources --gpu 3090\n"
                      "  gpuadvisor sources --grade recalled,shop --format csv\n");
  parser.add("[SOURCE]", words, "", "Sources to show in full, by id");
  parser.add_list("--grade", grades, "A,B", "Only vendor, measurement, tracker, shop, article or recalled ones",
                  named<SourceGrade>);
  parser.add("--gpu", gpu_name, "GPU", "Only those behind the figures of this GPU");
  options.add_to(parser, k_formats_and_names);
  parser.parse(arguments);

  Session session(options, ScorePrecision::fp16);
  const Catalog& catalog = session.catalog();
  const std::vector<std::string> ids = checked_ids(words, catalog);
  const auto gpu = asked_gpu(gpu_name, session);
  if (!gpu) return session.none();
  const Benchmarks benchmarks = embedded_benchmarks();
  auto usage =
      source_usage(catalog, benchmarks.measurements, {gpu->gpu, session.travels() ? catalog.as_of() : std::nullopt});
  SourceReport report{session.stamp(), {}, ids, grades, gpu->gpu, gpu->note};
  keep_asked(usage, report, ids.empty() && (session.travels() || gpu->gpu != nullptr));
  report.sources = usage;
  if (usage.empty()) return session.none("no source matches");
  return session.answer(report);
}

}  // namespace gpuadvisor::cli
