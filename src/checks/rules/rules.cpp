#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "rule.hpp"
#include "rule_groups.hpp"

namespace gpuadvisor {

void Findings::add(const Gpu& gpu, std::string_view field, std::string message) {
  add(gpu.id, m_data.index.place("gpus", std::string(gpu.id), field), std::move(message));
}

void Findings::add(const Price& price, std::string_view field, std::string message) {
  add(price.gpu, m_data.index.place("prices", RecordIndex::key(price), field), std::move(message));
  m_found.back().quote = fmt::format("{} {} ${:g} {}", price.gpu, price.date.text(), price.price.value(), price.source);
}

void Findings::add(std::string_view subject, Place place, std::string message) {
  m_found.push_back({m_rule.id, m_rule.severity, std::move(place), std::string(subject), std::move(message)});
}

std::span<const Rule* const> rules() {
  static const std::vector<const Rule*> k_all = [] {
    std::vector<const Rule*> all;
    for (const auto group :
         {reading_rules(),    form_rules(),         exception_rules(), memory_rules(),     memory_table_rules(),
          arithmetic_rules(), architecture_rules(), ratio_rules(),     product_rules(),    price_rules(),
          source_rules(),     measurement_rules(),  market_rules(),    off_market_rules(), reference_rules(),
          peer_rules(),       quote_rules(),        network_rules(),   guide_rules(),      date_rules(),
          spelling_rules(),   rent_rules()}) {
      for (const Rule& rule : group) all.push_back(&rule);
    }
    std::sort(all.begin(), all.end(), [](const Rule* a, const Rule* b) { return a->id < b->id; });
    return all;
  }();
  return k_all;
}

const Rule* rule(std::string_view id) {
  const auto all = rules();
  const auto at = std::find_if(all.begin(), all.end(), [&](const Rule* one) { return one->id == id; });
  return at == all.end() ? nullptr : *at;
}

}  // namespace gpuadvisor
