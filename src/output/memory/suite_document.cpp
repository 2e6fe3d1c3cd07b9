#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/text.hpp"
#include "formats/json.hpp"
#include "gpuadvisor/core/money.hpp"
#include "memory_words.hpp"
#include "output/phrases/data_day.hpp"
#include "output/phrases/offer_words.hpp"
#include "output/phrases/source_text.hpp"
#include "suite_view.hpp"

namespace gpuadvisor {
namespace {

/// Characters per line from which models have their names as titles, and GPUs their prices.
constexpr std::size_t k_room_for_names = 112;

const std::vector<SuiteJob>& jobs_of(const SuiteView& view) { return view.answer.question.suite->jobs; }

/// Indexes of the models of which a batch is told for some GPU shown.
std::vector<std::size_t> told_models(const SuiteView& view) {
  std::vector<std::size_t> told;
  const auto rows = view.shown();
  for (std::size_t job = 0; job < jobs_of(view).size(); ++job) {
    const auto is_told = [&](const GpuSuiteFit& row) { return row.fit.batches[job].told().has_value(); };
    if (std::any_of(rows.begin(), rows.end(), is_told)) told.push_back(job);
  }
  return told;
}

std::string letter(std::size_t column) { return fmt::format("{}", static_cast<char>('a' + column % 26)); }

std::string batch_number(int batch) { return batch == 0 ? "no" : fmt::format("{}", batch); }

/// "8", "8 (4)" with the batch measured, "?" where nothing is known.
std::string batch_text(const SuiteBatch& batch) {
  const std::string estimated = batch.estimated ? batch_number(*batch.estimated) : "?";
  return batch.measured ? fmt::format("{} ({})", estimated, batch_number(*batch.measured)) : estimated;
}

/// "4 of 5", "1-5 of 5" where some are not known.
std::string count_text(const SuiteCount& count) {
  const int open = count.models - count.told;
  const std::string trained =
      open == 0 ? std::to_string(count.trained) : fmt::format("{}-{}", count.trained, count.trained + open);
  return fmt::format("{} of {}", trained, count.models);
}

Table gpu_table(const SuiteView& view, std::size_t room) {
  const bool has_room = room >= k_room_for_names;
  const bool is_by_size = view.answer.question.scope == MemoryScope::sizes;
  Table table{{{"GB", true}, {is_by_size ? "cheapest" : "GPU", false, true}, {"trains"}}, {}};
  if (has_room) table.columns.insert(table.columns.end(), {{"cond"}, {"price", true}});
  const auto models = told_models(view);
  for (std::size_t i = 0; i < models.size(); ++i) {
    table.columns.push_back({has_room ? std::string(jobs_of(view)[models[i]].model) : letter(i), true});
  }
  for (const GpuSuiteFit& row : view.shown()) {
    const auto& price = row.offer.price;
    std::vector<std::string> cells = {json_number(row.memory.nominal.value()), brief_name(*row.offer.gpu),
                                      count_text(row.fit.count)};
    if (has_room) {
      cells.push_back(price ? std::string(condition_word(price->condition)) : "-");
      cells.push_back(price ? money(price->today) : "-");
    }
    for (const std::size_t model : models) cells.push_back(batch_text(row.fit.batches[model]));
    table.add(std::move(cells), row.fit.count.verdict() == SuiteVerdict::none ? Style::dim : Style::plain);
  }
  return table;
}

/// What the letters of a narrow table stand for.
std::string letters_text(const SuiteView& view) {
  std::vector<std::string> parts;
  for (const std::size_t model : told_models(view)) {
    parts.push_back(fmt::format("{} {}", letter(parts.size()), jobs_of(view)[model].model));
  }
  return parts.empty() ? std::string() : enumeration(parts) + ".";
}

std::string legend(const SuiteView& view) {
  const std::string day = data_day(view.catalog);
  return fmt::format(
      "Numbers: the largest batch that fits by estimate, a power of two; in brackets the largest measured on that GPU; "
      "no: not even one sample; ?: unknown. trains: how many of these models; a range if some are unknown{}{}.",
      day.empty() ? "" : ". Prices: the lowest of their conditions, ", day);
}

/// The models that cannot be told for any GPU, by what is missing.
std::string untold_text(const SuiteView& view) {
  std::map<std::string_view, std::vector<std::string>> by_reason;
  for (const auto& [job, missing] : view.answer.models) {
    if (!missing.empty()) by_reason[missing].emplace_back(job->model);
  }
  std::string text;
  for (const auto& [reason, models] : by_reason) {
    text += fmt::format("{}{} (missing: {})", text.empty() ? "Not known: " : "; ", enumeration(models), reason);
  }
  return text;
}

}  // namespace

std::span<const GpuSuiteFit> SuiteView::shown() const {
  return std::span(answer.fits).first(limit == 0 ? answer.fits.size() : std::min(limit, answer.fits.size()));
}

std::vector<Warning> suite_warnings(const SuiteView& view) {
  std::vector<Warning> warnings = view.notes;
  const std::string untold = untold_text(view);
  if (!untold.empty()) warnings.push_back({"not-told", untold});
  const MemorySuite& suite = *view.answer.question.suite;
  if (!suite.note.empty()) warnings.push_back({"suite-note", fmt::format("Of the measured batches: {}", suite.note)});
  add_unknown(warnings, view.answer.unknown);
  return warnings;
}

Document document_of(const SuiteView& view, std::size_t room) {
  const MemorySuite& suite = *view.answer.question.suite;
  const Source* source = view.answer.source;
  Document document;
  document.title(fmt::format("Training the {} models of {}{}", suite.jobs.size(), suite.id,
                             source == nullptr ? "" : fmt::format(" ({})", source_title(*source))));
  document.gap().table(gpu_table(view, room));
  if (view.shown().empty()) document.paragraph("No GPU in the catalog fits.");
  document.gap();
  if (room < k_room_for_names) document.paragraph(letters_text(view));
  for (const Warning& warning : suite_warnings(view)) {
    if (!is_of_name(warning)) document.paragraph(warning.text + ".");
  }
  return document.paragraph(legend(view));
}

}  // namespace gpuadvisor
