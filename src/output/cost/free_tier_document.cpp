#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/contains.hpp"
#include "core/text.hpp"
#include "cost_view.hpp"
#include "gpuadvisor/core/money.hpp"
#include "output/phrases/figure_words.hpp"
#include "without_buying_words.hpp"

namespace gpuadvisor {
namespace {

using Cuda = FreeTierOffer::Cuda;

/// ", only paddlepaddle, only in US, not from CN".
std::string limits_text(const FreeTier& tier) {
  std::string text;
  if (tier.frameworks.size() == 1) text += fmt::format(", only {}", tier.frameworks.front());
  if (!tier.regions.empty()) text += fmt::format(", only in {}", joined(tier.regions, ", "));
  if (!tier.not_from.empty()) text += fmt::format(", not from {}", joined(tier.not_from, ", "));
  return text;
}

/// "11 mo", "34 mo*" where it is old; empty: the catalog knows no day.
std::string age_text(const FreeTierOffer& offer) {
  constexpr int k_days_per_month = 30;
  if (!offer.age_days) return {};
  return fmt::format("{} mo{}", *offer.age_days / k_days_per_month, offer.is_old() ? "*" : "");
}

std::string_view cuda_word(const FreeTierOffer& offer) {
  if (!offer.cuda()) return "-";
  return offer.cuda() == Cuda::none ? "no" : offer.cuda() == Cuda::some ? "some" : "yes";
}

}  // namespace

Document free_tier_document(const CostView& view) {
  Table table{{{"provider"}, {"GPU", false, true}, {"h/week", true}, {"as of"}, {"age", true}, {"CUDA"}}, {}};
  std::vector<std::string> paid;
  std::vector<std::string> ended;
  for (const FreeTierOffer& offer : view.free) {
    const FreeTier& tier = *offer.tier;
    if (tier.monthly) {
      paid.push_back(fmt::format("{} ({}{})", tier.provider, money_exact(*tier.monthly), limits_text(tier)));
      continue;
    }
    table.add({std::string(tier.provider), std::string(tier.accelerators) + limits_text(tier), weekly_hours_text(offer),
               month_text(tier.as_of), age_text(offer), std::string(cuda_word(offer))});
    for (const FreeTierGpu& one : offer.gpus) {
      std::string remark = one.support.is_supported() ? "" : support_remark(*one.gpu, one.support);
      if (one.gpu->vendor == "nvidia" && !remark.empty() && !contains(ended, remark))
        ended.push_back(std::move(remark));
    }
  }
  const auto pick =
      std::find_if(view.free.begin(), view.free.end(), [](const FreeTierOffer& offer) { return offer.is_for_all(); });
  Document document;
  document.title(pick == view.free.end() ? "No free GPU is known that today's CUDA builds support."
                                         : fmt::format("Free: {}.", free_tier_text(*pick)));
  document.gap().table(std::move(table)).gap();
  document.paragraph(fmt::format("CUDA: whether today's builds support the GPU{}{}. *: information over a year old.",
                                 ended.empty() ? "" : "; ", fmt::join(ended, "; ")));
  if (!paid.empty()) document.paragraph(fmt::format("For a fee: {}.", fmt::join(paid, "; ")));
  return document.paragraph("Limits, files and notes of each: --format json.");
}

}  // namespace gpuadvisor
