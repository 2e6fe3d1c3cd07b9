#include "comparison_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "advice/compare/published_rates.hpp"
#include "comparison_words.hpp"
#include "core/contains.hpp"
#include "formats/json.hpp"
#include "gpuadvisor/catalog/token_work.hpp"
#include "gpuadvisor/core/money.hpp"
#include "output/memory/token_text.hpp"
#include "output/phrases/familiar_words.hpp"
#include "output/phrases/figure_words.hpp"
#include "output/phrases/gpu_words.hpp"
#include "output/phrases/offer_words.hpp"
#include "report/number_text.hpp"

namespace gpuadvisor {
namespace {

/// "measured, llama.cpp CUDA"; "inferred, llama.cpp" from other networks that were measured on the GPU.
std::string rate_basis(const NetworkRate& rate) {
  if (rate.measured) return fmt::format("measured, {}", rate.measured->engine);
  return fmt::format("{}, {}", rate.basis == Basis::measured ? "inferred" : "estimated", k_told_engine);
}

std::string basis_of(const Performance& performance) {
  return performance.basis == Basis::measured ? fmt::format("measured {}", performance.measurements)
                                              : std::string(enum_name(performance.basis));
}

/// Makes the lines of a comparison: those that a screen has room for, and with --explain all.
class Lines {
 public:
  explicit Lines(const ComparisonView& view) : m_view(view), m_is_full(view.depth.is_explained) {}

  std::vector<Line> all() {
    price();
    board();
    for (std::size_t i = 0; i < m_view.comparison.verdicts.size(); ++i) workload(i);
    for (std::size_t i = 0; i < m_view.comparison.question.networks.size(); ++i) network(i);
    served();
    if (m_is_full) fine_tuned();
    software();
    return std::move(m_lines);
  }

 private:
  [[nodiscard]] const std::vector<ComparedGpu>& gpus() const { return m_view.comparison.gpus; }
  [[nodiscard]] std::size_t place(const ComparedGpu& gpu) const {
    return static_cast<std::size_t>(&gpu - gpus().data());
  }

  /// A line of texts, a dash for an empty one; none where all would be dashes.
  template <class Text>
  void texts(std::string_view label, Text text) {
    Line line{std::string(label), {}};
    for (const ComparedGpu& gpu : gpus()) {
      const std::string cell = text(gpu);
      line.cells.push_back(cell.empty() ? "-" : cell);
    }
    const bool is_known =
        std::any_of(line.cells.begin(), line.cells.end(), [](const auto& cell) { return cell != "-"; });
    if (is_known) m_lines.push_back(std::move(line));
  }

  /// A line of figures as `format` has them, each other one with its ratio to that of the first GPU.
  template <class Read, class Format>
  void figures(std::string_view label, Read read, Format format) {
    const std::optional<double> first = read(gpus().front());
    texts(label, [&](const ComparedGpu& gpu) {
      const std::optional<double> figure = read(gpu);
      if (!figure) return std::string();
      if (!first || *figure == *first) return std::string(format(*figure));
      return fmt::format("{} ({}x)", format(*figure), rounded(*figure / *first));
    });
  }

  template <class Read>
  void figures(std::string_view label, Read read) {
    figures(label, read, rounded);
  }

  /// The same of figures of one GPU: "2x 24" of several.
  template <class Read, class Format>
  void figures_of_one(std::string_view label, Read read, Format format) {
    const bool are_single = std::all_of(gpus().begin(), gpus().end(), [](const auto& gpu) { return gpu.count == 1; });
    if (are_single) return figures(label, read, format);
    texts(label, [&](const ComparedGpu& gpu) {
      const std::optional<double> figure = read(gpu);
      return figure ? with_count(gpu.count, format(*figure)) : std::string();
    });
  }

