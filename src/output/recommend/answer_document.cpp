#include <fmt/format.h>

#include <utility>
#include <vector>

#include "answer_heading.hpp"
#include "answer_notes.hpp"
#include "gpuadvisor/output/answer_view.hpp"
#include "offer_columns.hpp"
#include "offer_fields.hpp"
#include "report/mapped.hpp"
#include "report/sheet.hpp"
#include "row_note.hpp"
#include "verdict.hpp"

namespace gpuadvisor {
namespace {

/// What nobody was seen to offer lately is faint.
Style style_of(const Offer& offer) {
  return offer.price && offer.price->age != PriceAge::current ? Style::dim : Style::plain;
}

Table usual_table(const AnswerView& view, std::size_t width) {
  const auto rows = view.rows();
  const auto columns = offer_columns(view, width);
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
  return without_columns(std::move(table), {"basis", "seen", "cond"}, width);
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

/// The rows as people read them: with the fields asked for, else with the columns that have room.
Table offer_table(const AnswerView& view, std::size_t width) {
  if (view.fields.empty()) return usual_table(view, width);
  Table table = records_table(answer_records(view));
  table.styles = mapped(view.rows(), [](const RankedOffer& row) { return style_of(row.offer); });
  return table;
}

}  // namespace

Document answer_document(const AnswerView& view, std::size_t room) {
  const bool is_list = view.command == "list";
  const std::string asked = heading(view.request(), view.details.workload_title, view.catalog) + publisher_text(view);
  Document lead;
  lead.title(is_list ? asked : verdict(view)).paragraph(is_list ? "" : reason(view)).gap();
  if (!view.answer.rows.empty()) {
    lead.table(offer_table(view, room));
  } else if (is_list) {
    lead.paragraph(std::string(no_rows_text(view)));
  }
  lead.gap().paragraph(is_list ? "" : asked + '.');
  Sheet sheet;
  sheet.lead(std::move(lead));
  if (!view.depth.is_explained) return sheet.last(brief_notes(view, room)).document(view.depth);
  for (FactNotes& one : notes(view, room)) {
    std::erase(one.texts, "");
    if (!one.texts.empty()) sheet.fact(one.fact).more(std::move(one.texts));
  }
  return sheet.document(view.depth);
}

}  // namespace gpuadvisor
