#include "answer_json_parts.hpp"
#include "offer_record.hpp"
#include "query_record.hpp"

namespace gpuadvisor {
namespace {

void write_members(JsonWriter& json, const Value& value) {
  for (const auto& [key, member] : std::get<Value::Members>(value.data)) write_value(json.key(key), member);
}

}  // namespace

void write_query(JsonWriter& json, const AnswerView& view) {
  write_value(json.key("query"), value_of(Query{&view.request, view.limit}));
}

void write_brief(JsonWriter& json, const Offer& offer) { write_value(json, value_of(offer)); }

void write_compared(JsonWriter& json, const ComparedOffer& compared, std::string_view workload) {
  write_members(json, value_of(Compared{&compared, workload}));
}

void write_rival(JsonWriter& json, const Rival& rival, std::string_view workload) {
  write_value(json, value_of(ComparedRival{&rival, workload}));
}

void write_breakdown(JsonWriter& json, const IndexBreakdown& breakdown) { write_value(json, value_of(breakdown)); }

}  // namespace gpuadvisor
