#include "token_backtest_text.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>
#include <vector>

#include "output/phrases/catalog_json.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

constexpr auto k_group_titles =
    std::to_array<std::string_view>({"one sequence, one GPU", "", "several sequences", "networks with experts",
                                     "several GPUs, layers split", "several GPUs, tensors split"});
static_assert(k_group_titles.size() == k_enum_names<TokenGroup>.size());

std::string percent(double part) { return fmt::format("{:.0f} %", 100 * part); }

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
  return fmt::format("Tokens per second {} ({})\n", workload == k_prompt_workload ? "of prompts read" : "written",
                     workload);
}

void write_judgement(JsonWriter& json, std::string_view key, const TokenJudgement& judgement) {
  json.key(key);
  if (judgement.measurements == 0) {
    json.null();
    return;
  }
  json.begin_object(Layout::one_line).key("measurements").number(judgement.measurements);
  json.key("gpus").number(judgement.gpus).key("median_error").number(judgement.median_error);
  json.key("median_ratio").number(judgement.median_ratio).key("coverage").number(judgement.coverage);
  json.key("below").number(judgement.below).key("above").number(judgement.above).end_object();
}

std::string fit_text(const TokenRateFit& fit, std::size_t width) {
  const TokenConstants& constants = fit.constants;
  return wrapped(
      fmt::format("Fitted to {} measurements of writing and {} of reading: {:.1f} ms and {:g} GB/s, {:.3f} ms and {:g} "
                  "GFLOP/s of the reference card; engines exp({:g}) and exp({:g}) both ways. To {} configurations on "
                  "several GPUs that split every layer: {:g} of a step stays ({:g} to {:g}). Nine in ten of one "
                  "sequence on one "
                  "GPU are written at no more than {:g} of what its memory has the bandwidth for.",
                  fit.written, fit.read, 1e3 * constants.step_seconds, constants.bandwidth,
                  1e3 * constants.prompt_seconds, constants.gflops, constants.writing_engines,
                  constants.reading_engines, fit.split, constants.fixed.middle, constants.fixed.least,
                  constants.fixed.most, constants.roof_share),
      width);
}

void write_fit(JsonWriter& json, const TokenRateFit& fit) {
  const TokenConstants& constants = fit.constants;
  json.begin_object().key("written").number(fit.written).key("read").number(fit.read).key("split").number(fit.split);
  json.key("step_seconds").number(constants.step_seconds).key("bandwidth_gbs").number(constants.bandwidth);
  json.key("prompt_seconds").number(constants.prompt_seconds).key("gflops").number(constants.gflops);
  json.key("writing_engines").number(constants.writing_engines);
  json.key("reading_engines").number(constants.reading_engines);
  json.key("roof_share").number(constants.roof_share).key("fixed_part").begin_object(Layout::one_line);
  json.key("middle").number(constants.fixed.middle).key("least").number(constants.fixed.least);
  json.key("most").number(constants.fixed.most).end_object().end_object();
}

}  // namespace

std::string token_backtest_text(const TokenBacktest& backtest, const Page& page) {
  const std::vector<TokenBacktestRow>& rows = backtest.rows;
  std::string text;
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
    for (; i < rows.size() && rows[i].workload == workload; ++i) {
      table.rows.push_back(cells_of(rows[i]));
    }
    text += emphasised(heading(workload), Style::bold, page) + render(table, page, true, 2) + '\n';
  }
  return text +
         wrapped(
             "n: measurements of GPUs whose index rests on them, too; unseen: those of GPUs predicted from their "
             "specifications by a fit without them. ratio: median of measured / predicted; error: median of "
             "|predicted / measured - 1|; in: measurements within the 80 % interval. Set in: the first line by engine.",
             page.width) +
         fit_text(backtest.fit, page.width);
}

void write_token_backtest(JsonWriter& json, const std::optional<TokenBacktest>& backtest) {
  if (!backtest) {
    json.null();
    return;
  }
  json.begin_object().key("rows").begin_array();
  for (const TokenBacktestRow& row : backtest->rows) {
    json.begin_object().key("workload").text(row.workload).key("group").text(enum_name(row.group)).key("engine");
    write_text_or_null(json, row.engine);
    write_judgement(json, "known", row.known);
    write_judgement(json, "left_out", row.left_out);
    json.end_object();
  }
  json.end_array().key("fit");
  write_fit(json, backtest->fit);
  json.end_object();
}

}  // namespace gpuadvisor
