#include "asked_gpus.hpp"

#include <fmt/format.h>

#include "core/text.hpp"

namespace gpuadvisor::cli {
namespace {

std::string remark(std::string_view text) { return fmt::format("gpuadvisor: {}\n", text); }

/// What to say of products that are known today but were not on the day asked for; nothing of others.
std::string not_yet_known(std::string_view name, const Catalog& today, PartialDate day) {
  const auto found = find_by_name(today, name).gpus;
  if (found.empty()) return {};
  if (found.size() > 1) {
    std::vector<std::string> names;
    names.reserve(found.size());
    for (const Gpu* gpu : found) names.emplace_back(gpu->name);
    return remark(fmt::format("\"{}\" names {}: none of them was on sale by {}", printable(name), enumeration(names),
                              day.text()));
  }
  const auto& released = found.front()->released;
  return remark(fmt::format("{} was not on sale by {}{}", found.front()->name, day.text(),
                            released ? ", only from " + released->text() : ""));
}

}  // namespace

AskedGpus asked_gpus(std::span<const std::string> words, const Catalog& all, const Catalog& catalog,
                     const CatalogOptions& options) {
  AskedGpus found;
  for (const std::string& name : names_in(all, words)) {
    if (options.as_of && find_by_name(catalog, name).gpus.empty()) {
      CatalogOptions today = options;
      today.as_of.reset();
      const std::string later = not_yet_known(name, today.known(all), *options.as_of);
      found.remarks += later;
      if (!later.empty()) continue;
    }
    found.gpus.push_back(resolved(catalog, name));
    if (!found.gpus.back().note.empty()) found.remarks += remark(found.gpus.back().note);
  }
  return found;
}

}  // namespace gpuadvisor::cli
