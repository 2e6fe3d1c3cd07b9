#include "answer_record.hpp"

#include "advice/rent/rented_run.hpp"
#include "advice/request/constraint.hpp"
#include "answer_notes.hpp"
#include "catalog/records/host.hpp"
#include "catalog/records/rent.hpp"
#include "core/two_digits.hpp"
#include "cost_words.hpp"
#include "economics/feasibility.hpp"
#include "gpuadvisor/advice/relaxation.hpp"
#include "offer_fields.hpp"
#include "offer_record.hpp"
#include "output/cost/without_buying_record.hpp"
#include "output/memory/job_record.hpp"
#include "output/phrases/change_text.hpp"
#include "output/phrases/fit_words.hpp"
#include "output/phrases/offer_words.hpp"
#include "output/phrases/shared_records.hpp"
#include "query_record.hpp"
#include "report/flat.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

/// How a job fits on the GPUs of a row. `fit` has a need.
struct RowFit {
  const JobFit* fit = nullptr;
  const WantedJob* job = nullptr;
};

struct Contention {
  const Contender* contender = nullptr;
  const PriorityOrder* order = nullptr;
};

/// The rows: of the fields asked for, or in full.
std::vector<Value> results_of(const AnswerView& view) {
  std::vector<Value> values;
  if (view.fields.empty()) {
    for (const DetailedOffer& row : view.rows()) values.push_back(value_of(AnswerRow{&row, &view.request()}));
    return values;
  }
  const Records records = answer_records(view);
  for (const auto& row : records.rows) values.push_back(record_value(records.fields, row));
  return values;
}

Keyed<int> by_constraint(const Excluded& excluded) {
  Keyed<int> found;
  for (std::size_t i = 0; i < constraints().size(); ++i) {
    if (const int count = excluded.by_constraint[i]; count > 0) found.emplace_back(constraints()[i].id, count);
  }
  return found;
}

Keyed<Hidden> hidden_of(const Answer& answer) {
  Keyed<Hidden> found;
  for (const Hidden& hidden : answer.hidden) {
    if (hidden.gpus > 0) found.emplace_back(constraints()[first(hidden.constraints)].id, hidden);
  }
  if (answer.hidden_by_several.gpus > 0) found.emplace_back("several", answer.hidden_by_several);
  return found;
}

std::vector<ComparedRival> rivals_of(const AnswerView& view) {
  return mapped(view.explanation->rivals, [&](const Rival& rival) {
    return ComparedRival{&rival, view.request().workload};
  });
}

std::vector<Contention> contenders_of(const FirstShares& shares) {
  std::vector<Contention> found;
  for (const Contender& contender : shares.contenders) found.push_back({&contender, &*shares.order});
  return found;
}

Keyed<double> log_ratios_of(const Contention& one) {
  Keyed<double> found;
  for (std::size_t i = 0; i < one.order->size(); ++i) {
    found.emplace_back(enum_name((*one.order)[i]), one.contender->log_ratios[i]);
  }
  return found;
}

}  // namespace

template <>
Record<ExpectedSpeedup> description() {
  return Record<ExpectedSpeedup>("speedup", "What several GPUs make of the speed of one", Layout::one_line)
      .member<&ExpectedSpeedup::count>("count", "GPUs", least(2))
      .member<&ExpectedSpeedup::factor>("factor", "How many times as fast as one", positive())
      .member<&ExpectedSpeedup::low>("low", "Lower end of the 80 % interval", positive())
      .member<&ExpectedSpeedup::high>("high", "Upper end of the 80 % interval", positive())
      .member<&ExpectedSpeedup::basis>("basis", "How it is known")
      .member<&ExpectedSpeedup::measurements>("measurements", "Pairs of one GPU and several", least(0))
      .member<&ExpectedSpeedup::guide>("guide", "What a guide says", positive())
      .member<&ExpectedSpeedup::sources>("sources", "Of the measurements", ids());
}

