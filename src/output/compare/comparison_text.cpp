#include "comparison_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "advice/guides/guide_name.hpp"
#include "core/text.hpp"
#include "formats/json.hpp"
#include "gpuadvisor/catalog/guide.hpp"
#include "gpuadvisor/core/money.hpp"
#include "output/phrases/figure_words.hpp"
#include "output/phrases/gpu_words.hpp"
#include "output/phrases/offer_words.hpp"
#include "output/recommend/rival_text.hpp"
#include "report/number_text.hpp"

namespace gpuadvisor {
namespace {

using Places = std::vector<std::size_t>;  // of GPUs in the comparison

/// Puts a comparison into words.
class Narrator {
 public:
  explicit Narrator(const ComparisonView& view) : m_view(view), m_gpus(view.comparison.gpus) {}

  [[nodiscard]] std::string speed(const WorkloadVerdict& verdict) const {
    const std::string_view subject = verdict.speed_kind == SpeedKind::index ? "Speed" : "Score, a ranking, not a speed";
    return standing(subject, verdict.speed, [this](std::size_t gpu) { return the(gpu); });
  }

  /// Of which GPUs there is nothing to compare for a workload.
  [[nodiscard]] std::string missing(const WorkloadVerdict& verdict, std::size_t workload) const {
    const Places unknown = gpus_where([workload](const ComparedGpu& gpu) { return !gpu.figures[workload].speed; });
    if (unknown.empty()) return {};
    return fmt::format("The {} of {} is not known.", speed_word(verdict.speed_kind), names(unknown));
  }

  [[nodiscard]] std::string efficiency(const WorkloadVerdict& verdict) const {
    return standing(verdict.speed_kind == SpeedKind::index ? "Speed per watt" : "Score per watt", verdict.efficiency,
                    [this](std::size_t gpu) { return the(gpu); });
  }

  [[nodiscard]] std::string value(const WorkloadVerdict& verdict, std::size_t workload) const {
    const std::string_view subject = verdict.speed_kind == SpeedKind::index ? "Speed per dollar" : "Score per dollar";
    std::string text = standing(subject, verdict.value, [this](std::size_t gpu) { return priced(gpu); });
    const std::string break_evens = break_evens_text(verdict.break_evens);
    if (break_evens.empty()) return text;
    if (!text.empty()) return fmt::format("{} {}", text, break_evens);
    const Places known =
        gpus_where([workload](const ComparedGpu& gpu) { return gpu.figures[workload].value.has_value(); });
    return fmt::format("{}: known only for {}. {}", subject, priced(known.front()), break_evens);
  }

  [[nodiscard]] std::string order(const WorkloadVerdict& verdict) const {
    if (!verdict.dominant) return {};
    return fmt::format("The {} scores highest whatever the weights, in the guides' order of importance.",
                       name(*verdict.dominant));
  }

  [[nodiscard]] std::string memory(const WorkloadVerdict& verdict) const {
    if (!verdict.memory_floor || verdict.below_floor.empty()) return {};
    return fmt::format("Below the minimum of {} GB for this work: {}.",
                       json_number(verdict.memory_floor->memory.value()), names(verdict.below_floor));
  }

  /// Which of the GPUs run current CUDA, where others do not.
  [[nodiscard]] std::string software() const {
    Places current;
    std::vector<std::string> others;
    for (std::size_t gpu = 0; gpu < m_gpus.size(); ++gpu) {
      const std::string remark = support_remark(*m_gpus[gpu].gpu, m_gpus[gpu].support);
      if (remark.empty()) {
        current.push_back(gpu);
      } else {
        others.push_back(fmt::format("{}: {}", the(gpu), remark));
      }
    }
    if (current.empty() || others.empty()) return {};
    return fmt::format("Only {} {} current CUDA fully; {}.", names(current), current.size() == 1 ? "runs" : "run",
                       enumeration(others));
  }

