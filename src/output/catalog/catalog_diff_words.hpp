#pragma once

#include <string>
#include <vector>

#include "catalog_diff_view.hpp"

namespace gpuadvisor {

/// An entry of a report on a diff: a line, and lines below it.
struct DiffEntry {
  std::string text;
  std::vector<std::string> details;
};

/// Entries under a title; `left_out` more have no room.
struct DiffSection {
  std::string title;
  std::vector<DiffEntry> entries;
  std::size_t left_out = 0;
};

/// What differs between the records of two catalogs: a section per table, GPUs and prices first.
[[nodiscard]] std::vector<DiffSection> record_sections(const CatalogDiffReport& report, std::size_t limit);

/// What becomes of the advice; none where nothing does.
[[nodiscard]] std::vector<DiffSection> advice_sections(const CatalogDiffReport& report, std::size_t limit);

/// How many records of which tables differ, in a sentence.
[[nodiscard]] std::string diff_summary(const CatalogDiff& diff);

/// At most `limit` of `items`, 0 for all, with `and 3 more` at the end.
[[nodiscard]] std::string cut_list(const std::vector<std::string>& items, std::size_t limit);

}  // namespace gpuadvisor
