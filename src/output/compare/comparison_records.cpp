#include <fmt/format.h>

#include <algorithm>

#include "comparison_text.hpp"
#include "comparison_view.hpp"
#include "core/contains.hpp"
#include "core/text.hpp"
#include "report/value.hpp"

namespace gpuadvisor {
namespace {

Cell cell_of(std::optional<double> number) { return number ? Cell(published(*number)) : Cell(); }
Cell cell_of(std::string_view text) { return text.empty() ? Cell() : Cell(std::string(text)); }

/// "sparsity-2-4" as a part of a key: "sparsity_2_4".
std::string key_part(std::string_view id) {
  std::string part(id);
  std::replace(part.begin(), part.end(), '-', '_');
  return part;
}

/// Collects a row per GPU, one field after another.
class Builder {
 public:
  explicit Builder(const ComparisonView& view) : m_gpus(view.comparison.gpus) { m_rows.resize(m_gpus.size()); }

  template <class Read>
  void add(std::string key, CellKind kind, Read read) {
    m_keys.push_back(std::move(key));
    m_kinds.push_back(kind);
    for (std::size_t i = 0; i < m_gpus.size(); ++i) m_rows[i].push_back(cell_of(read(m_gpus[i])));
  }
  template <class Read>
  void number(std::string key, Read read) {
    add(std::move(key), CellKind::number, [&](const ComparedGpu& gpu) -> std::optional<double> { return read(gpu); });
  }
  template <class Read>
  void text(std::string key, Read read) {
    add(std::move(key), CellKind::text, [&](const ComparedGpu& gpu) { return std::string(read(gpu)); });
  }

  ComparisonRecords take() {
    ComparisonRecords found;
    found.keys = std::move(m_keys);  // before they are viewed: a moved vector keeps its texts where they are
    for (std::size_t i = 0; i < found.keys.size(); ++i) found.fields.push_back({found.keys[i], m_kinds[i]});
    found.rows = std::move(m_rows);
    return found;
  }