template <>
Record<RowFit> description() {
  return Record<RowFit>("fit", "How the job fits", Layout::one_line)
      .member<&RowFit::fit, &JobFit::verdict>("verdict", k_tight_meaning)
      .member<&RowFit::fit, &JobFit::way, &JobWay::need, &MemoryNeed::total>("need_gb", "Needed on each GPU of the row",
                                                                             positive())
      .member<&RowFit::fit, &JobFit::way, &JobWay::need, &MemoryNeed::low>("need_low_gb",
                                                                           "Lower end of its 80 % interval", positive())
      .member<&RowFit::fit, &JobFit::way, &JobWay::need, &MemoryNeed::high>(
          "need_high_gb", "Upper end of its 80 % interval", positive())
      .member<&RowFit::fit, &JobFit::memory, &UsableMemory::usable>(
          "usable_gb", "What programs can have of the memory of each", positive())
      .member(
          "offload", "Whether idle parts of the model, or optimizer states, are in the host's memory",
          [](const RowFit& one) { return one.fit->way->job.offloads_parts || one.fit->way->job.offloads_optimizer; })
      .member("weights", "Format of weights: GPUs that compute in 4 bits serve users in it; null for training",
              [](const RowFit& one) {
                const MemoryJob& job = one.fit->way->job;
                return unless_empty(job.task == MemoryTask::train ? std::string_view() : job.weights.id);
              })
      .member("layers_on_host", "Layers whose experts, or that as a whole, are in the host's memory; null: none",
              least(1), [](const RowFit& one) { return unless_zero(one.fit->way->job.layers_on_host); })
      .member(
          "layers", "Of the model, on each GPU, the asker's own first; empty where GPUs are equal",
          [](const RowFit& one) -> const auto& { return one.fit->layers; })
      .member("zero_stage", "What training splits over them (ZeRO); null for running", least(0), most(3),
              [](const RowFit& one) {
                return one.job->takes_turns() ? std::nullopt : std::optional(one.fit->way->job.zero_stage);
              });
}

template <>
Record<RentedRun> description() {
  return Record<RentedRun>("rented_run", "The cheapest way to rent GPUs for the run, within 30 days where that can be")
      .member<&RentedRun::gpu, &Gpu::id>("gpu", "Which", id())
      .member<&RentedRun::count>("count", "How many", least(1))
      .member<&RentedRun::time>("run", "What they take")
      .member<&RentedRun::speed>("training", "How fast they are")
      .member<&RentedRun::level, &RentLevel::middle>("usd_per_gpu_hour", "The median of the providers", positive())
      .member<&RentedRun::level, &RentLevel::providers>("providers", "That ask for such a GPU", least(1))
      .member("total_usd", "Of all hours", positive(), [](const RentedRun& run) { return to_cents(run.total); });
}

template <>
Record<Rental> description() {
  return Record<Rental>("rental", "GPUs that are rented, at the median of the providers", Layout::one_line)
      .member("usd_per_hour", "Of all of them", positive(),
              [](const Rental& rental) { return four_digits(rental.hourly.value()); })
      .member<&Rental::providers>("providers", "That ask for such a GPU", least(1))
      .member("cheapest", "Of these, for one GPU", [](const Rental& rental) { return CheapestRent{rental.cheapest}; });
}

namespace {

Record<AnswerRow> cost_record() {
  return Record<AnswerRow>("row_cost", "What the use of a row's GPUs costs, owned or rented, as query.owning says")
      .member("per_hour_usd", "For each hour of work",
              [](const AnswerRow& row) { return four_digits(row.details().cost->hourly.value()); })
      .member("per_year_usd", "For each year",
              [](const AnswerRow& row) { return to_cents(row.details().cost->yearly); })
      .member("total_usd", "For all years", [](const AnswerRow& row) { return to_cents(row.details().cost->total); })
      .member("per_reference_hour_usd", "For the work that the reference card does in an hour; null: speed not known",
              [](const AnswerRow& row) {
                const Offer& offer = row.offer();
                return offer.speed ? std::optional(four_digits(offer.hourly->value() / *offer.speed)) : std::nullopt;
              })
      .member("per_million_tokens_usd", "Written by the job, of all sequences; null: it writes none, or not known",
              [](const AnswerRow& row) {
                const auto cost = cost_of_million_tokens(row.offer(), *row.request);
                return cost ? std::optional(four_digits(cost->value())) : std::nullopt;
              });
}

}  // namespace

template <>
Record<UserSpeed> description() {
  return Record<UserSpeed>("user_speed", "What each user of a language model gets, or more, in three of four setups",
                           Layout::one_line)
      .member<&UserSpeed::tokens_per_second>("tokens_per_second", "Written", positive())
      .member<&UserSpeed::seconds_to_first_token>(
          "seconds_to_first_token", "Until a prompt is read, with the wait for others; null: not known", positive());
}

