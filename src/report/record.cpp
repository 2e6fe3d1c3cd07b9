#include "record.hpp"

#include <iterator>

namespace gpuadvisor {

Value value_of(const RecordShape& shape, const void* record) {
  Value::Members members;
  members.reserve(shape.members.size());
  for (const MemberShape& member : shape.members) {
    Value value = member.value == nullptr ? member.constant : member.value(record);
    if (member.key.empty()) {  // a part, whose members stand in its place
      auto& parts = std::get<Value::Members>(value.data);
      members.insert(members.end(), std::move_iterator(parts.begin()), std::move_iterator(parts.end()));
      continue;
    }
    const auto* text = std::get_if<std::string>(&value.data);
    if (member.shape.is_nullable && text != nullptr && text->empty()) value.data = {};
    if (member.is_omitted_when_empty && value.is_null()) continue;
    if (member.layout) value.layout = *member.layout;
    value.is_flat_only = member.is_flat_only;
    members.emplace_back(member.key, std::move(value));
  }
  return {std::move(members), shape.layout};
}

}  // namespace gpuadvisor
