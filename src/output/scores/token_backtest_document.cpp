#include "token_backtest_document.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>
#include <vector>

#include "output/phrases/figure_words.hpp"

namespace gpuadvisor {
namespace {

constexpr auto k_group_titles = std::to_array<std::string_view>(
    {"one sequence, one GPU", "fastest of each GPU", "", "engines in use", "", "models with experts",
     "several sequences", "several GPUs, layers split", "several GPUs, tensors split", "many users", ""});
static_assert(k_group_titles.size() == k_enum_names<TokenGroup>.size());

std::string title_of(const TokenBacktestRow& row) {
  if (!row.of.empty()) return fmt::format("  {}", row.of);
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
          or_dash(left_out, fmt::format("{:.2f}", left_out.median_ratio)),
          or_dash(left_out, percent(left_out.median_error)),
          or_dash(left_out, percent(left_out.coverage))};
}

std::string heading(std::string_view workload) {
  const std::string_view what = workload == k_prompt_workload    ? "of prompts read"
                                : workload == k_serving_workload ? "written for many users"
                                                                 : "written";
  return fmt::format("Tokens per second {} ({})", what, workload);
}

std::string fit_text(const TokenRateFit& fit) {
  const TokenConstants& constants = fit.constants;
  return fmt::format(
      "Fitted to {} readings of writing and {} of prompts: the reference card takes {:.3g} ms to write a token of "
      "Llama 2 7B Q4_0, {:g} of it reading, and {:.3g} ms to read one, {:g} of it computing; machines and engines "
      "differ by exp({:g}) and exp({:g}) both ways. To {} configurations on "
      "several GPUs that split every layer: {:g} of a step stays ({:g} to {:g}). Nine in ten of one "
      "sequence on one "
      "GPU are written at no more than {:g} of what its memory has the bandwidth for.",
      fit.written, fit.read, 1e3 * constants.step_seconds, constants.step_work, 1e3 * constants.prompt_seconds,
      constants.prompt_work, constants.writing_engines, constants.reading_engines, fit.split, constants.fixed.middle,
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
                 {"ratio", true},
                 {"error", true},
                 {"in", true}},
                {}};
    for (; i < rows.size() && rows[i].workload == workload; ++i) table.add(cells_of(rows[i]));
    document.heading(heading(workload)).table(std::move(table), 2);
  }
  document.gap().paragraph(
      "n: measurements of GPUs whose index rests on them, too; the last three columns: of GPUs predicted from their "
      "specifications by a fit without them. ratio: median of measured / predicted; error: median of |predicted / "
      "measured - 1|; in: measurements within the 80 % interval. Set in: by vendor, by engine, by dataset. Of many "
      "users the constants were fitted with these, among others; errors with each source left out: "
      "docs/inference.md#many-users.");
  return document.paragraph(fit_text(backtest.fit));
}

}  // namespace gpuadvisor
