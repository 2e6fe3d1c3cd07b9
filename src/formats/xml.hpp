#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gpuadvisor {

/// An element of an XML document: its text, or the elements in it. Attributes are left out.
struct XmlElement {
  std::string_view name;  // of the document that was read
  int line = 0;           // 1-based, where its tag begins
  std::string text;       // without surrounding blanks; of all pieces between its children
  std::vector<XmlElement> children;

  /// The first child called `child`, or nullptr.
  [[nodiscard]] const XmlElement* find(std::string_view child) const;
  /// What a path like "fb_memory_usage/total" leads to, or nullptr.
  [[nodiscard]] const XmlElement* at(std::string_view path) const;
};

/// Reads one document as tools write them: elements, text, attributes, comments, and a document type without
/// declarations of its own. `file` is the name used in problems; `text` must outlive the result.
///
/// Throws DataError for what is not well-formed, invalid UTF-8 or control characters, entities but the five of XML,
/// CDATA, nesting deeper than 64, and documents of more than 8 MiB or 200,000 elements.
[[nodiscard]] XmlElement parse_xml(std::string_view text, const std::string& file);

}  // namespace gpuadvisor
