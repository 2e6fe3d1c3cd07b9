#include "device_match.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "catalog/lookup/name_words.hpp"
#include "catalog/lookup/system_names.hpp"
#include "core/text.hpp"
#include "gpuadvisor/catalog/name_lookup.hpp"

namespace gpuadvisor {
namespace {

constexpr double k_power_tolerance = 0.25;  // of a limit in force: partner boards and lowered limits

using Gpus = std::vector<const Gpu*>;

/// The products that a name lists: what stands in brackets, between slashes. Itself where it lists none.
std::vector<std::string> products(std::string_view name) {
  const auto begin = name.find('[');
  const auto end = name.rfind(']');
  const bool has_brackets = begin != std::string_view::npos && end != std::string_view::npos && begin < end;
  const std::string_view listed = has_brackets ? name.substr(begin + 1, end - begin - 1) : name;
  std::vector<std::string> found;
  for (const auto one : split(listed, '/')) {
    if (!one.empty()) found.emplace_back(one);
  }
  return found;
}

/// The words of a name that tell the product, sorted: without the vendor's, the size of its memory and its kind.
std::vector<std::string> product_words(std::string_view name) {
  std::vector<std::string> words = name_words(name);
  std::erase_if(words, [](const std::string& word) {
    const bool is_size = word.ends_with("gb") && word.find_first_not_of("0123456789") == word.size() - 2;
    return is_size || is_vendor_word(word) || word == "hbm2" || word == "hbm2e" || word == "hbm3" || word == "hbm3e";
  });
  std::sort(words.begin(), words.end());
  return words;
}

/// GPUs of which a name has the same words, in any order: "A100 80GB PCIe" is an A100 PCIe.
Gpus with_words_of(const Catalog& catalog, std::string_view name) {
  const auto words = product_words(name);
  Gpus found;
  if (words.empty()) return found;
  for (const Gpu& gpu : catalog.gpus()) {
    const auto is_same = [&](std::string_view spelling) { return product_words(spelling) == words; };
    if (is_same(gpu.name) || std::any_of(gpu.aliases.begin(), gpu.aliases.end(), is_same)) found.push_back(&gpu);
  }
  return found;
}

bool has_memory_of(const Gpu& gpu, const DetectedGpu& detected) {
  const auto sold = memory_per_device(gpu);
  if (!sold || !detected.memory) return true;
  return std::abs(detected.memory->value() - sold->value()) <= k_memory_tolerance * sold->value();
}

Gpus with_memory_of(Gpus gpus, const DetectedGpu& detected) {
  std::erase_if(gpus, [&](const Gpu* gpu) { return !has_memory_of(*gpu, detected); });
  return gpus;
}

/// Of the same vendor, where the tool tells which.
Gpus of_vendor(Gpus gpus, const DetectedGpu& detected) {
  std::erase_if(gpus, [&](const Gpu* gpu) { return !detected.vendor.empty() && gpu->vendor != detected.vendor; });
  return gpus;
}

bool has_several_sizes(const Gpus& gpus) {
  return std::any_of(gpus.begin(), gpus.end(),
                     [&](const Gpu* gpu) { return memory_per_device(*gpu) != memory_per_device(*gpus.front()); });
}

DeviceMatch known(const Gpu& gpu) { return {MatchKind::known, &gpu, {}}; }

DeviceMatch open_match(Gpus candidates, const DetectedGpu& detected) {
  std::sort(candidates.begin(), candidates.end(), [](const Gpu* a, const Gpu* b) { return a->id < b->id; });
  candidates.erase(std::unique(candidates.begin(), candidates.end()), candidates.end());
  if (candidates.empty()) return {};
  const Gpus fitting = with_memory_of(candidates, detected);
  return fitting.empty() ? DeviceMatch{MatchKind::other_memory, nullptr, std::move(candidates)}
                         : DeviceMatch{MatchKind::ambiguous, nullptr, fitting};
}

/// Of a name that means one product.
DeviceMatch match_of_name(const DetectedGpu& detected, const Catalog& catalog) {
  const std::string_view name = detected.name;
  const Gpus called = of_vendor(find_by_name(catalog, name).gpus, detected);
  Gpus all;
  for (const Gpus& gpus :
       {gpus_called(catalog, NamingSystem::nvml, name), called, of_vendor(with_words_of(catalog, name), detected)}) {
    const Gpus fitting = with_memory_of(gpus, detected);
    const bool is_told_apart = detected.memory || !has_several_sizes(called);
    if (fitting.size() == 1 && is_told_apart) return known(*fitting.front());
    all.insert(all.end(), gpus.begin(), gpus.end());
  }
  return open_match(std::move(all), detected);
}

/// Of a name that lists several: a product that the catalog lacks could be meant as well, unless the power tells.
DeviceMatch match_of_list(const std::vector<std::string>& names, const DetectedGpu& detected, const Catalog& catalog) {
  Gpus all;
  bool are_all_known = true;
  for (const std::string& name : names) {
    const Gpus gpus = of_vendor(find_by_name(catalog, name).gpus, detected);
    are_all_known = are_all_known && !gpus.empty();
    all.insert(all.end(), gpus.begin(), gpus.end());
  }
  DeviceMatch match = open_match(std::move(all), detected);
  if (match.kind != MatchKind::ambiguous || !are_all_known) return match;
  Gpus likely = match.candidates;
  const auto& limit = detected.power_limit;
  if (limit) {
    std::erase_if(likely, [&](const Gpu* gpu) {
      return !gpu->tdp || std::abs(limit->value() - gpu->tdp->value()) > k_power_tolerance * gpu->tdp->value();
    });
  }
  return likely.size() == 1 && detected.memory ? known(*likely.front()) : match;
}

}  // namespace

DeviceMatch device_match(const DetectedGpu& detected, const Catalog& catalog) {
  const auto names = products(detected.name);
  if (names.empty()) return {MatchKind::unnamed, nullptr, {}};
  if (names.size() > 1) return match_of_list(names, detected, catalog);
  DetectedGpu one = detected;
  one.name = names.front();
  DeviceMatch match = match_of_name(one, catalog);
  const bool is_nameless =
      match.kind == MatchKind::unknown && product_words(one.name) == product_words("Graphics Device");
  if (is_nameless) match.kind = MatchKind::unnamed;  // what nvidia-smi calls a card that is newer than its driver
  return match;
}

}  // namespace gpuadvisor
