#include "flat.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <string>

namespace gpuadvisor {
namespace {

/// "steps", "[]" and "gain.low" of "steps[].gain.low": the first member, what is behind it, and the rest.
struct Step {
  std::string_view key;
  std::string_view mark;  // "", "[]", "[]?", "[0]" or "#"
  std::string_view rest;
};

Step first_step(std::string_view path) {
  const std::size_t dot = std::min(path.find('.'), path.size());
  const std::string_view head = path.substr(0, dot);
  const std::size_t mark = std::min(head.find_first_of("[#"), head.size());
  return {head.substr(0, mark), head.substr(mark), path.substr(std::min(dot + 1, path.size()))};
}

const MemberShape* find_member(const RecordShape& shape, std::string_view key) {
  for (const MemberShape& member : shape.members) {
    if (member.key == key) return &member;
    if (!member.key.empty()) continue;
    if (const MemberShape* found = find_member(member.shape.record(), key)) return found;
  }
  return nullptr;
}

/// The record that a member is, or that each of its items is.
const RecordShape& inner_record(const MemberShape& member) {
  return member.shape.kind == ValueKind::list ? member.shape.items->record() : member.shape.record();
}

const MemberShape& member_at(const RecordShape& shape, std::string_view path) {
  const Step step = first_step(path);
  const MemberShape* member = find_member(shape, step.key);
  if (member == nullptr) throw std::logic_error("no member " + std::string(path) + " of " + std::string(shape.name));
  if (step.rest.empty()) return *member;
  return member_at(inner_record(*member), step.rest);
}

/// A field of a row, whose path is from the outermost record on.
struct RowField {
  std::string_view key;
  std::string path;
  std::string separator = " ";
};

/// The path from the outermost record on of one that begins in the item of a row or in a record around it.
std::string full_path(std::string_view path, std::string_view rows, const RecordShape& shape) {
  const std::string_view key = first_step(path).key;
  while (!rows.empty()) {
    if (find_member(inner_record(member_at(shape, rows)), key) != nullptr) return fmt::format("{}.{}", rows, path);
    const std::size_t dot = rows.rfind('.');
    rows = rows.substr(0, dot == std::string_view::npos ? 0 : dot);
  }
  return std::string(path);
}

RowField field_from(std::string_view text, std::string_view rows, const RecordShape& shape) {
  const std::size_t colon = text.find(": ");
  const std::string_view path = text.substr(colon == std::string_view::npos ? 0 : colon + 2);
  const std::string_view last = path.substr(path.rfind('.') + 1);
  const bool is_named = path.size() < text.size();
  RowField field{is_named ? text.substr(0, colon) : first_step(last).key, full_path(path, rows, shape)};
  const std::size_t open = field.path.find_last_of('[');
  const std::size_t close = field.path.find_last_of(']');
  if (open == std::string::npos || close == open + 1 || field.path[open + 1] == '0') return field;
  field.separator = field.path.substr(open + 1, close - open - 1);
  field.path.replace(open, close + 1 - open, close + 1 == field.path.size() ? "" : "[]");
  return field;
}

CellKind cell_kind(std::string_view path, const RecordShape& shape) {
  if (path.ends_with('#')) return CellKind::number;
  switch (member_at(shape, path).shape.kind) {
    case ValueKind::boolean:
      return CellKind::boolean;
    case ValueKind::integer:
    case ValueKind::number:
      return CellKind::number;
    default:
      return CellKind::text;
  }
}

/// An item of a list on the way to the rows, and its place there; null where the list is empty.
struct Item {
  const Value* value = nullptr;
  std::size_t number = 0;
};

/// A text, or nothing where it is empty.
Cell text_cell(std::string text) { return text.empty() ? Cell() : Cell(std::move(text)); }

/// The texts of what `text_of` makes of the items of a list, joined.
template <class TextOf>
Cell joined_cell(const Value* value, std::string_view separator, TextOf text_of) {
  const auto* list = value == nullptr ? nullptr : std::get_if<Value::List>(&value->data);
  if (list == nullptr) return {};
  std::string joined;
  for (const Value& item : *list) joined.append(joined.empty() ? "" : separator).append(text_of(item));
  return text_cell(std::move(joined));
}

Cell cell_of(const Value& value, std::string_view separator) {
  if (const auto* truth = std::get_if<bool>(&value.data)) return *truth;
  if (const auto* number = std::get_if<double>(&value.data)) return *number;
  if (const auto* text = std::get_if<std::string>(&value.data)) return text_cell(*text);
  return joined_cell(&value, separator, [](const Value& item) { return std::get<std::string>(item.data); });
}

const Value* first_item(const Value* value) {
  const auto* list = value == nullptr ? nullptr : std::get_if<Value::List>(&value->data);
  return list == nullptr || list->empty() ? nullptr : list->data();
}

/// What a row, the items on the way to it, has at a path.
Cell cell_at(const Value* from, std::span<const Item> items, std::string_view path, std::string_view separator) {
  while (from != nullptr) {
    const Step step = first_step(path);
    const Value* member = from->member(step.key);
    if (step.mark == "[0]") {
      member = first_item(member);
    } else if (!step.mark.empty() && items.empty()) {
      return joined_cell(member, separator, [&](const Value& item) {
        const Cell cell = cell_at(&item, {}, step.rest, separator);
        return std::holds_alternative<std::string>(cell) ? std::get<std::string>(cell) : std::string();
      });
    } else if (step.mark == "#") {
      return items.front().value == nullptr ? Cell() : static_cast<double>(items.front().number);
    } else if (!step.mark.empty()) {
      member = items.front().value;
      items = items.subspan(1);
    }
    if (step.rest.empty()) return member == nullptr ? Cell() : cell_of(*member, separator);
    from = member;
    path = step.rest;
  }
  return {};
}

class Rows {
 public:
  Rows(const Value& result, const std::vector<RowField>& fields) : m_result(result), m_fields(fields) {}

