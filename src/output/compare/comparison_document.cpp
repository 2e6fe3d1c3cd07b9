#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "comparison_lines.hpp"
#include "comparison_text.hpp"
#include "comparison_view.hpp"
#include "comparison_words.hpp"
#include "core/text.hpp"
#include "output/memory/job_words.hpp"
#include "output/phrases/data_day.hpp"
#include "output/phrases/fact.hpp"
#include "output/phrases/figure_words.hpp"
#include "output/phrases/gpu_words.hpp"
#include "output/phrases/offer_words.hpp"
#include "report/number_text.hpp"

namespace gpuadvisor {
namespace {

/// What is told of each GPU, a column for each.
Table table_of(const ComparisonView& view) {
  Table table{.columns = {{""}}, .rows = {}, .splits = true};
  for (const ComparedGpu& gpu : view.comparison.gpus) {
    const std::string name = view.depth.is_explained ? std::string(short_name(*gpu.gpu)) : brief_name(*gpu.gpu);
    table.columns.push_back({with_count(gpu.count, name)});
  }
  for (Line& line : comparison_lines(view)) {
    line.cells.insert(line.cells.begin(), std::move(line.label));
    table.add(std::move(line.cells));
  }
  return table;
}

/// Whether a ratio is told with its interval.
bool has_intervals(const Comparison& comparison) {
  return std::any_of(comparison.verdicts.begin(), comparison.verdicts.end(), [](const WorkloadVerdict& verdict) {
    return std::any_of(verdict.speed.begin(), verdict.speed.end(),
                       [](const PairwiseRatio& duel) { return duel.ratio.low.has_value(); });
  });
}

/// What the figures mean.
std::string legend(const ComparisonView& view) {
  const Comparison& comparison = view.comparison;
  const bool has_index =
      std::any_of(comparison.verdicts.begin(), comparison.verdicts.end(),
                  [](const WorkloadVerdict& verdict) { return verdict.speed_kind == SpeedKind::index; });
  const std::string_view precision = comparison.question.precision == ScorePrecision::fp32 ? "FP32 or TF32" : "16 bits";
  std::string text = "In brackets: against the first GPU.";
  if (has_index) {
    const bool is_training = !comparison.question.workloads.front()->on_request;
    text += fmt::format(" speed: {}in {}, {} = 1.00, with its 80 % interval.", is_training ? "training " : "",
                        precision, view.catalog.reference_name);
  }
  text += fmt::format(" priority score: by the guides' order of importance, {} = 1.00; a ranking, not a speed.",
                      view.catalog.reference_name);
  if (!comparison.question.networks.empty()) {
    text += fmt::format(
        " tokens/s: for one user, in {}; inferred: from other models measured on the GPU, estimated: from its "
        "specifications.",
        format_name(comparison.question.networks.front().job.weights));
  }
  text +=
      " per $1000: at the newest price, of several the lowest; price: the second-lowest asked. ?: unknown, which does "
      "not mean no. Too close to call: less than 10 % apart";
  if (has_intervals(comparison)) {
    text += ", or within the 80 % interval of the ratio";
  }
  return text + "; prices count as exact.";
}

/// Which speeds rest on another vendor's GPUs.
std::vector<std::string> weak_estimates(const ComparisonView& view) {
  std::vector<std::string> names;
  for (const ComparedGpu& gpu : view.comparison.gpus) {
    const bool is_weak = std::any_of(gpu.figures.begin(), gpu.figures.end(), [](const WorkloadFigures& figures) {
      return figures.performance && !figures.performance->is_vendor_measured;
    });
    if (is_weak) names.emplace_back(short_name(*gpu.gpu));
  }
  if (names.empty()) return {};
  return {fmt::format("{}: estimated from another vendor's GPUs, so the interval is wide.", enumeration(names))};
}

/// Each GPU's warnings, those that several share once.
std::vector<std::string> notes(const ComparisonView& view) {
  std::vector<std::pair<std::string, std::vector<std::string>>> found;
  for (const ComparedGpu& gpu : view.comparison.gpus) {
    for (const Warning& warning : gpu.warnings) {
      if (warning.id == "old-price" || warning.id == "list-price") continue;  // the prices tell
      auto note =
          std::find_if(found.begin(), found.end(), [&](const auto& other) { return other.first == warning.text; });
      if (note == found.end()) note = found.insert(found.end(), {warning.text, {}});
      note->second.emplace_back(short_name(*gpu.gpu));
    }
  }
  std::vector<std::string> lines = weak_estimates(view);
  for (const auto& [text, names] : found) lines.push_back(fmt::format("{}: {}.", enumeration(names), text));
  return lines;
}

/// Who leads in what: by kind of work; then what only some have, and what guides say.
void add_verdicts(Sheet& sheet, const ComparisonView& view) {
  Document work;
  std::vector<std::string> features;
  std::vector<std::string> guides;
  const Workload* last = nullptr;
  for (VerdictText& verdict : verdict_texts(view)) {
    if (verdict.workload == nullptr) {
      (verdict.topic == "guide" ? guides : features).push_back(std::move(verdict.text));
      continue;
    }
    if (verdict.workload != last) work.heading(std::string(verdict.workload->title), 3);
    last = verdict.workload;
    work.item(std::move(verdict.text));
  }
  sheet.fact(Fact::work).more(std::move(work));
  sheet.fact(Fact::features).more(std::move(features));
  sheet.fact(Fact::guides).more(std::move(guides));
}

/// What the figures of a screen mean.
std::string short_legend(const ComparisonView& view) {
  const bool is_index = view.comparison.verdicts.front().speed_kind == SpeedKind::index;
  const std::string day = data_day(view.catalog);
  return fmt::format("{}: {} = 1.00{}{}{}. In brackets: {} = 1.{} More: --explain, -w.",
                     is_index ? "speed" : "score, a ranking, not a speed", view.catalog.reference_name,
                     is_index ? ", ~ estimated" : "", day.empty() ? "" : "; ", day,
                     with_count(view.comparison.gpus.front().count, brief_name(*view.comparison.gpus.front().gpu)),
                     view.comparison.verdicts.size() > 1 ? " Ranges: by kind of work." : "");
}

/// "A card needs the rest of a computer, which the others have: about $1,262 (October, in GR). With it, the RTX 3090
/// gives 3.56 times the speed for the money."; empty where no whole machine is beside a card.
std::string computer_text(const Comparison& comparison) {
  const auto& computer = comparison.computer;
  if (!computer) return {};
  std::vector<std::string> machines;
  for (const ComparedGpu& gpu : comparison.gpus) {
    if (goods_of(*gpu.gpu) == Goods::machine) machines.push_back("the " + brief_name(*gpu.gpu));
  }
  const bool is_one = machines.size() == 1;
  std::string text = fmt::format("{} {}; a card needs the rest of one", capitalised(enumeration(machines)),
                                 is_one ? "is a whole computer" : "are whole computers");
  if (!computer->price) return text + '.';
  const HostPart& quote = *computer->quote;
  text += fmt::format(", about {} ({}{})", money(*computer->price), month_name(quote.date),
                      quote.region.empty() ? "" : fmt::format(", in {}", quote.region));
  const auto& ratio = comparison.value_with_computer;
  if (!ratio) return text + '.';
  const PairwiseRatio& duel = comparison.verdicts.front().value.front();
  const auto name = [&](std::size_t at) {
    return with_count(comparison.gpus[at].count, brief_name(*comparison.gpus[at].gpu));
  };
  return text + fmt::format(": with it, the {} {} {} times the speed for the money of the {}.", name(duel.gpu),
                            comparison.gpus[duel.gpu].count > 1 ? "give" : "gives", rounded(ratio->ratio),
                            name(duel.against));
}

}  // namespace

Document document_of(const ComparisonView& view) {
  Document lead;
  std::vector<std::string> words = choice_words(view);
  lead.title(words.front()).paragraphs({words.begin() + 1, words.end()}).paragraph(computer_text(view.comparison));
  Sheet sheet;
  sheet.lead(lead.gap().table(table_of(view)).gap());
  add_verdicts(sheet, view);
  sheet.fact(Fact::beware).more(notes(view));
  sheet.fact(Fact::legend).more(legend(view));
  return sheet.last_on_screen(short_legend(view)).document(view.depth);
}

}  // namespace gpuadvisor
