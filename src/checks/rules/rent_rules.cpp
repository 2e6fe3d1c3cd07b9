#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "catalog/records/rent.hpp"
#include "core/order_statistics.hpp"
#include "rule_groups.hpp"

namespace gpuadvisor {
namespace {

void add_finding(const Rent& rent, std::string_view field, const CheckedData& data, Findings& findings,
                 std::string message) {
  findings.add(rent.gpu, data.index.place("rents", RecordIndex::key(rent), field), std::move(message));
}

/// Calls `judge` with each rent that is checked.
template <class Judge>
void for_each_rent(const CheckedData& data, Judge judge) {
  for (const Rent& rent : data.catalog.records<Rent>()) {
    if (data.index.has("rents", RecordIndex::key(rent))) judge(rent);
  }
}

void judge_rent_outliers(const CheckedData& data, Findings& findings) {
  constexpr double k_far = 8.5;
  constexpr std::size_t k_fewest = 4;  // others of the year, on the same terms
  using Kind = std::tuple<std::string_view, int, RentTerms>;
  std::map<Kind, std::vector<const Rent*>> alike;
  const auto kind = [](const Rent& rent) { return Kind{rent.gpu, rent.date.year(), rent.terms}; };
  for (const Rent& rent : data.catalog.records<Rent>()) alike[kind(rent)].push_back(&rent);
  for_each_rent(data, [&](const Rent& rent) {
    std::vector<double> others;
    for (const Rent* other : alike[kind(rent)]) {
      if (other != &rent) others.push_back(other->of_each().value());
    }
    if (others.size() < k_fewest) return;
    const double middle = median(others);
    const double ratio = rent.of_each().value() / middle;
    if (std::max(ratio, 1 / ratio) <= k_far) return;
    add_finding(
        rent, "usd_per_hour", data, findings,
        fmt::format("${:.4g} an hour for each GPU; the middle of the {} others of {} on the same terms is ${:.4g}",
                    rent.of_each().value(), others.size(), rent.date.year(), middle));
  });
}

void judge_spot(const CheckedData& data, Findings& findings) {
  using Machine = std::tuple<std::string_view, PartialDate, std::string_view, int, std::string_view, std::string_view>;
  std::map<Machine, const Rent*> on_demand;
  const auto machine = [](const Rent& rent) {
    return Machine{rent.gpu, rent.date, rent.provider, rent.count, rent.region, rent.instance};
  };
  for (const Rent& rent : data.catalog.records<Rent>()) {
    if (rent.terms != RentTerms::on_demand) continue;
    const Rent*& dearest = on_demand[machine(rent)];
    if (dearest == nullptr || rent.price > dearest->price) dearest = &rent;
  }
  for_each_rent(data, [&](const Rent& rent) {
    const auto at = on_demand.find(machine(rent));
    if (rent.terms != RentTerms::spot || at == on_demand.end() || rent.price <= at->second->price) return;
    add_finding(rent, "usd_per_hour", data, findings,
                fmt::format("${:.4g} an hour as spot; on demand the same machine is ${:.4g}", rent.price.value(),
                            at->second->price.value()));
  });
}

void judge_rent_dates(const CheckedData& data, Findings& findings) {
  for_each_rent(data, [&](const Rent& rent) {
    const Gpu* gpu = data.catalog.gpu(rent.gpu);
    const Source* source = data.catalog.source(rent.source);
    if (gpu != nullptr && gpu->released && rent.date.last_day() < gpu->released->first_day()) {
      add_finding(
          rent, "date", data, findings,
          fmt::format("a price of {}, but {} was released {}", rent.date.text(), gpu->id, gpu->released->text()));
    }
    if (source != nullptr && source->date && rent.date.first_day() > source->date->last_day()) {
      add_finding(rent, "date", data, findings,
                  fmt::format("a price of {}, from a source of {}", rent.date.text(), source->date->text()));
    }
  });
}

constexpr auto k_rent_rules = std::to_array<Rule>({
    {"rent-outlier", Severity::warning, "A price of rent is far from all others of its year",
     "What providers ask for one GPU in a year, on the same terms, lies within a factor of eight. One that is more "
     "than "
     "8.5 times off the middle of at least four others is mostly a slip: a price of eight GPUs as that of one, a "
     "digit.",
     judge_rent_outliers},
    {"rent-spot", Severity::warning, "A spot price is above that on demand",
     "Who may be sent away at any time pays less. A spot price above that of the same machine on demand, of the same "
     "provider and day, has mostly changed places with it.",
     judge_spot},
    {"rent-date", Severity::warning, "A price of rent is older than its product, or later than its source",
     "Nobody rents out what is not yet made, and a page cannot know a price of a later day than its own: mostly the "
     "year is a slip, or the source.",
     judge_rent_dates},
});

}  // namespace

std::span<const Rule> rent_rules() { return k_rent_rules; }

}  // namespace gpuadvisor