  void add(const Value& from, std::string_view path) {
    if (path.empty()) {
      m_rows.push_back(row());
      return;
    }
    const Step step = first_step(path);
    const Value* member = from.member(step.key);
    if (step.mark.empty()) return member == nullptr ? void() : add(*member, step.rest);
    const auto* list = member == nullptr ? nullptr : std::get_if<Value::List>(&member->data);
    const std::size_t count = list == nullptr ? 0 : list->size();
    for (std::size_t i = 0; i < count; ++i) with_item({&(*list)[i], i + 1}, [&] { add((*list)[i], step.rest); });
    if (count == 0 && step.mark == "[]?") with_item({}, [&] { m_rows.push_back(row()); });
  }

  [[nodiscard]] std::vector<std::vector<Cell>> take() { return std::move(m_rows); }

 private:
  template <class Action>
  void with_item(Item item, Action action) {
    m_items.push_back(item);
    action();
    m_items.pop_back();
  }

  [[nodiscard]] std::vector<Cell> row() const {
    std::vector<Cell> cells;
    for (const RowField& field : m_fields) cells.push_back(cell_at(&m_result, m_items, field.path, field.separator));
    return cells;
  }

  const Value& m_result;
  const std::vector<RowField>& m_fields;
  std::vector<Item> m_items;
  std::vector<std::vector<Cell>> m_rows;
};

}  // namespace

Records flat_records(const Value& result, const RecordShape& shape, std::string_view rows,
                     std::span<const std::string_view> fields) {
  const std::string_view list = rows.substr(0, rows.find_last_not_of('?') + 1);
  const auto found = mapped(fields, [&](std::string_view field) { return field_from(field, list, shape); });
  Records records;
  for (const RowField& field : found) {
    records.fields.push_back({field.key, cell_kind(field.path, shape), member_at(shape, field.path).meaning});
  }
  Rows all(result, found);
  all.add(result, rows);
  records.rows = all.take();
  return records;
}

Value record_value(const std::vector<RecordField>& fields, const std::vector<Cell>& row) {
  Value::Members members;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    std::visit([&](const auto& cell) { members.emplace_back(fields[i].key, Value{cell}); }, row[i]);
  }
  return {std::move(members), JsonWriter::Layout::one_line};
}

RecordField record_field(const FlatField& field, const RecordShape& shape) {
  const bool has_meaning = !field.meaning.empty();
  return {field.key, cell_kind(field.path, shape), has_meaning ? field.meaning : member_at(shape, field.path).meaning};
}

Cell cell_at(const Value& record, const FlatField& field) { return cell_at(&record, {}, field.path, field.separator); }

}  // namespace gpuadvisor
