#include "file_order.hpp"

#include <algorithm>
#include <array>
#include <compare>

namespace gpuadvisor {
namespace {

struct TableOrder {
  std::string_view table;
  std::array<std::string_view, 11> members{};  // those that are not empty count

  [[nodiscard]] std::span<const std::string_view> used() const {
    const auto* end = std::find(members.begin(), members.end(), std::string_view());
    return {members.begin(), end};
  }
};

constexpr auto k_orders = std::to_array<TableOrder>({
    {"sources", {"id"}},
    {"gpus", {"released", "id"}},
    {"prices", {"gpu", "date", "condition", "kind", "price_usd", "source", "note", "region"}},
    {"support", {"vendor", "architecture", "stack", "date", "event", "targets", "version", "source", "note"}},
    {"models", {"id"}},
    {"datasets", {"id"}},
    {"score_models", {"workload", "precision"}},
    {"scores", {"workload", "precision", "gpu"}},
    {"speedups", {"workload", "basis", "count"}},
});

std::weak_ordering order_of(const Json& a, const Json& b) {
  if (a.kind != b.kind) return a.kind <=> b.kind;
  if (a.kind == Json::Kind::number) return std::weak_order(a.number, b.number);
  if (a.kind == Json::Kind::string) return a.string <=> b.string;
  return std::lexicographical_compare_three_way(a.items.begin(), a.items.end(), b.items.begin(), b.items.end(),
                                                order_of);
}

}  // namespace

std::span<const std::string_view> sort_members(std::string_view table) {
  const auto* found =
      std::find_if(k_orders.begin(), k_orders.end(), [&](const TableOrder& order) { return order.table == table; });
  return found == k_orders.end() ? std::span<const std::string_view>() : found->used();
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
