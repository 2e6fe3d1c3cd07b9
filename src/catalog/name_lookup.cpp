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

constexpr std::size_t k_most_listed = 24;  // a screenful

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return c >= 'a' && c <= 'z'; }

/// `key` without the vendor words at its beginning.
std::string_view without_vendor_words(std::string_view key) {
  for (std::size_t i = 0; i < k_vendor_words.size();) {
    const std::string_view word = k_vendor_words[i];
    const bool is_first = key.size() > word.size() && key.starts_with(word);
    if (is_first) key.remove_prefix(word.size());
    i = is_first ? 0 : i + 1;
  }
  return key;
}

/// `key` without `word` wherever `is_dropped` holds for its position.
template <class Predicate>
std::string without(std::string_view key, std::string_view word, Predicate is_dropped) {
  std::string rest;
  std::size_t copied = 0;  // up to here
  for (auto at = key.find(word); at != std::string_view::npos; at = key.find(word, at + word.size())) {
    if (!is_dropped(at)) continue;
    rest += key.substr(copied, at - copied);
    copied = at + word.size();
  }
  rest += key.substr(copied);
  return rest;
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

/// GPUs of which `key` is a spelling followed by the card's own memory size, as shops write it ("RTX 4090 24GB").
std::vector<const Gpu*> gpus_with_memory(const Catalog& catalog, const std::string& key) {
  std::vector<const Gpu*> found;
  for (const Gpu& gpu : catalog.gpus()) {
    const std::string size = gpu.memory ? fmt::format("{}", gpu.memory->value()) : std::string();
    if (size.empty() || !key.ends_with(size)) continue;
    const std::string rest = key.substr(0, key.size() - size.size());
    const auto matches = [&](std::string_view spelling) { return name_key(spelling) == rest; };
    if (matches(gpu.name) || std::any_of(gpu.aliases.begin(), gpu.aliases.end(), matches)) found.push_back(&gpu);
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

/// A line per GPU: its id, for copying, and its name. Of many, only the first.
std::string listing(const std::vector<const Gpu*>& gpus) {
  const std::span listed = std::span(gpus).first(std::min(gpus.size(), k_most_listed));
  std::size_t width = 0;
  for (const Gpu* gpu : listed) width = std::max(width, gpu->id.size());
  std::string lines;
  for (const Gpu* gpu : listed) lines += fmt::format("\n  {:<{}}  {}", gpu->id, width, gpu->name);
  return listed.size() == gpus.size() ? lines : lines + fmt::format("\n... and {} more", gpus.size() - listed.size());
}

}  // namespace

std::string name_key(std::string_view name) {
  std::string key;
  for (const char c : lower_case(name)) {
    if (is_digit(c) || is_letter(c) || c == '+' || static_cast<unsigned char>(c) >= 0x80) key += c;
  }
  key = without(key, "\u2122", [](std::size_t) { return true; });  // trade mark and registered signs say nothing
  key = without(key, "\u00ae", [](std::size_t) { return true; });
  key = std::string(without_vendor_words(key));
  return without(key, "gb", [&](std::size_t at) {  // as a unit
    return at > 0 && is_digit(key[at - 1]) && (at + 2 == key.size() || !is_digit(key[at + 2]));
  });
}

NameMatch find_by_name(const Catalog& catalog, std::string_view name) {
  NameMatch match;
  match.gpus = gpus_with_spelling(catalog, [&](std::string_view spelling) { return spelling == name; });
  if (!match.gpus.empty()) return match;
  const std::string key = name_key(name);
  if (!key.empty()) {
    match.gpus = gpus_with_spelling(catalog, [&](std::string_view spelling) { return name_key(spelling) == key; });
  }
  if (match.gpus.empty()) match.gpus = gpus_with_memory(catalog, key);
  if (!match.gpus.empty()) return match;
  match.containing = gpus_with_spelling(catalog, [&](std::string_view spelling) {
    return !key.empty() && name_key(spelling).find(key) != std::string::npos;
  });
  match.nearest = nearest(name, all_spellings(catalog));
  return match;
}

const Gpu& require_gpu(const Catalog& catalog, std::string_view name) {
  const NameMatch match = find_by_name(catalog, name);
  if (match.gpus.size() == 1) return *match.gpus.front();
  if (match.gpus.size() > 1) {
    throw UsageError(fmt::format("\"{}\" can mean {} GPUs; name one of them:{}", printable(name), match.gpus.size(),
                                 listing(match.gpus)));
  }
  constexpr std::size_t k_listed = 12;  // more would be no help
  const std::string unknown = fmt::format("unknown GPU \"{}\"", printable(name));
  if (!match.containing.empty() && match.containing.size() <= k_listed) {
    throw UsageError(unknown + "; names that contain it:" + listing(match.containing));
  }
  throw UsageError(unknown + (match.nearest ? fmt::format(", did you mean \"{}\"?", *match.nearest) : ""));
}

}  // namespace gpuadvisor
