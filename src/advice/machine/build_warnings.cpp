#include "build_warnings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "advice/guides/avoidance.hpp"
#include "advice/request/form_group.hpp"
#include "core/contains.hpp"
#include "core/text.hpp"
#include "formats/json.hpp"
#include "gpuadvisor/advice/software_support.hpp"

namespace gpuadvisor {
namespace {

std::string watts(Watts power) { return json_number(power.value()) + " W"; }

std::string_view without_full_stop(std::string_view sentence) {
  return sentence.ends_with('.') ? sentence.substr(0, sentence.size() - 1) : sentence;
}

std::string guide_title(std::string_view id, const Catalog& catalog) {
  const Guide* guide = catalog.guide(id);
  return std::string(guide == nullptr ? id : guide->title);
}

/// Collects the warnings of one build.
class Warner {
 public:
  Warner(const Build& build, const Catalog& catalog) : m_build(build), m_catalog(catalog) {}

  std::vector<Warning> all() {
    supply();
    power_limit();
    heat();
    slots();
    machines();
    mixed();
    pooled();
    forms();
    licence();
    memory();
    prices();
    avoided();
    return std::move(m_found);
  }

 private:
  /// Once, where several GPUs have the same warning.
  void add(std::string_view id, std::string text) {
    const auto is_same = [&](const Warning& warning) { return warning.text == text; };
    if (std::none_of(m_found.begin(), m_found.end(), is_same)) m_found.push_back({id, std::move(text)});
  }

  void supply() {
    const BuildPower& power = m_build.power;
    if (!power.need)
      return add("power-unknown", "the board power of a GPU is not known, so neither is the power supply");
    if (power.supply && power.supply->verdict == SupplyVerdict::too_small) {
      add("supply-too-small", fmt::format("a supply of {} is too small: {} are needed", watts(power.supply->supply),
                                          watts(power.need->total())));
    } else if (power.supply && power.supply->verdict == SupplyVerdict::marginal) {
      add("supply-marginal",
          fmt::format("a supply of {} is marginal: it leaves {} ({:.0f} %)", watts(power.supply->supply),
                      watts(power.supply->headroom), 100 * power.supply->share));
    } else if (power.supply && power.supply->is_below_recommended) {
      add("supply-below-recommended",
          fmt::format("a supply of {} is smaller than {}: short power peaks may shut it down",
                      watts(power.supply->supply), recommendation(*power.recommended)));
    }
  }

  /// "the 750 W that NVIDIA recommends", "the 750 W recommended for these cards (estimated)".
  static std::string recommendation(const MachineSupply& recommended) {
    const bool is_one_of_vendor = !recommended.one.is_estimated && recommended.total() == recommended.one.supply;
    if (is_one_of_vendor)
      return fmt::format("the {} that {} recommends", watts(recommended.total()), recommended.one.maker);
    return fmt::format("the {} recommended for these cards{}", watts(recommended.total()),
                       recommended.one.is_estimated ? " (estimated)" : "");
  }

  void power_limit() {
    const auto& limit = m_build.question.limit;
    if (!limit) return;
    for (const GpuGroup& part : m_build.question.parts) {
      if (speed_at_limit(*part.gpu, *limit, m_catalog)) continue;
      add("power-limit-unmeasured", fmt::format("the speed of the {} at {} is not known: no guide measured it there",
                                                short_name(*part.gpu), watts(*limit)));
    }
  }

  void heat() {
    for (const auto& [gpu, cooling, rule] : m_build.heat) {
      std::string text = fmt::format("{}{} ({})", m_build.question.spacing ? "" : "if they stand side by side: ",
                                     without_full_stop(rule->says), guide_title(rule->guide, m_catalog));
      const bool is_told = rule->advises && rule->says.find(enum_name(*rule->advises)) != std::string_view::npos;
      if (rule->advises && !is_told) text += fmt::format("; advised: {}", enum_name(*rule->advises));
      add("heat", std::move(text));
    }
  }

