#include "economics/cluster_counts.hpp"

#include <cmath>

#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "support/catch2.hpp"

using namespace gpuadvisor;

namespace {

std::vector<MixPart> mix_of(std::optional<double> first_to, std::optional<double> second_to, double first,
                            double second) {
  return {{{}, first, first_to, {}}, {{}, second, second_to, {}}};
}

using Ranges = std::vector<std::pair<int, int>>;

Ranges ranges(const std::vector<MixPart>& parts, int total) {
  Ranges found;
  for (const PartCount& count : cluster_counts(parts, total).value_or(std::vector<PartCount>())) {
    found.emplace_back(count.from, count.to);
  }
  return found;
}

/// Whether a share keeps to a part's range as whole percents, or to its one figure cut off.
bool keeps_to(const MixPart& part, int count, int total) {
  const double percent = 100.0 * count / total;
  if (!part.share_to) {
    const double stated = std::round(100 * part.share);
    return std::round(percent) == stated || std::floor(percent) == stated;
  }
  return std::round(percent) >= std::round(100 * part.share) && std::round(percent) <= std::round(100 * *part.share_to);
}

}  // namespace

TEST_CASE("counts of a cluster keep to the shares and sum to its size", "[economics]") {
  const auto range = mix_of(0.8, 0.33, 0.66, 0.2);
  CHECK(ranges(range, 15) == Ranges{{10, 12}, {3, 5}});
  CHECK(ranges(range, 5) == Ranges{{4, 4}, {1, 1}});
  CHECK(ranges(range, 6) == Ranges{{4, 4}, {2, 2}});  // 2 of 6 are 33 %
  CHECK(ranges(range, 60) == Ranges{{40, 48}, {12, 20}});
  CHECK(ranges(range, 2).empty());
  const auto fixed = mix_of(std::nullopt, std::nullopt, 0.8, 0.2);
  CHECK(ranges(fixed, 15) == Ranges{{12, 12}, {3, 3}});
  CHECK(ranges(fixed, 6).empty());
  const auto thirds = mix_of(std::nullopt, std::nullopt, 0.66, 0.33);
  CHECK(ranges(thirds, 3) == Ranges{{2, 2}, {1, 1}});  // 66.7 % cut off
  CHECK(ranges(thirds, 4).empty());
}

TEST_CASE("the choice of counts has as many of the first part as it may have", "[economics]") {
  const auto counts = cluster_counts(mix_of(0.8, 0.33, 0.66, 0.2), 15).value();
  CHECK(counts[0].chosen == 12);
  CHECK(counts[1].chosen == 3);
}

TEST_CASE("each count of every guide's mix can be completed to the size of the cluster", "[economics]") {
  const Catalog catalog = embedded_catalog();
  int found = 0;
  for (const ClusterMix& mix : catalog.records<ClusterMix>()) {
    for (int total = 5; total <= 60; ++total) {
      INFO(mix.guide << ' ' << mix.id << ' ' << total);
      const auto counts = cluster_counts(mix.parts, total);
      if (!counts) continue;
      ++found;
      int chosen = 0;
      for (std::size_t i = 0; i < counts->size(); ++i) {
        const PartCount& count = (*counts)[i];
        CHECK(count.from <= count.chosen);
        CHECK(count.chosen <= count.to);
        CHECK(keeps_to(mix.parts[i], count.from, total));
        CHECK(keeps_to(mix.parts[i], count.to, total));
        CHECK(keeps_to(mix.parts[i], count.chosen, total));
        chosen += count.chosen;
      }
      CHECK(chosen == total);
      if (counts->size() != 2) continue;
      CHECK((*counts)[0].from + (*counts)[1].to == total);
      CHECK((*counts)[0].to + (*counts)[1].from == total);
    }
  }
  CHECK(found > 100);
}

TEST_CASE("the mix of 2023 for a small cluster has counts for any size from 5 to 60", "[economics]") {
  for (int total = 5; total <= 60; ++total) {
    INFO(total);
    CHECK(cluster_counts(mix_of(0.8, 0.33, 0.66, 0.2), total));
  }
}
