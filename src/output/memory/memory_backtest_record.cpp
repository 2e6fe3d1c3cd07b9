
#include "memory_backtest_view.hpp"
#include "output/phrases/shared_records.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

/// What was asked, which is always the same.
Record<MemoryBacktestReport> backtest_query_record() {
  return Record<MemoryBacktestReport>("query", "What was asked", Layout::one_line)
      .constant("left_out", "What the fit had not seen", {std::string("source")});
}

}  // namespace

template <>
Record<MemorySpread> description() {
  return Record<MemorySpread>("spread", "Ends of an interval that holds 80 %", Layout::one_line)
      .member<&MemorySpread::low>("low", "Quantile 0.1, widened where few sources tell it", positive())
      .member<&MemorySpread::high>("high", "Quantile 0.9, likewise", positive());
}

template <>
Record<MemoryCase> description() {
  return Record<MemoryCase>("case", "A measurement and its prediction", Layout::one_line)
      .member<&MemoryCase::measurement, &MemoryMeasurement::network, &Network::id>("network", "What was measured", id())
      .member("job", "What was done with it", [](const auto& one) { return job_text(*one.measurement); })
      .member<&MemoryCase::measurement, &MemoryMeasurement::memory>("measured_gb", "10^9 bytes", positive())
      .member<&MemoryCase::predicted>("predicted_gb", "10^9 bytes", positive())
      .member<&MemoryCase::error>("error", "Predicted / measured - 1")
      .member<&MemoryCase::measurement, &MemoryMeasurement::dataset, &MemoryDataset::id>("dataset", "Where it is from",
                                                                                         id())
      .member<&MemoryCase::measurement, &MemoryMeasurement::dataset, &MemoryDataset::note>(
          "reason", "What limits the agreement of its dataset with any model");
}

template <>
Record<MemoryGroupResult> description() {
  return Record<MemoryGroupResult>("judgement", "How the model does at one group of jobs")
      .member<&MemoryGroupResult::group>("group", "What is done, and with which software")
      .member<&MemoryGroupResult::values>("values", "Measurements", least(1))
      .member<&MemoryGroupResult::networks>("networks", "Networks measured", least(1))
      .member<&MemoryGroupResult::sources>("sources", "Sources that tell the interval", least(1))
      .member<&MemoryGroupResult::median_error>("median_error", "Of |predicted / measured - 1|", least(0))
      .member<&MemoryGroupResult::p90_error>("p90_error", "Its 90th percentile", least(0))
      .member<&MemoryGroupResult::spread>("measured_to_predicted",
                                          "Measured / predicted, each source weighing the same")
      .member<&MemoryGroupResult::inside>("inside", "Values within it", least(0))
      .member<&MemoryGroupResult::inside_of_others>("inside_of_others",
                                                    "Values within the interval that all other sources tell", least(0))
      .member<&MemoryGroupResult::worst>("worst", "The largest errors, ten at most");
}

template <>
Record<PictureResult> description() {
  return Record<PictureResult>("pictures", "How the model does at making pictures, or at training adapters for it",
                               Layout::one_line)
      .member<&PictureResult::task>("task", "What is done; lora: with weights in any format")
      .member<&PictureResult::values>("values", "Measurements", least(0))
      .member<&PictureResult::networks>("networks", "Networks measured", least(0))
      .member<&PictureResult::sources>("sources", "Sources of them", least(0))
      .member<&PictureResult::median_error>("median_error", "Of |predicted / measured - 1|", least(0))
      .member<&PictureResult::p90_error>("p90_error", "Its 90th percentile", least(0))
      .member<&PictureResult::inside>("inside", "Values within the interval of the need", least(0))
      .member<&PictureResult::failing>("failing", "Jobs that did not fit", least(0))
      .member<&PictureResult::failing_called_fit>("failing_called_fit", "Of these, answered fits", least(0));
}

template <>
Record<BatchResult> description() {
  return Record<BatchResult>("batches", "Largest batches of one model", Layout::one_line)
      .member<&BatchResult::network, &Network::id>("network", "What was trained", id())
      .member<&BatchResult::cells>("cells", "Largest batches found, by card, dataset and arithmetic", least(1))
      .member<&BatchResult::within_two>("within_factor_2", "Predicted within a factor of 2", least(0))
      .member<&BatchResult::median_ratio>("median_ratio", "Predicted / found", least(0));
}

template <>
Record<FitResult> description() {
  return Record<FitResult>("fit", "Jobs of which it is known whether they fitted", Layout::one_line)
      .member<&FitResult::fitting>("fitting", "Jobs that fitted", least(0))
      .member<&FitResult::fitting_found>(
          "fitting_found", "Of these, answered fits or tight on that card or on the next larger one", least(0))
      .member<&FitResult::fitting_found_there>("fitting_found_there", "Of these, on that card", least(0))
      .member<&FitResult::fitting_possible>(
          "fitting_possible", "Of these, within the need's interval on that card or on the next larger one", least(0))
      .member<&FitResult::failing>("failing", "Jobs that did not fit", least(0))
      .member<&FitResult::failing_called_fit>("failing_called_fit", "Of these, answered fits", least(0))
      .member<&FitResult::failing_called_tight>("failing_called_tight", "Of these, answered tight", least(0));
}

template <>
Record<MemoryConstants> description() {
  return Record<MemoryConstants>("constants", "Factors fitted to all measurements", Layout::one_line)
      .member<&MemoryConstants::fused_layers>("fused_layers", "On activations of layers with fused attention",
                                              positive())
      .member<&MemoryConstants::stored_layers>("stored_layers", "On those of layers that keep attention scores",
                                               positive())
      .member<&MemoryConstants::convolutions>("convolutions", "On outputs of convolutions", positive())
      .member<&MemoryConstants::offloaded_layers>(
          "offloaded_layers", "On Unsloth's live layer, with inputs of layers in the host's memory", positive());
}

template <>
Record<MemoryBacktest> description() {
  return Record<MemoryBacktest>("memory_backtest", "How the model does")
      .member<&MemoryBacktest::groups>("results", "By group of jobs")
      .member<&MemoryBacktest::pictures>("pictures", "Making pictures, without the source of two constants")
      .member<&MemoryBacktest::batches>("largest_batches", "Largest batches in training, by model")
      .member<&MemoryBacktest::networks_left_out, &Network::id>(
          "networks_left_out", "With largest batches, but no shape to work from", ids())
      .member<&MemoryBacktest::fit>("fit", "Jobs of which it is known whether they fitted")
      .member<&MemoryBacktest::constants>("constants", "Factors fitted to all measurements");
}

template <>
Record<MemoryBacktestReport> description() {
  return answer_record<MemoryBacktestReport>("memory-backtest", "memory backtest",
                                             "How well the memory model does on sources that it was not fitted to")
      .member<as<backtest_query_record>>("query", "What was asked")
      .members_of([](const MemoryBacktestReport& report) -> const auto& { return report.backtest; })
      .member("warnings", "None so far", k_no_warnings);
}

}  // namespace gpuadvisor
