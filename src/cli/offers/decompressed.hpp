#pragma once

#include <string>

#include "formats/byte_source.hpp"

namespace gpuadvisor::cli {

/// What `read` gives, decompressed where it begins as files of gzip or Zstandard do, several behind one another
/// included. Reading throws DataError, which names `file`, for what is damaged or cut off; and for what takes more than
/// 32 MiB to decompress, or becomes more than 200 times as long once it is beyond 64 MiB: such a file is no list of
/// prices, but was made to exhaust a machine.
[[nodiscard]] ReadBytes decompressed(const std::string& file, ReadBytes read);

}  // namespace gpuadvisor::cli
