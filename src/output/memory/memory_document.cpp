#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "core/contains.hpp"
#include "core/text.hpp"
#include "formats/json.hpp"
#include "gpuadvisor/core/money.hpp"
#include "gpuadvisor/sizing/network_shape.hpp"
#include "job_words.hpp"
#include "memory_verdict.hpp"
#include "memory_words.hpp"
#include "output/phrases/data_day.hpp"
#include "output/phrases/fact.hpp"
#include "output/phrases/familiar_words.hpp"
#include "output/phrases/figure_words.hpp"
#include "output/phrases/fit_words.hpp"
#include "output/phrases/gpu_words.hpp"
#include "output/phrases/offer_words.hpp"
#include "report/mapped.hpp"
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
Table part_table(const MemoryNeed& need) {
  Table table{{{"part"}, {"GB", true}, {"share", true}}, {}};
  for (const NeedTerm& term : need.terms) {
    table.add({std::string(part_title(term.part)), fmt::format("{:.2f}", term.memory.value()),
               fmt::format("{:.0f} %", 100 * term.memory.value() / need.total.value())});
  }
  table.add({"total", fmt::format("{:.2f}", need.total.value()), ""});
  return table;
}

/// Each part's formula, with its numbers.
Document part_formulas(const MemoryNeed& need) {
  Document document;
  document.gap();
  for (const NeedTerm& term : need.terms) {
    document.item(fmt::format("{}: {}", part_title(term.part), term.formula));
    document.item(fmt::format("{} = {:.0f} B", term.calculation, term.memory.value() * 1e9), 2);
  }
  return document;
}

std::string count_or_dash(int count) { return count == 0 ? "-" : counted(count); }

bool has_layers_on_host(const GpuFit& fit) { return fit.is_in_host && fit.way->job.layers_on_host > 0; }

std::string tenths(Gigabytes memory) { return fmt::format("{:.1f}", memory.value()); }

/// What a GB is, and what programs get of the memory of the GPUs that are shown: "98 % (the driver keeps some)".
std::string usable_words(const MemoryView& view) {
  std::vector<std::string> shares;
  for (const GpuFit& fit : view.shown()) {
    const Gpu& gpu = *fit.offer.gpu;
    const bool is_default = gpu.segment == Segment::unified && gpu.vendor == "apple" && !gpu.gpu_memory_share;
    std::string share = fmt::format("{:.0f} % ({}{})", 100 * fit.memory.share, fit.memory.reason,
                                    is_default ? "; --gpu-memory-share changes it" : "");
    if (!contains(shares, share)) shares.push_back(std::move(share));
  }
  std::string text = fmt::format("GB is 10^9 bytes; a card's own GB are 2^30 bytes, of which programs get {}",
                                 enumeration(shares, "or"));
  if (view.answer.question.has_display) {
    text += fmt::format(", less {} for a display", gigabytes_text(k_display_memory));
  }
  return text;
}

/// How fast the host's memory is, where that is known.
std::string rate_of_host(const MemoryJob& job) {
  return job.host ? fmt::format(", which is read at {:g} GB/s at most", job.host->bandwidth.value()) : std::string();
}

/// What is in the host's memory: "*: experts of 83 of 94 layers are in the host's memory, which reads 89.6 GB/s at
/// most". Requires a GPU that has them there.
std::string host_text(const MemoryView& view) {
  int least = 0;
  int most = 0;
  for (const GpuFit& fit : view.answer.fits) {
    if (!has_layers_on_host(fit)) continue;
    const int layers = fit.way->job.layers_on_host;
    least = least == 0 ? layers : std::min(least, layers);
    most = std::max(most, layers);
  }
  const Network& network = *view.answer.question.network;
  const bool makes_pictures = network.kind == NetworkKind::diffusion;
  return fmt::format("*: {}{} of {} {} are in RAM{}{}", network.experts ? "experts of " : "",
                     least == most ? counted(most) : fmt::format("{} to {}", least, most),
                     makes_pictures ? layer_count(network) : movable_layers(network),
                     makes_pictures ? "blocks of the denoiser" : "layers", rate_of_host(view.answer.question.job),
                     makes_pictures ? ", and read each step, which takes longer" : "");
}

/// How many GPUs the prices are of, and of which day they are.
std::string price_legend(const MemoryView& view) {
  const std::string day = data_day(view.catalog);
  return fmt::format("today: the lowest price of its conditions{}{}{}",
                     view.answer.question.job.gpus > 1 ? ", of all of them" : "", day.empty() ? "" : ", ", day);
}

