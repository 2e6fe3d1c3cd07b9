#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/gguf.hpp"

namespace gpuadvisor {

/// Reads the metadata of a GGUF file under the prefix of its architecture. Throws DataError with the place in bytes
/// when a value is not of the kind or beyond the bounds that are asked for.
class GgufFields {
 public:
  /// `file` is printable. Throws unless the header names an architecture.
  GgufFields(std::string_view file, const GgufHeader& header);

  [[nodiscard]] const std::string& architecture() const { return m_architecture; }

  /// A whole number from 1 to `high`; 0 is absent, as the files have it.
  [[nodiscard]] std::optional<int> integer(std::string_view key, double high) const;
  /// The same; throws where it is missing.
  [[nodiscard]] int required(std::string_view key, double high) const;
  /// The numbers of a list, or the one number that stands for all layers; empty where there is none. From 0 to `high`.
  [[nodiscard]] std::vector<int> integers(std::string_view key, double high) const;
  /// A text without the prefix of the architecture.
  [[nodiscard]] std::optional<std::string> text(std::string_view whole_key) const;
  /// A number without the prefix, from 0 to `high`.
  [[nodiscard]] std::optional<int> plain_integer(std::string_view whole_key, double high) const;
  /// How many items a list has; 0 where there is none.
  [[nodiscard]] std::uint64_t items(std::string_view whole_key) const;

 private:
  [[nodiscard]] const GgufEntry* entry(std::string_view key) const;
  [[nodiscard]] int checked(const GgufEntry& entry, double value, double high) const;
  [[noreturn]] void fail(const GgufEntry* entry, std::string message) const;

  std::string_view m_file;
  const GgufHeader& m_header;
  std::string m_architecture;
};

}  // namespace gpuadvisor
