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
#include "line_list.hpp"
#include "output/phrases/familiar_words.hpp"
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

/// Makes the lines of a comparison.
class FullLines : LineList {
 public:
  explicit FullLines(const ComparisonView& view) : LineList(view.comparison.gpus), m_view(view) {}

  std::vector<Line> all() {
    board();
    for (std::size_t i = 0; i < m_view.comparison.verdicts.size(); ++i) workload(i);
    networks();
    published();
    prices();
    software();
    return take();
  }

 private:
  /// A figure of the GPU as the catalog has it.
  void field(std::string_view label, std::string_view key) {
    figures_of_one(
        label, [key](const ComparedGpu& gpu) { return figure(*gpu.gpu, key); },
        [](double figure) { return json_number(figure); });
  }

  void board() {
    heading("Board");
    texts("architecture", [](const ComparedGpu& gpu) { return std::string(gpu.gpu->architecture); });
    texts("released", [](const ComparedGpu& gpu) { return gpu.gpu->released ? gpu.gpu->released->text() : ""; });
    texts("form", [](const ComparedGpu& gpu) { return std::string(enum_name(gpu.gpu->form)); });
    texts("cooling", [](const ComparedGpu& gpu) {
      return std::string(gpu.gpu->cooling ? enum_name(*gpu.gpu->cooling) : std::string_view());
    });
    texts("slots", [](const ComparedGpu& gpu) { return gpu.gpu->slots ? std::to_string(*gpu.gpu->slots) : ""; });
    field("memory, GB", "memory_gb");
    if (std::any_of(gpus().begin(), gpus().end(), [](const auto& gpu) { return gpu.gpu->devices.value_or(1) > 1; })) {
      field("GPUs on the board", "devices");
    }
    field("bandwidth, GB/s", "memory_bandwidth_gbs");
    criterion("16-bit matrix, TFLOPS", Criterion::tensor);
    criterion("FP32, TFLOPS", Criterion::flops);
    criterion("16-bit or FP32, TFLOPS", Criterion::half);
    field("TF32, TFLOPS", "tf32_tensor_tflops");
    field("INT8, TOPS", "int8_tops");
    field("FP8, TFLOPS", "fp8_tflops");
    field("FP4, TFLOPS", "fp4_tflops");
    field("L2 cache, MB", "l2_cache_mb");
    field("NVLink, GB/s", "nvlink_gbs");
    field("power, W", "tdp_w");
  }

  void criterion(std::string_view label, Criterion criterion) {
    figures_of_one(
        label, [criterion](const ComparedGpu& gpu) { return gpu.criteria[static_cast<std::size_t>(criterion)].value; },
        rounded);
  }

  void workload(std::size_t place) {
    const Workload& workload = *m_view.comparison.question.workloads[place];
    const bool is_index = m_view.comparison.verdicts[place].speed_kind == SpeedKind::index;
    heading(workload.title);
    const auto of = [place](auto WorkloadFigures::*member) {
      return [place, member](const ComparedGpu& gpu) { return gpu.figures[place].*member; };
    };
    const auto performance = of(&WorkloadFigures::performance);
    if (is_index) {
      figures("speed", of(&WorkloadFigures::speed));
      texts("  80 % interval", [&](const ComparedGpu& gpu) {
        const auto found = performance(gpu);
        return found ? fmt::format("{} to {}", rounded(found->low), rounded(found->high)) : std::string();
      });
      texts("  basis", [&](const ComparedGpu& gpu) {
        const auto found = performance(gpu);
        if (!found) return std::string();
        return found->basis == Basis::measured ? fmt::format("measured {}", found->measurements)
                                               : std::string(enum_name(found->basis));
      });
    }
    familiar_network(place);
    figures_of_one(is_index ? "  priority score" : "priority score", of(&WorkloadFigures::priority), rounded);
    figures(is_index ? "  speed per $1000" : "  per $1000", of(&WorkloadFigures::value));
    figures(is_index ? "  speed per kW" : "  per kW", of(&WorkloadFigures::efficiency));
  }

