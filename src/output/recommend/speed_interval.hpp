#pragma once

#include <optional>
#include <string>

#include "gpuadvisor/output/answer_view.hpp"
#include "report/plot.hpp"

namespace gpuadvisor {

/// What ranks as the speed of an offer, as pictures show it.
struct DrawnSpeed {
  double value;
  std::optional<PlotInterval> interval;  // of 80 %
  Mark mark;                             // filled: measured; hollow: estimated, or an order
};

/// The speed of an offer that a picture shows; nothing: it has none above 0.
[[nodiscard]] std::optional<DrawnSpeed> drawn_speed(const Offer& offer, const OfferDetails& details);

/// What the parts of the bars mean that rows have; empty: they have none.
[[nodiscard]] std::string bar_legend(const AnswerView& view);

}  // namespace gpuadvisor
