#include "gpu_candidates.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "gpuadvisor/catalog/name_lookup.hpp"

namespace gpuadvisor::cli {
namespace {

/// The names of a GPU, the usual first: without its vendor, without the words before its number, its others.
std::vector<std::string_view> spellings(const Gpu& gpu) {
  std::vector<std::string_view> found;
  for (std::string_view rest = short_name(gpu); !rest.empty();) {
    if (!is_vendor_word(lower_case(rest.substr(0, rest.find(' '))))) found.push_back(rest);
    const auto blank = rest.find(' ');
    rest.remove_prefix(blank == std::string_view::npos ? rest.size() : blank + 1);
  }
  found.insert(found.end(), gpu.aliases.begin(), gpu.aliases.end());
  found.insert(found.end(), {short_name(gpu), gpu.name, gpu.id});
  return found;
}

bool is_own_name(const Catalog& catalog, std::string_view name, const Gpu& gpu) {
  const auto match = find_by_name(catalog, name);
  return match.gpus.size() == 1 && match.gpus.front() == &gpu;
}

std::optional<std::string_view> name_as_typed(const Catalog& catalog, const Gpu& gpu, std::string_view typed) {
  for (const auto name : spellings(gpu)) {
    if (begins_as_typed(name, typed) && is_own_name(catalog, name, gpu)) return name;
  }
  return std::nullopt;
}

std::string meaning(const Gpu& gpu) {
  return gpu.memory ? fmt::format("{}, {} GB", gpu.name, gpu.memory->value()) : std::string(gpu.name);
}

}  // namespace

std::vector<Candidate> gpu_candidates(const Catalog& catalog, std::string_view typed) {
  std::vector<Candidate> found;
  for (const Gpu& gpu : catalog.gpus()) {
    if (const auto name = name_as_typed(catalog, gpu, typed)) found.push_back({std::string(*name), meaning(gpu)});
  }
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.word < b.word; });
  return found;
}

}  // namespace gpuadvisor::cli
