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

[[nodiscard]] inline bool is_text_encoder(const NetworkPart& part) { return part.name.starts_with("text encoder"); }

/// Inner width of a denoiser's block: four times its width where that is not published.
[[nodiscard]] double denoiser_width(const Network& network);

/// Tokens of one picture; 0 where it is not known what a token stands for.
[[nodiscard]] int picture_tokens(const Network& network, const MemoryJob& job);

/// Pixels of all pictures of a batch, of video those of one moment.
[[nodiscard]] double picture_pixels(const Network& network, const MemoryJob& job);

/// One layer of the denoiser over all tokens of the batch (docs/memory.md#images-and-video); 0 bytes where its shape
/// is not known.
[[nodiscard]] PictureWork denoiser_work(const Network& network, const MemoryJob& job);

/// The last stage of the image decoder, over all pictures at once or over one piece of one: a square, or of a video as
/// many frames as a token reaches over.
[[nodiscard]] PictureWork image_decoder_work(const Network& network, const MemoryJob& job);

}  // namespace gpuadvisor
