/// The canonical form of data files: it says the same, which canonical_text() asserts; it is its own; and faults are
/// told where, and only where, something changes.

#include <string>

#include "catalog/form/canonical_text.hpp"
#include "target.hpp"

namespace gpuadvisor {
namespace {

CanonicalText form_of(const CatalogDocument& document) {
  try {
    return canonical_text(document);
  } catch (const DataError& error) {
    require_located(error, document.file, document.text);
  } catch (const Error& error) {
    require(false, "the canonical form says the same", error.what());
  }
  return {document.text, {}};
}

void mend(std::string_view input) {
  const std::string file = chosen(input, 2) == 0 ? "prices.json" : "sheet.csv";
  const std::string text(input);
  const CanonicalText canonical = form_of({file, text});
  require(canonical.faults.empty() == (canonical.text == text), "faults are what changes", canonical.text);
  if (canonical.faults.empty()) return;
  const int line = first_different_line(text, canonical.text);
  require(line >= 1 && static_cast<std::size_t>(line) <= line_count(text), "a change has a line");
  const CanonicalText again = form_of({file, canonical.text});
  require(again.text == canonical.text, "the form of a canonical text is itself", canonical.text);
}

}  // namespace
}  // namespace gpuadvisor

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  gpuadvisor::mend(gpuadvisor::text_of(data, size));
  return 0;
}
