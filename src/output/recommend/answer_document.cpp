#include <fmt/format.h>

#include <functional>
#include <optional>
#include <vector>

#include "answer_explanation.hpp"
#include "answer_heading.hpp"
#include "answer_notes.hpp"
#include "gpuadvisor/core/money.hpp"
#include "gpuadvisor/output/answer_view.hpp"
#include "offer_fields.hpp"
#include "offer_table.hpp"
#include "output/memory/token_text.hpp"
#include "output/phrases/offer_words.hpp"
#include "report/mapped.hpp"
#include "report/number_text.hpp"
#include "summary_text.hpp"

namespace gpuadvisor {
namespace {

// Characters per line from which a column has room.
constexpr std::size_t k_room_for_each = 88;
constexpr std::size_t k_room_for_quotes = 110;
constexpr std::size_t k_room_for_more = 140;

/// "2x GeForce RTX 3090".
std::string name_text(const Offer& offer) {
  const std::string name(short_name(*offer.gpu));
  return offer.count == 1 ? name : fmt::format("{}x {}", offer.count, name);
}

std::string price_range(const PriceEstimate& price) {
  return price.low == price.high ? money(price.low) : money(price.low) + '-' + money(price.high).substr(1);
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
void add_speed_columns(std::vector<OfferColumn>& columns, SpeedKind kind, std::size_t width, bool shows_figure) {
  const auto figure = [](const DetailedOffer& row) { return or_dash(row.offer.speed, rounded); };
  if (kind == SpeedKind::score) {
    columns.push_back({{"score", true}, figure});
    return;
  }
  const bool has_room = width >= k_room_for_interval;
  if (shows_figure) columns.push_back({{"speed", true}, figure});
  columns.push_back({{"basis"}, [has_room, shows_figure](const DetailedOffer& row) {
                       auto performance = row.details.performance;
                       const auto& rates = row.details.rates;
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

/// How the job of a request does on the GPUs of a row. Views the job.
void add_job_columns(std::vector<OfferColumn>& columns, const WantedJob& job, bool has_token_rates) {
  columns.push_back({{"fit"}, [&job](const DetailedOffer& row) {
                       return or_dash(row.details.fit, [&job](const JobFit& fit) {
                         const bool is_other_way = fit.job->offloads_parts && !job.job().offloads_parts;
                         return std::string(enum_name(fit.verdict)) + (is_other_way ? "*" : "");
                       });
                     }});
  if (!has_token_rates) return;
  columns.push_back({{"tok/s", true}, [](const DetailedOffer& row) {
                       return or_dash(row.details.rates,
                                      [](const TokenRates& rates) { return rate_text(rates.together); });
                     }});
}

/// The columns after the rank that fit a line of `width`.
std::vector<OfferColumn> offer_columns(const Request& request, bool has_token_rates, std::size_t width) {
  const RankBy rank_by = request.rank_by;
  std::vector<OfferColumn> columns = {
      {{"GPU", false, true}, [](const DetailedOffer& row) { return name_text(row.offer); }},
      {{"GB", true},
       [](const DetailedOffer& row) {
         return or_dash(row.offer.gpu->memory, [](auto gb) { return fmt::format("{}", gb.value()); });
       }},
      {{"cond"},
       [](const DetailedOffer& row) {
         return or_dash(row.offer.price, [](const auto& p) { return std::string(enum_name(p.condition)); });
       }},
  };
  // Tokens per second tell the same, if there is little room.
  add_speed_columns(columns, request.speed_kind, width, !has_token_rates || width >= k_room_for_speed);
  if (request.job) add_job_columns(columns, *request.job, has_token_rates);
  columns.push_back({{"price", true}, [](const DetailedOffer& row) {
                       return or_dash(total_price(row.offer),
                                      [&](Usd usd) { return today_text(usd, *row.offer.price); });
                     }});
  if (request.count.to > 1 && width >= k_room_for_each) {
    columns.push_back({{"each", true}, [](const DetailedOffer& row) {
                         return or_dash(row.offer.price, [](const auto& p) { return today_text(p.today, p); });
                       }});
  }
  columns.push_back({{"n", true}, [](const DetailedOffer& row) {
                       return or_dash(row.offer.price, [](const auto& p) { return std::to_string(p.quotes.size()); });
                     }});
  columns.push_back({{"seen"}, [](const DetailedOffer& row) {
                       return or_dash(row.offer.price, [](const auto& p) { return month_text(p); });
                     }});
  if (rank_by == RankBy::priority && request.speed_kind == SpeedKind::index) {
    columns.push_back({{"score", true}, [](const DetailedOffer& row) { return or_dash(row.offer.priority, rounded); }});
  }
  if (width >= k_room_for_value && rank_by == RankBy::efficiency) {
    columns.push_back(
        {{"per kW", true}, [](const DetailedOffer& row) { return or_dash(efficiency(row.offer), rounded); }});
  } else if (width >= k_room_for_value) {
    columns.push_back({{"per $k", true}, [](const DetailedOffer& row) { return or_dash(value(row.offer), rounded); }});
  }
  if (width >= k_room_for_power) {
    columns.push_back({{"W", true}, [](const DetailedOffer& row) {
                         return or_dash(power(row.offer), [](auto w) { return fmt::format("{:.0f}", w.value()); });
                       }});
  }
  if (width >= k_room_for_quotes) {
    columns.push_back({{"from-to"}, [](const DetailedOffer& row) { return or_dash(row.offer.price, price_range); }});
  }
  if (width >= k_room_for_more) {
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

Table usual_table(const AnswerView& view, std::size_t room) {
  const auto rows = view.rows();
  const auto columns = offer_columns(view.request(), view.details.has_token_rates, usual_room(view, room));
  Table table{{{"#", true}}, {}};
  for (const auto& column : columns) table.columns.push_back(column.column);
  for (const DetailedOffer& row : rows) {
    const bool tied = &row != rows.data() && (&row)[-1].group == row.group;
    std::vector<std::string> cells = {tied ? "=" : std::to_string(row.rank)};
    for (const auto& column : columns) cells.push_back(column.cell(row));
    table.rows.push_back(std::move(cells));
  }
  return table;
}

}  // namespace

Table offer_table(const AnswerView& view, std::size_t room) {
  Table table = view.fields.empty() ? usual_table(view, room) : records_table(answer_records(view));
  table.styles = mapped(view.rows(), [](const RankedOffer& row) {
    const auto& price = row.offer.price;
    return price && price->age != PriceAge::current ? Style::dim : Style::plain;
  });
  return table;
}

Document answer_document(const AnswerView& view, std::size_t room) {
  Document document;
  document.title(heading(view.request(), view.details.workload_title, view.catalog)).gap();
  if (view.answer.rows.empty()) {
    document.paragraph(std::string(no_rows_text(view)));
  } else {
    document.table(offer_table(view, room));
  }
  if (view.explanation != nullptr) {
    document.gap().paragraphs(explanation_texts(view)).paragraphs(summary_texts(view));
  }
  return document.gap().append(notes(view, room));
}

}  // namespace gpuadvisor
