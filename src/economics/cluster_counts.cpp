#include "cluster_counts.hpp"

#include <algorithm>
#include <cmath>

namespace gpuadvisor {
namespace {

constexpr double k_rounding = 0.005;  // of a whole percent
constexpr double k_cut_off = 0.01;    // what a percent that was cut off may lack, this excluded
constexpr double k_slack = 1e-9;      // of doubles

/// The whole numbers that alone keep to the share of a part.
PartCount within_share(const MixPart& part, int total) {
  const double low = part.share - k_rounding;
  const double high = part.share_to ? *part.share_to + k_rounding : part.share + k_cut_off - 2 * k_slack;
  return {.from = std::max(0, static_cast<int>(std::ceil(low * total - k_slack))),
          .to = std::min(total, static_cast<int>(std::floor(high * total + k_slack)))};
}

}  // namespace

std::optional<std::vector<PartCount>> cluster_counts(std::span<const MixPart> parts, int total) {
  std::vector<PartCount> counts;
  counts.reserve(parts.size());
  for (const MixPart& part : parts) counts.push_back(within_share(part, total));
  int least = 0;
  int most = 0;
  for (const PartCount& count : counts) {
    if (count.from > count.to) return std::nullopt;
    least += count.from;
    most += count.to;
  }
  if (least > total || most < total) return std::nullopt;
  int rest = total - least;
  for (PartCount& count : counts) {
    const PartCount alone = count;
    count.from = std::max(alone.from, total - (most - alone.to));
    count.to = std::min(alone.to, total - (least - alone.from));
    count.chosen = std::min(alone.to, alone.from + rest);
    rest -= count.chosen - alone.from;
  }
  return counts;
}

}  // namespace gpuadvisor
