#pragma once

#include <string>

#include "gpuadvisor/advice/training_run.hpp"

namespace gpuadvisor {

/// Whose speed is told of the training of language models.
inline constexpr std::string_view k_usual_training_software = "usual software (Hugging Face TRL, axolotl)";

/// "1,274", "9.6".
[[nodiscard]] std::string measured_text(double rate);

/// "images/s"; "s/image" where one takes the reference card longer than a second.
[[nodiscard]] std::string rate_unit(const ReferenceThroughput& rate);

/// "ResNet-50, images/s".
[[nodiscard]] std::string familiar_unit(const ReferenceThroughput& rate);

/// With as many digits as it bears: "1,274", or "~640" where it is predicted.
[[nodiscard]] std::string familiar_text(const ReferenceThroughput& rate);

/// Of what is predicted: "540 to 760"; empty of what was measured.
[[nodiscard]] std::string familiar_interval(const ReferenceThroughput& rate);

/// "measured", "predicted"; "from 1,301 at 448", what was published and the batch, where that is another.
[[nodiscard]] std::string familiar_basis(const ReferenceThroughput& rate);

/// "about 640 images/s with ResNet-50"; empty where the interval says next to nothing.
[[nodiscard]] std::string familiar_sentence(const ReferenceThroughput& rate);

/// "31", or "~50" where the rate is predicted.
[[nodiscard]] std::string hours_text(const RunTime& run);

/// "about 50 hours (42 to 59) for the run"; short ones in minutes, long ones in days.
[[nodiscard]] std::string run_text(const RunTime& run);

}  // namespace gpuadvisor
