#include "gpuadvisor/catalog/catalog_loader.hpp"

#include <fmt/format.h>

#include <deque>
#include <map>

#include "catalog/form/canonical_order.hpp"
#include "guide_check.hpp"
#include "merged_records.hpp"
#include "reference_check.hpp"

namespace gpuadvisor {
namespace {

constexpr auto k_own_sections = std::to_array<std::string_view>(
    {"schema_version", "sources", "gpus", "prices", "support", "reference", "default_workload", "workloads",
     "memory_floors", "deployment_rules", "features", "architecture_features", "feature_figures", "models",
     "score_models", "scores", "speedups"});

/// With those of the guides behind.
constexpr auto k_sections = [] {
  std::array<std::string_view, k_own_sections.size() + std::tuple_size_v<decltype(k_guide_tables)>> sections{};
  std::copy(k_own_sections.begin(), k_own_sections.end(), sections.begin());
  std::size_t at = k_own_sections.size();
  for_each_guide_table([&](const auto& table) { sections[at++] = table.key; });
  return sections;
}();

// More than any catalog needs; hostile input must not exhaust memory.
constexpr std::size_t k_max_values = 200'000;  // of all documents together
constexpr std::size_t k_max_records = 20'000;
constexpr std::size_t k_max_workloads = 1000;  // looked up one by one

std::string too_many(std::string_view what, std::size_t limit) {
  return fmt::format("with this file the catalog has more than {} {}", limit, what);
}

/// A GPU's figures that a layer replaces take the layer's source; the others keep theirs, unless the layer names one.
void merge_gpu(Gpu& gpu, const ParsedRecord<Gpu>& patch, TextStorage& storage) {
  std::vector<FieldSource> sources(gpu.sources.begin(), gpu.sources.end());
  const auto attribute = [&](std::string_view field, std::string_view source) {
    std::erase_if(sources, [&](const FieldSource& exception) { return exception.field == field; });
    if (source != gpu.source) sources.push_back({field, source});
  };
  for_each_field<Gpu>([&](const auto& field, std::size_t index) {
    constexpr auto k_own = std::to_array<std::string_view>({"id", "source", "sources", "further_sources"});
    if (!patch.present[index] || std::find(k_own.begin(), k_own.end(), field.key) != k_own.end()) return;
    gpu.*field.member = patch.record.*field.member;
    attribute(field.key, patch.record.source);
  });
  const auto is_field = [](std::string_view key) {
    bool found = false;
    for_each_field<Gpu>([&](const auto& field, std::size_t) { found = found || field.key == key; });
    return found;
  };
  for (const auto& [field, source] : patch.record.sources) {
    if (is_field(field)) attribute(field, source);  // others are reported when references are checked
  }
  gpu.sources = storage.keep(std::move(sources));

  std::vector<std::string_view> further(gpu.further_sources.begin(), gpu.further_sources.end());
  for (const auto source : patch.record.further_sources) {
    if (std::find(further.begin(), further.end(), source) == further.end()) further.push_back(source);
  }
  gpu.further_sources = storage.keep(std::move(further));
}

template <class Record>
void merge_into(Record& record, const ParsedRecord<Record>& patch, TextStorage& storage) {
  if constexpr (std::is_same_v<Record, Gpu>) {
    merge_gpu(record, patch, storage);
  } else {
    merge_record(record, patch);
  }
}

class Loader {
 public:
  Loader(const Catalog& base, std::size_t listed_problems)
      : m_problems(listed_problems), m_storage(std::make_shared<CatalogStorage>()) {
    const CatalogTables& tables = base.tables();
    m_storage->base = base;
    m_read.sources = keyed(tables.sources);
    m_read.gpus = keyed(tables.gpus);
    m_read.workloads = keyed(tables.workloads);
    m_read.default_workload = tables.default_workload;
    m_storage->prices.assign(tables.prices.begin(), tables.prices.end());
    m_storage->support.assign(tables.support.begin(), tables.support.end());
    m_storage->memory_floors.assign(tables.memory_floors.begin(), tables.memory_floors.end());
    m_storage->deployment_rules.assign(tables.deployment_rules.begin(), tables.deployment_rules.end());
    m_read.features = keyed(tables.features);
    m_storage->architecture_features.assign(tables.architecture_features.begin(), tables.architecture_features.end());
    m_storage->feature_figures.assign(tables.feature_figures.begin(), tables.feature_figures.end());
    m_read.networks = keyed(tables.networks);
    m_storage->score_models.assign(tables.score_models.begin(), tables.score_models.end());
    m_storage->scores.assign(tables.scores.begin(), tables.scores.end());
    m_storage->speedups.assign(tables.speedups.begin(), tables.speedups.end());
    m_storage->reference = tables.reference;
    for_each_guide_table([&]<class Record>(const GuideTable<Record>& table) {
      const auto& records = tables.guides.*table.records;
      records_of<Record>(m_storage->guides).assign(records.begin(), records.end());
    });
  }

