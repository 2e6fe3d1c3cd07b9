#pragma once

#include <span>

#include "advice/picks/gpu_advice.hpp"
#include "gpuadvisor/advice/gpu_facts.hpp"
#include "gpuadvisor/catalog/catalog_stamp.hpp"
#include "gpuadvisor/report/document.hpp"

namespace gpuadvisor {

/// What a screen of `show` tells of one GPU. Views what it is made from.
struct GpuScreen {
  const Gpu& gpu;
  const GpuFacts& facts;
  const GpuAdvice& advice;
};

/// For people: what each GPU is, costs and is good for; then its prices, speeds and specifications. Without sources,
/// quotes and scores, which gpu_sheet_document() has.
[[nodiscard]] Document gpu_screens_document(std::span<const GpuScreen> screens, const CatalogStamp& catalog);

}  // namespace gpuadvisor
