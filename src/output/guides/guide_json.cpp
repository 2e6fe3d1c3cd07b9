#include <algorithm>

#include "core/text.hpp"
#include "guide_text.hpp"
#include "guide_view.hpp"
#include "output/phrases/catalog_json.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

std::string date_text(const std::optional<PartialDate>& date) { return date ? date->text() : std::string(); }

void write_list(JsonWriter& json, std::string_view key, std::span<const std::string_view> texts) {
  json.key(key).begin_array(Layout::one_line);
  for (const auto text : texts) json.text(text);
  json.end_array();
}

void write_figures(JsonWriter& json, const std::vector<RuleFigure>& figures) {
  json.key("figures").begin_array();
  for (const RuleFigure& figure : figures) {
    json.begin_object(Layout::one_line).key("what").text(figure.what).key("value").number(figure.value.value());
    write_figure(json, "to", figure.to);
    json.key("unit");
    write_text_or_null(json, figure.unit);
    json.end_object();
  }
  json.end_array();
}

void write_statement(JsonWriter& json, const GuideStatement& said) {
  json.begin_object().key("kind").text(enum_name(said.kind)).key("id").text(said.id);
  json.key("topic").text(enum_name(said.topic)).key("says").text(said.says);
  write_figures(json, said.figures);
  write_list(json, "steps", said.steps);
  json.key("gpus").begin_array(Layout::one_line);
  for (const Gpu* gpu : said.gpus) json.text(gpu->id);
  json.end_array();
  write_list(json, "workloads", said.workloads);
  json.key("note");
  write_text_or_null(json, said.note);
  json.key("source").text(said.source).end_object();
}

void write_update(JsonWriter& json, const GuideUpdate& update) {
  json.begin_object().key("date").text(update.date.text()).key("change").text(update.change);
  write_list(json, "gpus", update.gpus);
  json.key("source").text(update.source).end_object();
}

void write_entry(JsonWriter& json, const GuideEntry& entry) {
  const Guide& guide = *entry.guide;
  json.begin_object().key("id").text(guide.id).key("title").text(guide.title).key("author").text(guide.author);
  json.key("date");
  write_text_or_null(json, date_text(guide.date));
  json.key("covers");
  write_text_or_null(json, guide.covers);
  json.key("note");
  write_text_or_null(json, guide.note);
  json.key("source").text(guide.source);
  json.key("said").number(static_cast<double>(entry.said)).key("personas").number(static_cast<double>(entry.personas));
  json.key("statements").begin_array();
  for (const GuideStatement& said : entry.statements) write_statement(json, said);
  json.end_array().key("history").begin_array();
  for (const GuideUpdate* update : entry.updates) write_update(json, *update);
  json.end_array().end_object();
}

void write_query(JsonWriter& json, const GuideQuery& query) {
  json.key("query").begin_object().key("ids");
  write_names(json, query.ids);
  json.key("topic");
  write_text_or_null(json, query.filter.topic ? enum_name(*query.filter.topic) : std::string_view());
  json.key("rule");
  write_text_or_null(json, query.filter.id);
  json.key("search");
  write_text_or_null(json, query.filter.word);
  json.key("gpu");
  write_text_or_null(json, query.filter.gpu == nullptr ? std::string_view() : query.filter.gpu->id);
  json.key("history").boolean(query.history).end_object();
}

Cell cell(std::string_view text) { return text.empty() ? Cell() : Cell(std::string(text)); }

std::string ids_of(const std::vector<const Gpu*>& gpus) {
  std::vector<std::string_view> ids;
  ids.reserve(gpus.size());
  for (const Gpu* gpu : gpus) ids.push_back(gpu->id);
  return joined(ids, ";");
}

std::string figures_text(const std::vector<RuleFigure>& figures) {
  std::string text;
  for (const RuleFigure& figure : figures) text += (text.empty() ? "" : "; ") + figure_text(figure);
  return text;
}

Records edition_records(const GuideView& view) {
  Records records{{{"id"},
                   {"title"},
                   {"author"},
                   {"date"},
                   {"covers"},
                   {"note"},
                   {"said", CellKind::number},
                   {"personas", CellKind::number},
                   {"source"}},
                  {}};
  for (const GuideEntry& entry : view.entries) {
    const Guide& guide = *entry.guide;
    records.rows.push_back({cell(guide.id), cell(guide.title), cell(guide.author), cell(date_text(guide.date)),
                            cell(guide.covers), cell(guide.note), static_cast<double>(entry.said),
                            static_cast<double>(entry.personas), cell(guide.source)});
  }
  return records;
}

Records update_records(const GuideView& view) {
  Records records{{{"guide"}, {"date"}, {"change"}, {"gpus"}, {"source"}}, {}};
  for (const GuideEntry& entry : view.entries) {
    for (const GuideUpdate* update : entry.updates) {
      records.rows.push_back({cell(entry.guide->id), cell(update->date.text()), cell(update->change),
                              cell(joined(update->gpus, ";")), cell(update->source)});
    }
  }
  return records;
}

Records statement_records(const GuideView& view) {
  Records records{{{"id"},
                   {"guide"},
                   {"date"},
                   {"kind"},
                   {"topic"},
                   {"says"},
                   {"figures"},
                   {"steps"},
                   {"gpus"},
                   {"workloads"},
                   {"note"},
                   {"source"}},
                  {}};
  for (const GuideEntry& entry : view.entries) {
    for (const GuideStatement& said : entry.statements) {
      records.rows.push_back({cell(said.id), cell(entry.guide->id), cell(date_text(entry.guide->date)),
                              cell(enum_name(said.kind)), cell(enum_name(said.topic)), cell(said.says),
                              cell(figures_text(said.figures)), cell(joined(said.steps, "; ")), cell(ids_of(said.gpus)),
                              cell(joined(said.workloads, ";")), cell(said.note), cell(said.source)});
    }
  }
  return records;
}

}  // namespace

std::string guide_json(const GuideView& view) {
  JsonWriter json;
  json.begin_object();
  write_preamble(json, "guides", view.catalog, view.catalog_version);
  write_query(json, view.query);
  json.key("results").begin_array();
  for (const GuideEntry& entry : view.entries) write_entry(json, entry);
  json.end_array().key("warnings");
  std::vector<Warning> warnings;
  if (!view.query.gpu_note.empty()) warnings.push_back({"misnomer", std::string(view.query.gpu_note)});
  write_warnings(json, warnings);
  json.end_object();
  return json.take();
}

Records guide_records(const GuideView& view) {
  if (view.query.history) return update_records(view);
  return view.query.statements ? statement_records(view) : edition_records(view);
}

}  // namespace gpuadvisor