  /// The rate of the network by which people know the workload, and how that is known.
  void familiar_network(std::size_t place) {
    const auto rate = [place](const ComparedGpu& gpu) -> const FamiliarRate* {
      const auto& rates = gpu.figures[place].familiar;
      return rates.empty() ? nullptr : rates.data();
    };
    const auto known =
        std::find_if(gpus().begin(), gpus().end(), [&](const auto& gpu) { return rate(gpu) != nullptr; });
    if (known == gpus().end()) return;
    texts(familiar_unit(*rate(*known)),
          [&](const ComparedGpu& gpu) { return rate(gpu) == nullptr ? std::string() : familiar_text(*rate(gpu)); });
    texts("  80 % interval",
          [&](const ComparedGpu& gpu) { return rate(gpu) == nullptr ? std::string() : familiar_interval(*rate(gpu)); });
    texts("  basis",
          [&](const ComparedGpu& gpu) { return rate(gpu) == nullptr ? std::string() : familiar_basis(*rate(gpu)); });
  }

  void networks() {
    const auto& asked = m_view.comparison.question.networks;
    if (asked.empty()) return;
    heading("Language models");
    for (std::size_t i = 0; i < asked.size(); ++i) {
      const auto written = [i](const ComparedGpu& gpu) { return gpu.networks[i].written; };
      const auto& first = written(gpus().front());
      texts(fmt::format("{}, tokens/s", asked[i].network->name), [&](const ComparedGpu& gpu) {
        if (gpu.networks[i].fit == FitVerdict::does_not_fit) return std::string("too large");
        const auto rate = written(gpu);
        if (!rate) return std::string();
        const std::string text = rounded(rate->middle);
        return &gpu == gpus().data() || !first ? text
                                               : fmt::format("{} ({}x)", text, rounded(rate->middle / first->middle));
      });
      texts("  80 % interval", [&](const ComparedGpu& gpu) {
        const auto rate = written(gpu);
        return rate ? fmt::format("{} to {}", rounded(rate->low), rounded(rate->high)) : std::string();
      });
      texts("  basis", [&](const ComparedGpu& gpu) {
        const auto rate = written(gpu);
        return rate ? rate_basis(*rate) : std::string();
      });
      texts("  source", [&](const ComparedGpu& gpu) {
        const auto& sources = gpu.networks[i].sources;
        if (sources.empty()) return std::string();
        return sources.size() == 1 ? std::string(sources.front())
                                   : fmt::format("{} +{}", sources.front(), sources.size() - 1);
      });
    }
  }

  /// Of fine-tuning and serving language models, as measured.
  void published() {
    const auto& rows = m_view.comparison.question.published;
    const auto of_someone = std::find_if(rows.begin(), rows.end(), [](const auto& own) { return !own.empty(); });
    if (of_someone == rows.end()) return;
    if (of_someone->front().workload == k_serving_workload) {
      served();
    } else {
      fine_tuned();
    }
  }

  /// In settings that several of the GPUs were measured in.
  void served() {
    const auto networks = in_shared_settings(m_view.comparison.question.published);
    if (networks.empty()) return;
    heading("Serving, tokens/s per GPU");
    for (const auto& by_gpu : networks) {
      const auto row = [&](const ComparedGpu& gpu) { return by_gpu[static_cast<std::size_t>(&gpu - gpus().data())]; };
      const auto* example = *std::find_if(by_gpu.begin(), by_gpu.end(), [](const auto* one) { return one != nullptr; });
      figures(
          example->model,
          [&](const ComparedGpu& gpu) { return row(gpu) == nullptr ? std::nullopt : std::optional(row(gpu)->value); },
          measured_text);
      const auto told = [&](auto text) {
        return [&row, text](const ComparedGpu& gpu) {
          return row(gpu) == nullptr ? std::string() : std::string(text(*row(gpu)));
        };
      };
      texts("  measured", told([](const Measurement& one) { return one.framework; }));
      texts("  setting", told(setting_text));
      texts("  source", told([](const Measurement& one) { return one.source; }));
    }
  }

