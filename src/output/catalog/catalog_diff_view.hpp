#pragma once

#include <cstddef>
#include <string_view>

#include "advice/ranking/advice_diff.hpp"
#include "catalog/form/catalog_diff.hpp"
#include "gpuadvisor/catalog/catalog_stamp.hpp"
#include "gpuadvisor/report/document.hpp"
#include "report/record.hpp"

namespace gpuadvisor {

/// One of two catalogs that are compared.
struct ComparedCatalog {
  CatalogStamp catalog;
  std::string_view name;  // as it was asked for: a path, or "built-in"
};

/// What tells two catalogs apart, for `catalog diff`. Views what it is made from.
struct CatalogDiffReport {
  ComparedCatalog before;
  ComparedCatalog after;
  bool is_overlay = false;  // both were laid over the built-in catalog
  const CatalogDiff& records;
  const AdviceQuestions& questions;
  const AdviceDiff& advice;
};

/// A report for people, of which long lists may be cut.
struct CutDocument {
  Document document;
  std::size_t left_out = 0;  // entries
};

/// An item per record with what differs in it, then what becomes of the advice. Of each list at most `limit` entries; 0
/// for all.
[[nodiscard]] CutDocument catalog_diff_document(const CatalogDiffReport& report, std::size_t limit);

template <>
Record<CatalogDiffReport> description();

}  // namespace gpuadvisor
