#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "formats/json.hpp"
#include "measured_view.hpp"
#include "output/phrases/figure_words.hpp"
#include "output/phrases/offer_words.hpp"

namespace gpuadvisor {
namespace {

/// Whether the rows differ in what `member` tells.
template <class Value>
bool differ(std::span<const MeasuredValue> rates, Value Measurement::*member) {
  return std::any_of(rates.begin(), rates.end(), [&](const MeasuredValue& rate) {
    return rate.measurement->*member != rates.front().measurement->*member;
  });
}

std::string times_text(const MeasuredValue& rate) { return rate.times ? fmt::format("{:.3f}", *rate.times) : "-"; }

/// Columns that would say the same in every row are left out, but for the first and the value.
Table rates_table(const MeasuredView& view) {
  const bool has_datasets = differ(view.rates, &Measurement::dataset);
  const bool has_counts = differ(view.rates, &Measurement::gpu_count);
  const bool has_precisions = differ(view.rates, &Measurement::precision);
  Table table{{{"GPU"}, {"model"}}, {}};
  if (has_counts) table.columns.push_back({"GPUs", true});
  if (has_precisions) table.columns.push_back({"precision"});
  table.columns.push_back({"batch", true});
  table.columns.push_back({"value", true});
  table.columns.push_back({"unit"});
  if (view.question.against != nullptr) table.columns.push_back({"times", true});
  if (has_datasets) table.columns.push_back({"dataset", false, true});
  for (const MeasuredValue& rate : view.rates) {
    const Measurement& one = *rate.measurement;
    std::vector<std::string> row = {brief_name(*rate.gpu), std::string(one.model)};
    if (has_counts) row.push_back(std::to_string(one.gpu_count));
    if (has_precisions) row.emplace_back(enum_name(one.precision));
    row.push_back(one.batch ? std::to_string(*one.batch) : "-");
    row.push_back(json_number(one.value));
    row.emplace_back(one.unit);
    if (view.question.against != nullptr) row.push_back(times_text(rate));
    if (has_datasets) row.emplace_back(one.dataset);
    table.add(std::move(row));
  }
  return table;
}

std::string legend(const MeasuredView& view) {
  const bool has_one_dataset = !differ(view.rates, &Measurement::dataset);
  std::string text = has_one_dataset
                         ? fmt::format("Their source: `gpuadvisor sources {}`.", view.rates.front().measurement->source)
                         : "Their sources: `gpuadvisor sources SOURCE`; ids: --format csv.";
  if (view.question.against != nullptr) {
    text += fmt::format(
        " times: how many times as fast as the {} with the same model and settings, at the same batch, or at its own "
        "if a dataset fills the memory of each GPU.",
        brief_name(*view.question.against));
  }
  return text;
}

}  // namespace

Document document_of(const MeasuredView& view) {
  Document document;
  const Measurement& first = *view.rates.front().measurement;
  document.title(differ(view.rates, &Measurement::dataset)
                     ? counted(view.found, "measurement") + ", as published."
                     : fmt::format("{} of {}, as published {}.", counted(view.found, "measurement"), first.dataset,
                                   first.published.text()));
  return document.gap().table(rates_table(view)).gap().paragraph(legend(view));
}

}  // namespace gpuadvisor
