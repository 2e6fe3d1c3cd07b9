#include "canonical_text.hpp"

#include <algorithm>

#include "canonical_form.hpp"

namespace gpuadvisor {

CanonicalText canonical_text(const CatalogDocument& document) {
  if (document.file.ends_with(".json")) return canonical_json(document.file, document.text);
  if (document.file.ends_with(".csv")) return canonical_table(document.file, document.text);
  return {document.text, {}};
}

int first_different_line(std::string_view a, std::string_view b) {
  const auto* at = std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first;
  return 1 + static_cast<int>(std::count(a.begin(), at, '\n'));
}

}  // namespace gpuadvisor
