#include "picture_work.hpp"

#include <fmt/format.h>

#include "gpuadvisor/sizing/network_shape.hpp"

namespace gpuadvisor {
namespace {

// At the last stage of an image decoder, its input, what a norm makes of it and the output of a convolution are held at
// full size, with twice the base width of 128.
constexpr double k_image_tensors = 3;
constexpr double k_image_channels = 256;

constexpr double k_bytes_per_value = 2;  // in 16 bits, whatever the weights are kept in

// Where no width is published, blocks of diffusion transformers widen fourfold.
constexpr int k_usual_widening = 4;

ImageSize image_size(const Network& network, const MemoryJob& job) {
  return job.image.value_or(input_size(network).value_or(ImageSize{}));
}

int patches(int length, int patch) { return (length + patch - 1) / patch; }

}  // namespace

PictureWork denoiser_work(const Network& network, const MemoryJob& job) {
  if (!network.patch_pixels || !network.hidden) return {};
  const ImageSize image = image_size(network, job);
  const int across = patches(image.width, *network.patch_pixels);
  const int down = patches(image.height, *network.patch_pixels);
  const int frames = job.frames.value_or(input_frames(network).value_or(1));
  const int deep = network.patch_frames ? 1 + patches(frames - 1, *network.patch_frames) : 1;
  const int width = *network.hidden;
  const int inner = network.feed_forward.value_or(k_usual_widening * width);
  const double tokens = static_cast<double>(across) * down * deep * job.batch;
  return {tokens * (6.0 * width + 3.0 * inner) * k_bytes_per_value, "tokens * (6 h + 3 f) * 2 B * batch",
          fmt::format("{} * {} * {} * (6 * {} + 3 * {}) * 2 B * {}", across, down, deep, width, inner, job.batch)};
}

PictureWork image_decoder_work(const Network& network, const MemoryJob& job) {
  const ImageSize image = image_size(network, job);
  const int frames = network.patch_frames.value_or(1);
  const double pixels = static_cast<double>(image.width) * image.height * frames;
  const std::string_view deep = network.patch_frames ? " * frames of a token" : "";
  return {pixels * k_image_channels * k_image_tensors * k_bytes_per_value * job.batch,
          fmt::format("width * height{} * 256 channels * 3 * 2 B * batch", deep),
          fmt::format("{} * {}{} * 256 * 3 * 2 B * {}", image.width, image.height,
                      network.patch_frames ? fmt::format(" * {}", frames) : "", job.batch)};
}

}  // namespace gpuadvisor
