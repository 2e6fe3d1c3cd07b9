#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "advice/guides/guide_statement.hpp"
#include "gpuadvisor/catalog/catalog_stamp.hpp"
#include "gpuadvisor/report/document.hpp"
#include "gpuadvisor/report/records.hpp"
#include "report/record.hpp"

namespace gpuadvisor {

/// An edition with what was asked of it.
struct GuideEntry {
  const Guide* guide = nullptr;
  const Source* source = nullptr;  // null: the catalog does not have it
  std::size_t said = 0;            // statements it makes, all together
  std::size_t personas = 0;        // buyers that it advises
  std::size_t changes = 0;         // entries of its change log
  std::vector<GuideStatement> statements;
  std::vector<const GuideUpdate*> updates;
};

/// What `guides` was asked.
struct GuideQuery {
  std::vector<std::string> ids;  // of editions; empty: all
  StatementFilter filter;
  std::string_view gpu_note;  // what to know of the name that the GPU was asked for by; empty: nothing
  bool statements = false;    // whether statements are wanted, or the list of editions alone
  bool history = false;       // the change logs instead
};

/// Editions and what they say. Views what it is made from.
struct GuideView {
  CatalogStamp catalog;
  const GuideQuery& query;
  const std::vector<GuideEntry>& entries;
};

/// The editions as a table, their change logs, or what they say by topic.
[[nodiscard]] Document guide_document(const GuideView& view);

template <>
Record<GuideView> description();

/// One JSON object (docs/output.md).
[[nodiscard]] std::string guide_json(const GuideView& view);

/// Flat records: a row per edition, per entry of a change log, or per statement.
[[nodiscard]] Records guide_records(const GuideView& view);

}  // namespace gpuadvisor
