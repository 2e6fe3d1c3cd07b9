#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "catalog/records/exchange_rate.hpp"
#include "catalog/records/rent.hpp"
#include "finding.hpp"
#include "formats/json.hpp"
#include "gpuadvisor/catalog/price.hpp"
#include "gpuadvisor/catalog/price_level.hpp"
#include "gpuadvisor/catalog/score.hpp"

namespace gpuadvisor {

/// Where the records of the documents that are checked stand, and their members.
class RecordIndex {
 public:
  /// `document` must outlive the index.
  void add(const std::string& file, const Json& document);

  /// Forgets the record that begins at a place.
  void leave_out(const Place& place);

  /// Whether a checked document has the record: section as in the files ("gpus"), key as of the key() functions.
  [[nodiscard]] bool has(std::string_view section, const std::string& key) const;
  /// How often the record is described.
  [[nodiscard]] std::size_t count(std::string_view section, const std::string& key) const;
  /// The place of a member, or of the record where none of its documents gives the member; of several documents, the
  /// last. Requires a record that has() knows.
  [[nodiscard]] Place place(std::string_view section, const std::string& key, std::string_view member = {}) const;

  /// Calls `visit(place, record)` for each record of a section that is checked, as it is written.
  void for_each(std::string_view section, const std::function<void(const Place&, const Json&)>& visit) const;

  // What tells records of a kind apart; those of all others go by their id, and what is no list (the reference card)
  // by an empty key.
  [[nodiscard]] static std::string key(const Price& price);
  [[nodiscard]] static std::string key(const ExchangeRate& rate);
  [[nodiscard]] static std::string key(const Rent& rent);
  [[nodiscard]] static std::string key(const Score& score);
  [[nodiscard]] static std::string key(const ScoreModel& model);
  [[nodiscard]] static std::string key(const Speedup& speedup);
  [[nodiscard]] static std::string key(const PriceLevel& level);
  [[nodiscard]] static std::string key(const MarketMonth& month);

 private:
  struct Record {
    std::string file;
    std::string pointer;
    const Json* node;
  };
  std::map<std::pair<std::string, std::string>, std::vector<Record>> m_records;  // by section and key
};

}  // namespace gpuadvisor
