#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "core/contains.hpp"
#include "core/text.hpp"
#include "figure_list.hpp"
#include "peers.hpp"
#include "rule_groups.hpp"

namespace gpuadvisor {
namespace {

std::string architecture_key(const Gpu& gpu) {
  return fmt::format("{}\n{}\n{}", gpu.vendor, gpu.architecture, gpu.compute_capability);
}
std::string line_key(const Gpu& gpu) { return fmt::format("{}\n{}", gpu.vendor, product_line(gpu)); }
std::string segment_key(const Gpu& gpu) { return fmt::format("{}\n{}", gpu.vendor, enum_name(gpu.segment)); }
std::string line_and_architecture_key(const Gpu& gpu) {
  return fmt::format("{}\n{}", product_line(gpu), architecture_key(gpu));
}

/// Who a figure is compared with, and how far beyond all of them it may be: the wider the group, the farther.
struct PeerGroup {
  std::string_view of;  // in words
  std::string (*key)(const Gpu& gpu);
  double most;
};

constexpr auto k_groups = std::to_array<PeerGroup>({
    {"of its architecture", architecture_key, 1.99},
    {"of its product line", line_key, 3},
    {"of its vendor and segment", segment_key, 4},
});

/// Whether boards of one chip differ in a figure.
bool is_of_the_board(std::string_view key) {
  return key == "slots" || key == "nvlink_gbs" || key.ends_with("length_mm");
}

/// Whether products akin may differ in a figure by any factor.
bool is_free(std::string_view key) { return key == "devices" || key == "pcie_lanes" || key == "partner_psu_w"; }

/// What figures are divided by before they are compared, so that large and small products compare; an empty name: by
/// nothing. A figure is odd by two of them, or by all there are: by one alone, that one may be at fault.
std::vector<std::string_view> bases_of(std::string_view key) {
  if (is_free(key)) return {};
  if (is_of_the_board(key) || key == "boost_clock_mhz") return {""};
  if (key == "memory_gb") return {"memory_bandwidth_gbs", "tdp_w"};
  std::vector<std::string_view> bases = {"fp32_tflops", "memory_bandwidth_gbs", "tdp_w"};
  std::erase(bases, key);
  return bases;
}

std::optional<double> relative_figure(const Gpu& gpu, std::string_view key, std::string_view base) {
  const auto value = figure(gpu, key);
  if (!value || base.empty()) return value;
  const auto divisor = figure(gpu, base);
  return divisor ? std::optional<double>(*value / *divisor) : std::optional<double>();
}

/// The lowest and the highest values of a figure among peers, two of each, so that any one may be left out.
struct Extremes {
  std::size_t count = 0;
  double lowest = std::numeric_limits<double>::infinity();
  double second_lowest = std::numeric_limits<double>::infinity();
  double highest = -std::numeric_limits<double>::infinity();
  double second_highest = -std::numeric_limits<double>::infinity();

  void add(double value) {
    ++count;
    second_lowest = std::min(second_lowest, std::max(lowest, value));
    lowest = std::min(lowest, value);
    second_highest = std::max(second_highest, std::min(highest, value));
    highest = std::max(highest, value);
  }
};

/// Extremes by peers, figure and base, each found once: peers can be thousands, and each is compared with all others.
class Ranges {
 public:
  /// From the lowest to the highest of the others; nothing where there are too few.
  std::optional<NumberRange> of_others(const Gpu& gpu, const Peers& peers, std::string_view key,
                                       std::string_view base) {
    const auto [at, is_new] = m_extremes.try_emplace({&peers, key, base});
    Extremes& all = at->second;
    if (is_new) {
      for (const Gpu* peer : peers) {
        if (const auto value = relative_figure(*peer, key, base)) all.add(*value);
      }
    }
    const auto own = relative_figure(gpu, key, base);
    if (all.count - (own ? 1 : 0) < k_fewest_peers) return std::nullopt;
    return NumberRange{own == all.lowest ? all.second_lowest : all.lowest,
                       own == all.highest ? all.second_highest : all.highest};
  }

