#pragma once

#include <cstddef>
#include <map>
#include <string_view>
#include <tuple>
#include <vector>

#include "record_reader.hpp"

namespace gpuadvisor {

/// Where each id of a table is in it.
using IdIndex = std::map<std::string_view, std::size_t>;

/// A record as a document gives it.
struct GivenRecord {
  const ParsedObject& parsed;
  const void* record;
};

/// A table while documents are read. What is done with records of any type goes through this, and is compiled once.
class LoadedTable {
 public:
  TableRules rules{};
  std::span<const CatalogField> fields;
  IdIndex index;  // of a table that merges by id

  virtual ~LoadedTable() = default;
  virtual void reserve(std::size_t further) = 0;
  [[nodiscard]] virtual std::size_t count() const = 0;
  [[nodiscard]] virtual void* at(std::size_t place) = 0;
  [[nodiscard]] virtual std::string_view id(const void* record) const = 0;  // empty: it has none
  virtual void append(const void* record) = 0;
  virtual void erase(std::size_t place) = 0;  // of a table that does not merge by id
  virtual GivenRecord read(const Json& node, const JsonPlace& place, Problems& problems, TextStorage& text) = 0;
  [[nodiscard]] virtual std::size_t given_count() const = 0;
  [[nodiscard]] virtual GivenRecord given(std::size_t place) const = 0;
};

/// The records of the base and the layers, and every one as its document gives it, for naming places in problems that
/// show only when all is read.
template <class Record>
class LoadedRecords final : public LoadedTable {
 public:
  std::vector<Record> records;
  std::vector<ParsedRecord<Record>> parsed;

  void reserve(std::size_t further) override {
    records.reserve(records.size() + further);
    parsed.reserve(further);
  }
  [[nodiscard]] std::size_t count() const override { return records.size(); }
  [[nodiscard]] void* at(std::size_t place) override { return &records[place]; }
  [[nodiscard]] std::string_view id([[maybe_unused]] const void* record) const override {
    if constexpr (requires(const Record& one) { one.id; }) {
      return static_cast<const Record*>(record)->id;
    } else {
      return {};
    }
  }
  void append(const void* record) override { records.push_back(*static_cast<const Record*>(record)); }
  void erase(std::size_t place) override { records.erase(records.begin() + static_cast<std::ptrdiff_t>(place)); }
  GivenRecord read(const Json& node, const JsonPlace& place, Problems& problems, TextStorage& text) override {
    parsed.push_back(read_record<Record>(node, place, problems, text));
    return given(parsed.size() - 1);
  }
  [[nodiscard]] std::size_t given_count() const override { return parsed.size(); }
  [[nodiscard]] GivenRecord given(std::size_t place) const override { return {parsed[place], &parsed[place].record}; }
};

/// What loading has read so far.
struct MergedRecords {
  PerTable<LoadedRecords>::Tuple tables;
  std::vector<ParsedRecord<ScoreReference>> parsed_references;
  std::string_view default_workload;
  JsonPlace default_workload_place;

  template <class Record>
  [[nodiscard]] LoadedRecords<Record>& of() {
    return std::get<LoadedRecords<Record>>(tables);
  }
  template <class Record>
  [[nodiscard]] const std::vector<Record>& records() const {
    return std::get<LoadedRecords<Record>>(tables).records;
  }
  template <class Record>
  [[nodiscard]] const std::vector<ParsedRecord<Record>>& parsed() const {
    return std::get<LoadedRecords<Record>>(tables).parsed;
  }
  template <class Record>
  [[nodiscard]] const IdIndex& index() const {
    return std::get<LoadedRecords<Record>>(tables).index;
  }
  /// The record of an id; null where there is none.
  template <class Record>
  [[nodiscard]] const Record* find(std::string_view id) const {
    const auto at = index<Record>().find(id);
    return at == index<Record>().end() ? nullptr : &records<Record>()[at->second];
  }
};

}  // namespace gpuadvisor
