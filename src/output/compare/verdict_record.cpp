#include "verdict_record.hpp"

#include "output/phrases/shared_records.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

struct NamedRatio {
  const PairwiseRatio* duel = nullptr;
  const Comparison* comparison = nullptr;
};

struct NamedLeader {
  const Leader* leader = nullptr;
  const Comparison* comparison = nullptr;
};

struct NamedBreakEven {
  const ValueBreakEven* break_even = nullptr;
  const Comparison* comparison = nullptr;
};

std::string_view id_of(std::size_t place, const Comparison& comparison) { return comparison.gpus[place].gpu->id; }

std::optional<std::string_view> id_of(std::optional<std::size_t> place, const Comparison& comparison) {
  return place ? std::optional(id_of(*place, comparison)) : std::nullopt;
}

/// Nothing where nobody has the highest figure for all workloads.
template <class Figure>
std::optional<Figure> figure_of(const NamedLeader& one, Figure figure) {
  const bool is_one = one.leader->lead == Lead::clear || one.leader->lead == Lead::close;
  return is_one ? std::optional(figure) : std::nullopt;
}

std::vector<NamedRatio> duels_of(const PairwiseRatios& duels, const Verdict& verdict) {
  return mapped(duels, [&](const PairwiseRatio& duel) { return NamedRatio{&duel, verdict.comparison}; });
}

}  // namespace

template <>
Record<NamedRatio> description() {
  return Record<NamedRatio>("duel", "How many times as much one GPU has as another", Layout::one_line)
      .member("gpu", "The one", id(), [](const NamedRatio& one) { return id_of(one.duel->gpu, *one.comparison); })
      .member("against", "The other", id(),
              [](const NamedRatio& one) { return id_of(one.duel->against, *one.comparison); })
      .member<&NamedRatio::duel, &PairwiseRatio::ratio, &RatioEstimate::ratio>("ratio", "Its figure over the other's",
                                                                               positive())
      .member<&NamedRatio::duel, &PairwiseRatio::ratio, &RatioEstimate::low>(
          "low", "Lower end of the 80 % interval; null where a figure has none", positive())
      .member<&NamedRatio::duel, &PairwiseRatio::ratio, &RatioEstimate::high>("high", "Upper end", positive())
      .member<&NamedRatio::duel, &PairwiseRatio::call>(
          "call", "Whether the ratio is a step of 10 % or more, and its interval leaves out 1");
}

template <>
Record<NamedLeader> description() {
  return Record<NamedLeader>("leader", "Who has the highest figure for all workloads", Layout::one_line)
      .member<&NamedLeader::leader, &Leader::lead>(
          "lead", "Whether one has: clear, too close to call for a workload, another by workload, or not known")
      .member("gpu", "Which; null where it is another by workload, or not known", id(),
              [](const NamedLeader& one) { return figure_of(one, id_of(one.leader->gpu, *one.comparison)); })
      .member("least", "Times the figure of the next best, for the workload where that is least", positive(),
              [](const NamedLeader& one) { return figure_of(one, one.leader->least); })
      .member("most", "The same where it is most", positive(),
              [](const NamedLeader& one) { return figure_of(one, one.leader->most); });
}

template <>
Record<ChoiceOf> description() {
  return Record<ChoiceOf>("choice", "Which of the GPUs to take")
      .member("take", "Null where that depends on the work, or prices or speeds are not known", id(),
              [](const ChoiceOf& one) { return id_of(one.choice->take, *one.comparison); })
      .member("passed_over", "Which would have been, with software that is no longer kept up; mostly null", id(),
              [](const ChoiceOf& one) { return id_of(one.choice->passed_over, *one.comparison); })
      .member("speed", "Who is fastest",
              [](const ChoiceOf& one) {
                return NamedLeader{&one.choice->speed, one.comparison};
              })
      .member("value", "Who has most speed per dollar", [](const ChoiceOf& one) {
        return NamedLeader{&one.choice->value, one.comparison};
      });
}

template <>
Record<NamedBreakEven> description() {
  return Record<NamedBreakEven>("price_flip", "The price below which a GPU would lead in value", Layout::one_line)
      .member("gpu", "Which does not lead in value", id(),
              [](const NamedBreakEven& one) { return id_of(one.break_even->gpu, *one.comparison); })
      .member<&NamedBreakEven::break_even, &ValueBreakEven::below>("below_usd", "The price below which it would",
                                                                   positive());
}

template <>
Record<Verdict> description() {
  return Record<Verdict>("verdict", "Who does best for a workload")
      .member<&Verdict::workload, &Workload::id>("workload", "What for", id())
      .member<&Verdict::verdict, &WorkloadVerdict::speed_kind>(
          "speed_is", "What speed is: the performance index, or the priority score")
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
                return mapped(one.verdict->break_evens, [&](const ValueBreakEven& break_even) {
                  return NamedBreakEven{&break_even, one.comparison};
                });
              })
      .member("dominant",
              "The GPU that scores higher than all others under every weighting that keeps the order of importance",
              id(), [](const Verdict& one) { return id_of(one.verdict->dominant, *one.comparison); })
      .member("memory_floor_gb", "That the guides ask for on the catalog's day", positive(),
              [](const Verdict& one) {
                const auto& floor = one.verdict->memory_floor;
                return floor ? std::optional(floor->memory) : std::nullopt;
              })
      .member("below_floor", "GPUs with less", ids(), [](const Verdict& one) {
        return mapped(one.verdict->below_floor, [&](std::size_t place) { return id_of(place, *one.comparison); });
      });
}

}  // namespace gpuadvisor
