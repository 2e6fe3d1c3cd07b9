#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "check_config.hpp"
#include "finding.hpp"
#include "gpuadvisor/catalog/catalog_loader.hpp"

namespace gpuadvisor {

/// What is to be checked: the texts of folders, and of files beside them.
struct CheckInput {
  std::vector<CatalogLayer> folders;  // each one's files, tables included
  CatalogLayer files;                 // given one by one
  std::vector<RuleException> exceptions;
  bool judges_form = false;  // whether files are to be in canonical form, too
};

/// A rule that was not applied: that it found nothing says nothing.
struct UnappliedRule {
  std::string_view rule;  // its id
  std::string_view reason;
};

/// What came of it.
struct CheckReport {
  std::vector<Finding> findings;  // in the order of sort_findings()
  std::size_t files = 0;          // that were checked
  std::size_t gpus = 0;           // records that were checked, by kind
  std::size_t prices = 0;
  std::size_t measurements = 0;
  std::size_t excepted = 0;  // findings that an exception covers
  std::size_t unlisted = 0;  // problems of reading beyond the first thousand
  std::size_t left_out = 0;  // records that cannot be read, or name what cannot: they are not judged
  bool was_judged = false;   // false when a catalog cannot be read even without such records: then no rule was applied
  std::vector<UnappliedRule> unapplied;  // by id

  [[nodiscard]] std::size_t count(Severity severity) const;
};

/// Judges data: first whether it can be read, then whether what can be read can be true. Measurements are judged where
/// no record of a catalog is left out. A folder with GPUs and sources of
/// its own stands by itself; anything else is laid over the built-in data, so that its references resolve. Files that
/// are given one by one lie together over the folders. A pure function of its argument.
[[nodiscard]] CheckReport check(const CheckInput& input);

}  // namespace gpuadvisor
