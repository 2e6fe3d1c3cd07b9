#include "gpuadvisor/catalog/name_lookup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "gpuadvisor/core/error.hpp"
#include "gpuadvisor/core/text.hpp"

namespace gpuadvisor {
namespace {

constexpr auto k_vendor_words =
    std::to_array<std::string_view>({"nvidia", "geforce", "amd", "radeon", "intel", "apple", "google", "aws"});

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return c >= 'a' && c <= 'z'; }

bool drop_vendor_word(std::string& key) {
  for (const auto word : k_vendor_words) {
    if (key.size() > word.size() && key.starts_with(word)) {
      key.erase(0, word.size());
      return true;
    }
  }
  return false;
}

/// All GPUs with a spelling for which `matches` holds.
template <class Matches>
std::vector<const Gpu*> gpus_with_spelling(const Catalog& catalog, Matches matches) {
  std::vector<const Gpu*> found;
  for (const Gpu& gpu : catalog.gpus()) {
    if (matches(gpu.id) || matches(gpu.name) || std::any_of(gpu.aliases.begin(), gpu.aliases.end(), matches)) {
      found.push_back(&gpu);
    }
  }
  return found;
}

std::vector<std::string_view> all_spellings(const Catalog& catalog) {
  std::vector<std::string_view> spellings;
  for (const Gpu& gpu : catalog.gpus()) {
    spellings.insert(spellings.end(), {gpu.id, gpu.name, short_name(gpu)});
    spellings.insert(spellings.end(), gpu.aliases.begin(), gpu.aliases.end());
  }
  return spellings;
}

}  // namespace

std::string name_key(std::string_view name) {
  std::string key;
  for (const char c : lower_case(name)) {
    if (is_digit(c) || is_letter(c) || c == '+') key += c;
  }
  while (drop_vendor_word(key)) {
  }
  for (auto at = key.find("gb"); at != std::string::npos; at = key.find("gb", at + 1)) {
    const bool is_unit = at > 0 && is_digit(key[at - 1]) && (at + 2 == key.size() || !is_digit(key[at + 2]));
    if (is_unit) key.erase(at, 2);
  }
  return key;
}

NameMatch find_by_name(const Catalog& catalog, std::string_view name) {
  NameMatch match;
  match.gpus = gpus_with_spelling(catalog, [&](std::string_view spelling) { return spelling == name; });
  if (!match.gpus.empty()) return match;
  const std::string key = name_key(name);
  if (!key.empty()) {
    match.gpus = gpus_with_spelling(catalog, [&](std::string_view spelling) { return name_key(spelling) == key; });
  }
  if (match.gpus.empty()) match.nearest = nearest(name, all_spellings(catalog));
  return match;
}

const Gpu& require_gpu(const Catalog& catalog, std::string_view name) {
  const NameMatch match = find_by_name(catalog, name);
  if (match.gpus.size() == 1) return *match.gpus.front();
  if (match.gpus.empty()) {
    const std::string hint = match.nearest ? fmt::format(", did you mean \"{}\"?", *match.nearest) : "";
    throw UsageError(fmt::format("unknown GPU \"{}\"{}", printable(name), hint));
  }
  std::string message = fmt::format("\"{}\" can mean {} GPUs; name one of them:", printable(name), match.gpus.size());
  for (const Gpu* gpu : match.gpus) message += fmt::format("\n  {:<44}  {}", gpu->id, gpu->name);
  throw UsageError(message);
}

}  // namespace gpuadvisor
