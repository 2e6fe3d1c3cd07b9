#include <algorithm>

#include "guide_backtest_view.hpp"
#include "output/phrases/catalog_json.hpp"
#include "picks_json.hpp"

namespace gpuadvisor {
namespace {

void write_row(JsonWriter& json, const GuideBacktestRow& row) {
  const bool is_asked = row.scope == GuideBacktestScope::counted || row.scope == GuideBacktestScope::none_on_sale ||
                        row.scope == GuideBacktestScope::few_left;
  const auto number = [&](std::string_view key, double figure) {
    json.key(key);
    write_optional(json, is_asked ? std::optional(figure) : std::nullopt);
  };
  json.begin_object().key("guide").text(row.persona->guide).key("date");
  write_text_or_null(json, row.guide->date ? row.guide->date->text() : std::string());
  json.key("persona").text(row.persona->id).key("type");
  write_text_or_null(json, row.persona->type);
  json.key("scope").text(enum_name(row.scope)).key("named").begin_array(JsonWriter::Layout::one_line);
  for (const PersonaPick& pick : row.persona->picks) json.text(pick.gpu);
  json.end_array();
  if (is_asked) {
    write_asked(json, *row.type, row.answer.request);
  } else {
    json.key("asked").null();
  }
  number("candidates", static_cast<double>(row.answer.candidates.size()));
  json.key("first").begin_array();
  for (std::size_t i = 0; i < std::min(k_first_places, row.answer.candidates.size()); ++i) {
    write_candidate(json, &row.answer.candidates[i].offer);
  }
  json.end_array().key("rank");
  write_optional(json, row.rank > 0 ? std::optional<double>(row.rank) : std::nullopt);
  json.key("best_rank");
  write_optional(json, row.best_rank > 0 ? std::optional<double>(row.best_rank) : std::nullopt);
  number("chance_first", row.chance_first);
  number("chance_three", row.chance_three);
  json.key("miss");
  write_text_or_null(json, row.miss);
  json.end_object();
}

}  // namespace

std::string guide_backtest_json(const GuideBacktestView& view) {
  JsonWriter json;
  json.begin_object();
  write_preamble(json, "picks backtest", view.catalog, view.catalog_version);
  json.key("query").begin_object().key("guide");
  write_text_or_null(json, view.guide);
  json.key("persona");
  write_text_or_null(json, view.persona);
  json.end_object();
  const GuideBacktestTotal total = backtest_total(view.rows);
  json.key("total").begin_object().key("buyers").number(total.rows);
  json.key("first").number(total.first).key("first_by_chance").number(total.first_by_chance);
  json.key("in_three").number(total.near).key("in_three_by_chance").number(total.near_by_chance).end_object();
  json.key("results").begin_array();
  for (const GuideBacktestRow& row : view.rows) write_row(json, row);
  json.end_array().key("warnings");
  write_warnings(json, {});
  json.end_object();
  return json.take();
}

Records guide_backtest_records(const GuideBacktestView& view) {
  Records records;
  const auto number = CellKind::number;
  records.fields = {{"guide"},
                    {"date"},
                    {"persona"},
                    {"type"},
                    {"scope"},
                    {"first_named"},
                    {"candidates", number},
                    {"first"},
                    {"rank", number},
                    {"best_rank", number},
                    {"chance_first", number},
                    {"chance_three", number},
                    {"miss"}};
  const auto text = [](std::string_view value) { return value.empty() ? Cell() : Cell(std::string(value)); };
  const auto rank = [](int place) { return place > 0 ? Cell(static_cast<double>(place)) : Cell(); };
  for (const GuideBacktestRow& row : view.rows) {
    const auto& candidates = row.answer.candidates;
    const auto& picks = row.persona->picks;
    records.rows.push_back({text(row.persona->guide), text(row.guide->date ? row.guide->date->text() : ""),
                            text(row.persona->id), text(row.persona->type), text(enum_name(row.scope)),
                            text(picks.empty() ? "" : picks.front().gpu), Cell(static_cast<double>(candidates.size())),
                            text(candidates.empty() ? "" : candidates.front().offer.gpu->id), rank(row.rank),
                            rank(row.best_rank), Cell(row.chance_first), Cell(row.chance_three), text(row.miss)});
  }
  return records;
}

}  // namespace gpuadvisor
