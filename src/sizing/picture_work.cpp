#include "picture_work.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gpuadvisor/sizing/network_shape.hpp"

namespace gpuadvisor {
namespace {

// At the last stage of an image decoder, its input, what a norm and a function make of it, and the output of a
// convolution are held at full size, with twice the base width of 128, in 16 bits: Diffusers' FLUX.1 takes 2.05 kB more
// for each further pixel of a batch, as measured.
constexpr double k_image_tensors = 4;
constexpr double k_image_channels = 256;
constexpr int k_tile = 512;  // pixels of a side, as ComfyUI and Diffusers cut them

// What decoding all frames of a video takes for each token of one moment, as measured of CogVideoX in Diffusers.
constexpr double k_whole_video = 9.5e6;

constexpr double k_bytes_per_value = 2;  // in 16 bits, whatever the weights are kept in

// Where no width is published, blocks of diffusion transformers widen fourfold.
constexpr int k_usual_widening = 4;

ImageSize image_size(const Network& network, const MemoryJob& job) {
  return job.image.value_or(input_size(network).value_or(ImageSize{}));
}

int patches(int length, int patch) { return (length + patch - 1) / patch; }

struct Patches {
  int across = 0;
  int down = 0;
  int deep = 1;
};

Patches patches_of(const Network& network, const MemoryJob& job) {
  const ImageSize image = image_size(network, job);
  const int frames = job.frames.value_or(input_frames(network).value_or(1));
  return {patches(image.width, *network.patch_pixels), patches(image.height, *network.patch_pixels),
          network.patch_frames ? 1 + patches(frames - 1, *network.patch_frames) : 1};
}

PictureWork whole_video_work(const Network& network, const MemoryJob& job) {
  const Patches tokens = patches_of(network, job);
  return {static_cast<double>(tokens.across) * tokens.down * k_whole_video * job.batch,
          "tokens of one moment * 9.5 MB * batch",
          fmt::format("{} * {} * 9.5 MB * {}", tokens.across, tokens.down, job.batch)};
}

PictureWork tile_work(const Network& network, const MemoryJob& job) {
  ImageSize piece = image_size(network, job);
  if (!network.patch_frames) piece = {std::min(piece.width, k_tile), std::min(piece.height, k_tile)};
  const int frames = network.patch_frames.value_or(1);
  return {
      static_cast<double>(piece.width) * piece.height * frames * k_image_channels * k_image_tensors * k_bytes_per_value,
      fmt::format("width * height of a piece{} * 256 channels * 4 * 2 B",
                  network.patch_frames ? " * frames of a token" : ""),
      fmt::format("{} * {} * {} * 256 * 4 * 2 B", piece.width, piece.height, frames)};
}

}  // namespace

double denoiser_width(const Network& network) {
  return network.feed_forward.value_or(k_usual_widening * network.hidden.value_or(0));
}

int picture_tokens(const Network& network, const MemoryJob& job) {
  if (!network.patch_pixels) return 0;
  const Patches tokens = patches_of(network, job);
  return tokens.across * tokens.down * tokens.deep;
}

double picture_pixels(const Network& network, const MemoryJob& job) {
  const ImageSize image = image_size(network, job);
  return static_cast<double>(image.width) * image.height * job.batch;
}

PictureWork denoiser_work(const Network& network, const MemoryJob& job) {
  if (!network.patch_pixels || !network.hidden) return {};
  const Patches tokens = patches_of(network, job);
  const int width = *network.hidden;
  const double inner = denoiser_width(network);
  const double all = static_cast<double>(picture_tokens(network, job)) * job.batch;
  return {all * (6.0 * width + 3 * inner) * k_bytes_per_value, "tokens * (6 h + 3 f) * 2 B * batch",
          fmt::format("{} * {} * {} * (6 * {} + 3 * {}) * 2 B * {}", tokens.across, tokens.down, tokens.deep, width,
                      inner, job.batch)};
}

PictureWork image_decoder_work(const Network& network, const MemoryJob& job) {
  if (job.decoder_in_tiles) return tile_work(network, job);
  if (network.patch_frames && network.patch_pixels) return whole_video_work(network, job);
  const ImageSize image = image_size(network, job);
  return {picture_pixels(network, job) * k_image_channels * k_image_tensors * k_bytes_per_value,
          "width * height * 256 channels * 4 * 2 B * batch",
          fmt::format("{} * {} * 256 * 4 * 2 B * {}", image.width, image.height, job.batch)};
}

}  // namespace gpuadvisor
