#pragma once

#include <string>

#include "gpuadvisor/catalog/network.hpp"
#include "gpuadvisor/sizing/memory_job.hpp"

namespace gpuadvisor {

/// What one step of making images or video works in, beside weights, with its sum in symbols and in numbers.
struct PictureWork {
  double bytes = 0;
  std::string formula;
  std::string calculation;
};

/// One layer of the denoiser over all tokens of the batch (docs/memory.md#images-and-video); 0 bytes where its shape
/// is not known.
[[nodiscard]] PictureWork denoiser_work(const Network& network, const MemoryJob& job);

/// The last stage of the image decoder: of a video, as many frames at a time as a token reaches over.
[[nodiscard]] PictureWork image_decoder_work(const Network& network, const MemoryJob& job);

}  // namespace gpuadvisor
