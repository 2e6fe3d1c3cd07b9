#include "plain_path.hpp"

namespace gpuadvisor {

std::string plain_path(std::string_view path) {
  std::string result(path.starts_with('/') ? "/" : "");
  while (!path.empty()) {
    const auto slash = path.find('/');
    const auto part = path.substr(0, slash);
    path.remove_prefix(slash == std::string_view::npos ? path.size() : slash + 1);
    if (part.empty() || part == ".") continue;
    if (!result.empty() && !result.ends_with('/')) result += '/';
    result += part;
  }
  return result;
}

}  // namespace gpuadvisor
