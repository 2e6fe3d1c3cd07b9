#include "gpuadvisor/catalog/catalog_loader.hpp"

#include <fmt/format.h>

#include <deque>
#include <map>

#include "catalog/form/canonical_order.hpp"
#include "core/contains.hpp"
#include "guide_check.hpp"
#include "left_out.hpp"
#include "reference_check.hpp"

namespace gpuadvisor {
namespace {

/// What a document can have.
constexpr auto k_sections = [] {
  std::array<std::string_view, 4 + std::tuple_size_v<decltype(k_tables)>> sections{"schema_version", "reference",
                                                                                   "default_workload", k_leave_out};
  std::size_t at = 4;
  for_each_table([&](const auto& table) { sections[at++] = table.rules.key; });
  return sections;
}();

// More than any catalog needs; hostile input must not exhaust memory.
constexpr std::size_t k_max_values = 200'000;  // of all documents together
constexpr std::size_t k_max_records = 20'000;
constexpr std::size_t k_max_workloads = 1000;  // looked up one by one

std::string too_many(std::string_view what, std::size_t limit) {
  return fmt::format("with this file the catalog has more than {} {}", limit, what);
}

/// The fields of a record that are its key, as texts.
std::vector<std::string> key_texts(const LoadedTable& table, const void* record) {
  std::vector<std::string> texts;
  for (const FieldValue& value : values_of(record, table.fields, words(table.rules.key_fields))) {
    if (const auto* written = std::get_if<std::string>(&value)) {
      texts.push_back(*written);
    } else if (const auto* number = std::get_if<double>(&value)) {
      texts.push_back(json_number(*number));
    } else {
      texts.emplace_back();
    }
  }
  return texts;
}

/// Those that are there, with spaces between.
std::string told(std::span<const std::string> texts) {
  std::string all;
  for (const std::string& text : texts) all += (all.empty() || text.empty() ? "" : " ") + text;
  return all;
}

/// What is told of a record of which a layer has one per key.
std::string title(const LoadedTable& table, const void* record) {
  const auto texts = key_texts(table, record);
  if (table.rules.key == "scores") return fmt::format("the score of {} for {} in {}", texts[2], texts[0], texts[1]);
  if (table.rules.key == "speedups") {
    return fmt::format("the {} speed-up of {} GPUs for {}", texts[1], texts[2], texts[0]);
  }
  if (table.rules.key == "score_models") {
    return fmt::format("the model of {} in {} for {}", texts[0], texts[1], told(std::span(texts).subspan(2)));
  }
  return fmt::format("the record of {} in \"{}\"", told(texts), table.rules.key);
}

/// Whether a document gives all that a record's key needs.
bool has_key(const LoadedTable& table, const ParsedObject& parsed) {
  const auto keys = words(table.rules.key_fields);
  for (std::size_t i = 0; i < table.fields.size(); ++i) {
    const bool is_key = contains(keys, table.fields[i].key);
    if (is_key && table.fields[i].is_required && !parsed.present[i]) return false;
  }
  return true;
}

/// A GPU's figures that a layer replaces take the layer's source; the others keep theirs, unless the layer names one.
void merge_gpu(Gpu& gpu, const ParsedObject& parsed, const Gpu& patch, TextStorage& storage) {
  std::vector<FieldSource> sources(gpu.sources.begin(), gpu.sources.end());
  const auto attribute = [&](std::string_view field, std::string_view source) {
    std::erase_if(sources, [&](const FieldSource& exception) { return exception.field == field; });
    if (source != gpu.source) sources.push_back({field, source});
  };
  for_each_field<Gpu>([&](const auto& field, std::size_t index) {
    constexpr auto k_own = std::to_array<std::string_view>({"id", "source", "sources", "further_sources"});
    if (!parsed.present[index] || contains(k_own, field.key)) return;
    gpu.*field.member = patch.*field.member;
    attribute(field.key, patch.source);
  });
  const auto is_field = [](std::string_view key) {
    bool found = false;
    for_each_field<Gpu>([&](const auto& field, std::size_t) { found = found || field.key == key; });
    return found;
  };
  for (const auto& [field, source] : patch.sources) {
    if (is_field(field)) attribute(field, source);  // others are reported when references are checked
  }
  gpu.sources = storage.keep(std::move(sources));

  std::vector<std::string_view> further(gpu.further_sources.begin(), gpu.further_sources.end());
  for (const auto source : patch.further_sources) {
    if (!contains(further, source)) further.push_back(source);
  }
  gpu.further_sources = storage.keep(std::move(further));
}

class Loader {
 public:
  Loader(const Catalog& base, std::size_t listed_problems)
      : m_problems(listed_problems), m_storage(std::make_shared<CatalogStorage>(base)) {
    m_read.default_workload = base.default_workload();
    for_each_table([&]<class Record>(const CatalogTable<Record>& known) {
      LoadedRecords<Record>& table = m_read.of<Record>();
      table.rules = known.rules;
      table.fields = record_fields<Record>();
      const auto records = base.records<Record>();
      table.records.assign(records.begin(), records.end());
      if constexpr (requires(const Record& record) { record.id; }) {
        for (const Record& record : records) table.index.emplace(record.id, table.index.size());
      }
    });
  }

