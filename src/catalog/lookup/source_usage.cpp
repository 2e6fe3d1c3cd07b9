#include "gpuadvisor/catalog/source_usage.hpp"

#include <algorithm>
#include <array>
#include <type_traits>

#include "catalog/records/catalog_tables.hpp"
#include "core/contains.hpp"

namespace gpuadvisor {
namespace {

/// What a field holds when nothing is known is absent, false or empty.
template <class T>
bool is_known(const T& value) {
  if constexpr (requires { value.has_value(); }) {
    return value.has_value();
  } else if constexpr (requires { value.empty(); }) {
    return !value.empty();
  } else if constexpr (std::is_same_v<T, bool>) {
    return value;
  } else {
    return true;
  }
}

/// Whether a field is a figure: no key, no name, nothing of ours, nothing about sources.
bool is_figure(std::string_view key) {
  constexpr auto k_others = std::to_array<std::string_view>({"id", "name", "source", "sources", "further_sources"});
  return !contains(k_others, key) && !contains(k_editorial_fields, key);
}

/// Whether the sources of records are counted with the GPUs that they are about.
template <class Record>
constexpr bool is_counted_apart() {
  return std::is_same_v<Record, Gpu> || std::is_same_v<Record, Price> || std::is_same_v<Record, SupportEvent>;
}

/// Counts into the usage of each source.
class Tally {
 public:
  Tally(const Catalog& catalog, const SourceQuestion& question)
      : m_catalog(catalog), m_question(question), m_fields(catalog.records<Source>().size()) {
    for (const Source& source : catalog.records<Source>()) m_usage.emplace_back().source = &source;
  }

  void add_gpu(const Gpu& gpu) {
    std::vector<std::size_t> counted;  // sources that this GPU has figures from
    for_each_field<Gpu>([&](const auto& field, std::size_t index) {
      if (!is_figure(field.key) || !is_known(gpu.*field.member)) return;
      const std::size_t at = position(source_of(gpu, field.key));
      if (at == m_usage.size()) return;
      ++m_usage[at].figures;
      m_fields[at][index] = true;
      if (!contains(counted, at)) counted.push_back(at);
    });
    for (const std::size_t at : counted) ++m_usage[at].gpus;
    for (const auto id : gpu.further_sources) count(id, &SourceUsage::compared);
    for (const Price& price : m_catalog.prices_of(gpu)) add_price(price);
  }

  void add_scores() {
    std::vector<std::pair<std::size_t, std::string_view>> pairs;  // source, GPU
    for (const Workload& workload : m_catalog.records<Workload>()) {
      for (const auto precision : {ScorePrecision::fp16, ScorePrecision::fp32}) {
        for (const Score& score : m_catalog.scores_of(workload.id, precision)) {
          if (!is_asked(score.gpu)) continue;
          for (const auto id : score.sources) pairs.emplace_back(position(id), score.gpu);
        }
      }
    }
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    for (const auto& [at, gpu] : pairs) {
      if (at < m_usage.size()) ++m_usage[at].scored_gpus;
    }
  }

  void add_measurements(std::span<const Measurement> measurements) {
    for (const Measurement& measurement : measurements) {
      if (is_asked(measurement.gpu) && is_dated(measurement.published)) {
        count(measurement.source, &SourceUsage::measurements);
      }
    }
  }

  void add_support(std::span<const SupportEvent> events) {
    for (const SupportEvent& event : events) {
      if (is_dated(event.date)) count(event.source, &SourceUsage::support_events);
    }
  }

