#pragma once

#include <string_view>

#include "gpuadvisor/catalog/field.hpp"
#include "gpuadvisor/core/date.hpp"
#include "gpuadvisor/core/quantity.hpp"

namespace gpuadvisor {

/// How badly a network tells the next words of a text: lower is better, and comparable on one text only.
using Perplexity = Quantity<struct PerplexityUnit>;

/// What a format of weights costs a network, as somebody measured it.
struct FormatQuality {
  std::string_view network;  // id
  std::string_view format;   // id of weight_formats()
  Perplexity perplexity;
  Perplexity in_16_bits;  // of the same network on the same text
  std::string_view text;  // that was read, and by what matrix of importance the weights were rounded
  PartialDate date;
  std::string_view source;
};

template <>
inline constexpr auto k_fields<FormatQuality> = std::tuple{
    required("network", &FormatQuality::network),
    required("format", &FormatQuality::format),
    required("perplexity", &FormatQuality::perplexity),
    required("in_16_bits", &FormatQuality::in_16_bits),
    required("text", &FormatQuality::text),
    required("date", &FormatQuality::date),
    required("source", &FormatQuality::source),
};

}  // namespace gpuadvisor
