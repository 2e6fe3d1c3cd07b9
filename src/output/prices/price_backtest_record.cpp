#include "output/phrases/shared_records.hpp"
#include "price_backtest_report.hpp"

namespace gpuadvisor {

template <>
Record<PriceBacktestRow> description() {
  using Row = PriceBacktestRow;
  using Judgement = PriceJudgement;
  return Record<Row>("price_judgement", "How well some prices are predicted", JsonWriter::Layout::one_line)
      .member<&Row::hidden>(
          "hidden", "The quotes of the GPU since the history ended, or those of all GPUs: a forecast of the market")
      .member<&Row::months>("months", "From the end of the history to the price", least(1))
      .member<&Row::slice>(
          "slice",
          "Which prices: all, those whose history has none of their source, cards for consumers and workstations, or "
          "by market, vendor, condition, kind or month")
      .member<&Row::name>("name", "Of the market, vendor, condition, kind or month; null for other slices", or_null())
      .member<&Row::judgement, &Judgement::prices>("prices", "How many were predicted", least(1))
      .member<&Row::judgement, &Judgement::bias>("bias", "Median of predicted / quoted - 1", least(-1))
      .member<&Row::judgement, &Judgement::median_error>("median_error", "Of |predicted / quoted - 1|", least(0))
      .member<&Row::judgement, &Judgement::carried_error>(
          "carried_error", "The same of the last median of the history, as it was", least(0))
      .member<&Row::judgement, &Judgement::coverage>("coverage", "Share within the 80 % interval", share())
      .member<&Row::judgement, &Judgement::half_width>("half_width",
                                                       "How far the upper end of the median interval is "
                                                       "above the prediction",
                                                       least(0));
}

template <>
Record<PriceBacktestReport> description() {
  return answer_record<PriceBacktestReport>("prices-backtest", "prices backtest",
                                            "How well prices are predicted that the model has not seen")
      .member<&PriceBacktestReport::rows>("results", "By what was hidden, length of the gap, and slice");
}

}  // namespace gpuadvisor
