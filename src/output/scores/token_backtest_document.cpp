#include "token_backtest_document.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>
#include <vector>

#include "output/phrases/figure_words.hpp"

namespace gpuadvisor {
namespace {

constexpr auto k_group_titles =
    std::to_array<std::string_view>({"one sequence, one GPU", "", "several sequences", "networks with experts",
                                     "several GPUs, layers split", "several GPUs, tensors split"});
static_assert(k_group_titles.size() == k_enum_names<TokenGroup>.size());

std::string title_of(const TokenBacktestRow& row) {
  if (row.group == TokenGroup::engine) return fmt::format("  {}", row.engine);
  return std::string(k_group_titles[static_cast<std::size_t>(row.group)]);
}

/// A figure of a judgement; a dash where nothing was judged.
std::string or_dash(const TokenJudgement& judgement, std::string text) {
  return judgement.measurements == 0 ? "-" : std::move(text);
}

std::vector<std::string> cells_of(const TokenBacktestRow& row) {
  const TokenJudgement& known = row.known;
  const TokenJudgement& left_out = row.left_out;
  return {title_of(row),
          or_dash(known, std::to_string(known.measurements)),
          or_dash(known, fmt::format("{:.2f}", known.median_ratio)),
          or_dash(known, percent(known.median_error)),
          or_dash(known, percent(known.coverage)),
          or_dash(left_out, std::to_string(left_out.measurements)),
          or_dash(left_out, percent(left_out.median_error)),
          or_dash(left_out, percent(left_out.coverage))};
}

std::string heading(std::string_view workload) {
  return fmt::format("Tokens per second {} ({})", workload == k_prompt_workload ? "of prompts read" : "written",
                     workload);
}

std::string fit_text(const TokenRateFit& fit) {
  const TokenConstants& constants = fit.constants;
  return fmt::format(
      "Fitted to {} measurements of writing and {} of reading: {:.1f} ms and {:g} GB/s, {:.3f} ms and {:g} "
      "GFLOP/s of the reference card; engines exp({:g}) and exp({:g}) both ways. To {} configurations on "
      "several GPUs that split every layer: {:g} of a step stays ({:g} to {:g}). Nine in ten of one "
      "sequence on one "
      "GPU are written at no more than {:g} of what its memory has the bandwidth for.",
      fit.written, fit.read, 1e3 * constants.step_seconds, constants.bandwidth, 1e3 * constants.prompt_seconds,
      constants.gflops, constants.writing_engines, constants.reading_engines, fit.split, constants.fixed.middle,
      constants.fixed.least, constants.fixed.most, constants.roof_share);
}

}  // namespace

Document token_backtest_document(const TokenBacktest& backtest) {
  const std::vector<TokenBacktestRow>& rows = backtest.rows;
  Document document;
  for (std::size_t i = 0; i < rows.size();) {
    const std::string_view workload = rows[i].workload;
    Table table{{{"of"},
                 {"n", true},
                 {"ratio", true},
                 {"error", true},
                 {"in", true},
                 {"unseen", true},
                 {"error", true},
                 {"in", true}},
                {}};
    for (; i < rows.size() && rows[i].workload == workload; ++i) table.add(cells_of(rows[i]));
    document.heading(heading(workload)).table(std::move(table), 2);
  }
  document.gap().paragraph(
      "n: measurements of GPUs whose index rests on them, too; unseen: those of GPUs predicted from their "
      "specifications "
      "by a fit without them. ratio: median of measured / predicted; error: median of |predicted / measured - 1|; in: "
      "measurements within the 80 % interval. Set in: the first line by engine.");
  return document.paragraph(fit_text(backtest.fit));
}

}  // namespace gpuadvisor
