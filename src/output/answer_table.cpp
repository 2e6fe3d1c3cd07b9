#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "gpuadvisor/core/text.hpp"
#include "gpuadvisor/output/answer_view.hpp"
#include "gpuadvisor/output/number_text.hpp"
#include "gpuadvisor/output/table.hpp"

namespace gpuadvisor {
namespace {

constexpr std::size_t k_wide = 110;  // characters from which there is room for more columns

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
    parts.push_back(fmt::format("released {}..{}", end(request.released->from), end(request.released->to)));
  }
  parts.push_back(request.condition ? std::string(enum_name(*request.condition)) : "new and used");
  if (view.catalog.as_of()) parts.push_back("prices to " + text(*view.catalog.as_of()));
  std::string line;
  for (const auto& part : parts) line += (line.empty() ? "" : ", ") + part;
  return line;
}

/// The month of a price, and what is unusual about it.
std::string price_date(const PriceEstimate& price) {
  std::string date = price.newest().text().substr(0, 7);
  if (price.kind == PriceKind::msrp) return date + " list";
  return price.age == PriceAge::current ? date : date + " old";
}

std::string quote_range(const PriceEstimate& price) {
  return price.quotes.size() == 1
             ? "1 quote"
             : fmt::format("{}-{} ({})", money(price.low), money(price.high).substr(1), price.quotes.size());
}

Table offer_table(std::span<const RankedOffer> rows, RankBy rank_by, bool wide) {
  Table table;
  const bool by_power = rank_by == RankBy::efficiency;
  table.columns = {{"#", true},     {"GPU", false, true}, {"GB", true}, {"cond"},
                   {"score", true}, {"price", true},      {"as of"},    {by_power ? "per kW" : "per $k", true},
                   {"W", true}};
  if (wide) {
    const std::vector<TableColumn> more = {{"quotes"}, {"GB/s", true}, {"released"}};
    table.columns.insert(table.columns.end(), more.begin(), more.end());
  }
  for (const RankedOffer& row : rows) {
    const auto& [gpu, price, priority] = row.offer;
    const bool tied = &row != rows.data() && (&row)[-1].group == row.group;
    std::vector<std::string> cells = {
        tied ? "=" : std::to_string(row.rank),
        std::string(short_name(*gpu)),
        or_dash(gpu->memory, [](Gigabytes memory) { return fmt::format("{}", memory.value()); }),
        or_dash(price, [](const auto& p) { return std::string(enum_name(p.condition)); }),
        or_dash(priority, rounded),
        or_dash(price, [](const auto& p) { return money(p.median); }),
        or_dash(price, price_date),
        or_dash(by_power ? efficiency(row.offer) : value(row.offer), rounded),
        or_dash(gpu->tdp, [](Watts power) { return fmt::format("{:.0f}", power.value()); }),
    };
    if (wide) {
      cells.push_back(or_dash(price, quote_range));
      cells.push_back(or_dash(gpu->memory_bandwidth, [](auto rate) { return fmt::format("{:.0f}", rate.value()); }));
      cells.push_back(or_dash(gpu->released, [](const auto& date) { return date.text(); }));
    }
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
    weights += fmt::format("{}{} {:.2f}", weights.empty() ? "" : ", ", enum_name(criterion), weight(criterion));
  }
  const Gpu* reference = view.catalog.gpu(view.catalog.tables().reference->gpu);
  const auto name = reference == nullptr ? view.catalog.tables().reference->gpu : short_name(*reference);
  const bool by_power = view.request.rank_by == RankBy::efficiency;
  return fmt::format(
      "Score: weighted product of {}; {} = 1.00. It is an order, not a speed. {}. "
      "price: median of the newest three months that have quotes.",
      weights, name, by_power ? "per kW: score per kilowatt" : "per $k: score per $1000");
}

/// What the columns cannot say of the rows shown; the age and kind of a price they do say.
std::string row_notes(const AnswerView& view, std::size_t width) {
  std::vector<std::string> notes;
  for (const RankedOffer& row : view.rows()) {
    for (const auto& [id, text] : warnings(row.offer, view.catalog)) {
      if (id == "old-price" || id == "list-price") continue;
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

std::string answer_table(const AnswerView& view, std::size_t width, bool header) {
  const auto rows = view.rows();
  std::string text;
  if (header) text += wrapped(asked(view), width) + '\n';
  if (rows.empty()) {
    text += "No GPU in the catalog fits.\n";
  } else {
    text += render(offer_table(rows, view.request.rank_by, width >= k_wide), width, header);
  }
  if (!header) return text;
  text += '\n';
  text += row_notes(view, width);
  if (!rows.empty()) text += wrapped(score_legend(view), width);
  return text + wrapped(excluded_note(view.answer.excluded), width);
}

}  // namespace gpuadvisor
