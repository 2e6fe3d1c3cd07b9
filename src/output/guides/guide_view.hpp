#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "advice/guides/guide_statement.hpp"
#include "gpuadvisor/catalog/catalog_stamp.hpp"
#include "gpuadvisor/report/document.hpp"
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

  /// Whether some of what the editions say is asked for, not all.
  [[nodiscard]] bool picks_statements() const {
    return filter.topic || !filter.id.empty() || !filter.word.empty() || filter.gpu != nullptr;
  }
};

/// Editions and what they say. Views what it is made from.
struct GuideView {
  CatalogStamp catalog;
  const GuideQuery& query;
  const std::vector<GuideEntry>& entries;
  std::optional<std::size_t> limit = {};  // rows to show people; 0: all; absent: what a screen has room for
  bool is_explained = false;              // all that is known of them

  /// Whether all of some editions is asked for, and not in rows.
  [[nodiscard]] bool is_overview() const { return query.statements && !query.picks_statements() && !limit; }
};

/// One screen; explained, the editions with what is at hand of them, their change logs, or all they say by topic.
[[nodiscard]] Document document_of(const GuideView& view);

template <>
Record<GuideView> description();

}  // namespace gpuadvisor