  void slots() {
    const auto& slots = m_build.slots;
    if (!slots || slots->fits() || m_build.count() == 1) return;
    add("slots", fmt::format("{} {} slots, but boards for {} GPUs have {}: use PCIe extenders, or cards of {} slots",
                             m_build.has_other_cooler() ? "if the cards are as wide as the reference boards, they take"
                                                        : "the cards take",
                             slots->needed, k_gpus_per_board, slots->available, k_slots_per_gpu));
  }

  void machines() {
    const int count = m_build.count();
    if (count <= k_gpus_per_board || m_build.is_of_modules()) return;
    const auto machines = m_build.machines.size();
    if (machines > 1) {
      add("beyond-one-machine",
          fmt::format(
              "{} GPUs do not fit in one ordinary machine ({}): counted as {} machines, each training on its own",
              count, k_gpus_per_board, machines));
    } else {
      add("beyond-one-machine", fmt::format("{} GPUs do not fit in one ordinary machine ({}): they need a server board",
                                            count, k_gpus_per_board));
    }
  }

  void mixed() {
    if (!m_build.is_mixed() || m_build.question.mode != BuildMode::parallel) return;
    if (m_build.is_of_several_vendors()) return mixed_vendors();
    add("mixed-models", "different GPUs: training on all of them waits for the slowest");
  }

  void mixed_vendors() {
    std::vector<std::string> stacks;
    for (const GpuGroup& part : m_build.question.parts) {
      const std::string_view platform = platform_name(*part.gpu);
      const std::string_view maker = part.gpu->name.substr(0, part.gpu->name.find(' '));
      std::string stack(platform.empty() ? maker : platform);
      if (!contains(stacks, stack)) stacks.push_back(std::move(stack));
    }
    add("mixed-vendors",
        fmt::format("{} GPUs cannot train one model together: only --mode experiments has a speed for all",
                    enumeration(stacks)));
  }

  void pooled() {
    if (m_build.question.mode != BuildMode::parallel) return;
    const auto& speeds = m_build.speeds;
    if (std::all_of(speeds.begin(), speeds.end(), [](const BuildSpeed& speed) { return speed.is_vendor_measured; })) {
      return;
    }
    add("other-vendor", "the speed-ups were measured on another vendor's GPUs: none are known for these");
  }

  void forms() {
    for (const GpuGroup& part : m_build.question.parts) {
      const std::string remark = form_remark(*part.gpu);
      if (!remark.empty()) add("form", fmt::format("{}: {}", short_name(*part.gpu), remark));
    }
  }

  void licence() {
    if (m_build.question.deployment != Deployment::datacenter) return;
    for (const DeploymentRule* rule : m_build.licence) add("policy-risk", fmt::format("licence risk: {}", rule->terms));
  }

  void memory() {
    if (m_build.count() == 1 || !m_build.memory) return;
    add("memory-per-gpu", fmt::format("memory does not add up: a model must fit in the {} GB of one GPU",
                                      json_number(m_build.memory->value())));
  }

  void prices() {
    for (const BuildPrice& price : m_build.prices) {
      for (std::size_t i = 0; i < price.each.size(); ++i) {
        const Gpu& gpu = *m_build.question.parts[i].gpu;
        for (auto& warning : price_warnings(gpu, price.each[i], m_catalog, m_build.question.price_rule)) {
          add(warning.id, fmt::format("{}, {}: {}", short_name(gpu), enum_name(price.each[i].condition), warning.text));
        }
      }
    }
  }

  void avoided() {
    for (const GpuGroup& part : m_build.question.parts) {
      for (auto& warning : avoidance_warnings(*part.gpu, m_catalog)) add(warning.id, std::move(warning.text));
    }
  }

  const Build& m_build;
  const Catalog& m_catalog;
  std::vector<Warning> m_found;
};

}  // namespace

std::vector<Warning> warnings_of(const Build& build, const Catalog& catalog) { return Warner(build, catalog).all(); }

}  // namespace gpuadvisor
