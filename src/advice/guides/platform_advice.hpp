#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gpuadvisor/catalog/catalog.hpp"
#include "gpuadvisor/catalog/guide.hpp"
#include "gpuadvisor/catalog/persona.hpp"
#include "gpuadvisor/catalog/platform.hpp"

namespace gpuadvisor {

/// Where to run what. What is not told is open.
struct PlatformQuestion {
  const Workload* workload = nullptr;
  std::optional<Phase> phase;
  std::optional<Need> need;
  std::string_view framework;  // lower case, as the rules name them
};

/// A record of the guides' data, with the edition that it is from.
template <class Record>
struct FromGuide {
  const Record* record = nullptr;
  const Guide* guide = nullptr;

  const Record* operator->() const { return record; }
};

/// What guides say of a platform for the question.
struct PlatformAdvice {
  Platform platform = Platform::own_gpu;
  std::vector<FromGuide<PlatformRule>> rules;  // that apply, the one that decides first

  [[nodiscard]] Stance stance() const { return rules.front()->stance; }
};

/// The platforms of which some rule applies, best first (docs/guides.md#platforms). A rule applies when all that it
/// names is asked for. Of a platform's rules the one that names most decides, then that of the newest guide, then the
/// most reserved. Platforms rank by what decides: what is advised against last, a rule made for who has that need
/// before a general one, recommended before limited, newer guides before older, more specific rules before less, and at
/// last what a guide says first before what it says later.
[[nodiscard]] std::vector<PlatformAdvice> platform_advice(const PlatformQuestion& question, const Catalog& catalog);

/// The rules that would apply if more were told: those that name something left open, and nothing else than asked for.
/// The newest guide's first.
[[nodiscard]] std::vector<FromGuide<PlatformRule>> conditional_rules(const PlatformQuestion& question,
                                                                     const Catalog& catalog);

/// What guides say of vendors, the newest first; of one, or of all for an empty name.
[[nodiscard]] std::vector<FromGuide<VendorNote>> vendor_notes(std::string_view vendor, const Catalog& catalog);

/// The frameworks that rules and free tiers name, sorted.
[[nodiscard]] std::vector<std::string_view> known_frameworks(const Catalog& catalog);

}  // namespace gpuadvisor