  /// Of single GPUs, the least and the most where settings differ.
  void fine_tuned() {
    const auto& rows = m_view.comparison.question.published;
    std::vector<std::pair<std::string, std::string>> kinds;  // network, framework
    for (const auto& of_gpu : rows) {
      for (const Measurement& row : of_gpu) {
        const std::pair kind(std::string(row.model), std::string(row.framework));
        const bool is_new = !contains(kinds, kind);
        if (row.gpu_count == 1 && is_new) kinds.push_back(kind);
      }
    }
    if (kinds.empty()) return;
    heading("Fine-tuning as published, tokens/s");
    for (const auto& kind : kinds) {
      const std::string& model = kind.first;
      const std::string& framework = kind.second;
      const auto rates_of = [&](const ComparedGpu& gpu) {
        std::vector<double> rates;
        for (const Measurement& row : rows[static_cast<std::size_t>(&gpu - gpus().data())]) {
          if (row.gpu_count == 1 && row.model == model && row.framework == framework) rates.push_back(row.value);
        }
        return rates;
      };
      texts(model, [&](const ComparedGpu& gpu) {
        const auto rates = rates_of(gpu);
        if (rates.empty()) return std::string();
        const auto [least, most] = std::minmax_element(rates.begin(), rates.end());
        return *least == *most ? measured_text(*least)
                               : fmt::format("{} to {}", measured_text(*least), measured_text(*most));
      });
      texts("  by", [&](const ComparedGpu& gpu) { return rates_of(gpu).empty() ? std::string() : framework; });
    }
  }

  static const PriceEstimate* price_in(const ComparedGpu& gpu, Condition condition) {
    const auto* const at = std::find_if(gpu.prices.begin(), gpu.prices.end(), [condition](const PriceEstimate& price) {
      return price.condition == condition;
    });
    return at == gpu.prices.end() ? nullptr : at;
  }

  void prices() {
    const bool has_prices =
        std::any_of(gpus().begin(), gpus().end(), [](const auto& gpu) { return !gpu.prices.empty(); });
    if (!has_prices) return;
    heading("Price");
    for (const Condition condition : {Condition::brand_new, Condition::used, Condition::mixed}) {
      const auto today = [condition](const ComparedGpu& gpu) {
        const auto* price = price_in(gpu, condition);
        return price == nullptr ? std::nullopt : std::optional(price->today.value());
      };
      figures_of_one(condition_word(condition), today, [](double usd) { return money(Usd{usd}); });
      texts("  quotes", [condition](const ComparedGpu& gpu) {
        const auto* price = price_in(gpu, condition);
        return price == nullptr ? std::string() : std::to_string(price->quotes.size());
      });
      texts("  newest", [condition](const ComparedGpu& gpu) {
        const auto* price = price_in(gpu, condition);
        return price == nullptr ? std::string() : price->seen().text();
      });
      texts("  known by", [condition](const ComparedGpu& gpu) {
        const auto* price = price_in(gpu, condition);
        if (price == nullptr) return std::string();
        const auto mark = price_mark(*price);
        return std::string(mark.empty() ? enum_name(price->basis) : mark);
      });
    }
  }

  void software() {
    heading("Software and features");
    texts("software", [](const ComparedGpu& gpu) { return software_word(*gpu.gpu, gpu.support); });
    const auto features = m_view.comparison.features;
    for (std::size_t i = 0; i < features.size(); ++i) {
      texts(features[i].title, [i](const ComparedGpu& gpu) { return feature_word(gpu.features[i].has); });
    }
  }

  const ComparisonView& m_view;
};

}  // namespace

std::vector<Line> comparison_lines(const ComparisonView& view) { return FullLines(view).all(); }

}  // namespace gpuadvisor
