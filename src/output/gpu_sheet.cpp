#include "gpuadvisor/output/gpu_sheet.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "catalog_json.hpp"
#include "citations.hpp"
#include "gpu_fields_text.hpp"
#include "gpuadvisor/catalog/catalog_writer.hpp"
#include "gpuadvisor/core/money.hpp"
#include "gpuadvisor/core/text.hpp"
#include "gpuadvisor/output/markdown.hpp"
#include "gpuadvisor/output/number_text.hpp"
#include "gpuadvisor/output/table.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

struct WorkloadScore {
  const Workload* workload;
  std::optional<PriorityScore> priority;
};

std::vector<WorkloadScore> scores(const GpuSheet& sheet) {
  std::vector<WorkloadScore> found;
  for (const Workload& workload : sheet.catalog.tables().workloads) {
    const Weights weights = weights_of(workload, sheet.catalog);
    found.push_back({&workload, priority_score(sheet.gpu, weights, *sheet.catalog.tables().reference)});
  }
  return found;
}

/// Weights of the catalog's default workload.
Weights default_weights(const GpuSheet& sheet) {
  const Workload* workload = sheet.catalog.workload(sheet.catalog.tables().default_workload);
  return workload == nullptr ? Weights{} : weights_of(*workload, sheet.catalog);
}

/// The warnings of all offers of the GPU, each once: those that the list of prices does not tell.
std::vector<Warning> sheet_warnings(const GpuSheet& sheet) {
  std::vector<Offer> offers;
  for (const PriceEstimate& price : price_estimates(sheet.gpu, sheet.catalog)) {
    offers.push_back({&sheet.gpu, price});
  }
  if (offers.empty()) offers.push_back({&sheet.gpu});
  std::vector<Warning> found;
  for (const Offer& offer : offers) {
    for (auto& warning : warnings(offer, default_weights(sheet), sheet.catalog)) {
      if (warning.id == "old-price" || warning.id == "list-price") continue;  // the prices tell
      if (warning.id == "rising-price")
        warning.text = fmt::format("{} {}", enum_name(offer.price->condition), warning.text);
      const auto is_same = [&](const Warning& other) { return other.text == warning.text; };
      if (std::none_of(found.begin(), found.end(), is_same)) found.push_back(std::move(warning));
    }
  }
  return found;
}

/// Quotes, newest first.
std::vector<const Price*> quotes(const GpuSheet& sheet) {
  std::vector<const Price*> found;
  for (const Price& price : sheet.catalog.prices_of(sheet.gpu)) found.push_back(&price);
  std::stable_sort(found.begin(), found.end(), [](const Price* a, const Price* b) { return a->date > b->date; });
  return found;
}

/// Every source that the sheet cites.
std::vector<std::string_view> cited_sources(const GpuSheet& sheet) {
  Citations citations(sheet.catalog);
  (void)citations.cite(sheet.gpu.source);
  for (const auto& exception : sheet.gpu.sources) (void)citations.cite(exception.source);
  for (const auto source : sheet.gpu.further_sources) (void)citations.cite(source);
  for (const Price* quote : quotes(sheet)) (void)citations.cite(quote->source);
  return citations.ids();
}

Table figures_table(const GpuSheet& sheet, Citations& citations) {
  Table table{{{"figure"}, {"value"}, {"source"}}, {}};
  for (auto& [key, value, source] : field_texts(sheet.gpu)) {
    if (key == "name" || key == "aliases" || key == "misnomers" || key == "notes") continue;  // said elsewhere, in full
    table.rows.push_back({std::string(key), std::move(value), source.empty() ? "ours" : citations.cite(source)});
  }
  return table;
}

Table price_table(const GpuSheet& sheet) {
  Table table{{{"price", true}, {"condition"}, {"low", true}, {"high", true}, {"quotes", true}, {"as of"}, {"age"}},
              {}};
  for (const PriceEstimate& price : price_estimates(sheet.gpu, sheet.catalog)) {
    table.rows.push_back({money(price.median), std::string(enum_name(price.condition)), money(price.low),
                          money(price.high), std::to_string(price.quotes.size()), price.newest().text(),
                          std::string(price.kind == PriceKind::msrp ? "list price" : enum_name(price.age))});
  }
  return table;
}

