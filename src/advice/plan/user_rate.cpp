#include "user_rate.hpp"

#include <algorithm>
#include <cmath>

namespace gpuadvisor {
namespace {

/// What three of four setups reach: of an interval that holds four in five, the quarter lies at 0.526 of the way down,
/// as a logarithm; and no more than the middle / 1.25, by which laboratories that serve the same differ. Of what was
/// measured, or is a guess from other GPUs, the lower end. Source: docs/inference.md#many-users.
double reached(const NetworkRate& rate, bool is_guess = false) {
  constexpr double k_usual = 1.25;
  constexpr double k_quarter = 0.6745 / 1.2816;
  if (rate.measured || is_guess) return rate.low;
  return std::max(rate.low, rate.middle / std::max(k_usual, std::pow(rate.middle / rate.low, k_quarter)));
}

}  // namespace

NetworkRate user_rate(const TokenRates& rates) {
  NetworkRate rate = rates.tensors_split ? *rates.tensors_split : rates.together;
  for (double* end : {&rate.middle, &rate.low, &rate.high}) *end /= rates.sequences;
  if (rate.roof) *rate.roof /= rates.sequences;
  return rate;
}

UserSpeed user_speed(const TokenRates& rates, const MemoryJob& job) {
  UserSpeed speed;
  const NetworkRate each = user_rate(rates);
  speed.tokens_per_second = reached(each, rates.serving && rates.serving->is_of_unmeasured);
  if (rates.serving) {
    speed.seconds_to_first_token = rates.serving->seconds_to_first_token * each.middle / speed.tokens_per_second;
    return speed;
  }
  const auto& read = rates.prompt_tensors_split ? rates.prompt_tensors_split : rates.prompt;
  if (read) speed.seconds_to_first_token = prompt_of(job) / reached(*read);
  return speed;
}

}  // namespace gpuadvisor
