#include <array>

#include "core/two_digits.hpp"
#include "output/phrases/shared_records.hpp"
#include "score_reports.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

constexpr auto k_token_workloads =
    std::to_array<std::string_view>({k_decode_workload, k_prompt_workload, k_serving_workload});

struct BacktestQuery {
  ScorePrecision precision;
};

std::optional<TokenJudgement> if_measured(const TokenJudgement& judgement) {
  return given(judgement.measurements != 0, judgement);
}

}  // namespace

template <>
Record<BacktestQuery> description() {
  return Record<BacktestQuery>("query", "What was asked", Layout::one_line)
      .member<&BacktestQuery::precision>("precision", "The arithmetic that a speed is for");
}

template <>
Record<BacktestRow> description() {
  return Record<BacktestRow>("judgement", "How well one predictor does", Layout::one_line)
      .member<&BacktestRow::workload>("workload", "What is trained", id())
      .member<&BacktestRow::judged_on>(
          "judged_on",
          "The GPUs that models were timed on, all, or those that five configurations or more were timed on")
      .member<&BacktestRow::left_out>("left_out", "What the fit had not seen")
      .member<&BacktestRow::predictor>("predictor", "What predicts")
      .member<&BacktestRow::gpus>("gpus", "How many were judged", least(1))
      .member<&BacktestRow::tau>("tau", "Kendall's, of the orders predicted and measured", least(-1), most(1))
      .member<&BacktestRow::ordered>(
          "ordered", "Share in the right order, of the pairs measured more than 10 % apart; null: no such pair",
          share(), or_null())
      .member<&BacktestRow::median_error>("median_error", "Of |predicted / measured - 1|", least(0))
      .member<&BacktestRow::p90_error>("p90_error", "Its 90th percentile", least(0))
      .member<&BacktestRow::coverage>("coverage", "Share of the GPUs within their 80 % interval", share())
      .member<&BacktestRow::median_interval>("median_interval", "How far its upper end is above the prediction",
                                             least(0));
}

template <>
Record<GroupJudgement> description() {
  return Record<GroupJudgement>("group_judgement", "How well the speeds of some GPUs are told", Layout::one_line)
      .member<&GroupJudgement::workload>("workload", "What is trained", id())
      .member<&GroupJudgement::basis>(
          "basis", "estimated: each GPU left out; measured: each dataset left out, and judged by what it says")
      .member<&GroupJudgement::vendor>("vendor", "Whose GPUs; null: all", or_null())
      .member<&GroupJudgement::architecture>("architecture", "Of them; null: all", or_null())
      .member<&GroupJudgement::judged>("judged", "GPUs, or GPUs of each dataset", least(1))
      .member<&GroupJudgement::median_ratio>("median_ratio", "Of measured / predicted", positive())
      .member<&GroupJudgement::median_error>("median_error", "Of |predicted / measured - 1|", least(0))
      .member<&GroupJudgement::coverage>("coverage", "Share within their 80 % interval", share())
      .member<&GroupJudgement::pairs>("pairs", "Of two GPUs that a dataset timed alike; 0 of estimates", least(0))
      .member<&GroupJudgement::pair_error>(
          "pair_error", "Median of |predicted / measured - 1| of their ratio; null: no pair", least(0), or_null())
      .member<&GroupJudgement::ordered>(
          "ordered", "Share in the right order of the pairs measured more than 15 % apart; null: no such pair", share(),
          or_null());
}

template <>
Record<MemoryPair> description() {
  return Record<MemoryPair>("memory_pair", "Two GPUs that are alike but for memory", Layout::one_line)
      .member<&MemoryPair::workload>("workload", "What is trained", id())
      .member<&MemoryPair::larger, &Gpu::id>("larger", "Id of the GPU with more memory", id())
      .member<&MemoryPair::smaller, &Gpu::id>("smaller", "Id of the other", id())
      .member<&MemoryPair::ratio, &four_digits>("ratio", "Of their indices", positive())
      .member<&MemoryPair::basis>("basis", "measured where both are");
}

template <>
Record<TokenJudgement> description() {
  return Record<TokenJudgement>("rate_judgement", "How well rates are predicted", Layout::one_line)
      .member<&TokenJudgement::measurements>("measurements", "How many were judged", least(1))
      .member<&TokenJudgement::gpus>("gpus", "Of so many GPUs", least(1))
      .member<&TokenJudgement::median_error>("median_error", "Of |predicted / measured - 1|", least(0))
      .member<&TokenJudgement::median_ratio>("median_ratio", "Of measured / predicted", positive())
      .member<&TokenJudgement::coverage>("coverage", "Share of measurements within the 80 % interval", share())
      .member<&TokenJudgement::below>("below", "Share that is below it", share())
      .member<&TokenJudgement::above>("above", "Share that is above it", share());
}

