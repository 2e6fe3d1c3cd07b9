#include "name_pattern.hpp"

#include <algorithm>

#include "core/text.hpp"
#include "gpuadvisor/catalog/name_lookup.hpp"

namespace gpuadvisor {
namespace {

constexpr std::string_view k_between_words = " -";

/// Whether `glob` matches `name`, or what is left of it behind one or more vendor words.
bool matches_name(const Glob& glob, std::string_view name) {
  for (;;) {
    if (glob.matches(name)) return true;
    const auto end = name.find_first_of(k_between_words);
    if (end == std::string_view::npos || !is_vendor_word(lower_case(name.substr(0, end)))) return false;
    name.remove_prefix(end + 1);
  }
}

/// The known name, or word of one, that is nearest to what the pattern has beside wildcards.
std::optional<std::string> nearest_to(const Catalog& catalog, std::string_view pattern) {
  std::string plain;
  for (const char c : pattern) {
    if (!has_wildcard({&c, 1})) plain += c;
  }
  std::vector<std::string_view> known;
  for (const Gpu& gpu : catalog.gpus()) {
    known.insert(known.end(), {gpu.id, gpu.name, short_name(gpu)});
    for (const auto word : split(gpu.name, ' ')) known.push_back(word);
  }
  const auto found = nearest(plain, known);
  return found ? std::optional(std::string(*found)) : std::nullopt;
}

std::vector<const Gpu*> gpus_like(const Catalog& catalog, const Glob& glob) {
  std::vector<const Gpu*> found;
  for (const Gpu& gpu : catalog.gpus()) {
    if (is_named_like(gpu, glob)) found.push_back(&gpu);
  }
  return found;
}

/// What was meant by a pattern of nothing: one that may begin anywhere, if that stands for something, else a word.
std::optional<std::string> meant_by(const Catalog& catalog, std::string_view pattern) {
  const std::string anywhere = "*" + std::string(pattern);
  return gpus_like(catalog, *Glob::parse(anywhere)).empty() ? nearest_to(catalog, pattern) : anywhere;
}

}  // namespace

bool is_named_like(const Gpu& gpu, const Glob& glob) {
  return matches_name(glob, gpu.id) || matches_name(glob, gpu.name) || glob.matches(name_key(gpu.name));
}

PatternMatch find_by_pattern(const Catalog& catalog, std::string_view pattern) {
  PatternMatch match;
  if (!has_wildcard(pattern)) {
    NameMatch named = find_by_name(catalog, pattern);
    match.gpus = std::move(named.gpus);
    if (match.gpus.empty()) match.gpus = gpus_of_architecture(catalog, pattern);
    if (!named.of_same_number.empty()) {
      match.nearest = std::string(short_name(*named.of_same_number.front()));
    } else if (named.nearest) {
      match.nearest = std::string(*named.nearest);
    }
    return match;
  }
  match.gpus = gpus_like(catalog, *Glob::parse(pattern));
  if (match.gpus.empty()) match.nearest = meant_by(catalog, pattern);
  return match;
}

}  // namespace gpuadvisor
