#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gpuadvisor/catalog/catalog.hpp"

namespace gpuadvisor {

/// What a name stands for: one GPU, several that share it, or none.
struct NameMatch {
  std::vector<const Gpu*> gpus;             // by id
  std::vector<const Gpu*> of_other_memory;  // without a match: called so but for the memory size, by id
  std::vector<const Gpu*> containing;       // without a match: whose names contain it, by id
  std::vector<const Gpu*> of_same_number;   // without a match: whose names have its numbers ("3080"), by id
  std::optional<std::string_view> nearest;  // without a match: the closest known name
};

/// Resolves a name strictly: exact id, name, alias or misnomer first; then the same ignoring case, spaces, punctuation,
/// vendor words and "GB" (`rtx3090`, `GeForce RTX 3090`); then with the card's own memory size after it
/// (`RTX 3090 24GB`); then with its words in another order (`A100 80GB SXM4`). A vendor word is only ignored where it
/// is not another vendor's (`Radeon 3090` is none). Never a fuzzy guess.
[[nodiscard]] NameMatch find_by_name(const Catalog& catalog, std::string_view name);

/// NameMatch::gpus alone, which is quick where there are none.
[[nodiscard]] std::vector<const Gpu*> gpus_named(const Catalog& catalog, std::string_view name);

/// The GPUs that go by a name, or whose names have its words, a number among them, whole and in a row ("m3 ultra");
/// none of another memory size than the name says. Those that resolved_or_usual() takes one of.
[[nodiscard]] std::vector<const Gpu*> gpus_meant(const Catalog& catalog, std::string_view name);

/// The key under which spellings of one name meet: "NVIDIA GeForce RTX 3060 12 GB" is "rtx306012".
[[nodiscard]] std::string name_key(std::string_view name);

/// Whether a word of a name, in lower case, tells the vendor or its line of products ("geforce").
[[nodiscard]] bool is_vendor_word(std::string_view word);

/// A GPU that was asked for by name.
struct ResolvedGpu {
  const Gpu* gpu = nullptr;  // never null in what resolved() returns
  std::string note;          // of a misnomer: `"gtx 2080 ti" is the GeForce RTX 2080 Ti`; else empty
  bool is_guess = false;     // one of several that share the name, as the note says
};

/// The one GPU called `name`. Throws UsageError that lists the candidates, or the nearest name.
[[nodiscard]] ResolvedGpu resolved(const Catalog& catalog, std::string_view name);

/// The same of answers: of several of one architecture, which differ in memory and form, the one with the most known
/// prices, as `note` says. What is written down wants resolved().
[[nodiscard]] ResolvedGpu resolved_or_usual(const Catalog& catalog, std::string_view name);

/// The names that the words of a command line are, each as long as it can be: `RTX 3090 4090` are "RTX 3090" and
/// "4090". Words that begin no name are one with all that follow, which resolved() refuses; what is like no name at all
/// ends at the next word that is one.
[[nodiscard]] std::vector<std::string> names_in(const Catalog& catalog, std::span<const std::string> words);

/// The GPUs of the architectures that go by `name`, one of their words or several in a row, ignoring case and
/// punctuation: "ada", "RDNA 3", "vega"; a slip of the guides counts as the name ("Turning"). By id.
[[nodiscard]] std::vector<const Gpu*> gpus_of_architecture(const Catalog& catalog, std::string_view name);

}  // namespace gpuadvisor