  /// With --explain alone.
  template <class Text>
  void more(std::string_view label, Text text) {
    if (m_is_full) texts(label, text);
  }
  void field(std::string_view label, std::string_view key) {
    figures_of_one(
        label, [key](const ComparedGpu& gpu) { return figure(*gpu.gpu, key); }, json_number);
  }
  void more_field(std::string_view label, std::string_view key) {
    if (m_is_full) field(label, key);
  }
  void criterion(std::string_view label, Criterion criterion) {
    figures_of_one(
        label, [criterion](const ComparedGpu& gpu) { return gpu.criteria[static_cast<std::size_t>(criterion)].value; },
        rounded);
  }

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
    for (const Condition condition : {Condition::brand_new, Condition::used, Condition::mixed}) {
      const auto told = [condition](auto text) {
        return [condition, text](const ComparedGpu& gpu) {
          const auto* const at = std::find_if(gpu.prices.begin(), gpu.prices.end(),
                                              [&](const PriceEstimate& price) { return price.condition == condition; });
          return at == gpu.prices.end() ? std::string() : text(*at);
        };
      };
      more(fmt::format("  one {}", condition_word(condition)),
           told([](const PriceEstimate& price) { return today_text(price.today, price); }));
      more("    quotes", told([](const PriceEstimate& price) {
             const auto mark = price_mark(price);
             return fmt::format("{}, {} {}", price.quotes.size(), mark.empty() ? enum_name(price.basis) : mark,
                                month_text(price.seen()));
           }));
    }
  }

