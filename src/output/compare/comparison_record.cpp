#include "advice/request/form_group.hpp"
#include "comparison_text.hpp"
#include "comparison_view.hpp"
#include "gpuadvisor/catalog/guide.hpp"
#include "gpuadvisor/catalog/support_event.hpp"
#include "output/explain/feature_view.hpp"
#include "output/memory/job_record.hpp"
#include "output/phrases/shared_records.hpp"
#include "scoring/criteria.hpp"
#include "verdict_record.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

/// A figure of the catalog, with its source.
struct SourcedFigure {
  std::optional<double> value;
  std::string_view source;
};

struct NamedCriterion {
  Criterion criterion = Criterion::tensor;
  CriterionValue value;
};

struct WorkloadRow {
  const Workload* workload = nullptr;
  const WorkloadFigures* figures = nullptr;
};

struct NetworkRow {
  const ComparedNetwork* asked = nullptr;
  const NetworkFigures* figures = nullptr;
};

struct FeatureOf {
  GpuFeature feature;
};

struct GpuRow {
  const ComparedGpu* compared = nullptr;
  const ComparisonView* view = nullptr;

  [[nodiscard]] const Gpu& gpu() const { return *compared->gpu; }
};

constexpr auto k_bases = std::to_array<std::string_view>({"measured", "scaled", "estimated", "priority"});
constexpr auto k_topics = std::to_array<std::string_view>(
    {"speed", "score", "value", "efficiency", "order", "memory", "software", "features", "guide"});

Keyed<SourcedFigure> figures_of(const Gpu& gpu) {
  constexpr auto k_shown = std::to_array<std::string_view>(
      {"memory_gb", "memory_bandwidth_gbs", "fp32_tflops", "fp16_vector_tflops", "fp16_tensor_tflops",
       "bf16_tensor_tflops", "tf32_tensor_tflops", "int8_tops", "fp8_tflops", "fp4_tflops", "tensor_cores",
       "l2_cache_mb", "tdp_w", "slots", "nvlink_gbs", "devices"});
  Keyed<SourcedFigure> found;
  for (const auto key : k_shown) {
    const auto value = figure(gpu, key);
    found.emplace_back(key, SourcedFigure{value, value ? source_of(gpu, key) : std::string_view()});
  }
  return found;
}

Keyed<NamedCriterion> criteria_of(const ComparedGpu& compared) {
  Keyed<NamedCriterion> found;
  for (const Criterion criterion : k_all_criteria) {
    found.emplace_back(enum_name(criterion),
                       NamedCriterion{criterion, compared.criteria[static_cast<std::size_t>(criterion)]});
  }
  return found;
}

std::vector<WorkloadRow> workloads_of(const GpuRow& row) {
  const auto& workloads = row.view->comparison.question.workloads;
  std::vector<WorkloadRow> found;
  for (std::size_t i = 0; i < workloads.size(); ++i) found.push_back({workloads[i], &row.compared->figures[i]});
  return found;
}

std::vector<NetworkRow> networks_of(const GpuRow& row) {
  const auto& asked = row.view->comparison.question.networks;
  std::vector<NetworkRow> found;
  for (std::size_t i = 0; i < asked.size(); ++i) found.push_back({&asked[i], &row.compared->networks[i]});
  return found;
}

std::vector<Measurement> published_of(const GpuRow& row) {
  const Comparison& comparison = row.view->comparison;
  const auto place = static_cast<std::size_t>(row.compared - comparison.gpus.data());
  return comparison.question.published.empty() ? std::vector<Measurement>() : comparison.question.published[place];
}

std::vector<FeatureOf> features_of(const GpuRow& row) {
  const auto features = row.view->comparison.features;
  std::vector<FeatureOf> found;
  for (std::size_t i = 0; i < features.size(); ++i) {
    found.push_back({{&row.gpu(), &features[i], row.compared->features[i]}});
  }
  return found;
}

std::vector<Verdict> verdicts_of(const Comparison& comparison) {
  std::vector<Verdict> found;
  for (std::size_t i = 0; i < comparison.verdicts.size(); ++i) {
    found.push_back({&comparison.verdicts[i], comparison.question.workloads[i], &comparison});
  }
  return found;
}

}  // namespace

