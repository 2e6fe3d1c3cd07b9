#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "core/contains.hpp"
#include "core/text.hpp"
#include "formats/json.hpp"
#include "gpuadvisor/core/money.hpp"
#include "gpuadvisor/sizing/network_shape.hpp"
#include "job_words.hpp"
#include "memory_verdict.hpp"
#include "memory_words.hpp"
#include "output/phrases/data_day.hpp"
#include "output/phrases/figure_words.hpp"
#include "output/phrases/fit_words.hpp"
#include "output/phrases/gpu_words.hpp"
#include "output/phrases/offer_words.hpp"
#include "report/number_text.hpp"
#include "token_text.hpp"

namespace gpuadvisor {
namespace {

/// Characters per line from which the table of GPUs shows what is usable.
constexpr std::size_t k_room_for_usable = 96;
constexpr std::size_t k_room_for_alone = 110;  // and the rate of one sequence besides that of all
constexpr std::size_t k_brief_rows = 2;        // up to which changes that make it fit have room beside them

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

bool has_layers_on_host(const GpuFit& fit) { return fit.is_in_host && fit.way->job.layers_on_host > 0; }

/// Which columns the table of GPUs has besides those that it always has.
struct Columns {
  bool usable = false;
  bool layers = false;   // of each, where different GPUs share them
  bool on_host = false;  // what the host's memory holds
  bool seen = true;
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
  const auto& fits = view.answer.fits;
  columns.layers = view.answer.question.scope == MemoryScope::together;
  columns.on_host = std::any_of(fits.begin(), fits.end(), has_layers_on_host);
  columns.batch = (has_room || !columns.rate) && !columns.layers && !columns.on_host;
  columns.context &= !columns.layers;
  columns.rate_alone = columns.rate && view.answer.question.job.batch > 1 && room >= k_room_for_alone;
  return columns;
}

Table gpu_table(const MemoryView& view, const Columns& columns) {
  Table table{{{"GB", true}, {"fits"}, {is_by_size(view) ? "cheapest of that size" : "GPU", false, true}}, {}};
  if (columns.usable) table.columns.insert(table.columns.begin() + 1, {"usable", true});
  if (columns.layers) table.columns.push_back({"layers", true});
  if (columns.layers || columns.on_host) table.columns.push_back({"needs", true});
  if (columns.on_host) table.columns.push_back({"in RAM", true});
  table.columns.insert(table.columns.end(), {{"cond"}, {"today", true}});
  if (columns.seen) table.columns.push_back({"seen"});
  if (columns.batch) table.columns.push_back({"batch", true});
  if (columns.context) table.columns.push_back({"context", true});
  if (columns.rate) table.columns.push_back({"tokens/s", true});
  if (columns.rate_alone) table.columns.push_back({"alone", true});
  for (std::size_t i = 0; i < view.rows(); ++i) {
    const GpuFit& fit = view.answer.fits[i];
    const auto& price = fit.offer.price;
    std::vector<std::string> row = {json_number(fit.memory.nominal.value())};
    if (columns.usable) row.push_back(fmt::format("{:.1f}", fit.memory.usable.value()));
    row.insert(row.end(), {std::string(verdict_word(fit)),
                           with_count(fit.offer.count, marked(brief_name(*fit.offer.gpu), *fit.offer.gpu))});
    const auto& part = fit.way;
    if (columns.layers) row.push_back(*fit.layers == 0 ? "none" : counted(*fit.layers));
    if (columns.layers || columns.on_host) row.push_back(part ? fmt::format("{:.1f}", part->need.total.value()) : "-");
    if (columns.on_host) {
      row.push_back(has_layers_on_host(fit)
                        ? fmt::format("{:.1f}", host_need(*view.answer.question.network, part->job).value())
                        : "-");
    }
    row.insert(row.end(), {price ? std::string(condition_word(*price)) : "-",
                           price ? today_text(*total_price(fit.offer), *price) : "-"});
    if (columns.seen) row.push_back(price ? month_text(*price) : "-");
    if (columns.batch) row.push_back(count_or_dash(fit.largest_batch));
    if (columns.context) row.push_back(count_or_dash(fit.largest_context));
    if (columns.rate) row.push_back(fit.rates ? rate_text(fit.rates->together) : "-");
    if (columns.rate_alone) row.push_back(fit.rates ? rate_text(fit.rates->alone) : "-");
    const bool is_current = fit.verdict != FitVerdict::does_not_fit && (!price || price->age == PriceAge::current);
    table.add(std::move(row), is_current ? Style::plain : Style::dim);
  }
  return table;
}

/// The same with as many columns as leave each row a line.
Table narrow_gpu_table(const MemoryView& view, std::size_t room) {
  Columns columns = columns_of(view, room);
  for (bool Columns::*const column : {&Columns::context, &Columns::seen}) {
    if (natural_width(gpu_table(view, columns)) <= room) break;
    columns.*column = false;
  }
  return gpu_table(view, columns);
}

/// "2 cards, layers split over them: 23.0 GB on each, tight, 10-22 tokens/s; about $1,362 more".
std::string remedy_text(const GpuRemedy& remedy, const GpuFit& fit) {
  std::string text =
      fmt::format("{}: {}{}{}", remedy.change, gigabytes_text(remedy.need.total), remedy.job.gpus > 1 ? " on each" : "",
                  remedy.verdict == FitVerdict::tight ? ", tight" : "");
  if (remedy.rate) text += fmt::format(", {} tokens/s", rate_text(*remedy.rate));
  const int added = remedy.job.gpus - fit.offer.count;
  if (added > 0 && fit.offer.price) text += fmt::format("; about {} more", money(fit.offer.price->today * added));
  if (remedy.memory) text += "; " + memory_price_words(*remedy.memory);
  return text;
}

/// What would make it fit: single changes, or several one after the other where none is enough; then another GPU.
void add_remedies(Document& document, const GpuFit& fit, const MemoryQuestion& question) {
  const std::string_view name = short_name(*fit.offer.gpu);
  const std::string card = fmt::format("the {} ({} usable)", name, gigabytes_text(fit.memory.usable));
  if (fit.remedies.empty()) {
    document.paragraph(fmt::format("No change known here makes it fit {}.", card));
  } else {
    const bool is_series = fit.remedies.front().verdict == FitVerdict::does_not_fit;
    const bool is_enough = fit.remedies.back().verdict != FitVerdict::does_not_fit;
    document.paragraph(fmt::format("{} {}:",
                                   !is_enough  ? "These changes together do not make it fit"
                                   : is_series ? "These changes together make it fit"
                                               : "Each of these changes makes it fit",
                                   card));
  }
  for (const GpuRemedy& remedy : fit.remedies) document.item(remedy_text(remedy, fit));
  if (const auto& other = fit.cheapest_with_room) {
    const bool has_parts = can_offload_parts(*question.network, question.job);  // of which others hold one at a time
    document.item(fmt::format("another GPU: the cheapest that holds it{} is the {}, {} {}",
                              has_parts ? ", all parts at once," : "", short_name(*other->gpu),
                              condition_word(*other->price), money(other->price->today)));
  }
  const auto is_of = [&](Remedy kind) {
    return std::any_of(fit.remedies.begin(), fit.remedies.end(),
                       [&](const GpuRemedy& one) { return one.remedy == kind; });
  };
  if (is_of(Remedy::lower_quantisation) || is_of(Remedy::smaller_kv_cache)) {
    document.paragraph("Fewer bits cost quality; how much is not measured in the sources at hand.");
  }
}

/// What would make it fit, a row each: single changes, or several one after the other where none is enough.
Table remedy_table(const GpuFit& fit) {
  const bool is_series = !fit.remedies.empty() && fit.remedies.front().verdict == FitVerdict::does_not_fit;
  const std::string name = brief_name(*fit.offer.gpu);
  Table table{{{fmt::format("{} for the {}", is_series ? "one change after the other" : "any of these changes", name),
                false, true},
               {"GB", true},
               {"fits"},
               {"tokens/s", true},
               {"costs", true}},
              {}};
  for (const GpuRemedy& remedy : fit.remedies) {
    const int added = remedy.job.gpus - fit.offer.count;
    table.add({remedy.change, fmt::format("{:.1f}", remedy.need.total.value()),
               std::string(verdict_word(remedy.verdict)), remedy.rate ? rate_text(*remedy.rate) : "-",
               added > 0 && fit.offer.price              ? money(fit.offer.price->today * added)
               : remedy.memory && remedy.memory->total() ? "~" + money(*remedy.memory->total())
                                                         : "-"});
  }
  if (const auto& other = fit.cheapest_with_room) {
    table.add({fmt::format("instead: {}", offer_phrase(*other)), "-", "fits", "-", money(other->price->today)});
  }
  return table;
}

void add_all_remedies(Document& document, const MemoryView& view) {
  if (!view.answer.need.is_complete()) return;
  if (is_by_size(view)) {
    if (view.answer.largest_too_small) add_remedies(document, *view.answer.largest_too_small, view.answer.question);
  } else if (view.answer.question.scope == MemoryScope::named) {
    for (const GpuFit& fit : view.answer.fits) {
      if (fit.verdict == FitVerdict::does_not_fit) add_remedies(document, fit, view.answer.question);
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
  const auto add = [&](const GpuFit& fit) {
    const Gpu& gpu = *fit.offer.gpu;
    const bool is_default = gpu.segment == Segment::unified && gpu.vendor == "apple" && !gpu.gpu_memory_share;
    std::string share = fmt::format("{:.0f} % ({}{})", 100 * fit.memory.share, fit.memory.reason,
                                    is_default ? "; --gpu-memory-share changes it" : "");
    if (!contains(shares, share)) shares.push_back(std::move(share));
  };
  for (std::size_t i = 0; i < view.rows(); ++i) add(view.answer.fits[i]);
  if (view.answer.largest_too_small) add(*view.answer.largest_too_small);
  if (shares.empty()) return {};
  std::string text = fmt::format("a card's own GB are 2^30 bytes, of which programs get {}", enumeration(shares, "or"));
  if (view.answer.question.has_display)
    text += fmt::format(", less {} for a display", gigabytes_text(k_display_memory));
  return text;
}

/// What is in the host's memory: "*: experts of 83 of 94 layers are in the host's memory, which reads 89.6 GB/s at
/// most."
std::string host_text(const MemoryView& view) {
  const auto& fits = view.answer.fits;
  int least = 0;
  int most = 0;
  for (const GpuFit& fit : fits) {
    if (!has_layers_on_host(fit)) continue;
    const int layers = fit.way->job.layers_on_host;
    least = least == 0 ? layers : std::min(least, layers);
    most = std::max(most, layers);
  }
  if (most == 0) return {};
  const Network& network = *view.answer.question.network;
  return fmt::format("*: {}{} of {} layers are in the host's memory (in RAM), which is read at {:g} GB/s at most. ",
                     network.experts ? "experts of " : "",
                     least == most ? counted(most) : fmt::format("{} to {}", least, most), movable_layers(network),
                     view.answer.question.job.host->bandwidth.value());
}

/// What columns and verdicts mean, and of which GPUs the rows are.
std::string long_legend(const MemoryView& view, std::size_t room) {
  const MemoryAnswer& answer = view.answer;
  std::string text;
  if (answer.need.is_complete()) {
    const bool makes_pictures = answer.question.network->kind == NetworkKind::diffusion;
    text = makes_pictures ? "In brackets: with half the work space, and with 2.5 times as much; it is counted, not "
                            "measured. "
                          : "In brackets: the 80 % interval that measurements of other networks leave open (memory "
                            "--backtest). ";
  }
  const std::string usable = usable_words(view);
  text += fmt::format("GB is 10^9 bytes{}{}. ", usable.empty() ? "" : "; ", usable);
  if (answer.fits.empty()) return text;
  if (answer.need.is_complete()) {
    const Columns columns = columns_of(view, room);
    text += std::string(k_tight_meaning) + ". ";
    if (columns.batch || columns.context) {
      text += fmt::format("{}: the largest that fit{}, all else as asked. ",
                          !columns.batch    ? "context"
                          : columns.context ? "batch, context"
                                            : "batch",
                          columns.batch && columns.context ? "" : "s");
    }
    text += host_text(view);
    text += rate_legend(view, columns.rate_alone);
  }
  if (std::any_of(answer.fits.begin(), answer.fits.end(),
                  [](const GpuFit& fit) { return fit.is_in_host && fit.way->job.offloads_parts; })) {
    text += std::string(k_offload_legend) + ' ';
  }
  text += fmt::format("today: the lowest price of its conditions{}",
                      answer.question.job.gpus > 1 ? ", of all of them" : "");
  const std::string day = data_day(view.catalog);
  text += day.empty() ? "." : fmt::format(", {}.", day);
  if (is_by_size(view) && answer.question.request.installable) {
    text += " Of cards with their own cooling that current CUDA supports; --form any and --support any let in others.";
  }
  return text;
}

/// The largest parts: "Weights 42.5 GB, KV cache 1.3, the rest 1.1".
std::string parts_text(const MemoryNeed& need) {
  constexpr std::size_t k_most = 2;
  std::vector<NeedTerm> terms(need.terms.begin(), need.terms.end());
  std::stable_sort(terms.begin(), terms.end(),
                   [](const NeedTerm& a, const NeedTerm& b) { return a.memory > b.memory; });
  std::string text;
  Gigabytes rest = need.total;
  for (std::size_t i = 0; i < std::min(terms.size(), k_most); ++i) {
    text += fmt::format("{}{} {:.1f}{}", i == 0 ? "" : ", ", part_title(terms[i].part), terms[i].memory.value(),
                        i == 0 ? " GB" : "");
    rest = rest - terms[i].memory;
  }
  if (terms.size() > k_most) text += fmt::format(", the rest {:.1f}", rest.value());
  return capitalised(std::move(text));
}

/// What makes the need rough, or is not known of it; empty: nothing.
std::string doubt_text(const MemoryAnswer& answer) {
  const Network& network = *answer.question.network;
  if (!answer.need.is_complete()) return fmt::format("The rest depends on what is not known: {}", answer.need.missing);
  if (!network.shape_from.empty()) {
    return fmt::format("Roughly: its layers are not known; those of {} are assumed", network.shape_from);
  }
  if (network.context && answer.question.job.tokens > *network.context) {
    return fmt::format("It was made for {} tokens", counted(*network.context));
  }
  return {};
}

/// Marks that stand in the rows, and where more is to be had.
std::string short_legend(const MemoryView& view) {
  const MemoryAnswer& answer = view.answer;
  const auto shown = std::span(answer.fits).first(view.rows());
  const auto any = [&](auto has) { return std::any_of(shown.begin(), shown.end(), has); };
  std::string text;
  if (any([](const GpuFit& fit) { return fit.verdict == FitVerdict::tight; }))
    text += "tight: hardly any memory to spare. ";
  if (any(has_layers_on_host)) {
    text += "*: the rest in RAM. ";
  } else if (any([](const GpuFit& fit) { return fit.is_in_host; })) {
    text += "*: idle parts in RAM. ";
  }
  if (answer.largest_too_small && !answer.fits.empty()) {
    text += fmt::format("Too small: {} GB or less. ", json_number(answer.largest_too_small->memory.nominal.value()));
  }
  const MemoryQuestion& question = answer.question;
  const bool is_recommended = is_by_size(view) && question.file == nullptr && !question.network->id.empty() &&
                              question.job.task == MemoryTask::run && answer.need.is_complete();
  return fmt::format("{}More: --explain{}.", text,
                     is_recommended ? fmt::format(", `recommend --model {}`", question.network->id) : "");
}

/// Answer, rows and at most three lines.
Document brief_document(const MemoryView& view, std::size_t room) {
  const MemoryAnswer& answer = view.answer;
  Document document;
  document.title(memory_verdict(view)).paragraph(memory_terms(view)).gap().table(narrow_gpu_table(view, room)).gap();
  if (answer.need.is_complete() && view.rows() <= k_brief_rows) {
    const auto at = std::find_if(answer.fits.begin(), answer.fits.end(),
                                 [](const GpuFit& fit) { return !fit.remedies.empty() || fit.cheapest_with_room; });
    if (at != answer.fits.end()) {
      document.table(remedy_table(*at)).gap();
    } else if (answer.fits.empty() && answer.largest_too_small) {
      document.table(remedy_table(*answer.largest_too_small)).gap();
    }
  }
  const std::string doubt = doubt_text(answer);
  const std::string day = data_day(view.catalog);
  return document
      .paragraph(
          fmt::format("{}{}{}.", doubt.empty() ? parts_text(answer.need.need) : doubt, day.empty() ? "" : "; ", day))
      .paragraph(short_legend(view));
}

}  // namespace

std::size_t MemoryView::rows() const { return limit == 0 ? answer.fits.size() : std::min(limit, answer.fits.size()); }

Document memory_document(const MemoryView& view, std::size_t room) {
  if (!view.is_explained) return brief_document(view, room);
  const MemoryAnswer& answer = view.answer;
  Document document;
  document.title(memory_verdict(view)).paragraph(memory_terms(view));
  document.paragraph(job_sentence(*answer.question.network, answer.question.job));
  document.gap().table(part_table(view)).gap();
  add_formulas(document, view);
  document.gap().table(narrow_gpu_table(view, room)).gap().paragraph(too_small_text(view));
  add_all_remedies(document, view);
  document.gap();
  for (const Warning& warning : memory_warnings(view)) {
    if (warning.id != "misnomer") document.paragraph(warning.text + ".");
  }
  return document.paragraph(long_legend(view, room));
}

std::string nothing_fits_text(const MemoryView& view) {
  const std::string reason = too_small_text(view);
  return fmt::format("{} {}", answer_sentence(view.answer), reason.empty() ? "No GPU passes the filters." : reason);
}

}  // namespace gpuadvisor
