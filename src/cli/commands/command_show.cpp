#include <fmt/format.h>

#include <span>
#include <vector>

#include "cli/command.hpp"
#include "cli/options/asked_gpus.hpp"
#include "cli/session.hpp"
#include "gpuadvisor/core/error.hpp"
#include "output/catalog/gpu_sheet_document.hpp"
#include "output/catalog/gpu_sheet_record.hpp"
#include "output/phrases/fact.hpp"
#include "report/mapped.hpp"

namespace gpuadvisor::cli {
namespace {

constexpr auto k_sheet_formats = std::to_array(
    {Format::table, Format::json, Format::csv, Format::tsv, Format::markdown, Format::html, Format::names});

std::string sheet_ids(std::span<const GpuSheet> sheets) {
  std::string ids;
  for (const GpuSheet& sheet : sheets) ids += std::string(sheet.gpu.id) + '\n';
  return ids;
}

}  // namespace

Outcome run_show(Arguments arguments) {
  std::vector<std::string> words;
  bool sources_in_full = false;
  Depth depth;
  SessionOptions options;
  OptionParser parser("show",
                      "About one or several GPUs: what they cost today, what they are good for, speeds\n"
                      "and specifications. With --explain everything known, each figure with its\n"
                      "source.\n\n"
                      "Examples:\n"
                      "  gpuadvisor show RTX 3090\n"
                      "  gpuadvisor show 3090 4090\n"
                      "  gpuadvisor show 4090 --explain\n"
                      "  gpuadvisor show 4090 --sources\n"
                      "  gpuadvisor show 4090 --format json\n");
  parser.add("GPU", words, "", "Names like 3090 or \"RTX 3060 12GB\"");
  parser.add_explain(depth, k_enum_names<Fact>, "Every figure with its source, scores, prices and quotes");
  parser.add_flag("--sources", sources_in_full, "The same with all quotes, and each source in full");
  options.add_to(parser, k_sheet_formats);
  parser.parse(arguments);
  if (depth.is_explained) options.output.require_room_for("--explain");
  if (sources_in_full) options.output.require_room_for("--sources");
  depth.is_explained |= sources_in_full;

  Session session(options, ScorePrecision::fp16);
  const auto asked = asked_gpus(words, session);
  if (asked.empty()) return session.none();
  const auto sheets = mapped(asked, [&](const ResolvedGpu& one) {
    return GpuSheet{session.stamp(), *one.gpu, gpu_facts(*one.gpu, session.catalog(), session.published(*one.gpu)),
                    one.note, sources_in_full};
  });
  if (options.output.is(Format::names)) return session.outcome(sheet_ids(sheets));
  return session.answer(GpuSheets{session.stamp(), sheets}, [&] {
    const auto advice = gpu_advice(mapped(sheets, [](const GpuSheet& sheet) { return &sheet.gpu; }), session.catalog());
    return gpu_sheets_document(sheets, advice, depth);
  });
}

}  // namespace gpuadvisor::cli
