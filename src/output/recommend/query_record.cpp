#include "query_record.hpp"

#include "advice/request/board_constraints.hpp"
#include "gpuadvisor/catalog/guide.hpp"
#include "output/cost/owning_record.hpp"
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
Record<Range<Usd>> description() {
  return range_record<Usd>("usd_range", "Dollars from and to; null: open");
}

template <>
Record<Range<Gibibytes>> description() {
  return range_record<Gibibytes>("memory_range", "Gigabytes of a card (2^30 bytes), from and to; null: open");
}

template <>
Record<Range<Watts>> description() {
  return range_record<Watts>("power_range", "Watts from and to; null: open");
}

template <>
Record<DateRange> description() {
  return range_record<PartialDate>("date_range", "First and last date; null: open");
}

template <>
Record<Range<ComputeCapability>> description() {
  return range_record<ComputeCapability>("compute_capability_range", "From and to; null: open");
}

template <>
Record<CountRange> description() {
  return Record<CountRange>("count_range", "How many equal GPUs", Layout::one_line)
      .member<&CountRange::from>("from", "At least", least(1))
      .member<&CountRange::to>("to", "At most", least(1));
}

template <>
Record<NeedIn32Bits> description() {
  return Record<NeedIn32Bits>("need_in_32_bits", "A need known for training in 32 bits", Layout::one_line)
      .member<&NeedIn32Bits::memory>("memory_gb", "In 32 bits", positive())
      .member<&NeedIn32Bits::factor>("fp16_factor", "What memory is worth in 16 bits; null: trained in 32 bits",
                                     least(1), most(2))
      .member<&NeedIn32Bits::factor_is_asked>("factor_is_asked", "The factor was named, in place of the guide's")
      .member("guide", "The newest guide of the day that states a factor",
              [](const NeedIn32Bits& need) {
                return need.rule == nullptr ? std::nullopt : std::optional(std::string_view(need.rule->guide));
              })
      .member("rule", "Its rule", [](const NeedIn32Bits& need) {
        return need.rule == nullptr ? std::nullopt : std::optional(std::string_view(need.rule->id));
      });
}

template <>
Record<GpuGroup> description() {
  return Record<GpuGroup>("own_gpus", "GPUs of one kind", Layout::one_line)
      .member<&GpuGroup::gpu, &Gpu::id>("id", "Of the GPU", id())
      .member<&GpuGroup::count>("count", "How many", least(1));
}

template <>
Record<TrainingRun> description() {
  return Record<TrainingRun>("training_run", "A run of training", Layout::one_line)
      .member<&TrainingRun::samples>("samples", "Of all epochs", positive())
      .member<&TrainingRun::unit>("unit", "In which its speed is told")
      .member<&TrainingRun::price_per_kwh>("usd_per_kwh", "Price of electricity; null: none was named", positive());
}

template <>
Record<SpeedTarget> description() {
  return Record<SpeedTarget>("speed_target", "What each user must get", Layout::one_line)
      .member<&SpeedTarget::tokens_per_second>("tokens_per_second", "Written, at least", positive())
      .member<&SpeedTarget::seconds_to_first_token>("seconds_to_first_token", "At most", positive());
}

template <>
Record<WantedJob> description() {
  return Record<WantedJob>("wanted_job", "What is to be done with a model")
      .member<&WantedJob::network, &Network::id>("model", "Id of the model; null of one that a file describes", id(),
                                                 or_null())
      .member<&WantedJob::network, &Network::name>("name", "Of the model")
      .member("file", "That it was read from",
              [](const WantedJob& job) { return job.file() ? unless_empty(job.file()->path) : std::nullopt; })
      .members_of<&WantedJob::job>()
      .member<&WantedJob::own>("own", "GPUs that the asker has, which hold a part of it")
      .member<&WantedJob::need, &MemoryNeed::total>("need_gb", "Needed on one GPU", positive())
      .member<&WantedJob::need, &MemoryNeed::low>("need_low_gb", "Lower end of its 80 % interval", positive())
      .member<&WantedJob::need, &MemoryNeed::high>("need_high_gb", "Upper end of its 80 % interval", positive());
}

