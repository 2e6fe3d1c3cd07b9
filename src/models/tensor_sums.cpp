#include "tensor_sums.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace gpuadvisor {

void TensorSums::add(Place place, std::string_view type, double elements, double bytes) {
  const auto add_to = [&](Sum& sum) {
    sum.elements += elements;
    sum.bytes += bytes;
  };
  add_to(m_all);
  if (place == Place::embedding) add_to(m_embedding);
  if (place == Place::layer_embeddings) add_to(m_layers);
  if (place == Place::output) add_to(m_output);
  ++m_types.try_emplace(std::string(type), 0).first->second;
}

StoredWeights TensorSums::stored() const {
  StoredWeights stored;
  stored.bytes = m_all.bytes;
  std::vector<std::pair<int, std::string>> counts;
  counts.reserve(m_types.size());
  for (const auto& [type, count] : m_types) counts.emplace_back(-count, type);
  std::sort(counts.begin(), counts.end());
  for (const auto& [count, type] : counts) {
    stored.types += fmt::format("{}{} {}", stored.types.empty() ? "" : ", ", -count, type);
  }
  if (m_all.elements <= 0) return stored;
  stored.parameters = m_all.elements;
  const Sum rest{m_all.elements - m_embedding.elements - m_layers.elements - m_output.elements,
                 m_all.bytes - m_embedding.bytes - m_layers.bytes - m_output.bytes};
  WeightFormat format;
  format.id = "as-stored";
  format.title = "as the file keeps them";
  format.bits = rest.bits();
  format.embedding_bits = m_embedding.elements > 0 ? m_embedding.bits() : format.bits;
  format.output_bits = has_output() ? m_output.bits() : format.embedding_bits;
  stored.format = format;
  return stored;
}

}  // namespace gpuadvisor
