#include "published_rates.hpp"
#include "gpuadvisor/catalog/token_work.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace gpuadvisor {
namespace {

constexpr int k_fewest_users = 8;  // as for the index (docs/inference.md#serving)

/// For many users, in tokens that are written: some add those that were read, which says little of what users get.
bool is_served(const Measurement& row) {
  return row.batch.value_or(k_fewest_users) >= k_fewest_users && !row.setting.starts_with("input and output tokens");
}

/// The GPUs that were measured, the newest day, the highest rate.
std::tuple<int, Day, double> rank_of(std::span<const Measurement* const> by_gpu) {
  int measured = 0;
  Day newest{};
  double fastest = 0;
  for (const Measurement* row : by_gpu) {
    if (row == nullptr) continue;
    ++measured;
    newest = std::max(newest, row->published.first_day());
    fastest = std::max(fastest, row->value);
  }
  return {measured, newest, fastest};
}

}  // namespace

std::string setting_text(const Measurement& row) {
  std::vector<std::string> parts;
  if (row.batch) parts.push_back(fmt::format("{} at a time", *row.batch));
  if (!row.setting.empty()) parts.emplace_back(row.setting);
  if (row.prompt_tokens) parts.push_back(fmt::format("{} in", *row.prompt_tokens));
  if (row.output_tokens) parts.push_back(fmt::format("{} out", *row.output_tokens));
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::vector<std::vector<const Measurement*>> in_shared_settings(std::span<const std::vector<Measurement>> published) {
  using ByGpu = std::vector<const Measurement*>;
  std::map<std::string_view, std::map<std::pair<std::string_view, std::string>, ByGpu>>
      networks;  // by dataset, setting
  for (std::size_t gpu = 0; gpu < published.size(); ++gpu) {
    for (const Measurement& row : published[gpu]) {
      if (!is_served(row)) continue;
      ByGpu& by_gpu = networks[row.model][{row.dataset, setting_text(row)}];
      by_gpu.resize(published.size());
      if (by_gpu[gpu] == nullptr || row.value > by_gpu[gpu]->value) by_gpu[gpu] = &row;
    }
  }
  std::vector<ByGpu> found;
  for (const auto& [network, settings] : networks) {
    const auto best = std::max_element(settings.begin(), settings.end(), [](const auto& a, const auto& b) {
      return rank_of(a.second) < rank_of(b.second);
    });
    if (std::get<0>(rank_of(best->second)) > 1) found.push_back(best->second);
  }
  return found;
}

std::vector<const Measurement*> fastest_served(std::span<const Measurement> published) {
  std::map<std::string_view, const Measurement*> fastest;
  for (const Measurement& row : published) {
    if (row.workload != k_serving_workload || !is_served(row)) continue;
    const Measurement*& best = fastest[row.model];
    if (best == nullptr || row.value > best->value) best = &row;
  }
  std::vector<const Measurement*> found;
  found.reserve(fastest.size());
  for (const auto& [network, best] : fastest) found.push_back(best);
  return found;
}

}  // namespace gpuadvisor