 private:
  std::map<std::tuple<const Peers*, std::string_view, std::string_view>, Extremes> m_extremes;
};

/// What is unusual about a figure among peers; empty when nothing is.
std::string oddity(const Gpu& gpu, const PeerGroup& group, const Peers& peers, std::string_view key, Ranges& ranges) {
  std::size_t compared = 0;
  std::size_t odd = 0;
  std::string text;
  for (const auto base : bases_of(key)) {
    const auto own = relative_figure(gpu, key, base);
    const auto range = ranges.of_others(gpu, peers, key, base);
    if (!own || !range) continue;
    ++compared;
    if (*own <= range->high * group.most && *own >= range->low / group.most) continue;
    ++odd;
    if (!text.empty()) continue;
    text =
        fmt::format("found {:g}{}; others {} have {:.3g} to {:.3g}", *figure(gpu, key),
                    base.empty() ? "" : fmt::format(", {:.3g} per {}", *own, base), group.of, range->low, range->high);
  }
  constexpr std::size_t k_enough = 2;
  return odd > 0 && odd >= std::min(compared, k_enough) ? text : "";
}

void judge_peers(const CheckedData& data, Findings& findings) {
  std::vector<std::map<std::string, Peers>> peers;
  peers.reserve(k_groups.size());
  for (const PeerGroup& group : k_groups) peers.push_back(peers_by(data.catalog, group.key));
  Ranges ranges;
  for (const Gpu& gpu : data.catalog.gpus()) {
    if (!data.is_checked(gpu)) continue;
    for_each_figure(gpu, [&](std::string_view key, double /*value*/) {
      std::string found;
      for (std::size_t i = is_of_the_board(key) ? 1 : 0; i < k_groups.size() && found.empty(); ++i) {
        found = oddity(gpu, k_groups.at(i), peers[i].at(k_groups.at(i).key(gpu)), key, ranges);
      }
      if (!found.empty()) findings.add(gpu, key, found);
    });
  }
}

/// How many peers have each figure, counted once.
class Holders {
 public:
  std::size_t count(const Peers& peers, std::string_view key) {
    const auto [at, is_new] = m_counts.try_emplace({&peers, key});
    if (is_new) {
      at->second = static_cast<std::size_t>(
          std::count_if(peers.begin(), peers.end(), [&](const Gpu* peer) { return figure(*peer, key).has_value(); }));
    }
    return at->second;
  }

