#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/text.hpp"
#include "detect_tables.hpp"
#include "detect_view.hpp"
#include "detect_words.hpp"
#include "output/memory/what_runs_view.hpp"
#include "output/phrases/data_day.hpp"
#include "output/phrases/gpu_words.hpp"
#include "output/phrases/offer_words.hpp"
#include "output/upgrade/upgrade_verdict.hpp"
#include "report/number_text.hpp"

namespace gpuadvisor {
namespace {

/// The reference card without its brand: "RTX 2080 Ti".
std::string_view reference_words(const DetectView& view) {
  std::string_view name = view.catalog.reference_name;
  constexpr std::string_view k_brand = "GeForce ";
  if (name.starts_with(k_brand)) name.remove_prefix(k_brand.size());
  return name;
}

/// All GPUs, the equal ones together: "2x RTX 3090 and a GTX 1660 Ti".
std::string all_names(const DetectAnswer& answer) {
  constexpr std::size_t k_most_kinds = 3;
  std::vector<std::pair<std::string, int>> kinds;
  for (const GpuGroup& one : answer.owned) kinds.emplace_back(brief_name(*one.gpu), one.count);
  for (const FoundGpu& one : answer.found) {
    if (one.match.gpu != nullptr) continue;
    const std::string name = found_name(one);
    const auto same = std::find_if(kinds.begin(), kinds.end(), [&](const auto& kind) { return kind.first == name; });
    if (same == kinds.end()) {
      kinds.emplace_back(name, 1);
    } else {
      ++same->second;
    }
  }
  return first_of(mapped(kinds, [](const auto& kind) { return with_article(kind.second, kind.first); }), k_most_kinds,
                  "and");
}

/// "1.22 times an RTX 2080 Ti in deep-learning training, faster than 318 of 401 others"; empty where no speed is known.
std::string standing_words(const DetectView& view) {
  const SpeedRank* const rank = view.answer.main_rank();
  if (rank == nullptr) return {};
  return fmt::format("{}{} times {} in training, faster than {} of {} others",
                     view.answer.main->count > 1 ? "each " : "", rounded(rank->performance.index),
                     with_article(1, std::string(reference_words(view))), rank->slower, rank->others);
}

std::string lead(const DetectView& view) {
  const DetectAnswer& answer = view.answer;
  const std::string standing = standing_words(view);
  const std::string have = "You have " + all_names(answer);
  if (standing.empty()) return have + '.';
  const bool is_all = answer.owned.size() == 1 && std::all_of(answer.found.begin(), answer.found.end(),
                                                              [](const FoundGpu& one) { return one.match.gpu; });
  if (is_all) return fmt::format("{}: {}.", have, standing);
  return fmt::format("{}. The {}: {}.", have, brief_name(*answer.main->gpu), standing);
}

/// What to do where the catalog knows none of them.
std::string unknown_words(const DetectAnswer& answer) {
  const FoundGpu& first = answer.found.front();
  if (first.match.kind == MatchKind::other_memory && first.device.memory) {
    const Gpu& known = *first.match.candidates.front();
    return fmt::format(
        "It has {0} GB, {1}. What fits in {0} GB: `gpuadvisor memory --memory {0}`; what to buy next, as if it were "
        "that card: `gpuadvisor upgrade {2}`.",
        memory_text(*first.device.memory), match_note(first), known.id);
  }
  const std::string_view example =
      first.match.candidates.empty() ? std::string_view("RTX 3090") : first.match.candidates.front()->id;
  return fmt::format(
      "Its name does not tell which GPU it is. If you know, name it: `gpuadvisor memory --gpu \"{0}\"`, `gpuadvisor "
      "upgrade \"{0}\"`.",
      example);
}

/// What runs a model where the GPU is divided.
std::string instance_words(const DetectAnswer& answer) {
  if (answer.instance) {
    return fmt::format("It is divided into MIG instances. A model runs in one of them, of {} GB at most:",
                       memory_text(*answer.instance->memory));
  }
  return answer.is_divided() ? "It is divided into MIG instances, which `nvidia-smi -q -x` lists with their memory."
                             : "";
}

/// What to buy next, of the main workload.
std::string next_words(const DetectView& view) {
  const auto& upgraded = view.answer.upgrade;
  if (!upgraded) return {};
  const std::vector<Warning> none;
  return upgrade_verdict(UpgradeView{view.catalog, *upgraded, none}, upgraded->main());
}

std::string tail(const DetectView& view) {
  const std::string day = data_day(view.catalog);
  return fmt::format("speed: times {}{}{}. More: `memory --gpu auto`, `upgrade auto`.",
                     with_article(1, std::string(reference_words(view))), day.empty() ? "" : "; ", day);
}

}  // namespace

Document document_of(const DetectView& view) {
  const DetectAnswer& answer = view.answer;
  Document document;
  if (answer.found.empty()) {
    document.title("No GPU was found.");
    return document.paragraph(
        "For another machine: save the output of `nvidia-smi -q -x` or `rocm-smi -a --json` there and run `gpuadvisor "
        "detect --from FILE`. What to buy: `gpuadvisor recommend`.");
  }
  if (!answer.main) {
    document.title(fmt::format("You have {}.", all_names(answer))).paragraph(unknown_words(answer));
    return document.gap().table(gpu_table(view));
  }
  document.title(lead(view)).paragraph(instance_words(answer));
  if (answer.runs) document.paragraph(what_they_run(*answer.runs));
  document.paragraph(next_words(view)).gap().table(gpu_table(view)).gap().table(rank_table(answer)).gap();
  if (answer.runs) document.paragraph(what_they_train(*answer.runs));
  return document.paragraph(tail(view));
}

}  // namespace gpuadvisor
