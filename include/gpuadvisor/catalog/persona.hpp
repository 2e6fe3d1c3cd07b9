#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>

#include "gpuadvisor/catalog/deployment_rule.hpp"
#include "gpuadvisor/catalog/field.hpp"
#include "gpuadvisor/catalog/gpu.hpp"
#include "gpuadvisor/catalog/price.hpp"
#include "gpuadvisor/catalog/rank_by.hpp"
#include "gpuadvisor/core/enum_names.hpp"
#include "gpuadvisor/core/quantity.hpp"

namespace gpuadvisor {

/// What is to be done with a GPU.
enum class Phase : unsigned char { prototype, training, inference };

template <>
inline constexpr auto k_enum_names<Phase> = std::to_array<std::string_view>({"prototype", "training", "inference"});

/// A kind of buyer, as a request that the engine can answer on any day. It names no GPU and no guide. A share is of the
/// GPUs on sale that day which the rest of the request lets through (docs/guides.md#personas).
struct PersonaType {
  std::string_view id;     // "kaggle"
  std::string_view title;  // "Kaggle competitions"
  std::string_view workload;
  std::optional<Usd> budget;            // for one GPU: a figure that a guide states, or
  std::optional<double> budget_share;   // what this share of the GPUs on sale (0 to 1) costs at most; neither: none
  std::optional<Gibibytes> min_memory;  // besides the workload's floor of the day, or
  std::optional<double> memory_share;   // what this share of the GPUs on sale has at most
  RankBy rank_by = RankBy::performance;
  std::optional<Condition> condition;
  std::optional<Segment> segment;        // products of this one only
  std::optional<Deployment> deployment;  // where the GPU is to run
  bool wants_advised_memory = false;     // that of the workload's floor, where something within the budget has it
  bool heeds_avoidances = false;         // leaves out what guides had advised individuals against by that day
  std::optional<Phase> phase;
  std::optional<int> count;  // GPUs; absent: 1
  bool buys_last = false;    // what is free, and renting, come first
  bool buys_none = false;    // not a matter of buying a GPU: rent, borrow, read on
  std::string_view reason;   // why this request stands for that buyer
  std::string_view source;   // of a figure that a guide states
};

template <>
inline constexpr auto k_fields<PersonaType> = std::tuple{
    required("id", &PersonaType::id),
    required("title", &PersonaType::title),
    required("workload", &PersonaType::workload),
    optional("budget_usd", &PersonaType::budget),
    optional("budget_share", &PersonaType::budget_share),
    optional("min_memory_gb", &PersonaType::min_memory),
    optional("memory_share", &PersonaType::memory_share),
    required("rank_by", &PersonaType::rank_by),
    optional("condition", &PersonaType::condition),
    optional("segment", &PersonaType::segment),
    optional("deployment", &PersonaType::deployment),
    optional("advised_memory", &PersonaType::wants_advised_memory),
    optional("heeds_avoidances", &PersonaType::heeds_avoidances),
    optional("phase", &PersonaType::phase),
    optional("count", &PersonaType::count),
    optional("buys_last", &PersonaType::buys_last),
    optional("buys_none", &PersonaType::buys_none),
    required("reason", &PersonaType::reason),
    optional("source", &PersonaType::source),
};

/// Why a guide names a GPU.
enum class PickRole : unsigned char { primary, alternative, prototype, training };

template <>
inline constexpr auto k_enum_names<PickRole> = std::to_array<std::string_view>({"primary", "alternative", "prototype",
                                                                                "training"});

/// A GPU that a guide names for a persona.
struct PersonaPick {
  std::string_view gpu;
  std::optional<int> count;  // absent: 1
  PickRole role = PickRole::primary;
  std::optional<Condition> condition;  // absent: the guide does not say
  std::optional<double> share;         // of the GPUs or the budget, 0 to 1, where several share it; or the lowest
  std::optional<double> share_to;
  std::string_view note;
};

template <>
inline constexpr auto k_fields<PersonaPick> = std::tuple{
    required("gpu", &PersonaPick::gpu),     optional("count", &PersonaPick::count),
    required("role", &PersonaPick::role),   optional("condition", &PersonaPick::condition),
    optional("share", &PersonaPick::share), optional("share_to", &PersonaPick::share_to),
    optional("note", &PersonaPick::note),
};

/// What to do later on.
struct NextStep {
  int after_months = 0;  // or the earliest
  std::optional<int> to_months;
  std::string_view action;
};

template <>
inline constexpr auto k_fields<NextStep> = std::tuple{
    required("after_months", &NextStep::after_months),
    optional("to_months", &NextStep::to_months),
    required("action", &NextStep::action),
};

/// A buyer whom a guide advises, in the guide's order, and what it names for him.
struct Persona {
  std::string_view guide;
  std::string_view id;                          // unique within the guide
  std::string_view title;                       // in our words
  std::string_view type;                        // id of a PersonaType; empty: none asks the same
  bool tldr = false;                            // a row of the guide's short list
  std::span<const PersonaPick> picks;           // the first-named first; empty: no card
  std::span<const std::string_view> fallbacks;  // ids of what else: "google-colab", "aws-gpu", "cpu"
  std::optional<Usd> budget;                    // that the guide states, or the lowest
  std::optional<Usd> budget_to;
  std::string_view budget_text;    // as stated, where it carries no currency
  std::optional<Cooling> cooling;  // that it asks for
  std::string_view precision;      // "fp16"
  std::span<const NextStep> next_steps;
  std::string_view advice;
  std::string_view source;
};

template <>
inline constexpr auto k_fields<Persona> = std::tuple{
    required("guide", &Persona::guide),
    required("id", &Persona::id),
    required("title", &Persona::title),
    optional("type", &Persona::type),
    optional("tldr", &Persona::tldr),
    optional("picks", &Persona::picks),
    optional("fallbacks", &Persona::fallbacks),
    optional("budget_usd", &Persona::budget),
    optional("budget_to_usd", &Persona::budget_to),
    optional("budget_text", &Persona::budget_text),
    optional("cooling", &Persona::cooling),
    optional("precision", &Persona::precision),
    optional("next_steps", &Persona::next_steps),
    required("advice", &Persona::advice),
    required("source", &Persona::source),
};

}  // namespace gpuadvisor
