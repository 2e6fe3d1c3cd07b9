#include "gpuadvisor/calibration/panel.hpp"

#include <algorithm>

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

}  // namespace

SpecTable spec_table(const Catalog& catalog, const Workload& workload) {
  const ScoreReference& reference = *catalog.reference();
  const std::string_view vendor = catalog.gpu(reference.gpu)->vendor;
  SpecTable table;
  for (const Gpu& gpu : catalog.gpus()) {
    table[gpu.id] = {workload.adds_times ? time_features_of(gpu, reference) : features_of(gpu, reference),
                     gpu.architecture, gpu.vendor != vendor};
  }
  return table;
}

Panel panel_of(const std::vector<Sheet>& sheets, std::string_view reference, bool adds_times) {
  Panel panel{reference, {}, adds_times};
  for (const Sheet& sheet : sheets) {
    for (Sheet& part : comparable_parts(sheet)) {
      SheetFit fit = two_way_fit(part);
      panel.sheets.push_back({std::move(part), std::move(fit)});
    }
  }
  return panel;
}

std::vector<SheetFit> connected_sheets(const Panel& panel) { return connected_sheets_without(panel, {}); }

std::vector<SheetFit> connected_sheets_without(const Panel& panel, const std::set<std::string_view>& left_out) {
  std::vector<SheetFit> fits;
  for (const FittedSheet& known : panel.sheets) {
    const auto& effects = known.fit.effects;
    if (std::none_of(effects.begin(), effects.end(),
                     [&](const GpuEffect& effect) { return left_out.contains(effect.gpu); })) {
      fits.push_back(known.fit);
      continue;
    }
    for (const Sheet& part : comparable_parts(known.sheet, left_out)) fits.push_back(two_way_fit(part));
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
