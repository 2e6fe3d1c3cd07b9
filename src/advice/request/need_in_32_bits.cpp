#include "gpuadvisor/advice/need_in_32_bits.hpp"

#include <algorithm>
#include <cmath>

#include "advice/guides/guide_name.hpp"

namespace gpuadvisor {
namespace {

/// Without what binary fractions leave of a sum that comes out even, so that 13.2 GB by 1.1 are 12 GB.
Gibibytes to_the_millionth(double gibibytes) {
  constexpr double k_millionths = 1e6;
  return Gibibytes{std::round(gibibytes * k_millionths) / k_millionths};
}

const RuleFigure* factor_figure(const GuideRule& rule) {
  const auto found = std::find_if(rule.figures.begin(), rule.figures.end(), [](const RuleFigure& figure) {
    return figure.means == FigureMeaning::fp16_memory_factor;
  });
  return found == rule.figures.end() ? nullptr : &*found;
}

}  // namespace

Gibibytes memory_on_card(const NeedIn32Bits& need) {
  return to_the_millionth(need.memory.value() / need.factor.value_or(1));
}

Gibibytes worth_in_32_bits(const NeedIn32Bits& need, Gibibytes memory) {
  return to_the_millionth(memory.value() * need.factor.value_or(1));
}

const GuideRule* fp16_memory_rule(const Catalog& catalog) {
  const GuideRule* found = nullptr;
  const Guide* newest = nullptr;
  for (const GuideRule& rule : catalog.records<GuideRule>()) {
    const Guide* guide = catalog.guide(rule.guide);
    if (guide == nullptr || factor_figure(rule) == nullptr) continue;
    if (newest != nullptr && !is_newer(*guide, *newest)) continue;
    found = &rule;
    newest = guide;
  }
  return found;
}

double fp16_memory_factor(const GuideRule& rule) { return factor_figure(rule)->value.value(); }

}  // namespace gpuadvisor
