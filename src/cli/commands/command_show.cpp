#include <fmt/format.h>

#include <span>
#include <vector>

#include "cli/command.hpp"
#include "cli/options/asked_gpus.hpp"
#include "cli/session.hpp"
#include "gpuadvisor/core/error.hpp"
#include "gpuadvisor/output/gpu_sheet.hpp"
#include "report/mapped.hpp"

namespace gpuadvisor::cli {
namespace {

constexpr auto k_sheet_formats = std::to_array(
    {Format::table, Format::json, Format::csv, Format::tsv, Format::markdown, Format::html, Format::names});

Document document_of(std::span<const GpuSheet> sheets) {
  Document document;
  for (const GpuSheet& sheet : sheets) document.append(gpu_sheet_document(sheet));
  return document;
}

std::string rendered(std::span<const GpuSheet> sheets, const OutputOptions& output) {
  if (!output.is(Format::names)) return output.text_of(sheets, gpu_sheets_json, document_of, gpu_sheet_records);
  std::string ids;
  for (const GpuSheet& sheet : sheets) ids += std::string(sheet.gpu.id) + '\n';
  return ids;
}

}  // namespace

Outcome run_show(Arguments arguments) {
  std::vector<std::string> words;
  bool sources_in_full = false;
  SessionOptions options;
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
  options.add_to(parser, k_sheet_formats);
  parser.parse(arguments);
  if (sources_in_full) options.output.require_room_for("--sources");

  Session session(options, ScorePrecision::fp16);
  const auto asked = asked_gpus(words, session);
  if (asked.empty()) return session.none();
  const auto sheets = mapped(asked, [&](const ResolvedGpu& one) {
    return GpuSheet{session.stamp(), *one.gpu, gpu_facts(*one.gpu, session.catalog(), session.published(*one.gpu)),
                    one.note, sources_in_full};
  });
  return session.outcome(rendered(sheets, options.output));
}

}  // namespace gpuadvisor::cli