template <>
Record<ComparisonQuestion> description() {
  return Record<ComparisonQuestion>("query", "What was asked")
      .member("gpus", "Ids of the GPUs; ratios are to the first", ids(), fewest(k_fewest_compared),
              [](const ComparisonQuestion& asked) {
                return mapped(asked.gpus, [](const GpuGroup& gpus) { return gpus.gpu->id; });
              })
      .member("counts", "How many of each are taken together", fewest(k_fewest_compared),
              [](const ComparisonQuestion& asked) { return mapped(asked.gpus, &GpuGroup::count); })
      .member<&ComparisonQuestion::workloads, &Workload::id>("workloads", "What they are compared for", ids(),
                                                             fewest(1))
      .member<&ComparisonQuestion::precision>("precision", "The arithmetic that a speed is for");
}

template <>
Record<SourcedFigure> description() {
  return Record<SourcedFigure>("figure", "A figure of the catalog", Layout::one_line)
      .member<&SourcedFigure::value>("value", "In the unit of the key; null where it is unknown", positive())
      .member<&SourcedFigure::source>("source", "Where it is from; null where the value is", id(), or_null());
}

template <>
Record<NamedCriterion> description() {
  return Record<NamedCriterion>("criterion", "A criterion of the priority score", Layout::one_line)
      .member<&NamedCriterion::value, &CriterionValue::value>("value", "In unit; null where it is unknown", positive())
      .member("unit", "Of value", [](const NamedCriterion& one) { return unit(one.criterion); })
      .member<&NamedCriterion::value, &CriterionValue::field>(
          "field", "The catalog's field that it is read from, or that is missing")
      .member<&NamedCriterion::value, &CriterionValue::halved>("halved",
                                                               "The field counts dual issue: half of it is used");
}

template <>
Record<WorkloadRow> description() {
  return Record<WorkloadRow>("workload", "How the GPU does for a workload")
      .member<&WorkloadRow::workload, &Workload::id>("workload", "What it trains", id())
      .member<&WorkloadRow::figures, &WorkloadFigures::speed>(
          "speed",
          "The index of performance, or the priority score where the catalog knows no index for the workload; null "
          "where neither is known",
          positive())
      .member("performance", "How fast it trains; null where it is not known",
              [](const WorkloadRow& row) { return speed_for(row.workload->id, row.figures->performance); })
      .member<&WorkloadRow::figures, &WorkloadFigures::familiar>(
          "rates", "Samples per second of models that people know; empty where none is known")
      .member<&WorkloadRow::figures, &WorkloadFigures::priority>(
          "priority", "The priority score; null where a criterion is unknown", positive())
      .member<&WorkloadRow::figures, &WorkloadFigures::value>("value", "Speed per 1000 dollars of value_price",
                                                              positive())
      .member<&WorkloadRow::figures, &WorkloadFigures::efficiency>("efficiency", "Speed per kilowatt", positive());
}

namespace {

Record<PriceEstimate> condition_price_record() {
  return Record<PriceEstimate>("condition_price", "A price by condition", Layout::one_line)
      .member<&PriceEstimate::condition>("condition", "Of the goods; mixed quotes average new and used ones")
      .member("price", "Of one GPU", std::identity());
}

Record<PriceEstimate> value_price_record() {
  return Record<PriceEstimate>("value_price", "The price that value goes by", Layout::one_line)
      .member<&PriceEstimate::condition>("condition", "Of the goods")
      .member<&PriceEstimate::today>("usd", "US dollars", positive())
      .member<&PriceEstimate::age>("age", "How far its age lets it be trusted");
}

Record<ComparedGpu> support_record() {
  return Record<ComparedGpu>("support", "Whether current software of its vendor runs on it", Layout::one_line)
      .member<&ComparedGpu::support, &SupportStatus::state>("state", "On the catalog's day")
      .member("remark", "The same in words; null for an NVIDIA GPU that is supported",
              [](const ComparedGpu& compared) {
                std::string remark = support_remark(*compared.gpu, compared.support);
                return remark.empty() ? std::nullopt : std::optional(std::move(remark));
              })
      .member("date", "Of the event that says so",
              [](const ComparedGpu& compared) {
                const SupportEvent* event = compared.support.event;
                return event == nullptr ? std::nullopt : std::optional(event->date);
              })
      .member("source", "Of that event", id(), [](const ComparedGpu& compared) {
        const SupportEvent* event = compared.support.event;
        return event == nullptr ? std::nullopt : unless_empty(event->source);
      });
}

}  // namespace