 private:
  const std::vector<ComparedGpu>& m_gpus;
  std::vector<std::string> m_keys;
  std::vector<CellKind> m_kinds;
  std::vector<std::vector<Cell>> m_rows;
};

void add_board(Builder& records) {
  records.text("id", [](const ComparedGpu& gpu) { return gpu.gpu->id; });
  records.text("name", [](const ComparedGpu& gpu) { return gpu.gpu->name; });
  records.number("count", [](const ComparedGpu& gpu) { return std::optional<double>(gpu.count); });
  records.text("vendor", [](const ComparedGpu& gpu) { return gpu.gpu->vendor; });
  records.text("architecture", [](const ComparedGpu& gpu) { return gpu.gpu->architecture; });
  records.text("released", [](const ComparedGpu& gpu) { return gpu.gpu->released ? gpu.gpu->released->text() : ""; });
  records.text("form", [](const ComparedGpu& gpu) { return enum_name(gpu.gpu->form); });
  records.text("cooling", [](const ComparedGpu& gpu) {
    return gpu.gpu->cooling ? enum_name(*gpu.gpu->cooling) : std::string_view();
  });
  constexpr auto k_figures = std::to_array<std::string_view>(
      {"slots", "memory_gb", "memory_bandwidth_gbs", "fp32_tflops", "fp16_vector_tflops", "fp16_tensor_tflops",
       "bf16_tensor_tflops", "tf32_tensor_tflops", "int8_tops", "fp8_tflops", "fp4_tflops", "l2_cache_mb", "nvlink_gbs",
       "tdp_w"});
  for (const auto key : k_figures) {
    records.number(std::string(key), [key](const ComparedGpu& gpu) { return figure(*gpu.gpu, key); });
  }
}

void add_workload(Builder& records, std::string_view id, std::size_t place) {
  const auto key = [prefix = key_part(id)](std::string_view name) { return fmt::format("{}_{}", prefix, name); };
  const auto figures = [place](const ComparedGpu& gpu) -> const WorkloadFigures& { return gpu.figures[place]; };
  const auto of_performance = [&](std::string_view name, auto member) {
    records.number(key(name), [&](const ComparedGpu& gpu) {
      const auto& performance = figures(gpu).performance;
      return performance ? std::optional<double>((*performance).*member) : std::nullopt;
    });
  };
  records.number(key("speed"), [&](const ComparedGpu& gpu) { return figures(gpu).speed; });
  of_performance("low", &Performance::low);
  of_performance("high", &Performance::high);
  records.text(key("basis"), [&](const ComparedGpu& gpu) {
    const auto& performance = figures(gpu).performance;
    return performance ? enum_name(performance->basis) : std::string_view();
  });
  of_performance("measurements", &Performance::measurements);
  records.number(key("priority"), [&](const ComparedGpu& gpu) { return figures(gpu).priority; });
  records.number(key("value"), [&](const ComparedGpu& gpu) { return figures(gpu).value; });
  records.number(key("efficiency"), [&](const ComparedGpu& gpu) { return figures(gpu).efficiency; });
}

void add_network(Builder& records, std::string_view id, std::size_t place) {
  const auto key = [prefix = key_part(id)](std::string_view name) { return fmt::format("{}_{}", prefix, name); };
  const auto of_rate = [&](std::string_view name, auto member) {
    records.number(key(name), [=](const ComparedGpu& gpu) {
      const auto& written = gpu.networks[place].written;
      return written ? std::optional<double>((*written).*member) : std::nullopt;
    });
  };
  records.text(key("fit"), [=](const ComparedGpu& gpu) {
    const auto& fit = gpu.networks[place].fit;
    return fit ? enum_name(*fit) : std::string_view();
  });
  of_rate("tokens_per_second", &NetworkRate::middle);
  of_rate("low", &NetworkRate::low);
  of_rate("high", &NetworkRate::high);
  records.text(key("basis"), [=](const ComparedGpu& gpu) {
    const auto& written = gpu.networks[place].written;
    return written ? enum_name(written->basis) : std::string_view();
  });
}

void add_prices(Builder& records) {
  for (const Condition condition : {Condition::brand_new, Condition::used, Condition::mixed}) {
    const auto price = [condition](const ComparedGpu& gpu) -> const PriceEstimate* {
      const auto* const at = std::find_if(gpu.prices.begin(), gpu.prices.end(),
                                          [=](const PriceEstimate& one) { return one.condition == condition; });
      return at == gpu.prices.end() ? nullptr : at;
    };
    const std::string prefix = fmt::format("price_{}", enum_name(condition));
    records.number(prefix + "_usd", [&](const ComparedGpu& gpu) {
      const auto* found = price(gpu);
      return found == nullptr ? std::nullopt : std::optional(found->today.value());
    });
    records.number(prefix + "_quotes", [&](const ComparedGpu& gpu) {
      const auto* found = price(gpu);
      return found == nullptr ? std::nullopt : std::optional(static_cast<double>(found->quotes.size()));
    });
    records.text(prefix + "_as_of", [&](const ComparedGpu& gpu) {
      const auto* found = price(gpu);
      return found == nullptr ? std::string() : found->seen().text();
    });
    records.text(prefix + "_age", [&](const ComparedGpu& gpu) {
      const auto* found = price(gpu);
      return found == nullptr ? std::string_view() : enum_name(found->age);
    });
    records.number(prefix + "_age_days", [&](const ComparedGpu& gpu) {
      const auto* found = price(gpu);
      return found == nullptr ? std::nullopt : std::optional(static_cast<double>(found->age_days));
    });
    records.text(prefix + "_basis", [&](const ComparedGpu& gpu) {
      const auto* found = price(gpu);
      return found == nullptr ? std::string_view() : enum_name(found->basis);
    });
  }
}

}  // namespace

ComparisonRecords flat_records(const ComparisonView& view) {
  Builder records(view);
  add_board(records);
  const auto& workloads = view.comparison.question.workloads;
  for (std::size_t i = 0; i < workloads.size(); ++i) add_workload(records, workloads[i]->id, i);
  const auto& networks = view.comparison.question.networks;
  for (std::size_t i = 0; i < networks.size(); ++i) add_network(records, networks[i].network->id, i);
  add_prices(records);
  records.text("support", [](const ComparedGpu& gpu) { return enum_name(gpu.support.state); });
  const auto features = view.comparison.features;
  for (std::size_t i = 0; i < features.size(); ++i) {
    records.text("has_" + key_part(features[i].id),
                 [i](const ComparedGpu& gpu) { return enum_name(gpu.features[i].has); });
  }
  records.text("warnings", [&](const ComparedGpu& gpu) {
    std::vector<std::string_view> ids;
    for (const Warning& warning : gpu.warnings) {
      if (!contains(ids, warning.id)) ids.push_back(warning.id);
    }
    return joined(ids, ";");
  });
  return records.take();
}

}  // namespace gpuadvisor
