#include <fmt/format.h>

#include "core/text.hpp"
#include "guide_screen.hpp"
#include "guide_text.hpp"
#include "guide_view.hpp"
#include "output/phrases/data_day.hpp"
#include "output/phrases/figure_words.hpp"

namespace gpuadvisor {
namespace {

/// "dettmers-2023-01: Dettmers, January 2023; 62 statements, 15 kinds of buyers; at hand: the decision chart".
std::string edition_text(const GuideEntry& entry) {
  std::vector<std::string> counts;
  if (entry.said > 0) counts.push_back(counted(entry.said, "statement"));
  if (entry.personas > 0) counts.push_back(counted(entry.personas, "kind of buyer", "kinds of buyers"));
  const Guide& guide = *entry.guide;
  return fmt::format("{}: {}{}{}{}{}", guide.id, guide.title, counts.empty() ? "" : "; ",
                     counts.empty() ? "" : enumeration(counts),
                     guide.covers.empty() ? "" : "; at hand: ", guide.covers);
}

void add_editions(Document& document, const GuideView& view) {
  Table table{{{"date"}, {"edition", false, true}}, {}};
  for (const GuideEntry& entry : view.entries) {
    table.rows.push_back({entry.guide->date ? entry.guide->date->text() : "-", edition_text(entry)});
  }
  const std::string day = data_day(view.catalog);
  document.title(
      fmt::format("{} of guides{}{}", counted(view.entries.size(), "edition"), day.empty() ? "" : ", ", day));
  document.gap().table(std::move(table)).gap();
  document.paragraph("What one says: `gpuadvisor guides ID`; --topic, --search and --gpu search all.");
}

/// What the edition is, and how much of it is at hand.
std::string facts_text(const GuideEntry& entry) {
  const Guide& guide = *entry.guide;
  std::string facts =
      fmt::format("Author: {}. Date: {}.", guide.author, guide.date ? guide.date->text() : "not stated");
  if (!guide.covers.empty()) facts += fmt::format(" At hand: {}.", guide.covers);
  if (!guide.note.empty()) facts += fmt::format(" {}", guide.note);
  if (entry.source != nullptr) facts += fmt::format(" Source: {} ({}).", entry.source->title, entry.source->id);
  return facts;
}

void add_statement(Document& document, const GuideStatement& said) {
  const bool is_elsewhere = said.source != said.guide->source;
  const std::string source =
      is_elsewhere ? fmt::format("; {}{}", said.source, said.is_recalled ? ", from memory" : "") : "";
  document.item(fmt::format("{} ({}{})", said.says, said.id, source));
  for (const RuleFigure& figure : said.figures) document.item("- " + figure_text(figure), 2);
  for (std::size_t i = 0; i < said.steps.size(); ++i) document.item(fmt::format("{}. {}", i + 1, said.steps[i]), 2);
  if (!said.note.empty()) document.item(fmt::format("Note: {}", said.note), 2);
}

void add_statements(Document& document, const GuideEntry& entry) {
  std::optional<RuleTopic> topic;
  for (const GuideStatement& said : entry.statements) {
    if (topic != said.topic) document.heading(std::string(topic_title(said.topic)));
    topic = said.topic;
    add_statement(document, said);
  }
}

Table history(const GuideEntry& entry) {
  Table table{{{"date"}, {"change", false, true}}, {}};
  for (const GuideUpdate* update : entry.updates) {
    table.rows.push_back({update->date.text(), std::string(update->change)});
  }
  return table;
}

/// Where the rest of what the edition says is told; nothing when something was picked from it.
std::string pointers(const GuideEntry& entry, const GuideQuery& query) {
  if (query.picks_statements()) return {};
  std::vector<std::string> parts;
  if (entry.changes > 0 && !query.history) {
    parts.push_back(fmt::format("{} of its change log (--history)", counted(entry.changes, "entry", "entries")));
  }
  if (entry.personas > 0) {
    parts.push_back(fmt::format("{} that it advises (`gpuadvisor picks --guide {}`)",
                                counted(entry.personas, "kind of buyer", "kinds of buyers"), entry.guide->id));
  }
  return parts.empty() ? std::string() : fmt::format("Also: {}.", enumeration(parts));
}

}  // namespace

Document document_of(const GuideView& view) {
  if (!view.is_explained && !view.query.history) return guide_screen(view);
  Document document;
  if (!view.query.statements && !view.query.history) {
    add_editions(document, view);
    return document;
  }
  for (const GuideEntry& entry : view.entries) {
    document.title(fmt::format("{} ({})", entry.guide->title, entry.guide->id));
    if (view.is_explained) document.paragraph(facts_text(entry));
    add_statements(document, entry);
    if (view.query.history) document.gap().table(history(entry));
    if (auto also = pointers(entry, view.query); !also.empty()) document.gap().paragraph(std::move(also));
  }
  return document;
}

}  // namespace gpuadvisor
