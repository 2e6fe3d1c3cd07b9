#pragma once

#include <span>
#include <string>
#include <vector>

#include "advice/machine/build.hpp"
#include "asked_gpus.hpp"
#include "cli/session.hpp"

namespace gpuadvisor::cli {

/// The GPUs of a build as they were asked for.
struct AskedBuild {
  std::vector<GpuGroup> parts;  // empty: not all of them were on sale on the day asked for
  std::vector<Warning> notes;   // on the names
};

/// A number of GPUs and what they are called.
struct CountedName {
  std::string count;  // digits
  std::string name;
};

/// "4x RTX 3090", "4 x RTX 3090" and "4×RTX 3090" taken apart. What is a GPU's name as a whole ("7900 XTX") counts
/// once.
[[nodiscard]] CountedName counted_name(std::string_view text, const Catalog& all);

/// One of several GPUs that words name, with how many of it.
struct CountedGpu : ResolvedGpu {
  int count = 1;
};

/// The GPUs that words name one after the other, each alone or with a number before it: "2x 3090" 5090, 2x 3090 5090.
/// As asked_gpus(). `option` is what they were given to, for messages.
[[nodiscard]] std::vector<CountedGpu> asked_gpus_with_counts(std::string_view option,
                                                             std::span<const std::string> words, Session& session);

/// What `words` name: "4x RTX 3090", or "2x RTX 3090 + 1x RTX 4090" for several models; one GPU without a number.
/// `option` is what it was given to, for messages. Throws UsageError.
[[nodiscard]] AskedBuild asked_build(std::string_view option, std::span<const std::string> words, Session& session);

}  // namespace gpuadvisor::cli
