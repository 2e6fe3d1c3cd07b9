#include "advice/request/form_group.hpp"
#include "comparison_text.hpp"
#include "comparison_view.hpp"
#include "gpuadvisor/catalog/guide.hpp"
#include "gpuadvisor/catalog/support_event.hpp"
#include "output/explain/feature_view.hpp"
#include "output/phrases/shared_records.hpp"
#include "scoring/criteria.hpp"

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

struct ConditionPrice {
  const PriceEstimate* price = nullptr;
};

/// The price that value goes by.
struct ValuePrice {
  const PriceEstimate* price = nullptr;
};

struct SupportRow {
  const ComparedGpu* compared = nullptr;
};

struct FeatureOf {
  GpuFeature feature;
};

struct GpuRow {
  const ComparedGpu* compared = nullptr;
  const ComparisonView* view = nullptr;

  [[nodiscard]] const Gpu& gpu() const { return *compared->gpu; }
};

struct NamedDuel {
  const Duel* duel = nullptr;
  const Comparison* comparison = nullptr;
};

struct NamedFlip {
  const ValueFlip* flip = nullptr;
  const Comparison* comparison = nullptr;
};

struct Verdict {
  const WorkloadVerdict* verdict = nullptr;
  const Workload* workload = nullptr;
  const Comparison* comparison = nullptr;
};

constexpr auto k_bases = std::to_array<std::string_view>({"measured", "scaled", "estimated", "priority"});
constexpr auto k_topics = std::to_array<std::string_view>(
    {"speed", "score", "value", "efficiency", "order", "memory", "software", "features", "guide"});

std::string_view id_of(std::size_t place, const Comparison& comparison) { return comparison.gpus[place].gpu->id; }

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

std::vector<FeatureOf> features_of(const GpuRow& row) {
  const auto features = row.view->comparison.features;
  std::vector<FeatureOf> found;
  for (std::size_t i = 0; i < features.size(); ++i) {
    found.push_back({{&row.gpu(), &features[i], row.compared->features[i]}});
  }
  return found;
}

