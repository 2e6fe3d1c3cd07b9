#pragma once

#include <array>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gpuadvisor/core/enum_names.hpp"
#include "persona_answer.hpp"

namespace gpuadvisor {

/// Whether a guide's advice to a buyer can be compared with an answer of its day, or why not.
enum class GuideBacktestScope {
  counted,
  no_type,       // no kind of buyer asks the same
  buys_none,     // the kind rents, waits or reads on
  names_none,    // the guide names no GPU
  no_date,       // the guide's day is not known
  none_on_sale,  // no GPU that it names was out and had a price of the 24 months before
  few_left,      // fewer than k_fewest_candidates qualify
};

template <>
inline constexpr auto k_enum_names<GuideBacktestScope> = std::to_array<std::string_view>(
    {"counted", "no-type", "buys-none", "names-none", "no-date", "none-on-sale", "few-left"});

/// With fewer, a random pick would do well too.
inline constexpr std::size_t k_fewest_candidates = 6;

/// So many places from the first count as near it.
inline constexpr std::size_t k_first_places = 3;

/// A guide's advice to one buyer, beside what his kind of buyer would have been told on that day.
struct GuideBacktestRow {
  const Guide* guide = nullptr;
  const Persona* persona = nullptr;
  const PersonaType* type = nullptr;  // null: none
  GuideBacktestScope scope = GuideBacktestScope::counted;
  Catalog known;                     // on the guide's day: what the answer points to
  PersonaAnswer answer;              // where it was asked: counted and few_left
  const Gpu* first_named = nullptr;  // out by then or not; null: none is named, or it is not in the catalog
  int rank = 0;             // of the first-named pick among the candidates, in the condition named; 0: not among them
  int best_rank = 0;        // of the best of all named
  double chance_first = 0;  // that a candidate drawn at random is a given one
  double chance_three = 0;  // that three drawn at random hold a named one
  std::string miss;         // why the first-named pick is not first, in one line; empty: it is

  [[nodiscard]] bool is_first() const { return rank == 1; }
  [[nodiscard]] bool is_near() const { return best_rank >= 1 && best_rank <= static_cast<int>(k_first_places); }
};

/// The catalog as it was known on a day, with speeds from the measurements published by then.
using KnownOn = std::function<Catalog(Day)>;

/// Asks, for each persona, what its type asks, on its guide's day and with the budget that the guide states for one
/// GPU. Points into `catalog`, which holds the guides. Requires a reference card wherever `known_on` leads.
[[nodiscard]] std::vector<GuideBacktestRow> guide_backtest(std::span<const Persona* const> personas,
                                                           const Catalog& catalog, const KnownOn& known_on);

/// How often the guides' picks come out, of the rows that count, and how often they would by chance; shares from 0
/// to 1.
struct GuideBacktestTotal {
  int rows = 0;
  double first = 0;
  double first_by_chance = 0;
  double near = 0;
  double near_by_chance = 0;
};

[[nodiscard]] GuideBacktestTotal backtest_total(std::span<const GuideBacktestRow> rows);

/// The chance that `drawn` of `all` hold at least one of `named` among them (hypergeometric).
[[nodiscard]] double chance_of_any(std::size_t named, std::size_t all, std::size_t drawn);

/// The budget that a guide states for a persona's GPU: the upper end of a range.
[[nodiscard]] std::optional<Usd> stated_budget(const Persona& persona);

/// The type of a persona; null when it has none.
[[nodiscard]] const PersonaType* type_of(const Persona& persona, const Catalog& catalog);

}  // namespace gpuadvisor
