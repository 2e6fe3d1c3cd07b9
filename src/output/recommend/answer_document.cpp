#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <vector>

#include "advice/request/board_length.hpp"
#include "answer_explanation.hpp"
#include "answer_heading.hpp"
#include "answer_notes.hpp"
#include "catalog/records/rent.hpp"
#include "core/text.hpp"
#include "core/two_digits.hpp"
#include "cost_words.hpp"
#include "gpuadvisor/core/money.hpp"
#include "gpuadvisor/output/answer_view.hpp"
#include "offer_fields.hpp"
#include "offer_table.hpp"
#include "output/memory/token_text.hpp"
#include "output/phrases/familiar_words.hpp"
#include "output/phrases/figure_words.hpp"
#include "output/phrases/gpu_words.hpp"
#include "output/phrases/offer_words.hpp"
#include "report/interval_bar.hpp"
#include "report/mapped.hpp"
#include "report/number_text.hpp"
#include "speed_interval.hpp"
#include "summary_text.hpp"
#include "verdict.hpp"

namespace gpuadvisor {
namespace {

// Characters per line from which a column has room.
constexpr std::size_t k_room_for_names = 50;  // less: they wrap
constexpr std::size_t k_room_for_seen = 66;   // of the line, whatever other columns a job has
constexpr std::size_t k_room_for_each = 88;
constexpr std::size_t k_room_for_quotes = 110;
constexpr std::size_t k_room_for_more = 140;
constexpr std::size_t k_room_for_familiar = 152;
constexpr std::size_t k_room_for_basis = 61;  // beside those of rates
constexpr std::size_t k_bar_width = 24;

/// "2x RTX 3090". Of a whole machine without its memory where the next column tells it: with it some rows are too wide.
std::string name_text(const Offer& offer, bool tells_memory) {
  std::string name = brief_name(*offer.gpu);
  const auto& memory = offer.gpu->memory;
  const std::string size = memory ? fmt::format(" {:g}GB", memory->value()) : "";
  const bool is_told = tells_memory && goods_of(*offer.gpu) == Goods::machine && !size.empty() && name.ends_with(size);
  if (is_told) name.resize(name.size() - size.size());
  return with_count(offer.count, name);
}

/// "$360-511", "EUR 1,048-1,539".
std::string price_range(const PriceEstimate& price) {
  if (price.low == price.high) return money(price.low);
  const std::string high = money(price.high);
  return money(price.low) + '-' + high.substr(high.find_first_of("0123456789"));
}

/// What nobody was seen to offer lately is faint.
Style style_of(const Offer& offer) {
  return offer.price && offer.price->age != PriceAge::current ? Style::dim : Style::plain;
}

/// A column with the text of its cells.
struct OfferColumn {
  TableColumn column;
  std::function<std::string(const DetailedOffer& row)> cell;
};

std::string basis_text(const Performance& performance, bool has_room) {
  switch (performance.basis) {
    case Basis::measured:
      return has_room ? fmt::format("measured {}", performance.measurements) : "meas";
    case Basis::scaled:
      return "scaled";
    case Basis::estimated:
      return has_room ? "estimated" : "est";
  }
  return {};
}

/// The speed that ranks, and how it is known: where the figure has no room, as the tokens per second are, which stand
/// in its place.
void add_speed_columns(std::vector<OfferColumn>& columns, SpeedKind kind, std::size_t width, bool shows_figure,
                       bool shows_basis) {
  const auto figure = [](const DetailedOffer& row) { return or_dash(row.offer.speed, rounded); };
  if (kind == SpeedKind::score) {
    columns.push_back({{"score", true}, figure});
    return;
  }
  const bool has_room = width >= k_room_for_interval;
  if (shows_figure) columns.push_back({{"speed", true}, figure});
  if ((!shows_figure || !shows_basis) && !has_room) return;  // a rate has a mark of its own
  columns.push_back({{"basis"}, [has_room, shows_figure](const DetailedOffer& row) {
                       auto performance = row.details.performance;
                       const TokenRates* rates = row.details.rates();
                       const bool stands_for_rate = !shows_figure && rates && rates->together.measured;
                       if (performance && stands_for_rate) performance->basis = Basis::measured;
                       return or_dash(performance, [&](const Performance& p) { return basis_text(p, has_room); });
                     }});
  if (!has_room) return;
  columns.push_back({{"80 %"}, [](const DetailedOffer& row) {
                       return or_dash(row.details.performance, [](const Performance& p) {
                         return p.low == p.high ? std::string("-") : rounded(p.low) + '-' + rounded(p.high);
                       });
                     }});
}

constexpr std::size_t k_shown_misses = 2;

/// Near misses that stand below the rows: those that one change lets in, or that may be within the budget.
std::vector<std::size_t> shown_misses(const AnswerView& view) {
  std::vector<std::size_t> shown;
  if (view.command != "recommend" || view.rows().empty()) return shown;
  const auto& misses = view.answer.near_misses;
  for (std::size_t i = 0; i < misses.size() && shown.size() < k_shown_misses; ++i) {
    if (misses[i].kind != NearMissKind::change || misses[i].missing.size() == 1) shown.push_back(i);
  }
  return shown;
}

/// Bars of what ranks as speed, on the scale of the longest.
void add_bars(std::vector<OfferColumn>& columns, const AnswerView& view) {
  double largest = 0;
  const auto measure = [&](const Offer& offer, const OfferDetails& details) {
    if (const auto speed = drawn_speed(offer, details)) {
      largest = std::max(largest, speed->interval ? speed->interval->high : speed->value);
    }
  };
  for (const DetailedOffer& row : view.rows()) measure(row.offer, row.details);
  for (const std::size_t miss : shown_misses(view)) {
    measure(view.answer.near_misses[miss].offer, view.details.near_misses[miss]);
  }
  if (largest <= 0) return;
  const BarScale scale{largest, k_bar_width, *view.bars};
  columns.push_back({{scale_title(rounded(largest), scale)}, [scale](const DetailedOffer& row) {
                       return or_dash(drawn_speed(row.offer, row.details), [&](const DrawnSpeed& speed) {
                         const PlotInterval whole{speed.value, speed.value};
                         return interval_bar(speed.value, speed.interval.value_or(whole), speed.mark, scale);
                       });
                     }});
}

/// How the job of a request does on the GPUs of a row. Views the job.
void add_job_columns(std::vector<OfferColumn>& columns, const WantedJob& job, bool has_token_rates,
                     bool has_real_time) {
  columns.push_back({{"fit"}, [&job](const DetailedOffer& row) {
                       return or_dash(row.details.plan, [&job](const JobFit& fit) {
                         const bool is_other_way = fit.way->job.layers_on_host > 0 ||
                                                   (fit.way->job.offloads_parts && !job.job().offloads_parts);
                         if (fit.verdict == FitVerdict::does_not_fit) return std::string("no");
                         return std::string(enum_name(fit.verdict)) + (is_other_way ? "*" : "");
                       });
                     }});
  if (has_real_time) {
    columns.push_back({{"real time", true}, [](const DetailedOffer& row) {
                         return or_dash(row.offer.times_real_time, [](double times) {
                           return fmt::format("~{:g}x", two_digits(times, Rounding::down));
                         });
                       }});
  }
  if (!has_token_rates) return;
  columns.push_back({{"tok/s", true}, [](const DetailedOffer& row) {
                       return or_dash(row.details.rate, [](const NetworkRate& rate) { return rate_text(rate); });
                     }});
}

/// What the training run that was asked for takes.
void add_run_columns(std::vector<OfferColumn>& columns, const TrainingRun& run) {
  columns.push_back({{"hours", true}, [](const DetailedOffer& row) {
                       return or_dash(row.details.run, [](const RunTime& time) { return hours_text(time); });
                     }});
  if (!run.price_per_kwh) return;
  columns.push_back({{"electricity", true}, [](const DetailedOffer& row) {
                       const auto& time = row.details.run;
                       return time ? or_dash(time->electricity, money) : std::string("-");
                     }});
}

/// What an hour of use costs, and the work that is done, where that counts. Views the request.
void add_cost_columns(std::vector<OfferColumn>& columns, const Request& request) {
  columns.push_back({{"$/h", true}, [](const DetailedOffer& row) { return or_dash(row.offer.hourly, money_hourly); }});
  if (!tells_work(request)) return;
  columns.push_back({{ranks_by_tokens(request) ? "$/Mtok" : "$/work", true}, [&request](const DetailedOffer& row) {
                       return or_dash(cost_of_unit(row.offer, request), money_hourly);
                     }});
}

/// Samples per second of the network by which the workload is known, where rows have it.
void add_familiar_columns(std::vector<OfferColumn>& columns, const AnswerView& view, bool shows_batch) {
  const ReferenceThroughput* const first = first_rate(view);
  if (first == nullptr) return;
  if (shows_batch) {
    columns.push_back({{"batch", true}, [](const DetailedOffer& row) {
                         const auto& rates = row.details.familiar;
                         return rates.empty()
                                    ? std::string("-")
                                    : or_dash(rates.front().batch, [](int batch) { return in_thousands(batch); });
                       }});
  }
  std::string unit(first->told->unit);
  if (unit == "sequences/s") unit = "seq/s";
  columns.push_back({{std::move(unit), true}, [](const DetailedOffer& row) {
                       const auto& rates = row.details.familiar;
                       return rates.empty() ? std::string("-") : familiar_text(rates.front());
                     }});
}

/// Whether some row, or a near miss below them, has a price to show; all of `list` is told, whether it has one or not.
bool is_priced(const AnswerView& view) {
  const auto rows = view.rows();
  return view.command == "list" || !shown_misses(view).empty() ||
         std::any_of(rows.begin(), rows.end(), [](const DetailedOffer& row) { return total_price(row.offer); });
}

/// The columns after the rank that fit a line of `room`, of which those that every answer has have `width`.
std::vector<OfferColumn> offer_columns(const AnswerView& view, std::size_t room, std::size_t width) {
  const Request& request = view.request();
  const bool has_token_rates = view.details.has_token_rates;
  const bool has_real_time = tells_real_time(view);
  const RankBy rank_by = request.rank_by;
  const bool is_tight = request.owning && room < k_room_for_each;
  const bool tells_memory = !is_tight || (!request.job && request.count.to == 1);  // names of several need the room
  std::vector<OfferColumn> columns = {
      {{"GPU", false, is_tight || width < k_room_for_names},
       [tells_memory](const DetailedOffer& row) { return name_text(row.offer, tells_memory); }},
  };
  if (tells_memory) {
    columns.push_back({{"GB", true}, [](const DetailedOffer& row) {
                         return or_dash(row.offer.gpu->memory, [](auto gb) { return fmt::format("{}", gb.value()); });
                       }});
  }
  // Tokens per second tell the same, if there is little room.
  add_speed_columns(columns, request.speed_kind, width,
                    !(has_token_rates || has_real_time) || width >= k_room_for_speed,
                    rate_room(request) == 0 || width >= k_room_for_basis);
  if (request.largest_batch) add_familiar_columns(columns, view, true);
  if (request.run) add_run_columns(columns, *request.run);
  if (request.job) add_job_columns(columns, *request.job, has_token_rates, has_real_time);
  if (view.bars) add_bars(columns, view);
  if (request.owning) add_cost_columns(columns, request);
  const bool has_prices = is_priced(view);
  if (has_prices) {
    columns.push_back({{"today", true}, [](const DetailedOffer& row) {
                         return or_dash(total_price(row.offer), [&](Usd usd) {
                           return row.offer.rental ? money_nearest(usd) : today_text(usd, *row.offer.price);
                         });
                       }});
    columns.push_back({{"cond"}, [](const DetailedOffer& row) {
                         if (row.offer.rental) return std::string("rent");
                         return row.offer.price ? std::string(condition_word(*row.offer.price)) : std::string("-");
                       }});
  }
  if (request.count.to > 1 && width >= k_room_for_each) {
    columns.push_back({{"each", true}, [](const DetailedOffer& row) {
                         return or_dash(row.offer.price, [](const auto& p) { return today_text(p.today, p); });
                       }});
  }
  if (has_prices && room >= k_room_for_seen + rate_room(request)) {
    columns.push_back({{"seen"}, [](const DetailedOffer& row) {
                         if (row.offer.rental) return month_text(row.offer.rental->cheapest->date);
                         return or_dash(row.offer.price,
                                        [](const auto& p) { return p.is_yours() ? "-" : month_text(p.seen()); });
                       }});
  }
  if (rank_by == RankBy::priority && request.speed_kind == SpeedKind::index) {
    columns.push_back({{"score", true}, [](const DetailedOffer& row) { return or_dash(row.offer.priority, rounded); }});
  }
  if (width >= k_room_for_quotes && rank_by == RankBy::efficiency) {
    columns.push_back(
        {{"per kW", true}, [](const DetailedOffer& row) { return or_dash(efficiency(row.offer), rounded); }});
  } else if (width >= k_room_for_quotes || rank_by == RankBy::value) {
    columns.push_back({{"per $k", true}, [](const DetailedOffer& row) { return or_dash(value(row.offer), rounded); }});
  }
  if (width >= k_room_for_more || rank_by == RankBy::price_per_gb) {
    columns.push_back(
        {{"$/GB", true}, [](const DetailedOffer& row) { return or_dash(price_per_gb(row.offer), money_nearest); }});
  }
  if (width >= k_room_for_quotes || !has_prices) {
    columns.push_back({{"W", true}, [](const DetailedOffer& row) {
                         return or_dash(power(row.offer), [](auto w) { return fmt::format("{:.0f}", w.value()); });
                       }});
  }
  if (width >= k_room_for_familiar && !request.run && !request.largest_batch) {
    add_familiar_columns(columns, view, false);
  }
  if (width >= k_room_for_quotes) {
    columns.push_back({{"from-to"}, [](const DetailedOffer& row) { return or_dash(row.offer.price, price_range); }});
  }
  if (width >= k_room_for_more) {
    columns.push_back({{"by"}, [](const DetailedOffer& row) { return or_dash(row.offer.price, by_words); }});
    columns.push_back({{"GB/s", true}, [](const DetailedOffer& row) {
                         return or_dash(row.offer.gpu->memory_bandwidth,
                                        [](auto rate) { return fmt::format("{:.0f}", rate.value()); });
                       }});
    columns.push_back({{"released"}, [](const DetailedOffer& row) {
                         return or_dash(row.offer.gpu->released, [](const auto& date) { return date.text(); });
                       }});
  }
  return columns;
}

/// "no BF16, FP8"; empty where the GPU has all that the workload gains from.
std::string lacking_text(const DetailedOffer& row) {
  const auto names = mapped(row.details.lacks, [](const Feature* feature) { return feature->title; });
  return names.empty() ? "" : "no " + joined(names, ", ");
}

/// What to know of a row before trusting it, in a few words: the worst of it.
std::string worst_of(const DetailedOffer& row) {
  struct Words {
    std::string_view warning;
    std::string_view text;
  };
  constexpr auto k_words = std::to_array<Words>({{"no-offer", ""},
                                                 {"support-ended", "support ended"},
                                                 {"new-below-used", "used ask more"},
                                                 {"shops-asked-less", "less at shops"},
                                                 {"list-price", "launch price"},
                                                 {"support-ending", "support ends"},
                                                 {"support-community", "community builds"},
                                                 {"not-installable", "passive"},
                                                 {"support-unknown", "support unknown"},
                                                 {"avoided-by-guide", "guides warn"}});
  const Gpu& gpu = *row.offer.gpu;
  // What is not what it is taken for, before all else; an export version is much like the product.
  if (gpu.distinction && *gpu.distinction != Distinction::exported) return std::string(distinction_words(gpu));
  const auto& price = row.offer.price;
  if (price && price->no_offer) {
    return *price->no_offer == NoOffer::out_of_production ? "not made now" : "no offer";
  }
  if (price && price->age != PriceAge::current) {
    return "old price";
  }
  for (const Words& words : k_words) {
    for (const Warning& warning : row.details.warnings) {
      if (warning.id != words.warning) continue;
      if (words.warning == "not-installable" && gpu.cooling != Cooling::passive) continue;  // told by the goods
      return std::string(words.text);
    }
  }
  if (const Price* asked = price ? price->asked : nullptr; asked != nullptr) {
    if (asked->kind == QuoteKind::ask_lowest && asked->asks)
      return asked->asks == 1 ? "one offer" : fmt::format("{} asks", *asked->asks);
    if (asked->region != k_home_country) return fmt::format("in {}", asked->region);
  }
  const bool is_lone =
      price && !price->asked && !price->is_yours() && price->quotes.size() == 1 && price->basis != PriceBasis::list;
  return std::string(is_lone ? "one quote" : distinction_words(gpu));
}

/// "21 offer", "vast.ai?".
std::string provider_note(const Offer& offer) {
  const Rental& rental = *offer.rental;
  const std::string who =
      rental.providers == 1 ? std::string(rental.cheapest->provider) : fmt::format("{} offer", rental.providers);
  return who + (tells_machine(offer) ? "" : "?");
}

/// "252 to 356 mm long", where some boards fit the case of the asker and some do not.
std::string length_note(const Offer& offer, const Request& request) {
  const bool fits = offer.rental || !request.max_length || board_lengths(*offer.gpu).to <= request.max_length;
  return fits ? "" : board_length_words(*offer.gpu);
}

std::string row_note(const DetailedOffer& row, const Request& request) {
  std::string worst = row.offer.rental ? provider_note(row.offer) : worst_of(row);
  const Goods goods = row.offer.price ? row.offer.price->goods : Goods::card;
  if (goods == Goods::module && worst.empty()) worst = "module";
  std::string software = software_note(*row.offer.gpu);
  if (worst.starts_with("support") || worst == "community builds") software.clear();  // they say more of it
  if (goods == Goods::machine && (worst.empty() || !software.empty())) worst = "machine";
  if (goods == Goods::machine && worst != "machine" && worst != "whole machine") worst = "machine; " + worst;
  // What is to be bought with it goes before what is told elsewhere, too.
  if (row.offer.further_cards > Usd{0} && !request.includes_rent) worst = "parts " + money(row.offer.further_cards);
  if (row.offer.memory) {
    const std::string memory = fmt::format("{:g} GB RAM", row.offer.memory->size.value());
    worst = row.offer.further_cards > Usd{0} && software.empty() ? memory + "; " + worst : memory;
  }
  // Beside its software there is no room for more than what that costs, or how much it is.
  const bool is_bought = worst.starts_with("parts ") || worst.ends_with(" GB RAM");
  if (!software.empty() && is_bought) {
    software += row.offer.memory ? fmt::format(" +{:g}GB", row.offer.memory->size.value())
                                 : " +" + money(row.offer.further_cards);
    worst.clear();
  }
  std::vector<std::string> notes = {std::move(software), std::move(worst), length_note(row.offer, request),
                                    lacking_text(row)};
  std::erase(notes, "");
  return fmt::format("{}", fmt::join(notes, "; "));
}

/// What keeps a near miss out, in a few words.
std::string miss_note(const NearMiss& miss, std::optional<Usd> budget) {
  switch (miss.kind) {
    case NearMissKind::within_interval:
      return fmt::format("may cost {}", money(at_price(miss.offer, miss.offer.price->low)));
    case NearMissKind::last_price:
      return "old price";
    case NearMissKind::no_offer:
      return "no offer";
    case NearMissKind::no_price:
      return "price unknown";
    case NearMissKind::change:
      break;
  }
  struct Words {
    std::string_view constraint;
    std::string_view text;
  };
  constexpr auto k_words = std::to_array<Words>({{"fit", "too small"},
                                                 {"memory", "memory"},
                                                 {"memory-floor", "too small"},
                                                 {"installable", "no card"},
                                                 {"power", "power"},
                                                 {"power-supply", "power supply"},
                                                 {"length", "too long"},
                                                 {"condition", "condition"}});
  const Rejection& missing = miss.missing.front();
  if (missing.constraint == "budget" && miss.offer.price && budget) {
    const Usd over = *total_price(miss.offer) - *budget;
    return money_exact(Usd{std::ceil(over.value())}) + " over";
  }
  if (missing.constraint == "support") {
    const std::string software = software_note(*miss.offer.gpu);
    return software.empty() ? "support ended" : software;
  }
  const auto* const words = std::find_if(k_words.begin(), k_words.end(),
                                         [&](const Words& one) { return one.constraint == missing.constraint; });
  return words == k_words.end() ? missing.reason : std::string(words->text);
}

Table usual_table(const AnswerView& view, std::size_t room) {
  const auto rows = view.rows();
  const auto columns = offer_columns(view, room, usual_room(view, room));
  Table table{{{"#", true}}, {}};
  for (const auto& column : columns) table.columns.push_back(column.column);
  table.columns.push_back({"note", false, true});
  const auto add = [&](std::string rank, const DetailedOffer& row, std::string note) {
    std::vector<std::string> cells = {std::move(rank)};
    for (const auto& column : columns) cells.push_back(column.cell(row));
    cells.push_back(std::move(note));
    table.add(std::move(cells), style_of(row.offer));
  };
  for (const DetailedOffer& row : rows) {
    const bool tied = &row != rows.data() && (&row)[-1].group == row.group;
    add(tied ? "=" : std::to_string(row.rank), row, row_note(row, view.request()));
  }
  for (const std::size_t miss : shown_misses(view)) {
    const NearMiss& near = view.answer.near_misses[miss];
    add("-", {{near.offer}, view.details.near_misses[miss]}, miss_note(near, view.request().budget));
  }
  return table;
}

/// Who published all prices that were asked, where it is one: ", asks from GPU Poet".
std::string publisher_text(const AnswerView& view) {
  std::string_view publisher;
  for (const DetailedOffer& row : view.rows()) {
    const std::string_view one = row.details.asked_by;
    if (one.empty()) continue;
    if (one == "not named") return {};
    if (!publisher.empty() && one != publisher) return {};
    publisher = one;
  }
  return publisher.empty() ? std::string() : fmt::format(", asks from {}", publisher);
}

}  // namespace

Table offer_table(const AnswerView& view, std::size_t room) {
  if (view.fields.empty()) return usual_table(view, room);
  Table table = records_table(answer_records(view));
  table.styles = mapped(view.rows(), [](const RankedOffer& row) { return style_of(row.offer); });
  return table;
}

Document answer_document(const AnswerView& view, std::size_t room) {
  const bool is_list = view.command == "list";
  const std::string asked = heading(view.request(), view.details.workload_title, view.catalog) + publisher_text(view);
  Document document;
  if (is_list) {
    document.title(asked).gap();
  } else {
    document.title(verdict(view)).paragraph(reason(view)).gap();
  }
  if (view.answer.rows.empty()) {
    document.paragraph(is_list ? std::string(no_rows_text(view)) : std::string());
  } else {
    document.table(offer_table(view, room));
  }
  document.gap();
  if (!is_list) document.paragraph(asked + '.');
  if (!view.in_full && !is_list) return document.append(brief_notes(view, room));
  if (view.explanation != nullptr) {
    document.gap().paragraphs(explanation_texts(view)).paragraphs(summary_texts(view));
  }
  return document.gap().append(notes(view, room));
}

}  // namespace gpuadvisor
