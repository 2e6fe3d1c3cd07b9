#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>

#include "gpuadvisor/core/money.hpp"
#include "rule_groups.hpp"

namespace gpuadvisor {
namespace {

constexpr std::string_view k_expected = "expected what `gpuadvisor prices fit --write` writes";

bool has_same_figures(const PriceLevel& a, const PriceLevel& b) {
  return a.today == b.today && a.low == b.low && a.high == b.high;
}
bool has_same_figures(const MarketMonth& a, const MarketMonth& b) {
  return a.index == b.index && a.quotes == b.quotes && a.sources == b.sources;
}

/// How many records of a table are stored otherwise than they are fitted, and one of them.
template <class Record>
struct Stale {
  int count = 0;
  const Record* stored = nullptr;
  const Record* fitted = nullptr;  // null: it follows from no quote
};

template <class Record>
Stale<Record> stale_records(std::span<const Record> stored, const std::vector<Record>& fitted) {
  Stale<Record> found;
  const auto same_key = [](const Record& record) {
    return [key = RecordIndex::key(record)](const Record& other) { return RecordIndex::key(other) == key; };
  };
  for (const Record& record : stored) {
    const auto now = std::find_if(fitted.begin(), fitted.end(), same_key(record));
    const bool is_gone = now == fitted.end();
    if (!is_gone && has_same_figures(record, *now)) continue;
    if (++found.count == 1) found = {1, &record, is_gone ? nullptr : &*now};
  }
  for (const Record& record : fitted) {
    if (std::none_of(stored.begin(), stored.end(), same_key(record))) ++found.count;
  }
  return found;
}

std::string example(const Stale<PriceLevel>& found) {
  const std::string subject =
      fmt::format("{} {} is {}", enum_name(found.stored->condition), found.stored->gpu, money(found.stored->today));
  if (found.fitted == nullptr) return subject + ", and nothing was quoted";
  return fmt::format("{} ({} to {}); the quotes give {} ({} to {})", subject, money(found.stored->low),
                     money(found.stored->high), money(found.fitted->today), money(found.fitted->low),
                     money(found.fitted->high));
}

std::string example(const Stale<MarketMonth>& found) {
  const std::string subject = fmt::format("market \"{}\" in {} is {:g}", found.stored->market,
                                          found.stored->month.text(), found.stored->index.value());
  if (found.fitted == nullptr) return subject + ", and nothing was quoted";
  return fmt::format("{}; the quotes give {:g}", subject, found.fitted->index.value());
}

template <class Record>
void judge_table(const CheckedData& data, std::string_view section, const std::vector<Record>& fitted,
                 Findings& findings) {
  const auto stored = data.catalog.records<Record>();
  const Stale<Record> found = stale_records(stored, fitted);
  if (found.count == 0) return;
  const Record& first = found.stored != nullptr ? *found.stored : stored.front();
  const std::string told = found.stored != nullptr ? example(found) : std::string("some are missing");
  findings.add("", data.index.place(section, RecordIndex::key(first)),
               fmt::format("{} of {} in {} are outdated, e.g. {}; {}", found.count,
                           std::max(stored.size(), fitted.size()), section, told, k_expected));
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