/// How fast those that are shown write.
std::string rate_legend(const MemoryView& view) {
  std::vector<RateOfOffer> rates;
  for (const GpuFit& fit : view.shown()) {
    if (fit.rates) rates.push_back({&fit.offer, fit.rates->together});
  }
  return rates_text("tokens/s", view.answer.question.job.batch, rates);
}

/// A column of the table of GPUs, and what it means; empty: what its title says.
struct GpuColumn {
  TableColumn head;
  std::function<std::string(const GpuFit&)> cell;
  std::string legend = {};
};

/// What a card has, and what of the job it holds.
std::vector<GpuColumn> memory_columns(const MemoryView& view, bool has_room, bool is_on_host) {
  const MemoryQuestion& question = view.answer.question;
  const bool is_shared = question.scope == MemoryScope::together;
  std::vector<GpuColumn> columns = {
      {{"GB", true}, [](const GpuFit& fit) { return json_number(fit.memory.nominal.value()); }, usable_words(view)}};
  if (has_room) columns.push_back({{"usable", true}, [](const GpuFit& fit) { return tenths(fit.memory.usable); }});
  columns.push_back({{"fits"}, [](const GpuFit& fit) { return std::string(verdict_word(fit)); }});
  if (view.answer.need.is_complete()) columns.back().legend = k_tight_meaning;
  columns.push_back({{is_by_size(view) ? "cheapest of that size" : "GPU", false, true}, [](const GpuFit& fit) {
                       return with_count(fit.offer.count, marked(brief_name(*fit.offer.gpu), *fit.offer.gpu));
                     }});
  if (is_by_size(view) && question.request.installable) {
    columns.back().legend =
        "cheapest of that size: of cards with their own cooling that current CUDA supports; others: --form any, "
        "--support any";
  }
  const auto layers = [](const GpuFit& fit) { return *fit.layers == 0 ? "none" : counted(*fit.layers); };
  const auto need = [](const GpuFit& fit) { return fit.way ? tenths(fit.way->need.total) : "-"; };
  const auto on_host = [&network = *question.network](const GpuFit& fit) {
    return has_layers_on_host(fit) ? tenths(host_need(network, fit.way->job)) : "-";
  };
  if (is_shared) columns.push_back({{"layers", true}, layers});
  if (is_shared || is_on_host) columns.push_back({{"needs", true}, need});
  if (is_on_host) columns.push_back({{"in RAM", true}, on_host, host_text(view)});
  return columns;
}

/// Those that a page with so much room has.
std::vector<GpuColumn> gpu_columns(const MemoryView& view, std::size_t room) {
  const MemoryQuestion& question = view.answer.question;
  const auto& fits = view.answer.fits;
  const bool has_room = room >= k_room_for_usable;
  const bool is_shared = question.scope == MemoryScope::together;
  const bool is_on_host = std::any_of(fits.begin(), fits.end(), has_layers_on_host);
  const auto of_price = [](auto text) {
    return [text](const GpuFit& fit) { return fit.offer.price ? std::string(text(fit)) : std::string("-"); };
  };
  const auto condition = of_price([](const GpuFit& fit) { return condition_word(*fit.offer.price); });
  const auto today = of_price([](const GpuFit& fit) { return today_text(*total_price(fit.offer), *fit.offer.price); });
  const auto seen = of_price([](const GpuFit& fit) { return month_text(*fit.offer.price); });
  const auto batch = [](const GpuFit& fit) { return count_or_dash(fit.largest_batch); };
  const auto context = [](const GpuFit& fit) { return count_or_dash(fit.largest_context); };
  const auto of_rates = [](auto rate) {
    return [rate](const GpuFit& fit) { return fit.rates ? rate_text((*fit.rates).*rate) : std::string("-"); };
  };
  std::vector<GpuColumn> columns = memory_columns(view, has_room, is_on_host);
  columns.insert(columns.end(),
                 {{{"cond"}, condition}, {{"today", true}, today, price_legend(view)}, {{"seen"}, seen}});
  if ((has_room || !shows_rates(view)) && !is_shared && !is_on_host) {
    columns.push_back({{"batch", true}, batch, "batch: the largest that fits"});
  }
  if (question.network->kind == NetworkKind::decoder && !is_shared) {
    columns.push_back({{"max context", true}, context, "max context: the most tokens that fit"});
  }
  const auto trained = [](const GpuFit& fit) {
    return fit.training ? rate_text(fit.training->usual) : std::string("-");
  };
  const auto hours = [](const GpuFit& fit) { return fit.run ? hours_text(*fit.run) : std::string("-"); };
  const bool trains = std::any_of(fits.begin(), fits.end(), [](const GpuFit& fit) { return fit.training; });
  if (trains)
    columns.push_back({{"tokens/s", true},
                       trained,
                       fmt::format("tokens/s: trained by all of them together with {}", k_usual_training_software)});
  if (trains && question.run) columns.push_back({{"hours", true}, hours, "hours: of the run, at that speed"});
  if (!shows_rates(view)) return columns;
  columns.push_back({{"tokens/s", true}, of_rates(&TokenRates::together), rate_legend(view)});
  if (question.job.batch > 1 && room >= k_room_for_alone) {
    columns.push_back({{"alone", true}, of_rates(&TokenRates::alone), "alone: one sequence with no other beside it"});
  }
  return columns;
}

