#include "record_schema.hpp"
#include "core/contains.hpp"

#include <vector>

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

/// Writes the schema of one record and keeps which other ones it names.
class SchemaWriter {
 public:
  explicit SchemaWriter(JsonWriter& json) : m_json(json) {}

  void write_members(const RecordShape& shape) {
    m_json.key("type").text("object").key("description").text(shape.meaning).key("properties").begin_object();
    for_each_member(shape, [this](const MemberShape& member) {
      if (!member.is_flat_only) write_member(member);
    });
    m_json.end_object().key("required").begin_array(Layout::one_line);
    for_each_member(shape, [this](const MemberShape& member) {
      if (!member.is_flat_only && !member.is_omitted_when_empty) m_json.text(member.key);
    });
    m_json.end_array().key("additionalProperties").boolean(false);
  }

  /// The definitions that what was written refers to, and those that they refer to.
  void write_definitions() {
    if (m_named.empty()) return;
    m_json.key("$defs").begin_object();
    std::size_t written = 0;
    while (written < m_named.size()) {  // which grows on the way
      const RecordShape& shape = *m_named[written++];
      m_json.key(shape.name).begin_object();
      write_members(shape);
      m_json.end_object();
    }
    m_json.end_object();
  }

 private:
  template <class Action>
  static void for_each_member(const RecordShape& shape, const Action& action) {
    for (const MemberShape& member : shape.members) {
      if (member.key.empty()) {
        for_each_member(member.shape.record(), action);
      } else {
        action(member);
      }
    }
  }

  void write_member(const MemberShape& member) {
    m_json.key(member.key).begin_object(Layout::one_line);
    if (!member.described_in.empty()) {
      m_json.key("$ref").text(std::string(member.described_in) + '/' + std::string(member.key)).end_object();
      return;
    }
    m_json.key("description").text(member.meaning);
    if (member.value == nullptr) {
      m_json.key("const");
      write_value(m_json, member.constant);
    } else {
      write_shape(member.shape);
    }
    m_json.end_object();
  }

  void write_shape(const ValueShape& shape) {
    switch (shape.kind) {
      case ValueKind::any:
        return;
      case ValueKind::record:
        return write_reference(shape);
      case ValueKind::boolean:
        return write_type("boolean", shape);
      case ValueKind::integer:
        write_type("integer", shape);
        return write_bounds(shape);
      case ValueKind::number:
        write_type("number", shape);
        return write_bounds(shape);
      case ValueKind::text:
        return write_text(shape);
      case ValueKind::list:
        write_type("array", shape);
        write_inner("items", *shape.items);
        if (shape.fewest > 0) m_json.key("minItems").number(static_cast<double>(shape.fewest));
        return;
      case ValueKind::keyed:
        write_type("object", shape);
        return write_inner("additionalProperties", *shape.items);
    }
  }

  void write_inner(std::string_view key, const ValueShape& shape) {
    m_json.key(key).begin_object();
    write_shape(shape);
    m_json.end_object();
  }

  void write_type(std::string_view name, const ValueShape& shape) {
    m_json.key("type");
    if (shape.is_nullable) {
      m_json.begin_array().text(name).text("null").end_array();
    } else {
      m_json.text(name);
    }
  }

  void write_bounds(const ValueShape& shape) {
    if (shape.above) m_json.key("exclusiveMinimum").number(*shape.above);
    if (shape.least) m_json.key("minimum").number(*shape.least);
    if (shape.most) m_json.key("maximum").number(*shape.most);
  }

  void write_text(const ValueShape& shape) {
    if (!shape.names.empty()) {
      m_json.key("enum").begin_array();
      for (const auto name : shape.names) m_json.text(name);
      if (shape.is_nullable) m_json.null();
      m_json.end_array();
      return;
    }
    write_type("string", shape);
    if (shape.pattern.empty()) {
      m_json.key("minLength").number(1);
    } else {
      m_json.key("pattern").text(shape.pattern);
    }
  }

  void write_reference(const ValueShape& shape) {
    const RecordShape& record = shape.record();
    if (!contains(m_named, &record)) m_named.push_back(&record);
    const std::string path = "#/$defs/" + std::string(record.name);
    if (!shape.is_nullable && !shape.may_be_fields) {
      m_json.key("$ref").text(path);
      return;
    }
    m_json.key("anyOf").begin_array();
    m_json.begin_object().key("$ref").text(path).end_object();
    if (shape.is_nullable) m_json.begin_object().key("type").text("null").end_object();
    if (shape.may_be_fields) {
      m_json.begin_object().key("description").text("The fields that --fields names").key("type").text("object");
      m_json.key("minProperties").number(1).key("additionalProperties").begin_object().key("type").begin_array();
      for (const std::string_view type : {"number", "string", "boolean", "null"}) m_json.text(type);
      m_json.end_array().end_object().end_object();
    }
    m_json.end_array();
  }

  JsonWriter& m_json;
  std::vector<const RecordShape*> m_named;
};

}  // namespace

std::string json_schema(const RecordShape& shape, std::string_view id, std::string_view title) {
  JsonWriter json;
  json.begin_object().key("$schema").text("https://json-schema.org/draft/2020-12/schema");
  json.key("$id").text(id).key("title").text(title);
  SchemaWriter schema(json);
  schema.write_members(shape);
  schema.write_definitions();
  json.end_object();
  return json.take();
}

}  // namespace gpuadvisor
