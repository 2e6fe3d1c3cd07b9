#include <fmt/format.h>

#include <algorithm>

#include "core/text.hpp"
#include "formats/json.hpp"
#include "gpuadvisor/core/money.hpp"
#include "job_words.hpp"
#include "memory_words.hpp"
#include "output/phrases/data_day.hpp"
#include "output/phrases/offer_words.hpp"
#include "report/number_text.hpp"
#include "token_text.hpp"

namespace gpuadvisor {
namespace {

/// Characters per line from which the table of GPUs shows what is usable.
constexpr std::size_t k_room_for_usable = 96;
constexpr std::size_t k_room_for_alone = 110;  // and the rate of one sequence besides that of all

bool is_by_size(const MemoryView& view) { return view.answer.question.scope == MemoryScope::sizes; }

/// The need by parts, with their share of the sum.
Table part_table(const MemoryView& view) {
  const MemoryNeed& need = view.answer.need.need;
  Table table{{{"part"}, {"GB", true}, {"share", true}}, {}};
  for (const NeedTerm& term : need.terms) {
    table.rows.push_back({std::string(part_title(term.part)), fmt::format("{:.2f}", term.memory.value()),
                          fmt::format("{:.0f} %", 100 * term.memory.value() / need.total.value())});
  }
  table.rows.push_back({"total", fmt::format("{:.2f}", need.total.value()), ""});
  return table;
}

/// Each part's formula, with its numbers.
void add_formulas(Document& document, const MemoryView& view) {
  for (const NeedTerm& term : view.answer.need.need.terms) {
    document.paragraph(fmt::format("{}: {}", part_title(term.part), term.formula));
    document.item(fmt::format("{} = {:.0f} B", term.calculation, term.memory.value() * 1e9));
  }
  add_rate_formulas(document, view);
}

std::string count_or_dash(int count) { return count == 0 ? "-" : counted(count); }

/// Which columns the table of GPUs has besides those that it always has.
struct Columns {
  bool usable = false;
  bool batch = true;
  bool context = false;
  bool rate = false;
  bool rate_alone = false;
};

Columns columns_of(const MemoryView& view, std::size_t room) {
  const bool has_room = room >= k_room_for_usable;
  Columns columns;
  columns.usable = has_room;
  columns.context = view.answer.question.network->kind == NetworkKind::decoder;
  columns.rate = shows_rates(view);
  columns.batch = has_room || !columns.rate;
  columns.rate_alone = columns.rate && view.answer.question.job.batch > 1 && room >= k_room_for_alone;
  return columns;
}

Table gpu_table(const MemoryView& view, std::size_t room) {
  const Columns columns = columns_of(view, room);
  Table table{{{"GB", true}, {"fits"}, {is_by_size(view) ? "cheapest of that size" : "GPU", false, true}}, {}};
  if (columns.usable) table.columns.insert(table.columns.begin() + 1, {"usable", true});
  table.columns.insert(table.columns.end(), {{"cond"}, {"price", true}, {"as of"}});
  if (columns.batch) table.columns.push_back({"batch", true});
  if (columns.context) table.columns.push_back({"context", true});
  if (columns.rate) table.columns.push_back({"tokens/s", true});
  if (columns.rate_alone) table.columns.push_back({"alone", true});
  for (std::size_t i = 0; i < view.rows(); ++i) {
    const GpuFit& fit = view.answer.fits[i];
    const auto& price = fit.offer.price;
    const std::string name(short_name(*fit.offer.gpu));
    std::vector<std::string> row = {json_number(fit.memory.nominal.value())};
    if (columns.usable) row.push_back(fmt::format("{:.1f}", fit.memory.usable.value()));
    row.insert(row.end(), {std::string(verdict_word(fit)),
                           fit.offer.count == 1 ? name : fmt::format("{}x {}", fit.offer.count, name),
                           price ? std::string(enum_name(price->condition)) : "-",
                           price ? money(*total_price(fit.offer)) : "-", price ? month_text(*price) : "-"});
    if (columns.batch) row.push_back(count_or_dash(fit.largest_batch));
    if (columns.context) row.push_back(count_or_dash(fit.largest_context));
    if (columns.rate) row.push_back(fit.rates ? rate_text(fit.rates->together) : "-");
    if (columns.rate_alone) row.push_back(fit.rates ? rate_text(fit.rates->alone) : "-");
    const bool is_current = fit.verdict != FitVerdict::does_not_fit && (!price || price->age == PriceAge::current);
    table.add(std::move(row), is_current ? Style::plain : Style::dim);
  }
  return table;
}

/// What would make it fit: single changes, or several one after the other where none is enough.
void add_remedies(Document& document, const GpuFit& fit) {
  const std::string_view name = short_name(*fit.offer.gpu);
  const std::string card = fmt::format("the {} ({} usable)", name, gigabytes_text(fit.memory.usable));
  if (fit.remedies.empty()) {
    document.paragraph(fmt::format("No change known here makes it fit {}.", card));
    return;
  }
  const bool is_series = fit.remedies.front().verdict == FitVerdict::does_not_fit;
  const bool is_enough = fit.remedies.back().verdict != FitVerdict::does_not_fit;
  document.paragraph(fmt::format("{} {}:",
                                 !is_enough  ? "These changes together do not make it fit"
                                 : is_series ? "These changes together make it fit"
                                             : "Each of these changes makes it fit",
                                 card));
  for (const RemedyOutcome& remedy : fit.remedies) {
    document.item(fmt::format("{}: {}{}", remedy.change, gigabytes_text(remedy.need.total),
                              remedy.verdict == FitVerdict::tight ? ", tight" : ""));
  }
}

void add_all_remedies(Document& document, const MemoryView& view) {
  if (!view.answer.need.is_complete()) return;
  if (is_by_size(view)) {
    if (view.answer.largest_too_small) add_remedies(document, *view.answer.largest_too_small);
  } else if (view.answer.question.scope == MemoryScope::named) {
    for (const GpuFit& fit : view.answer.fits) {
      if (fit.verdict == FitVerdict::does_not_fit) add_remedies(document, fit);
    }
  }
}

/// Which GPUs have no room, in the scope of sizes.
std::string too_small_text(const MemoryView& view) {
  const auto& largest = view.answer.largest_too_small;
  if (!largest) return {};
  return fmt::format("Too small: {} GPU{} with {} or less ({} usable){}.", view.answer.too_small,
                     view.answer.too_small == 1 ? "" : "s", gibibytes_text(largest->memory.nominal),
                     gigabytes_text(largest->memory.usable), view.answer.has_room() ? "" : ", and none has more");
}

/// What programs get of the memory of the GPUs that are shown: "98 % (the driver keeps some)".
std::string usable_words(const MemoryView& view) {
  std::vector<std::string> shares;
  const auto add = [&](const UsableMemory& memory) {
    std::string share = fmt::format("{:.0f} % ({})", 100 * memory.share, memory.reason);
    if (std::find(shares.begin(), shares.end(), share) == shares.end()) shares.push_back(std::move(share));
  };
  for (std::size_t i = 0; i < view.rows(); ++i) add(view.answer.fits[i].memory);
  if (view.answer.largest_too_small) add(view.answer.largest_too_small->memory);
  if (shares.empty()) return {};
  std::string text = fmt::format("a card's own GB are 2^30 bytes, of which programs get {}", enumeration(shares, "or"));
  if (view.answer.question.has_display)
    text += fmt::format(", less {} for a display", gigabytes_text(k_display_memory));
  return text;
}

/// What columns and verdicts mean, and of which GPUs the rows are.
std::string legend(const MemoryView& view, std::size_t room) {
  const MemoryAnswer& answer = view.answer;
  std::string text;
  if (answer.need.is_complete()) {
    text = "In brackets: the 80 % interval that measurements of other networks leave open (memory --backtest). ";
  }
  const std::string usable = usable_words(view);
  text += fmt::format("GB is 10^9 bytes{}{}. ", usable.empty() ? "" : "; ", usable);
  if (answer.fits.empty()) return text;
  if (answer.need.is_complete()) {
    const Columns columns = columns_of(view, room);
    const std::string_view largest = !columns.batch    ? "context: the largest that fits"
                                     : columns.context ? "batch, context: the largest that fit"
                                                       : "batch: the largest that fits";
    text += fmt::format(
        "tight: the memory lies within the interval, or less than a tenth is left. {}, all else as asked. ", largest);
    text += rate_legend(view, columns.rate_alone);
  }
  if (std::any_of(answer.fits.begin(), answer.fits.end(), [](const GpuFit& fit) { return fit.offloads_parts; })) {
    text += std::string(k_offload_legend) + ' ';
  }
  text += fmt::format("price: the lowest of its conditions{}", answer.question.job.gpus > 1 ? ", of all of them" : "");
  const std::string day = data_day(view.catalog);
  text += day.empty() ? "." : fmt::format(", {}.", day);
  if (is_by_size(view) && answer.question.request.installable) {
    text += " Of cards with their own cooling that current CUDA supports; --form any and --support any let in others.";
  }
  return text;
}

}  // namespace

std::size_t MemoryView::rows() const { return limit == 0 ? answer.fits.size() : std::min(limit, answer.fits.size()); }

Document memory_document(const MemoryView& view, std::size_t room) {
  const MemoryAnswer& answer = view.answer;
  Document document;
  document.title(answer_sentence(answer)).paragraph(job_sentence(*answer.question.network, answer.question.job));
  document.gap().table(part_table(view)).gap();
  if (view.is_explained) add_formulas(document, view);
  document.gap().table(gpu_table(view, room)).gap().paragraph(too_small_text(view));
  add_all_remedies(document, view);
  document.gap();
  for (const Warning& warning : memory_warnings(view)) {
    if (warning.id != "misnomer") document.paragraph(warning.text + ".");
  }
  return document.paragraph(legend(view, room));
}

std::string nothing_fits_text(const MemoryView& view) {
  const std::string reason = too_small_text(view);
  return fmt::format("{} {}", answer_sentence(view.answer), reason.empty() ? "No GPU passes the filters." : reason);
}

}  // namespace gpuadvisor
