#pragma once

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "gpuadvisor/sizing/memory_need.hpp"

namespace gpuadvisor {

/// Parameters in millions, for a calculation: "6738.40 M".
struct InMillions {
  double parameters = 0;
};

/// A factor as short as it is exact enough to check a sum by hand: "4.1562", "0.25".
struct Factor {
  double factor = 1;
};

/// Collects the terms of a need, each with its sum in symbols and in numbers where these are asked for.
class TermList {
 public:
  explicit TermList(NeedTexts texts) : m_texts(texts) {}

  /// Terms of 0 bytes are left out.
  void add(NeedPart part, double bytes, std::string formula, std::string calculation) {
    if (bytes > 0) m_terms.push_back({part, Gigabytes{bytes / 1e9}, std::move(formula), std::move(calculation)});
  }

  /// What a term is told with; empty where nobody reads it.
  template <class... Figures>
  [[nodiscard]] std::string text(fmt::format_string<Figures...> format, Figures&&... figures) const {
    return m_texts == NeedTexts::made ? fmt::format(format, std::forward<Figures>(figures)...) : std::string();
  }

  [[nodiscard]] std::vector<NeedTerm> take() { return std::move(m_terms); }

 private:
  NeedTexts m_texts;
  std::vector<NeedTerm> m_terms;
};

/// What running a network needs; what training it, or adapters beside it, needs. Both on one card.
void add_running_terms(TermList& terms, const Network& network, const MemoryJob& job);
void add_training_terms(TermList& terms, const Network& network, const MemoryJob& job,
                        const MemoryConstants& constants);

/// Of a network that makes pictures: what running it needs; what adapters beside its denoiser need, which is trained
/// alone (docs/memory.md#images-and-video).
void add_picture_terms(TermList& terms, const Network& network, const MemoryJob& job);
void add_picture_adapter_terms(TermList& terms, const Network& network, const MemoryJob& job,
                               const MemoryConstants& constants);

/// All parts of a network that makes pictures.
[[nodiscard]] Gigabytes all_picture_weights(const Network& network, const WeightFormat& format);

/// Bytes of weights in their format, times `share`, with their sum. Used for running and below adapters.
void add_kept_weights(TermList& terms, const Network& network, const MemoryJob& job, double share,
                      std::string_view share_formula);

/// Outputs of all convolutions for one sample of the job's size, in values; 0 where they are not known. They grow with
/// the area of the image.
[[nodiscard]] double scaled_activations(const Network& network, const MemoryJob& job);

/// The largest matrix that is unpacked to be multiplied, for formats that do so; 0 for others. With litgpt it may be
/// the output matrix, as measured, though that has 16 bits.
[[nodiscard]] double unpacked_matrix_bytes(const Network& network, const MemoryJob& job);

}  // namespace gpuadvisor

template <>
struct fmt::formatter<gpuadvisor::InMillions> : fmt::formatter<double> {
  template <class Context>
  auto format(gpuadvisor::InMillions value, Context& context) const {
    return fmt::format_to(context.out(), "{:.2f} M", value.parameters / 1e6);
  }
};

template <>
struct fmt::formatter<gpuadvisor::Factor> : fmt::formatter<double> {
  template <class Context>
  auto format(gpuadvisor::Factor value, Context& context) const {
    return fmt::format_to(context.out(), "{:.6g}", value.factor);
  }
};
