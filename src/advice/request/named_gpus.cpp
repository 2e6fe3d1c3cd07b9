#include "gpuadvisor/advice/named_gpus.hpp"

#include <algorithm>

namespace gpuadvisor {

void NamedGpus::add(std::string pattern, const std::vector<const Gpu*>& gpus) {
  for (const Gpu* gpu : gpus) m_gpus.push_back({gpu->id, m_patterns.size()});
  m_patterns.push_back(std::move(pattern));
  std::stable_sort(m_gpus.begin(), m_gpus.end(), [](const Named& a, const Named& b) { return a.id < b.id; });
  const auto is_same = [](const Named& a, const Named& b) { return a.id == b.id; };
  m_gpus.erase(std::unique(m_gpus.begin(), m_gpus.end(), is_same), m_gpus.end());
}

const std::string* NamedGpus::pattern_of(const Gpu& gpu) const {
  const auto at = std::lower_bound(m_gpus.begin(), m_gpus.end(), gpu.id,
                                   [](const Named& named, std::string_view id) { return named.id < id; });
  return at != m_gpus.end() && at->id == gpu.id ? &m_patterns[at->pattern] : nullptr;
}

}  // namespace gpuadvisor
