#include <fmt/format.h>

#include <vector>

#include "answer_explanation.hpp"
#include "core/text.hpp"
#include "gpuadvisor/advice/stability.hpp"
#include "output/phrases/figure_words.hpp"
#include "rival_text.hpp"

namespace gpuadvisor {
namespace {

std::string percent(double share) {
  if (share < 0.005) return "less than 1 %";
  return share < 1 && share >= 0.995 ? "more than 99 %" : fmt::format("{:.0f} %", share * 100);
}

std::string shares_text(const FirstShares& shares, bool is_own) {
  constexpr std::size_t k_named = 3;
  if (shares.no_order == NoOrder::own_weights) {
    return "With weights of your own, other weights are not tried.";
  }
  if (shares.no_order == NoOrder::several_orders) {
    return "The workload averages others with different priorities, so other weights are not tried.";
  }
  std::vector<std::string> parts;
  std::size_t winners = 0;
  for (const auto& [gpu, share, log_ratios] : shares.contenders) {
    if (share <= 0 || ++winners > k_named) continue;
    const std::string_view of = winners == 1 ? " of all weights in that order" : "";
    parts.push_back(share == 1 ? fmt::format("{} is first, whatever the weights", short_name(*gpu))
                               : fmt::format("{}{} for {}{}", short_name(*gpu), winners == 1 ? " is first" : "",
                                             percent(share), of));
  }
  if (parts.empty()) return {};
  if (winners > k_named) {
    const std::size_t others = winners - k_named;
    parts.push_back(fmt::format("{} other{} for the rest", others, others == 1 ? "" : "s"));
  }
  return fmt::format(
      "Ranked by {} alone, {}.{}", is_own ? "your priorities" : "the guides' priorities", enumeration(parts),
      shares.is_complete
          ? ""
          : fmt::format(" Only the {} with the highest scores were compared.", shares.contenders.size()));
}

}  // namespace

std::vector<std::string> explanation_texts(const AnswerView& view) {
  const auto& [shares, first, rivals, breakdowns] = *view.explanation;
  if (!first) return {"No GPU fits: there is nothing to explain."};
  if (rivals.empty()) {
    return {fmt::format("{} is the only GPU that fits: there is nothing to compare it with.",
                        short_name(*first->offer.gpu))};
  }
  std::vector<std::string> texts = {shares_text(shares, view.request().own_weights)};
  const std::string_view unit = speed_word(view.request().speed_kind);
  for (const Rival& rival : rivals) {
    texts.push_back(fmt::format("{} against the first: {}.", short_name(*rival.compared.offer.gpu),
                                rival_text(rival, *first, unit)));
  }
  return texts;
}

}  // namespace gpuadvisor
