#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>

#include "gpuadvisor/catalog/feature.hpp"
#include "gpuadvisor/catalog/field.hpp"
#include "gpuadvisor/catalog/gpu.hpp"
#include "gpuadvisor/core/date.hpp"
#include "gpuadvisor/core/enum_names.hpp"

namespace gpuadvisor {

/// One edition of a published buying guide.
struct Guide {
  std::string_view id;     // "dettmers-2019-04"
  std::string_view title;  // in few words, with its date: "Dettmers, April 2019"
  std::string_view author;
  std::optional<PartialDate> date;  // of the edition
  std::string_view covers;          // how much of it is at hand, where that is not all
  std::string_view note;
  std::string_view source;
};

template <>
inline constexpr auto k_fields<Guide> = std::tuple{
    required("id", &Guide::id),         required("title", &Guide::title),   required("author", &Guide::author),
    optional("date", &Guide::date),     optional("covers", &Guide::covers), optional("note", &Guide::note),
    required("source", &Guide::source),
};

/// An entry of a guide's change log.
struct GuideUpdate {
  std::string_view guide;
  PartialDate date;
  std::string_view change;
  std::span<const std::string_view> gpus;  // that it added or dropped
  std::string_view source;
};

template <>
inline constexpr auto k_fields<GuideUpdate> = std::tuple{
    required("guide", &GuideUpdate::guide),   required("date", &GuideUpdate::date),
    required("change", &GuideUpdate::change), optional("gpus", &GuideUpdate::gpus),
    required("source", &GuideUpdate::source),
};

/// What a rule of a guide is about.
enum class RuleTopic : unsigned char {
  priority,
  memory,
  precision,
  feature,
  performance,
  value,
  several_gpus,
  heat,
  power,
  host,
  cloud,
  free,
  vendor,
  upgrade,
  selection,
  cluster,
  benchmark,
};

template <>
inline constexpr auto k_enum_names<RuleTopic> = std::to_array<std::string_view>(
    {"priority", "memory", "precision", "feature", "performance", "value", "several-gpus", "heat", "power", "host",
     "cloud", "free", "vendor", "upgrade", "selection", "cluster", "benchmark"});

/// What a figure means to the program, where it does not only show the figure but computes with it.
enum class FigureMeaning : unsigned char {
  fp16_memory_factor,  // what memory is worth in training at 16 bits against 32 bits: from 1 to 2
};

template <>
inline constexpr auto k_enum_names<FigureMeaning> = std::to_array<std::string_view>({"fp16-memory-factor"});

/// A number of a rule.
struct RuleFigure {
  std::string_view what;  // it is of, e.g. "memory of a 16-bit model against a 32-bit one"
  Magnitude value;        // or the lowest
  std::optional<Magnitude> to;
  std::string_view unit;  // empty for a plain number
  std::optional<FigureMeaning> means;
};

template <>
inline constexpr auto k_fields<RuleFigure> = std::tuple{
    required("what", &RuleFigure::what), required("value", &RuleFigure::value), optional("to", &RuleFigure::to),
    optional("unit", &RuleFigure::unit), optional("means", &RuleFigure::means),
};

/// A statement of a guide, in our words.
struct GuideRule {
  std::string_view guide;
  std::string_view id;  // unique within the guide
  RuleTopic topic = RuleTopic::selection;
  std::string_view says;
  std::span<const RuleFigure> figures;
  std::span<const std::string_view> steps;      // in order, where it is a list
  std::span<const std::string_view> gpus;       // that it is about
  std::span<const std::string_view> workloads;  // that it is for; empty: any
  std::optional<int> count_from;                // GPUs of a build that it is for; absent: any number
  std::optional<int> count_to;
  bool parallel = false;           // about one training on several GPUs, not about experiments side by side
  std::optional<Cooling> cooling;  // of the cards that it is about; absent: any
  std::string_view note;           // how we read it, where the guide is unclear or others differ
  std::string_view source;
};

template <>
inline constexpr auto k_fields<GuideRule> = std::tuple{
    required("guide", &GuideRule::guide),
    required("id", &GuideRule::id),
    required("topic", &GuideRule::topic),
    required("says", &GuideRule::says),
    optional("figures", &GuideRule::figures),
    optional("steps", &GuideRule::steps),
    optional("gpus", &GuideRule::gpus),
    optional("workloads", &GuideRule::workloads),
    optional("count_from", &GuideRule::count_from),
    optional("count_to", &GuideRule::count_to),
    optional("parallel", &GuideRule::parallel),
    optional("cooling", &GuideRule::cooling),
    optional("note", &GuideRule::note),
    required("source", &GuideRule::source),
};

/// What a guide says against buying some GPUs: a warning, which only kinds of buyers take for more (PersonaType).
struct Avoidance {
  std::string_view guide;
  std::string_view id;                     // unique within the guide
  std::string_view what;                   // "any Tesla"
  std::string_view names;                  // pattern of the names it is about (catalog/name_pattern.hpp); empty: `gpus`
  std::span<const std::string_view> gpus;  // ids; both empty: something that no catalog tells, like a maker's edition
  std::string_view reason;                 // a sentence without its full stop
  std::string_view unless;                 // who may buy it all the same, in the guide's view
  std::string_view source;
};

template <>
inline constexpr auto k_fields<Avoidance> = std::tuple{
    required("guide", &Avoidance::guide),   required("id", &Avoidance::id),
    required("what", &Avoidance::what),     optional("names", &Avoidance::names),
    optional("gpus", &Avoidance::gpus),     required("reason", &Avoidance::reason),
    optional("unless", &Avoidance::unless), required("source", &Avoidance::source),
};

/// How one GPU compares with another, as a guide has it.
struct GuideRatio {
  std::string_view guide;
  std::string_view id;
  std::string_view gpu;
  std::string_view over;      // the other GPU
  std::string_view of;        // "speed" or "value": speed per dollar
  std::string_view workload;  // id; empty: the guide names none
  Magnitude ratio;            // or the lowest
  std::optional<Magnitude> to;
  bool at_least = false;  // the guide says "more than"
  std::string_view says;  // what it is of, e.g. "8-bit inference"
  std::string_view source;
};

template <>
inline constexpr auto k_fields<GuideRatio> = std::tuple{
    required("guide", &GuideRatio::guide),
    required("id", &GuideRatio::id),
    required("gpu", &GuideRatio::gpu),
    required("over", &GuideRatio::over),
    required("of", &GuideRatio::of),
    optional("workload", &GuideRatio::workload),
    required("ratio", &GuideRatio::ratio),
    optional("to", &GuideRatio::to),
    optional("at_least", &GuideRatio::at_least),
    required("says", &GuideRatio::says),
    required("source", &GuideRatio::source),
};

/// When an owner should keep what he has, as a guide has it.
struct UpgradeRule {
  std::string_view guide;
  std::string_view id;
  std::string_view owned;            // id of the least GPU that it is worth keeping
  std::string_view except_workload;  // id of a workload for which an upgrade pays all the same; empty: none
  std::string_view except_when;      // of that workload: "the networks are large"
  std::string_view says;
  std::string_view source;
};

template <>
inline constexpr auto k_fields<UpgradeRule> = std::tuple{
    required("guide", &UpgradeRule::guide),
    required("id", &UpgradeRule::id),
    required("owned", &UpgradeRule::owned),
    optional("except_workload", &UpgradeRule::except_workload),
    optional("except_when", &UpgradeRule::except_when),
    required("says", &UpgradeRule::says),
    required("source", &UpgradeRule::source),
};

}  // namespace gpuadvisor
