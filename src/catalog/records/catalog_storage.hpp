#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gpuadvisor/catalog/catalog.hpp"
#include "guide_records.hpp"

namespace gpuadvisor {

/// Owns what the records of a loaded catalog point to; nothing kept ever moves.
class TextStorage {
 public:
  std::string_view keep(std::string_view text) { return m_texts.emplace_back(text); }
  template <class Item>
  std::span<const Item> keep(std::vector<Item> list) {
    const auto kept = std::make_shared<const std::vector<Item>>(std::move(list));
    m_lists.push_back(kept);
    return *kept;
  }

 private:
  std::deque<std::string> m_texts;
  std::vector<std::shared_ptr<const void>> m_lists;
};

/// A loaded catalog's text and tables, and the catalog that it was laid over.
struct CatalogStorage {
  Catalog base;
  TextStorage text;
  std::vector<Source> sources;
  std::vector<Gpu> gpus;
  std::vector<Price> prices;
  std::vector<std::uint32_t> first_price;
  std::vector<SupportEvent> support;
  std::vector<Workload> workloads;
  std::vector<MemoryFloor> memory_floors;
  std::vector<DeploymentRule> deployment_rules;
  std::vector<Feature> features;
  std::vector<ArchitectureFeature> architecture_features;
  std::vector<FeatureFigure> feature_figures;
  std::vector<Network> networks;
  std::vector<ScoreModel> score_models;
  std::vector<Score> scores;
  std::vector<Speedup> speedups;
  std::optional<ScoreReference> reference;
  std::string_view default_workload;
  std::vector<std::string_view> recalled_sources;
  std::vector<std::string_view> avoided_gpus;
  std::optional<PartialDate> newest_price;
  GuideRecords guides;
};

}  // namespace gpuadvisor
