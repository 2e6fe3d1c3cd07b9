#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "rule_groups.hpp"

namespace gpuadvisor {
namespace {

/// Reports the first record that is not as it is fitted.
template <class Record>
void judge_table(const CheckedData& data, std::string_view section, const std::vector<Record>& fitted,
                 Findings& findings) {
  const auto stored = data.catalog.records<Record>();
  const auto [at, now] = std::mismatch(stored.begin(), stored.end(), fitted.begin(), fitted.end());
  if (stored.empty() || (at == stored.end() && now == fitted.end())) return;
  const Record& first = at == stored.end() ? stored.back() : *at;
  findings.add("", data.index.place(section, RecordIndex::key(first)),
               fmt::format("{} are not what the quotes give, from here on; `gpuadvisor prices fit --write` renews them",
                           section));
}

void judge_prices(const CheckedData& data, Findings& findings) {
  if (data.prices == nullptr) return;
  judge_table(data, "price_levels", data.prices->levels, findings);
  judge_table(data, "market_months", data.prices->months, findings);
}

constexpr auto k_market_rules = std::to_array<Rule>({
    {"prices-outdated", Severity::error, "A stored price of today is not what the quotes give",
     "Prices of today and the markets of past months are computed from all quotes. Where both are checked, each stored "
     "one must be what the fit gives now; `gpuadvisor prices fit --write` brings them up to date.",
     judge_prices},
});

}  // namespace

std::span<const Rule> market_rules() { return k_market_rules; }

}  // namespace gpuadvisor
