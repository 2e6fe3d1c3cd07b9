#include "core/text.hpp"
#include "output/phrases/shared_records.hpp"
#include "output/phrases/source_text.hpp"
#include "source_report.hpp"

namespace gpuadvisor {
namespace {

std::vector<Warning> report_warnings(const SourceReport& report) {
  if (report.gpu_note.empty()) return {};
  return {{"misnomer", std::string(report.gpu_note)}};
}

Record<SourceReport> source_query_record() {
  return Record<SourceReport>("query", "What was asked")
      .member<&SourceReport::ids>("ids", "Sources by id; empty: all", ids())
      .member<&SourceReport::grades>("grades", "Any of them; empty: all")
      .member("gpu", "What they are to stand behind; null: the whole catalog", id(), [](const SourceReport& report) {
        const Gpu* gpu = report.gpu;
        return gpu == nullptr ? std::nullopt : std::optional(gpu->id);
      });
}

}  // namespace

template <>
Record<SourceUsage> description() {
  return Record<SourceUsage>("supplies", "What it supplies")
      .member<&SourceUsage::gpus>("gpus", "GPUs that have figures from it", least(0))
      .member<&SourceUsage::figures>("figures", "These figures, all together", least(0))
      .member<&SourceUsage::fields>("fields", "Their keys, each once")
      .member("field_list", "The keys of these figures, each once", flat_only(),
              [](const SourceUsage& usage) {
                return usage.fields.empty() ? std::nullopt : std::optional(joined(usage.fields, ";"));
              })
      .member<&SourceUsage::compared>("compared", "GPUs whose figures were compared with it", least(0))
      .member<&SourceUsage::prices>("prices", "Quotes", least(0))
      .member<&SourceUsage::first_price>("first_price", "Of the earliest quote")
      .member<&SourceUsage::last_price>("last_price", "Of the latest quote")
      .member<&SourceUsage::rents>("rents", "Prices of rented GPUs", least(0))
      .member<&SourceUsage::electricity>("electricity", "Prices of electricity", least(0))
      .member<&SourceUsage::hosts>("hosts", "Prices of parts of machines, their power, circuits", least(0))
      .member<&SourceUsage::measurements>("measurements", "Of GPUs of the catalog", least(0))
      .member<&SourceUsage::scored_gpus>("scored_gpus", "GPUs whose performance index rests on it", least(0))
      .member<&SourceUsage::speedups>("speedups", "Speed-ups of several GPUs that rest on it", least(0))
      .member<&SourceUsage::support_events>("support_events", "Of software for an architecture", least(0))
      .member<&SourceUsage::networks>("networks", "Whose shape is from it", least(0))
      .member<&SourceUsage::rules>("rules", "Orders of importance, memory floors, the reference card", least(0));
}

namespace {

Record<SourceUsage> source_result_record() {
  return Record<SourceUsage>("source", "One source")
      .member<&SourceUsage::source, &Source::id>("id", "Stable key", id())
      .member<&SourceUsage::source, &Source::title>("title", "What it is called")
      .member<&SourceUsage::source, &Source::publisher>("publisher", "Who publishes it")
      .member<&SourceUsage::source, &Source::date>("date", "Of the page or of the copy that was read")
      .member<&SourceUsage::source, &Source::grade>("grade", "How its figures came about")
      .member<&SourceUsage::source, &Source::address>("address", "Where it is found", or_null())
      .member<&SourceUsage::source, &Source::licence>("licence", "Where it states one", or_null())
      .member<&SourceUsage::source, &attribution>("attribution", "The credit to give when passing on its figures",
                                                  or_null())
      .member<&SourceUsage::source, &Source::note>("note", "Caveats", or_null())
      .member("supplies", "What it supplies", std::identity());
}

}  // namespace

template <>
Record<SourceReport> description() {
  return answer_record<SourceReport>("sources", "sources", "Sources, and what each supplies")
      .member<as<source_query_record>>("query", "What was asked")
      .member<&SourceReport::sources, as<source_result_record>>("results", "By id")
      .member("warnings", "About the name asked for", [](const auto& report) { return report_warnings(report); })
      .rows("results[]", {"id",
                          "title",
                          "publisher",
                          "date",
                          "grade",
                          "address",
                          "licence",
                          "attribution",
                          "note",
                          "supplies.gpus",
                          "supplies.figures",
                          "fields: supplies.field_list",
                          "supplies.compared",
                          "supplies.prices",
                          "supplies.first_price",
                          "supplies.last_price",
                          "supplies.measurements",
                          "supplies.scored_gpus",
                          "supplies.rents",
                          "supplies.electricity",
                          "supplies.hosts",
                          "supplies.speedups",
                          "supplies.support_events",
                          "supplies.networks",
                          "supplies.rules"});
}

}  // namespace gpuadvisor
