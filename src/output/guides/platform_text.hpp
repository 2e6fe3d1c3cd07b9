#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "platform_view.hpp"

namespace gpuadvisor {

/// "own GPU".
[[nodiscard]] std::string_view platform_title(Platform platform);

/// "recommended", "with reservations", "advised against".
[[nodiscard]] std::string_view stance_text(Stance stance);

/// "Dettmers, April 2019"; its id where the catalog does not know it.
[[nodiscard]] std::string_view guide_title(std::string_view id, const Catalog& catalog);

/// The date of a guide as text; empty where it has none.
[[nodiscard]] std::string guide_date(std::string_view id, const Catalog& catalog);

/// What was asked, "training, workload cnn, PyTorch"; empty for nothing.
[[nodiscard]] std::string question_text(const PlatformQuestion& question);

/// The conditions of a rule as the options that ask for them: "--workload cnn --phase training".
[[nodiscard]] std::string options_of(const PlatformRule& rule);

/// Whether a tier says neither where it is reached nor where it is not, and a place was asked for.
[[nodiscard]] bool is_reach_unknown(const FreeTier& tier, std::string_view from);

}  // namespace gpuadvisor
