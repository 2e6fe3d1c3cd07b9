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

/// The numbers in the name of a machine: 24, 100 and 4 of "NC24ads_A100_v4".
std::vector<double> numbers_in(std::string_view name) {
  std::vector<double> numbers;
  bool goes_on = false;
  for (const char c : name) {
    const bool is_digit = c >= '0' && c <= '9';
    if (is_digit && !goes_on) numbers.push_back(0);
    if (is_digit) numbers.back() = 10 * numbers.back() + (c - '0');
    goes_on = is_digit;
  }
  return numbers;
}

/// Whether the larger machine is several of the smaller: of the same name or of none, or the numbers in which the names
/// differ grow as the GPUs do. "NC48ads" with two is two "NC24ads" with one; "g5.12xlarge" with four is three times
/// "g5.4xlarge" with one, of which nothing follows.
bool is_several_of(const Rent& larger, const Rent& smaller) {
  if (larger.instance == smaller.instance) return true;
  const auto before = numbers_in(smaller.instance);
  const auto after = numbers_in(larger.instance);
  if (before == after || before.size() != after.size()) return false;
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (before[i] != after[i] && before[i] * larger.count != after[i] * smaller.count) return false;
  }
  return true;
}

void judge_multiples(const CheckedData& data, Findings& findings) {
  constexpr double k_most = 1.15;          // of machines by name; of the shipped ones 1.06
  constexpr double k_most_unnamed = 1.25;  // their hosts may differ too; of the shipped ones 1.21
  using Offer = std::tuple<std::string_view, PartialDate, std::string_view, std::string_view>;
  std::map<Offer, std::vector<const Rent*>> alike;
  const auto offer = [](const Rent& rent) { return Offer{rent.gpu, rent.date, rent.provider, rent.region}; };
  for (const Rent& rent : data.catalog.records<Rent>()) {
    if (rent.terms == RentTerms::on_demand) alike[offer(rent)].push_back(&rent);
  }
  for_each_rent(data, [&](const Rent& rent) {
    if (rent.terms != RentTerms::on_demand) return;
    const Rent* smallest = &rent;
    for (const Rent* other : alike[offer(rent)]) {
      if (other->count < smallest->count && is_several_of(rent, *other)) smallest = other;
    }
    const double ratio = rent.of_each().value() / smallest->of_each().value();
    if (std::max(ratio, 1 / ratio) <= (rent.instance.empty() ? k_most_unnamed : k_most)) return;
    add_finding(rent, "usd_per_hour", data, findings,
                fmt::format("${:.4g} an hour for each of {} GPUs; the machine with {} is ${:.4g} for each",
                            rent.of_each().value(), rent.count, smallest->count, smallest->of_each().value()));
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
    {"rent-multiple", Severity::warning, "Several GPUs cost other than their number times the price of one",
     "On demand, a machine that is several of a smaller one of the same provider, region and day costs as many times "
     "as much. A price of each GPU that is more than 15 % off that in the smallest such machine, 25 % where machines "
     "have no names, is mostly that of another machine, or one with Windows. Machines are compared whose names have "
     "numbers that grow as the GPUs do: those of others may differ in their hosts.",
     judge_multiples},
    {"rent-date", Severity::warning, "A price of rent is older than its product, or later than its source",
     "Nobody rents out what is not yet made, and a page cannot know a price of a later day than its own: mostly the "
     "year is a slip, or the source.",
     judge_rent_dates},
});

}  // namespace

std::span<const Rule> rent_rules() { return k_rent_rules; }

}  // namespace gpuadvisor
