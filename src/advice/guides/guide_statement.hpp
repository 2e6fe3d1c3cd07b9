#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gpuadvisor/catalog/catalog.hpp"
#include "gpuadvisor/catalog/guide.hpp"

namespace gpuadvisor {

/// Which table of the guides a statement is from.
enum class StatementKind : unsigned char {
  rule,
  avoidance,
  ratio,
  upgrade,
  cooling,
  power_limit,
  power_supply,
  cluster,
  platform,
  vendor,
  feature,
  pick,
};

template <>
inline constexpr auto k_enum_names<StatementKind> =
    std::to_array<std::string_view>({"rule", "avoidance", "ratio", "upgrade", "cooling", "power-limit", "power-supply",
                                     "cluster", "platform", "vendor", "feature", "pick"});

/// Something that an edition of a guide says, from whichever table. Points into the catalog.
struct GuideStatement {
  const Guide* guide = nullptr;
  StatementKind kind = StatementKind::rule;
  std::string id;  // unique within guide and kind
  RuleTopic topic = RuleTopic::selection;
  std::string says;  // in our words, whole sentences
  std::vector<RuleFigure> figures;
  std::vector<std::string_view> steps;  // in order, where it is a list
  std::vector<const Gpu*> gpus;         // that it is about
  std::vector<std::string_view> workloads;
  std::string note;  // how it was read; of where to compute and of vendors, for or against what, and for whom
  std::string_view source;
  bool is_recalled = false;  // the source is general knowledge without a page at hand
};

/// Which statements are wanted; absent and empty: any.
struct StatementFilter {
  std::optional<RuleTopic> topic = std::nullopt;
  std::string_view id = {};    // of the statement
  std::string_view word = {};  // words and numbers that are in its text or figures (statement_search.hpp)
  const Gpu* gpu = nullptr;    // that it is about
};

/// What the guide says that the filter wants, by topic, then kind, in the order of the data files. Personas are
/// statements only of a GPU, as picks of it, and where words are looked for: what a guide names for whom, `picks`
/// tells.
[[nodiscard]] std::vector<GuideStatement> statements_of(const Guide& guide, const Catalog& catalog,
                                                        const StatementFilter& filter);

/// The editions, the newest first, those without a date last.
[[nodiscard]] std::vector<const Guide*> guides_newest_first(const Catalog& catalog);

/// The entries of the guide's change log, the newest first; with a GPU, those that name it.
[[nodiscard]] std::vector<const GuideUpdate*> updates_of(const Guide& guide, const Catalog& catalog,
                                                         const Gpu* gpu = nullptr);

}  // namespace gpuadvisor