std::vector<NamedDuel> duels_of(const Duels& duels, const Verdict& verdict) {
  return mapped(duels, [&](const Duel& duel) { return NamedDuel{&duel, verdict.comparison}; });
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
const Record<ComparisonQuestion>& record() {
  static const auto k_record =
      Record<ComparisonQuestion>("query", "What was asked")
          .member("gpus", "Ids of the GPUs; ratios are to the first",
                  [](const ComparisonQuestion& asked) { return mapped(asked.gpus, &Gpu::id); })
          .ids()
          .fewest(k_fewest_compared)
          .member("workloads", "What they are compared for",
                  [](const ComparisonQuestion& asked) { return mapped(asked.workloads, &Workload::id); })
          .ids()
          .fewest(1)
          .member<&ComparisonQuestion::precision>("precision", "The arithmetic that a speed is for");
  return k_record;
}

template <>
const Record<SourcedFigure>& record() {
  static const auto k_record =
      Record<SourcedFigure>("figure", "A figure of the catalog", Layout::one_line)
          .member<&SourcedFigure::value>("value", "In the unit of the key; null where it is unknown")
          .positive()
          .member("source", "Where it is from; null where the value is",
                  [](const SourcedFigure& one) { return unless_empty(one.source); })
          .id();
  return k_record;
}

template <>
const Record<NamedCriterion>& record() {
  static const auto k_record =
      Record<NamedCriterion>("criterion", "A criterion of the priority score", Layout::one_line)
          .member("value", "In unit; null where it is unknown",
                  [](const NamedCriterion& one) { return one.value.value; })
          .positive()
          .member("unit", "Of value", [](const NamedCriterion& one) { return unit(one.criterion); })
          .member("field", "The catalog's field that it is read from, or that is missing",
                  [](const NamedCriterion& one) { return one.value.field; })
          .member("halved", "The field counts dual issue: half of it is used",
                  [](const NamedCriterion& one) { return one.value.halved; });
  return k_record;
}

template <>
const Record<WorkloadRow>& record() {
  static const auto k_record =
      Record<WorkloadRow>("workload", "How the GPU does for a workload")
          .member("workload", "What it trains", [](const WorkloadRow& row) { return row.workload->id; })
          .id()
          .member(
              "speed",
              "The index of performance, or the priority score where the catalog knows no index for the workload; null "
              "where neither is known",
              [](const WorkloadRow& row) { return row.figures->speed; })
          .positive()
          .member("performance", "How fast it trains; null where it is not known",
                  [](const WorkloadRow& row) { return speed_for(row.workload->id, row.figures->performance); })
          .member("priority", "The priority score; null where a criterion is unknown",
                  [](const WorkloadRow& row) { return row.figures->priority; })
          .positive()
          .member("value", "Speed per 1000 dollars of value_price",
                  [](const WorkloadRow& row) { return row.figures->value; })
          .positive()
          .member("efficiency", "Speed per kilowatt", [](const WorkloadRow& row) { return row.figures->efficiency; })
          .positive();
  return k_record;
}

template <>
const Record<ConditionPrice>& record() {
  static const auto k_record = Record<ConditionPrice>("condition_price", "A price by condition", Layout::one_line)
                                   .member("condition", "Of the goods; mixed quotes average new and used ones",
                                           [](const ConditionPrice& one) { return one.price->condition; })
                                   .member("price", "Of one GPU", [](const ConditionPrice& one) { return *one.price; });
  return k_record;
}

template <>
const Record<ValuePrice>& record() {
  static const auto k_record =
      Record<ValuePrice>("value_price", "The price that value goes by", Layout::one_line)
          .member("condition", "Of the goods", [](const ValuePrice& one) { return one.price->condition; })
          .member("usd", "US dollars", [](const ValuePrice& one) { return one.price->median; })
          .positive()
          .member("age", "How far its age lets it be trusted", [](const ValuePrice& one) { return one.price->age; });
  return k_record;
}

template <>
const Record<SupportRow>& record() {
  static const auto k_record =
      Record<SupportRow>("support", "Whether current software of its vendor runs on it", Layout::one_line)
          .member("state", "On the catalog's day", [](const SupportRow& one) { return one.compared->support.state; })
          .member("remark", "The same in words; null for an NVIDIA GPU that is supported",
                  [](const SupportRow& one) {
                    std::string remark = support_remark(*one.compared->gpu, one.compared->support);
                    return remark.empty() ? std::nullopt : std::optional(std::move(remark));
                  })
          .member("date", "Of the event that says so",
                  [](const SupportRow& one) {
                    const SupportEvent* event = one.compared->support.event;
                    return event == nullptr ? std::nullopt : std::optional(event->date);
                  })
          .member("source", "Of that event",
                  [](const SupportRow& one) {
                    const SupportEvent* event = one.compared->support.event;
                    return event == nullptr ? std::nullopt : unless_empty(event->source);
                  })
          .id();
  return k_record;
}

template <>
const Record<FeatureOf>& record() {
  static const auto k_record =
      Record<FeatureOf>("feature", "Whether the GPU has a feature", Layout::one_line)
          .member("id", "Of the feature", [](const FeatureOf& one) { return one.feature.feature->id; })
          .id()
          .members_of<&FeatureOf::feature>();
  return k_record;
}

template <>
const Record<GpuRow>& record() {
  static const auto k_record =
      Record<GpuRow>("gpu", "One of the GPUs")
          .member("id", "Of the GPU", [](const GpuRow& row) { return row.gpu().id; })
          .id()
          .member("name", "Of the GPU", [](const GpuRow& row) { return row.gpu().name; })
          .member("vendor", "Who makes it", [](const GpuRow& row) { return row.gpu().vendor; })
          .id()
          .member("architecture", "Of the chip", [](const GpuRow& row) { return row.gpu().architecture; })
          .member("released", "First sale where known, otherwise announcement",
                  [](const GpuRow& row) { return row.gpu().released; })
          .member("form", "Of the board", [](const GpuRow& row) { return row.gpu().form; })
          .member("form_group", "What a buyer needs around it", [](const GpuRow& row) { return form_group(row.gpu()); })
          .member("cooling", "Of the reference board", [](const GpuRow& row) { return row.gpu().cooling; })
          .member("memory_per_device_gb", "Memory that one device of the board sees",
                  [](const GpuRow& row) { return memory_per_device(row.gpu()); })
          .positive()
          .member("figures", "Figures of the catalog, under their keys there",
                  [](const GpuRow& row) { return figures_of(row.gpu()); })
          .lines()
          .member("criteria", "What the priority score rests on, by name",
                  [](const GpuRow& row) { return criteria_of(*row.compared); })
          .lines()
          .member("workloads", "By workload, in the order of the query",
                  [](const GpuRow& row) { return workloads_of(row); })
          .fewest(1)
          .member("prices", "By condition",
                  [](const GpuRow& row) {
                    return mapped(row.compared->prices,
                                  [](const PriceEstimate& price) { return ConditionPrice{&price}; });
                  })
          .member("value_price",
                  "The price that value goes by: of the most current ones the lowest; null where none decides",
                  [](const GpuRow& row) {
                    const auto& price = row.compared->price;
                    return price ? std::optional(ValuePrice{&*price}) : std::nullopt;
                  })
          .member("support", "Whether current software of its vendor runs on it",
                  [](const GpuRow& row) { return SupportRow{row.compared}; })
          .member("features", "By feature, in the order of the catalog",
                  [](const GpuRow& row) { return features_of(row); })
          .member("warnings", "About its figures and prices", [](const GpuRow& row) { return row.compared->warnings; });
  return k_record;
}

template <>
const Record<NamedDuel>& record() {
  static const auto k_record =
      Record<NamedDuel>("duel", "How many times as much one GPU has as another", Layout::one_line)
          .member("gpu", "The one", [](const NamedDuel& one) { return id_of(one.duel->gpu, *one.comparison); })
          .id()
          .member("against", "The other",
                  [](const NamedDuel& one) { return id_of(one.duel->against, *one.comparison); })
          .id()
          .member("ratio", "Its figure over the other's", [](const NamedDuel& one) { return one.duel->ratio.ratio; })
          .positive()
          .member("low", "Lower end of the 80 % interval; null where a figure has none",
                  [](const NamedDuel& one) { return one.duel->ratio.low; })
          .positive()
          .member("high", "Upper end", [](const NamedDuel& one) { return one.duel->ratio.high; })
          .positive()
          .member("call", "Whether the ratio is a step of 10 % or more, and its interval leaves out 1",
                  [](const NamedDuel& one) { return one.duel->call; });
  return k_record;
}

template <>
const Record<NamedFlip>& record() {
  static const auto k_record =
      Record<NamedFlip>("price_flip", "The price below which a GPU would lead in value", Layout::one_line)
          .member("gpu", "Which does not lead in value",
                  [](const NamedFlip& one) { return id_of(one.flip->gpu, *one.comparison); })
          .id()
          .member("below_usd", "The price below which it would", [](const NamedFlip& one) { return one.flip->below; })
          .positive();
  return k_record;
}

template <>
const Record<Verdict>& record() {
  static const auto k_record =
      Record<Verdict>("verdict", "Who does best for a workload")
          .member("workload", "What for", [](const Verdict& one) { return one.workload->id; })
          .id()
          .member("speed_is", "What speed is: the performance index, or the priority score",
                  [](const Verdict& one) { return one.verdict->speed_kind; })
          .member("to_first", "The speed of each further GPU against the first",
                  [](const Verdict& one) { return duels_of(one.verdict->to_first, one); })
          .member("speed", "The fastest against each other one, the next fastest first",
                  [](const Verdict& one) { return duels_of(one.verdict->speed, one); })
          .member("value", "The same by speed per dollar",
                  [](const Verdict& one) { return duels_of(one.verdict->value, one); })
          .member("efficiency", "The same by speed per watt",
                  [](const Verdict& one) { return duels_of(one.verdict->efficiency, one); })
          .member("price_flips", "Of the others",
                  [](const Verdict& one) {
                    return mapped(one.verdict->flips, [&](const ValueFlip& flip) {
                      return NamedFlip{&flip, one.comparison};
                    });
                  })
          .member("dominant",
                  "The GPU that scores higher than all others under every weighting that keeps the order of importance",
                  [](const Verdict& one) {
                    const auto& place = one.verdict->dominant;
                    return place ? std::optional(id_of(*place, *one.comparison)) : std::nullopt;
                  })
          .id()
          .member("memory_floor_gb", "That the guides ask for on the catalog's day",
                  [](const Verdict& one) {
                    const auto& floor = one.verdict->memory_floor;
                    return floor ? std::optional(floor->memory) : std::nullopt;
                  })
          .positive()
          .member("below_floor", "GPUs with less",
                  [](const Verdict& one) {
                    return mapped(one.verdict->below_floor,
                                  [&](std::size_t place) { return id_of(place, *one.comparison); });
                  })
          .ids();
  return k_record;
}

template <>
const Record<OwnRatio>& record() {
  static const auto k_record =
      Record<OwnRatio>("own_ratio", "The program's own figure beside a guide's", Layout::one_line)
          .member("workload", "For which", [](const OwnRatio& own) { return own.workload->id; })
          .id()
          .member<&OwnRatio::ratio>("ratio", "Of the speeds, or of the values at today's prices")
          .positive()
          .member("basis",
                  "Of the two speeds, the weaker one's; priority: scores stand in for them, an order and no speed",
                  [](const OwnRatio& own) { return own.basis ? enum_name(*own.basis) : std::string_view("priority"); })
          .one_of(k_bases);
  return k_record;
}

template <>
const Record<StatedRatio>& record() {
  static const auto k_record =
      Record<StatedRatio>("guide_ratio", "How one GPU compares with another, as a guide has it")
          .member("guide", "Which edition", [](const StatedRatio& one) { return one.said->guide; })
          .id()
          .member("date", "Of the edition", [](const StatedRatio& one) { return one.guide->date; })
          .member("id", "Unique within the guide", [](const StatedRatio& one) { return one.said->id; })
          .id()
          .member("gpu", "The GPU", [](const StatedRatio& one) { return one.said->gpu; })
          .id()
          .member("over", "The other GPU", [](const StatedRatio& one) { return one.said->over; })
          .id()
          .member("of", "What is compared; value: speed per dollar",
                  [](const StatedRatio& one) { return one.said->of; })
          .member("workload", "Null: the guide names none",
                  [](const StatedRatio& one) { return unless_empty(one.said->workload); })
          .id()
          .member("ratio", "It, or the lowest", [](const StatedRatio& one) { return one.said->ratio; })
          .positive()
          .member("to", "The highest of a range", [](const StatedRatio& one) { return one.said->to; })
          .member("at_least", "Whether the guide says more than that",
                  [](const StatedRatio& one) { return one.said->at_least; })
          .member("says", "What it is of", [](const StatedRatio& one) { return one.said->says; })
          .member("source", "Where it is from", [](const StatedRatio& one) { return one.said->source; })
          .id()
          .member("here", "The program's own figures beside; empty where it has none",
                  [](const StatedRatio& one) { return one.own; });
  return k_record;
}

template <>
const Record<VerdictText>& record() {
  static const auto k_record =
      Record<VerdictText>("text", "A verdict in words", Layout::one_line)
          .member("workload", "What it is about; null: the GPUs in general",
                  [](const VerdictText& one) {
                    return one.workload == nullptr ? std::nullopt : std::optional(one.workload->id);
                  })
          .id()
          .member<&VerdictText::topic>("topic", "What it tells")
          .one_of(k_topics)
          .member<&VerdictText::text>("text", "Whole sentences");
  return k_record;
}

template <>
const Record<ComparisonView>& record() {
  static const auto k_record =
      answer_record<ComparisonView>("compare", "compare", "GPUs side by side")
          .member("query", "What was asked", [](const ComparisonView& view) { return view.comparison.question; })
          .member("results", "A record per GPU, in the order asked for",
                  [](const ComparisonView& view) {
                    return mapped(view.comparison.gpus, [&](const ComparedGpu& gpu) { return GpuRow{&gpu, &view}; });
                  })
          .fewest(k_fewest_compared)
          .member("verdicts", "Who does best, by workload",
                  [](const ComparisonView& view) { return verdicts_of(view.comparison); })
          .fewest(1)
          .member("guide_ratios", "What guides state of two of the GPUs, the newest guide first",
                  [](const ComparisonView& view) { return view.comparison.stated; })
          .member("texts", "The verdicts in words", [](const ComparisonView& view) { return verdict_texts(view); })
          .member("warnings", "About the names asked for", [](const ComparisonView& view) { return view.notes; });
  return k_record;
}

std::string comparison_json(const ComparisonView& view) { return json_text(value_of(view)); }

}  // namespace gpuadvisor
