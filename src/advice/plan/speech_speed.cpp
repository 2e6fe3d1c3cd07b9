#include "speech_speed.hpp"

#include "phase_speed.hpp"

namespace gpuadvisor {

SpeechSpeed::SpeechSpeed(const WantedJob& job, const Catalog& catalog) : m_work(speech_work(job.network(), job.job())) {
  if (!m_work) return;
  m_writing = index_of(k_decode_workload, catalog);
  m_reading = index_of(k_prompt_workload, catalog);
}

std::optional<double> SpeechSpeed::times_real_time(const Gpu& gpu) const {
  if (!m_writing || !m_reading) return std::nullopt;
  const auto writing = phase_speed(*m_writing, gpu, k_token_constants.step_work);
  const auto reading = phase_speed(*m_reading, gpu, k_token_constants.prompt_work);
  if (!writing || !reading) return std::nullopt;
  const TokenSetting setting{.batch = m_work->beams, .bandwidth = memory_bandwidth_per_device(gpu)};
  const double frames = prompt_rate(*reading, m_work->reading).low;
  const double steps = decode_rate(*writing, *reading, m_work->writing, setting).low / m_work->beams;
  return m_work->seconds / (m_work->frames / frames + m_work->tokens / steps);
}

}  // namespace gpuadvisor
