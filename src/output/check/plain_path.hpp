#pragma once

#include <string>
#include <string_view>

namespace gpuadvisor {

/// A path without what changes nothing in it, as services compare it with those of a repository: `./a//b/./c` is
/// `a/b/c`. What `..` leads to only the file system knows: it stays.
[[nodiscard]] std::string plain_path(std::string_view path);

}  // namespace gpuadvisor
