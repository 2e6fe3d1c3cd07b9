#pragma once

#include <span>
#include <string>

namespace gpuadvisor {

/// One CSV record (RFC 4180, but a bare line feed at the end): fields are quoted where they hold a comma,
/// a quote or a line break, and where the line would be empty.
[[nodiscard]] std::string csv_record(std::span<const std::string> fields);

}  // namespace gpuadvisor