template <>
Record<AnswerRow> description() {
  return Record<AnswerRow>("row", "GPUs in one condition at one price")
      .member<&AnswerRow::shown, &DetailedOffer::rank>("rank", "1, 2, 3, …", least(1))
      .member<&AnswerRow::shown, &DetailedOffer::group>(
          "group", "Rank of the first row that ranks equal before ties are broken", least(1))
      .member<&AnswerRow::offer, &Offer::gpu, &Gpu::id>("id", "Of the GPU", id())
      .member<&AnswerRow::offer, &Offer::gpu, &Gpu::name>("name", "Of the GPU")
      .member<&AnswerRow::offer, &Offer::gpu, &Gpu::vendor>("vendor", "Of the GPU", id())
      .member("condition", "Of the goods; mixed quotes average new and used ones; null without a price",
              one_of(k_offer_conditions), [](const AnswerRow& row) { return condition_name(row.offer()); })
      .member<&AnswerRow::offer, &Offer::count>("count", "Equal GPUs", least(1))
      .member("speedup", "Null for one GPU",
              [](const AnswerRow& row) {
                const ExpectedSpeedup& speedup = row.details().speedup;
                return speedup.count == 1 ? std::nullopt : std::optional(speedup);
              })
      .member<&AnswerRow::offer, &Offer::speed>(
          "speed", "The index, or the priority score, times the speed-up: what ranks, unless the job writes tokens",
          positive())
      .member("software", "What programs for it are written for: CUDA, ROCm, oneAPI or Metal; null: none of them",
              [](const AnswerRow& row) { return unless_empty(platform_name(*row.offer().gpu)); })
      .member<&AnswerRow::offer, &Offer::gpu, &Gpu::memory>("memory_gb", "Of one board", positive())
      .member("performance", "Of all GPUs of the row; null where it is not known",
              [](const AnswerRow& row) { return speed_for(row.request->workload, row.details().performance); })
      .member<&AnswerRow::details, &OfferDetails::familiar>(
          "rates", "Samples per second of models that people know; empty where none is known")
      .member<&AnswerRow::details, &OfferDetails::run>("run", "The training run asked for; null: none, or not known")
      .member("fit", "Null without a job",
              [](const AnswerRow& row) {
                const auto& fit = row.details().plan;
                return fit ? std::optional(RowFit{&*fit, row.request->job.get()}) : std::nullopt;
              })
      .member<&AnswerRow::details, &OfferDetails::rates>("tokens_per_second",
                                                         "Of the job; null where it writes no tokens")
      .member("training", "How fast the job trains a language model; null of other jobs, or not known",
              [](const AnswerRow& row) {
                const auto& plan = row.details().plan;
                return plan ? plan->training : std::nullopt;
              })
      .member<&AnswerRow::offer, &Offer::times_real_time>(
          "times_real_time", "Seconds of speech transcribed in a second, predicted; null: other work, or not known",
          positive())
      .member<&AnswerRow::offer, &Offer::user_speed>("user", "What each user gets; null where no speed was asked for")
      .member<&AnswerRow::details, &OfferDetails::priority>("priority", "Null where a criterion is unknown")
      .member("price", "Null when none is known, or rented",
              [](const AnswerRow& row) { return row_price(row.offer()); })
      .member<&AnswerRow::offer, &Offer::rental>("rental", "What is asked for it; null: it is bought")
      .member("cost", "Of its use; null: not asked for, or not known",
              [](const AnswerRow& row) { return given(row.details().cost.has_value(), as<cost_record>(row)); })
      .member("own_or_rent", "Null: not asked for, or one of both is not known",
              [](const AnswerRow& row) { return row.details().own_or_rent.get(); })
      .member<&AnswerRow::offer, &Offer::memory>("memory", "That is bought for the host; null: none")
      .member<&AnswerRow::offer, &Offer::further_cards>(
          "further_cards_usd", "What cards beyond the first take: in the order, not in the price", least(0))
      .member("feasibility", "What several GPUs take; null for one",
              [](const AnswerRow& row) {
                const auto& build = row.details().feasibility;
                return build ? std::optional(*build) : std::nullopt;
              })
      .member("value", "Speed per 1000 dollars", positive(), [](const AnswerRow& row) { return value(row.offer()); })
      .member("price_per_gb_usd", "US dollars per GB of memory", positive(),
              [](const AnswerRow& row) { return price_per_gb(row.offer()); })
      .member("efficiency", "Speed per kilowatt", positive(),
              [](const AnswerRow& row) { return efficiency(row.offer()); })
      .member("power_w", "Board power of all GPUs of the row", positive(),
              [](const AnswerRow& row) { return power(row.offer()); })
      .member("lacks", "Ids of features that the workload gains from and the GPU has not", ids(),
              [](const AnswerRow& row) {
                return mapped(row.details().lacks, [](const Feature* feature) { return feature->id; });
              })
      .member<&AnswerRow::details, &OfferDetails::warnings>("warnings", "About the row");
}

