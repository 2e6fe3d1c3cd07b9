#include <fmt/format.h>

#include <vector>

#include "answer_notes.hpp"
#include "gpuadvisor/core/money.hpp"
#include "gpuadvisor/output/answer_view.hpp"
#include "gpuadvisor/output/number_text.hpp"
#include "gpuadvisor/output/table.hpp"

namespace gpuadvisor {
namespace {

// Characters per line from which a column has room.
constexpr std::size_t k_room_for_power = 64;
constexpr std::size_t k_room_for_more = 110;

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

}  // namespace

std::string answer_table(const AnswerView& view, const Page& page, bool header) {
  const std::size_t width = page.width;
  const auto rows = view.rows();
  std::string text;
  if (header) text += wrapped(heading(view), width) + '\n';
  if (rows.empty()) {
    text += "No GPU in the catalog fits.\n";
  } else {
    text += render(offer_table(rows, view.request.rank_by, width), page.row_width(), header);
  }
  return header ? text + '\n' + notes(view, width) : text;
}

}  // namespace gpuadvisor
