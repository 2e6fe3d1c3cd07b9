#include "comparison_words.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "advice/compare/comparison_choice.hpp"
#include "core/contains.hpp"
#include "core/text.hpp"
#include "formats/json.hpp"
#include "gpuadvisor/core/money.hpp"
#include "output/phrases/figure_words.hpp"
#include "output/phrases/gpu_words.hpp"
#include "output/phrases/offer_words.hpp"
#include "output/recommend/rival_text.hpp"
#include "report/mapped.hpp"
#include "report/number_text.hpp"

namespace gpuadvisor {
namespace {

/// Puts the choice into words.
class ChoiceWords {
 public:
  explicit ChoiceWords(const ComparisonView& view) : m_comparison(view.comparison), m_choice(view.choice) {}

  [[nodiscard]] std::string verdict() const {
    if (m_choice.passed_over) return passed_over();
    if (!m_choice.take) return no_choice();
    const std::string take = fmt::format("Take {}", priced(*m_choice.take));
    const bool is_fastest = m_choice.speed.lead == Lead::clear && m_choice.speed.gpu == *m_choice.take;
    if (m_choice.value.lead == Lead::unknown || m_choice.value.lead == Lead::differs) {
      return fmt::format("{}: {}.", take, is_fastest ? faster(m_choice.speed) : "current software runs on no other");
    }
    if (m_choice.value.lead == Lead::close) {
      if (!is_fastest)
        return fmt::format("{}: about as fast, and {}.", take,
                           m_comparison.gpus.size() > 2 ? "the cheapest" : "cheaper");
      return fmt::format("{}, if you have the money: {}{}.", take, faster(m_choice.speed),
                         is_about_equal(m_comparison, *m_choice.take, &WorkloadFigures::value)
                             ? fmt::format(", and about as much {} for the money", unit())
                             : "; " + too_close());
    }
    const std::string value = fmt::format("{} the {} for the money", times(m_choice.value), unit());
    if (is_fastest) return fmt::format("{}: {}, and {}.", take, faster(m_choice.speed), value);
    if (m_choice.speed.lead != Lead::close) return fmt::format("{}: {}.", take, value);
    if (is_about_equal(m_comparison, *m_choice.take, &WorkloadFigures::speed))
      return fmt::format("{}: about as fast, and {}.", take, value);
    return fmt::format("{}: {}; which is faster is too close to call.", take, value);
  }

  /// What else decides.
  [[nodiscard]] std::vector<std::string> reasons() const {
    std::vector<std::string> found;
    const auto add = [&](std::string text) {
      if (!text.empty()) found.push_back(std::move(text));
    };
    add(other());
    add(memory());
    add(roomier());
    add(software());
    return found;
  }

 private:
  [[nodiscard]] const ComparedGpu& gpu(std::size_t place) const { return m_comparison.gpus[place]; }
  [[nodiscard]] std::string name(std::size_t place) const {
    return with_count(gpu(place).count, brief_name(*gpu(place).gpu));
  }
  [[nodiscard]] std::string priced(std::size_t place) const {
    const Offer offer = gpu(place).offer();
    if (offer.count > 1) return fmt::format("{}, {}", offer_phrase(offer), price_words(offer));
    return fmt::format("the {}{}, {}", offer.price ? condition_prefix(*offer.price) : "",
                       marked(name(place), *offer.gpu), price_words(offer));
  }
  [[nodiscard]] bool is_index() const { return m_comparison.verdicts.front().speed_kind == SpeedKind::index; }
  [[nodiscard]] std::string_view unit() const { return speed_word(m_comparison.verdicts.front().speed_kind); }

  /// "1.47 to 1.54 times".
  [[nodiscard]] static std::string times(const Leader& leader) {
    return rounded_range(leader.least, leader.most) + " times";
  }
  /// "1.47 to 1.54 times as fast as the RTX 3090".
  [[nodiscard]] std::string faster(const Leader& leader) const {
    return fmt::format("{} {} {}", times(leader), is_index() ? "as fast as" : "the score of",
                       leader.next ? "the " + name(*leader.next) : "the next best");
  }

