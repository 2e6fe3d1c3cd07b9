#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "gpuadvisor/catalog/memory_floor.hpp"
#include "rule_groups.hpp"
#include "scoring/criteria.hpp"

namespace gpuadvisor {
namespace {

void judge_reference(const CheckedData& data, Findings& findings) {
  const auto& reference = data.catalog.reference();
  if (!reference || !data.index.has("reference", "")) return;
  const Gpu* gpu = data.catalog.gpu(reference->gpu);
  if (gpu == nullptr) return;  // of another catalog
  constexpr double k_rounding = 0.001;
  constexpr auto k_keys =
      std::to_array<std::string_view>({"tensor_tflops", "flops_tflops", "bandwidth_gbs", "half_tflops"});
  const auto stated = std::to_array<double>(
      {reference->tensor.value(), reference->flops.value(), reference->bandwidth.value(), reference->half.value()});
  const auto known = criteria(*gpu);
  for (std::size_t i = 0; i < k_criteria; ++i) {
    if (!known.at(i).value || std::abs(stated.at(i) / *known.at(i).value - 1) <= k_rounding) continue;
    findings.add(
        gpu->id, data.index.place("reference", "", k_keys.at(i)),
        fmt::format("found {:g}; by its {} {} has {:g}", stated.at(i), known.at(i).field, gpu->id, *known.at(i).value));
  }
}

bool is_size_of_card(const Catalog& catalog, double gigabytes) {
  return std::any_of(catalog.gpus().begin(), catalog.gpus().end(), [&](const Gpu& gpu) {
    const auto memory = memory_per_device(gpu);
    return memory && memory->value() == gigabytes;
  });
}

/// A guide asks for the same memory for most workloads, and would rather see more, not less.
void judge_floors(const CheckedData& data, Findings& findings) {
  constexpr std::size_t k_enough_gpus = 50;  // to know the sizes that are made
  const bool knows_sizes = data.catalog.gpus().size() >= k_enough_gpus;
  const auto floors = data.catalog.records<MemoryFloor>();
  data.index.for_each("memory_floors", [&](const Place& place, const Json& record) {
    const auto number = [&](std::string_view key) {
      const Json* value = record.find(key);
      return value == nullptr ? 0 : value->number;
    };
    const auto word = [&](std::string_view key) {
      const Json* value = record.find(key);
      return value == nullptr ? std::string() : value->string;
    };
    const auto report = [&](std::string_view key, std::string message) {
      const Json* value = record.find(key);
      findings.add(word("workload"),
                   {place.file, value == nullptr ? place.line : value->line,
                    value == nullptr ? place.column : value->column, fmt::format("{}/{}", place.pointer, key)},
                   std::move(message));
    };
    constexpr double k_most_advised = 4;  // times the least
    const double least = number("memory_gb");
    const double advised = number("advised_gb");
    if (advised > 0 && (advised <= least || advised > k_most_advised * least)) {
      report("advised_gb", fmt::format("found {:g} GB advised beside {:g} asked for", advised, least));
    }
    for (const auto& [key, size] : {std::pair("memory_gb", least), std::pair("advised_gb", advised)}) {
      if (size > 0 && knows_sizes && !is_size_of_card(data.catalog, size)) {
        report(key, fmt::format("found {:g} GB, which no GPU has", size));
      }
    }
    std::size_t others = 0;
    bool is_alone = true;
    for (const MemoryFloor& other : floors) {
      if (other.from.text() != word("from") || other.source != word("source")) continue;
      if (other.workload == word("workload")) continue;
      ++others;
      is_alone = is_alone && other.memory.value() != least;
    }
    constexpr std::size_t k_fewest = 3;
    if (is_alone && others >= k_fewest) {
      report("memory_gb", fmt::format("found {:g} GB; for all {} other workloads {} asks for another size", least,
                                      others, word("source")));
    }
    if (data.index.count("memory_floors", word("workload") + '\n' + word("from") + '\n') > 1) {
      report("workload", fmt::format("{} has more than one memory floor from {} on", word("workload"), word("from")));
    }
  });
}

constexpr auto k_reference_rules = std::to_array<Rule>({
    {"reference-figures", Severity::error, "The reference card's figures are not those of the card",
     "Every score is a multiple of the reference card's. Its figures are written down apart, so that no score depends "
     "on "
     "which cards are listed, and must be those of the card's own record.",
     judge_reference},
    {"memory-floor", Severity::warning, "A memory floor is unlike the others of its guide",
     "A guide asks for one size of memory for most kinds of work, and where it would rather see more, for up to four "
     "times as much: sizes that GPUs have. A workload has one floor from a day on.",
     judge_floors},
});

}  // namespace

std::span<const Rule> reference_rules() { return k_reference_rules; }

}  // namespace gpuadvisor
