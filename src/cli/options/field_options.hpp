#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "gpuadvisor/report/records.hpp"
#include "option_parser.hpp"

namespace gpuadvisor::cli {

/// Which fields flat records have.
struct FieldOptions {
  std::string list;
  bool is_alone = false;  // --fields without a value: all of them are to be listed

  void add_to(OptionParser& parser);
  [[nodiscard]] bool are_asked() const { return is_alone || !list.empty(); }
  /// The places of those asked for among all, in order. Throws UsageError for an unknown one and for one named twice.
  [[nodiscard]] std::vector<std::size_t> places(const std::vector<RecordField>& all) const;
  /// The records with the fields asked for, in order; alone, a record for each field: key, type and meaning. Throws
  /// UsageError as places() does.
  [[nodiscard]] Records applied_to(const Records& records) const;
};

}  // namespace gpuadvisor::cli
