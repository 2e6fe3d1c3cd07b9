#include "answer_record.hpp"

#include "answer_notes.hpp"
#include "gpuadvisor/advice/relaxation.hpp"
#include "offer_fields.hpp"
#include "offer_record.hpp"
#include "output/memory/job_record.hpp"
#include "output/phrases/change_text.hpp"
#include "output/phrases/shared_records.hpp"
#include "query_record.hpp"
#include "report/flat.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

/// A row of an answer to a request.
struct Row {
  const DetailedOffer* shown = nullptr;
  const Request* request = nullptr;

  [[nodiscard]] const Offer& offer() const { return shown->offer; }
  [[nodiscard]] const OfferDetails& details() const { return shown->details; }
};

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
    for (const DetailedOffer& row : view.rows()) values.push_back(value_of(Row{&row, &view.request()}));
    return values;
  }
  const Records records = answer_records(view);
  for (const auto& row : records.rows) values.push_back(record_value(records.fields, row));
  return values;
}

Keyed<int> by_constraint(const Excluded& excluded) {
  Keyed<int> found;
  for (std::size_t i = 0; i < k_constraints.size(); ++i) {
    if (const int count = excluded.by_constraint[i]; count > 0) found.emplace_back(k_constraints[i], count);
  }
  return found;
}

Keyed<Hidden> hidden_of(const Answer& answer) {
  Keyed<Hidden> found;
  for (const Hidden& hidden : answer.hidden) {
    if (hidden.gpus > 0) found.emplace_back(k_constraints[first(hidden.constraints)], hidden);
  }
  if (answer.hidden_by_several.gpus > 0) found.emplace_back("several", answer.hidden_by_several);
  return found;
}

/// An answer's explanation; `view` has one.
struct Explained {
  const AnswerView* view = nullptr;

  [[nodiscard]] const Explanation& explanation() const { return *view->explanation; }
  [[nodiscard]] std::string_view workload() const { return view->request().workload; }
};

