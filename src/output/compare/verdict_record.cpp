#include "verdict_record.hpp"

#include "output/phrases/shared_records.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

struct NamedDuel {
  const Duel* duel = nullptr;
  const Comparison* comparison = nullptr;
};

struct NamedFlip {
  const ValueFlip* flip = nullptr;
  const Comparison* comparison = nullptr;
};

std::string_view id_of(std::size_t place, const Comparison& comparison) { return comparison.gpus[place].gpu->id; }

std::vector<NamedDuel> duels_of(const Duels& duels, const Verdict& verdict) {
  return mapped(duels, [&](const Duel& duel) { return NamedDuel{&duel, verdict.comparison}; });
}

}  // namespace

template <>
Record<NamedDuel> description() {
  return Record<NamedDuel>("duel", "How many times as much one GPU has as another", Layout::one_line)
      .member("gpu", "The one", id(), [](const NamedDuel& one) { return id_of(one.duel->gpu, *one.comparison); })
      .member("against", "The other", id(),
              [](const NamedDuel& one) { return id_of(one.duel->against, *one.comparison); })
      .member<&NamedDuel::duel, &Duel::ratio, &RatioEstimate::ratio>("ratio", "Its figure over the other's", positive())
      .member<&NamedDuel::duel, &Duel::ratio, &RatioEstimate::low>(
          "low", "Lower end of the 80 % interval; null where a figure has none", positive())
      .member<&NamedDuel::duel, &Duel::ratio, &RatioEstimate::high>("high", "Upper end", positive())
      .member<&NamedDuel::duel, &Duel::call>(
          "call", "Whether the ratio is a step of 10 % or more, and its interval leaves out 1");
}

template <>
Record<NamedFlip> description() {
  return Record<NamedFlip>("price_flip", "The price below which a GPU would lead in value", Layout::one_line)
      .member("gpu", "Which does not lead in value", id(),
              [](const NamedFlip& one) { return id_of(one.flip->gpu, *one.comparison); })
      .member<&NamedFlip::flip, &ValueFlip::below>("below_usd", "The price below which it would", positive());
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
      .member(
          "price_flips", "Of the others",
          [](const Verdict& one) {
            return mapped(one.verdict->flips, [&](const ValueFlip& flip) { return NamedFlip{&flip, one.comparison}; });
          })
      .member("dominant",
              "The GPU that scores higher than all others under every weighting that keeps the order of importance",
              id(),
              [](const Verdict& one) {
                const auto& place = one.verdict->dominant;
                return place ? std::optional(id_of(*place, *one.comparison)) : std::nullopt;
              })
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
