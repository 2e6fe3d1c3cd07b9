#include <fmt/format.h>

#include <algorithm>

#include "core/text.hpp"
#include "guide_text.hpp"
#include "guide_view.hpp"
#include "output/phrases/data_day.hpp"

namespace gpuadvisor {
namespace {

std::string counted(std::size_t count, std::string_view one, std::string_view several) {
  return fmt::format("{} {}", count, count == 1 ? one : several);
}

/// "dettmers-2023-01: Dettmers, January 2023; 62 statements, 15 kinds of buyers; at hand: the decision chart".
std::string edition_text(const GuideEntry& entry) {
  std::vector<std::string> counts;
  if (entry.said > 0) counts.push_back(counted(entry.said, "statement", "statements"));
  if (entry.personas > 0) counts.push_back(counted(entry.personas, "kind of buyer", "kinds of buyers"));
  const Guide& guide = *entry.guide;
  return fmt::format("{}: {}{}{}{}{}", guide.id, guide.title, counts.empty() ? "" : "; ",
                     counts.empty() ? "" : enumeration(counts),
                     guide.covers.empty() ? "" : "; at hand: ", guide.covers);
}

std::string editions(const GuideView& view, const Page& page, bool header) {
  Table table{{{"date"}, {"edition", false, true}}, {}};
  for (const GuideEntry& entry : view.entries) {
    table.rows.push_back({entry.guide->date ? entry.guide->date->text() : "-", edition_text(entry)});
  }
  if (!header) return render(table, page, false);
  const std::string day = data_day(view.catalog);
  const std::string heading = fmt::format("{} of guides{}{}", counted(view.entries.size(), "edition", "editions"),
                                          day.empty() ? "" : ", ", day);
  return emphasised(wrapped(heading, page.width), Style::bold, page) + '\n' + render(table, page) + '\n' +
         wrapped("`gpuadvisor guides ID` tells what one says; --topic, --search and --gpu pick from all of them.",
                 page.width);
}

/// What the edition is, and how much of it is at hand.
std::string introduction(const GuideEntry& entry, const Page& page) {
  const Guide& guide = *entry.guide;
  std::string text = emphasised(wrapped(fmt::format("{} ({})", guide.title, guide.id), page.width), Style::bold, page);
  std::string facts =
      fmt::format("Author: {}. Date: {}.", guide.author, guide.date ? guide.date->text() : "not stated");
  if (!guide.covers.empty()) facts += fmt::format(" At hand: {}.", guide.covers);
  if (!guide.note.empty()) facts += fmt::format(" {}", guide.note);
  if (entry.source != nullptr) facts += fmt::format(" Source: {} ({}).", entry.source->title, entry.source->id);
  return text + wrapped(facts, page.width);
}

std::string item(const GuideStatement& said, std::size_t width) {
  const bool is_elsewhere = said.source != said.guide->source;
  const std::string source =
      is_elsewhere ? fmt::format("; {}{}", said.source, said.is_recalled ? ", recalled" : "") : "";
  std::string text = indented_item(fmt::format("{} ({}{})", said.says, said.id, source), width, 2);
  for (const RuleFigure& figure : said.figures) text += indented_item("- " + figure_text(figure), width, 4);
  for (std::size_t i = 0; i < said.steps.size(); ++i) {
    text += indented_item(fmt::format("{}. {}", i + 1, said.steps[i]), width, 4);
  }
  if (!said.note.empty()) text += indented_item(fmt::format("Note: {}", said.note), width, 4);
  return text;
}

std::string statements(const GuideEntry& entry, const Page& page, bool header) {
  std::string text;
  std::optional<RuleTopic> topic;
  for (const GuideStatement& said : entry.statements) {
    if (header && topic != said.topic) {
      text += '\n' + emphasised(std::string(topic_title(said.topic)) + '\n', Style::bold, page);
    }
    topic = said.topic;
    text += item(said, page.width);
  }
  return text;
}

std::string history(const GuideEntry& entry, const Page& page, bool header) {
  Table table{{{"date"}, {"change", false, true}}, {}};
  for (const GuideUpdate* update : entry.updates) {
    table.rows.push_back({update->date.text(), std::string(update->change)});
  }
  if (table.rows.empty()) return {};
  return (header ? "\n" : "") + render(table, page, header);
}

/// Where the rest of what the edition says is told; nothing when something was picked from it.
std::string pointers(const GuideEntry& entry, const GuideQuery& query, std::size_t width) {
  if (query.filter.topic || !query.filter.id.empty() || !query.filter.word.empty() || query.filter.gpu != nullptr) {
    return {};
  }
  std::vector<std::string> parts;
  if (entry.changes > 0 && !query.history) {
    parts.push_back(fmt::format("{} of its change log (--history)", counted(entry.changes, "entry", "entries")));
  }
  if (entry.personas > 0) {
    parts.push_back(fmt::format("{} that it advises (`gpuadvisor picks --guide {}`)",
                                counted(entry.personas, "kind of buyer", "kinds of buyers"), entry.guide->id));
  }
  return parts.empty() ? std::string() : '\n' + wrapped(fmt::format("Also: {}.", enumeration(parts)), width);
}

}  // namespace

std::string guide_table(const GuideView& view, const Page& page, bool header) {
  if (!view.query.statements && !view.query.history) return editions(view, page, header);
  std::string text;
  for (const GuideEntry& entry : view.entries) {
    if (header) text += (text.empty() ? "" : "\n") + introduction(entry, page);
    text += view.query.history ? history(entry, page, header) : statements(entry, page, header);
    if (header) text += pointers(entry, view.query, page.width);
  }
  return text;
}

}  // namespace gpuadvisor