std::vector<ComparedRival> rivals_of(const Explained& explained) {
  std::vector<ComparedRival> found;
  for (const Rival& rival : explained.explanation().rivals) found.push_back({&rival, explained.workload()});
  return found;
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
const Record<ExpectedSpeedup>& record() {
  static const auto k_record =
      Record<ExpectedSpeedup>("speedup", "What several GPUs make of the speed of one", Layout::one_line)
          .member<&ExpectedSpeedup::count>("count", "GPUs")
          .least(2)
          .member<&ExpectedSpeedup::factor>("factor", "How many times as fast as one")
          .positive()
          .member<&ExpectedSpeedup::low>("low", "Lower end of the 80 % interval")
          .positive()
          .member<&ExpectedSpeedup::high>("high", "Upper end of the 80 % interval")
          .positive()
          .member<&ExpectedSpeedup::basis>("basis", "How it is known")
          .member<&ExpectedSpeedup::measurements>("measurements", "Pairs of one GPU and several")
          .least(0)
          .member<&ExpectedSpeedup::guide>("guide", "What a guide says")
          .positive()
          .member<&ExpectedSpeedup::sources>("sources", "Of the measurements")
          .ids();
  return k_record;
}

template <>
const Record<RowFit>& record() {
  static const auto k_record =
      Record<RowFit>("fit", "How the job fits", Layout::one_line)
          .member("verdict", "Whether a tenth is left, and the whole interval is within the usable memory",
                  [](const RowFit& one) { return one.fit->verdict; })
          .member("need_gb", "Needed on each GPU of the row", [](const RowFit& one) { return one.fit->need->total; })
          .positive()
          .member("need_low_gb", "Lower end of its 80 % interval", [](const RowFit& one) { return one.fit->need->low; })
          .positive()
          .member("need_high_gb", "Upper end of its 80 % interval",
                  [](const RowFit& one) { return one.fit->need->high; })
          .positive()
          .member("usable_gb", "What programs can have of the memory of each",
                  [](const RowFit& one) { return one.fit->memory.usable; })
          .positive()
          .member("offload", "Whether idle parts of the network, or optimizer states, are in the host's memory",
                  [](const RowFit& one) { return one.fit->job->offloads_parts || one.fit->job->offloads_optimizer; })
          .member("zero_stage", "What training splits over them (ZeRO); null for running",
                  [](const RowFit& one) {
                    return one.job->takes_turns() ? std::nullopt : std::optional(one.fit->job->zero_stage);
                  })
          .least(0)
          .most(3);
  return k_record;
}

template <>
const Record<Row>& record() {
  static const auto k_record =
      Record<Row>("row", "GPUs in one condition at one price")
          .member("rank", "1, 2, 3, …", [](const Row& row) { return row.shown->rank; })
          .least(1)
          .member("group", "Rank of the first row that ranks equal before ties are broken",
                  [](const Row& row) { return row.shown->group; })
          .least(1)
          .member("id", "Of the GPU", [](const Row& row) { return row.offer().gpu->id; })
          .id()
          .member("name", "Of the GPU", [](const Row& row) { return row.offer().gpu->name; })
          .member("vendor", "Of the GPU", [](const Row& row) { return row.offer().gpu->vendor; })
          .id()
          .member("condition", "Of the goods; mixed quotes average new and used ones; null without a price",
                  [](const Row& row) {
                    const auto& price = row.offer().price;
                    return price ? std::optional(price->condition) : std::nullopt;
                  })
          .member("count", "Equal GPUs", [](const Row& row) { return row.offer().count; })
          .least(1)
          .member("speedup", "Null for one GPU",
                  [](const Row& row) {
                    const ExpectedSpeedup& speedup = row.details().speedup;
                    return speedup.count == 1 ? std::nullopt : std::optional(speedup);
                  })
          .member("speed", "What ranks: the index, or the priority score, times the speed-up",
                  [](const Row& row) { return row.offer().speed; })
          .positive()
          .member("memory_gb", "Of one board", [](const Row& row) { return row.offer().gpu->memory; })
          .positive()
          .member("performance", "Of all GPUs of the row; null where it is not known",
                  [](const Row& row) { return speed_for(row.request->workload, row.details().performance); })
          .member("fit", "Null without a job",
                  [](const Row& row) {
                    const auto& fit = row.details().fit;
                    return fit ? std::optional(RowFit{&*fit, row.request->job.get()}) : std::nullopt;
                  })
          .member("tokens_per_second", "Of the job; null where it writes no tokens",
                  [](const Row& row) { return row.details().rates; })
          .member("priority", "Null where a criterion is unknown",
                  [](const Row& row) { return row.details().priority; })
          .member("price", "Null when none is known", [](const Row& row) { return row_price(row.offer()); })
          .member("value", "Speed per 1000 dollars", [](const Row& row) { return value(row.offer()); })
          .positive()
          .member("efficiency", "Speed per kilowatt", [](const Row& row) { return efficiency(row.offer()); })
          .positive()
          .member("power_w", "Board power of all GPUs of the row", [](const Row& row) { return power(row.offer()); })
          .positive()
          .member("warnings", "About the row", [](const Row& row) { return row.details().warnings; });
  return k_record;
}

template <>
const Record<Excluded>& record() {
  static const auto k_record = Record<Excluded>("excluded", "GPUs without a row")
                                   .member<&Excluded::total>("total", "How many")
                                   .least(0)
                                   .member("by_constraint", "Of how many no offer passes it",
                                           [](const Excluded& excluded) { return by_constraint(excluded); })
                                   .one_line()
                                   .constant("overlapping", "One GPU can count for several constraints", {true});
  return k_record;
}

template <>
const Record<Hidden>& record() {
  static const auto k_record = Record<Hidden>("hidden", "GPUs that default constraints keep out")
                                   .member<&Hidden::gpus>("gpus", "How many lifting it brings in")
                                   .least(1)
                                   .member("lift", "The options that lift it",
                                           [](const Hidden& hidden) { return lifting_text(hidden.constraints); })
                                   .member<&Hidden::best>("best", "The one that would rank first");
  return k_record;
}

template <>
const Record<Rejection>& record() {
  static const auto k_record = Record<Rejection>("rejection", "What an offer fails", Layout::one_line)
                                   .member<&Rejection::constraint>("constraint", "Stable id of a constraint")
                                   .member<&Rejection::reason>("reason", "In words");
  return k_record;
}

template <>
const Record<NearMiss>& record() {
  static const auto k_record = Record<NearMiss>("near_miss", "An offer that nearly answers")
                                   .member<&NearMiss::kind>("kind", "Why it is named")
                                   .member<&NearMiss::offer>("offer", "Which it is")
                                   .member<&NearMiss::missing>("missing", "What it fails")
                                   .member("changes", "Options that let it in, the least first",
                                           [](const NearMiss& miss) { return change_texts(miss.changes); });
  return k_record;
}

template <>
const Record<Contention>& record() {
  static const auto k_record =
      Record<Contention>("contender", "A GPU that no other dominates", Layout::one_line)
          .member("id", "Of the GPU", [](const Contention& one) { return one.contender->gpu->id; })
          .id()
          .member("name", "Of the GPU", [](const Contention& one) { return one.contender->gpu->name; })
          .member("share", "Of all weightings that keep the order, those under which it is first",
                  [](const Contention& one) { return one.contender->share; })
          .share()
          .member("log_ratios", "Natural logarithm of the ratio to the reference card, by criterion",
                  [](const Contention& one) { return log_ratios_of(one); })
          .one_line();
  return k_record;
}

template <>
const Record<FirstShares>& record() {
  static const auto k_record = Record<FirstShares>("first_shares", "Under which share of weightings each is first")
                                   .member<&FirstShares::order>("order", "Of importance")
                                   .fewest(k_all_criteria.size())
                                   .member<&FirstShares::no_order>("no_order", "Why there is none")
                                   .member<&FirstShares::gpus>("gpus", "How many are compared")
                                   .least(0)
                                   .member<&FirstShares::is_complete>("complete", "Whether none was left out")
                                   .member("contenders", "Those that no other dominates",
                                           [](const FirstShares& shares) { return contenders_of(shares); });
  return k_record;
}

template <>
const Record<GpuBreakdown>& record() {
  static const auto k_record =
      Record<GpuBreakdown>("explained_gpu", "A GPU, and what its speed is made of")
          .member("id", "Of the GPU", [](const GpuBreakdown& one) { return one.gpu->id; })
          .id()
          .member<&GpuBreakdown::speeds>("speeds", "One per workload that the one asked for is the mean of, or that");
  return k_record;
}

template <>
const Record<Explained>& record() {
  static const auto k_record =
      Record<Explained>("explanation", "How sure the answer is")
          .member("first_shares", "Under which share of weightings each is first",
                  [](const Explained& one) { return one.explanation().shares; })
          .member("first", "The first row",
                  [](const Explained& one) {
                    const auto& first = one.explanation().first;
                    return first ? std::optional(Compared{&*first, one.workload()}) : std::nullopt;
                  })
          .member("rivals", "The next two GPUs", [](const Explained& one) { return rivals_of(one); })
          .member("items", "What the speeds of these GPUs are made of",
                  [](const Explained& one) { return one.explanation().breakdowns; });
  return k_record;
}

namespace {

/// The members of both commands, but for the opening and the last ones.
struct AnswerBody {
  const AnswerView* view = nullptr;

  [[nodiscard]] const Answer& answer() const { return view->answer; }
};

constexpr std::string_view k_warnings = "About the answer as a whole";

}  // namespace

template <>
const Record<AnswerBody>& record() {
  static const auto k_record =
      Record<AnswerBody>("answer", "Ranked GPUs")
          .member("query", "Every option in force, defaults included",
                  [](const AnswerBody& body) {
                    return Query{&body.view->request(), body.view->limit};
                  })
          .member("results", "The rows", [](const AnswerBody& body) { return results_of(*body.view); })
          .items<Row>()
          .or_fields()
          .lines()
          .member("first_by_priority",
                  "The offer that the priority score alone would put first, where that is another GPU, visibly",
                  [](const AnswerBody& body) { return body.answer().first_by_priority; })
          .member("excluded", "GPUs without a row", [](const AnswerBody& body) { return body.answer().excluded; })
          .member("hidden", "By default constraint; several: those that need more than one lifted",
                  [](const AnswerBody& body) { return hidden_of(body.answer()); })
          .member("near_misses", "Of an answer with fewer than five rows",
                  [](const AnswerBody& body) { return body.answer().near_misses; });
  return k_record;
}

template <>
const Record<AnswerView>& record() {
  static const auto k_record =
      answer_record<AnswerView>("recommend", "recommend", "What to buy")
          .members_of([](const AnswerView& view) { return AnswerBody{&view}; })
          .member("explanation", "With --explain",
                  [](const AnswerView& view) {
                    return view.explanation == nullptr ? std::nullopt : std::optional(Explained{&view});
                  })
          .omitted_when_empty()
          .member("warnings", k_warnings, [](const AnswerView& view) { return answer_warnings(view); });
  return k_record;
}

template <>
const Record<ListedAnswer>& record() {
  static const auto k_record =
      answer_record<ListedAnswer>("list", "list", "The catalog, filtered and sorted")
          .members_of([](const ListedAnswer& listed) { return AnswerBody{listed.view}; })
          .member("warnings", k_warnings, [](const ListedAnswer& listed) { return answer_warnings(*listed.view); });
  return k_record;
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
