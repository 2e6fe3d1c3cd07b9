#include "source_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "core/text.hpp"
#include "output/phrases/catalog_json.hpp"
#include "output/phrases/data_day.hpp"
#include "output/phrases/source_text.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

bool is_in_full(const SourceReport& report) { return !report.ids.empty() || report.gpu != nullptr; }

std::string heading(const SourceReport& report) {
  const std::size_t count = report.sources.size();
  const std::string sources = fmt::format("{} source{}", count, count == 1 ? "" : "s");
  if (report.gpu != nullptr) return fmt::format("{} behind the {}", sources, short_name(*report.gpu));
  const std::string day = data_day(report.catalog);
  return fmt::format("{} of the catalog of {} GPUs{}{}", sources, report.catalog.gpus().size(), day.empty() ? "" : ", ",
                     day);
}

std::string entry_in_full(const SourceReport& report, const SourceUsage& usage, std::size_t width) {
  return wrapped(fmt::format("{} ({})", usage.source->title, usage.source->id), width) +
         source_details(usage, report.gpu != nullptr, width, 2);
}

std::string short_entry(const SourceUsage& usage, std::size_t width) {
  const Table table{{{"text", false, true}}, {{fmt::format("{}: {}", usage.source->id, supplies_text(usage, false))}}};
  return wrapped(source_title(*usage.source), width) + render(table, width, false, 4);
}

void write_text(JsonWriter& json, std::string_view key, std::string_view text) {
  json.key(key);
  if (text.empty()) {
    json.null();
  } else {
    json.text(text);
  }
}

std::string date_text(const std::optional<PartialDate>& date) { return date ? date->text() : std::string(); }

void write_supplies(JsonWriter& json, const SourceUsage& usage) {
  const auto write_count = [&](std::string_view key, std::size_t count) {
    json.key(key).number(static_cast<double>(count));
  };
  json.key("supplies").begin_object();
  write_count("gpus", usage.gpus);
  write_count("figures", usage.figures);
  json.key("fields").begin_array(Layout::one_line);
  for (const auto field : usage.fields) json.text(field);
  json.end_array();
  write_count("compared", usage.compared);
  write_count("prices", usage.prices);
  write_text(json, "first_price", date_text(usage.first_price));
  write_text(json, "last_price", date_text(usage.last_price));
  write_count("measurements", usage.measurements);
  write_count("scored_gpus", usage.scored_gpus);
  write_count("speedups", usage.speedups);
  write_count("support_events", usage.support_events);
  write_count("networks", usage.networks);
  write_count("rules", usage.rules);
  json.end_object();
}

void write_usage(JsonWriter& json, const SourceUsage& usage) {
  const Source& source = *usage.source;
  json.begin_object();
  write_text(json, "id", source.id);
  write_text(json, "title", source.title);
  write_text(json, "publisher", source.publisher);
  write_text(json, "date", date_text(source.date));
  write_text(json, "grade", enum_name(source.grade));
  write_text(json, "address", source.address);
  write_text(json, "licence", source.licence);
  write_text(json, "attribution", attribution(source));
  write_text(json, "note", source.note);
  write_supplies(json, usage);
  json.end_object();
}

void write_query(JsonWriter& json, const SourceReport& report) {
  json.key("query").begin_object().key("ids").begin_array(Layout::one_line);
  for (const auto& id : report.ids) json.text(id);
  json.end_array().key("grades").begin_array(Layout::one_line);
  for (const auto grade : report.grades) json.text(enum_name(grade));
  json.end_array();
  write_text(json, "gpu", report.gpu == nullptr ? std::string_view() : report.gpu->id);
  json.end_object();
}

}  // namespace

std::string source_report_table(const SourceReport& report, const Page& page) {
  std::string text = wrapped(heading(report) + '.', page.width);
  const bool in_full = is_in_full(report);
  for (std::size_t grade = 0; grade < k_enum_names<SourceGrade>.size(); ++grade) {
    const auto is_of_grade = [&](const SourceUsage& usage) {
      return usage.source->grade == static_cast<SourceGrade>(grade);
    };
    const auto count = std::count_if(report.sources.begin(), report.sources.end(), is_of_grade);
    if (count == 0) continue;
    const std::string title =
        fmt::format("{} ({}): {}", k_enum_names<SourceGrade>[grade], count, meaning(static_cast<SourceGrade>(grade)));
    text += '\n' + emphasised(wrapped(title, page.width), Style::bold, page);
    for (const SourceUsage& usage : report.sources) {
      if (!is_of_grade(usage)) continue;
      text += '\n' + (in_full ? entry_in_full(report, usage, page.width) : short_entry(usage, page.width));
    }
  }
  if (!in_full) text += '\n' + wrapped("`gpuadvisor sources ID` tells address, licence and notes of one.", page.width);
  return text;
}

std::string source_report_json(const SourceReport& report) {
  JsonWriter json;
  json.begin_object();
  write_preamble(json, "sources", report.catalog, report.catalog_version);
  write_query(json, report);
  json.key("results").begin_array();
  for (const SourceUsage& usage : report.sources) write_usage(json, usage);
  json.end_array().key("warnings");
  std::vector<Warning> warnings;
  if (!report.gpu_note.empty()) warnings.push_back({"misnomer", std::string(report.gpu_note)});
  write_warnings(json, warnings);
  json.end_object();
  return json.take();
}

Records source_records(const SourceReport& report) {
  Records records;
  for (const char* key : {"id", "title", "publisher", "date", "grade", "address", "licence", "attribution", "note"}) {
    records.fields.push_back({key, CellKind::text});
  }
  const auto add_numbers = [&](std::initializer_list<std::string_view> keys) {
    for (const auto key : keys) records.fields.push_back({key, CellKind::number});
  };
  add_numbers({"gpus", "figures"});
  records.fields.push_back({"fields"});
  add_numbers({"compared", "prices"});
  records.fields.push_back({"first_price"});
  records.fields.push_back({"last_price"});
  add_numbers({"measurements", "scored_gpus", "speedups", "support_events", "networks", "rules"});
  const auto text = [](std::string_view value) { return value.empty() ? Cell() : Cell(std::string(value)); };
  const auto number = [](std::size_t count) { return Cell(static_cast<double>(count)); };
  for (const SourceUsage& usage : report.sources) {
    const Source& source = *usage.source;
    records.rows.push_back({text(source.id),
                            text(source.title),
                            text(source.publisher),
                            text(date_text(source.date)),
                            text(enum_name(source.grade)),
                            text(source.address),
                            text(source.licence),
                            text(attribution(source)),
                            text(source.note),
                            number(usage.gpus),
                            number(usage.figures),
                            text(joined(usage.fields, ";")),
                            number(usage.compared),
                            number(usage.prices),
                            text(date_text(usage.first_price)),
                            text(date_text(usage.last_price)),
                            number(usage.measurements),
                            number(usage.scored_gpus),
                            number(usage.speedups),
                            number(usage.support_events),
                            number(usage.networks),
                            number(usage.rules)});
  }
  return records;
}

}  // namespace gpuadvisor