  [[nodiscard]] std::string passed_over() const {
    const ComparedGpu& past = gpu(*m_choice.passed_over);
    const std::string why = support_remark(*past.gpu, past.support);
    if (m_choice.take) {
      return fmt::format("Take {}: the {} has more {} for the money, but {}.", priced(*m_choice.take),
                         name(*m_choice.passed_over), unit(), why);
    }
    return fmt::format("{} has the most {} for the money, but {}.", capitalised(priced(*m_choice.passed_over)), unit(),
                       why);
  }

  /// Where prices or speeds do not decide.
  [[nodiscard]] std::string no_choice() const {
    if (m_choice.value.lead == Lead::differs) return by_workload();
    if (m_choice.value.lead == Lead::close) return equals() + unpriced();
    std::vector<std::string> prices;
    for (std::size_t i = 0; i < m_comparison.gpus.size(); ++i) prices.push_back(priced(i));
    const std::string all = fmt::format("{}", fmt::join(prices, "; "));
    if (m_choice.speed.lead == Lead::clear) {
      return fmt::format("The {} is {}: {}.", name(m_choice.speed.gpu), faster(m_choice.speed), all);
    }
    return fmt::format("No verdict: {}.", all);
  }

  [[nodiscard]] std::string too_close() const {
    return fmt::format("which gives more {} for the money is too close to call", unit());
  }

  /// What the choice is between, where the value is too close to call, and what gives less.
  [[nodiscard]] std::string equals() const {
    const auto best = not_outdone_in_value(m_comparison);
    const bool are_equal = std::all_of(best.begin(), best.end(), [&](std::size_t place) {
      return is_about_equal(m_comparison, place, &WorkloadFigures::value);
    });
    std::vector<std::string> less;
    for (std::size_t i = 0; i < m_comparison.gpus.size(); ++i) {
      if (gpu(i).price && !contains(best, i)) less.push_back("the " + name(i));
    }
    const auto prices = mapped(best, [this](std::size_t place) { return priced(place); });
    return fmt::format("No clear choice{}: {}.{}{}",
                       are_equal ? fmt::format(", about as much {} for the money", unit()) : "",
                       fmt::join(prices, "; "), are_equal ? "" : fmt::format(" {}.", capitalised(too_close())),
                       less.empty() ? "" : fmt::format(" Less for the money: {}.", enumeration(less)));
  }

  /// " The B200, price unknown, is 1.90 times as fast as the H200."; empty where the fastest is priced, or not known.
  [[nodiscard]] std::string unpriced() const {
    const Leader& speed = m_choice.speed;
    if (speed.lead != Lead::clear || gpu(speed.gpu).price) return {};
    return fmt::format(" {}, {} {}.", capitalised(priced(speed.gpu)), is_index() ? "is" : "has", faster(speed));
  }

  /// "For CNN training take the RTX 3080, about $429; for RNN training the RTX 4070, about $500."
  [[nodiscard]] std::string by_workload() const {
    std::vector<std::pair<std::size_t, std::vector<std::string>>> best;
    for (std::size_t i = 0; i < m_comparison.verdicts.size(); ++i) {
      const std::size_t first = m_comparison.verdicts[i].value.front().gpu;
      auto at = std::find_if(best.begin(), best.end(), [&](const auto& one) { return one.first == first; });
      if (at == best.end()) at = best.insert(best.end(), {first, {}});
      at->second.emplace_back(m_comparison.question.workloads[i]->title);
    }
    std::vector<std::string> parts;
    parts.reserve(best.size());
    for (const auto& [place, titles] : best) {
      parts.push_back(fmt::format("for {}{} {}", enumeration(titles), parts.empty() ? " take" : "", priced(place)));
    }
    return fmt::format("{}: the most {} for the money.", capitalised(fmt::format("{}", fmt::join(parts, "; "))),
                       unit());
  }

