#include "gpuadvisor/calibration/panel.hpp"

#include <algorithm>
#include <optional>

namespace gpuadvisor {
namespace {

std::vector<SheetFit> linked_to(std::string_view reference, std::vector<SheetFit> sheets) {
  std::set<std::string_view> linked = {reference};
  std::vector<bool> is_linked(sheets.size());
  for (bool grew = true; grew;) {
    grew = false;
    for (std::size_t i = 0; i < sheets.size(); ++i) {
      const auto& effects = sheets[i].effects;
      if (is_linked[i] || std::none_of(effects.begin(), effects.end(),
                                       [&](const GpuEffect& effect) { return linked.contains(effect.gpu); })) {
        continue;
      }
      is_linked[i] = grew = true;
      for (const GpuEffect& effect : effects) linked.insert(effect.gpu);
    }
  }
  std::vector<SheetFit> found;
  for (std::size_t i = 0; i < sheets.size(); ++i) {
    if (is_linked[i]) found.push_back(std::move(sheets[i]));
  }
  return found;
}

/// Absent of networks that have none.
std::optional<double> half_batch_of(std::string_view network, const std::vector<BatchEffect>& effects) {
  const auto at = std::find_if(effects.begin(), effects.end(),
                               [&](const BatchEffect& effect) { return effect.network == network; });
  return at == effects.end() ? std::nullopt : std::optional(at->half_batch);
}

}  // namespace

Panel panel_of(std::vector<MeasurementSheet> sheets, const SpecTable& specs, std::string_view reference,
               bool adds_times) {
  Panel panel{reference, std::move(sheets), {}, {}, adds_times};
  panel.batches = batch_effects(panel.read, specs);
  for (const MeasurementSheet& sheet : panel.read) {
    for (MeasurementSheet& part : comparable_parts(with_known_batches(sheet))) {
      SheetFit fit = two_way_fit(at_equal_batch(part, panel.batches));
      panel.sheets.push_back({std::move(part), std::move(fit)});
    }
  }
  return panel;
}

std::vector<SheetFit> connected_sheets(const Panel& panel) {
  std::vector<SheetFit> fits;
  for (const FittedSheet& known : panel.sheets) fits.push_back(known.fit);
  return linked_to(panel.reference, std::move(fits));
}

std::vector<SheetFit> connected_sheets_without(const Panel& panel, const SpecTable& specs,
                                               const std::set<std::string_view>& left_out) {
  const auto is_told_by = [&](const Reading& reading) { return reading.batch && left_out.contains(reading.gpu); };
  const bool are_batches_known = std::none_of(panel.read.begin(), panel.read.end(), [&](const MeasurementSheet& sheet) {
    return std::any_of(sheet.readings.begin(), sheet.readings.end(), is_told_by);
  });
  const auto batches = are_batches_known ? panel.batches : batch_effects(panel.read, specs, left_out);
  const auto depends = [&](const Reading& reading) {
    return left_out.contains(reading.gpu) ||
           (reading.batch && half_batch_of(reading.network, batches) != half_batch_of(reading.network, panel.batches));
  };
  std::vector<SheetFit> fits;
  for (const FittedSheet& known : panel.sheets) {
    const auto& readings = known.sheet.readings;
    if (std::none_of(readings.begin(), readings.end(), depends)) {
      fits.push_back(known.fit);
      continue;
    }
    for (const MeasurementSheet& part : comparable_parts(known.sheet, left_out)) {
      fits.push_back(two_way_fit(at_equal_batch(part, batches)));
    }
  }
  return linked_to(panel.reference, std::move(fits));
}

std::vector<SheetFit> connected_sheets_without_dataset(const Panel& panel, std::string_view dataset) {
  std::vector<SheetFit> fits;
  for (const FittedSheet& known : panel.sheets) {
    if (known.fit.dataset != dataset) fits.push_back(known.fit);
  }
  return linked_to(panel.reference, std::move(fits));
}

std::set<std::string_view> gpus_of(const std::vector<SheetFit>& sheets, bool only_networks) {
  std::set<std::string_view> gpus;
  for (const SheetFit& sheet : sheets) {
    if (only_networks && sheet.kind_of_work != KindOfWork::networks) continue;
    for (const GpuEffect& effect : sheet.effects) gpus.insert(effect.gpu);
  }
  return gpus;
}

}  // namespace gpuadvisor
