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

/// What was asked, "training, workload cnn, PyTorch"; empty for nothing.
[[nodiscard]] std::string question_text(const PlatformQuestion& question);

/// The conditions of a rule as the options that ask for them: "--workload cnn --phase training".
[[nodiscard]] std::string options_of(const PlatformRule& rule);

/// "30 hours a week"; of few, "about 35 minutes a week".
[[nodiscard]] std::string weekly_text(double hours);

/// What is cheaper today, as a sentence, GPU by GPU, and on what that rests. Requires choices.
[[nodiscard]] Document own_or_rent_document(const PlatformView& view);

/// Whether a place was asked for of which a tier says neither that it can reach it nor that it cannot.
[[nodiscard]] bool is_reach_unknown(const FreeTier& tier, std::string_view from);

}  // namespace gpuadvisor
