#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "gpuadvisor/advice/speed_kind.hpp"
#include "gpuadvisor/core/date.hpp"

namespace gpuadvisor {

/// "1 price", "2 prices"; `several` where that is not `one` with an s.
[[nodiscard]] std::string counted(std::size_t count, std::string_view one, std::string_view several = {});

/// What the figure that ranks as speed is called: "speed" or "score".
[[nodiscard]] std::string_view speed_word(SpeedKind kind);

/// A title as it stands within a sentence: "tensor cores", but "FP8".
[[nodiscard]] std::string mid_sentence(std::string_view title);

/// A vendor as it writes itself: "AMD"; of one unknown here the id.
[[nodiscard]] std::string vendor_title(std::string_view id);

/// Whole percents of a share: "12 %".
[[nodiscard]] std::string percent(double share);

/// The month of a date of this year: "October"; without one its year.
[[nodiscard]] std::string month_name(const PartialDate& date);

/// A date without its day: "2026-10".
[[nodiscard]] std::string month_text(const PartialDate& date);

}  // namespace gpuadvisor