Table gpu_table(const MemoryView& view, const std::vector<GpuColumn>& columns) {
  Table table{mapped(columns, &GpuColumn::head), {}};
  for (const GpuFit& fit : view.shown()) {
    const auto& price = fit.offer.price;
    const bool is_current = fit.verdict != FitVerdict::does_not_fit && (!price || price->age == PriceAge::current);
    table.add(mapped(columns, [&](const GpuColumn& column) { return column.cell(fit); }),
              is_current ? Style::plain : Style::dim);
  }
  return table;
}

/// As many of them as leave each row a line.
std::vector<GpuColumn> columns_within(const MemoryView& view, std::size_t room) {
  std::vector<GpuColumn> columns = gpu_columns(view, room);
  for (const std::string_view title : {"max context", "seen"}) {
    if (natural_width(gpu_table(view, columns)) <= room) break;
    std::erase_if(columns, [&](const GpuColumn& column) { return column.head.title == title; });
  }
  return columns;
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
    table.add({remedy.change, tenths(remedy.need.total), std::string(verdict_word(remedy.verdict)),
               remedy.rate ? rate_text(*remedy.rate) : "-",
               added > 0 && fit.offer.price              ? money(fit.offer.price->today * added)
               : remedy.memory && remedy.memory->total() ? "~" + money(*remedy.memory->total())
                                                         : "-"});
  }
  if (const auto& other = fit.cheapest_with_room) {
    table.add({fmt::format("instead: {}", offer_phrase(*other)), "-", "fits", "-", money(other->price->today)});
  }
  return table;
}

/// What the table of changes for a GPU has no room for.
std::vector<std::string> remedy_notes(const GpuFit& fit, const MemoryQuestion& question) {
  std::vector<std::string> notes;
  const std::string name = brief_name(*fit.offer.gpu);
  if (fit.remedies.empty()) notes.push_back(fmt::format("No known change makes it fit the {}.", name));
  notes.push_back(fmt::format("Programs can use {} of the {}.", gigabytes_text(fit.memory.usable), name));
  for (const GpuRemedy& remedy : fit.remedies) {
    if (remedy.job.gpus > 1) notes.push_back(fmt::format("{}: needed on each.", remedy.change));
    if (remedy.quality) notes.push_back(fmt::format("{}: {}.", remedy.change, format_cost_words(*remedy.quality)));
    if (remedy.memory) notes.push_back(fmt::format("{}: {}.", remedy.change, memory_price_words(*remedy.memory)));
  }
  if (fit.cheapest_with_room && can_offload_parts(*question.network, question.job)) {
    notes.emplace_back("Instead: the cheapest that holds the whole model.");
  }
  const auto has_untold_cost = [](const GpuRemedy& one) {
    return (one.remedy == Remedy::lower_quantisation && !one.quality) || one.remedy == Remedy::smaller_kv_cache;
  };
  const auto untold = std::find_if(fit.remedies.begin(), fit.remedies.end(), has_untold_cost);
  if (untold != fit.remedies.end()) {
    notes.push_back(fmt::format("{}: fewer bits cost quality; how much is not measured.", untold->change));
  }
  return notes;
}

/// What makes it fit the GPUs that are asked for, or the largest of those without room: on the screen for the first of
/// few.
void add_changes(Sheet& sheet, const MemoryView& view) {
  const MemoryAnswer& answer = view.answer;
  if (!answer.need.is_complete()) return;
  std::vector<const GpuFit*> small;
  for (const GpuFit& fit : answer.fits) {
    const bool is_sought = answer.question.scope == MemoryScope::named && fit.verdict == FitVerdict::does_not_fit;
    if (is_sought) small.push_back(&fit);
  }
  if (answer.largest_too_small) small.push_back(&*answer.largest_too_small);
  if (small.empty()) return;
  const bool is_brief = view.shown().size() <= k_brief_rows && (answer.fits.empty() || !answer.largest_too_small);
  Document shown;
  Document more;
  for (const GpuFit* fit : small) {
    Table table = remedy_table(*fit);
    const bool is_shown = is_brief && shown.blocks().empty();
    if (!table.rows.empty()) (is_shown ? shown : more).table(std::move(table)).gap();
    more.items(remedy_notes(*fit, answer.question));
  }
  sheet.fact(Fact::changes, std::move(shown)).more(std::move(more));
}

