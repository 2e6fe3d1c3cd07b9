#include "gpuadvisor/catalog/catalog_loader.hpp"

#include <fmt/format.h>

#include <deque>
#include <map>
#include <tuple>

#include "record_reader.hpp"

namespace gpuadvisor {
namespace {

constexpr auto k_sections = std::to_array<std::string_view>(
    {"schema_version", "sources", "gpus", "prices", "support", "reference", "default_workload", "workloads"});

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

/// A GPU's figures that a layer replaces take the layer's source; the others keep theirs.
void merge_gpu(Gpu& gpu, const ParsedRecord<Gpu>& patch, TextStorage& storage) {
  std::vector<FieldSource> sources(gpu.sources.begin(), gpu.sources.end());
  for_each_field<Gpu>([&](const auto& field, std::size_t index) {
    constexpr auto k_own = std::to_array<std::string_view>({"id", "source", "sources", "further_sources"});
    if (!patch.present[index] || std::find(k_own.begin(), k_own.end(), field.key) != k_own.end()) return;
    gpu.*field.member = patch.record.*field.member;
    std::erase_if(sources, [&](const FieldSource& exception) { return exception.field == field.key; });
    const auto source = source_of(patch.record, field.key);
    if (source != gpu.source) sources.push_back({field.key, source});
  });
  gpu.sources = storage.keep(std::move(sources));
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
  explicit Loader(const Catalog& base) : m_storage(std::make_shared<CatalogStorage>()) {
    const CatalogTables& tables = base.tables();
    m_storage->base = base;
    m_sources = keyed(tables.sources);
    m_gpus = keyed(tables.gpus);
    m_workloads = keyed(tables.workloads);
    m_storage->prices.assign(tables.prices.begin(), tables.prices.end());
    m_storage->support.assign(tables.support.begin(), tables.support.end());
    m_storage->reference = tables.reference;
    m_storage->default_workload = tables.default_workload;
  }

  void add(const CatalogLayer& layer) {
    m_first_defined.clear();
    for (const auto& document : layer) {
      try {
        m_documents.push_back(parse_json(document.text, document.file));
      } catch (const DataError& error) {
        for (const auto& problem : error.problems()) {
          m_problems.add({problem.file, problem.pointer, problem.line}, problem.message);
        }
        continue;
      }
      read(m_documents.back(), document.file);
    }
  }

  Catalog finish() {
    check_references();
    m_problems.throw_if_any();
    sort();
    const CatalogStorage& kept = *m_storage;
    return Catalog({kept.sources, kept.gpus, kept.prices, kept.first_price, kept.support, kept.workloads,
                    kept.reference, kept.default_workload, kept.recalled_sources, kept.newest_price},
                   m_storage);
  }

 private:
  void read(const Json& document, const std::string& file) {
    ObjectReader reader(document, {file, "", document.line}, m_problems);
    if (document.kind != Json::Kind::object) return;
    reader.refuse_unknown(k_sections);
    if (reader.has("schema_version")) (void)reader.number("schema_version", {1, 1});
    const bool is_empty = std::none_of(k_sections.begin() + 1, k_sections.end(), [&](std::string_view section) {
      const Json* value = document.find(section);
      return value != nullptr && (value->kind != Json::Kind::array || !value->items.empty());
    });
    if (is_empty) reader.problem("", "expected at least one record of gpus, prices, sources, support or workloads");

    read_keyed(reader, "sources", m_sources, m_parsed_sources);
    read_keyed(reader, "gpus", m_gpus, m_parsed_gpus);
    read_keyed(reader, "workloads", m_workloads, m_parsed_workloads);
    read_list(reader, "prices", m_storage->prices, m_parsed_prices);
    read_list(reader, "support", m_storage->support, m_parsed_support);
    if (const auto reference = reader.object("reference")) {
      auto parsed = read_record<ScoreReference>(*reference->first, reference->second, m_problems, m_storage->text);
      report_missing(parsed, m_problems);
      m_storage->reference = parsed.record;
      m_parsed_references.push_back(parsed);
    }
    if (const auto id = reader.text("default_workload")) {
      m_storage->default_workload = m_storage->text.keep(*id);
      m_default_workload_place = reader.place("default_workload");
    }
  }

  template <class Record>
  void read_keyed(ObjectReader& reader, std::string_view section, KeyedTable<Record>& table,
                  std::vector<ParsedRecord<Record>>& parsed_records) {
    for (const auto& [node, place] : reader.array(section)) {
      const auto parsed = read_record<Record>(*node, place, m_problems, m_storage->text);
      parsed_records.push_back(parsed);
      const std::string_view id = parsed.record.id;
      if (id.empty()) {
        report_missing(parsed, m_problems);
        continue;
      }
      const auto [first, is_first] = m_first_defined.try_emplace({section, id}, place);
      if (!is_first) {
        m_problems.add(
            place, fmt::format("id \"{}\" is already defined at {}:{}", id, first->second.file, first->second.line));
        continue;
      }
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

  template <class Record>
  void read_list(ObjectReader& reader, std::string_view section, std::vector<Record>& records,
                 std::vector<ParsedRecord<Record>>& parsed_records) {
    for (const auto& [node, place] : reader.array(section)) {
      parsed_records.push_back(read_record<Record>(*node, place, m_problems, m_storage->text));
      report_missing(parsed_records.back(), m_problems);
      records.push_back(parsed_records.back().record);
    }
  }

  /// A figure laid over another needs a source as much as the first one did.
  template <class Record>
  void require_source(const ParsedRecord<Record>& parsed) {
    if (parsed.node->find("source") == nullptr) {
      m_problems.add(parsed.place, "expected a field \"source\" for the figures that are replaced, found none");
    }
  }

  template <class Record>
  void check_reference(const ParsedRecord<Record>& parsed, std::string_view key, std::string_view id,
                       const std::map<std::string_view, std::size_t>& known, std::string_view kind) {
    if (id.empty() || known.contains(id)) return;
    std::vector<std::string_view> ids;
    ids.reserve(known.size());
    for (const auto& entry : known) ids.push_back(entry.first);
    ObjectReader(*parsed.node, parsed.place, m_problems)
        .problem(key, fmt::format("unknown {} \"{}\"{}", kind, printable(id), did_you_mean(id, ids)));
  }

  template <class Record>
  void check_sources(const std::vector<ParsedRecord<Record>>& parsed_records) {
    for (const auto& parsed : parsed_records) {
      check_reference(parsed, "source", parsed.record.source, m_sources.index, "source");
    }
  }

  void check_references() {
    check_sources(m_parsed_gpus);
    check_sources(m_parsed_prices);
    check_sources(m_parsed_support);
    check_sources(m_parsed_workloads);
    check_sources(m_parsed_references);
    for (const auto& price : m_parsed_prices) {
      check_reference(price, "gpu", price.record.gpu, m_gpus.index, "GPU");
    }
    for (const auto& gpu : m_parsed_gpus) check_gpu_sources(gpu);
    for (const auto& workload : m_parsed_workloads) check_workload(workload);
    if (const auto& id = m_storage->default_workload; !id.empty() && !m_workloads.index.contains(id)) {
      std::vector<std::string_view> ids;
      for (const Workload& workload : m_workloads.records) ids.push_back(workload.id);
      m_problems.add(m_default_workload_place,
                     fmt::format("unknown workload \"{}\"{}", printable(id), did_you_mean(id, ids)));
    }
  }

  void check_gpu_sources(const ParsedRecord<Gpu>& gpu) {
    std::vector<std::string_view> keys;
    for_each_field<Gpu>([&](const auto& field, std::size_t) { keys.push_back(field.key); });
    for (const auto& [field, source] : gpu.record.sources) {
      check_reference(gpu, "sources", source, m_sources.index, "source");
      if (std::find(keys.begin(), keys.end(), field) == keys.end()) {
        ObjectReader(*gpu.node, gpu.place, m_problems)
            .problem("sources", fmt::format("unknown field \"{}\"{}", field, did_you_mean(field, keys)));
      }
    }
    for (const auto source : gpu.record.further_sources) {
      check_reference(gpu, "further_sources", source, m_sources.index, "source");
    }
  }

  void check_workload(const ParsedRecord<Workload>& parsed) {
    if (parsed.record.id.empty()) return;
    const Workload& workload = m_workloads.records[m_workloads.index.at(parsed.record.id)];
    const auto gives = [&](std::string_view key) { return parsed.node->find(key) != nullptr; };
    const bool has_order = workload.order.has_value() || gives("order");
    const bool has_mean = !workload.mean_of.empty() || gives("mean_of");
    const bool unusable = gives("order") && !parsed.record.order;  // reported already
    if (has_order == has_mean && !unusable) {
      m_problems.add(parsed.place, R"(expected either "order" or "mean_of")");
    }
    for (const auto part : workload.mean_of) {
      const auto at = m_workloads.index.find(part);
      if (at == m_workloads.index.end() || !m_workloads.records[at->second].order) {
        ObjectReader(*parsed.node, parsed.place, m_problems)
            .problem("mean_of", fmt::format("expected a workload that has an order, found \"{}\"", part));
      }
    }
  }

  void sort() {
    CatalogStorage& kept = *m_storage;
    const auto by_id = [](const auto& a, const auto& b) { return a.id < b.id; };
    std::sort(m_sources.records.begin(), m_sources.records.end(), by_id);
    std::sort(m_gpus.records.begin(), m_gpus.records.end(), by_id);
    kept.sources = std::move(m_sources.records);
    kept.gpus = std::move(m_gpus.records);
    kept.workloads = std::move(m_workloads.records);
    for (const Source& source : kept.sources) {
      if (source.grade == SourceGrade::recalled) kept.recalled_sources.push_back(source.id);
    }

    sort_and_collapse(kept.prices, [](const Price& p) {
      return std::tuple(p.gpu, p.condition, p.kind, p.date, p.price.value(), p.source, p.note, p.region);
    });
    sort_and_collapse(kept.support, [](const SupportEvent& e) {
      const std::vector<std::string_view> targets(e.targets.begin(), e.targets.end());
      return std::tuple(e.vendor, e.architecture, e.stack, e.date, e.event, targets, e.version, e.source, e.note);
    });

    for (const Price& price : kept.prices) {
      kept.newest_price = std::max(kept.newest_price.value_or(price.date), price.date);
    }
    for (const Gpu& gpu : kept.gpus) {
      const auto first = std::lower_bound(kept.prices.begin(), kept.prices.end(), gpu.id,
                                          [](const Price& price, std::string_view id) { return price.gpu < id; });
      kept.first_price.push_back(static_cast<std::uint32_t>(first - kept.prices.begin()));
    }
    kept.first_price.push_back(static_cast<std::uint32_t>(kept.prices.size()));
  }

  template <class Record, class Key>
  static void sort_and_collapse(std::vector<Record>& records, Key key) {
    std::sort(records.begin(), records.end(), [&](const auto& a, const auto& b) { return key(a) < key(b); });
    records.erase(
        std::unique(records.begin(), records.end(), [&](const auto& a, const auto& b) { return key(a) == key(b); }),
        records.end());
  }

  std::shared_ptr<CatalogStorage> m_storage;
  std::deque<Json> m_documents;  // parsed records point into them
  Problems m_problems;
  std::map<std::pair<std::string_view, std::string_view>, JsonPlace> m_first_defined;  // in this layer

  JsonPlace m_default_workload_place;

  KeyedTable<Source> m_sources;
  KeyedTable<Gpu> m_gpus;
  KeyedTable<Workload> m_workloads;
  std::vector<ParsedRecord<Source>> m_parsed_sources;
  std::vector<ParsedRecord<Gpu>> m_parsed_gpus;
  std::vector<ParsedRecord<Workload>> m_parsed_workloads;
  std::vector<ParsedRecord<Price>> m_parsed_prices;
  std::vector<ParsedRecord<SupportEvent>> m_parsed_support;
  std::vector<ParsedRecord<ScoreReference>> m_parsed_references;
};

}  // namespace

Catalog load_catalog(const Catalog& base, std::span<const CatalogLayer> layers) {
  Loader loader(base);
  for (const auto& layer : layers) loader.add(layer);
  return loader.finish();
}

}  // namespace gpuadvisor
