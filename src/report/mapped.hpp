#pragma once

#include <functional>
#include <type_traits>
#include <vector>

namespace gpuadvisor {

/// What `make`, a function or a member, makes of each item.
template <class Items, class Make>
[[nodiscard]] auto mapped(const Items& items, const Make& make) {
  std::vector<std::decay_t<decltype(std::invoke(make, *items.begin()))>> found;
  found.reserve(items.size());
  for (const auto& item : items) found.push_back(std::invoke(make, item));
  return found;
}

}  // namespace gpuadvisor
