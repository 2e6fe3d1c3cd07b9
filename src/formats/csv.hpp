#pragma once

#include <span>
#include <string>

namespace gpuadvisor {

/// One CSV record (RFC 4180, but a bare line feed at the end): fields are quoted where they hold a comma,
/// a quote or a line break, where the line would be empty, and where they begin with a byte order mark, which readers
/// skip at the beginning of a file.
[[nodiscard]] std::string csv_record(std::span<const std::string> fields);

}  // namespace gpuadvisor