template <>
Record<NetworkRow> description() {
  return Record<NetworkRow>("network", "How the GPU runs a language model")
      .member("network", "Which one", id(), [](const NetworkRow& row) { return row.asked->network->id; })
      .member("quant", "The format of its weights", id(),
              [](const NetworkRow& row) { return row.asked->job.weights.id; })
      .member<&NetworkRow::figures, &NetworkFigures::fit>("fit",
                                                          "Whether its memory has room; null where that is unknown")
      .member<&NetworkRow::figures, &NetworkFigures::written>(
          "tokens_per_second", "Written for one user; null where it does not fit or is not known")
      .member("engine", "By which; null where there is no rate",
              [](const NetworkRow& row) -> std::optional<std::string_view> {
                const auto& written = row.figures->written;
                if (!written) return std::nullopt;
                return written->measured ? written->measured->engine : k_told_engine;
              })
      .member<&NetworkRow::figures, &NetworkFigures::sources>("sources", "Of what tells the rate", ids());
}

template <>
Record<FeatureOf> description() {
  return Record<FeatureOf>("feature", "Whether the GPU has a feature", Layout::one_line)
      .member<&FeatureOf::feature, &GpuFeature::feature, &Feature::id>("id", "Of the feature", id())
      .members_of<&FeatureOf::feature>();
}

template <>
Record<GpuRow> description() {
  return Record<GpuRow>("gpu", "One of the GPUs")
      .member<&GpuRow::gpu, &Gpu::id>("id", "Of the GPU", id())
      .member<&GpuRow::gpu, &Gpu::name>("name", "Of the GPU")
      .member<&GpuRow::compared, &ComparedGpu::count>(
          "count", "How many are taken together: speeds, values and tokens are of all, figures and prices of one",
          least(1))
      .member<&GpuRow::gpu, &Gpu::vendor>("vendor", "Who makes it", id())
      .member<&GpuRow::gpu, &Gpu::architecture>("architecture", "Of the chip")
      .member<&GpuRow::gpu, &Gpu::released>("released", "First sale where known, otherwise announcement")
      .member<&GpuRow::gpu, &Gpu::form>("form", "Of the board")
      .member("form_group", "What a buyer needs around it", [](const GpuRow& row) { return form_group(row.gpu()); })
      .member<&GpuRow::gpu, &Gpu::cooling>("cooling", "Of the reference board")
      .member<&GpuRow::gpu, &memory_per_device>("memory_per_device_gb", "Memory that one device of the board sees",
                                                positive())
      .member("figures", "Figures of the catalog, under their keys there", lines(),
              [](const GpuRow& row) { return figures_of(row.gpu()); })
      .member("criteria", "What the priority score rests on, by name", lines(),
              [](const GpuRow& row) { return criteria_of(*row.compared); })
      .member("workloads", "By workload, in the order of the query", fewest(1),
              [](const GpuRow& row) { return workloads_of(row); })
      .member("networks", "Language models that people know, as they run them; empty where a workload is asked for",
              [](const GpuRow& row) { return networks_of(row); })
      .member("published_rates",
              "As published, each in its own setting; empty unless asked for llm-finetuning or llm-serving",
              [](const GpuRow& row) { return published_of(row); })
      .member<&GpuRow::compared, &ComparedGpu::prices, as<condition_price_record>>("prices", "By condition")
      .member<&GpuRow::compared, &ComparedGpu::price, optional_as<value_price_record>>(
          "value_price", "The price that value goes by: of the most current ones the lowest; null where none decides")
      .member<&GpuRow::compared, as<support_record>>("support", "Whether current software of its vendor runs on it")
      .member("features", "By feature, in the order of the catalog", [](const GpuRow& row) { return features_of(row); })
      .member<&GpuRow::compared, &ComparedGpu::warnings>("warnings", "About its figures and prices");
}

