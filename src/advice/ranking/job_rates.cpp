#include "job_rates.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace gpuadvisor {
namespace {

/// GPUs of several kinds with the layers that each holds, in the order of `layers`.
class Shares {
 public:
  explicit Shares(const std::vector<int>& layers) : m_next(layers.begin()) {}

  void add(const Gpu& gpu, int count) {
    m_shares.push_back({&gpu, std::accumulate(m_next, m_next + count, 0)});
    m_next += count;
  }
  void add(const std::vector<OwnGpus>& gpus) {
    for (const OwnGpus& own : gpus) add(*own.gpu, own.count);
  }
  [[nodiscard]] const std::vector<GpuShare>& all() const { return m_shares; }

 private:
  std::vector<int>::const_iterator m_next;
  std::vector<GpuShare> m_shares;
};

}  // namespace

std::optional<TokenRates> job_rates(const TokenSpeed& speed, const Offer& offer, const WantedJob& job,
                                    const std::optional<JobFit>& fit) {
  if (!fit || job.own().empty()) {
    Placement placement{std::min(offer.count, k_most_gpus), fit ? fit->way->job.layers_on_host : 0};
    if (fit) placement.sequences = fit->way->job.batch;
    return speed.rates(*offer.gpu, placement);
  }
  Shares shares(fit->layers);
  shares.add(job.own());
  shares.add(*offer.gpu, offer.count);
  return speed.shared_rates(shares.all());
}

std::optional<TokenRates> rates_of_own(const TokenSpeed& speed, const WantedJob& job, const OwnFit& fit) {
  if (job.own().size() == 1)
    return speed.rates(*job.own().front().gpu, {std::min(job.own().front().count, k_most_gpus)});
  Shares shares(fit.layers);
  shares.add(job.own());
  return speed.shared_rates(shares.all());
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
