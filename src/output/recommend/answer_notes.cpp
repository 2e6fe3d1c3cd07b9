#include "answer_notes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "advice/request/constraint.hpp"
#include "advice/request/form_group.hpp"
#include "answer_explanation.hpp"
#include "core/contains.hpp"
#include "core/text.hpp"
#include "cost_words.hpp"
#include "gpuadvisor/core/money.hpp"
#include "left_out_notes.hpp"
#include "need_text.hpp"
#include "offer_fields.hpp"
#include "output/phrases/familiar_words.hpp"
#include "output/phrases/figure_words.hpp"
#include "output/phrases/offer_words.hpp"
#include "report/mapped.hpp"
#include "report/number_text.hpp"
#include "several_gpu_notes.hpp"
#include "speed_interval.hpp"
#include "summary_text.hpp"
#include "wanted_job_notes.hpp"

namespace gpuadvisor {
namespace {

/// Adds a GPU to those of which `text` is to be said, once.
void add_name(std::vector<std::pair<std::string, std::vector<std::string>>>& notes, std::string_view text,
              const Gpu& gpu) {
  auto note = std::find_if(notes.begin(), notes.end(), [&](const auto& other) { return other.first == text; });
  if (note == notes.end()) note = notes.insert(notes.end(), {std::string(text), {}});
  const auto name = short_name(gpu);
  auto& names = note->second;
  if (!contains(names, name)) names.emplace_back(name);
}

/// Cards that guides advise against, together, with the years: the reasons stand where one card is told of in full.
std::string avoided_note(const AnswerView& view) {
  std::vector<std::pair<std::string, std::vector<std::string>>> by_years;
  for (const DetailedOffer& row : view.rows()) {
    const auto& years = row.details.advised_against;
    if (!years.empty()) add_name(by_years, fmt::format("{}", fmt::join(years, ", ")), *row.offer.gpu);
  }
  if (by_years.empty()) return {};
  const auto parts = mapped(
      by_years, [](const auto& group) { return fmt::format("{} ({})", enumeration(group.second), group.first); });
  return fmt::format("Guides advised against {}; why: `show --explain`.", enumeration(parts));
}

/// What the columns cannot say of the rows shown; the age and kind of a price they do say.
std::vector<std::string> row_notes(const AnswerView& view) {
  std::vector<std::pair<std::string, std::vector<std::string>>> notes;  // what is to say, of which GPUs
  for (const DetailedOffer& row : view.rows()) {
    for (const Warning& warning : row.details.warnings) {
      if (is_told_by_price(warning) || warning.id == "avoided-by-guide") continue;
      add_name(notes, warning.text, *row.offer.gpu);
    }
  }
  std::vector<std::string> sentences;
  sentences.reserve(notes.size() + 1);
  for (const auto& [text, names] : notes) sentences.push_back(fmt::format("{}: {}.", enumeration(names), text));
  sentences.push_back(avoided_note(view));
  return sentences;
}

/// Whether some row shown ranks equal to the one above.
bool has_ties(const AnswerView& view) {
  const auto rows = view.rows();
  const auto is_tie = [](const RankedOffer& a, const RankedOffer& b) { return a.group == b.group; };
  return std::adjacent_find(rows.begin(), rows.end(), is_tie) != rows.end();
}

/// How far off the speeds shown may be: the widest of their 80 % intervals, for measured and estimated ones.
std::string typical_interval(const AnswerView& view) {
  std::array<double, k_enum_names<Basis>.size()> widest{};
  for (const DetailedOffer& row : view.rows()) {
    const auto& performance = row.details.performance;
    if (!performance) continue;
    double& width = widest[static_cast<std::size_t>(performance->basis)];
    width = std::max(width,
                     std::max(performance->high / performance->index - 1, 1 - performance->low / performance->index));
  }
  const double measured = widest[static_cast<std::size_t>(Basis::measured)];
  const double estimated = widest[static_cast<std::size_t>(Basis::estimated)];
  std::vector<std::string> parts;
  if (measured > 0) parts.push_back(fmt::format("{:.0f} % (meas)", measured * 100));
  if (estimated > 0) parts.push_back(fmt::format("{:.0f} % (est)", estimated * 100));
  if (parts.empty()) return {};
  return fmt::format(" 80 % intervals: up to {}.", enumeration(parts));
}

/// The weights of the priority score, most important first.
std::string weights_text(const AnswerView& view) {
  std::vector<Criterion> order(k_all_criteria.begin(), k_all_criteria.end());
  const auto weight = [&](Criterion criterion) { return view.request().weights[static_cast<std::size_t>(criterion)]; };
  std::stable_sort(order.begin(), order.end(), [&](Criterion a, Criterion b) { return weight(a) > weight(b); });
  std::string weights;
  for (const Criterion criterion : order) {
    if (weight(criterion) == 0) continue;
    weights += fmt::format("{}{} {:.2f}", weights.empty() ? "" : ", ", enum_name(criterion), weight(criterion));
  }
  return weights;
}

/// What a speed is, without a full stop.
std::string scale_text(const AnswerView& view, std::string_view what = "speed") {
  const Request& request = view.request();
  const std::string_view reference = view.catalog.reference_name;
  if (request.speed_kind == SpeedKind::score) {
    return fmt::format("Score: weighted product of {}{}; {} = 1.00", weights_text(view),
                       request.count.to > 1 ? ", times the speed-up of several GPUs" : "", reference);
  }
  if (!request.dataset.empty())
    return fmt::format("{}: what {} alone gives, {} = 1.00", what, request.dataset, reference);
  const std::string_view precision = request.precision == ScorePrecision::fp32 ? "in FP32 or TF32" : "in 16 bits";
  return fmt::format("{}: {}{}, {} = 1.00", what, view.details.is_training ? "training " : "", precision, reference);
}

/// What the speeds shown are and rest on, next to their intervals where these have room.
std::string speed_text(const AnswerView& view, std::size_t room) {
  const Request& request = view.request();
  const bool is_hidden = room < k_room_for_speed && (view.details.has_token_rates || tells_real_time(view));
  const std::string scale = scale_text(view, is_hidden ? "speed (in wider tables)" : "speed");
  if (request.speed_kind == SpeedKind::score) return scale + ". It is a ranking, not a speed.";
  if (!request.dataset.empty()) return scale + '.';
  const bool is_measured = request.evidence == Evidence::measured;
  if (room < k_room_for_interval) {
    return scale + (is_measured ? "; measured." : "; meas: measured; est: estimated from specs.") +
           typical_interval(view);
  }
  return scale + "; measured N: by N measurements" + (is_measured ? "." : "; estimated: from specs.") +
         " 80 %: the true figure is in this range 8 times in 10.";
}

/// What the fields asked for do not say by themselves.
std::string field_legend(const AnswerView& view) {
  const auto tells_speed = [](const FlatField* field) {
    return field->key == "speed" || field->key == "performance" || field->key == "value" || field->key == "efficiency";
  };
  return std::any_of(view.fields.begin(), view.fields.end(), tells_speed) ? scale_text(view) + '.' : std::string();
}

/// Estimates for vendors of whom nothing is measured are a weaker thing.
std::string weak_estimate_note(const AnswerView& view) {
  std::vector<std::string> names;
  for (const DetailedOffer& row : view.rows()) {
    const auto& performance = row.details.performance;
    const std::string name(short_name(*row.offer.gpu));
    const bool is_weak = performance && !performance->is_vendor_measured;
    if (is_weak && !contains(names, name)) names.push_back(name);
  }
  if (names.empty()) return {};
  return fmt::format("{}: estimated from another vendor's GPUs, so the interval is wide.", enumeration(names));
}

constexpr const char* k_real_time = "real time: seconds of speech transcribed in a second, predicted.";

/// What the columns mean that have room in `room` characters per line.
std::string legend(const AnswerView& view, std::size_t room) {
  const RankBy rank_by = view.request().rank_by;
  std::string legend = tells_real_time(view) ? std::string(k_real_time) + ' ' : std::string();
  legend += speed_text(view, room);
  const std::string_view unit = speed_word(view.request().speed_kind);
  if (rank_by == RankBy::performance && has_ties(view)) {
    legend +=
        fmt::format(" \"=\": within 10 %, too close to call; {}.",
                    view.request().job ? "the lower price goes first" : "more memory goes first, then the lower price");
  }
  if (room >= k_room_for_value) {
    legend += rank_by == RankBy::efficiency ? fmt::format(" per kW: {} per kilowatt.", unit)
                                            : fmt::format(" per $k: {} per $1000.", unit);
  }
  if (view.request().count.to == 1) {
    return legend + " price: the second-lowest asked; ~: not offered lately.";
  }
  return legend + fmt::format(
                      " price{}: for all GPUs of a row, each at the second-lowest asked; ~: not offered lately, moved "
                      "with the market.",
                      room < k_room_for_power ? "" : ", W");
}

std::string priority_note(const Answer& answer) {
  if (!answer.first_by_priority) return {};
  return fmt::format("Ranked by {} alone, the {} would be first ({:.2f}).",
                     answer.request.own_weights ? "your weights" : "the guides' order of importance",
                     conditioned_names(*answer.first_by_priority), *answer.first_by_priority->priority);
}

std::string memory_note(const AnswerView& view) {
  const auto& floor = view.request().memory_floor;
  if (!floor || !floor->advised) return {};
  const auto most = view.request().memory ? view.request().memory->to : std::nullopt;
  if (most && *most < *floor->advised) return {};
  return fmt::format("\"{}\" advises {} GB for this work: --min-memory {}.", view.details.memory_floor_source,
                     floor->advised->value(), floor->advised->value());
}

/// What the columns of a job that writes tokens mean.
std::string rate_legend(const AnswerView& view) {
  if (!has_users(view.request())) return "tok/s: tokens written per second.";
  const auto rows = view.rows();
  const bool is_split = std::any_of(rows.begin(), rows.end(), [](const auto& row) { return row.offer.count > 1; });
  const bool is_published = std::any_of(rows.begin(), rows.end(), [](const auto& row) {
    const NetworkRate* const rate = row.details.plan ? row.details.plan->rate() : nullptr;
    return rate != nullptr && rate->measured.has_value();
  });
  return fmt::format("{}tok/s: per user, predicted{}; 80 % interval.",
                     is_split ? "2 over 4: two copies of the model, each over 4 GPUs; FP4: NVFP4. " : "",
                     is_published ? ", or by published rates of the model" : "");
}

/// What samples per second and hours are of, where a column has them.
std::string familiar_legend(const AnswerView& view) {
  const Request& request = view.request();
  if (!request.run && !request.largest_batch) return {};
  if (first_training(view) != nullptr)
    return fmt::format("hours: of the run with {}; ~: predicted.", k_usual_training_software);
  const ReferenceThroughput* const first = first_rate(view);
  if (first == nullptr) return "Hours and rates are not known: no such model had been measured by then.";
  const ReferenceThroughput& rate = *first;
  const std::string what = request.run ? "hours: training" : rate_unit(rate);
  const std::string each = request.count.to > 1 ? " on each GPU" : "";
  std::string batch;
  if (request.largest_batch) {
    batch = " at the largest batch that fits" + each;
  } else if (rate.batch) {
    const int asked = request.rate_batch.value_or(rate.told->batch.value_or(*rate.batch));
    batch = fmt::format(" at a batch of {}{}{}", asked, each, request.rate_batch ? "" : ", or what fits");
  }
  const std::string setting = rate.told->setting.empty() ? "" : fmt::format(", {},", rate.told->setting);
  return fmt::format("{}{} {}{}{}; ~: predicted.", what, request.run ? "" : ":", rate.network->name, setting, batch);
}

/// The texts of one, then those of the other.
std::vector<std::string> together(std::vector<std::string> first, const std::vector<std::string>& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

/// How to see what the software asked for leaves out.
std::string_view support_hint(const Request& request) {
  const bool is_of_others = request.vendors.empty() && request.support == Support::cuda;
  return is_of_others ? "; AMD, Intel and older: --support any" : "; older: --support any";
}

}  // namespace

std::vector<Warning> answer_warnings(const AnswerView& view) {
  std::vector<Warning> warnings = several_gpu_warnings(view);
  for (Warning& warning : wanted_job_warnings(view)) warnings.push_back(std::move(warning));
  for (const LicenceLimit& risk : view.details.licence_limits) warnings.push_back({"policy-risk", policy_text(risk)});
  if (view.request().need) warnings.push_back({"fp16-memory", need_text(*view.request().need)});
  if (std::string text = unknown_prices_text(view); !text.empty())
    warnings.push_back({"unknown-prices", std::move(text)});
  return warnings;
}

std::string unknown_prices_text(const AnswerView& view) {
  const Request& request = view.request();
  const auto& rows = view.answer.rows;
  const auto priced = std::count_if(rows.begin(), rows.end(), [](const auto& row) { return row.offer.price; });
  if (!are_laptops(request.forms) || priced == std::ssize(rows)) return {};
  const std::string limit = request.budget  ? fmt::format("the budget of {}", money(*request.budget))
                            : request.price ? "the limit of prices"
                                            : "";
  return fmt::format("Prices of {}laptops are not known here{}", priced == 0 ? "" : "other ",
                     limit.empty() ? "" : fmt::format(", so {} is not applied", limit));
}

bool tells_real_time(const AnswerView& view) {
  const auto rows = view.rows();
  return std::any_of(rows.begin(), rows.end(), [](const auto& row) { return row.offer.times_real_time.has_value(); });
}

const ReferenceThroughput* first_rate(const AnswerView& view) {
  for (const DetailedOffer& row : view.rows()) {
    if (!row.details.familiar.empty()) return row.details.familiar.data();
  }
  return nullptr;
}

const TrainingSpeed* first_training(const AnswerView& view) {
  for (const DetailedOffer& row : view.rows()) {
    if (row.details.plan && row.details.plan->training) return &*row.details.plan->training;
  }
  return nullptr;
}

std::size_t rate_room(const Request& request) {
  constexpr std::size_t k_of_hours = 12;
  constexpr std::size_t k_of_electricity = 13;
  constexpr std::size_t k_of_batch_and_rate = 20;
  constexpr std::size_t k_of_cost = 15;
  return (request.run ? k_of_hours + (request.run->price_per_kwh ? k_of_electricity : 0) : 0) +
         (request.largest_batch ? k_of_batch_and_rate : 0) + (request.owning ? k_of_cost : 0);
}

std::size_t usual_room(const AnswerView& view, std::size_t room) {
  constexpr std::size_t k_of_job = 26;
  const std::size_t taken = (view.request().job ? k_of_job : 0) + rate_room(view.request());
  return room - std::min(room, taken);
}

std::string_view no_rows_text(const AnswerView& view) {
  const bool is_too_early = view.catalog.gpus == 0 && view.catalog.as_of;
  return is_too_early ? "No GPU of the catalog was on sale by then." : "No GPU in the catalog fits.";
}

std::vector<std::string> brief_notes(const AnswerView& view, std::size_t room) {
  if (view.answer.rows.empty()) {
    constexpr std::size_t k_most = 3;
    const auto& own = view.details.own_alone;
    const bool has_told = needs_nothing(view.details) || (own && own->memory && own->memory->total());
    auto nearest = has_told ? std::vector<std::string>() : near_miss_notes(view);
    nearest.resize(std::min(nearest.size(), k_most));
    return together(std::move(nearest), {"More: --explain."});
  }
  const Request& request = view.request();
  const bool tells_rates = view.details.has_token_rates && usual_room(view, room) < k_room_for_speed;
  const bool trains = request.job && request.job->job().task != MemoryTask::run;
  const std::string of_training =
      request.run ? "" : fmt::format("tok/s: trained per second with {}.", k_usual_training_software);
  const bool tells_speech = tells_real_time(view) && usual_room(view, room) < k_room_for_speed;
  std::string text = !view.fields.empty() ? field_legend(view)
                     : tells_rates        ? (trains ? of_training : rate_legend(view))
                     : tells_speech       ? std::string(k_real_time)
                                          : "";
  if (text.empty() && view.fields.empty() && !(trains && tells_rates)) {
    const bool is_index = request.speed_kind == SpeedKind::index && request.dataset.empty();
    text = scale_text(view) + (is_index ? "; measured (meas) or estimated (est)." : ".");
  }
  const auto rows = view.rows();
  const bool is_carried = std::any_of(rows.begin(), rows.end(), [](const DetailedOffer& row) {
    return row.offer.price && row.offer.price->basis == PriceBasis::carried;
  });
  if (request.rank_by == RankBy::performance && has_ties(view)) text += " =: too close to call.";
  if (view.bars) text += ' ' + bar_legend(view);
  const std::string of_rates = familiar_legend(view);
  if (!of_rates.empty()) text += ' ' + of_rates;
  if (request.owning) text += ' ' + cost_legend(view);
  if (is_carried) text += " ~$: not offered lately.";
  const auto some = [&](auto is) { return std::any_of(rows.begin(), rows.end(), is); };
  const bool is_tight = some([](const DetailedOffer& row) { return row.offer.fit == FitVerdict::tight; });
  const bool is_offloaded = some([](const DetailedOffer& row) {
    return row.details.plan && row.details.plan->way->job.offloads_parts &&
           row.details.plan->way->job.layers_on_host == 0;
  });
  if (is_tight) text += " tight: it only just fits.";
  if (is_offloaded) text += " *: with idle parts in RAM.";
  const bool is_in_host =
      some([](const DetailedOffer& row) { return row.details.plan && row.details.plan->way->job.layers_on_host > 0; });
  const bool is_slower = is_in_host && request.job->network().kind == NetworkKind::diffusion;
  if (is_in_host) text += is_slower ? " *: with a part in RAM, slower than shown." : " *: with a part in RAM.";
  if (some([](const DetailedOffer& row) { return row.offer.further_cards > Usd{0}; }))
    text += " parts, +$: extra, not in the price.";
  if (request.with_machines &&
      some([](const DetailedOffer& row) { return row.offer.price && row.offer.price->goods == Goods::machine; }))
    text += " machine: a complete computer; a card needs one.";
  for (const LicenceLimit& risk : view.details.licence_limits) {
    text += fmt::format(" {}'s licence rules out {} cards in data centers.", vendor_title(risk.rule->vendor),
                        enum_name(risk.rule->segment));
  }
  if (view.command == "list" && request.need) text = need_text(*request.need) + ' ' + text;
  const bool hides_others = std::any_of(view.answer.hidden.begin(), view.answer.hidden.end(), [](const Hidden& hidden) {
    return constraints()[first(hidden.constraints)].id == "support";
  });
  text += view.command == "list" ? " One GPU: `gpuadvisor show GPU`."
                                 : fmt::format(" More: --explain{}.", hides_others ? support_hint(view.request()) : "");
  return {std::move(text)};
}

std::vector<FactNotes> notes(const AnswerView& view, std::size_t room) {
  const Request& request = view.request();
  const bool has_rows = !view.answer.rows.empty();
  const std::vector<std::string> none;
  const bool is_told = view.explanation != nullptr;
  return {
      {Fact::place, is_told ? together(explanation_texts(view), summary_texts(view)) : none},
      {Fact::beware, row_notes(view)},
      {Fact::legend, has_rows
                         ? std::vector{view.fields.empty() ? legend(view, usual_room(view, room)) : field_legend(view),
                                       bar_legend(view), familiar_legend(view)}
                         : none},
      {Fact::price, has_rows && request.owning ? std::vector{cost_legend(view), cost_assumptions(view)} : none},
      {Fact::fit, wanted_job_notes(view)},
      {Fact::speed, together(several_gpu_notes(view),
                             {weak_estimate_note(view), is_told ? std::string() : priority_note(view.answer)})},
      {Fact::changes, near_miss_notes(view)},
      {Fact::memory, {memory_note(view), request.need ? need_text(*request.need) : std::string()}},
      {Fact::filters, together(policy_notes(view), {excluded_note(view.answer.excluded), hidden_note(view.answer)})},
  };
}

}  // namespace gpuadvisor