namespace {

constexpr auto k_conditions = std::to_array<std::string_view>({"any", "new", "used"});

/// Of a request that has one.
Record<Request> job_record() {
  return Record<Request>("job", "What is to be done with a model")
      .members_of<&Request::job>()
      .member<&Request::target>("target", "What each user must get; null: no speed was asked for")
      .member<&Request::takes_fewest>("takes_fewest", "Rows have as few GPUs as it fits on")
      .member<&Request::takes_enough>(
          "takes_enough",
          "Rows are those that transcribe speech at four times real time, the cheapest first: "
          "the usual answer would do ten times");
}

/// The limits that are one figure.
Record<Request> figures_record() {
  Record<Request> record("figures", "Limits of one figure");
  const auto add = [&](const auto& option) {
    constexpr auto k_part = std::decay_t<decltype(option)>::k_part;
    const bool is_whole = option.most > 0;
    std::move(record).template member<k_part>(option.key, option.meaning, is_whole ? least(1) : positive());
  };
  std::apply([&](const auto&... option) { (add(option), ...); }, k_figure_options);
  return record;
}

Record<Request> request_record() {
  return Record<Request>("request", "Every option but those of printing")
      .member<&Request::workload>("workload", "What is trained", id())
      .member<&Request::own_weights>("own_weights", "Whether --priority or --weights replace the workload's")
      .member<&Request::weights, &by_criterion>("weights", "Of the criteria, by name; they add up to 1", one_line())
      .member<&Request::count>("count", "How many equal GPUs may be combined")
      .member("job", "That must fit on the GPUs; null without --model",
              [](const Request& asked) { return given(asked.job != nullptr, as<job_record>(asked)); })
      .member<&Request::run>("run", "The training run whose hours are told; null: none was named")
      .member<&Request::largest_batch>("largest_batch",
                                       "Whether rates are those at the largest batch that fits each GPU")
      .member<&Request::budget>("budget_usd", "For all GPUs of a row", positive())
      .member("price_usd", "Of all GPUs of a row",
              [](const Request& asked) { return asked.price.value_or(Range<Usd>()); })
      .member<&Request::min_memory>("min_memory_gb", "Per device", least(0))
      .member<&Request::need>(
          "need_in_32_bits",
          "A need known for training in 32 bits, which min_memory_gb is worked out from; null: none was named")
      .member("memory_gb", "Per device", [](const Request& asked) { return asked.memory.value_or(Range<Gibibytes>()); })
      .member<&Request::vendors>("vendors", "Any of them; empty: all", ids())
      .member<&Request::segments>("segments", "Any of them; empty: all")
      .member<&Request::only, &patterns>("only", "Names or patterns, any of them; empty: all")
      .member<&Request::exclude, &patterns>("exclude", "Names or patterns, none of them")
      .member(
          "condition", "Of the goods", one_of(k_conditions),
          [](const Request& asked) { return asked.condition ? enum_name(*asked.condition) : std::string_view("any"); })
      .member<&Request::max_power>("max_power_w", "Of all GPUs of a row", positive())
      .member("power_w", "Of all GPUs of a row",
              [](const Request& asked) { return asked.power.value_or(Range<Watts>()); })
      .members_of<as<figures_record>>()
      .member<&Request::cooling>("cooling", "Any of them; empty: all")
      .member("released", "Span of release dates",
              [](const Request& asked) { return asked.released.value_or(DateRange()); })
      .member("forms", "Any of them; empty: all, but see installable",
              [](const Request& asked) { return asked.forms.value_or(std::vector<std::string>()); })
      .member<&Request::deployment>("deployment", "Where it is to run")
      .member("compute_capability", "Of CUDA",
              [](const Request& asked) { return asked.compute_capability.value_or(Range<ComputeCapability>()); })
      .member<&Request::features>("features", "Features that a GPU must have, all of them; empty: none", ids())
      .member<&Request::installable>("installable", "Whether only cards with their own cooling count")
      .member("support", "The current software that must run",
              [](const Request& asked) { return asked.support.value_or(Support::any); })
      .member("memory_floor_gb", "What the guides ask for, where it is in force", positive(),
              [](const Request& asked) {
                const auto& floor = asked.memory_floor;
                return floor ? std::optional(floor->memory) : std::nullopt;
              })
      .member<&Request::evidence>("evidence", "What the ranking may rest on")
      .member<&Request::dataset>("scores", "The dataset whose own figures count (--scores)", id(), or_null())
      .member<&Request::precision>("precision", "The arithmetic that a speed is for")
      .member<&Request::speed_kind>("speed", "What ranks as speed")
      .member<&Request::rank_by>("rank_by", "The ranking criterion")
      .member<&Request::owning>("owning", "How GPUs are owned and used; null: no cost of use is told")
      .member<&Request::includes_rent>("include_rent", "Whether rented GPUs compete")
      .member<&Request::price_rule>("price_rule", "When prices count");
}

}  // namespace

template <>
Record<PriceRule> description() {
  return Record<PriceRule>("price_rule", "When prices count", Layout::one_line)
      .member<&PriceRule::span>("span_months", "Months of quotes that make a price", least(1))
      .member<&PriceRule::old_after>("old_after_months", "Age from which a price is old", least(1))
      .member<&PriceRule::unusable_after>("unusable_after_months", "Age from which it passes no budget", least(1))
      .member<&PriceRule::list_price_for>("list_price_for_months",
                                          "Age of a product up to which its list price stands in", least(0));
}

template <>
Record<Query> description() {
  return Record<Query>("query", "Every option in force, defaults included")
      .members_of<&Query::request, as<request_record>>()
      .member<&Query::limit>("limit", "Rows shown at most; 0: all", least(0));
}

}  // namespace gpuadvisor
