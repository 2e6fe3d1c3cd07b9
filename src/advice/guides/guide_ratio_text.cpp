#include "guide_ratio_text.hpp"

#include <fmt/format.h>

#include "formats/json.hpp"

namespace gpuadvisor {
namespace {

/// The GPU as people call it; its id where the catalog does not have it, as before it was on sale.
std::string_view name(std::string_view id, const Catalog& catalog) {
  const Gpu* gpu = catalog.gpu(id);
  return gpu == nullptr ? id : short_name(*gpu);
}

/// "more than 5 times the value", "the speed".
std::string share(const GuideRatio& ratio) {
  const std::string_view more = ratio.at_least ? "more than " : "";
  if (ratio.ratio.value() == 1 && !ratio.to) return fmt::format("{}the {}", more, ratio.of);
  const std::string to = ratio.to ? fmt::format(" to {}", json_number(ratio.to->value())) : "";
  return fmt::format("{}{}{} times the {}", more, json_number(ratio.ratio.value()), to, ratio.of);
}

}  // namespace

std::string ratio_text(const GuideRatio& ratio, const Catalog& catalog) {
  return fmt::format("{} has {} of {}: {}", name(ratio.gpu, catalog), share(ratio), name(ratio.over, catalog),
                     ratio.says);
}

}  // namespace gpuadvisor