  /// What some of the GPUs have and others do not, a text each.
  [[nodiscard]] std::vector<std::string> features() const {
    std::vector<std::pair<std::array<Places, 3>, std::vector<std::string>>> groups;  // GPUs by HasFeature, features
    const auto features = m_view.comparison.features;
    for (std::size_t i = 0; i < features.size(); ++i) {
      std::array<Places, 3> places;
      for (std::size_t gpu = 0; gpu < m_gpus.size(); ++gpu) {
        places[static_cast<std::size_t>(m_gpus[gpu].features[i].has)].push_back(gpu);
      }
      if (places[0].empty() || places[1].empty()) continue;
      auto group = std::find_if(groups.begin(), groups.end(), [&](const auto& other) { return other.first == places; });
      if (group == groups.end()) group = groups.insert(groups.end(), {places, {}});
      group->second.push_back(mid_sentence(features[i].title));
    }
    std::vector<std::string> texts;
    for (const auto& [places, titles] : groups) {
      const auto& [yes, no, unknown] = places;
      texts.push_back(fmt::format("Only {} {} {}; {} {} not{}.", names(yes), yes.size() == 1 ? "has" : "have",
                                  enumeration(titles), names(no), no.size() == 1 ? "has" : "have",
                                  unknown.empty() ? "" : fmt::format(", {} may", names(unknown))));
    }
    return texts;
  }

  /// What sources dispute of the GPUs, a text for each feature.
  [[nodiscard]] std::vector<std::string> disputes() const {
    std::vector<std::string> texts;
    const auto features = m_view.comparison.features;
    for (std::size_t i = 0; i < features.size(); ++i) {
      Places places;
      const ArchitectureFeature* said = nullptr;
      for (std::size_t gpu = 0; gpu < m_gpus.size(); ++gpu) {
        const FeatureFinding& finding = m_gpus[gpu].features[i];
        if (finding.has != HasFeature::unknown || finding.said == nullptr) continue;
        said = finding.said;
        places.push_back(gpu);
      }
      if (said == nullptr) continue;
      texts.push_back(fmt::format("Sources differ on {} of {}.{}{}", mid_sentence(features[i].title), names(places),
                                  said->note.empty() ? "" : " ", said->note));
    }
    return texts;
  }

  /// What guides state of two of the GPUs, a text each, with the figures of the program beside.
  [[nodiscard]] std::vector<std::string> stated() const {
    std::vector<std::string> texts;
    for (const StatedRatio& ratio : m_view.comparison.stated) {
      texts.push_back(fmt::format("{} says: {}{} {}", guide_in_sentence(*ratio.guide), ratio.text,
                                  ratio.text.back() == '.' ? "" : ".", own_text(ratio)));
    }
    return texts;
  }

 private:
  /// "Here, in 16 bits: CNN training 1.31 (measured) and RNN training 1.27 (estimated)."
  [[nodiscard]] std::string own_text(const StatedRatio& ratio) const {
    std::vector<std::string> parts;
    for (const auto& [workload, own, basis] : ratio.own) {
      parts.push_back(
          fmt::format("{} {} ({})", workload->title, rounded(own), basis ? enum_name(*basis) : "by priority score"));
    }
    if (parts.empty()) return "Nothing else is known to compare it with.";
    const bool is_fp32 = m_view.comparison.question.precision == ScorePrecision::fp32;
    const std::string prices =
        ratio.said->of == "value" ? fmt::format(", {} and {}", priced(ratio.gpu), priced(ratio.over)) : "";
    return fmt::format("Here, in {}{}: {}.", is_fp32 ? "FP32 or TF32" : "16 bits", prices, enumeration(parts));
  }

