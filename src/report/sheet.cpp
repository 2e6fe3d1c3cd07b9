#include "sheet.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/text.hpp"
#include "gpuadvisor/core/error.hpp"
#include "report/mapped.hpp"

namespace gpuadvisor {
namespace {

bool is_empty(const Document& document) { return document.blocks().empty(); }

}  // namespace

Sheet& Sheet::lead(Document document) {
  m_lead.append(std::move(document));
  return *this;
}

Sheet& Sheet::fact(std::string_view name, std::string text) {
  m_facts.push_back({std::string(name), std::move(text)});
  return *this;
}

Sheet& Sheet::fact(std::string_view name, Document shown) {
  m_facts.push_back({std::string(name), "", std::move(shown)});
  return *this;
}

Sheet& Sheet::more(std::string text) {
  m_facts.back().more.item(std::move(text));
  return *this;
}

Sheet& Sheet::more(std::vector<std::string> texts) {
  m_facts.back().more.items(std::move(texts));
  return *this;
}

Sheet& Sheet::more(Table table) {
  m_facts.back().more.table(std::move(table), 2);
  return *this;
}

Sheet& Sheet::more(Document document) {
  m_facts.back().more.append(std::move(document));
  return *this;
}

Sheet& Sheet::last(std::string text) {
  m_last.push_back(std::move(text));
  return *this;
}

Sheet& Sheet::last(std::vector<std::string> texts) {
  std::ranges::move(texts, std::back_inserter(m_last));
  return *this;
}

Sheet& Sheet::last_on_screen(std::string text) {
  m_last_on_screen.push_back(std::move(text));
  return *this;
}

Document Sheet::Fact::explained() const {
  Document document;
  if (text.empty() && is_empty(shown) && is_empty(more)) return document;
  return document.heading(capitalised(name)).item(text).append(shown).append(more);
}

Document Sheet::screen() const {
  Document document = m_lead;
  Table empty{{{m_names}, {m_texts, false, true}}, {}};
  empty.has_titles = m_names.empty();  // then an empty line is before them
  Table lines = empty;
  for (const Fact& fact : m_facts) {
    if (!fact.text.empty()) lines.add({fact.name, fact.text});
    if (is_empty(fact.shown)) continue;
    document.table(std::exchange(lines, empty)).append(fact.shown);
  }
  document.table(std::move(lines));
  if (document.blocks().size() > m_lead.blocks().size()) document.gap();
  return document.paragraphs(m_last).paragraphs(m_last_on_screen);
}

Document Sheet::of_one(std::string_view name) const {
  const auto found = std::ranges::find(m_facts, name, &Fact::name);
  if (found == m_facts.end()) {
    throw UsageError(
        fmt::format("--explain: expected one of {}, found \"{}\"",
                    joined(mapped(m_facts, [](const Fact& fact) { return std::string_view(fact.name); }), ", "), name));
  }
  Document document = found->explained();
  return is_empty(document) ? document.heading(capitalised(found->name)).item("Nothing is known of it.") : document;
}

Document Sheet::document(const Depth& depth) const {
  if (!depth.is_explained) return screen();
  if (!depth.fact.empty()) return of_one(depth.fact);
  Document document = m_lead;
  for (const Fact& fact : m_facts) document.append(fact.explained());
  if (!m_last.empty()) document.gap();
  return document.paragraphs(m_last);
}

}  // namespace gpuadvisor
