#include "comparison_choice.hpp"

#include <algorithm>
#include <vector>

namespace gpuadvisor {
namespace {

Leader leader_by(const Comparison& comparison, PairwiseRatios WorkloadVerdict::*duels) {
  const bool is_known = std::none_of(comparison.verdicts.begin(), comparison.verdicts.end(),
                                     [duels](const WorkloadVerdict& verdict) { return (verdict.*duels).empty(); });
  if (!is_known) return {};
  const bool is_ahead =
      std::any_of(comparison.verdicts.begin(), comparison.verdicts.end(),
                  [duels](const WorkloadVerdict& verdict) { return (verdict.*duels).front().call == Call::ahead; });
  Leader leader;
  for (const WorkloadVerdict& verdict : comparison.verdicts) {
    const PairwiseRatio& first = (verdict.*duels).front();
    const double ratio = first.ratio.ratio;
    if (leader.lead == Lead::unknown) leader = {Lead::clear, first.gpu, first.against, ratio, ratio};
    if (first.gpu != leader.gpu) {
      leader.lead = is_ahead ? Lead::differs : Lead::close;
      return leader;
    }
    if (leader.next != first.against) leader.next.reset();
    if (first.call != Call::ahead) leader.lead = Lead::close;
    leader.least = std::min(leader.least, ratio);
    leader.most = std::max(leader.most, ratio);
  }
  return leader;
}

bool is_kept_up(const ComparedGpu& gpu) {
  return gpu.support.state != SupportState::ended && gpu.support.state != SupportState::not_yet;
}

/// Of the GPUs whose software is kept up and whose price is known, the one with the lowest price.
std::optional<std::size_t> cheapest(const Comparison& comparison) {
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < comparison.gpus.size(); ++i) {
    const ComparedGpu& gpu = comparison.gpus[i];
    if (!gpu.price || !is_kept_up(gpu)) continue;
    if (!found || gpu.cost() < comparison.gpus[*found].cost()) found = i;
  }
  return found;
}

/// Whether no pair of the GPUs differs in speed for any workload: not only within errors, which may be large.
bool is_same_speed(const Comparison& comparison) {
  return std::all_of(comparison.verdicts.begin(), comparison.verdicts.end(), [&](const WorkloadVerdict& verdict) {
    return verdict.speed.size() + 1 == comparison.gpus.size() &&
           std::all_of(verdict.speed.begin(), verdict.speed.end(), [](const PairwiseRatio& duel) {
             return duel.call == Call::too_close && duel.ratio.ratio <= k_step_of_speeds;
           });
  });
}

std::optional<std::size_t> chosen(const Comparison& comparison, const ComparisonChoice& choice) {
  if (choice.value.lead == Lead::clear) return choice.value.gpu;
  if (choice.value.lead != Lead::close) return std::nullopt;
  if (choice.speed.lead != Lead::clear) return is_same_speed(comparison) ? cheapest(comparison) : std::nullopt;
  return comparison.gpus[choice.speed.gpu].price ? std::optional(choice.speed.gpu) : std::nullopt;
}

/// The places of the GPUs whose software is kept up.
std::vector<std::size_t> kept_up(const Comparison& comparison) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < comparison.gpus.size(); ++i) {
    if (is_kept_up(comparison.gpus[i])) found.push_back(i);
  }
  return found;
}

/// Whether anything tells what is bought with it: without a price and a speed, software alone makes no choice.
bool is_told_of(const ComparedGpu& gpu) {
  return gpu.price || std::any_of(gpu.figures.begin(), gpu.figures.end(),
                                  [](const WorkloadFigures& figures) { return figures.speed.has_value(); });
}

}  // namespace

bool is_about_equal(const Comparison& comparison, std::size_t gpu, std::optional<double> WorkloadFigures::*figure) {
  for (std::size_t at = 0; at < comparison.verdicts.size(); ++at) {
    std::optional<double> best;
    for (std::size_t i = 0; i < comparison.gpus.size(); ++i) {
      if (i != gpu) best = std::max(best, comparison.gpus[i].figures[at].*figure);
    }
    const auto& own = comparison.gpus[gpu].figures[at].*figure;
    if (!own || !best || std::max(*own / *best, *best / *own) > k_step_of_speeds) return false;
  }
  return true;
}

std::vector<std::size_t> not_outdone_in_value(const Comparison& comparison) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < comparison.gpus.size(); ++i) {
    const bool is_outdone =
        std::all_of(comparison.verdicts.begin(), comparison.verdicts.end(), [i](const WorkloadVerdict& verdict) {
          return std::any_of(verdict.value.begin(), verdict.value.end(),
                             [i](const PairwiseRatio& duel) { return duel.against == i && duel.call == Call::ahead; });
        });
    if (comparison.gpus[i].price && !is_outdone) found.push_back(i);
  }
  return found;
}

ComparisonChoice comparison_choice(const Comparison& comparison) {
  ComparisonChoice choice{leader_by(comparison, &WorkloadVerdict::speed),
                          leader_by(comparison, &WorkloadVerdict::value), std::nullopt, std::nullopt};
  choice.take = chosen(comparison, choice);
  const auto others = kept_up(comparison);
  const bool has_dropped = !others.empty() && others.size() < comparison.gpus.size();
  if (!has_dropped || (choice.take && is_kept_up(comparison.gpus[*choice.take]))) return choice;
  choice.passed_over = choice.take;
  const bool is_one = others.size() == 1 && is_told_of(comparison.gpus[others.front()]);
  choice.take = is_one ? std::optional(others.front()) : std::nullopt;
  return choice;
}

}  // namespace gpuadvisor