  void board() {
    more("architecture", [](const ComparedGpu& gpu) { return std::string(gpu.gpu->architecture); });
    more("released", [](const ComparedGpu& gpu) { return gpu.gpu->released ? gpu.gpu->released->text() : ""; });
    more("form", [](const ComparedGpu& gpu) { return std::string(enum_name(gpu.gpu->form)); });
    more("cooling", [](const ComparedGpu& gpu) {
      return std::string(gpu.gpu->cooling ? enum_name(*gpu.gpu->cooling) : std::string_view());
    });
    more("slots", [](const ComparedGpu& gpu) { return gpu.gpu->slots ? std::to_string(*gpu.gpu->slots) : ""; });
    field("memory, GB", "memory_gb");
    more_field("GPUs on the board", "devices");
    field("bandwidth, GB/s", "memory_bandwidth_gbs");
    criterion("16-bit matrix, TFLOPS", Criterion::tensor);
    if (m_is_full) criterion("FP32, TFLOPS", Criterion::flops);
    if (m_is_full) criterion("16-bit or FP32, TFLOPS", Criterion::half);
    more_field("TF32, TFLOPS", "tf32_tensor_tflops");
    more_field("INT8, TOPS", "int8_tops");
    more_field("FP8, TFLOPS", "fp8_tflops");
    more_field("FP4, TFLOPS", "fp4_tflops");
    more_field("L2 cache, MB", "l2_cache_mb");
    more_field("NVLink, GB/s", "nvlink_gbs");
    field("power, W", "tdp_w");
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
                                     [&](const PairwiseRatio& one) { return one.gpu == place(gpu); });
      if (duel == verdict.to_first.end()) return text;
      return duel->call == Call::too_close ? text + " (same)"
                                           : fmt::format("{} ({}x)", text, rounded(duel->ratio.ratio));
    });
    const auto performance = [at](auto text) {
      return [at, text](const ComparedGpu& gpu) {
        const auto& found = gpu.figures[at].performance;
        return found ? text(*found) : std::string();
      };
    };
    more("  80 % interval", performance([](const Performance& p) { return rounded_range(p.low, p.high); }));
    more("  basis", performance(basis_of));
    familiar(at);
    if (m_is_full) {
      figures_of_one(
          "  priority score", [at](const ComparedGpu& gpu) { return gpu.figures[at].priority; }, rounded);
    }
    figures("  per $1000", [at](const ComparedGpu& gpu) { return gpu.figures[at].value; });
    if (m_is_full) figures("  per kW", [at](const ComparedGpu& gpu) { return gpu.figures[at].efficiency; });
  }

  /// The rate of the network by which people know the workload.
  void familiar(std::size_t at) {
    const auto known = std::find_if(gpus().begin(), gpus().end(),
                                    [at](const ComparedGpu& gpu) { return !gpu.figures[at].familiar.empty(); });
    if (known == gpus().end()) return;
    const auto told = [at](auto text) {
      return [at, text](const ComparedGpu& gpu) {
        const auto& rates = gpu.figures[at].familiar;
        return rates.empty() ? std::string() : text(rates.front());
      };
    };
    texts("  " + familiar_unit(known->figures[at].familiar.front()), told(familiar_text));
    more("    80 % interval", told(familiar_interval));
    more("    basis", told(familiar_basis));
  }

  void network(std::size_t at) {
    texts(fmt::format("{}, tokens/s", m_view.comparison.question.networks[at].network->name),
          [at](const ComparedGpu& gpu) {
            const NetworkFigures& own = gpu.networks[at];
            if (own.fit == FitVerdict::does_not_fit) return std::string("does not fit");
            return own.written ? rate_text(*own.written) : std::string();
          });
    more("  basis", [at](const ComparedGpu& gpu) {
      const auto& rate = gpu.networks[at].written;
      return rate ? rate_basis(*rate) : std::string();
    });
    more("  source", [at](const ComparedGpu& gpu) {
      const auto& sources = gpu.networks[at].sources;
      if (sources.empty()) return std::string();
      return fmt::format("{}{}", sources.front(), sources.size() == 1 ? "" : fmt::format(" +{}", sources.size() - 1));
    });
  }

  /// Serving in settings that several of the GPUs were measured in.
  void served() {
    const auto& rows = m_view.comparison.question.published;
    const auto someone = std::find_if(rows.begin(), rows.end(), [](const auto& own) { return !own.empty(); });
    if (someone == rows.end() || someone->front().workload != k_serving_workload) return;
    for (const auto& by_gpu : in_shared_settings(rows)) {
      const auto* example = *std::find_if(by_gpu.begin(), by_gpu.end(), [](const auto* one) { return one != nullptr; });
      const auto told = [&](auto text) {
        return [&, text](const ComparedGpu& gpu) {
          const Measurement* own = by_gpu[place(gpu)];
          return own == nullptr ? std::string() : std::string(text(*own));
        };
      };
      figures(
          fmt::format("{}, tokens/s", example->model),
          [&](const ComparedGpu& gpu) {
            const Measurement* own = by_gpu[place(gpu)];
            return own == nullptr ? std::nullopt : std::optional(own->value);
          },
          measured_text);
      more("  measured", told([](const Measurement& one) { return one.framework; }));
      more("  setting", told(setting_text));
      more("  source", told([](const Measurement& one) { return one.source; }));
    }
  }

  /// Fine-tuning on single GPUs as published, the least and the most where settings differ.
  void fine_tuned() {
    const auto& rows = m_view.comparison.question.published;
    std::vector<std::pair<std::string_view, std::string_view>> kinds;  // network, framework
    for (const auto& of_gpu : rows) {
      for (const Measurement& row : of_gpu) {
        const std::pair kind(row.model, row.framework);
        if (row.workload == k_fine_tuning_workload && row.gpu_count == 1 && !contains(kinds, kind))
          kinds.push_back(kind);
      }
    }
    for (const auto& kind : kinds) {
      texts(fmt::format("{} by {}, tokens/s", kind.first, kind.second), [&](const ComparedGpu& gpu) {
        std::vector<double> rates;
        for (const Measurement& row : rows[place(gpu)]) {
          if (row.gpu_count == 1 && std::pair(row.model, row.framework) == kind) rates.push_back(row.value);
        }
        if (rates.empty()) return std::string();
        const auto [least, most] = std::minmax_element(rates.begin(), rates.end());
        return *least == *most ? measured_text(*least)
                               : fmt::format("{} to {}", measured_text(*least), measured_text(*most));
      });
    }
  }

  /// Of software and features, what tells the GPUs apart; with --explain all.
  void software() {
    const bool is_plain = std::all_of(gpus().begin(), gpus().end(), [&](const ComparedGpu& gpu) {
      return gpu.support.state == SupportState::supported && gpu.gpu->vendor == gpus().front().gpu->vendor;
    });
    if (m_is_full || !is_plain) {
      texts("software", [](const ComparedGpu& gpu) { return software_word(*gpu.gpu, gpu.support); });
    }
    const auto features = m_view.comparison.features;
    for (std::size_t i = 0; i < features.size(); ++i) {
      const auto has = [&](HasFeature answer) {
        return std::any_of(gpus().begin(), gpus().end(),
                           [&](const ComparedGpu& gpu) { return gpu.features[i].has == answer; });
      };
      if (!m_is_full && (!has(HasFeature::yes) || !has(HasFeature::no))) continue;
      texts(features[i].title, [i](const ComparedGpu& gpu) { return feature_word(gpu.features[i].has); });
    }
  }

  const ComparisonView& m_view;
  bool m_is_full;
  std::vector<Line> m_lines;
};

}  // namespace

std::vector<Line> comparison_lines(const ComparisonView& view) { return Lines(view).all(); }

}  // namespace gpuadvisor
