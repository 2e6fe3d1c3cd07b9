
#include "memory_backtest_view.hpp"
#include "output/phrases/shared_records.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

/// What was asked, which is always the same.
struct BacktestQuery {};

}  // namespace

template <>
const Record<BacktestQuery>& record() {
  static const auto k_record = Record<BacktestQuery>("query", "What was asked", Layout::one_line)
                                   .constant("left_out", "What the fit had not seen", {std::string("network")});
  return k_record;
}

template <>
const Record<MemorySpread>& record() {
  static const auto k_record = Record<MemorySpread>("spread", "Ends of an interval that holds 80 %", Layout::one_line)
                                   .member<&MemorySpread::low>("low", "Quantile 0.1")
                                   .positive()
                                   .member<&MemorySpread::high>("high", "Quantile 0.9")
                                   .positive();
  return k_record;
}

template <>
const Record<MemoryCase>& record() {
  static const auto k_record =
      Record<MemoryCase>("case", "A measurement and its prediction", Layout::one_line)
          .member("network", "What was measured", [](const auto& one) { return one.measurement->network->id; })
          .id()
          .member("job", "What was done with it", [](const auto& one) { return job_text(*one.measurement); })
          .member("measured_gb", "10^9 bytes", [](const auto& one) { return one.measurement->memory; })
          .positive()
          .member<&MemoryCase::predicted>("predicted_gb", "10^9 bytes")
          .positive()
          .member<&MemoryCase::error>("error", "Predicted / measured - 1")
          .member("dataset", "Where it is from", [](const auto& one) { return one.measurement->dataset->id; })
          .id()
          .member("reason", "What limits the agreement of its dataset with any model",
                  [](const auto& one) { return one.measurement->dataset->note; });
  return k_record;
}

template <>
const Record<MemoryTaskResult>& record() {
  static const auto k_record =
      Record<MemoryTaskResult>("judgement", "How the model does at one task")
          .member<&MemoryTaskResult::task>("task", "What is done")
          .member<&MemoryTaskResult::values>("values", "Measurements")
          .least(1)
          .member<&MemoryTaskResult::networks>("networks", "Networks measured")
          .least(1)
          .member<&MemoryTaskResult::median_error>("median_error", "Of |predicted / measured - 1|")
          .least(0)
          .member<&MemoryTaskResult::p90_error>("p90_error", "Its 90th percentile")
          .least(0)
          .member<&MemoryTaskResult::spread>("measured_to_predicted",
                                             "Measured / predicted; of lora and qlora together")
          .member<&MemoryTaskResult::worst>("worst", "The largest errors, ten at most");
  return k_record;
}

template <>
const Record<BatchResult>& record() {
  static const auto k_record =
      Record<BatchResult>("batches", "Largest batches of one network", Layout::one_line)
          .member("network", "What was trained", [](const auto& result) { return result.network->id; })
          .id()
          .member<&BatchResult::cells>("cells", "Largest batches found, by card, dataset and arithmetic")
          .least(1)
          .member<&BatchResult::within_two>("within_factor_2", "Predicted within a factor of 2")
          .least(0)
          .member<&BatchResult::median_ratio>("median_ratio", "Predicted / found")
          .least(0);
  return k_record;
}

template <>
const Record<FitResult>& record() {
  static const auto k_record =
      Record<FitResult>("fit", "Jobs of which it is known whether they fitted", Layout::one_line)
          .member<&FitResult::fitting>("fitting", "Jobs that fitted")
          .least(0)
          .member<&FitResult::fitting_found>("fitting_found",
                                             "Of these, answered fits or tight on that card or on the next larger one")
          .least(0)
          .member<&FitResult::fitting_found_there>("fitting_found_there", "Of these, on that card")
          .least(0)
          .member<&FitResult::failing>("failing", "Jobs that did not fit")
          .least(0)
          .member<&FitResult::failing_called_fit>("failing_called_fit", "Of these, answered fits")
          .least(0)
          .member<&FitResult::failing_called_tight>("failing_called_tight", "Of these, answered tight")
          .least(0);
  return k_record;
}

template <>
const Record<MemoryConstants>& record() {
  static const auto k_record =
      Record<MemoryConstants>("constants", "Factors fitted to all measurements", Layout::one_line)
          .member<&MemoryConstants::fused_layers>("fused_layers", "On activations of layers with fused attention")
          .positive()
          .member<&MemoryConstants::stored_layers>("stored_layers", "On those of layers that keep attention scores")
          .positive()
          .member<&MemoryConstants::convolutions>("convolutions", "On outputs of convolutions")
          .positive();
  return k_record;
}

template <>
const Record<MemoryBacktest>& record() {
  static const auto k_record =
      Record<MemoryBacktest>("memory_backtest", "How the model does")
          .member<&MemoryBacktest::tasks>("results", "By task")
          .member<&MemoryBacktest::batches>("largest_batches", "Largest batches in training, by network")
          .member("networks_left_out", "With largest batches, but no shape to work from",
                  [](const auto& backtest) { return mapped(backtest.networks_left_out, &Network::id); })
          .ids()
          .member<&MemoryBacktest::train_spread>("usable_to_needed",
                                                 "Usable memory of a card, as a part of what its largest batch needs")
          .member<&MemoryBacktest::fit>("fit", "Jobs of which it is known whether they fitted")
          .member<&MemoryBacktest::constants>("constants", "Factors fitted to all measurements");
  return k_record;
}

template <>
const Record<MemoryBacktestReport>& record() {
  static const auto k_record =
      answer_record<MemoryBacktestReport>("memory-backtest", "memory backtest",
                                          "How well the memory model does on networks that it was not fitted to")
          .member("query", "What was asked", [](const auto&) { return BacktestQuery(); })
          .members_of([](const MemoryBacktestReport& report) -> const auto& { return report.backtest; })
          .member("warnings", "None so far", [](const auto&) { return std::vector<Warning>(); });
  return k_record;
}

std::string memory_backtest_json(const MemoryBacktestReport& report) { return json_text(value_of(report)); }

}  // namespace gpuadvisor
