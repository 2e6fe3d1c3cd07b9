#include "query_record.hpp"

#include "gpuadvisor/catalog/guide.hpp"
#include "output/memory/job_record.hpp"
#include "output/phrases/shared_records.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

std::vector<std::string> patterns(const std::shared_ptr<const NamedGpus>& gpus) {
  return gpus ? gpus->patterns() : std::vector<std::string>();
}

/// A value that records have: the text of a compute capability.
template <class T>
const std::optional<T>& end(const std::optional<T>& value) {
  return value;
}
std::optional<std::string> end(const std::optional<ComputeCapability>& value) {
  return value ? std::optional(value->text()) : std::nullopt;
}

template <class T>
Record<Range<T>> range_record(std::string_view name, std::string_view meaning) {
  return Record<Range<T>>(name, meaning, Layout::one_line)
      .member("from", "At least", [](const Range<T>& range) { return end(range.from); })
      .member("to", "At most", [](const Range<T>& range) { return end(range.to); });
}

}  // namespace

template <>
const Record<Range<Usd>>& record() {
  static const auto k_record = range_record<Usd>("usd_range", "Dollars from and to; null: open");
  return k_record;
}

template <>
const Record<Range<Gibibytes>>& record() {
  static const auto k_record =
      range_record<Gibibytes>("memory_range", "Gigabytes of a card (2^30 bytes), from and to; null: open");
  return k_record;
}

template <>
const Record<Range<Watts>>& record() {
  static const auto k_record = range_record<Watts>("power_range", "Watts from and to; null: open");
  return k_record;
}

template <>
const Record<DateRange>& record() {
  static const auto k_record = range_record<PartialDate>("date_range", "First and last date; null: open");
  return k_record;
}

template <>
const Record<Range<ComputeCapability>>& record() {
  static const auto k_record = range_record<ComputeCapability>("compute_capability_range", "From and to; null: open");
  return k_record;
}

template <>
const Record<CountRange>& record() {
  static const auto k_record = Record<CountRange>("count_range", "How many equal GPUs", Layout::one_line)
                                   .member<&CountRange::from>("from", "At least")
                                   .least(1)
                                   .member<&CountRange::to>("to", "At most")
                                   .least(1);
  return k_record;
}

template <>
const Record<NeedIn32Bits>& record() {
  static const auto k_record =
      Record<NeedIn32Bits>("need_in_32_bits", "A need known for training in 32 bits", Layout::one_line)
          .member<&NeedIn32Bits::memory>("memory_gb", "In 32 bits")
          .positive()
          .member<&NeedIn32Bits::factor>("fp16_factor", "What memory is worth in 16 bits; null: trained in 32 bits")
          .least(1)
          .most(2)
          .member<&NeedIn32Bits::factor_is_asked>("factor_is_asked", "The factor was named, in place of the guide's")
          .member("guide", "The newest guide of the day that states a factor",
                  [](const NeedIn32Bits& need) {
                    return need.rule == nullptr ? std::nullopt : std::optional(std::string_view(need.rule->guide));
                  })
          .member("rule", "Its rule", [](const NeedIn32Bits& need) {
            return need.rule == nullptr ? std::nullopt : std::optional(std::string_view(need.rule->id));
          });
  return k_record;
}

template <>
const Record<WantedJob>& record() {
  static const auto k_record =
      Record<WantedJob>("wanted_job", "What is to be done with a network")
          .member("model", "Id of the network; null of one that a file describes",
                  [](const WantedJob& job) { return unless_empty(job.network().id); })
          .id()
          .member("name", "Of the network", [](const WantedJob& job) { return job.network().name; })
          .member("file", "That it was read from",
                  [](const WantedJob& job) { return job.file() ? unless_empty(job.file()->path) : std::nullopt; })
          .members_of([](const WantedJob& job) -> const MemoryJob& { return job.job(); })
          .member("need_gb", "Needed on one GPU", [](const WantedJob& job) { return job.need().total; })
          .positive()
          .member("need_low_gb", "Lower end of its 80 % interval", [](const WantedJob& job) { return job.need().low; })
          .positive()
          .member("need_high_gb", "Upper end of its 80 % interval",
                  [](const WantedJob& job) { return job.need().high; })
          .positive();
  return k_record;
}

