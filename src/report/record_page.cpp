#include "record_page.hpp"

#include <map>

#include "formats/json.hpp"
#include "markdown.hpp"

namespace gpuadvisor {
namespace {

std::string code(std::string_view text) { return '`' + std::string(text) + '`'; }

std::string bounds_text(const ValueShape& shape) {
  std::string text;
  if (shape.above) text += ", more than " + json_number(*shape.above);
  if (shape.least && shape.most) return text + ", " + json_number(*shape.least) + " to " + json_number(*shape.most);
  if (shape.least) text += ", " + json_number(*shape.least) + " or more";
  if (shape.most) text += ", " + json_number(*shape.most) + " or less";
  return text;
}

std::string names_text(std::span<const std::string_view> names) {
  std::string text;
  for (const auto name : names) text += (text.empty() ? "" : ", ") + code(name);
  return text;
}

std::string text_kind(const ValueShape& shape) {
  if (!shape.names.empty()) return names_text(shape.names);
  if (shape.pattern == k_id_pattern) return "id";
  return shape.pattern == k_date_pattern || shape.pattern == k_day_pattern ? "date" : "text";
}

std::string kind_text(const ValueShape& shape) {
  switch (shape.kind) {
    case ValueKind::boolean:
      return "boolean";
    case ValueKind::integer:
      return "whole number" + bounds_text(shape);
    case ValueKind::number:
      return "number" + bounds_text(shape);
    case ValueKind::text:
      return text_kind(shape);
    case ValueKind::list:
      return "list: " + kind_text(*shape.items) + (shape.items->may_be_fields ? ", or the fields asked for" : "");
    case ValueKind::keyed:
      return "by key: " + kind_text(*shape.items) + (shape.items->is_nullable ? ", or null" : "");
    case ValueKind::record:
      return "object";
    case ValueKind::any:
      break;
  }
  return "any value";
}

std::string kind_text(const MemberShape& member) {
  if (member.value != nullptr) {
    return kind_text(member.shape) + (member.shape.is_nullable ? ", or null" : "") +
           (member.is_omitted_when_empty ? "; may be absent" : "");
  }
  std::string constant = json_text(member.constant);
  constant.pop_back();  // the end of the line
  return code(constant);
}

class MemberRows {
 public:
  void add(const RecordShape& shape, const std::string& path) {
    for (const MemberShape& member : shape.members) {
      if (member.is_flat_only) continue;
      if (member.key.empty()) {
        add(member.shape.record(), path);
      } else {
        add(member, path + std::string(member.key));
      }
    }
  }

  [[nodiscard]] const std::string& rows() const { return m_rows; }

 private:
  void add(const MemberShape& member, std::string path) {
    const ValueShape* shape = &member.shape;
    while (shape->kind == ValueKind::list || shape->kind == ValueKind::keyed) {
      path += shape->kind == ValueKind::list ? "[]" : ".*";
      shape = shape->items.get();
    }
    std::string meaning = markdown_text(member.meaning);
    const bool is_record = shape->kind == ValueKind::record;
    const auto [first, is_new] =
        is_record ? m_places.try_emplace(&shape->record(), path) : std::pair(m_places.end(), false);
    if (is_record && !is_new) meaning += ". Members: as those of " + code(first->second);
    m_rows += "| " + code(path) + " | " + kind_text(member) + " | " + meaning + " |\n";
    if (is_new) add(shape->record(), path + '.');
  }

  std::map<const RecordShape*, std::string> m_places;  // where a record is met first
  std::string m_rows;
};

}  // namespace

std::string record_page(const RecordShape& shape, std::string_view title) {
  MemberRows members;
  members.add(shape, "");
  return "# " + std::string(title) + "\n\n" + markdown_text(shape.meaning) + ".\n\n" +
         "| member | value | meaning |\n|---|---|---|\n" + members.rows();
}

}  // namespace gpuadvisor
