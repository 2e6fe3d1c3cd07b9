#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gpuadvisor/output/answer_view.hpp"
#include "output/phrases/fact.hpp"

namespace gpuadvisor {

/// What an answer without rows says in their place: of a catalog without GPUs, one of an early day, that it has none.
[[nodiscard]] std::string_view no_rows_text(const AnswerView& view);

/// Characters per line from which a table shows value or efficiency.
inline constexpr std::size_t k_room_for_value = 72;
/// Characters per line from which it shows the power.
inline constexpr std::size_t k_room_for_power = 64;
/// Characters per line from which it shows the speed beside tokens per second, which tell the same.
inline constexpr std::size_t k_room_for_speed = 64;
/// Characters per line from which it shows the interval of each speed.
inline constexpr std::size_t k_room_for_interval = 96;

/// Whether rows tell how fast they transcribe speech.
[[nodiscard]] bool tells_real_time(const AnswerView& view);

/// The first rate that a row shown has, which tells the network and unit of all; null: none has one.
[[nodiscard]] const ReferenceThroughput* first_rate(const AnswerView& view);

/// The first speed of training a language model that a row shown has; null: none has one.
[[nodiscard]] const TrainingSpeed* first_training(const AnswerView& view);

/// Characters per line that the columns of a training run, and those of rates, take.
[[nodiscard]] std::size_t rate_room(const Request& request);

/// Of `room` characters per line those that the columns have which every answer has: a job has two of its own.
[[nodiscard]] std::size_t usual_room(const AnswerView& view, std::size_t room);

/// That the prices of laptops are not known, so that no limit of money is applied, without a full stop; empty where
/// they are, or other forms are asked for too.
[[nodiscard]] std::string unknown_prices_text(const AnswerView& view);

/// What to know of an answer as a whole: of rows of several GPUs, and of where they are to run.
[[nodiscard]] std::vector<Warning> answer_warnings(const AnswerView& view);

/// What the columns mean, and how to learn more, in two or three lines; of an answer without rows, what comes nearest.
[[nodiscard]] std::vector<std::string> brief_notes(const AnswerView& view, std::size_t room);

/// What there is to say of a fact; empty texts say nothing.
struct FactNotes {
  Fact fact;
  std::vector<std::string> texts;
};

/// Everything to know beside the rows: how sure the first is where that is asked for, what single ones need said, what
/// the columns mean that have room, what is left out and hidden, and what nearly fits.
[[nodiscard]] std::vector<FactNotes> notes(const AnswerView& view, std::size_t room);

}  // namespace gpuadvisor
