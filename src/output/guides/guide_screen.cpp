#include "guide_screen.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/text.hpp"
#include "guide_text.hpp"
#include "output/phrases/figure_words.hpp"

namespace gpuadvisor {
namespace {

constexpr std::size_t k_editions = 15;
constexpr std::size_t k_lines = 17;  // of statements
constexpr std::size_t k_width = 76;  // of a line of a statement, at 80 columns

std::vector<const GuideStatement*> statements(const GuideView& view) {
  std::vector<const GuideStatement*> found;
  for (const GuideEntry& entry : view.entries) {
    for (const GuideStatement& said : entry.statements) found.push_back(&said);
  }
  return found;
}

/// "SAYS [figure; figure] (id)", after the edition where there are several.
std::string line_of(const GuideStatement& said, bool has_edition) {
  constexpr std::size_t k_figures = 3;
  std::vector<std::string> figures;
  for (const RuleFigure& figure : said.figures) figures.push_back(figure_text(figure));
  const bool is_cut = figures.size() > k_figures;
  if (is_cut) figures.resize(k_figures);
  const std::string in_brackets =
      figures.empty() ? "" : fmt::format(" [{}{}]", fmt::join(figures, "; "), is_cut ? "; ..." : "");
  return fmt::format("{}{}{} ({})", has_edition ? fmt::format("{}: ", said.guide->title) : "", said.says, in_brackets,
                     said.id);
}

/// As many of the first statements as a screen of 80 columns holds, at least one.
std::size_t statements_on_screen(const std::vector<const GuideStatement*>& said, bool has_edition) {
  std::size_t lines = 0;
  for (std::size_t i = 0; i < said.size(); ++i) {
    lines += line_of(*said[i], has_edition).size() / k_width + 1;
    if (lines > k_lines) return std::max<std::size_t>(i, 1);
  }
  return said.size();
}

/// As many words of `text` as `room` characters hold, with dots where some are missing.
std::string beginning(std::string_view text, std::size_t room) {
  constexpr std::string_view k_dots = " ...";
  if (text.size() <= room) return std::string(text);
  const auto end = text.rfind(' ', room - k_dots.size());
  return std::string(text.substr(0, end == std::string_view::npos ? 0 : end)) + std::string(k_dots);
}

std::string dated(const Guide& guide) { return guide.date ? guide.date->text() : "-"; }

void put_editions(Document& document, const GuideView& view) {
  const auto by_said = [](const GuideEntry& a, const GuideEntry& b) { return a.said < b.said; };
  const GuideEntry& most = *std::max_element(view.entries.begin(), view.entries.end(), by_said);
  document.title(fmt::format("{} of buying guides. The one with most statements is {}: {}, `gpuadvisor guides {}`.",
                             counted(view.entries.size(), "edition"), most.guide->title,
                             counted(most.said, "statement"), most.guide->id));
  Table table{{{"date"}, {"edition"}, {"statements", true}, {"kinds of buyers", true}}, {}};
  const ScreenRows rows = rows_on_screen(view);
  for (const GuideEntry& entry : std::span(view.entries).first(rows.shown)) {
    table.rows.push_back({dated(*entry.guide), std::string(entry.guide->id), std::to_string(entry.said),
                          std::to_string(entry.personas)});
  }
  document.gap().table(std::move(table)).gap();
  document.paragraph(
      "Search all: --search WORDS, --topic TOPIC, --gpu NAME. Titles, and how much of each is included: --explain. All "
      "editions: -n 0.");
}

/// The topics of one edition, each with the beginning of what it says first.
void add_topics(Document& document, const GuideEntry& entry) {
  constexpr std::size_t k_room = 54;
  std::vector<std::vector<std::string>> rows;
  std::vector<std::size_t> counts;
  std::optional<RuleTopic> topic;
  for (const GuideStatement& said : entry.statements) {
    if (topic != said.topic) {
      rows.push_back({std::string(enum_name(said.topic)), "", beginning(said.says, k_room)});
      counts.push_back(0);
    }
    topic = said.topic;
    ++counts.back();
  }
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i][1] = std::to_string(counts[i]);
  document.gap().table(Table{{{"topic"}, {"statements", true}, {"the first"}}, std::move(rows)});
}

/// "Dettmers, January 2023: 74 statements on 16 topics, and advice for 15 kinds of buyers."
void add_overview(Document& document, const GuideEntry& entry) {
  const Guide& guide = *entry.guide;
  std::vector<std::string> parts;
  if (!entry.statements.empty()) parts.push_back(counted(entry.statements.size(), "statement"));
  if (entry.personas > 0) parts.push_back("advice for " + counted(entry.personas, "kind of buyer", "kinds of buyers"));
  document.title(
      fmt::format("{}, by {}: {}.", guide.title, guide.author, parts.empty() ? "no statements" : enumeration(parts)));
  add_topics(document, entry);
  document.gap();
  std::vector<std::string> more;
  if (!entry.statements.empty())
    more.emplace_back("a topic: --topic TOPIC; all statements: -n 0, with notes: --explain");
  if (entry.personas > 0) more.push_back(fmt::format("the buyers: `picks --guide {}`", guide.id));
  if (entry.changes > 0)
    more.push_back(fmt::format("{} of its change log: --history", counted(entry.changes, "entry", "entries")));
  if (!more.empty()) document.paragraph(capitalised(fmt::format("{}.", fmt::join(more, "; "))));
}

/// "with "heat"", "on power", "of the TITAN RTX".
std::string asked_text(const GuideQuery& query) {
  std::string text;
  if (!query.filter.word.empty()) text += fmt::format(" with \"{}\"", printable(query.filter.word));
  if (query.filter.topic) text += fmt::format(" on {}", lower_case(topic_title(*query.filter.topic)));
  if (query.filter.gpu != nullptr) text += fmt::format(" on the {}", short_name(*query.filter.gpu));
  return text;
}

void put_statements(Document& document, const GuideView& view) {
  const auto all = statements(view);
  const ScreenRows rows = rows_on_screen(view);
  document.title(fmt::format("{}{} in {}{}", counted(all.size(), "statement"), asked_text(view.query),
                             view.entries.size() == 1 ? std::string(view.entries.front().guide->title)
                                                      : counted(view.entries.size(), "edition"),
                             rows.shown < all.size() ? fmt::format(", of these {}:", rows.shown) : ":"));
  document.gap();
  for (const GuideStatement* said : std::span(all).first(rows.shown))
    document.item(line_of(*said, view.entries.size() > 1));
  document.gap().paragraph(fmt::format("{}Notes, steps and sources: --explain; one alone: --rule ID.",
                                       rows.shown < all.size() ? "All of them: -n 0. " : ""));
}

/// What it says, then who and where.
void add_in_full(Document& document, const GuideStatement& said, const GuideEntry& entry) {
  document.title(std::string(said.says));
  for (const RuleFigure& figure : said.figures) document.item("- " + figure_text(figure));
  for (std::size_t i = 0; i < said.steps.size(); ++i) document.item(fmt::format("{}. {}", i + 1, said.steps[i]));
  if (!said.note.empty()) document.paragraph(fmt::format("Note: {}", said.note));
  document.gap().paragraph(fmt::format("Said by {}, topic {}. Source: {}.", said.guide->title, enum_name(said.topic),
                                       entry.source == nullptr || said.source != entry.source->id
                                           ? std::string(said.source)
                                           : fmt::format("{} ({})", entry.source->title, entry.source->id)));
}

}  // namespace

ScreenRows rows_on_screen(const GuideView& view) {
  if (!view.query.statements) {
    const std::size_t found = view.entries.size();
    const std::size_t limit = view.limit.value_or(k_editions);
    return {limit == 0 ? found : std::min(limit, found), found};
  }
  const auto all = statements(view);
  if (view.is_overview() || !view.query.filter.id.empty()) return {all.size(), all.size()};
  const std::size_t limit = view.limit ? *view.limit : statements_on_screen(all, view.entries.size() > 1);
  return {limit == 0 ? all.size() : std::min(limit, all.size()), all.size()};
}

Document guide_screen(const GuideView& view) {
  Document document;
  if (!view.query.statements) {
    put_editions(document, view);
  } else if (view.is_overview()) {
    for (const GuideEntry& entry : view.entries) add_overview(document.gap(), entry);
  } else if (!view.query.filter.id.empty()) {
    for (const GuideEntry& entry : view.entries) {
      for (const GuideStatement& said : entry.statements) add_in_full(document, said, entry);
    }
  } else {
    put_statements(document, view);
  }
  return document;
}

}  // namespace gpuadvisor
