#include "speed_interval.hpp"

#include <fmt/format.h>

#include "gpuadvisor/advice/offer.hpp"
#include "report/interval_bar.hpp"

namespace gpuadvisor {

std::optional<DrawnSpeed> drawn_speed(const Offer& offer, const OfferDetails& details) {
  const double value = ranking_speed(offer).value_or(0);
  if (value <= 0) return std::nullopt;
  DrawnSpeed speed{value, {}, Mark::filled};
  const auto add = [&](double low, double high, bool is_measured) {
    if (low > 0 && low < high) speed.interval = {low, high};
    speed.mark = is_measured ? Mark::filled : Mark::hollow;
  };
  if (offer.tokens_per_second) {
    if (const auto& rate = details.rate) {
      add(rate->low, rate->high, rate->measured.has_value() || rate->basis == Basis::measured);
    }
  } else if (const auto& performance = details.performance) {
    add(performance->low, performance->high, performance->basis == Basis::measured);
  }
  return speed;
}

std::string bar_legend(const AnswerView& view) {
  if (!view.bars || !view.fields.empty()) return {};
  if (view.request().speed_kind == SpeedKind::score) return "Bars: the score.";
  return fmt::format("Bars: {} measured, {} estimated, {} its 80 % interval.", glyph(Mark::filled, *view.bars),
                     glyph(Mark::hollow, *view.bars), interval_glyph(*view.bars));
}

}  // namespace gpuadvisor
