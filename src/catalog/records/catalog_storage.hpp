#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "catalog_tables.hpp"

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
  void keep(std::shared_ptr<const void> list) { m_lists.push_back(std::move(list)); }

 private:
  std::deque<std::string> m_texts;
  std::vector<std::shared_ptr<const void>> m_lists;
};

/// The tables of a catalog that was made from another one, at first that one's own, and what they view beyond it.
struct CatalogStorage {
  explicit CatalogStorage(const Catalog& from) : base(from), tables(from.tables()) {}

  Catalog base;
  CatalogTables tables;
  TextStorage text;

  /// Has the tables view other records.
  template <class Record>
  void replace(std::vector<Record> records) {
    tables.of<Record>() = text.keep(std::move(records));
  }
  /// Has the tables view only some records.
  template <class Record, class IsKept>
  void keep(IsKept is_kept) {
    std::vector<Record> kept;
    const auto all = tables.of<Record>();
    std::copy_if(all.begin(), all.end(), std::back_inserter(kept), is_kept);
    replace(std::move(kept));
  }
};

}  // namespace gpuadvisor
