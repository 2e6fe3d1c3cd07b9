#include "file_order.hpp"

#include <algorithm>
#include <compare>

#include "catalog/records/catalog_tables.hpp"

namespace gpuadvisor {
namespace {

std::weak_ordering order_of(const Json& a, const Json& b) {
  if (a.kind != b.kind) return a.kind <=> b.kind;
  if (a.kind == Json::Kind::number) return std::weak_order(a.number, b.number);
  if (a.kind == Json::Kind::string) return a.string <=> b.string;
  return std::lexicographical_compare_three_way(a.items.begin(), a.items.end(), b.items.begin(), b.items.end(),
                                                order_of);
}

}  // namespace

std::vector<std::string_view> sort_members(std::string_view table) {
  std::string_view members = table == k_datasets.key ? k_datasets.sorted_by : "";
  for_each_table([&](const auto& known) {
    if (known.rules.key == table) members = known.rules.sorted_by;
  });
  return words(members);
}

bool comes_before(const Json& a, const Json& b, std::span<const std::string_view> members) {
  for (const auto member : members) {
    const Json* of_a = a.find(member);
    const Json* of_b = b.find(member);
    if (of_a == nullptr || of_b == nullptr) {
      if (of_a == of_b) continue;
      return of_a == nullptr;
    }
    if (const auto order = order_of(*of_a, *of_b); std::is_neq(order)) return std::is_lt(order);
  }
  return false;
}

}  // namespace gpuadvisor
