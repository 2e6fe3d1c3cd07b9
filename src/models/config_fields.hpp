#pragma once

#include <initializer_list>
#include <optional>
#include <string_view>
#include <vector>

#include "formats/json_reader.hpp"

namespace gpuadvisor {

/// Reads a configuration by the names that families give to one thing. `null` is absent, as their code has it.
class ConfigFields {
 public:
  ConfigFields(const Json& object, const JsonPlace& place, Problems& problems)
      : m_object(object), m_reader(object, place, problems) {}

  using Names = std::initializer_list<std::string_view>;

  /// The first of these members that is there and not null.
  [[nodiscard]] std::optional<std::string_view> present(Names names) const;

  /// A whole number from `low` to `high`; of a list of them, one for each layer, the largest.
  [[nodiscard]] std::optional<int> integer(Names names, double low, double high);
  /// The same; reported where it is missing.
  [[nodiscard]] std::optional<int> required(Names names, double low, double high);
  [[nodiscard]] std::optional<bool> boolean(Names names);
  [[nodiscard]] std::optional<std::string_view> text(Names names);
  /// A number from `low` to `high`, whole or not.
  [[nodiscard]] std::optional<double> number(Names names, double low, double high);
  /// The items of an array that are this text; nothing when there is no such array.
  [[nodiscard]] std::optional<int> count_of(std::string_view key, std::string_view item);
  /// The items of an array that are this number; 0 where there is no such array.
  [[nodiscard]] int count_of_number(std::string_view key, double number);
  /// How many items an array has; 0 where there is none.
  [[nodiscard]] int items(std::string_view key);
  [[nodiscard]] bool is_array(std::string_view key) const;
  [[nodiscard]] bool is_text(std::string_view key) const;
  /// A member that is an object.
  [[nodiscard]] std::optional<ConfigFields> object(std::string_view key);

  [[nodiscard]] ObjectReader& reader() { return m_reader; }
  [[nodiscard]] const Json& json() const { return m_object; }

 private:
  const Json& m_object;
  ObjectReader m_reader;
};

}  // namespace gpuadvisor
