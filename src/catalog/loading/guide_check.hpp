#pragma once

#include <cstddef>
#include <string>

#include "catalog/records/guide_records.hpp"
#include "merged_records.hpp"

namespace gpuadvisor {

/// The first `count` fields of a record, which are its key, as text: "dettmers-2019-04, kaggle".
template <class Record>
std::string guide_key(const Record& record, std::size_t count);

/// Reports what does not hold together in the guide tables that were read: references to sources, GPUs, guides,
/// workloads, kinds of buyers and nodes of a chart; ranges that end below their beginning; shares beyond 0 to 1; a
/// limit given twice over. `all` has the records of all layers.
void check_guides(const MergedRecords& read, GuideRecords& all, Problems& problems);

// Keys are made of texts, dates, counts and quantities.
std::string guide_key_part(std::string_view text);
std::string guide_key_part(const PartialDate& date);
std::string guide_key_part(int number);
std::string guide_key_part(double number);

template <class Unit>
std::string guide_key_part(Quantity<Unit> quantity) {
  return guide_key_part(quantity.value());
}
template <class T>
requires requires(const T& value) { guide_key_part(value); }
std::string guide_key_part(const std::optional<T>& maybe) { return maybe ? guide_key_part(*maybe) : std::string("-"); }

template <class Record>
std::string guide_key(const Record& record, std::size_t count) {
  std::string key;
  for_each_field<Record>([&](const auto& field, std::size_t index) {
    if constexpr (requires { guide_key_part(record.*field.member); }) {
      if (index < count) key += (index == 0 ? "" : ", ") + guide_key_part(record.*field.member);
    }
  });
  return key;
}

}  // namespace gpuadvisor