  void add(const CatalogLayer& layer) {
    m_first_defined.clear();
    for (const auto& document : layer) {
      try {
        m_documents.push_back(parse_json(document.text, document.file));
      } catch (const DataError& error) {
        for (const auto& problem : error.problems()) {
          m_problems.add({problem.file, problem.pointer, problem.line, problem.column}, problem.message);
        }
        continue;
      }
      m_values += value_count(m_documents.back());
      if (m_values > k_max_values) throw DataError({{document.file, 0, "", too_many("values", k_max_values)}});
      read(m_documents.back(), document.file);
    }
  }

  Catalog finish() {
    m_problems.turn_to_references();
    check_references(m_read, m_problems);
    check_guides(m_read, m_storage->guides, m_problems);
    m_problems.throw_if_any();
    CatalogStorage& kept = *m_storage;
    kept.sources = std::move(m_read.sources.records);
    kept.gpus = std::move(m_read.gpus.records);
    kept.workloads = std::move(m_read.workloads.records);
    kept.features = std::move(m_read.features.records);
    kept.networks = std::move(m_read.networks.records);
    kept.default_workload = m_read.default_workload;
    drop_scores_of_another_scale();
    bring_into_canonical_order(kept);
    return Catalog({kept.sources,          kept.gpus,
                    kept.prices,           kept.first_price,
                    kept.support,          kept.workloads,
                    kept.memory_floors,    kept.deployment_rules,
                    kept.features,         kept.architecture_features,
                    kept.feature_figures,  kept.networks,
                    kept.score_models,     kept.scores,
                    kept.speedups,         kept.reference,
                    kept.default_workload, kept.recalled_sources,
                    kept.avoided_gpus,     kept.newest_price,
                    views_of(kept.guides)},
                   m_storage);
  }

 private:
  /// The base's scores are relative to its reference card: with another one they would mean something else.
  void drop_scores_of_another_scale() {
    const CatalogTables& base = m_storage->base.tables();
    const auto& reference = m_storage->reference;
    if (!base.reference || (reference && is_same_scale(*reference, *base.reference))) return;
    const auto first_own = [](auto& records, std::size_t of_base) {
      return records.begin() + static_cast<std::ptrdiff_t>(of_base);
    };
    m_storage->scores.erase(m_storage->scores.begin(), first_own(m_storage->scores, base.scores.size()));
    m_storage->score_models.erase(m_storage->score_models.begin(),
                                  first_own(m_storage->score_models, base.score_models.size()));
  }

