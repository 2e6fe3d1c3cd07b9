#include "record_index.hpp"

#include <fmt/format.h>

#include <array>
#include <iterator>

namespace gpuadvisor {
namespace {

std::string text_of(const Json& record, std::string_view member) {
  const Json* value = record.find(member);
  if (value == nullptr) return {};
  return value->kind == Json::Kind::number ? json_number(value->number) : value->string;
}

std::string key_of(const Json& record, std::string_view section) {
  constexpr auto k_price = std::to_array<std::string_view>({"gpu", "date", "condition", "kind", "price_usd", "source"});
  constexpr auto k_rate = std::to_array<std::string_view>({"currency", "month"});
  constexpr auto k_rent =
      std::to_array<std::string_view>({"gpu", "date", "provider", "terms", "count", "usd_per_hour", "source"});
  constexpr auto k_system_name = std::to_array<std::string_view>({"system", "gpu", "provider", "name"});
  constexpr auto k_score = std::to_array<std::string_view>({"gpu", "workload", "precision"});
  constexpr auto k_model =
      std::to_array<std::string_view>({"workload", "precision", "vendor", "architecture", "memory"});
  constexpr auto k_speedup = std::to_array<std::string_view>({"workload", "count", "basis"});
  constexpr auto k_level = std::to_array<std::string_view>({"gpu", "condition"});
  constexpr auto k_market_month = std::to_array<std::string_view>({"market", "month"});
  constexpr auto k_floor = std::to_array<std::string_view>({"workload", "from"});
  std::string key;
  const auto append = [&](const auto& members) {
    for (const auto member : members) key += text_of(record, member) + '\n';
  };
  if (section == "prices") {
    append(k_price);
  } else if (section == "exchange_rates") {
    append(k_rate);
  } else if (section == "rents") {
    append(k_rent);
  } else if (section == "system_names") {
    append(k_system_name);
  } else if (section == "scores") {
    append(k_score);
  } else if (section == "score_models") {
    append(k_model);
  } else if (section == "speedups") {
    append(k_speedup);
  } else if (section == "price_levels") {
    append(k_level);
  } else if (section == "market_months") {
    append(k_market_month);
  } else if (section == "memory_floors") {
    append(k_floor);
  } else {
    key = text_of(record, "id");
  }
  return key;
}

}  // namespace

void RecordIndex::add(const std::string& file, const Json& document) {
  for (const auto& [section, records] : document.members) {
    if (records.kind == Json::Kind::object) m_records[{section, ""}].push_back({file, '/' + section, &records});
    for (std::size_t i = 0; i < records.items.size(); ++i) {
      const Json& record = records.items[i];
      m_records[{section, key_of(record, section)}].push_back({file, fmt::format("/{}/{}", section, i), &record});
    }
  }
}

void RecordIndex::leave_out(const Place& place) {
  for (auto at = m_records.begin(); at != m_records.end();) {
    std::erase_if(at->second, [&](const Record& record) {
      return record.file == place.file && record.node->line == place.line && record.node->column == place.column;
    });
    at = at->second.empty() ? m_records.erase(at) : std::next(at);
  }
}

bool RecordIndex::has(std::string_view section, const std::string& key) const {
  return m_records.find({std::string(section), key}) != m_records.end();
}

std::size_t RecordIndex::count(std::string_view section, const std::string& key) const {
  const auto at = m_records.find({std::string(section), key});
  return at == m_records.end() ? 0 : at->second.size();
}

Place RecordIndex::place(std::string_view section, const std::string& key, std::string_view member) const {
  const auto& records = m_records.at({std::string(section), key});
  for (auto record = records.rbegin(); record != records.rend() && !member.empty(); ++record) {
    const Json* value = record->node->find(member);
    if (value == nullptr) continue;
    return {record->file, value->line, value->column, fmt::format("{}/{}", record->pointer, member)};
  }
  const Record& last = records.back();
  return {last.file, last.node->line, last.node->column, last.pointer};
}

void RecordIndex::for_each(std::string_view section,
                           const std::function<void(const Place&, const Json&)>& visit) const {
  for (auto at = m_records.lower_bound({std::string(section), ""}); at != m_records.end(); ++at) {
    if (at->first.first != section) break;
    for (const Record& record : at->second) {
      visit({record.file, record.node->line, record.node->column, record.pointer}, *record.node);
    }
  }
}

std::string RecordIndex::key(const Price& price) {
  return fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n", price.gpu, price.date.text(), enum_name(price.condition),
                     enum_name(price.kind), json_number(price.price.value()), price.source);
}

std::string RecordIndex::key(const ExchangeRate& rate) {
  return fmt::format("{}\n{}\n", rate.currency, rate.month.text());
}

std::string RecordIndex::key(const Rent& rent) {
  return fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n{}\n", rent.gpu, rent.date.text(), rent.provider, enum_name(rent.terms),
                     rent.count, json_number(rent.price.value()), rent.source);
}

std::string RecordIndex::key(const Score& score) {
  return fmt::format("{}\n{}\n{}\n", score.gpu, score.workload, enum_name(score.precision));
}

std::string RecordIndex::key(const ScoreModel& model) {
  return fmt::format("{}\n{}\n{}\n{}\n{}\n", model.workload, enum_name(model.precision), model.vendor,
                     model.architecture, model.memory);
}

std::string RecordIndex::key(const Speedup& speedup) {
  return fmt::format("{}\n{}\n{}\n", speedup.workload, speedup.count, enum_name(speedup.basis));
}

std::string RecordIndex::key(const PriceLevel& level) {
  return fmt::format("{}\n{}\n", level.gpu, enum_name(level.condition));
}

std::string RecordIndex::key(const MarketMonth& month) {
  return fmt::format("{}\n{}\n", month.market, month.month.text());
}

}  // namespace gpuadvisor