  /// "If you need the speed: the used RTX 4090, about $3,261, is 1.47 to 1.54 times as fast as the RTX 3090; it gives
  /// more for the money at $1,996 or less."
  [[nodiscard]] std::string other() const {
    const Leader& speed = m_choice.speed;
    if (!m_choice.take || m_choice.passed_over || speed.lead != Lead::clear || speed.gpu == *m_choice.take) return {};
    if (!gpu(speed.gpu).price || gpu(speed.gpu).support.state == SupportState::ended) return {};
    const std::string room = roomiest() == speed.gpu ? fmt::format(", with {} GB", gb(speed.gpu)) : "";
    const std::string text = fmt::format("If you need the {}: {}, {} {}{}", unit(), priced(speed.gpu),
                                         is_index() ? "is" : "has", faster(speed), room);
    std::optional<Usd> below;
    for (const WorkloadVerdict& verdict : m_comparison.verdicts) {
      for (const ValueBreakEven& break_even : verdict.break_evens) {
        if (break_even.gpu == speed.gpu) below = below ? std::min(*below, break_even.below) : break_even.below;
      }
    }
    const Usd most = below ? most_below(*below) : Usd{0};
    return most <= Usd{0} ? text + '.' : fmt::format("{}. It is better value at {} or less.", text, money(most));
  }

  /// Of the GPUs with the most memory, more than the one to take has, the cheapest with a price.
  [[nodiscard]] std::optional<std::size_t> roomiest() const {
    if (!m_choice.take || m_choice.passed_over) return std::nullopt;
    std::size_t most = *m_choice.take;
    for (std::size_t i = 0; i < m_comparison.gpus.size(); ++i) {
      if (!gpu(i).price) continue;
      const auto memory = memory_of(gpu(i));
      const auto known = memory_of(gpu(most));
      const bool is_cheaper = most != *m_choice.take && memory == known && gpu(i).cost() < gpu(most).cost();
      if (memory && known && (*memory > *known || is_cheaper)) most = i;
    }
    return most == *m_choice.take ? std::nullopt : std::optional(most);
  }

  /// Of all of them together.
  [[nodiscard]] static std::optional<Gibibytes> memory_of(const GpuGroup& gpus) {
    const auto each = memory_per_device(*gpus.gpu);
    return each ? std::optional(*each * gpus.count) : std::nullopt;
  }

  [[nodiscard]] std::string roomier() const {
    const auto place = roomiest();
    const bool is_told = m_choice.speed.lead == Lead::clear && place == m_choice.speed.gpu;
    if (!place || is_told) return {};
    return fmt::format("If you need more memory: {}, has {} GB.", priced(*place), gb(*place));
  }

  [[nodiscard]] std::string gb(std::size_t place) const {
    return with_count(gpu(place).count, json_number(memory_per_device(*gpu(place).gpu)->value()));
  }

  /// Where the one to take has less memory than is advised.
  [[nodiscard]] std::string memory() const {
    std::vector<std::string> titles;
    std::optional<Gibibytes> floor;
    for (std::size_t i = 0; m_choice.take && i < m_comparison.verdicts.size(); ++i) {
      const WorkloadVerdict& verdict = m_comparison.verdicts[i];
      const auto& below = verdict.below_floor;
      if (!contains(below, *m_choice.take)) continue;
      titles.emplace_back(m_comparison.question.workloads[i]->title);
      floor = std::max(floor, std::optional(verdict.memory_floor->memory));
    }
    if (titles.empty()) return {};
    const bool is_shared = std::all_of(
        m_comparison.verdicts.begin(), m_comparison.verdicts.end(),
        [&](const auto& one) { return one.below_floor.empty() || one.below_floor.size() == m_comparison.gpus.size(); });
    return fmt::format("{} memory is small: {} GB is the minimum for {}.", is_shared ? "Their" : "Its",
                       json_number(floor->value()), enumeration(titles));
  }

  /// Which software does not run on the one to take, or has ended for another.
  [[nodiscard]] std::string software() const {
    if (!m_choice.take || m_choice.passed_over) return {};
    for (std::size_t i = 0; i < m_comparison.gpus.size(); ++i) {
      const SupportState state = gpu(i).support.state;
      if (i != *m_choice.take && state != SupportState::ended) continue;
      const std::string remark = support_remark(*gpu(i).gpu, gpu(i).support);
      if (!remark.empty()) return fmt::format("Check the software of the {}: {}.", name(i), remark);
    }
    return {};
  }

  const Comparison& m_comparison;
  const ComparisonChoice m_choice;
};

}  // namespace

std::string feature_word(HasFeature has) { return std::string(has == HasFeature::unknown ? "?" : enum_name(has)); }

std::vector<std::string> choice_words(const ComparisonView& view) {
  const ChoiceWords words(view);
  std::vector<std::string> found = words.reasons();
  found.insert(found.begin(), words.verdict());
  return found;
}

}  // namespace gpuadvisor