template <>
Record<OwnRatio> description() {
  return Record<OwnRatio>("own_ratio", "The program's own figure beside a guide's", Layout::one_line)
      .member<&OwnRatio::workload, &Workload::id>("workload", "For which", id())
      .member<&OwnRatio::ratio>("ratio", "Of the speeds, or of the values at today's prices", positive())
      .member("basis", "Of the two speeds, the weaker one's; priority: scores stand in for them, an order and no speed",
              one_of(k_bases),
              [](const OwnRatio& own) { return own.basis ? enum_name(*own.basis) : std::string_view("priority"); });
}

template <>
Record<StatedRatio> description() {
  return Record<StatedRatio>("guide_ratio", "How one GPU compares with another, as a guide has it")
      .member<&StatedRatio::said, &GuideRatio::guide>("guide", "Which edition", id())
      .member<&StatedRatio::guide, &Guide::date>("date", "Of the edition")
      .member<&StatedRatio::said, &GuideRatio::id>("id", "Unique within the guide", id())
      .member<&StatedRatio::said, &GuideRatio::gpu>("gpu", "The GPU", id())
      .member<&StatedRatio::said, &GuideRatio::over>("over", "The other GPU", id())
      .member<&StatedRatio::said, &GuideRatio::of>("of", "What is compared; value: speed per dollar")
      .member<&StatedRatio::said, &GuideRatio::workload>("workload", "Null: the guide names none", id(), or_null())
      .member<&StatedRatio::said, &GuideRatio::ratio>("ratio", "It, or the lowest", positive())
      .member<&StatedRatio::said, &GuideRatio::to>("to", "The highest of a range")
      .member<&StatedRatio::said, &GuideRatio::at_least>("at_least", "Whether the guide says more than that")
      .member<&StatedRatio::said, &GuideRatio::says>("says", "What it is of")
      .member<&StatedRatio::said, &GuideRatio::source>("source", "Where it is from", id())
      .member<&StatedRatio::own>("here", "The program's own figures beside; empty where it has none");
}

template <>
Record<VerdictText> description() {
  return Record<VerdictText>("text", "A verdict in words", Layout::one_line)
      .member("workload", "What it is about; null: the GPUs in general", id(),
              [](const VerdictText& one) {
                return one.workload == nullptr ? std::nullopt : std::optional(one.workload->id);
              })
      .member<&VerdictText::topic>("topic", "What it tells", one_of(k_topics))
      .member<&VerdictText::text>("text", "Whole sentences");
}

template <>
Record<ComparisonView> description() {
  return answer_record<ComparisonView>("compare", "compare", "GPUs side by side")
      .member("query", "What was asked", [](const ComparisonView& view) { return view.comparison.question; })
      .member("results", "A record per GPU, in the order asked for", fewest(k_fewest_compared),
              [](const ComparisonView& view) {
                return mapped(view.comparison.gpus, [&](const ComparedGpu& gpu) { return GpuRow{&gpu, &view}; });
              })
      .member("choice", "Which of them to take, over all workloads",
              [](const ComparisonView& view) {
                return ChoiceOf{&view.choice, &view.comparison};
              })
      .member("verdicts", "Who does best, by workload", fewest(1),
              [](const ComparisonView& view) { return verdicts_of(view.comparison); })
      .member("guide_ratios", "What guides state of two of the GPUs, the newest guide first",
              [](const ComparisonView& view) { return view.comparison.stated; })
      .member("computer", "What cards stand in; null unless whole machines are compared with cards",
              [](const ComparisonView& view) { return view.comparison.computer; })
      .member("value_with_computer", "The first duel of value of the first workload, when cards cost that more",
              [](const ComparisonView& view) {
                const auto& ratio = view.comparison.value_with_computer;
                return ratio ? std::optional(ratio->ratio) : std::nullopt;
              })
      .member("texts", "The verdicts in words", [](const ComparisonView& view) { return verdict_texts(view); })
      .member("warnings", "About the names asked for", [](const ComparisonView& view) { return view.notes; });
}

}  // namespace gpuadvisor
