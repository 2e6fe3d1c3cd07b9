#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "catalog/lookup/name_pattern.hpp"
#include "core/contains.hpp"
#include "gpuadvisor/catalog/guide.hpp"

namespace gpuadvisor {

/// Which GPUs a guide advises against: those named by id, and those whose names are like its pattern.
class AvoidanceTarget {
 public:
  explicit AvoidanceTarget(const Avoidance& avoidance) : m_ids(avoidance.gpus) {
    if (!avoidance.names.empty()) m_names = Glob::parse(avoidance.names);
  }

  [[nodiscard]] bool includes(const Gpu& gpu) const {
    return contains(m_ids, gpu.id) || (m_names && is_named_like(gpu, *m_names));
  }

 private:
  std::span<const std::string_view> m_ids;
  std::optional<Glob> m_names;
};

}  // namespace gpuadvisor
