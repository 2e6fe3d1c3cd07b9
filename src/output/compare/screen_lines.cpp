#include <fmt/format.h>

#include <algorithm>

#include "advice/compare/published_rates.hpp"
#include "comparison_lines.hpp"
#include "comparison_words.hpp"
#include "formats/json.hpp"
#include "gpuadvisor/catalog/token_work.hpp"
#include "gpuadvisor/core/money.hpp"
#include "line_list.hpp"
#include "output/memory/token_text.hpp"
#include "output/phrases/familiar_words.hpp"
#include "output/phrases/figure_words.hpp"
#include "output/phrases/gpu_words.hpp"
#include "output/phrases/offer_words.hpp"

namespace gpuadvisor {
namespace {

/// Makes the lines of a comparison that a screen has room for.
class ScreenLines : LineList {
 public:
  explicit ScreenLines(const ComparisonView& view) : LineList(view.comparison.gpus), m_view(view) {}

  std::vector<Line> all() {
    price();
    field("memory, GB", "memory_gb");
    field("bandwidth, GB/s", "memory_bandwidth_gbs");
    figures_of_one(
        "16-bit matrix, TFLOPS",
        [](const ComparedGpu& gpu) { return gpu.criteria[static_cast<std::size_t>(Criterion::tensor)].value; },
        rounded);
    field("power, W", "tdp_w");
    for (std::size_t i = 0; i < m_view.comparison.verdicts.size(); ++i) workload(i);
    for (std::size_t i = 0; i < m_view.comparison.question.networks.size(); ++i) network(i);
    served();
    software();
    return take();
  }

 private:
  void price() {
    const auto first = gpus().front().cost();
    texts("price today", [&](const ComparedGpu& gpu) {
      if (!gpu.price) return std::string("unknown");
      std::string text = today_text(*gpu.cost(), *gpu.price);
      if (place(gpu) == 0 || !first) return text;
      return fmt::format("{} ({}x)", text, rounded(gpu.cost()->value() / first->value()));
    });
    texts("  condition, seen", [](const ComparedGpu& gpu) {
      return gpu.price ? fmt::format("{} {}", condition_word(*gpu.price), month_text(gpu.price->seen()))
                       : std::string();
    });
  }

  void field(std::string_view label, std::string_view key) {
    figures_of_one(
        label, [key](const ComparedGpu& gpu) { return figure(*gpu.gpu, key); }, json_number);
  }

  /// "2.10 (1.47x)"; "~" before what is estimated, "same" for a ratio that tells no difference.
  void workload(std::size_t at) {
    const WorkloadVerdict& verdict = m_view.comparison.verdicts[at];
    texts(m_view.comparison.question.workloads[at]->title, [&](const ComparedGpu& gpu) {
      const WorkloadFigures& own = gpu.figures[at];
      if (!own.speed) return std::string();
      const bool is_estimated = own.performance && own.performance->basis != Basis::measured;
      std::string text = (is_estimated ? "~" : "") + rounded(*own.speed);
      const auto duel = std::find_if(verdict.to_first.begin(), verdict.to_first.end(),
                                     [&](const Duel& one) { return one.gpu == place(gpu); });
      if (duel == verdict.to_first.end()) return text;
      return duel->call == Call::too_close ? text + " (same)"
                                           : fmt::format("{} ({}x)", text, rounded(duel->ratio.ratio));
    });
    familiar(at);
    figures("  per $1000", [at](const ComparedGpu& gpu) { return gpu.figures[at].value; });
  }

  /// The rate of the network by which people know the workload.
  void familiar(std::size_t at) {
    const auto known = std::find_if(gpus().begin(), gpus().end(),
                                    [at](const ComparedGpu& gpu) { return !gpu.figures[at].familiar.empty(); });
    if (known == gpus().end()) return;
    texts("  " + familiar_unit(known->figures[at].familiar.front()), [at](const ComparedGpu& gpu) {
      const auto& rates = gpu.figures[at].familiar;
      return rates.empty() ? std::string() : familiar_text(rates.front());
    });
  }

  void network(std::size_t at) {
    texts(fmt::format("{}, tokens/s", m_view.comparison.question.networks[at].network->name),
          [at](const ComparedGpu& gpu) {
            const NetworkFigures& own = gpu.networks[at];
            if (own.fit == FitVerdict::does_not_fit) return std::string("does not fit");
            return own.written ? rate_text(*own.written) : std::string();
          });
  }

  /// Serving in settings that several of the GPUs were measured in.
  void served() {
    const auto& rows = m_view.comparison.question.published;
    const auto someone = std::find_if(rows.begin(), rows.end(), [](const auto& own) { return !own.empty(); });
    if (someone == rows.end() || someone->front().workload != k_serving_workload) return;
    for (const auto& by_gpu : in_shared_settings(rows)) {
      const auto* example = *std::find_if(by_gpu.begin(), by_gpu.end(), [](const auto* one) { return one != nullptr; });
      figures(
          fmt::format("{}, tokens/s", example->model),
          [&](const ComparedGpu& gpu) {
            const Measurement* own = by_gpu[place(gpu)];
            return own == nullptr ? std::nullopt : std::optional(own->value);
          },
          measured_text);
    }
  }

  /// Of software and features, what tells the GPUs apart.
  void software() {
    const bool is_plain = std::all_of(gpus().begin(), gpus().end(), [&](const ComparedGpu& gpu) {
      return gpu.support.state == SupportState::supported && gpu.gpu->vendor == gpus().front().gpu->vendor;
    });
    if (!is_plain) texts("software", [](const ComparedGpu& gpu) { return software_word(*gpu.gpu, gpu.support); });
    const auto features = m_view.comparison.features;
    for (std::size_t i = 0; i < features.size(); ++i) {
      const auto has = [&](HasFeature answer) {
        return std::any_of(gpus().begin(), gpus().end(),
                           [&](const ComparedGpu& gpu) { return gpu.features[i].has == answer; });
      };
      if (!has(HasFeature::yes) || !has(HasFeature::no)) continue;
      texts(features[i].title, [i](const ComparedGpu& gpu) { return feature_word(gpu.features[i].has); });
    }
  }

  const ComparisonView& m_view;
};

}  // namespace

std::vector<Line> screen_lines(const ComparisonView& view) { return ScreenLines(view).all(); }

}  // namespace gpuadvisor
