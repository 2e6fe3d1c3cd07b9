#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace gpuadvisor::cli {

/// How a list of offers is written: as a table, as one document of JSON, or as lines of JSON.
enum class ListShape : unsigned char { table, document, lines };

inline constexpr std::size_t k_longest_record = std::size_t{1} << 20U;  // bytes
inline constexpr std::string_view k_list_of_offers = "offers";  // the member in which vast.ai answers with a list

/// The shape in which the beginning of a list has the most rows of JSON, whatever stands before the first of them.
/// Nothing where it has none: a table, a document that is cut off before its first row, or no list at all.
[[nodiscard]] std::optional<ListShape> json_shape(std::string_view beginning);

}  // namespace gpuadvisor::cli
