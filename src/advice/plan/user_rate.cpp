#include "user_rate.hpp"

namespace gpuadvisor {

NetworkRate user_rate(const TokenRates& rates) {
  NetworkRate rate = rates.tensors_split ? *rates.tensors_split : rates.together;
  for (double* end : {&rate.middle, &rate.low, &rate.high}) *end /= rates.sequences;
  if (rate.roof) *rate.roof /= rates.sequences;
  return rate;
}

UserSpeed user_speed(const TokenRates& rates, const MemoryJob& job) {
  UserSpeed speed;
  speed.tokens_per_second = user_rate(rates).middle;
  const double prompt = job.tokens / 2.0;
  const auto& read = rates.prompt_tensors_split ? rates.prompt_tensors_split : rates.prompt;
  if (read) speed.seconds_to_first_token = prompt / read->middle;
  return speed;
}

}  // namespace gpuadvisor
