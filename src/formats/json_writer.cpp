#include "gpuadvisor/formats/json_writer.hpp"

#include <utility>

#include "json.hpp"

namespace gpuadvisor {

JsonWriter& JsonWriter::begin_object(Layout layout) { return begin('{', layout); }
JsonWriter& JsonWriter::end_object() { return end('}'); }
JsonWriter& JsonWriter::begin_array(Layout layout) { return begin('[', layout); }
JsonWriter& JsonWriter::end_array() { return end(']'); }

JsonWriter& JsonWriter::key(std::string_view name) {
  separate();
  m_text += json_quoted(name);
  m_text += ": ";
  m_after_key = true;
  return *this;
}

JsonWriter& JsonWriter::text(std::string_view literal) { return value(json_quoted(literal)); }
JsonWriter& JsonWriter::number(double literal) { return value(json_number(literal)); }
JsonWriter& JsonWriter::boolean(bool literal) { return value(literal ? "true" : "false"); }
JsonWriter& JsonWriter::null() { return value("null"); }

std::string JsonWriter::take() { return std::exchange(m_text, {}) + '\n'; }

JsonWriter& JsonWriter::begin(char bracket, Layout layout) {
  const bool inside_line = !m_open.empty() && m_open.back().layout == Layout::one_line;
  value(std::string_view(&bracket, 1));
  m_open.push_back({inside_line ? Layout::one_line : layout, true});
  return *this;
}

JsonWriter& JsonWriter::end(char bracket) {
  const Container closed = m_open.back();
  m_open.pop_back();
  if (!closed.empty && closed.layout == Layout::lines) new_line();
  m_text += bracket;
  return *this;
}

JsonWriter& JsonWriter::value(std::string_view literal) {
  if (!std::exchange(m_after_key, false)) separate();
  m_text += literal;
  return *this;
}

void JsonWriter::separate() {
  if (m_open.empty()) return;
  Container& inner = m_open.back();
  if (!std::exchange(inner.empty, false)) m_text += inner.layout == Layout::lines ? "," : ", ";
  if (inner.layout == Layout::lines) new_line();
}

void JsonWriter::new_line() {
  m_text += '\n';
  m_text.append(2 * m_open.size(), ' ');
}

}  // namespace gpuadvisor
