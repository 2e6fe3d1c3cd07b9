#pragma once

#include <string>

namespace gpuadvisor {

/// The whole of a file, or of standard input for `-`; of one that is larger than any document may be, the beginning,
/// which is too large as well. Throws Error when it cannot be read.
[[nodiscard]] std::string file_text(const std::string& path);

}  // namespace gpuadvisor
