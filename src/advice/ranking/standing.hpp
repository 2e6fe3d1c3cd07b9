#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "gpuadvisor/advice/recommend.hpp"
#include "gpuadvisor/advice/stability.hpp"
#include "gpuadvisor/core/enum_names.hpp"

namespace gpuadvisor {

/// Whether a price would put an offer first, were it a current one.
enum class WinningPrice {
  none,   // it would stay behind, however cheap
  below,  // one below a limit would
  any,    // every price would that the request allows
};

template <>
inline constexpr auto k_enum_names<WinningPrice> = std::to_array<std::string_view>({"none", "below", "any"});

struct PriceToWin {
  WinningPrice winning = WinningPrice::none;
  std::optional<Usd> below;  // of all GPUs of the offer
};

/// Which current price would put `behind` before `ahead`, all else being equal.
[[nodiscard]] PriceToWin price_to_win(const Offer& behind, const Offer& ahead, RankBy rank_by);

/// The same of the prices that pass the budget and the price range of a request.
[[nodiscard]] PriceToWin price_to_win(const Offer& behind, const Offer& ahead, const Request& request);

/// Two offers of which one ranks before the other.
struct Contest {
  Pairing pairing;
  Decider decider = Decider::name;
  PriceToWin to_win;  // of the one behind
};

/// What keeps an offer out of an answer, and what would let it in.
struct Absence {
  std::vector<Rejection> rejections;  // at least one
  bool is_hidden = false;             // only constraints in force by default keep it out
  std::vector<Change> changes;        // that let it in; none when none would
  int rank = 0;                       // that it would have then; 0: none, or not known
  int rows = 0;                       // that there would be
};

/// Where one offer of a GPU stands in an answer.
struct Standing {
  Offer offer;
  int rank = 0;  // 0: it has no row
  int group = 0;
  std::optional<Absence> absence;  // of an offer without a row
  /// With the first row; of the first row, with the next other GPU. Of an offer without a row, in the answer that the
  /// changes give. Absent where there is none.
  std::optional<Contest> contest;
  std::vector<Warning> warnings;  // what to know before trusting it
};

/// Where a GPU stands in an answer of recommend(): each offer of it, one per condition that has a price, or one without
/// a price. Requires a catalog with a reference card, to which the result points, and that `answer` is what recommend()
/// says to `asked`, a request without defaults for one number of GPUs.
[[nodiscard]] std::vector<Standing> standings(const Gpu& gpu, const Answer& answer, const Request& asked,
                                              const Catalog& catalog);

}  // namespace gpuadvisor