  void read(const Json& document, const std::string& file) {
    ObjectReader reader(document, {file, "", document.line, document.column}, m_problems);
    if (document.kind != Json::Kind::object) return;
    reader.refuse_unknown(k_sections);
    for (const auto section : k_sections) {
      if (const Json* records = document.find(section)) m_records += records->items.size();
    }
    if (m_records > k_max_records) throw DataError({{file, 0, "", too_many("records", k_max_records)}});
    if (reader.has("schema_version")) (void)reader.number("schema_version", {1, 1});
    const bool is_empty = std::none_of(k_sections.begin() + 1, k_sections.end(), [&](std::string_view section) {
      const Json* value = document.find(section);
      return value != nullptr && (value->kind != Json::Kind::array || !value->items.empty());
    });
    if (is_empty)
      reader.problem("",
                     "expected at least one record of gpus, prices, sources, support, workloads, memory_floors, "
                     "deployment_rules, features, architecture_features, feature_figures, models, score_models, "
                     "scores, speedups or "
                     "what guides say");

    read_keyed(reader, "sources", m_read.sources, m_read.parsed_sources);
    read_keyed(reader, "gpus", m_read.gpus, m_read.parsed_gpus);
    read_keyed(reader, "workloads", m_read.workloads, m_read.parsed_workloads);
    if (m_read.workloads.records.size() > k_max_workloads) {
      throw DataError({{file, 0, "", too_many("workloads", k_max_workloads)}});
    }
    read_list(reader, "prices", m_storage->prices, m_read.parsed_prices);
    read_list(reader, "support", m_storage->support, m_read.parsed_support);
    read_list(reader, "memory_floors", m_storage->memory_floors, m_read.parsed_memory_floors);
    read_list(reader, "deployment_rules", m_storage->deployment_rules, m_read.parsed_deployment_rules);
    read_keyed(reader, "features", m_read.features, m_read.parsed_features);
    read_list(reader, "architecture_features", m_storage->architecture_features, m_read.parsed_architecture_features);
    read_list(reader, "feature_figures", m_storage->feature_figures, m_read.parsed_feature_figures);
    read_keyed(reader, "models", m_read.networks, m_read.parsed_networks);
    read_once_each(reader, "score_models", m_storage->score_models, m_read.parsed_score_models);
    read_once_each(reader, "scores", m_storage->scores, m_read.parsed_scores);
    read_once_each(reader, "speedups", m_storage->speedups, m_read.parsed_speedups);
    for_each_guide_table([&](const auto& table) { read_guide_table(reader, table); });
    if (const auto reference = reader.object("reference")) {
      define_once("reference", "", reference->second);
      auto parsed = read_record<ScoreReference>(*reference->first, reference->second, m_problems, m_storage->text);
      report_missing(parsed, m_problems);
      m_storage->reference = parsed.record;
      m_read.parsed_references.push_back(parsed);
    }
    if (const auto id = reader.text("default_workload")) {
      m_read.default_workload = m_storage->text.keep(*id);
      m_read.default_workload_place = reader.place("default_workload");
      define_once("default_workload", "", m_read.default_workload_place);
    }
  }

  template <class Record>
  void read_keyed(ObjectReader& reader, std::string_view section, KeyedTable<Record>& table,
                  std::vector<ParsedRecord<Record>>& parsed_records) {
    const auto items = reader.array(section);
    if (parsed_records.empty()) {  // room for all at once: growing takes twice the memory
      parsed_records.reserve(items.size());
      table.records.reserve(table.records.size() + items.size());
    }
    for (const auto& [node, place] : items) {
      const auto parsed = read_record<Record>(*node, place, m_problems, m_storage->text);
      parsed_records.push_back(parsed);
      const std::string_view id = parsed.record.id;
      if (id.empty()) {
        report_missing(parsed, m_problems);
        continue;
      }
      if (!define_once(section, id, place)) continue;
      if (const auto known = table.index.find(id); known != table.index.end()) {
        if constexpr (requires { parsed.record.source; }) require_source(parsed);
        merge_into(table.records[known->second], parsed, m_storage->text);
      } else {
        report_missing(parsed, m_problems);
        table.index.emplace(id, table.records.size());
        table.records.push_back(parsed.record);
      }
    }
  }

  /// Whether this layer defines the record for the first time; reports the second.
  bool define_once(std::string_view section, std::string_view id, const JsonPlace& place) {
    const auto [first, is_first] = m_first_defined.try_emplace({section, id}, place);
    if (!is_first) {
      const std::string what = id.empty() ? std::string(section) : fmt::format("id \"{}\"", printable(id));
      m_problems.add(place, fmt::format("{} is already defined at {}:{}", what, printable(first->second.file),
                                        first->second.line));
    }
    return is_first;
  }

