#pragma once

#include "calibration/speed/calibration.hpp"
#include "calibration/speed/score_storage.hpp"

namespace gpuadvisor {

/// Adds the scores of measured GPUs for a phase, and its models: of each vendor, and of each kin that was measured.
void add_token_scores(FittedScores& fitted, const TokenPhase& phase, ScoreStorage& storage);

}  // namespace gpuadvisor
