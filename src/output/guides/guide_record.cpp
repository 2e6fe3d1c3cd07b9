
#include "guide_text.hpp"
#include "guide_view.hpp"
#include "output/phrases/shared_records.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

}  // namespace

template <>
Record<GuideQuery> description() {
  return Record<GuideQuery>("query", "What was asked")
      .member<&GuideQuery::ids>("ids", "Editions by id; empty: all", ids())
      .member<&GuideQuery::filter, &StatementFilter::topic>("topic", "Only statements about it; null: any")
      .member<&GuideQuery::filter, &StatementFilter::id>("rule", "Only the statement of this id; null: any", id(),
                                                         or_null())
      .member<&GuideQuery::filter, &StatementFilter::word>("search", "Only statements with this text; null: any",
                                                           or_null())
      .member("gpu", "Only what is said of it; null: any", id(), or_null(),
              [](const auto& query) { return query.filter.gpu == nullptr ? std::string_view() : query.filter.gpu->id; })
      .member<&GuideQuery::history>("history", "Whether the change logs were asked for");
}

template <>
Record<RuleFigure> description() {
  return Record<RuleFigure>("figure", "A number", Layout::one_line)
      .member<&RuleFigure::what>("what", "What it is of")
      .member<&RuleFigure::value>("value", "The number; the lowest of a range")
      .member<&RuleFigure::to>("to", "The highest of a range")
      .member<&RuleFigure::unit>("unit", "Null: a plain number", or_null())
      .member("text", "In words", flat_only(), [](const auto& figure) { return figure_text(figure); });
}

template <>
Record<GuideStatement> description() {
  return Record<GuideStatement>("statement", "Something that it says")
      .member<&GuideStatement::kind>("kind", "Which table of the data it is from")
      .member<&GuideStatement::id>("id", "Unique within the guide and kind", id())
      .member<&GuideStatement::topic>("topic", "What it is about")
      .member<&GuideStatement::says>("says", "In this program's words")
      .member<&GuideStatement::figures>("figures", "Its numbers")
      .member<&GuideStatement::steps>("steps", "In order, where it is a list")
      .member<&GuideStatement::gpus, &Gpu::id>("gpus", "GPUs of the catalog that it is about", ids())
      .member<&GuideStatement::workloads>("workloads", "That it is for; empty: any", ids())
      .member<&GuideStatement::note>("note", "How it was read", or_null())
      .member<&GuideStatement::source>("source", "Where it is from", id());
}

template <>
Record<GuideUpdate> description() {
  return Record<GuideUpdate>("update", "An entry of the change log")
      .member<&GuideUpdate::date>("date", "When")
      .member<&GuideUpdate::change>("change", "What changed")
      .member<&GuideUpdate::gpus>("gpus", "GPUs that it added or dropped", ids())
      .member<&GuideUpdate::source>("source", "Where it is from", id());
}

template <>
Record<GuideEntry> description() {
  return Record<GuideEntry>("guide", "An edition")
      .member<&GuideEntry::guide, &Guide::id>("id", "Stable key", id())
      .member<&GuideEntry::guide, &Guide::title>("title", "In few words, with its date")
      .member<&GuideEntry::guide, &Guide::author>("author", "Who wrote it")
      .member<&GuideEntry::guide, &Guide::date>("date", "Of the edition")
      .member<&GuideEntry::guide, &Guide::covers>("covers", "How much of it is at hand, where that is not all",
                                                  or_null())
      .member<&GuideEntry::guide, &Guide::note>("note", "How it was read", or_null())
      .member<&GuideEntry::guide, &Guide::source>("source", "Where it is from", id())
      .member<&GuideEntry::said>("said", "Statements on record", least(0))
      .member<&GuideEntry::personas>("personas", "Kinds of buyers that it advises", least(0))
      .member<&GuideEntry::statements>("statements",
                                       "What it says of what was asked; empty where editions alone are listed")
      .member<&GuideEntry::updates>("history", "Its change log, where asked for; the newest first");
}

template <>
Record<GuideView> description() {
  return answer_record<GuideView>("guides", "guides", "Editions of guides, and what they say")
      .member(
          "query", "What was asked", [](const auto& view) -> const auto& { return view.query; })
      .member("results", "The newest first; those that say nothing of what was asked are left out",
              [](const auto& view) { return std::span(view.entries); })
      .member("warnings", "About the name asked for",
              [](const auto& view) {
                std::vector<Warning> warnings;
                if (!view.query.gpu_note.empty()) warnings.push_back({"misnomer", std::string(view.query.gpu_note)});
                return warnings;
              })
      .rows("results[].history[]", {"guide: id", "date", "change", "gpus[;]", "source"},
            [](const GuideView& view) { return view.query.history; })
      .rows("results[].statements[]",
            {"id", "guide: results[].id", "date", "kind", "topic", "says", "figures: figures[; ].text", "steps[; ]",
             "gpus[;]", "workloads[;]", "note", "source"},
            [](const GuideView& view) { return view.query.statements; })
      .rows("results[]", {"id", "title", "author", "date", "covers", "note", "said", "personas", "source"});
}

}  // namespace gpuadvisor
