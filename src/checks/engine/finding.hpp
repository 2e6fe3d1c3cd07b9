#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "gpuadvisor/core/enum_names.hpp"

namespace gpuadvisor {

/// How bad a finding is: an error is wrong, a warning needs a look, a note tells what might be better.
enum class Severity : unsigned char { error, warning, note };

template <>
inline constexpr auto k_enum_names<Severity> = std::to_array<std::string_view>({"error", "warning", "note"});

/// Where something stands in the files that are checked.
struct Place {
  std::string file;  // as given on the command line
  int line = 0;      // 1-based; 0 when the file as a whole is meant
  int column = 0;    // 1-based, in characters; 0 when the whole line is meant
  std::string
      pointer;  // JSON Pointer (RFC 6901), or in tables e.g. "column value"; empty for the whole document or row
};

/// What a rule found.
struct Finding {
  std::string_view rule;  // its id
  Severity severity = Severity::error;
  Place place;
  std::string subject;     // id of the record that it is about; empty when there is none
  std::string message;     // what was found and what was expected
  std::string quote = {};  // of a price, as exceptions name a single one: "GPU DATE $PRICE SOURCE"
};

/// By file, line, column, rule and message: the same findings always come in the same order.
void sort_findings(std::vector<Finding>& findings);

}  // namespace gpuadvisor
