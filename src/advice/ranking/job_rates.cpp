#include "job_rates.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace gpuadvisor {

std::optional<TokenRates> job_rates(const TokenSpeed& speed, const Offer& offer, const WantedJob& job,
                                    const std::optional<JobFit>& fit) {
  if (!fit || job.own().empty()) {
    Placement placement{std::min(offer.count, k_most_gpus), fit ? fit->way->job.layers_on_host : 0};
    if (fit) placement.sequences = fit->way->job.batch;
    return speed.rates(*offer.gpu, placement);
  }
  std::vector<GpuShare> shares;
  auto layers = fit->layers.begin();
  const auto add = [&](const Gpu& gpu, int count) {
    shares.push_back({&gpu, std::accumulate(layers, layers + count, 0)});
    layers += count;
  };
  for (const OwnGpus& own : job.own()) add(*own.gpu, own.count);
  add(*offer.gpu, offer.count);
  return speed.shared_rates(shares);
}

NetworkRate user_rate(const TokenRates& rates) {
  NetworkRate rate = rates.tensors_split ? *rates.tensors_split : rates.together;
  for (double* end : {&rate.middle, &rate.low, &rate.high}) *end /= rates.sequences;
  if (rate.roof) *rate.roof /= rates.sequences;
  return rate;
}

UserSpeed user_speed(const TokenRates& rates, const WantedJob& job) {
  UserSpeed speed;
  speed.tokens_per_second = user_rate(rates).middle;
  const double prompt = job.job().tokens / 2.0;
  const auto& read = rates.prompt_tensors_split ? rates.prompt_tensors_split : rates.prompt;
  if (read) speed.seconds_to_first_token = prompt / read->middle;
  return speed;
}

}  // namespace gpuadvisor
