#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <vector>

#include "formats/json.hpp"
#include "gpuadvisor/core/money.hpp"
#include "output/phrases/data_day.hpp"
#include "output/phrases/figure_words.hpp"
#include "output/phrases/gpu_words.hpp"
#include "output/phrases/offer_words.hpp"
#include "rent_view.hpp"
#include "rent_words.hpp"
#include "report/mapped.hpp"
#include "report/number_text.hpp"

namespace gpuadvisor {
namespace {

std::string gpus_text(const RentQuestion& question) {
  const auto names = mapped(question.gpus, [](const Gpu* gpu) { return brief_name(*gpu); });
  return with_count(question.count, fmt::format("{}", fmt::join(names, ", ")));
}

/// "$1.99 an hour", "$15.92 an hour, $1.99 each".
std::string price_text(const RentOffer& offer) {
  const std::string all = hourly(offer.all) + " an hour";
  return offer.all == offer.each ? all : fmt::format("{}, {} each", all, hourly(offer.each));
}

std::string answer_text(const RentAnswer& answer) {
  const RentOffer& best = *answer.best;
  std::string text =
      fmt::format("Rent from {}: {}, {}, seen {}.", provider_text(*best.quote),
                  with_count(answer.question.count, brief_name(*best.gpu)), price_text(best), seen_text(best));
  if (best.machines == Machines::larger)
    text += fmt::format(" It comes with {} GPUs; no smaller offer is known.", best.quote->count);
  return text;
}

/// What is to be said of an offer besides its price.
std::string note_text(const RentOffer& offer, int count) {
  std::vector<std::string> notes;
  if (offer.machines == Machines::larger) notes.push_back(fmt::format("only {} together", offer.quote->count));
  if (offer.machines == Machines::several) {
    notes.push_back(offer.quote->is_per_gpu()
                        ? "size of the machine not stated"
                        : fmt::format("{} machines of {}", count / offer.quote->count, offer.quote->count));
  }
  const std::string_view note = offer.quote->note;  // "per GPU, lowest offer": all of them are told so
  const auto begin = note.starts_with("per GPU") ? std::min(note.size(), std::string_view("per GPU, ").size()) : 0;
  if (begin < note.size()) notes.emplace_back(note.substr(begin, note.find(';') - begin));
  return fmt::format("{}", fmt::join(notes, ", "));
}

Table offers_table(const RentAnswer& answer) {
  const bool has_several = answer.question.gpus.size() > 1;
  const bool has_regions = std::any_of(answer.offers.begin(), answer.offers.end(),
                                       [](const RentOffer& offer) { return !offer.quote->region.empty(); });
  Table table{{{"$/h each", true}, {"provider"}, {"terms"}}, {}};
  if (has_several) table.columns.push_back({"GPU"});
  if (has_regions) table.columns.push_back({"region"});
  table.columns.push_back({"seen"});
  table.columns.push_back({"note", false, true});
  for (const RentOffer& offer : answer.offers) {
    std::vector<std::string> row = {hourly(offer.each), std::string(offer.quote->provider),
                                    std::string(enum_name(offer.quote->terms))};
    if (has_several) row.push_back(brief_name(*offer.gpu));
    if (has_regions) row.emplace_back(offer.quote->region);
    row.push_back(seen_text(offer));
    row.push_back(note_text(offer, answer.question.count));
    table.add(std::move(row));
  }
  return table;
}

/// "the most speed for the money, 12 GB or more each"; empty where nothing tells why.
std::string reason_text(const RentedGpusQuestion& question, const RentedGpu& first) {
  std::string text = question.order == RentOrder::price   ? "the lowest price"
                     : !first.value                       ? ""
                     : question.order == RentOrder::speed ? "the fastest"
                                                          : "the most speed for the money";
  if (text.empty()) return text;
  if (question.filter.most) text += fmt::format(" for at most {} an hour", hourly(*question.filter.most));
  const auto least = question.memory_floor ? std::optional(question.memory_floor->memory) : question.min_memory;
  if (least) text += fmt::format(", with {} GB or more", json_number(least->value()));
  return ": " + text;
}

std::string range_cell(const std::optional<RentRange>& range) {
  if (!range) return "-";
  const std::string_view age = range->is_old ? " old" : "";
  if (range->low == range->high) return fmt::format("{}{}", hourly(range->low), age);
  return fmt::format("{}-{}{}", hourly(range->low), hourly(range->high), age);
}

}  // namespace

std::string rent_title(const RentAnswer& answer) {
  return fmt::format("Renting {}, prices to {}", gpus_text(answer.question), text(answer.day));
}

std::string rented_gpus_title(const RentedGpus& answer) {
  return fmt::format("GPUs to rent for {}, prices to {}", mid_sentence(answer.question.workload->title),
                     text(answer.day));
}

Document document_of(const RentView& view) {
  const RentAnswer& answer = view.answer;
  Document document;
  document.title(answer_text(answer));
  const std::size_t models = answer.question.gpus.size();
  const std::string of_all = models > 1 ? fmt::format(", of all {} models", models) : "";
  if (!answer.ranges.empty()) {
    document.paragraph(fmt::format("Per GPU and hour{}: {}.", of_all, ranges_text(answer.ranges)));
  }
  document.gap().table(offers_table(answer)).gap();
  return document.paragraph(
      fmt::format("spot: may be taken back at any time. marketplace: from private hosts. reserved: for a minimum term. "
                  "serverless: by the second, while code runs. old: more than {} months; used in ranges only if there "
                  "is nothing newer. Owning instead: `gpuadvisor cost`. Sources: --format json. Prices to {}.",
                  k_old_rent_after, text(answer.day)));
}

Document document_of(const RentedGpusView& view) {
  const RentedGpusQuestion& question = view.answer.question;
  Document document;
  document.title(rented_gpus_title(view.answer)).gap();
  const RentedGpu& first = view.answer.gpus.front();
  document
      .paragraph(fmt::format("Rent: {} from {}, {}{}.", with_count(question.count, brief_name(*first.offer.gpu)),
                             provider_text(*first.offer.quote), price_text(first.offer), reason_text(question, first)))
      .gap();
  Table table{{{"GPU"},
               {"GB", true},
               {"speed", true},
               {"$/h each", true},
               {"provider"},
               {"on demand", true},
               {"speed/$", true}},
              {}};
  bool has_partial = false;
  for (const RentedGpu& one : view.answer.gpus) {
    const Rent& quote = *one.offer.quote;
    const auto memory = memory_per_device(*one.offer.gpu);
    const bool is_partial = one.performance && one.together < question.count;
    has_partial = has_partial || is_partial;
    table.add({brief_name(*one.offer.gpu), memory ? json_number(memory->value()) : "-",
               one.performance ? rounded(one.performance->index) + (is_partial ? "+" : "") : "-",
               hourly(one.offer.each),
               quote.terms == RentTerms::marketplace ? std::string(quote.provider) + '*' : provider_text(quote),
               range_cell(one.on_demand), one.value ? rounded(*one.value) : "-"});
  }
  document.table(std::move(table)).gap();
  const std::string least = question.memory_floor
                                ? fmt::format("Guides ask for at least {} GB for this work; --min-memory changes it.",
                                              json_number(question.memory_floor->memory.value()))
                                : "More memory: --min-memory.";
  return document.paragraph(
      fmt::format("speed: {}times {}{}; speed/$: speed per dollar and hour. on demand: from the cheapest provider to "
                  "the dearest. *: "
                  "a marketplace, from private hosts. {} One GPU: `gpuadvisor rent 4090`.",
                  question.count == 1 ? "" : fmt::format("of all {}, ", question.count), view.catalog.reference_name,
                  has_partial ? " (+: only those known to be in one machine)" : "", least));
}

}  // namespace gpuadvisor
