#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "record_reader.hpp"

namespace gpuadvisor {

/// The records of a kind, those of the base and the layers merged by id.
template <class Record>
struct KeyedTable {
  std::vector<Record> records;
  std::map<std::string_view, std::size_t> index;  // by id
};

template <class Record>
KeyedTable<Record> keyed(std::span<const Record> base) {
  KeyedTable<Record> table{{base.begin(), base.end()}, {}};
  for (const Record& record : base) table.index.emplace(record.id, table.index.size());
  return table;
}

template <class Record>
using ParsedRecords = std::vector<ParsedRecord<Record>>;

/// What loading has read so far: the tables that merge by id, and every record as its document gives it, for
/// naming places in problems that show only when all is read.
struct MergedRecords {
  KeyedTable<Source> sources;
  KeyedTable<Gpu> gpus;
  KeyedTable<Workload> workloads;
  KeyedTable<Feature> features;
  KeyedTable<Network> networks;
  std::string_view default_workload;

  std::vector<ParsedRecord<Source>> parsed_sources;
  std::vector<ParsedRecord<Gpu>> parsed_gpus;
  std::vector<ParsedRecord<Workload>> parsed_workloads;
  std::vector<ParsedRecord<Price>> parsed_prices;
  std::vector<ParsedRecord<SupportEvent>> parsed_support;
  std::vector<ParsedRecord<MemoryFloor>> parsed_memory_floors;
  std::vector<ParsedRecord<DeploymentRule>> parsed_deployment_rules;
  std::vector<ParsedRecord<Feature>> parsed_features;
  std::vector<ParsedRecord<ArchitectureFeature>> parsed_architecture_features;
  std::vector<ParsedRecord<FeatureFigure>> parsed_feature_figures;
  std::vector<ParsedRecord<Network>> parsed_networks;
  std::vector<ParsedRecord<ScoreModel>> parsed_score_models;
  std::vector<ParsedRecord<Score>> parsed_scores;
  std::vector<ParsedRecord<Speedup>> parsed_speedups;
  std::vector<ParsedRecord<ScoreReference>> parsed_references;
  JsonPlace default_workload_place;
  PerGuideTable<ParsedRecords>::type parsed_guides;
};

}  // namespace gpuadvisor