/// What a quote is, where that is not a street price in the United States.
std::string quote_note(const Price& quote) {
  const bool says_so = quote.note.find("list price") != std::string_view::npos;
  std::string note = quote.kind == PriceKind::msrp && !says_so ? "list price" : "";
  if (quote.region != "US") note += fmt::format("{}in {}", note.empty() ? "" : ", ", quote.region);
  if (!quote.note.empty()) note += fmt::format("{}{}", note.empty() ? "" : ", ", quote.note);
  return note;
}

Table quote_table(const GpuSheet& sheet, Citations& citations) {
  Table table{{{"quote", true}, {"date"}, {"condition"}, {"source"}, {"what", false, true}}, {}};
  for (const Price* quote : quotes(sheet)) {
    table.rows.push_back({money(quote->price), quote->date.text(), std::string(enum_name(quote->condition)),
                          citations.cite(quote->source), quote_note(*quote)});
  }
  return table;
}

Table score_table(const GpuSheet& sheet) {
  Table table{{{"score", true}, {"workload"}, {"title"}}, {}};
  for (const auto& [workload, priority] : scores(sheet)) {
    table.rows.push_back({or_dash(priority, [](const auto& p) { return fmt::format("{:.3f}", p.score); }),
                          std::string(workload->id), std::string(workload->title)});
  }
  return table;
}

/// The index for every workload and precision that the catalog knows one for.
template <class Visit>
void for_each_performance(const GpuSheet& sheet, Visit visit) {
  for (const Workload& workload : sheet.catalog.tables().workloads) {
    for (const ScorePrecision precision : {ScorePrecision::fp16, ScorePrecision::fp32}) {
      const PerformanceIndex index(sheet.catalog, workload, precision);
      if (const auto performance = index.performance(sheet.gpu)) visit(workload, precision, *performance);
    }
  }
}

Table performance_table(const GpuSheet& sheet, Citations& citations) {
  Table table{{{"speed", true}, {"80 %"}, {"basis"}, {"precision"}, {"workload"}, {"source", false, true}}, {}};
  for_each_performance(sheet, [&](const Workload& workload, ScorePrecision precision, const Performance& p) {
    std::string sources;
    for (const auto source : p.sources) sources += (sources.empty() ? "" : " ") + citations.cite(source);
    const std::string basis =
        p.basis == Basis::measured ? fmt::format("measured {}", p.measurements) : std::string(enum_name(p.basis));
    table.rows.push_back({fmt::format("{:.2f}", p.index), fmt::format("{:.2f}-{:.2f}", p.low, p.high), basis,
                          std::string(enum_name(precision)), std::string(workload.id), sources});
  });
  return table;
}

/// A table of the sheet under its title, with a line below.
struct Section {
  std::string title;
  Table table;
  std::string note = {};
};

/// The sections that have rows.
std::vector<Section> sections(const GpuSheet& sheet, Citations& citations) {
  std::vector<Section> found;
  found.push_back({"Figures", figures_table(sheet, citations)});
  if (!sheet.gpu.further_sources.empty()) {
    std::string compared;
    for (const auto source : sheet.gpu.further_sources) compared += ' ' + citations.cite(source);
    found.back().note = "Compared with" + compared + '.';
  }
  const auto reference = sheet.catalog.tables().reference->gpu;
  const Gpu* gpu = sheet.catalog.gpu(reference);
  const auto name = gpu == nullptr ? reference : short_name(*gpu);
  found.push_back({fmt::format("Training speed, {} = 1", name), performance_table(sheet, citations)});
  found.push_back({fmt::format("Priority score, {} = 1", name), score_table(sheet)});
  found.push_back({"Prices: the median of the quotes of the three months up to the newest", price_table(sheet)});
  found.push_back({"Quotes, newest first", quote_table(sheet, citations)});
  std::erase_if(found, [](const Section& section) { return section.table.rows.empty(); });
  return found;
}

/// The name and id.
std::string title(const GpuSheet& sheet) { return fmt::format("{} ({})", sheet.gpu.name, sheet.gpu.id); }

/// What is to be said before the figures, each a paragraph.
std::vector<std::string> introduction(const GpuSheet& sheet) {
  std::vector<std::string> lines;
  if (!sheet.gpu.aliases.empty()) lines.push_back("Also called: " + joined(sheet.gpu.aliases, ", "));
  for (const auto note : sheet.gpu.notes) lines.emplace_back(note);
  for (const auto& warning : sheet_warnings(sheet)) lines.push_back("Note: " + warning.text + '.');
  return lines;
}

/// The rows of all tables, an empty line between two.
std::string rows_alone(const std::vector<Section>& sections, const Page& page) {
  std::string text;
  for (const auto& section : sections) text += (text.empty() ? "" : "\n") + render(section.table, page, false);
  return text;
}