  void add_rules() {
    for (const Speedup& speedup : m_catalog.records<Speedup>()) {
      for (const auto id : speedup.sources) count(id, &SourceUsage::speedups);
    }
    for_each_table([&]<class Record>(const CatalogTable<Record>&) {
      if constexpr (requires(const Record& record) { record.source; } && !is_counted_apart<Record>()) {
        for (const Record& record : m_catalog.records<Record>()) {
          if constexpr (std::is_same_v<Record, Network>) {
            count(record.source, &SourceUsage::networks);
          } else if constexpr (std::is_same_v<Record, Rent>) {
            count(record.source, &SourceUsage::rents);
          } else if constexpr (std::is_same_v<Record, ElectricityPrice>) {
            count(record.source, &SourceUsage::electricity);
          } else if constexpr (std::is_same_v<Record, Host> || std::is_same_v<Record, HostPart> ||
                               std::is_same_v<Record, HostPowerReading> || std::is_same_v<Record, Circuit>) {
            count(record.source, &SourceUsage::hosts);
          } else if constexpr (std::is_same_v<Record, MemoryFloor>) {
            if (is_dated(record.from)) count(record.source, &SourceUsage::rules);
          } else {
            count(record.source, &SourceUsage::rules);
          }
        }
      }
    });
    if (m_catalog.reference()) count(m_catalog.reference()->source, &SourceUsage::rules);
  }

  void add_rents(const Gpu& gpu) {
    for (const Rent& rent : m_catalog.records<Rent>()) {
      if (rent.gpu == gpu.id) count(rent.source, &SourceUsage::rents);
    }
  }

  /// What is said of the features of a GPU's architecture.
  void add_features(const Gpu& gpu) {
    for (const ArchitectureFeature& said : m_catalog.records<ArchitectureFeature>()) {
      const auto& architectures = said.architectures;
      const bool is_about_it = said.vendor == gpu.vendor && contains(architectures, gpu.architecture);
      if (is_about_it) count(said.source, &SourceUsage::rules);
    }
  }

  [[nodiscard]] std::vector<SourceUsage> take() {
    for (std::size_t at = 0; at < m_usage.size(); ++at) {
      for_each_field<Gpu>([&](const auto& field, std::size_t index) {
        if (m_fields[at][index]) m_usage[at].fields.push_back(field.key);
      });
    }
    std::stable_sort(m_usage.begin(), m_usage.end(),
                     [](const SourceUsage& a, const SourceUsage& b) { return a.source->grade < b.source->grade; });
    return std::move(m_usage);
  }

 private:
  /// Of a source, in both lists; their size when the catalog does not have it.
  [[nodiscard]] std::size_t position(std::string_view id) const {
    const Source* source = m_catalog.source(id);
    return source == nullptr ? m_usage.size() : static_cast<std::size_t>(source - m_catalog.records<Source>().data());
  }

  void count(std::string_view source, std::size_t SourceUsage::*member) {
    const std::size_t at = position(source);
    if (at < m_usage.size()) ++(m_usage[at].*member);
  }

  void add_price(const Price& price) {
    const std::size_t at = position(price.source);
    if (at == m_usage.size()) return;
    SourceUsage& usage = m_usage[at];
    ++usage.prices;
    usage.first_price = std::min(usage.first_price.value_or(price.date), price.date);
    usage.last_price = std::max(usage.last_price.value_or(price.date), price.date);
  }

  [[nodiscard]] bool is_asked(std::string_view gpu) const {
    return m_question.gpu == nullptr ? m_catalog.gpu(gpu) != nullptr : m_question.gpu->id == gpu;
  }

  [[nodiscard]] bool is_dated(PartialDate date) const {
    return !m_question.known_by || m_catalog.known_on(date) <= *m_question.known_by;
  }

  const Catalog& m_catalog;
  const SourceQuestion& m_question;
  std::vector<SourceUsage> m_usage;
  std::vector<std::array<bool, k_field_count<Gpu>>> m_fields;  // of each source
};

}  // namespace

std::vector<SourceUsage> source_usage(const Catalog& catalog, std::span<const Measurement> measurements,
                                      const SourceQuestion& question) {
  Tally tally(catalog, question);
  tally.add_scores();
  tally.add_measurements(measurements);
  if (question.gpu != nullptr) {
    tally.add_gpu(*question.gpu);
    tally.add_support(catalog.support_of(question.gpu->vendor, question.gpu->architecture));
    tally.add_features(*question.gpu);
    tally.add_rents(*question.gpu);
  } else {
    for (const Gpu& gpu : catalog.gpus()) tally.add_gpu(gpu);
    tally.add_support(catalog.records<SupportEvent>());
    tally.add_rules();
  }
  return tally.take();
}

}  // namespace gpuadvisor
