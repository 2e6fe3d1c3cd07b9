#include "familiar_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/text.hpp"
#include "core/two_digits.hpp"

namespace gpuadvisor {
namespace {

constexpr double k_few = 10;  // from which on figures are whole

std::string with_two_digits(double figure) {
  const double rounded = two_digits(figure, Rounding::nearest);
  return with_commas(rounded < k_few ? fmt::format("{:g}", rounded) : fmt::format("{:.0f}", rounded));
}

/// Whole from ten on, else to two digits.
std::string hours_of_measured(double hours) { return hours < k_few ? with_two_digits(hours) : measured_text(hours); }

bool tells_seconds(const ReferenceThroughput& rate) {
  return rate.reference != nullptr && rate.reference->rate.value() < 1 && rate.told->unit.ends_with("s/s");
}

/// A rate in the unit of rate_unit().
double in_unit(const ReferenceThroughput& rate, double per_second) {
  return tells_seconds(rate) ? 1 / per_second : per_second;
}

bool is_measured(const RunTime& run) { return run.least_hours == run.most_hours; }

}  // namespace

std::string measured_text(double rate) {
  return with_commas(rate < k_few ? fmt::format("{:.1f}", rate) : fmt::format("{:.0f}", rate));
}

std::string rate_unit(const ReferenceThroughput& rate) {
  const std::string_view unit = rate.told->unit;
  return tells_seconds(rate) ? fmt::format("s/{}", unit.substr(0, unit.size() - 3)) : std::string(unit);
}

std::string familiar_unit(const ReferenceThroughput& rate) {
  return fmt::format("{}, {}", rate.network->name, rate_unit(rate));
}

std::string familiar_text(const ReferenceThroughput& rate) {
  const double figure = in_unit(rate, rate.middle);
  return rate.measured != nullptr ? measured_text(figure) : "~" + with_two_digits(figure);
}

std::string familiar_interval(const ReferenceThroughput& rate) {
  if (rate.measured != nullptr) return {};
  const auto [least, most] = std::minmax({in_unit(rate, rate.low), in_unit(rate, rate.high)});
  return fmt::format("{} to {}", with_two_digits(least), with_two_digits(most));
}

std::string familiar_basis(const ReferenceThroughput& rate) {
  if (rate.measured == nullptr) return "predicted";
  if (rate.measured->batch == rate.batch) return "measured";
  return fmt::format("from {} at {}", measured_text(in_unit(rate, rate.measured->rate.value())), rate.measured->batch);
}

std::string familiar_sentence(const ReferenceThroughput& rate) {
  constexpr double k_next_to_nothing = 4;  // what so wide an interval tells
  if (rate.high > k_next_to_nothing * rate.low) return {};
  const double told = in_unit(rate, rate.middle);
  const std::string figure = rate.measured != nullptr ? measured_text(told) : "about " + with_two_digits(told);
  return fmt::format("{} {} with {}", figure, rate_unit(rate), rate.network->name);
}

std::string hours_text(const RunTime& run) {
  constexpr double k_least = 0.01;
  if (run.hours < k_least) return "<0.01";
  return is_measured(run) ? hours_of_measured(run.hours) : "~" + with_two_digits(run.hours);
}

std::string run_text(const RunTime& run) {
  struct Unit {
    double hours;
    std::string_view name;
  };
  constexpr Unit k_minutes = {1.0 / 60, "minutes"};
  constexpr Unit k_hours = {1, "hours"};
  constexpr Unit k_days = {24, "days"};
  constexpr double k_few_hours = 2;
  constexpr double k_many_hours = 72;
  if (run.hours < k_minutes.hours) return "under a minute for the run";
  const Unit unit = run.hours < k_few_hours ? k_minutes : run.hours < k_many_hours ? k_hours : k_days;
  const auto figure = [&](double hours) { return with_two_digits(hours / unit.hours); };
  if (is_measured(run)) return fmt::format("{} {} for the run", hours_of_measured(run.hours / unit.hours), unit.name);
  std::string text = fmt::format("about {} {} ({} to {}) for the run", figure(run.hours), unit.name,
                                 figure(run.least_hours), figure(run.most_hours));
  if (!run.tuned_hours) return text;
  return fmt::format("{}, {} GPU-hours; tuned software takes {} {}", text, with_two_digits(run.gpu_hours),
                     figure(*run.tuned_hours), unit.name);
}

}  // namespace gpuadvisor