void write_sheet(JsonWriter& json, const GpuSheet& sheet) {
  json.begin_object().key("gpu");
  write_gpu(json, sheet.gpu);
  json.key("performance").begin_array();
  for_each_performance(sheet, [&](const Workload& workload, ScorePrecision precision, const Performance& performance) {
    json.begin_object().key("precision").text(enum_name(precision)).key("performance");
    write_performance(json, workload.id, performance);
    json.end_object();
  });
  json.end_array();
  json.key("priority").begin_object();
  for (const auto& [workload, priority] : scores(sheet)) {
    json.key(workload->id);
    write_priority(json, priority);
  }
  json.end_object().key("prices").begin_array();
  for (const PriceEstimate& price : price_estimates(sheet.gpu, sheet.catalog)) {
    json.begin_object(Layout::one_line).key("condition").text(enum_name(price.condition)).key("price");
    write_price(json, price);
    json.end_object();
  }
  json.end_array().key("quotes").begin_array();
  for (const Price* quote : quotes(sheet)) write_price_quote(json, *quote);
  json.end_array().key("sources").begin_array();
  for (const auto id : cited_sources(sheet)) {
    if (const Source* source = sheet.catalog.source(id)) write_source(json, *source);
  }
  json.end_array().key("warnings");
  write_warnings(json, sheet_warnings(sheet));
  json.end_object();
}

}  // namespace

std::string gpu_sheet_table(const GpuSheet& sheet, const Page& page, bool header) {
  Citations citations(sheet.catalog);
  const auto parts = sections(sheet, citations);
  if (!header) return rows_alone(parts, page);
  std::string text = emphasised(wrapped(title(sheet), page.width), Style::bold, page);
  for (const auto& line : introduction(sheet)) text += wrapped(line, page.width);
  for (const auto& [name, table, note] : parts) {
    text += '\n' + emphasised(name + '\n', Style::bold, page) + render(table, page, true, 2);
    if (!note.empty()) text += wrapped("  " + note, page.width);
  }
  text += '\n' + emphasised("Sources\n", Style::bold, page);
  for (const auto& source : citations.lines()) text += wrapped(source, page.width);
  return text;
}

std::string gpu_sheet_markdown(const GpuSheet& sheet, bool header) {
  Citations citations(sheet.catalog);
  std::string text;
  if (header) {
    text += "# " + markdown_text(title(sheet)) + "\n\n";
    for (const auto& line : introduction(sheet)) text += markdown_paragraph(line) + '\n';
  }
  for (const auto& [name, table, note] : sections(sheet, citations)) {
    if (header) text += "## " + markdown_text(name) + "\n\n";
    text += markdown_table(table) + '\n';
    if (header && !note.empty()) text += markdown_paragraph(note) + '\n';
  }
  if (header) text += "## Sources\n\n";
  for (const auto& source : citations.lines()) text += header ? markdown_paragraph(source) + '\n' : std::string();
  text.pop_back();  // the last empty line
  return text;
}

std::string gpu_sheets_json(std::span<const GpuSheet> sheets) {
  JsonWriter json;
  json.begin_object();
  write_preamble(json, "show", sheets.front().catalog, sheets.front().catalog_version);
  json.key("query").begin_object(Layout::one_line).key("gpus").begin_array(Layout::one_line);
  for (const GpuSheet& sheet : sheets) json.text(sheet.gpu.id);
  json.end_array().end_object();
  json.key("results").begin_array();
  for (const GpuSheet& sheet : sheets) write_sheet(json, sheet);
  json.end_array().key("warnings");
  std::vector<Warning> notes;
  for (const GpuSheet& sheet : sheets) {
    if (!sheet.note.empty()) notes.push_back({"misnomer", std::string(sheet.note)});
  }
  write_warnings(json, notes);
  json.end_object();
  return json.take();
}

Records gpu_sheet_records(std::span<const GpuSheet> sheets) {
  Records records{{{"field"}, {"value"}, {"source"}, {"id"}}, {}};
  for (const GpuSheet& sheet : sheets) {
    for (auto& [key, value, source] : field_texts(sheet.gpu)) {
      records.rows.push_back({std::string(key), std::move(value), source.empty() ? Cell() : Cell(std::string(source)),
                              std::string(sheet.gpu.id)});
    }
  }
  return records;
}

}  // namespace gpuadvisor
