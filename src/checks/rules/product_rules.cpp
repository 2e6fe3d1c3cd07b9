#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/contains.hpp"
#include "core/text.hpp"
#include "figure_list.hpp"
#include "rule_groups.hpp"

namespace gpuadvisor {
namespace {

/// A name in lower case without sizes of memory ("16GB", "16 GB") and without the words in `left_out`.
std::string bare_name(std::string_view name, std::span<const std::string_view> left_out = {}) {
  const std::string lower = lower_case(name);
  std::vector<std::string_view> words;
  for (const auto word : split(lower, ' ')) {
    if (word.empty() || contains(left_out, word)) continue;
    const bool is_size = word.ends_with("gb") && word.find_first_not_of("0123456789") == word.size() - 2;
    if (word == "gb" && !words.empty()) words.pop_back();
    if (!is_size) words.push_back(word);
  }
  return joined(words, " ");
}

using Group = std::vector<const Gpu*>;

/// GPUs by what `key` makes of them, in the order of the catalog.
template <class Key>
std::map<std::string, Group> grouped(const Catalog& catalog, Key key) {
  std::map<std::string, Group> groups;
  for (const Gpu& gpu : catalog.gpus()) groups[key(gpu)].push_back(&gpu);
  return groups;
}

std::string figure_text(const std::optional<double>& value) { return value ? fmt::format("{}", *value) : "-"; }

double relative_difference(double a, double b) { return std::abs(a - b) / std::max(a, b); }

/// The same for all sizes of memory of one product: the same chip on the same board; empty where that cannot be told.
std::string product_key(const Gpu& gpu) {
  if (!gpu.shader_units || !gpu.memory_bus_bits) return {};
  return fmt::format("{}\n{}\n{}\n{}\n{}", bare_name(gpu.name), enum_name(gpu.form), *gpu.shader_units, gpu.memory_type,
                     *gpu.memory_bus_bits);
}

/// Reports the first of the others that has another figure.
template <class Figure>
void judge_variant(const Gpu& gpu, const Group& others, const Figure& of, double tolerance, std::string_view field,
                   Findings& findings) {
  if (!of(gpu)) return;
  for (const Gpu* other : others) {
    if (!of(*other) || relative_difference(of(gpu)->value(), of(*other)->value()) <= tolerance) continue;
    findings.add(gpu, field,
                 fmt::format("found {:g}; {}, which differs in its memory size alone, has {:g}", of(gpu)->value(),
                             other->id, of(*other)->value()));
    return;
  }
}

void judge_variants(const CheckedData& data, Findings& findings) {
  constexpr double k_clock = 0.03;      // partners' boards aside, a product has one clock
  constexpr double k_bandwidth = 0.15;  // faster memory of the same type is sometimes put on the larger variant
  for (const auto& [key, group] : grouped(data.catalog, product_key)) {
    if (key.empty() || group.size() < 2) continue;
    for (const Gpu* gpu : group) {
      if (!data.is_checked(*gpu)) continue;
      judge_variant(
          *gpu, group, [](const Gpu& one) { return one.boost_clock; }, k_clock, "boost_clock_mhz", findings);
      judge_variant(
          *gpu, group, [](const Gpu& one) { return one.memory_bandwidth; }, k_bandwidth, "memory_bandwidth_gbs",
          findings);
    }
  }
}

bool is_named_laptop(const Gpu& gpu) {
  const std::string name = lower_case(gpu.name);
  return name.find("laptop") != std::string::npos || name.find("mobile") != std::string::npos ||
         name.ends_with(" notebook");
}

/// What a laptop part and the card that it is named after have in common.
std::string name_of_card(const Gpu& gpu) {
  constexpr auto k_laptop_words = std::to_array<std::string_view>({"laptop", "mobile", "notebook", "gpu"});
  return bare_name(gpu.name, k_laptop_words);
}

void judge_laptops(const CheckedData& data, Findings& findings) {
  constexpr double k_least_difference = 0.01;
  for (const auto& [name, group] : grouped(data.catalog, name_of_card)) {
    for (const Gpu* gpu : group) {
      if (!data.is_checked(*gpu)) continue;
      if (is_named_laptop(*gpu) && gpu->form != Form::laptop) {
        findings.add(
            *gpu, "form",
            fmt::format(R"(found "{}", expected "laptop": "{}" is a laptop part)", enum_name(gpu->form), gpu->name));
      }
      const auto is_card_of = [&](const Gpu* other) {
        return other->form != Form::laptop && other->fp32 &&
               relative_difference(gpu->fp32->value(), other->fp32->value()) <= k_least_difference;
      };
      if (gpu->form != Form::laptop || !gpu->fp32) continue;
      const auto card = std::find_if(group.begin(), group.end(), is_card_of);
      if (card == group.end()) continue;
      findings.add(*gpu, "fp32_tflops",
                   fmt::format("found {:.4g} TFLOPS, as of {}; a laptop part runs at lower clocks, mostly with fewer "
                               "units, than the card of its name",
                               gpu->fp32->value(), (*card)->id));
    }
  }
}

/// How many figures two GPUs share; nothing when they differ in one.
std::optional<int> shared_figures(const Gpu& a, const Gpu& b) {
  int shared = 0;
  bool differs = false;
  for_each_figure(a, [&](std::string_view key, double value) {
    const auto other = figure(b, key);
    if (!other) return;
    ++shared;
    differs = differs || *other != value;
  });
  return differs ? std::optional<int>() : std::optional<int>(shared);
}

/// Whether `whole` is the name `part` with words before or behind it, or that itself.
bool is_part(const std::string& part, const std::string& whole) {
  return (' ' + whole).ends_with(' ' + part) || (whole + ' ').starts_with(part + ' ');
}

bool have_near_names(const Gpu& a, const Gpu& b) {
  const std::string first = bare_name(a.name);
  const std::string second = bare_name(b.name);
  constexpr std::size_t k_slip = 2;  // letters
  if (is_part(first, second)) return true;
  const bool is_reverse =
      is_part(second, first);  // NOLINT(readability-suspicious-call-argument): either may be the part
  return is_reverse || (digits_of(first) == digits_of(second) && edit_distance(first, second) <= k_slip);
}

/// A name in lower case, without the vendor.
std::string name_without_vendor(const Gpu& gpu) {
  std::string name = lower_case(gpu.name);
  const std::string vendor = lower_case(gpu.vendor) + ' ';
  return name.starts_with(vendor) ? name.substr(vendor.size()) : name;
}

constexpr std::size_t k_most_equal = 100;  // GPUs of one name, or the same main figures: more are no products

void judge_names(const CheckedData& data, Findings& findings) {
  for (const auto& [name, group] : grouped(data.catalog, name_without_vendor)) {
    for (std::size_t i = 1; i < std::min(group.size(), k_most_equal); ++i) {
      const bool is_later_checked = data.is_checked(*group[i]);
      const Gpu& gpu = is_later_checked ? *group[i] : *group.front();
      const Gpu& other = is_later_checked ? *group.front() : *group[i];
      if (!data.is_checked(gpu)) continue;
      findings.add(gpu, "name",
                   fmt::format("found \"{}\", which is the name of {} too: expected one record, or names that tell "
                               "them apart",
                               gpu.name, other.id));
    }
  }
}

/// What two records of one product agree in for certain.
std::string main_figures(const Gpu& gpu) {
  return fmt::format("{}\n{}\n{}\n{}", enum_name(gpu.form), gpu.architecture,
                     figure_text(figure_value(gpu.memory_bandwidth)), figure_text(figure_value(gpu.fp32)));
}

void judge_twins(const CheckedData& data, Findings& findings) {
  judge_names(data, findings);
  constexpr int k_enough = 6;  // fewer may be equal by chance
  for (const auto& [figures, group] : grouped(data.catalog, main_figures)) {
    for (std::size_t i = 1; i < std::min(group.size(), k_most_equal); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const bool is_later_checked = data.is_checked(*group[i]);
        const Gpu& gpu = is_later_checked ? *group[i] : *group[j];
        const Gpu& other = is_later_checked ? *group[j] : *group[i];
        if (!is_later_checked && !data.is_checked(gpu)) continue;
        const auto shared = shared_figures(gpu, other);
        if (!shared || *shared < k_enough || !have_near_names(gpu, other)) continue;
        if (name_without_vendor(gpu) == name_without_vendor(other)) continue;  // said already
        findings.add(gpu, "id",
                     fmt::format("has the same {} figures as {} and nearly its name (\"{}\", \"{}\"): expected one "
                                 "record, with the other name as an alias",
                                 *shared, other.id, gpu.name, other.name));
        break;
      }
    }
  }
}

void judge_figures(const CheckedData& data, Findings& findings) {
  for (const Gpu& gpu : data.catalog.gpus()) {
    if (!data.is_checked(gpu)) continue;
    for_each_figure(gpu, [&](std::string_view key, double value) {
      const auto range = plausible_range(key);
      if (!range || (value >= range->low && value <= range->high)) return;
      findings.add(gpu, key,
                   fmt::format("found {:g}; products so far have {:g} to {:g}", value, range->low, range->high));
    });
    const auto& [shortest, longest] = std::tie(gpu.shortest_partner_length, gpu.longest_partner_length);
    if (!shortest || !longest || *shortest <= *longest) continue;
    findings.add(
        gpu, "shortest_partner_length_mm",
        fmt::format("found {:g}; the longest board of any maker has {:g}", shortest->value(), longest->value()));
  }
}

/// Words of a GPU that do not change, by key.
std::vector<std::pair<std::string_view, std::string>> lasting_words(const Gpu& gpu) {
  return {{"vendor", std::string(gpu.vendor)},
          {"architecture", std::string(gpu.architecture)},
          {"compute_capability", std::string(gpu.compute_capability)},
          {"form", std::string(enum_name(gpu.form))},
          {"segment", std::string(enum_name(gpu.segment))},
          {"memory_type", std::string(gpu.memory_type)},
          {"released", gpu.released ? gpu.released->text().substr(0, std::string_view("2026-01").size()) : ""}};
}

void judge_known(const CheckedData& data, Findings& findings) {
  constexpr double k_tolerance = 0.03;  // sources round, and differ by a few percent
  for (const Gpu& gpu : data.catalog.gpus()) {
    const Gpu* known = data.known.gpu(gpu.id);
    if (!data.is_checked(gpu) || known == nullptr) continue;
    for_each_figure(gpu, [&](std::string_view key, double value) {
      const auto before = figure(*known, key);
      if (!before || relative_difference(value, *before) <= k_tolerance) return;
      findings.add(gpu, key, fmt::format("found {:g}; the built-in data has {:g}", value, *before));
    });
    const auto words = lasting_words(gpu);
    const auto known_words = lasting_words(*known);
    for (std::size_t i = 0; i < words.size(); ++i) {
      const auto& [key, word] = words[i];
      const std::string& before = known_words[i].second;
      const bool is_same = word.starts_with(before) || before.starts_with(word);  // dates of another precision, too
      if (!is_same) findings.add(gpu, key, fmt::format(R"(found "{}"; the built-in data has "{}")", word, before));
    }
  }
}

constexpr auto k_product_rules = std::to_array<Rule>({
    {"variant-figures", Severity::warning, "Two sizes of memory of one product differ in more than that",
     "Products whose names differ in the size of their memory alone, with the same units, bus, type of memory and "
     "form, have the same clock, and bandwidths not far apart. A difference says that one of them carries the figures "
     "of a "
     "successor or of another form.",
     judge_variants},
    {"laptop-figures", Severity::warning, "A laptop part is not told from the card of its name",
     "A laptop part shares its name with a desktop card, but neither its power nor its clock. One that has the FP32 "
     "rate of the card was given the figures of the card; one whose form is not `laptop` competes with cards.",
     judge_laptops},
    {"same-product-twice", Severity::warning, "One product stands under two ids",
     "Two records with one name are one product, or were meant to have two; so are two with nearly the same name whose "
     "figures, at least six, are all equal. Another name of a product is an alias of its record; two records split its "
     "prices and measurements.",
     judge_twins},
    {"implausible-figure", Severity::warning, "A figure is beyond all products so far",
     "Bounds from the smallest and the largest accelerators sold since 2010, with room to either side, catch slips of "
     "the unit: memory in bytes or GiB of a cluster, power in kilowatts, a clock in GHz.",
     judge_figures},
    {"differs-from-built-in", Severity::warning, "A figure or word is not that of the built-in data",
     "The built-in data has the product under the same id, with a source for each figure, and says something else: a "
     "figure by more than 3 %, another architecture, form or segment, or another month of release. Either has it "
     "wrong; what differs on purpose belongs in the exceptions, with the reason.",
     judge_known},
});

}  // namespace

std::span<const Rule> product_rules() { return k_product_rules; }

}  // namespace gpuadvisor
