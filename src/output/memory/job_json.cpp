#include "job_json.hpp"

#include "job_record.hpp"
#include "output/phrases/catalog_json.hpp"

namespace gpuadvisor {
void write_count(JsonWriter& json, std::string_view key, std::optional<int> count) {
  json.key(key);
  write_optional(json, count ? std::optional<double>(*count) : std::nullopt);
}

void write_job(JsonWriter& json, const MemoryJob& job) {
  const Value members = value_of(job);
  for (const auto& [key, member] : std::get<Value::Members>(members.data)) write_value(json.key(key), member);
}

void write_token_rates(JsonWriter& json, const std::optional<TokenRates>& rates) {
  write_value(json.key("tokens_per_second"), rates ? value_of(*rates) : Value{});
}

}  // namespace gpuadvisor