template <>
Record<OwnAlone> description() {
  return Record<OwnAlone>("own_alone", "How the GPUs that the asker has (--own) do the job without another")
      .member<&OwnAlone::verdict>("verdict", "Whether it fits")
      .member<&OwnAlone::is_enough>("enough", "Whether it fits, and is as fast as was asked for")
      .member<&OwnAlone::rate>("tokens_per_second",
                               "Written, by all sequences or for each user; null where it does not fit")
      .member<&OwnAlone::memory>("memory", "That has to be bought; null: none");
}

template <>
Record<MemoryPurchase> description() {
  return Record<MemoryPurchase>("memory", "Memory that is bought for the host", Layout::one_line)
      .member<&MemoryPurchase::size>("size_gb", "All of it", positive())
      .member<&MemoryPurchase::price>("price_usd", "Null where it is not known", positive())
      .member("price_as_of", "When that was asked",
              [](const MemoryPurchase& memory) {
                return memory.quote == nullptr ? std::nullopt : std::optional(memory.quote->date);
              })
      .member("source", "Of that price", or_null(),
              [](const MemoryPurchase& memory) {
                return memory.quote == nullptr ? std::string_view() : memory.quote->source;
              })
      .member<&MemoryPurchase::machine_title>("machine", "That takes it; null: a desktop does", or_null())
      .member<&MemoryPurchase::machine>("machine_usd", "Its price; null where it is not known", positive());
}

template <>
Record<Excluded> description() {
  return Record<Excluded>("excluded", "GPUs without a row")
      .member<&Excluded::total>("total", "How many", least(0))
      .member("by_constraint", "Of how many no offer passes it", one_line(),
              [](const Excluded& excluded) { return by_constraint(excluded); })
      .constant("overlapping", "One GPU can count for several constraints", {true});
}

template <>
Record<Hidden> description() {
  return Record<Hidden>("hidden", "GPUs that default constraints keep out")
      .member<&Hidden::gpus>("gpus", "How many lifting it brings in", least(1))
      .member("lift", "The options that lift it", [](const Hidden& hidden) { return lifting_text(hidden.constraints); })
      .member<&Hidden::best>("best", "The one that would rank first");
}

template <>
Record<Rejection> description() {
  return Record<Rejection>("rejection", "What an offer fails", Layout::one_line)
      .member<&Rejection::constraint>("constraint", "Stable id of a constraint")
      .member<&Rejection::reason>("reason", "In words");
}

template <>
Record<NearMiss> description() {
  return Record<NearMiss>("near_miss", "An offer that nearly answers")
      .member<&NearMiss::kind>("kind", "Why it is named")
      .member<&NearMiss::offer>("offer", "Which it is")
      .member<&NearMiss::missing>("missing", "What it fails")
      .member("changes", "Options that let it in, the least first",
              [](const NearMiss& miss) { return change_texts(miss.changes); });
}

template <>
Record<Contention> description() {
  return Record<Contention>("contender", "A GPU that no other dominates", Layout::one_line)
      .member<&Contention::contender, &Contender::gpu, &Gpu::id>("id", "Of the GPU", id())
      .member<&Contention::contender, &Contender::gpu, &Gpu::name>("name", "Of the GPU")
      .member<&Contention::contender, &Contender::share>(
          "share", "Of all weightings that keep the order, those under which it is first", share())
      .member("log_ratios", "Natural logarithm of the ratio to the reference card, by criterion", one_line(),
              [](const Contention& one) { return log_ratios_of(one); });
}

