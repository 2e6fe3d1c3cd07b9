#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "gpuadvisor/catalog/catalog_loader.hpp"

namespace gpuadvisor::mutation {

/// Bytes of a document, the end excluded.
struct Extent {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// A single value of a record, and where it stands.
struct FieldValue {
  enum class Type { number, word, boolean };

  std::size_t document = 0;  // number of its document
  std::string kind;          // section and members: "gpus/memory_gb", "benchmarks/value"
  std::string record;        // what tells its record from others of the document
  std::string product;       // the GPU that the record is about, or the id of the record; empty without either
  int first_line = 0;        // of the record, 1-based
  int last_line = 0;
  Type type = Type::word;
  std::string text;  // as in the document, quotes included
  Extent value;
  Extent member;  // what goes when it is dropped: key and comma included
};

/// All values of JSON documents and tables, in the order of the documents. Prose (titles, notes, reasons) is left out:
/// no other figure can contradict it. Requires documents that can be read.
[[nodiscard]] std::vector<FieldValue> field_values(const CatalogLayer& documents);

}  // namespace gpuadvisor::mutation
