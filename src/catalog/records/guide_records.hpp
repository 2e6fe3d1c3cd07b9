#pragma once

#include <tuple>
#include <vector>

#include "gpuadvisor/catalog/guide_tables.hpp"

namespace gpuadvisor {

template <class Record>
using RecordList = std::vector<Record>;

/// Owns the records of all guide tables.
using GuideRecords = PerGuideTable<RecordList>::type;

template <class Record>
std::vector<Record>& records_of(GuideRecords& owned) {
  return std::get<std::vector<Record>>(owned);
}

/// The tables that view `owned`.
inline GuideTables views_of(const GuideRecords& owned) {
  GuideTables tables;
  for_each_guide_table([&]<class Record>(const GuideTable<Record>& table) {
    tables.*table.records = std::get<std::vector<Record>>(owned);
  });
  return tables;
}

}  // namespace gpuadvisor
