#include "help_groups.hpp"

#include <algorithm>
#include <array>

#include "advice/request/constraint.hpp"
#include "core/contains.hpp"
#include "core/text.hpp"

namespace gpuadvisor::cli {
namespace {

constexpr std::string_view k_own_group = "Options";
constexpr std::string_view k_limits = "Limits";  // with the options of all constraints

struct Group {
  std::string_view title;
  std::string_view names;  // between blanks
};

constexpr auto k_groups = std::to_array<Group>({
    {"What for",
     "workload model own task users requests-per-second tokens-per-second time-to-first-token count precision images "
     "sequences tokens "
     "epochs large"},
    {"The model and how it runs",
     "batch context prompt-tokens answer-tokens quant kv optimizer checkpointing eager-attention zero rank targets "
     "chunked-loss "
     "offload engine ram ram-kind "
     "ram-channels image frames params active layers heads kv-heads head-dim ffn vocab gated"},
    {k_limits, "fp16-factor memory gpu-memory-share"},
    {"Ranking", "rank-by evidence priority weights old-after unusable-after list-price-for"},
    {"Owning and renting",
     "include-rent kwh hours-per-day use years months days region system-cost system-power pue resale-loss no-resale "
     "interest emit emit-name"},
    {"Your prices and currency", "my-price prices currency rate tax"},
    {"Output", "format fields limit plot no-header color explain output quiet"},
    {"Data", "scores data catalog overlay catalog-only as-of"},
});

/// What most people use first; then the options of the command alone, and all others.
constexpr std::string_view k_in_short_help =
    "workload budget model gpu min-memory condition count rank-by include-rent psu task context quant compare against "
    "guide persona answers provider hours-per-day years explain format as-of limit my-price";

bool has(std::string_view names, std::string_view name) {
  const auto each = split(names, ' ');
  return contains(each, name);
}

}  // namespace

std::vector<std::string_view> help_titles() {
  std::vector<std::string_view> titles = {k_own_group};
  for (const Group& group : k_groups) titles.push_back(group.title);
  return titles;
}

std::string_view help_group(std::string_view name) {
  const auto* const at =
      std::find_if(k_groups.begin(), k_groups.end(), [name](const Group& group) { return has(group.names, name); });
  if (at != k_groups.end()) return at->title;
  const auto all = constraints();
  const bool is_limit =
      std::any_of(all.begin(), all.end(), [name](const Constraint& one) { return has(one.option, name); });
  return is_limit ? k_limits : k_own_group;
}

std::size_t short_help_rank(std::string_view name) {
  const auto names = split(k_in_short_help, ' ');
  const auto at = std::find(names.begin(), names.end(), name);
  const auto rank = static_cast<std::size_t>(at - names.begin());
  return at != names.end() || help_group(name) == k_own_group ? rank : names.size() + 1;
}

}  // namespace gpuadvisor::cli
