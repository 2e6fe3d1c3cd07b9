#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/glob.hpp"
#include "gpuadvisor/catalog/catalog.hpp"

namespace gpuadvisor {

/// The GPUs of a catalog that a name or a pattern stands for.
struct PatternMatch {
  std::vector<const Gpu*> gpus;        // by id; a name can be that of several
  std::optional<std::string> nearest;  // without any: the pattern behind a "*" if that stands for some, else the
                                       // closest known name, or word of one
};

/// Whether a glob matches the id or name of a GPU, with or without the vendor words in front ("RTX 3090"), or without
/// blanks and hyphens too ("rtx3090").
[[nodiscard]] bool is_named_like(const Gpu& gpu, const Glob& glob);

/// Resolves a name as find_by_name does. A text with a wildcard is a Glob: it stands for the GPUs that are named
/// like it. Requires that such a text parses.
[[nodiscard]] PatternMatch find_by_pattern(const Catalog& catalog, std::string_view pattern);

}  // namespace gpuadvisor
