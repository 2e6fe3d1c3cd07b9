#pragma once

#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "gpuadvisor/core/quantity.hpp"
#include "gpuadvisor/formats/json_writer.hpp"

namespace gpuadvisor {

/// What a result says to other programs, whatever the format: nothing, yes or no, a number in the unit that its key
/// names, a text, a list, or members in their order.
struct Value {
  using List = std::vector<Value>;
  using Members = std::vector<std::pair<std::string_view, Value>>;  // keys live as long as the description

  std::variant<std::monostate, bool, double, std::string, List, Members> data{};
  JsonWriter::Layout layout = JsonWriter::Layout::lines;  // of a list or of members
  bool is_flat_only = false;                              // for flat records: JSON leaves it out

  [[nodiscard]] bool is_null() const { return std::holds_alternative<std::monostate>(data); }
  /// The member of that key; null where there is none.
  [[nodiscard]] const Value* member(std::string_view key) const;
};

/// A number as results tell it: with nine significant digits. What a double has beyond them is more than is known, and
/// the last ones depend on how a machine adds up. Whole numbers stay as they are.
[[nodiscard]] double published(double number);

/// The same of a figure with a unit, but for bytes and parameters: they are counted, not worked out.
template <class Unit>
[[nodiscard]] double published(Quantity<Unit> figure) {
  using Figure = Quantity<Unit>;
  constexpr bool k_is_counted =
      std::is_same_v<Figure, Gigabytes> || std::is_same_v<Figure, Gibibytes> || std::is_same_v<Figure, Millions>;
  return k_is_counted ? figure.value() : published(figure.value());
}

/// Writes it as JSON, where a value may stand.
void write_value(JsonWriter& json, const Value& value);

/// A JSON document of it.
[[nodiscard]] std::string json_text(const Value& value);

}  // namespace gpuadvisor