template <>
Record<TokenBacktestRow> description() {
  return Record<TokenBacktestRow>("rates", "Rates that are judged together")
      .member<&TokenBacktestRow::workload>("workload", "Writing, reading prompts, or writing for many users",
                                           one_of(k_token_workloads))
      .member<&TokenBacktestRow::group>(
          "group",
          "What is judged together. Of one sequence on one GPU: all; of each GPU the fastest of Llama 2 7B Q4_0 by "
          "llama.cpp, and the same by vendor; engines in use; each engine; models with experts. Several sequences on "
          "one GPU. Several GPUs that share layers, or that each have a part of every layer. Of many users: all that "
          "are served, each engine, each dataset")
      .member<&TokenBacktestRow::of>("of", "The vendor, the engine as datasets call it, or the dataset; null: all",
                                     or_null())
      .member<&TokenBacktestRow::known, &if_measured>(
          "known", "By the index of the GPU, to which the measurement contributed; null: no such measurement")
      .member<&TokenBacktestRow::left_out, &if_measured>(
          "left_out", "By what its specifications predict, fitted without it; null: no such measurement");
}

template <>
Record<FixedPart> description() {
  return Record<FixedPart>("fixed_part", "Of a step, where every layer is split over GPUs", Layout::one_line)
      .member<&FixedPart::middle>("middle", "The median", share())
      .member<&FixedPart::least>("least", "The 0.1 quantile", share())
      .member<&FixedPart::most>("most", "The 0.9 quantile", share());
}

template <>
Record<ExpertFactors> description() {
  return Record<ExpertFactors>("expert_factors", "Against models without experts", Layout::one_line)
      .member<&ExpertFactors::overhead>("overhead", "For a layer, whatever its work", positive())
      .member<&ExpertFactors::work>("work", "For what they read or compute", positive());
}

template <>
Record<TokenConstants> description() {
  return Record<TokenConstants>("token_constants", "What rates of tokens are predicted with")
      .member<&TokenConstants::step_seconds>(
          "step_seconds", "In which the reference card writes a token of Llama 2 7B Q4_0", positive())
      .member<&TokenConstants::prompt_seconds>("prompt_seconds", "In which it reads one of a prompt", positive())
      .member<&TokenConstants::step_work>("step_work", "The part of step_seconds that grows with the work", share())
      .member<&TokenConstants::prompt_work>("prompt_work", "The part of prompt_seconds that does", share())
      .member<&TokenConstants::writing_experts>("writing_experts",
                                                "How many times as long models with experts take when they write")
      .member<&TokenConstants::reading_experts>("reading_experts", "The same when they read prompts")
      .member<&TokenConstants::writing_engines>(
          "writing_engines", "Half the interval, as ln, that machines and engines differ by in writing", least(0))
      .member<&TokenConstants::reading_engines>("reading_engines", "The same in reading prompts", least(0))
      .member<&TokenConstants::roof_share>(
          "roof_share",
          "Of the tokens per second that the bandwidth of the memory allows, what nine in ten measurements of "
          "writing one sequence on one GPU reach at most",
          positive(), most(1))
      .member<&TokenConstants::fixed>("fixed_part",
                                      "Of a step, what does not shrink where every layer is split over GPUs");
}

template <>
Record<TokenRateFit> description() {
  return Record<TokenRateFit>("fit", "The constants as the measurements give them")
      .member<&TokenRateFit::written>(
          "written", "Readings of writing that they rest on: of a dataset, GPU, model and engine the fastest", least(1))
      .member<&TokenRateFit::read>("read", "Readings of prompts", least(1))
      .member<&TokenRateFit::split>("split", "Configurations on several numbers of GPUs", least(1))
      .members_of<&TokenRateFit::constants>();
}

template <>
Record<TokenBacktest> description() {
  return Record<TokenBacktest>("tokens", "Tokens per second of language models")
      .member<&TokenBacktest::rows>("rows", "By workload and group")
      .member<&TokenBacktest::fit>("fit", "The constants as the measurements give them");
}

template <>
Record<BacktestReport> description() {
  return answer_record<BacktestReport>("scores-backtest", "scores backtest",
                                       "How well estimates do on GPUs that they have not seen")
      .member("query", "What was asked", [](const BacktestReport& report) { return BacktestQuery{report.precision}; })
      .member<&BacktestReport::rows>("results", "By workload, GPUs judged on, what was left out, and predictor")
      .member<&BacktestReport::groups>("groups", "By workload, basis, vendor and architecture, three GPUs or more")
      .member<&BacktestReport::pairs>("pairs", "Alike but for memory, one of them measured at least")
      .member(
          "tokens", "Tokens per second of language models; null in fp32, and without measurements",
          [](const BacktestReport& report) -> const auto& { return report.tokens; });
}

}  // namespace gpuadvisor
