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
    return "Weights of your own leave no order of importance to ask about: no shares of weightings.";
  }
  if (shares.no_order == NoOrder::several_orders) {
    return "The workload is the mean of others with different orders of importance: no shares of weightings.";
  }
  std::vector<std::string> parts;
  std::size_t winners = 0;
  for (const auto& [gpu, share, log_ratios] : shares.contenders) {
    if (share <= 0 || ++winners > k_named) continue;
    const std::string part = share == 1 ? "all" : winners == 1 ? percent(share) + " of all" : percent(share);
    parts.push_back(fmt::format("{}{} under {}{}", short_name(*gpu), winners == 1 ? " is first" : "", part,
                                winners == 1 ? " weightings that keep the order" : ""));
  }
  if (parts.empty()) return {};
  if (winners > k_named) {
    const std::size_t others = winners - k_named;
    parts.push_back(fmt::format("{} other{} under the rest", others, others == 1 ? "" : "s"));
  }
  return fmt::format(
      "By {} alone {}.{}", is_own ? "your order of importance" : "the guides' order of importance", enumeration(parts),
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