  void add(const CatalogLayer& layer) {
    m_first_defined.clear();
    std::vector<std::pair<const Json*, const std::string*>> documents;
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
      documents.emplace_back(&m_documents.back(), &document.file);
    }
    for (const auto& [document, file] : documents) take_out(*document, *file);
    for (const auto& [document, file] : documents) read(*document, *file);
  }

  Catalog finish() {
    m_problems.turn_to_references();
    check_references(m_read, m_problems);
    check_guides(m_read, m_problems);
    m_problems.throw_if_any();
    drop_scores_of_another_scale();
    drop_levels_of_other_prices();
    bring_into_canonical_order(m_read);
    for_each_table(
        [&]<class Record>(const CatalogTable<Record>&) { m_storage->replace(std::move(m_read.of<Record>().records)); });
    m_storage->tables.default_workload = m_read.default_workload;
    derive_tables(*m_storage);
    return Catalog({m_storage, &m_storage->tables});
  }

 private:
  /// The base's scores are relative to its reference card: with another one they would mean something else.
  void drop_scores_of_another_scale() {
    const auto& theirs = m_storage->base.reference();
    const auto& ours = m_storage->tables.reference;
    if (!theirs || (ours && is_same_scale(*ours, *theirs))) return;
    drop_base<Score>();
    drop_base<ScoreModel>();
  }

  /// The base's levels follow from its prices: where others stand in their place, all go; where some are laid over
  /// them, those of the same goods.
  void drop_levels_of_other_prices() {
    const std::size_t of_base = m_storage->base.prices().size();
    const auto& prices = m_read.records<Price>();
    if (!m_leaves_prices_out && prices.size() == of_base) return;
    const bool has_own = m_read.records<PriceLevel>().size() != m_storage->base.records<PriceLevel>().size();
    if (m_leaves_prices_out || has_own) {
      drop_base<PriceLevel>();
      drop_base<MarketMonth>();
      return;
    }
    std::erase_if(m_read.of<PriceLevel>().records, [&](const PriceLevel& level) {
      return std::any_of(prices.begin() + static_cast<std::ptrdiff_t>(of_base), prices.end(), [&](const Price& price) {
        return price.gpu == level.gpu && (price.condition == level.condition || price.condition == Condition::mixed);
      });
    });
  }

  template <class Record>
  void drop_base() {
    auto& records = m_read.of<Record>().records;
    const auto of_base = m_storage->base.records<Record>().size();
    records.erase(records.begin(), records.begin() + static_cast<std::ptrdiff_t>(of_base));
  }

  /// What a layer leaves out is of those below: it goes before any of its documents is read.
  void take_out(const Json& document, const std::string& file) {
    if (document.find(k_leave_out) == nullptr) return;
    std::vector<LoadedTable*> tables;
    for_each_table([&]<class Record>(const CatalogTable<Record>&) { tables.push_back(&m_read.of<Record>()); });
    const std::size_t prices = m_read.records<Price>().size();
    ObjectReader reader(document, {file, "", document.line, document.column}, m_problems);
    leave_out(reader, tables);
    m_leaves_prices_out = m_leaves_prices_out || m_read.records<Price>().size() != prices;
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

    read_table(reader, m_read.of<Source>());
    read_table(reader, m_read.of<Gpu>());
    read_table(reader, m_read.of<Workload>());
    if (m_read.records<Workload>().size() > k_max_workloads) {
      throw DataError({{file, 0, "", too_many("workloads", k_max_workloads)}});
    }
    for_each_table([&]<class Record>(const CatalogTable<Record>&) {
      using std::is_same_v;
      if (is_same_v<Record, Source> || is_same_v<Record, Gpu> || is_same_v<Record, Workload>) return;
      read_table(reader, m_read.of<Record>());
    });
    if (const auto reference = reader.object("reference")) {
      define_once("reference", "", reference->second);
      auto parsed = read_record<ScoreReference>(*reference->first, reference->second, m_problems, m_storage->text);
      report_missing(record_fields<ScoreReference>(), parsed, m_problems);
      m_storage->tables.reference = parsed.record;
      m_read.parsed_references.push_back(parsed);
    }
    if (const auto id = reader.text("default_workload")) {
      m_read.default_workload = m_storage->text.keep(*id);
      m_read.default_workload_place = reader.place("default_workload");
      define_once("default_workload", "", m_read.default_workload_place);
    }
  }

