#pragma once

#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "gpuadvisor/core/enum_names.hpp"
#include "gpuadvisor/report/depth.hpp"
#include "gpuadvisor/report/document.hpp"

namespace gpuadvisor {

/// An answer for people in which each fact is said once. First what is always shown, the verdict and its tables; then
/// facts, each with a name, what the screen shows of it, and what --explain adds below; then the last words.
class Sheet {
 public:
  Sheet() = default;
  /// With titles of the table of facts, which Markdown and HTML show.
  Sheet(std::string names, std::string texts) : m_names(std::move(names)), m_texts(std::move(texts)) {}

  /// Before the facts, at every depth where all are asked for.
  Sheet& lead(Document document);

  /// A fact as a line; lines that follow each other are a table below an empty line. Without a text the screen does not
  /// show it; explained it is there where something belongs below it.
  Sheet& fact(std::string_view name, std::string text);
  /// A fact that the screen shows as these blocks, without its name.
  Sheet& fact(std::string_view name, Document shown);
  /// The same by a name of an enum.
  template <class Enum, class Shown = std::string>
  requires std::is_enum_v<Enum> Sheet& fact(Enum name, Shown shown = {}) {
    return fact(enum_name(name), std::move(shown));
  }

  /// Below the fact before: a sentence, several, or blocks. Empty ones add nothing.
  Sheet& more(std::string text);
  Sheet& more(std::vector<std::string> texts);
  Sheet& more(Table table);
  Sheet& more(Document document);

  /// After the facts, at every depth where all are asked for; the second on the screen alone.
  Sheet& last(std::string text);
  Sheet& last(std::vector<std::string> texts);
  Sheet& last_on_screen(std::string text);

  /// Throws UsageError where the fact that is asked for is none of these.
  [[nodiscard]] Document document(const Depth& depth) const;

 private:
  struct Fact {
    std::string name;
    std::string text;     // of a line
    Document shown = {};  // of a fact that is no line
    Document more = {};

    [[nodiscard]] Document explained() const;
  };

  [[nodiscard]] Document screen() const;
  [[nodiscard]] Document of_one(std::string_view name) const;

  std::string m_names;
  std::string m_texts;
  Document m_lead;
  std::vector<Fact> m_facts;
  std::vector<std::string> m_last;
  std::vector<std::string> m_last_on_screen;
};

}  // namespace gpuadvisor
