#include "record.hpp"

#include <iterator>

namespace gpuadvisor {

namespace {

/// What changes the items of a list.
template <class Change>
MemberRule of_items(const Change& change) {
  return [change](MemberShape& member) {
    ValueShape item = *member.shape.items;
    change(item);
    member.shape.items = std::make_shared<const ValueShape>(std::move(item));
  };
}

}  // namespace

MemberRule above(double bound) {
  return [=](MemberShape& member) { member.shape.above = bound; };
}

MemberRule positive() { return above(0); }

MemberRule least(double bound) {
  return [=](MemberShape& member) { member.shape.least = bound; };
}

MemberRule most(double bound) {
  return [=](MemberShape& member) { member.shape.most = bound; };
}

MemberRule share() {
  return [](MemberShape& member) {
    member.shape.least = 0;
    member.shape.most = 1;
  };
}

MemberRule fewest(std::size_t items) {
  return [=](MemberShape& member) { member.shape.fewest = items; };
}

MemberRule pattern(std::string_view pattern) {
  return [=](MemberShape& member) { member.shape.pattern = pattern; };
}

MemberRule each(std::string_view pattern) {
  return of_items([=](ValueShape& item) { item.pattern = pattern; });
}

MemberRule id() { return pattern(k_id_pattern); }

MemberRule ids() { return each(k_id_pattern); }

MemberRule one_of(std::span<const std::string_view> names) {
  return [=](MemberShape& member) { member.shape.names = names; };
}

MemberRule or_null() {
  return [](MemberShape& member) { member.shape.is_nullable = true; };
}

MemberRule omitted_when_empty() {
  return [](MemberShape& member) {
    member.is_omitted_when_empty = true;
    member.shape.is_nullable = false;
  };
}

MemberRule or_fields() {
  return of_items([](ValueShape& item) { item.may_be_fields = true; });
}

MemberRule described_in(std::string_view properties) {
  return [=](MemberShape& member) { member.described_in = properties; };
}

MemberRule flat_only() {
  return [](MemberShape& member) { member.is_flat_only = true; };
}

MemberRule one_line() {
  return [](MemberShape& member) { member.layout = JsonWriter::Layout::one_line; };
}

MemberRule lines() {
  return [](MemberShape& member) { member.layout = JsonWriter::Layout::lines; };
}

Value detail::members_value(const RecordShape& shape, const void* record) {
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