  void read_table(ObjectReader& reader, LoadedTable& table) {
    const auto items = reader.array(table.rules.key);
    const std::size_t known = table.given_count();
    if (known == 0) table.reserve(items.size());  // room for all at once: growing takes twice the memory
    for (const auto& [node, place] : items) {
      const GivenRecord given = table.read(*node, place, m_problems, m_storage->text);
      if (table.rules.joining == Joining::merged) {
        merge(table, given);
      } else {
        report_missing(table.fields, given.parsed, m_problems);
      }
    }
    if (table.rules.joining == Joining::merged) return;
    if (table.rules.joining == Joining::in_place) return put_in_place(table, known);
    for (std::size_t i = known; i < table.given_count(); ++i) {
      const GivenRecord given = table.given(i);
      table.append(given.record);
      const bool has_one_by_key = table.rules.joining == Joining::latest || table.rules.joining == Joining::computed;
      if (has_one_by_key) refuse_second(table, given);
    }
  }

  void merge(LoadedTable& table, const GivenRecord& given) {
    const std::string_view id = table.id(given.record);
    if (id.empty()) return report_missing(table.fields, given.parsed, m_problems);
    if (!define_once(table.rules.key, id, given.parsed.place)) return;
    const auto [known, is_new] = table.index.emplace(id, table.count());
    if (is_new) {
      report_missing(table.fields, given.parsed, m_problems);
      return table.append(given.record);
    }
    require_source(table, given.parsed);
    void* record = table.at(known->second);
    if (&table == &m_read.of<Gpu>()) {
      return merge_gpu(*static_cast<Gpu*>(record), given.parsed, *static_cast<const Gpu*>(given.record),
                       m_storage->text);
    }
    for (std::size_t i = 0; i < table.fields.size(); ++i) {
      if (given.parsed.present[i]) table.fields[i].copy(record, given.record);
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

  /// A layer has one record per key; a later layer's takes the place of an earlier one's.
  void refuse_second(const LoadedTable& table, const GivenRecord& given) {
    const std::string text = title(table, given.record);
    const JsonPlace& place = given.parsed.place;
    const auto [first, is_first] = m_first_defined.try_emplace({table.rules.key, m_storage->text.keep(text)}, place);
    if (is_first || m_problems.is_full()) return;
    m_problems.add(place, fmt::format("{} is already given at {}:{}", printable(text), printable(first->second.file),
                                      first->second.line));
  }

  /// The same from the given record `first` on, each where the first one with its key stood.
  void put_in_place(LoadedTable& table, std::size_t first) {
    if (first == table.given_count()) return;
    const auto key_of = [&](const void* record) {
      return fmt::format("{}", fmt::join(key_texts(table, record), ", "));
    };
    std::map<std::string, std::size_t> at;
    for (std::size_t i = 0; i < table.count(); ++i) at.emplace(key_of(table.at(i)), i);
    for (std::size_t i = first; i < table.given_count(); ++i) {
      const GivenRecord given = table.given(i);
      if (!has_key(table, given.parsed)) continue;  // reported already
      const std::string key = key_of(given.record);
      if (!define_once(table.rules.key, m_storage->text.keep(key), given.parsed.place)) continue;
      const auto [found, is_new] = at.emplace(key, table.count());
      if (is_new) {
        table.append(given.record);
      } else {
        for (const CatalogField& field : table.fields) field.copy(table.at(found->second), given.record);
      }
    }
  }

  /// A figure laid over another needs a source as much as the first one did.
  void require_source(const LoadedTable& table, const ParsedObject& parsed) {
    const bool has_source = std::any_of(table.fields.begin(), table.fields.end(),
                                        [](const CatalogField& field) { return field.key == "source"; });
    if (has_source && parsed.node->find("source") == nullptr) {
      m_problems.add(parsed.place, "expected a field \"source\" for the figures that are replaced, found none");
    }
  }

  Problems m_problems;
  std::shared_ptr<CatalogStorage> m_storage;
  std::deque<Json> m_documents;  // parsed records point into them
  std::size_t m_values = 0;
  std::size_t m_records = 0;
  bool m_leaves_prices_out = false;
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
