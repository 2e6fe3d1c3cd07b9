#include "core/contains.hpp"
#include "gpuadvisor/output/gpu_sheet.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "advice/compare/published_rates.hpp"
#include "core/text.hpp"
#include "gpu_fields_text.hpp"
#include "gpuadvisor/catalog/token_work.hpp"
#include "gpuadvisor/core/money.hpp"
#include "output/phrases/citations.hpp"
#include "output/phrases/familiar_words.hpp"
#include "output/phrases/figure_words.hpp"
#include "output/phrases/offer_words.hpp"
#include "output/phrases/source_text.hpp"
#include "report/number_text.hpp"

namespace gpuadvisor {
namespace {

Table figures_table(const GpuSheet& sheet, Citations& citations) {
  Table table{{{"figure"}, {"value"}, {"source"}}, {}};
  for (auto& [key, value, source] : field_texts(sheet.gpu)) {
    if (key == "name" || key == "aliases" || key == "misnomers" || key == "notes") continue;  // said elsewhere, in full
    table.rows.push_back({std::string(key), std::move(value), source.empty() ? "ours" : citations.cite(source)});
  }
  return table;
}

Table price_table(const GpuSheet& sheet) {
  Table table{{{"price", true}, {"condition"}, {"low", true}, {"high", true}, {"by"}, {"seen"}}, {}};
  for (const PriceEstimate& price : sheet.facts.prices) {
    table.rows.push_back({today_text(price.today, price), std::string(condition_word(price)), money(price.low),
                          money(price.high), by_words(price), month_text(price)});
  }
  return table;
}

/// What a quote is, where that is not a street price in the United States.
std::string quote_note(const Price& quote) {
  const bool says_so = quote.note.find("list price") != std::string_view::npos;
  std::string note = is_list_price(quote) && !says_so ? "list price" : "";
  if (quote.region != k_home_country) note += fmt::format("{}in {}", note.empty() ? "" : ", ", quote.region);
  if (!quote.note.empty()) note += fmt::format("{}{}", note.empty() ? "" : ", ", quote.note);
  return note;
}

/// Quotes that make a price, and list prices; all with `sources_in_full`.
std::vector<const Price*> shown_quotes(const GpuSheet& sheet) {
  std::vector<const Price*> shown = sheet.facts.quotes;
  if (sheet.sources_in_full) return shown;
  const PriceEstimates& prices = sheet.facts.prices;
  std::erase_if(shown, [&](const Price* quote) {
    const auto makes = [quote](const PriceEstimate& price) {
      return std::any_of(price.quotes.begin(), price.quotes.end(), [quote](const Price& q) { return &q == quote; });
    };
    return !is_list_price(*quote) && std::none_of(prices.begin(), prices.end(), makes);
  });
  return shown;
}

Table quote_table(std::span<const Price* const> quotes, Citations& citations) {
  Table table{{{"quote", true}, {"date"}, {"condition"}, {"source"}, {"what", false, true}}, {}};
  for (const Price* quote : quotes) {
    table.rows.push_back({money(quote->price), quote->date.text(), std::string(condition_word(quote->condition)),
                          citations.cite(quote->source), quote_note(*quote)});
  }
  return table;
}

Table score_table(const GpuSheet& sheet) {
  Table table{{{"score", true}, {"workload"}, {"title"}}, {}};
  for (const auto& [workload, priority] : sheet.facts.scores) {
    table.rows.push_back({or_dash(priority, [](const auto& p) { return fmt::format("{:.3f}", p.score); }),
                          std::string(workload->id), std::string(workload->title)});
  }
  return table;
}

Table performance_table(const GpuSheet& sheet, Citations& citations) {
  Table table{{{"speed", true}, {"80 %"}, {"basis"}, {"precision"}, {"workload"}, {"source", false, true}}, {}};
  for (const auto& [workload, precision, p, familiar] : sheet.facts.performance) {
    std::string sources;
    for (const auto source : p.sources) sources += (sources.empty() ? "" : " ") + citations.cite(source);
    const std::string basis =
        p.basis == Basis::measured ? fmt::format("measured {}", p.measurements) : std::string(enum_name(p.basis));
    table.rows.push_back({fmt::format("{:.2f}", p.index), fmt::format("{:.2f}-{:.2f}", p.low, p.high), basis,
                          std::string(enum_name(precision)), std::string(workload->id), sources});
  }
  return table;
}

/// Samples per second of networks that people know.
Table rate_table(const GpuSheet& sheet) {
  Table table{{{"rate", true}, {"80 %"}, {"basis"}, {"precision"}, {"of"}, {"batch", true}}, {}};
  for (const WorkloadPerformance& one : sheet.facts.performance) {
    for (const ReferenceThroughput& rate : one.familiar) {
      const std::string interval = familiar_interval(rate);
      table.rows.push_back({familiar_text(rate), interval.empty() ? "-" : interval, familiar_basis(rate),
                            std::string(enum_name(one.precision)), familiar_unit(rate),
                            or_dash(rate.batch, [](int batch) { return std::to_string(batch); })});
    }
  }
  return table;
}

/// "From [13] [14]."
std::string rate_sources(const GpuSheet& sheet, Citations& citations) {
  std::vector<std::string> cited;
  for (const WorkloadPerformance& one : sheet.facts.performance) {
    for (const ReferenceThroughput& rate : one.familiar) {
      for (const auto source : rate.reference->sources) {
        std::string cite = citations.cite(source);
        if (!contains(cited, cite)) cited.push_back(std::move(cite));
      }
    }
  }
  return cited.empty() ? std::string() : fmt::format("From {}.", fmt::join(cited, " "));
}

/// "vLLM, 128 at a time, 512 in, 256 out".
std::string way_text(const Measurement& row) {
  const std::string setting = setting_text(row);
  return setting.empty() ? std::string(row.framework) : fmt::format("{}, {}", row.framework, setting);
}

/// Fine-tuning of language models as it was measured: too little for an index.
Table fine_tuning_table(const GpuSheet& sheet, Citations& citations) {
  Table table{{{"rate", true}, {"unit"}, {"of"}, {"GPUs", true}, {"how", false, true}, {"source"}}, {}};
  for (const Measurement& row : sheet.facts.published) {
    if (row.workload != k_fine_tuning_workload) continue;
    table.rows.push_back({measured_text(row.value), std::string(row.unit), std::string(row.model),
                          std::to_string(row.gpu_count), way_text(row), citations.cite(row.source)});
  }
  return table;
}

Table serving_table(const GpuSheet& sheet, Citations& citations) {
  Table table{{{"rate", true}, {"of"}, {"GPUs", true}, {"how", false, true}, {"source"}}, {}};
  for (const Measurement* row : fastest_served(sheet.facts.published)) {
    table.rows.push_back({measured_text(row->value), std::string(row->model), std::to_string(row->gpu_count),
                          way_text(*row), citations.cite(row->source)});
  }
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
  const auto name = sheet.catalog.reference_name;
  found.push_back({fmt::format("Speed, {} = 1", name), performance_table(sheet, citations)});
  found.push_back(
      {"Samples per second (~: predicted from the speed)", rate_table(sheet), rate_sources(sheet, citations)});
  found.push_back({"Fine-tuning of language models, as published", fine_tuning_table(sheet, citations)});
  found.push_back(
      {"Serving language models, tokens/s of each GPU, the fastest published", serving_table(sheet, citations)});
  found.push_back({fmt::format("Priority score, {} = 1", name), score_table(sheet)});
  found.push_back({"Prices of today, with an 80 % interval (~: none seen since last month)", price_table(sheet)});
  const auto shown = shown_quotes(sheet);
  const std::size_t others = sheet.facts.quotes.size() - shown.size();
  found.push_back({"Quotes, newest first", quote_table(shown, citations),
                   others == 0 ? "" : counted(others, "more quote") + ": --sources"});
  std::erase_if(found, [](const Section& section) { return section.table.rows.empty(); });
  return found;
}

/// What is to be said before the figures, each a paragraph.
std::vector<std::string> introduction(const GpuSheet& sheet) {
  std::vector<std::string> lines;
  if (!sheet.gpu.aliases.empty()) lines.push_back("Also called: " + joined(sheet.gpu.aliases, ", "));
  for (const auto note : sheet.gpu.notes) lines.emplace_back(note);
  for (const auto& warning : sheet.facts.warnings) lines.push_back("Note: " + warning.text + '.');
  return lines;
}

/// A source that the sheet cites, and what it supplies to the GPU.
struct CitedSource {
  std::string heading;               // "[3] Title (id)"
  std::optional<SourceUsage> usage;  // nothing when the catalog does not have it
};

std::vector<CitedSource> cited_in_full(const GpuSheet& sheet, const Citations& citations) {
  const auto& all = sheet.facts.usage;
  std::vector<CitedSource> found;
  for (const auto id : citations.ids()) {
    const auto usage =
        std::find_if(all.begin(), all.end(), [id](const SourceUsage& source) { return source.source->id == id; });
    const std::size_t number = found.size() + 1;
    if (usage == all.end()) {
      found.push_back({fmt::format("[{}] {}", number, id), std::nullopt});
    } else {
      found.push_back({fmt::format("[{}] {} ({})", number, usage->source->title, id), *usage});
    }
  }
  return found;
}

void add_sources(Document& document, const GpuSheet& sheet, const Citations& citations) {
  document.heading("Sources");
  if (!sheet.sources_in_full) {
    document.paragraphs(citations.lines());
    return;
  }
  for (auto& [heading, usage] : cited_in_full(sheet, citations)) {
    document.heading(std::move(heading), 3);
    if (usage) document.table(source_table(*usage, true), 4);
  }
}

}  // namespace

Document gpu_sheet_document(const GpuSheet& sheet) {
  Citations citations(sheet.facts.catalog_sources);
  Document document;
  document.title(fmt::format("{} ({})", sheet.gpu.name, sheet.gpu.id)).paragraphs(introduction(sheet));
  for (auto& [title, table, note] : sections(sheet, citations)) {
    document.heading(std::move(title)).table(std::move(table), 2).paragraph(std::move(note));
  }
  add_sources(document, sheet, citations);
  return document;
}

Records gpu_sheet_records(std::span<const GpuSheet> sheets) {
  constexpr auto k_text = CellKind::text;
  Records records{{{"field", k_text, "Key of the figure in the data files"},
                   {"value", k_text, "As the data files have it"},
                   {"source", k_text, "Id of its source; none for our own classification"},
                   {"id", k_text, "Of the GPU"}},
                  {}};
  for (const GpuSheet& sheet : sheets) {
    for (auto& [key, value, source] : field_texts(sheet.gpu)) {
      records.rows.push_back({std::string(key), std::move(value), source.empty() ? Cell() : Cell(std::string(source)),
                              std::string(sheet.gpu.id)});
    }
  }
  return records;
}

}  // namespace gpuadvisor
