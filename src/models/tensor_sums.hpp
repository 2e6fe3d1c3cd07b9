#pragma once

#include <map>
#include <string>
#include <string_view>

#include "gpuadvisor/catalog/network.hpp"
#include "gpuadvisor/models/model_file.hpp"

namespace gpuadvisor {

/// Adds up the tensors of a file: those of embeddings and output apart, which memory holds otherwise than the rest.
class TensorSums {
 public:
  enum class Place { embedding, layer_embeddings, output, rest };

  void add(Place place, std::string_view type, double elements, double bytes);

  [[nodiscard]] double parameters() const { return m_all.elements; }
  [[nodiscard]] bool has_output() const { return m_output.elements > 0; }

  /// With a format in which a network of these parameters needs these bytes.
  [[nodiscard]] StoredWeights stored() const;

 private:
  struct Sum {
    double elements = 0;
    double bytes = 0;
    [[nodiscard]] double bits() const { return elements > 0 ? bytes * 8 / elements : 0; }
  };

  Sum m_all, m_embedding, m_layers, m_output;
  std::map<std::string, int, std::less<>> m_types;
};

}  // namespace gpuadvisor
