#pragma once

#include <string_view>
#include <vector>

#include "calibration/memory/memory_measurement.hpp"
#include "gpuadvisor/sizing/memory_calibration.hpp"
#include "gpuadvisor/sizing/memory_fit.hpp"
#include "picture_backtest.hpp"

namespace gpuadvisor {

/// A measurement and what the model says of it, fitted without its source.
struct MemoryCase {
  const MemoryMeasurement* measurement = nullptr;
  Gigabytes predicted;  // of what its dataset counts
  double error = 0;     // predicted / measured - 1
};

/// How the model does at one group of jobs.
struct MemoryGroupResult {
  MemoryGroup group = MemoryGroup::run;
  int values = 0;
  int networks = 0;
  int sources = 0;          // that tell the interval: of training, those of largest batches, too
  double median_error = 0;  // of |error|
  double p90_error = 0;     // of |error|
  /// Of measured / predicted, each source weighing the same: quantiles 0.1 and 0.9, at least 1 % from 1, and on the
  /// scale of logarithms 1 + 1/n times as far from it with n sources. Of training, usable / needed at the largest batch
  /// counts.
  MemorySpread spread;
  int inside = 0;                 // values within it
  int inside_of_others = 0;       // values within the interval of all other sources
  std::vector<MemoryCase> worst;  // at most ten, the largest |error| first
};

/// A job on a card, of which it is known whether it fitted.
struct FitCase {
  const MemoryDataset* dataset = nullptr;
  const Network* network = nullptr;
  MemoryJob job;
  Gibibytes card;  // as it is sold
  Gigabytes need;
  FitVerdict verdict = FitVerdict::does_not_fit;
};

/// What is answered of jobs that fitted, and of jobs that did not.
struct FitResult {
  int fitting = 0;
  int fitting_found = 0;        // answered "fits" or "tight" on that card, or on the next larger one
  int fitting_found_there = 0;  // on that card
  int fitting_possible = 0;     // on that card or the next larger one the need's interval leaves open that they fit
  int failing = 0;
  int failing_called_fit = 0;     // answered "fits"
  int failing_called_tight = 0;   // answered "tight"
  std::vector<FitCase> mistaken;  // those that did not fit and are answered "fits"
};

/// Largest batches of one network.
struct BatchResult {
  const Network* network = nullptr;
  int cells = 0;
  int within_two = 0;       // from half to twice the batch found; of cells of 0, those answered 0
  double median_ratio = 0;  // of predicted / found, of cells above 0
};

/// The model judged on sources that it was not fitted to.
struct MemoryBacktest {
  MemoryConstants constants;              // fitted to all
  std::vector<MemoryGroupResult> groups;  // those with measurements, in the order of MemoryGroup
  std::vector<PictureResult> pictures;
  FitResult fit;
  std::vector<BatchResult> batches;               // by id of the network
  std::vector<const Network*> networks_left_out;  // with largest batches, but no shape to work from; by id
};

[[nodiscard]] MemoryBacktest memory_backtest(const MemoryMeasurements& measurements);

}  // namespace gpuadvisor
