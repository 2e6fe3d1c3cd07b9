#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "gpuadvisor/core/money.hpp"
#include "gpuadvisor/core/text.hpp"
#include "gpuadvisor/output/answer_view.hpp"
#include "gpuadvisor/output/number_text.hpp"
#include "gpuadvisor/output/table.hpp"

namespace gpuadvisor {
namespace {

// Characters per line from which a column has room.
constexpr std::size_t k_room_for_value = 72;
constexpr std::size_t k_room_for_power = 64;
constexpr std::size_t k_room_for_more = 110;

std::string asked(const AnswerView& view) {
  const Request& request = view.request;
  const Workload* workload = view.catalog.workload(request.workload);
  std::vector<std::string> parts = {std::string(workload == nullptr ? request.workload : workload->title)};
  if (request.own_weights) parts.emplace_back("own weights");
  if (request.budget) parts.push_back("budget " + money(*request.budget));
  if (request.min_memory) parts.push_back(fmt::format("{} GB or more", request.min_memory->value()));
  if (request.max_power) parts.push_back(fmt::format("at most {} W", request.max_power->value()));
  if (!request.vendors.empty()) parts.push_back(enumeration(request.vendors, "or"));
  if (!request.segments.empty()) {
    std::vector<std::string> names;
    for (const Segment segment : request.segments) names.emplace_back(enum_name(segment));
    parts.push_back(enumeration(names, "or"));
  }
  if (request.released) {
    const auto end = [](const auto& date) { return date ? date->text() : std::string(); };
    const auto& [from, to] = *request.released;
    parts.push_back("released " + (from == to ? end(from) : end(from) + ".." + end(to)));
  }
  parts.push_back(request.condition ? std::string(enum_name(*request.condition)) : "new and used");
  if (view.catalog.is_ahead_of_data()) parts.push_back("as of " + text(*view.catalog.as_of()));
  if (view.catalog.as_of()) parts.push_back("prices to " + text(view.catalog.newest_day()));
  std::string line;
  for (const auto& part : parts) line += (line.empty() ? "" : ", ") + part;
  return line;
}

/// The month of a price, and what is unusual about it.
std::string price_date(const PriceEstimate& price) {
  std::string date = price.newest().text().substr(0, 7);
  if (price.kind == PriceKind::msrp) return date + " list";
  if (price.age == PriceAge::unusable) return date + " expired";
  return price.age == PriceAge::current ? date : date + " old";
}

std::string quote_range(const PriceEstimate& price) {
  return price.low == price.high ? money(price.low) : money(price.low) + '-' + money(price.high).substr(1);
}

/// A column with the text of its cells.
struct OfferColumn {
  TableColumn column;
  std::string (*cell)(const Offer& offer);
};

/// The columns after the rank that fit a line of `width`.
std::vector<OfferColumn> offer_columns(RankBy rank_by, std::size_t width) {
  std::vector<OfferColumn> columns = {
      {{"GPU", false, true}, [](const Offer& o) { return std::string(short_name(*o.gpu)); }},
      {{"GB", true},
       [](const Offer& o) { return or_dash(o.gpu->memory, [](auto gb) { return fmt::format("{}", gb.value()); }); }},
      {{"cond"},
       [](const Offer& o) {
         return or_dash(o.price, [](const auto& p) { return std::string(enum_name(p.condition)); });
       }},
      {{"score", true}, [](const Offer& o) { return or_dash(o.priority, rounded); }},
      {{"price", true}, [](const Offer& o) { return or_dash(o.price, [](const auto& p) { return money(p.median); }); }},
      {{"n", true},
       [](const Offer& o) { return or_dash(o.price, [](const auto& p) { return std::to_string(p.quotes.size()); }); }},
      {{"as of"}, [](const Offer& o) { return or_dash(o.price, price_date); }},
  };
  if (width >= k_room_for_value && rank_by == RankBy::efficiency) {
    columns.push_back({{"per kW", true}, [](const Offer& o) { return or_dash(efficiency(o), rounded); }});
  } else if (width >= k_room_for_value) {
    columns.push_back({{"per $k", true}, [](const Offer& o) { return or_dash(value(o), rounded); }});
  }
  if (width >= k_room_for_power) {
    columns.push_back({{"W", true}, [](const Offer& o) {
                         return or_dash(o.gpu->tdp, [](auto w) { return fmt::format("{:.0f}", w.value()); });
                       }});
  }
  if (width >= k_room_for_more) {
    columns.push_back({{"quotes"}, [](const Offer& o) { return or_dash(o.price, quote_range); }});
    columns.push_back({{"GB/s", true}, [](const Offer& o) {
                         return or_dash(o.gpu->memory_bandwidth,
                                        [](auto rate) { return fmt::format("{:.0f}", rate.value()); });
                       }});
    columns.push_back({{"released"}, [](const Offer& o) {
                         return or_dash(o.gpu->released, [](const auto& date) { return date.text(); });
                       }});
  }
  return columns;
}

Table offer_table(std::span<const RankedOffer> rows, RankBy rank_by, std::size_t width) {
  const auto columns = offer_columns(rank_by, width);
  Table table{{{"#", true}}, {}};
  for (const auto& column : columns) table.columns.push_back(column.column);
  for (const RankedOffer& row : rows) {
    const bool tied = &row != rows.data() && (&row)[-1].group == row.group;
    std::vector<std::string> cells = {tied ? "=" : std::to_string(row.rank)};
    for (const auto& column : columns) cells.push_back(column.cell(row.offer));
    table.rows.push_back(std::move(cells));
  }
  return table;
}

std::string score_legend(const AnswerView& view) {
  std::vector<Criterion> order(k_all_criteria.begin(), k_all_criteria.end());
  const auto weight = [&](Criterion criterion) { return view.request.weights[static_cast<std::size_t>(criterion)]; };
  std::stable_sort(order.begin(), order.end(), [&](Criterion a, Criterion b) { return weight(a) > weight(b); });
  std::string weights;
  for (const Criterion criterion : order) {
    if (weight(criterion) == 0) continue;
    weights += fmt::format("{}{} {:.2f}", weights.empty() ? "" : ", ", enum_name(criterion), weight(criterion));
  }
  const Gpu* reference = view.catalog.gpu(view.catalog.tables().reference->gpu);
  const auto name = reference == nullptr ? view.catalog.tables().reference->gpu : short_name(*reference);
  const bool by_power = view.request.rank_by == RankBy::efficiency;
  return fmt::format(
      "Score: weighted product of {}; {} = 1.00. It is an order, not a speed. {}. "
      "price: median of n quotes, those of the newest three months that have any.",
      weights, name, by_power ? "per kW: score per kilowatt" : "per $k: score per $1000");
}

/// What the columns cannot say of the rows shown; the age and kind of a price they do say.
std::string row_notes(const AnswerView& view, std::size_t width) {
  std::vector<std::string> notes;
  for (const RankedOffer& row : view.rows()) {
    for (const auto& [id, text] : warnings(row.offer, view.request.weights, view.catalog)) {
      if (id == "old-price" || id == "list-price" || id == "no-score") continue;
      std::string note = fmt::format("{}: {}.", short_name(*row.offer.gpu), text);
      if (std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(std::move(note));
    }
  }
  std::string lines;
  for (const auto& note : notes) lines += wrapped(note, width);
  return lines;
}

std::string excluded_note(const Excluded& excluded) {
  if (excluded.total == 0) return {};
  std::vector<std::string> counts;
  int sum = 0;
  for (std::size_t i = 0; i < k_constraints.size(); ++i) {
    const int count = excluded.by_constraint[i];
    sum += count;
    if (count > 0) counts.push_back(fmt::format("{} by {}", count, k_constraints[i]));
  }
  return fmt::format("Left out: {} GPU{} ({}{}).", excluded.total, excluded.total == 1 ? "" : "s", enumeration(counts),
                     sum > excluded.total ? "; some by several" : "");
}

}  // namespace

std::string answer_table(const AnswerView& view, const Page& page, bool header) {
  const std::size_t width = page.width;
  const auto rows = view.rows();
  std::string text;
  if (header) text += wrapped(asked(view), width) + '\n';
  if (rows.empty()) {
    text += "No GPU in the catalog fits.\n";
  } else {
    text += render(offer_table(rows, view.request.rank_by, width), page.row_width(), header);
  }
  if (!header) return text;
  text += '\n';
  text += row_notes(view, width);
  if (!rows.empty()) text += wrapped(score_legend(view), width);
  return text + wrapped(excluded_note(view.answer.excluded), width);
}

}  // namespace gpuadvisor
