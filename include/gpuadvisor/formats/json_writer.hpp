#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gpuadvisor {

/// Builds one JSON document as text: members in the order written, two-space indentation, a final newline.
/// Requires balanced begin/end calls and a key before each member of an object.
class JsonWriter {
 public:
  enum class Layout { lines, one_line };

  /// A container inside a one-line container is on that line too, whatever its own layout.
  JsonWriter& begin_object(Layout layout = Layout::lines);
  JsonWriter& end_object();
  JsonWriter& begin_array(Layout layout = Layout::lines);
  JsonWriter& end_array();

  JsonWriter& key(std::string_view name);
  JsonWriter& text(std::string_view literal);
  JsonWriter& number(double literal);
  JsonWriter& boolean(bool literal);
  JsonWriter& null();

  /// The finished document.
  [[nodiscard]] std::string take();

 private:
  struct Container {
    Layout layout;
    bool empty;
  };

  JsonWriter& begin(char bracket, Layout layout);
  JsonWriter& end(char bracket);
  JsonWriter& value(std::string_view literal);
  void separate();
  void new_line();

  std::string m_text;
  std::vector<Container> m_open;
  bool m_after_key = false;
};

}  // namespace gpuadvisor
