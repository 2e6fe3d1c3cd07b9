#include "answer_json_parts.hpp"
#include "query_record.hpp"

namespace gpuadvisor {

void write_query(JsonWriter& json, const AnswerView& view) {
  write_value(json.key("query"), value_of(Query{&view.request, view.limit}));
}

}  // namespace gpuadvisor