template <>
Record<FirstShares> description() {
  return Record<FirstShares>("first_shares", "Under which share of weightings each is first")
      .member<&FirstShares::order>("order", "Of importance", fewest(k_all_criteria.size()))
      .member<&FirstShares::no_order>("no_order", "Why there is none")
      .member<&FirstShares::gpus>("gpus", "How many are compared", least(0))
      .member<&FirstShares::is_complete>("complete", "Whether none was left out")
      .member("contenders", "Those that no other dominates",
              [](const FirstShares& shares) { return contenders_of(shares); });
}

template <>
Record<GpuBreakdown> description() {
  return Record<GpuBreakdown>("explained_gpu", "A GPU, and what its speed is made of")
      .member<&GpuBreakdown::gpu, &Gpu::id>("id", "Of the GPU", id())
      .member<&GpuBreakdown::speeds>("speeds", "One per workload that the one asked for is the mean of, or that");
}

namespace {

constexpr std::string_view k_warnings = "About the answer as a whole";

/// Of an answer that has one.
Record<AnswerView> explanation_record() {
  return Record<AnswerView>("explanation", "How sure the answer is")
      .member<&AnswerView::explanation, &Explanation::shares>("first_shares",
                                                              "Under which share of weightings each is first")
      .member("first", "The first row",
              [](const AnswerView& view) {
                const auto& first = view.explanation->first;
                return first ? std::optional(Compared{&*first, view.request().workload}) : std::nullopt;
              })
      .member("rivals", "The next two GPUs", [](const AnswerView& view) { return rivals_of(view); })
      .member<&AnswerView::explanation, &Explanation::breakdowns>("items", "What the speeds of these GPUs are made of");
}

}  // namespace

Record<AnswerView> answer_body_record() {
  return Record<AnswerView>("answer", "Ranked GPUs")
      .member("query", "Every option in force, defaults included",
              [](const AnswerView& view) {
                return Query{&view.request(), view.limit};
              })
      .member("results", "The rows", items<AnswerRow>(), or_fields(), lines(),
              [](const AnswerView& view) { return results_of(view); })
      .member("own_alone", "Null unless the asker has GPUs",
              [](const AnswerView& view) { return view.details.own_alone; })
      .member("changes", "Of defaults of the job, without which nothing qualifies; as options", items<std::string>(),
              [](const AnswerView& view) { return change_texts(view.answer.changes); })
      .member("first_by_priority",
              "The offer that the priority score alone would put first, where that is another GPU, visibly",
              [](const AnswerView& view) { return view.answer.first_by_priority; })
      .member("excluded", "GPUs without a row", [](const AnswerView& view) { return view.answer.excluded; })
      .member("hidden", "By default constraint; several: those that need more than one lifted",
              [](const AnswerView& view) { return hidden_of(view.answer); })
      .member("near_misses", "What the budget keeps from being first; of an answer with fewer than five rows, all",
              [](const AnswerView& view) { return std::span(view.answer.near_misses); })
      .member("without_buying", "Where nothing within the budget is offered; null elsewhere, or nothing known",
              [](const AnswerView& view) {
                const auto& instead = view.details.without_buying;
                return instead ? std::optional(*instead) : std::nullopt;
              })
      .member("rented_run", "Of a run of a language model; null elsewhere, or not known", [](const AnswerView& view) {
        const auto& rented = view.details.rented_run;
        return rented ? std::optional(*rented) : std::nullopt;
      });
}

template <>
Record<AnswerView> description() {
  return answer_record<AnswerView>("recommend", "recommend", "What to buy")
      .members_of<as<answer_body_record>>()
      .member("explanation", "With --explain", omitted_when_empty(),
              [](const AnswerView& view) { return given(view.explanation != nullptr, as<explanation_record>(view)); })
      .member("warnings", k_warnings, [](const AnswerView& view) { return answer_warnings(view); });
}

template <>
Record<ListedAnswer> description() {
  return answer_record<ListedAnswer>("list", "list", "The catalog, filtered and sorted")
      .members_of<&ListedAnswer::view, as<answer_body_record>>()
      .member("warnings", k_warnings, [](const ListedAnswer& listed) { return answer_warnings(*listed.view); });
}

std::string answer_json(const AnswerView& view) {
  if (view.command == "list") return json_text(value_of(ListedAnswer{&view, view.catalog}));
  return json_text(value_of(view));
}

std::string answer_json_lines(const AnswerView& view) {
  std::string text;
  for (Value& row : results_of(view)) {
    row.layout = Layout::one_line;
    text += json_text(row);
  }
  return text;
}

}  // namespace gpuadvisor