  /// The GPUs of which something holds.
  template <class Holds>
  [[nodiscard]] Places gpus_where(Holds holds) const {
    Places found;
    for (std::size_t gpu = 0; gpu < m_gpus.size(); ++gpu) {
      if (holds(m_gpus[gpu])) found.push_back(gpu);
    }
    return found;
  }
  [[nodiscard]] std::string name(std::size_t gpu) const {
    return with_count(m_gpus[gpu].count, std::string(short_name(*m_gpus[gpu].gpu)));
  }
  [[nodiscard]] std::string the(std::size_t gpu) const { return fmt::format("the {}", name(gpu)); }
  [[nodiscard]] std::string priced(std::size_t gpu) const {
    const PriceEstimate& price = *m_gpus[gpu].price;
    return fmt::format("the {}{} at {}{}", condition_prefix(price), name(gpu), money(*m_gpus[gpu].cost()),
                       price.age == PriceAge::current ? "" : " (old price)");
  }
  [[nodiscard]] std::string names(const Places& places) const {
    std::vector<std::string> found;
    for (const std::size_t gpu : places) found.push_back(the(gpu));
    return enumeration(found);
  }

  /// At which prices others would have more than who has the most.
  [[nodiscard]] std::string break_evens_text(const std::vector<ValueBreakEven>& break_evens) const {
    std::vector<std::string> parts;
    for (const auto& [gpu, below] : break_evens) {
      const Usd most = most_below(below);
      if (most <= Usd{0}) continue;
      parts.push_back(fmt::format("{} {}{} at {} or less{}", parts.empty() ? "The" : "the", name(gpu),
                                  parts.empty() ? " would have more" : "", money(most),
                                  m_gpus[gpu].price ? "" : " (no current price is known)"));
    }
    return parts.empty() ? std::string() : enumeration(parts) + '.';
  }

  /// "1.49 times the GeForce RTX 3090 (80 %: 1.31 to 1.69)".
  template <class Name>
  [[nodiscard]] static std::string ratio(const PairwiseRatio& duel, Name described) {
    std::string text = fmt::format("{} times {}", rounded(duel.ratio.ratio), described(duel.against));
    if (duel.ratio.low) text += fmt::format(" (80 %: {} to {})", rounded(*duel.ratio.low), rounded(*duel.ratio.high));
    return text;
  }

  /// Who leads, and by how much; who is too close to call.
  template <class Name>
  [[nodiscard]] static std::string standing(std::string_view subject, const PairwiseRatios& duels, Name described) {
    std::vector<std::string> ahead;
    std::vector<std::string> close;
    for (const PairwiseRatio& duel : duels)
      (duel.call == Call::ahead ? ahead : close).push_back(ratio(duel, described));
    if (duels.empty()) return {};
    const std::string best = described(duels.front().gpu);
    if (close.empty()) return fmt::format("{}: {} leads with {}.", subject, best, enumeration(ahead));
    const std::string rest = ahead.empty() ? "" : fmt::format("; it leads with {}", enumeration(ahead));
    return fmt::format("{}: too close to call, {} has {}{}.", subject, best, enumeration(close), rest);
  }

  const ComparisonView& m_view;
  const std::vector<ComparedGpu>& m_gpus;
};

}  // namespace

std::vector<VerdictText> verdict_texts(const ComparisonView& view) {
  const Narrator narrator(view);
  const Comparison& comparison = view.comparison;
  std::vector<VerdictText> found;
  const auto add = [&](const Workload* workload, std::string_view topic, std::string text) {
    if (!text.empty()) found.push_back({workload, topic, std::move(text)});
  };
  for (std::size_t i = 0; i < comparison.verdicts.size(); ++i) {
    const Workload* workload = comparison.question.workloads[i];
    const WorkloadVerdict& verdict = comparison.verdicts[i];
    const std::string_view topic = speed_word(verdict.speed_kind);
    add(workload, topic, narrator.speed(verdict));
    add(workload, topic, narrator.missing(verdict, i));
    add(workload, "value", narrator.value(verdict, i));
    add(workload, "efficiency", narrator.efficiency(verdict));
    add(workload, "order", narrator.order(verdict));
    add(workload, "memory", narrator.memory(verdict));
  }
  add(nullptr, "software", narrator.software());
  for (auto& text : narrator.features()) add(nullptr, "features", std::move(text));
  for (auto& text : narrator.disputes()) add(nullptr, "features", std::move(text));
  for (auto& text : narrator.stated()) add(nullptr, "guide", std::move(text));
  return found;
}

}  // namespace gpuadvisor
