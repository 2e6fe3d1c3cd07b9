#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gpuadvisor/catalog/catalog.hpp"

namespace gpuadvisor {

/// What a name stands for: one GPU, several that share it, or none.
struct NameMatch {
  std::vector<const Gpu*> gpus;             // by id
  std::vector<const Gpu*> containing;       // without a match: whose names contain it, by id
  std::optional<std::string_view> nearest;  // without a match: the closest known name
};

/// Resolves a name strictly: exact id, name or alias first; then the same ignoring case, spaces, punctuation,
/// vendor words and "GB" (`rtx3090`, `GeForce RTX 3090`); then with the card's own memory size after it
/// (`RTX 3090 24GB`). Never a fuzzy guess.
[[nodiscard]] NameMatch find_by_name(const Catalog& catalog, std::string_view name);

/// The key under which spellings of one name meet: "NVIDIA GeForce RTX 3060 12 GB" is "rtx306012".
[[nodiscard]] std::string name_key(std::string_view name);

/// The one GPU called `name`. Throws UsageError that lists the candidates, or the nearest name.
[[nodiscard]] const Gpu& require_gpu(const Catalog& catalog, std::string_view name);

}  // namespace gpuadvisor
