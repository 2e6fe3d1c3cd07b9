#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "formats/flat_object.hpp"
#include "market_offer.hpp"

namespace gpuadvisor {

/// What a row says, or why it is no offer.
using Listed = std::variant<ListedMachine, Refusal>;

/// The keys of an object with an offer: of this program's own lines, and of vast.ai's. Objects have others besides.
/// Source: docs/offers.md#formats.
[[nodiscard]] std::span<const std::string_view> offer_keys();

/// What an object says that was read with these keys: vast.ai's where it has a member gpu_name, else this program's
/// own.
[[nodiscard]] Listed listed(const FlatObject& object);

/// A table of prices, told by the names of its columns: SkyPilot's catalogs, gpuhunt's, and cloud-gpus.csv of The Full
/// Stack. Source: docs/offers.md#formats.
class PriceTable {
 public:
  /// Nothing where the columns are those of none.
  [[nodiscard]] static std::optional<PriceTable> with_columns(std::vector<std::string> columns);

  [[nodiscard]] std::size_t columns() const { return m_columns.size(); }
  /// What a row of as many fields says, which views them.
  [[nodiscard]] Listed listed(std::span<const std::string> row) const;

 private:
  enum class Kind : unsigned char { skypilot, gpuhunt, full_stack };

  PriceTable(Kind kind, std::vector<std::string> columns) : m_kind(kind), m_columns(std::move(columns)) {}

  /// Empty without the column.
  [[nodiscard]] std::string_view field(std::span<const std::string> row, std::string_view column) const;
  [[nodiscard]] Listed of_skypilot(std::span<const std::string> row) const;
  [[nodiscard]] Listed of_gpuhunt(std::span<const std::string> row) const;
  [[nodiscard]] Listed of_full_stack(std::span<const std::string> row) const;

  Kind m_kind;
  std::vector<std::string> m_columns;
};

}  // namespace gpuadvisor
