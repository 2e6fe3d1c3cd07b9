#include "list_shape.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "formats/flat_object.hpp"

namespace gpuadvisor::cli {
namespace {

constexpr auto k_keys = std::to_array<std::string_view>({k_list_of_offers});

/// Whether a line is an object that is no document with a list.
bool is_row(std::string_view line, FlatObject& object) {
  std::vector<char> bytes(line.begin(), line.end());
  bytes.resize(line.size() + FlatObject::k_room_behind);
  return !object.read(std::span(bytes).first(line.size())) && object.member(0).kind != ScalarMember::Kind::other;
}

/// The rows of a document, as far as it can be read.
struct DocumentRows {
  std::size_t count = 0;
  bool is_whole = false;
};

DocumentRows rows_of_document(std::string_view text) {
  const ReadBytes read = [&](std::span<char> room) {
    const std::size_t count = text.copy(room.data(), room.size());
    text.remove_prefix(count);
    return count;
  };
  DocumentRows rows;
  FlatObject object(k_keys);
  rows.is_whole = !object.read_list(read, k_list_of_offers, k_longest_record, [&](std::uint64_t) {
    ++rows.count;
    return true;
  });
  return rows;
}

}  // namespace

std::optional<ListShape> json_shape(std::string_view beginning) {
  const auto first = std::min(beginning.find_first_not_of(" \t\r\n"), beginning.size());
  const std::string_view text = beginning.substr(first);
  FlatObject object(k_keys);
  std::size_t rows = 0;
  for (std::string_view rest = text; !rest.empty();) {
    const auto line = rest.substr(0, rest.find('\n'));
    if (is_row(line, object)) ++rows;
    if (rows > 0 && rest.size() == text.size()) return ListShape::lines;  // as most lists begin
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
  }
  const auto document = rows_of_document(text);
  const bool is_document = document.is_whole ? document.count > 0 || text.starts_with('{') : document.count > rows;
  if (is_document) return ListShape::document;
  return rows > 0 ? std::optional(ListShape::lines) : std::nullopt;
}

}  // namespace gpuadvisor::cli
