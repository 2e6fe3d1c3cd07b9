#pragma once

#include <string>

#include "support/test_catalog.hpp"

namespace gpuadvisor {

/// A catalog with the GPUs "nvidia-tesla-a", "nvidia-b" and "nvidia-c", priced in March 2026, the guides "old" of 2019,
/// "new" of 2023 and "undated", and the members given.
inline Catalog catalog_with_guides(const std::string& members) {
  const auto guide = [](const std::string& id, const std::string& title, const std::string& more) {
    return R"({"id": ")" + id + R"(", "title": ")" + title + R"(", "author": "A", "source": "shop")" + more + "}";
  };
  return catalog_from(test_document(
      R"("gpus": [)" + test_gpu("nvidia-tesla-a") + ", " + test_gpu("nvidia-b") + ", " + test_gpu("nvidia-c") +
      R"(], "prices": [)" + test_price("nvidia-b", "2026-03", "new", 100) + R"(], "guides": [)" +
      guide("old", "Old, April 2019", R"(, "date": "2019-04-03")") + ", " +
      guide("new", "New, 2023", R"(, "date": "2023")") + ", " + guide("undated", "Undated", "") + "], " + members));
}

}  // namespace gpuadvisor
