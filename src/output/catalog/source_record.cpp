#include "core/text.hpp"
#include "output/phrases/shared_records.hpp"
#include "output/phrases/source_text.hpp"
#include "report/flat.hpp"
#include "source_report.hpp"

namespace gpuadvisor {
namespace {

struct SourceQuery {
  const SourceReport* report = nullptr;
};

/// A source, and what it supplies.
struct SourceResult {
  const SourceUsage* usage = nullptr;
};

std::vector<SourceResult> results(const SourceReport& report) {
  std::vector<SourceResult> found;
  for (const SourceUsage& usage : report.sources) found.push_back({&usage});
  return found;
}

std::vector<Warning> report_warnings(const SourceReport& report) {
  if (report.gpu_note.empty()) return {};
  return {{"misnomer", std::string(report.gpu_note)}};
}

}  // namespace

template <>
const Record<SourceQuery>& record() {
  static const auto k_record =
      Record<SourceQuery>("query", "What was asked")
          .member("ids", "Sources by id; empty: all", [](const auto& query) { return query.report->ids; })
          .ids()
          .member("grades", "Any of them; empty: all", [](const auto& query) { return query.report->grades; })
          .member("gpu", "What they are to stand behind; null: the whole catalog",
                  [](const auto& query) {
                    const Gpu* gpu = query.report->gpu;
                    return gpu == nullptr ? std::nullopt : std::optional(gpu->id);
                  })
          .id();
  return k_record;
}

template <>
const Record<SourceUsage>& record() {
  static const auto k_record =
      Record<SourceUsage>("supplies", "What it supplies")
          .member<&SourceUsage::gpus>("gpus", "GPUs that have figures from it")
          .least(0)
          .member<&SourceUsage::figures>("figures", "These figures, all together")
          .least(0)
          .member<&SourceUsage::fields>("fields", "Their keys, each once")
          .member("field_list", "The keys of these figures, each once",
                  [](const SourceUsage& usage) {
                    return usage.fields.empty() ? std::nullopt : std::optional(joined(usage.fields, ";"));
                  })
          .flat_only()
          .member<&SourceUsage::compared>("compared", "GPUs whose figures were compared with it")
          .least(0)
          .member<&SourceUsage::prices>("prices", "Quotes")
          .least(0)
          .member<&SourceUsage::first_price>("first_price", "Of the earliest quote")
          .member<&SourceUsage::last_price>("last_price", "Of the latest quote")
          .member<&SourceUsage::measurements>("measurements", "Of GPUs of the catalog")
          .least(0)
          .member<&SourceUsage::scored_gpus>("scored_gpus", "GPUs whose performance index rests on it")
          .least(0)
          .member<&SourceUsage::speedups>("speedups", "Speed-ups of several GPUs that rest on it")
          .least(0)
          .member<&SourceUsage::support_events>("support_events", "Of software for an architecture")
          .least(0)
          .member<&SourceUsage::networks>("networks", "Whose shape is from it")
          .least(0)
          .member<&SourceUsage::rules>("rules", "Orders of importance, memory floors, the reference card")
          .least(0);
  return k_record;
}

template <>
const Record<SourceResult>& record() {
  static const auto k_record =
      Record<SourceResult>("source", "One source")
          .member("id", "Stable key", [](const auto& result) { return result.usage->source->id; })
          .id()
          .member("title", "What it is called", [](const auto& result) { return result.usage->source->title; })
          .member("publisher", "Who publishes it", [](const auto& result) { return result.usage->source->publisher; })
          .member("date", "Of the page or of the copy that was read",
                  [](const auto& result) { return result.usage->source->date; })
          .member("grade", "How its figures came about", [](const auto& result) { return result.usage->source->grade; })
          .member("address", "Where it is found",
                  [](const auto& result) { return unless_empty(result.usage->source->address); })
          .member("licence", "Where it states one",
                  [](const auto& result) { return unless_empty(result.usage->source->licence); })
          .member("attribution", "The credit to give when passing on its figures",
                  [](const auto& result) {
                    std::string credit = attribution(*result.usage->source);
                    return credit.empty() ? std::nullopt : std::optional(std::move(credit));
                  })
          .member("note", "Caveats", [](const auto& result) { return unless_empty(result.usage->source->note); })
          .member(
              "supplies", "What it supplies", [](const auto& result) -> const auto& { return *result.usage; });
  return k_record;
}

template <>
const Record<SourceReport>& record() {
  static const auto k_record =
      answer_record<SourceReport>("sources", "sources", "Sources, and what each supplies")
          .member("query", "What was asked", [](const auto& report) { return SourceQuery{&report}; })
          .member("results", "By id", [](const auto& report) { return results(report); })
          .member("warnings", "About the name asked for", [](const auto& report) { return report_warnings(report); });
  return k_record;
}

std::string source_report_json(const SourceReport& report) { return json_text(value_of(report)); }

Records source_records(const SourceReport& report) {
  return flat_records(value_of(report), record<SourceReport>().shape(), "results[]",
                      {{"id", "results[].id"},
                       {"title", "results[].title"},
                       {"publisher", "results[].publisher"},
                       {"date", "results[].date"},
                       {"grade", "results[].grade"},
                       {"address", "results[].address"},
                       {"licence", "results[].licence"},
                       {"attribution", "results[].attribution"},
                       {"note", "results[].note"},
                       {"gpus", "results[].supplies.gpus"},
                       {"figures", "results[].supplies.figures"},
                       {"fields", "results[].supplies.field_list"},
                       {"compared", "results[].supplies.compared"},
                       {"prices", "results[].supplies.prices"},
                       {"first_price", "results[].supplies.first_price"},
                       {"last_price", "results[].supplies.last_price"},
                       {"measurements", "results[].supplies.measurements"},
                       {"scored_gpus", "results[].supplies.scored_gpus"},
                       {"speedups", "results[].supplies.speedups"},
                       {"support_events", "results[].supplies.support_events"},
                       {"networks", "results[].supplies.networks"},
                       {"rules", "results[].supplies.rules"}});
}

}  // namespace gpuadvisor