namespace {

/// The job of a request. Requires one.
struct AskedJob {
  const Request* request = nullptr;
};

const Request& asked(const Query& query) { return *query.request; }

constexpr auto k_conditions = std::to_array<std::string_view>({"any", "new", "used"});

Record<Query> filters(Record<Query>&& record) {
  return std::move(record)
      .member("budget_usd", "For all GPUs of a row", [](const Query& query) { return asked(query).budget; })
      .positive()
      .member("price_usd", "Of all GPUs of a row",
              [](const Query& query) { return asked(query).price.value_or(Range<Usd>()); })
      .member("min_memory_gb", "Per device", [](const Query& query) { return asked(query).min_memory; })
      .least(0)
      .member("need_in_32_bits",
              "A need known for training in 32 bits, which min_memory_gb is worked out from; null: none was named",
              [](const Query& query) { return asked(query).need; })
      .member("memory_gb", "Per device",
              [](const Query& query) { return asked(query).memory.value_or(Range<Gibibytes>()); })
      .member("vendors", "Any of them; empty: all", [](const Query& query) { return asked(query).vendors; })
      .ids()
      .member("segments", "Any of them; empty: all", [](const Query& query) { return asked(query).segments; })
      .member("only", "Names or patterns, any of them; empty: all",
              [](const Query& query) { return patterns(asked(query).only); })
      .member("exclude", "Names or patterns, none of them",
              [](const Query& query) { return patterns(asked(query).exclude); })
      .member("condition", "Of the goods",
              [](const Query& query) {
                return asked(query).condition ? enum_name(*asked(query).condition) : std::string_view("any");
              })
      .one_of(k_conditions)
      .member("max_power_w", "Of all GPUs of a row", [](const Query& query) { return asked(query).max_power; })
      .positive()
      .member("power_w", "Of all GPUs of a row",
              [](const Query& query) { return asked(query).power.value_or(Range<Watts>()); })
      .member("supply_w", "Power supply that is to feed all GPUs",
              [](const Query& query) { return asked(query).supply; })
      .positive()
      .member("max_slots", "That a card may take", [](const Query& query) { return asked(query).max_slots; })
      .least(1)
      .member("cooling", "Any of them; empty: all", [](const Query& query) { return asked(query).cooling; })
      .member("released", "Span of release dates",
              [](const Query& query) { return asked(query).released.value_or(DateRange()); })
      .member("forms", "Any of them; empty: all, but see installable",
              [](const Query& query) { return asked(query).forms.value_or(std::vector<std::string>()); })
      .member("deployment", "Where it is to run", [](const Query& query) { return asked(query).deployment; })
      .member("compute_capability", "Of CUDA",
              [](const Query& query) { return asked(query).compute_capability.value_or(Range<ComputeCapability>()); })
      .member("features", "Features that a GPU must have, all of them; empty: none",
              [](const Query& query) { return asked(query).features; })
      .ids();
}

}  // namespace

template <>
const Record<AskedJob>& record() {
  static const auto k_record =
      Record<AskedJob>("job", "What is to be done with a network")
          .members_of([](const AskedJob& job) -> const WantedJob& { return *job.request->job; })
          .member("takes_fewest", "Rows have as few GPUs as it fits on",
                  [](const AskedJob& job) { return job.request->takes_fewest; });
  return k_record;
}

template <>
const Record<PriceRule>& record() {
  static const auto k_record =
      Record<PriceRule>("price_rule", "When prices count", Layout::one_line)
          .member<&PriceRule::span>("span_months", "Months of quotes that make a price")
          .least(1)
          .member<&PriceRule::old_after>("old_after_months", "Age from which a price is old")
          .least(1)
          .member<&PriceRule::unusable_after>("unusable_after_months", "Age from which it passes no budget")
          .least(1)
          .member<&PriceRule::list_price_for>("list_price_for_months",
                                              "Age of a product up to which its list price stands in")
          .least(0);
  return k_record;
}

template <>
const Record<Query>& record() {
  static const auto k_record =
      filters(Record<Query>("query", "Every option in force, defaults included")
                  .member("workload", "What is trained", [](const Query& query) { return asked(query).workload; })
                  .id()
                  .member("own_weights", "Whether --priority or --weights replace the workload's",
                          [](const Query& query) { return asked(query).own_weights; })
                  .member("weights", "Of the criteria, by name; they add up to 1",
                          [](const Query& query) { return by_criterion(asked(query).weights); })
                  .one_line()
                  .member("count", "How many equal GPUs may be combined",
                          [](const Query& query) { return asked(query).count; })
                  .member("job", "That must fit on the GPUs; null without --model",
                          [](const Query& query) {
                            return asked(query).job ? std::optional(AskedJob{query.request}) : std::nullopt;
                          }))
          .member("installable", "Whether only cards with their own cooling count",
                  [](const Query& query) { return asked(query).installable; })
          .member("support", "The current software that must run",
                  [](const Query& query) { return asked(query).support.value_or(Support::any); })
          .member("memory_floor_gb", "What the guides ask for, where it is in force",
                  [](const Query& query) {
                    const auto& floor = asked(query).memory_floor;
                    return floor ? std::optional(floor->memory) : std::nullopt;
                  })
          .positive()
          .member("evidence", "What the ranking may rest on", [](const Query& query) { return asked(query).evidence; })
          .member("scores", "The dataset whose own figures count (--scores)",
                  [](const Query& query) { return unless_empty(asked(query).dataset); })
          .id()
          .member("precision", "The arithmetic that a speed is for",
                  [](const Query& query) { return asked(query).precision; })
          .member("speed", "What ranks as speed", [](const Query& query) { return asked(query).speed_kind; })
          .member("rank_by", "The ranking criterion", [](const Query& query) { return asked(query).rank_by; })
          .member("price_rule", "When prices count", [](const Query& query) { return asked(query).price_rule; })
          .member<&Query::limit>("limit", "Rows shown at most; 0: all")
          .least(0);
  return k_record;
}

}  // namespace gpuadvisor
