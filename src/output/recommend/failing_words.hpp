#pragma once

#include <array>
#include <string_view>

#include "gpuadvisor/advice/constraints.hpp"

namespace gpuadvisor {

/// What is true of GPUs that fail a constraint, in the order of k_constraints: "3 over the budget".
inline constexpr auto k_failings = std::to_array<std::string_view>({"over the budget",
                                                                    "outside the price range",
                                                                    "outside the memory range",
                                                                    "too small for the job",
                                                                    "too slow",
                                                                    "of another vendor",
                                                                    "of another segment",
                                                                    "not sold in that condition",
                                                                    "outside the power range",
                                                                    "too much for the power supply",
                                                                    "not to be put into one machine",
                                                                    "too wide",
                                                                    "too long",
                                                                    "cooled in another way",
                                                                    "released at another time",
                                                                    "of another form",
                                                                    "not to be run there",
                                                                    "of another compute capability",
                                                                    "without the feature",
                                                                    "not named",
                                                                    "excluded by name",
                                                                    "not measured",
                                                                    "not for a desktop PC",
                                                                    "without current software support",
                                                                    "below the memory that guides ask for"});
static_assert(k_failings.size() == k_constraints.size());

}  // namespace gpuadvisor
