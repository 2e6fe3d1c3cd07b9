#include "filter_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <set>
#include <tuple>

#include "advice/compare/gpu_feature.hpp"
#include "advice/request/board_constraints.hpp"
#include "advice/request/form_group.hpp"
#include "catalog/lookup/name_pattern.hpp"
#include "cli/session.hpp"
#include "core/contains.hpp"
#include "core/glob.hpp"
#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "gpuadvisor/catalog/guide.hpp"
#include "gpuadvisor/core/error.hpp"
#include "named_value.hpp"
#include "range_option.hpp"

namespace gpuadvisor::cli {
namespace {

/// The condition wanted; none for any.
std::optional<Condition> condition_from(std::string_view option, std::string_view name) {
  constexpr auto k_choices = std::to_array<std::string_view>({"new", "used", "any"});
  const std::string wanted = lower_case(name);
  if (!std::count(k_choices.begin(), k_choices.end(), wanted)) refuse(option, name, k_choices);
  return enum_from_name<Condition>(wanted);
}

/// Those of a FormGroup and of a Form, and "any".
std::vector<std::string_view> form_names() {
  std::vector<std::string_view> known(k_enum_names<FormGroup>.begin(), k_enum_names<FormGroup>.end());
  std::copy_if(k_enum_names<Form>.begin(), k_enum_names<Form>.end(), std::back_inserter(known),
               [&](std::string_view form) { return !contains(known, form); });
  known.emplace_back("any");
  return known;
}

std::string form_from(std::string_view option, std::string_view name) {
  const auto known = form_names();
  std::string wanted = lower_case(name);
  if (!contains(known, wanted)) refuse(option, name, known);
  return wanted;
}

/// Makes an option's text the figure that its limit is.
template <auto part>
auto figure_from(const FigureOption<part>& figure) {
  using Figure = typename std::decay_t<decltype(std::declval<Request>().*part)>::value_type;
  return [&figure](std::string_view option, std::string_view text) {
    if constexpr (std::is_integral_v<Figure>) {
      return static_cast<Figure>(whole_number(option, text, 1, figure.most));
    } else {
      return Figure{positive_number(option, text, figure.unit)};
    }
  };
}

/// "24" or "12@fp32".
AskedMemory memory_from(std::string_view option, std::string_view text) {
  const auto at = text.find('@');
  const auto memory = number_from(text.substr(0, at), "GB");
  if (at == std::string_view::npos) return {Gibibytes{memory == 0 ? 0 : positive_number(option, text, "GB")}};
  if (memory && *memory > 0 && lower_case(text.substr(at + 1)) == "fp32") return {Gibibytes{*memory}, true};
  throw UsageError(
      fmt::format("{}: expected a positive number in GB, or one like 12@fp32 that is known for 32 bits, found \"{}\"",
                  option, printable(text)));
}

double fp16_factor_from(std::string_view option, std::string_view text) {
  const auto factor = number_from(text);
  if (factor && *factor >= k_least_fp16_factor && *factor <= k_most_fp16_factor) return *factor;
  throw UsageError(
      fmt::format("{}: expected a number from {} (16 bits save nothing) to {} (half the memory), found \"{}\"", option,
                  k_least_fp16_factor, k_most_fp16_factor, printable(text)));
}

/// A need in 32 bits, counted for `precision`.
NeedIn32Bits need_of(Gibibytes memory, std::optional<double> factor, ScorePrecision precision, const Catalog& catalog) {
  NeedIn32Bits need{memory, factor, fp16_memory_rule(catalog), factor.has_value()};
  if (need.rule != nullptr) need.guide = catalog.guide(need.rule->guide);
  if (precision == ScorePrecision::fp32) {
    if (need.factor) {
      throw UsageError("--fp16-factor and --precision fp32 exclude each other: in 32 bits all of the memory is wanted");
    }
    return need;
  }
  if (!need.factor && need.rule == nullptr) {
    throw UsageError(fmt::format(
        "--min-memory {}@fp32: no guide{} says how much 16 bits save; give --fp16-factor {} to {}, or --precision fp32",
        memory.value(), catalog.as_of() ? " by " + text(*catalog.as_of()) : "", k_least_fp16_factor,
        k_most_fp16_factor));
  }
  if (!need.factor) need.factor = fp16_memory_factor(*need.rule);
  return need;
}

/// The GPUs that a pattern stands for. One that was or will be sold on another day is no unknown name.
std::vector<const Gpu*> gpus_called(std::string_view option, std::string_view pattern, const Catalog& catalog) {
  if (pattern.empty() || (has_wildcard(pattern) && !Glob::parse(pattern))) {
    throw UsageError(fmt::format(
        "{}: expected names or patterns like \"rtx 30*\", with at most {} characters beside \"*\" and their brackets "
        "closed, found \"{}\"",
        option, Glob::k_longest, printable(pattern)));
  }
  PatternMatch match = find_by_pattern(catalog, pattern);
  if (!match.gpus.empty() || !find_by_pattern(embedded_catalog(), pattern).gpus.empty()) return match.gpus;
  throw UsageError(fmt::format("{}: no GPU is called \"{}\"{}", option, printable(pattern),
                               match.nearest ? fmt::format(", did you mean \"{}\"?", printable(*match.nearest)) : ""));
}

/// Null when none are named.
std::shared_ptr<const NamedGpus> gpus_from(std::string_view option, const std::vector<std::string>& patterns,
                                           const Catalog& catalog) {
  constexpr std::size_t k_most_patterns = 100;  // each takes a look at every name
  if (patterns.empty()) return nullptr;
  if (patterns.size() > k_most_patterns) {
    throw UsageError(fmt::format("{}: expected at most {} names and patterns", option, k_most_patterns));
  }
  auto named = std::make_shared<NamedGpus>();
  for (const auto& pattern : patterns) named->add(pattern, gpus_called(option, pattern, catalog));
  return named;
}

/// The ids of the features that are named, each once. Throws UsageError.
std::vector<std::string> features_from(const std::vector<std::string>& names, const Catalog& catalog) {
  std::vector<std::string> ids;
  for (const auto& name : names) {
    std::string id(require_feature(catalog, name).id);
    if (!contains(ids, id)) ids.push_back(std::move(id));
  }
  return ids;
}

/// A limit and a range of one figure that nothing can be within are a slip.
[[noreturn]] void refuse_both(std::string_view limit, std::string_view range) {
  throw UsageError(fmt::format("{} and {} exclude each other: nothing is within both", limit, range));
}

}  // namespace

std::vector<std::string> vendors_from(const std::vector<std::string>& names, const Catalog& catalog) {
  if (names.empty()) return {};
  std::set<std::string_view> vendors;
  for (const Gpu& gpu : embedded_catalog().gpus()) vendors.insert(gpu.vendor);  // of all times
  for (const Gpu& gpu : catalog.gpus()) vendors.insert(gpu.vendor);
  std::vector<std::string> found;
  for (const auto& name : names) {
    const std::string wanted = lower_case(name);
    const auto before = found.size();
    for (const auto vendor : vendors) {
      if (lower_case(vendor) == wanted) found.emplace_back(vendor);
    }
    if (found.size() == before) refuse("--vendor", name, std::vector(vendors.begin(), vendors.end()));
  }
  return found;
}

void FilterOptions::add_to(OptionParser& parser) {
  parser.add("-b,--budget", budget, "USD", "Maximum price, like 500, 1.5k or 800eur", asked_money);
  parser.add("--price", asked.price, "FROM..TO", "Only prices in this range, like 300..800", price_range);
  parser.add("-m,--min-memory", min_memory, "GB", "Minimum of one GPU (0: any); 12@fp32: for 32 bits", memory_from);
  parser.add("--fp16-factor", fp16_factor, "X", "With 12@fp32: what 16 bits save, from 1 (nothing) to 2 (half)",
             fp16_factor_from);
  parser.add("--memory", asked.memory, "FROM..TO", "Only memory sizes like 16..48, 24.. or 12 GB", memory_range);
  parser.add("--condition", asked.condition, "CONDITION", "new, used or any (the default)",
             offering({"new", "used", "any"}, condition_from));
  parser.add_list("--vendor", vendors, "VENDOR,...", "Only these vendors");
  parser.add_list("--segment", asked.segments, "A,B", "consumer, workstation, datacenter, unified, cloud",
                  named<Segment>);
  parser.add_list("--only", only, "GPU,...", "Only these GPUs: names, or patterns like \"rtx 30*\"");
  parser.add_list("--exclude", exclude, "GPU,...", "Leave out these GPUs, like \"*laptop*\"");
  parser.add("--released", asked.released, "FROM..TO", "Only GPUs of these dates, like 2022..2024-06", date_range);
  parser.add("--max-power", asked.max_power, "W", "Maximum board power, in watts", watts);
  parser.add("--power", asked.power, "FROM..TO", "Only board power in this range, like 100..300 W", power_range);
  const auto add = [&](const auto& option) {
    parser.add(option.name, asked.*option.k_part, option.type, option.help, figure_from(option));
  };
  std::apply([&](const auto&... option) { (add(option), ...); }, k_figure_options);
  parser.add_list("--cooling", asked.cooling, "A,B", "open-air, blower, passive, liquid", named<Cooling>);
  parser.add_list("--form", forms, "A,B", "card, passive, module, laptop, machine, any",
                  offering(form_names(), form_from));
  parser.add("--deployment", asked.deployment, "WHERE", "Where it runs: desktop or datacenter", named<Deployment>);
  parser.add("--compute-capability", asked.compute_capability, "A..B",
             "Only NVIDIA GPUs of this compute capability, like 8.6 or 8.0..8.9", capability_range);
  parser.add_list("--feature", features, "FEATURE,...", "Only GPUs with all these features, like bf16,fp8");
  parser.add("--support", asked.support, "SOFTWARE", "Software it must run: cuda, rocm, current (of any vendor) or any",
             named<Support>);
}

RunsOn FilterOptions::runs_on() const {
  return asked.deployment == Deployment::datacenter ? RunsOn::servers : RunsOn::own_cards;
}

Request FilterOptions::request(const Session& session, ScorePrecision precision) const {
  Request request = asked;
  request.precision = precision;
  apply_memory(request, session.catalog());
  apply_prices(request, session);
  if (request.max_power && request.power && request.power->from > request.max_power) {
    refuse_both("--max-power", "--power");
  }
  apply_names(request, session.catalog());
  return request;
}

void FilterOptions::apply_prices(Request& request, const Session& session) const {
  if (budget) request.budget = session.usd("--budget", *budget);
  if (request.price) {
    for (auto* end : {&request.price->from, &request.price->to}) {
      if (*end) *end = session.usd("--price", {(*end)->value(), {}});
    }
  }
  if (request.budget && request.price && request.price->from > request.budget) refuse_both("--budget", "--price");
}

void FilterOptions::apply_memory(Request& request, const Catalog& catalog) const {
  const bool is_need = min_memory && min_memory->in_32_bits;
  if (fp16_factor && !is_need) {
    throw UsageError("--fp16-factor needs --min-memory with a need at 32 bits, like 12@fp32");
  }
  if (is_need) {
    request.need = need_of(min_memory->memory, fp16_factor, request.precision, catalog);
    request.min_memory = memory_on_card(*request.need);
  } else if (min_memory) {
    request.min_memory = min_memory->memory;
  }
  const auto most_memory = request.memory ? request.memory->to : std::nullopt;
  if (most_memory && request.min_memory > most_memory) refuse_both("--min-memory", "--memory");
}

void FilterOptions::apply_names(Request& request, const Catalog& catalog) const {
  request.vendors = vendors_from(vendors, catalog);
  request.only = gpus_from("--only", only, catalog);
  request.exclude = gpus_from("--exclude", exclude, catalog);
  request.features = features_from(features, catalog);
  const bool takes_all = contains(forms, "any");
  if (!forms.empty()) request.forms = takes_all ? std::vector<std::string>() : forms;
}

}  // namespace gpuadvisor::cli
