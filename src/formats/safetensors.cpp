#include "safetensors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "core/text.hpp"
#include "json_limits.hpp"
#include "json_reader.hpp"

namespace gpuadvisor {
namespace {

/// A type of values, and bits of one.
struct TensorType {
  std::string_view name;
  std::uint64_t bits;
};

constexpr auto k_tensor_types = std::to_array<TensorType>({
    {"F64", 64},    {"F32", 32},    {"F16", 16}, {"BF16", 16}, {"F8_E4M3", 8}, {"F8_E5M2", 8}, {"F8_E8M0", 8},
    {"F6_E2M3", 6}, {"F6_E3M2", 6}, {"F4", 4},   {"I64", 64},  {"I32", 32},    {"I16", 16},    {"I8", 8},
    {"U64", 64},    {"U32", 32},    {"U16", 16}, {"U8", 8},    {"BOOL", 8},    {"C64", 64},
});

constexpr std::uint64_t k_length_bytes = 8;
constexpr double k_largest_whole = 9007199254740992;  // 2^53: whole numbers of JSON are exact up to here

/// The JSON Pointer of a member of the header.
std::string pointer_to(std::string_view key) {
  std::string pointer = "/";
  for (const char c : printable(key)) pointer += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
  return pointer;
}

/// Where a tensor's data is, from the end of the header.
struct DataRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  JsonPlace place;
};

/// The whole numbers of an array; nothing when it has others, which is reported.
std::optional<std::vector<std::uint64_t>> whole_numbers(ObjectReader& reader, std::string_view key) {
  std::vector<std::uint64_t> numbers;
  const auto items = reader.array(key);
  numbers.reserve(items.size());
  for (const auto& [item, place] : items) {
    const double value = item->number;
    if (item->kind != Json::Kind::number || value < 0 || value > k_largest_whole || value != std::floor(value)) {
      reader.problems().add(place, fmt::format("expected a whole number, found {}", description(*item)));
      return std::nullopt;
    }
    numbers.push_back(static_cast<std::uint64_t>(value));
  }
  return reader.has(key) ? std::optional(numbers) : std::nullopt;
}

/// The product; nothing when it is too large to be a number of values.
std::optional<std::uint64_t> product(const std::vector<std::uint64_t>& shape) {
  std::uint64_t elements = 1;
  for (const std::uint64_t size : shape) {
    if (size != 0 && elements > std::numeric_limits<std::uint64_t>::max() / 64 / size) return std::nullopt;
    elements *= size;
  }
  return elements;
}

/// Reads the tensors of a header.
class SafetensorsReader {
 public:
  SafetensorsReader(const Json& header, std::string_view file, std::uint64_t data_bytes)
      : m_header(header), m_file(file), m_data_bytes(data_bytes) {}

  std::vector<SafetensorsTensor> read() {
    for (const JsonMember& member : m_header.members) {
      if (member.key == "__metadata__") continue;
      read_tensor(member);
      m_problems.throw_if_any();
    }
    check_overlap();
    m_problems.throw_if_any();
    return std::move(m_tensors);
  }

 private:
  void read_tensor(const JsonMember& member) {
    ObjectReader reader(member.value, {m_file, pointer_to(member.key), member.value.line}, m_problems);
    if (member.value.kind != Json::Kind::object) return;
    const auto name = reader.text("dtype");
    if (!name) return missing(reader, "dtype");
    const auto* type = std::find_if(k_tensor_types.begin(), k_tensor_types.end(),
                                    [&](const TensorType& t) { return t.name == *name; });
    if (type == k_tensor_types.end()) {
      return reader.problem("dtype", fmt::format("expected a known type, found \"{}\"", printable(*name)));
    }
    const auto shape = whole_numbers(reader, "shape");
    if (!shape) return missing(reader, "shape");
    const auto offsets = whole_numbers(reader, "data_offsets");
    if (!offsets) return missing(reader, "data_offsets");
    const auto elements = product(*shape);
    if (!elements) return reader.problem("shape", "expected a size that a tensor can have, found one beyond any file");
    if (offsets->size() != 2 || offsets->front() > offsets->back() || offsets->back() > m_data_bytes) {
      return reader.problem("data_offsets",
                            fmt::format("expected begin and end within the {} bytes of data", m_data_bytes));
    }
    const std::uint64_t bytes = offsets->back() - offsets->front();
    if (bytes != *elements * type->bits / 8) {
      return reader.problem("data_offsets", fmt::format("expected {} bytes by type and shape, found {}",
                                                        *elements * type->bits / 8, bytes));
    }
    m_tensors.push_back({member.key, type->name, *shape, *elements, bytes});
    m_ranges.push_back({offsets->front(), offsets->back(), reader.place("data_offsets")});
  }

  void missing(ObjectReader& reader, std::string_view key) {
    if (!reader.has(key)) m_problems.add(reader.place(), fmt::format("expected \"{}\", found none", key));
  }

  void check_overlap() {
    std::sort(m_ranges.begin(), m_ranges.end(), [](const DataRange& a, const DataRange& b) {
      return a.begin < b.begin || (a.begin == b.begin && a.end < b.end);
    });
    std::uint64_t end = 0;
    for (const DataRange& range : m_ranges) {
      if (range.begin < end) {
        m_problems.add(range.place, fmt::format("expected data after that of other tensors, found {}", range.begin));
        return;
      }
      end = range.end;
    }
  }

  const Json& m_header;
  std::string_view m_file;
  std::uint64_t m_data_bytes;
  std::vector<SafetensorsTensor> m_tensors;
  std::vector<DataRange> m_ranges;
  Problems m_problems;
};

}  // namespace

std::vector<SafetensorsTensor> read_safetensors_header(const std::string& file, std::uint64_t size,
                                                       const ReadBytes& read) {
  ByteSource source(file, size, k_length_bytes + k_max_safetensors_header_bytes, read);
  const std::uint64_t length = source.unsigned_integer(k_length_bytes, "the length of the header");
  if (length > size - k_length_bytes) {
    source.fail(0, fmt::format("expected the length of a header within the file's {} bytes, found {}", size, length));
  }
  if (length > k_max_safetensors_header_bytes) {
    source.fail(0, fmt::format("expected a header of at most {} MiB, found {} bytes",
                               k_max_safetensors_header_bytes >> 20U, length));
  }
  const std::string text = source.text(length, "the header");
  const std::string shown = printable(file);
  const Json header = parse_json(text, shown, k_tensor_list_limits);
  if (header.kind != Json::Kind::object) {
    throw DataError({{shown, header.line, "", "expected an object, found " + description(header)}});
  }
  return SafetensorsReader(header, shown, size - k_length_bytes - length).read();
}

}  // namespace gpuadvisor