/// Which sizes have no room, where some do: "Too small: 11 GB or less."
std::string too_small_text(const MemoryAnswer& answer) {
  if (!answer.largest_too_small || answer.fits.empty()) return {};
  return fmt::format("Too small: {} GB or less.", json_number(answer.largest_too_small->memory.nominal.value()));
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
  if (!answer.need.is_complete()) return fmt::format("The rest depends on something unknown: {}", answer.need.missing);
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
  const auto shown = view.shown();
  const auto any = [&](auto has) { return std::any_of(shown.begin(), shown.end(), has); };
  std::string text;
  if (any([](const GpuFit& fit) { return fit.verdict == FitVerdict::tight; }))
    text += fmt::format("{}. ", k_tight_in_brief);
  if (any(has_layers_on_host)) {
    text += "*: the rest in RAM. ";
  } else if (any([](const GpuFit& fit) { return fit.is_in_host; })) {
    text += "*: idle parts in RAM. ";
  }
  const std::string too_small = too_small_text(answer);
  const MemoryQuestion& question = answer.question;
  const bool is_recommended = is_by_size(view) && question.file == nullptr && !question.network->id.empty() &&
                              question.job.task == MemoryTask::run && answer.need.is_complete();
  return fmt::format("{}{}{}More: --explain{}.", text, too_small, too_small.empty() ? "" : " ",
                     is_recommended ? fmt::format(", `recommend --model {}`", question.network->id) : "");
}

/// What the need is made of.
void add_need(Sheet& sheet, const MemoryView& view, std::vector<std::string> warnings) {
  const MemoryAnswer& answer = view.answer;
  const bool makes_pictures = answer.question.network->kind == NetworkKind::diffusion;
  sheet.fact(Fact::memory).more(job_sentence(*answer.question.network, answer.question.job));
  sheet.more(part_table(answer.need)).more(part_formulas(answer.need)).more(std::move(warnings));
  if (!answer.need.is_complete()) return;
  sheet.more(makes_pictures
                 ? "In brackets above: the range over sources, with text encoders in 16 bits and a decoder in 32."
                 : "In brackets above: the 80 % interval, from measurements of other models (memory --backtest).");
}

}  // namespace

std::span<const GpuFit> MemoryView::shown() const {
  return std::span(answer.fits).first(limit == 0 ? answer.fits.size() : std::min(limit, answer.fits.size()));
}

Document document_of(const MemoryView& view, std::size_t room) {
  const MemoryAnswer& answer = view.answer;
  const std::vector<GpuColumn> columns = columns_within(view, room);
  const auto has_idle_parts = [](const GpuFit& fit) { return fit.is_in_host && fit.way->job.offloads_parts; };
  std::vector<std::string> doubts;
  std::vector<std::string> of_speed;
  for (const Warning& warning : memory_warnings(view)) {
    if (!is_of_name(warning)) (warning.id == "layers-split" ? of_speed : doubts).push_back(warning.text + ".");
  }
  Sheet sheet;
  sheet.lead(Document().title(memory_verdict(view)).paragraph(memory_terms(view)).gap());
  if (!view.shown().empty()) {
    sheet.fact(Fact::fit, Document().table(gpu_table(view, columns)).gap()).more(too_small_text(answer));
    sheet.more(mapped(columns, &GpuColumn::legend));
  }
  if (std::any_of(answer.fits.begin(), answer.fits.end(), has_idle_parts)) sheet.more(std::string(k_offload_legend));
  const auto has_tiles = [&](const GpuFit& fit) {
    return fit.way && fit.way->job.decoder_in_tiles && !answer.question.job.decoder_in_tiles;
  };
  if (std::any_of(answer.fits.begin(), answer.fits.end(), has_tiles)) {
    sheet.more(std::string("The smallest decode pictures in tiles."));
  }
  add_changes(sheet, view);
  add_need(sheet, view, std::move(doubts));
  if (shows_rates(view)) {
    sheet.fact(Fact::speed).more(rate_formulas(view)).more(std::move(of_speed));
  }
  const std::string doubt = doubt_text(answer);
  const std::string day = data_day(view.catalog);
  sheet.last_on_screen(
      fmt::format("{}{}{}.", doubt.empty() ? parts_text(answer.need) : doubt, day.empty() ? "" : "; ", day));
  return sheet.last_on_screen(short_legend(view)).document(view.depth);
}

}  // namespace gpuadvisor
