#include "several_gpu_notes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "core/text.hpp"
#include "gpuadvisor/scoring/token_rate.hpp"
#include "report/number_text.hpp"

namespace gpuadvisor {
namespace {

std::string joined(const std::vector<std::string>& sentences) {
  std::string text;
  for (const auto& sentence : sentences) text += (text.empty() ? "" : " ") + sentence;
  return text;
}

/// Whether GPUs hold some layers each of what is run.
bool splits_layers(const Request& request) { return request.job && request.job->takes_turns(); }

/// The counts above one that the rows shown have, the fewest first.
std::vector<int> counts_shown(const AnswerView& view) {
  std::vector<int> counts;
  for (const RankedOffer& row : view.rows()) {
    if (row.offer.count > 1) counts.push_back(row.offer.count);
  }
  std::sort(counts.begin(), counts.end());
  counts.erase(std::unique(counts.begin(), counts.end()), counts.end());
  return counts;
}

/// "2 GPUs: 1.96 times as fast as one (measured 1.80-2.00, 50 pairs; the guide says 1.90)." Requires one that is known.
std::string speedup_text(const ExpectedSpeedup& speedup) {
  std::vector<std::string> details;
  const std::string range =
      speedup.low && speedup.high ? fmt::format(" {}-{}", rounded(*speedup.low), rounded(*speedup.high)) : "";
  switch (speedup.basis) {
    case ScalingBasis::measured:
      details.push_back("measured" + range);
      if (speedup.measurements > 0) details.back() += fmt::format(", {} pairs", speedup.measurements);
      break;
    case ScalingBasis::interpolated:
      details.push_back(fmt::format("interpolated between measured counts{}", range.empty() ? "" : "," + range));
      break;
    case ScalingBasis::counted:  // told apart
      break;
    case ScalingBasis::guide:
      details.push_back(fmt::format("a guide's word{}", range.empty() ? "" : ":" + range));
      break;
    case ScalingBasis::unknown:
      break;
  }
  if (speedup.guide && speedup.basis != ScalingBasis::guide) {
    details.push_back("the guide says " + rounded(*speedup.guide));
  }
  std::string text;
  for (const auto& detail : details) text += (text.empty() ? "" : "; ") + detail;
  return fmt::format("{} GPUs: {} times as fast as one ({}).", speedup.count, rounded(*speedup.factor), text);
}

/// What several GPUs that hold some layers each do to the speed, and what other engines make of them.
std::string turns_note(const std::vector<int>& counts) {
  const auto& fixed = k_token_constants.fixed;
  std::vector<std::string> factors;
  factors.reserve(counts.size());
  for (const int count : counts) {
    factors.push_back(fmt::format("{:.1f} times with {} ({:.1f} to {:.1f})", split_speedup(count, fixed.middle), count,
                                  split_speedup(count, fixed.most), split_speedup(count, fixed.least)));
  }
  return fmt::format(
      "Several GPUs hold some layers each and take turns, so one answer comes no faster than from one GPU with all the "
      "memory. Engines that split every layer instead (tensor parallelism) reach {}; most need 2, 4 or 8 identical "
      "GPUs.",
      enumeration(factors));
}

/// How the speeds of several GPUs come about, and for how many of those asked for they do not.
std::string speedup_note(const AnswerView& view) {
  if (counts_shown(view).empty() && view.request().job) return {};
  if (splits_layers(view.request())) return turns_note(counts_shown(view));
  const auto speedup_of = [&](int count) -> const ExpectedSpeedup& {
    return view.details.speedups[static_cast<std::size_t>(count - 1)];
  };
  std::vector<std::string> sentences;
  bool is_measured = false;
  for (const int count : counts_shown(view)) {
    const ExpectedSpeedup& speedup = speedup_of(count);
    if (speedup.factor) sentences.push_back(speedup_text(speedup));
    is_measured |= speedup.basis <= ScalingBasis::interpolated;
  }
  if (is_measured) {
    sentences.emplace_back("Measured on workstations and servers of identical GPUs; 80 % are in the range.");
  }
  std::vector<std::string> unknown;
  for (int count = std::max(view.request().count.from, 2); count <= view.request().count.to; ++count) {
    if (!speedup_of(count).factor) unknown.push_back(std::to_string(count));
  }
  if (!unknown.empty()) {
    sentences.push_back(fmt::format("The speed-up of {} GPUs is not known for this work, so they have no speed.",
                                    enumeration(unknown)));
  }
  return joined(sentences);
}

}  // namespace

std::vector<Warning> several_gpu_warnings(const AnswerView& view) {
  if (counts_shown(view).empty()) return {};
  const Warning room{"room-for-several", "Each needs a slot, PCIe lanes, power and cooling"};
  if (splits_layers(view.request())) {
    return {{"layers-split", "GB is the memory of one GPU: what it needs is split by layers, not evenly"}, room};
  }
  if (view.request().job && !view.request().job->shares()) {
    return {{"runs-whole", "Each GPU runs the whole model: several GPUs do more at once, but nothing sooner"}, room};
  }
  const bool splits_states = view.request().job != nullptr;
  return {
      {"memory-per-gpu", splits_states ? "GB is the memory of one GPU. Splitting weights and states over several "
                                         "(ZeRO) costs speed that is not counted"
                                       : "Memory does not add up: GB is that of one GPU, and the model must fit in it"},
      {"data-parallel", "Training on several GPUs uses data parallelism, so the batch grows with their number"},
      room};
}

std::vector<std::string> several_gpu_notes(const AnswerView& view) {
  std::vector<std::string> sentences;
  for (const Warning& warning : several_gpu_warnings(view)) sentences.push_back(warning.text + '.');
  return {speedup_note(view), joined(sentences)};
}

}  // namespace gpuadvisor