  template <class Record>
  void read_list(ObjectReader& reader, std::string_view section, std::vector<Record>& records,
                 std::vector<ParsedRecord<Record>>& parsed_records) {
    const auto items = reader.array(section);
    if (parsed_records.empty()) {
      parsed_records.reserve(items.size());
      records.reserve(records.size() + items.size());
    }
    for (const auto& [node, place] : items) {
      parsed_records.push_back(read_record<Record>(*node, place, m_problems, m_storage->text));
      report_missing(parsed_records.back(), m_problems);
      records.push_back(parsed_records.back().record);
    }
  }

  /// Reads records of which a layer has one per key; a later layer's takes the place of an earlier one's.
  template <class Record>
  void read_once_each(ObjectReader& reader, std::string_view section, std::vector<Record>& records,
                      std::vector<ParsedRecord<Record>>& parsed_records) {
    const std::size_t known = parsed_records.size();
    read_list(reader, section, records, parsed_records);
    for (std::size_t i = known; i < parsed_records.size(); ++i) {
      const auto& [record, present, node, place] = parsed_records[i];
      const std::string key = key_text(record);
      const auto [first, is_first] = m_first_defined.try_emplace({section, m_storage->text.keep(key)}, place);
      if (is_first || m_problems.is_full()) continue;
      m_problems.add(place, fmt::format("{} is already given at {}:{}", printable(key), printable(first->second.file),
                                        first->second.line));
    }
  }

  /// Reads what a layer says of the guides: one record per key, in the place of an earlier layer's.
  template <class Record>
  void read_guide_table(ObjectReader& reader, const GuideTable<Record>& table) {
    auto& records = records_of<Record>(m_storage->guides);
    auto& parsed_records = std::get<ParsedRecords<Record>>(m_read.parsed_guides);
    std::vector<Record> read;
    const std::size_t known = parsed_records.size();
    read_list(reader, table.key, read, parsed_records);
    if (read.empty()) return;
    std::map<std::string, std::size_t> at;
    for (std::size_t i = 0; i < records.size(); ++i) at.emplace(guide_key(records[i], table.key_fields), i);
    for (std::size_t i = 0; i < read.size(); ++i) {
      const std::string key = guide_key(read[i], table.key_fields);
      if (!has_key(parsed_records[known + i], table.key_fields)) continue;  // reported already
      if (!define_once(table.key, m_storage->text.keep(key), parsed_records[known + i].place)) continue;
      const auto [found, is_new] = at.emplace(key, records.size());
      if (is_new) {
        records.push_back(read[i]);
      } else {
        records[found->second] = read[i];
      }
    }
  }

  template <class Record>
  static bool has_key(const ParsedRecord<Record>& parsed, std::size_t key_fields) {
    bool is_complete = true;
    for_each_field<Record>([&](const auto& field, std::size_t index) {
      if (index < key_fields && field.required) is_complete = is_complete && parsed.present[index];
    });
    return is_complete;
  }

  static std::string key_text(const ScoreModel& model) {
    return fmt::format("the model of {} in {}", model.workload, enum_name(model.precision));
  }
  static std::string key_text(const Score& score) {
    return fmt::format("the score of {} for {} in {}", score.gpu, score.workload, enum_name(score.precision));
  }
  static std::string key_text(const Speedup& speedup) {
    return fmt::format("the {} speed-up of {} GPUs for {}", enum_name(speedup.basis), speedup.count, speedup.workload);
  }

  /// A figure laid over another needs a source as much as the first one did.
  template <class Record>
  void require_source(const ParsedRecord<Record>& parsed) {
    if (parsed.node->find("source") == nullptr) {
      m_problems.add(parsed.place, "expected a field \"source\" for the figures that are replaced, found none");
    }
  }

  Problems m_problems;
  std::shared_ptr<CatalogStorage> m_storage;
  std::deque<Json> m_documents;  // parsed records point into them
  std::size_t m_values = 0;
  std::size_t m_records = 0;
  std::map<std::pair<std::string_view, std::string_view>, JsonPlace> m_first_defined;  // in this layer
  MergedRecords m_read;
};

}  // namespace

Catalog load_catalog(const Catalog& base, std::span<const CatalogLayer> layers, std::size_t listed_problems) {
  Loader loader(base, listed_problems);
  for (const auto& layer : layers) loader.add(layer);
  return loader.finish();
}

}  // namespace gpuadvisor