 private:
  std::map<std::pair<const Peers*, std::string_view>, std::size_t> m_counts;
};

std::string vendor_key(const Gpu& gpu) { return std::string(gpu.vendor); }

/// Whether answers rest on a figure: what else is not known may be absent.
bool is_asked_for(std::string_view key) {
  constexpr auto k_asked = std::to_array<std::string_view>(
      {"memory_bandwidth_gbs", "memory_bus_bits", "fp32_tflops", "fp16_vector_tflops", "fp16_tensor_tflops",
       "fp16_tensor_fp16_accumulate_tflops", "bf16_tensor_tflops", "tf32_tensor_tflops", "int8_tops", "fp8_tflops",
       "fp4_tflops", "tensor_cores", "shader_units", "boost_clock_mhz", "tdp_w"});
  return contains(k_asked, key);
}

/// What a GPU alone lacks among its peers; it needs enough of them.
void add_missing(const Gpu& gpu, const Peers& peers, Holders& holders, std::vector<std::string>& missing) {
  if (peers.size() <= k_fewest_peers) return;
  const Gpu& other = peers.front() == &gpu ? *peers[1] : *peers.front();
  for_each_figure(other, [&](std::string_view key, double /*value*/) {
    if (figure(gpu, key) || !is_asked_for(key)) return;
    if (contains(missing, key)) return;
    if (holders.count(peers, key) == peers.size() - 1) missing.emplace_back(key);
  });
}

void judge_missing(const CheckedData& data, Findings& findings) {
  const auto by_line = peers_by(data.catalog, line_and_architecture_key);
  const auto by_vendor = peers_by(data.catalog, vendor_key);
  Holders holders;
  for (const Gpu& gpu : data.catalog.gpus()) {
    if (!data.is_checked(gpu)) continue;
    std::vector<std::string> missing;
    add_missing(gpu, by_line.at(line_and_architecture_key(gpu)), holders, missing);
    add_missing(gpu, by_vendor.at(vendor_key(gpu)), holders, missing);
    if (missing.empty()) continue;
    findings.add(gpu, "",
                 fmt::format("no {}; all others of its line and architecture, or of its vendor, have one",
                             enumeration(missing, "or")));
  }
}

/// A word of a record, and who shares it.
struct SharedWord {
  std::string_view key;
  std::string (*group)(const Gpu& gpu);
  std::string (*word)(const Gpu& gpu);
};

constexpr auto k_words = std::to_array<SharedWord>({
    {"vendor", product_line, [](const Gpu& gpu) { return std::string(gpu.vendor); }},
    {"segment", line_and_architecture_key, [](const Gpu& gpu) { return std::string(enum_name(gpu.segment)); }},
    {"cooling", line_and_architecture_key,
     [](const Gpu& gpu) { return gpu.cooling ? std::string(enum_name(*gpu.cooling)) : std::string(); }},
    {"pcie_gen", line_and_architecture_key, [](const Gpu& gpu) { return std::string(gpu.pcie_gen); }},
    {"fp32_dual_issue", line_and_architecture_key,
     [](const Gpu& gpu) { return std::string(gpu.fp32_dual_issue ? "true" : "false"); }},
});

void judge_words(const CheckedData& data, Findings& findings) {
  for (const SharedWord& shared : k_words) {
    for (const auto& [line, peers] : peers_by(data.catalog, shared.group)) {
      if (peers.size() <= k_fewest_peers) continue;
      std::map<std::string, std::size_t> counts;
      for (const Gpu* gpu : peers) ++counts[shared.word(*gpu)];
      for (const Gpu* gpu : peers) {
        const std::string own = shared.word(*gpu);
        const std::string usual = shared.word(peers.front() == gpu ? *peers[1] : *peers.front());
        const bool is_alone = own != usual && counts.at(usual) == peers.size() - 1;
        if (!is_alone || own.empty() || usual.empty() || !data.is_checked(*gpu)) continue;
        findings.add(*gpu, shared.key,
                     fmt::format(R"(found "{}"; all {} others of its line have "{}")", own, peers.size() - 1, usual));
      }
    }
  }
}

constexpr auto k_peer_rules = std::to_array<Rule>({
    {"unlike-peers", Severity::warning, "A figure is unlike those of all products akin",
     "Figures are divided by the FP32 rate or the bandwidth, and compared with those of at least four others: of the "
     "same architecture (twice beyond all of them is unusual), of the same product line (3 times), of the vendor and "
     "segment (4 times). What is cut down for an export rule is unusual and true: that is an exception.",
     judge_peers, true},
    {"figure-missing", Severity::warning, "A figure is missing that all products akin have",
     "All others of a product line and architecture, or of a vendor, at least four, have the figure, and "
     "answers rest on it: without, the product drops out of them.",
     judge_missing, true},
    {"unlike-its-line", Severity::warning, "A product is classified unlike all others of its line",
     "All others of a product line, at least four, have the same vendor, and those of one architecture the same "
     "segment, "
     "cooling, PCI Express generation and way to count FP32. One that differs is mostly a slip of the line.",
     judge_words, true},
});

}  // namespace

std::span<const Rule> peer_rules() { return k_peer_rules; }

}  // namespace gpuadvisor
