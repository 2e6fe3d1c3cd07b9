#pragma once

#include <string>
#include <vector>

#include "gpuadvisor/sizing/memory_need.hpp"

namespace gpuadvisor {

/// Collects the terms of a need, each with its sum in symbols and in numbers.
class TermList {
 public:
  /// Terms of 0 bytes are left out.
  void add(NeedPart part, double bytes, std::string formula, std::string calculation) {
    if (bytes > 0) m_terms.push_back({part, Gigabytes{bytes / 1e9}, std::move(formula), std::move(calculation)});
  }

  [[nodiscard]] std::vector<NeedTerm> take() { return std::move(m_terms); }

 private:
  std::vector<NeedTerm> m_terms;
};

/// Parameters in millions, for a calculation: "6738.4 M".
[[nodiscard]] std::string in_millions(double parameters);

/// A factor as short as it is exact enough to check a sum by hand: "4.1562", "0.25".
[[nodiscard]] std::string factor_text(double factor);

/// What running a network needs; what training it, or adapters beside it, needs. Both on one card.
void add_running_terms(TermList& terms, const Network& network, const MemoryJob& job);
void add_training_terms(TermList& terms, const Network& network, const MemoryJob& job,
                        const MemoryConstants& constants);

/// Bytes of weights in their format, times `share`, with their sum. Used for running and below adapters.
void add_kept_weights(TermList& terms, const Network& network, const MemoryJob& job, double share,
                      const std::string& share_formula);

/// Outputs of all convolutions for one sample of the job's size, in values; 0 where they are not known. They grow with
/// the area of the image.
[[nodiscard]] double scaled_activations(const Network& network, const MemoryJob& job);

/// The matrix that is unpacked to be multiplied, for formats that do so; 0 for others.
[[nodiscard]] double unpacked_matrix_bytes(const Network& network, const WeightFormat& format);

}  // namespace gpuadvisor
