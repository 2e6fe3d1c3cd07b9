#include "need_text.hpp"

#include <fmt/format.h>

#include <cmath>

#include "gpuadvisor/catalog/guide.hpp"

namespace gpuadvisor {
namespace {

/// "6.67 GB": hundredths at most.
std::string card_memory(Gibibytes memory) { return fmt::format("{} GB", std::round(memory.value() * 100) / 100); }

}  // namespace

std::string least_memory_text(const NeedIn32Bits& need) {
  const std::string least = card_memory(memory_on_card(need)) + " or more";
  return need.factor ? fmt::format("{} for {} at 32 bits", least, card_memory(need.memory)) : least;
}

std::string need_text(const NeedIn32Bits& need) {
  const std::string whole = card_memory(need.memory);
  if (!need.factor) return fmt::format("Training in FP32 needs the full {}; in 16 bits less is enough.", whole);
  const std::string says = need.rule == nullptr ? std::string() : std::string(need.rule->says);
  const std::string_view guide = need.guide == nullptr ? std::string_view() : need.guide->title;
  const std::string counted =
      fmt::format("A need of {} at 32 bits is met by {} in 16 bits", whole, card_memory(memory_on_card(need)));
  if (!need.factor_is_asked) {
    return fmt::format(
        "{}, as 1 GB counts for {} there ({}): {} Training in FP32 (--precision fp32) needs the full {}.", counted,
        card_memory(Gibibytes{*need.factor}), guide, says, whole);
  }
  const std::string other = need.rule == nullptr
                                ? std::string()
                                : fmt::format(" {} counts with {}: {}", guide, fp16_memory_factor(*need.rule), says);
  return fmt::format("{}, by the factor {} that was asked for.{}", counted, *need.factor, other);
}

}  // namespace gpuadvisor
