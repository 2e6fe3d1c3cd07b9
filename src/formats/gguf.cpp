#include "gguf.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>
#include <unordered_set>

#include "core/text.hpp"

namespace gpuadvisor {
namespace {

constexpr std::string_view k_magic = "GGUF";
constexpr std::uint64_t k_longest_key = 65'535;  // by the specification
constexpr std::uint64_t k_longest_name = 256;    // of tensors; the specification says 64, some are longer
constexpr std::uint64_t k_most_dimensions = 4;
constexpr std::uint64_t k_default_alignment = 32;
constexpr std::uint64_t k_largest_type = 511;  // llama.cpp has numbers up to 41, ik_llama.cpp up to 400
constexpr std::uint64_t k_most_bytes_of_value = 8;

/// Types of metadata, by number.
enum class ValueType : unsigned char { u8, i8, u16, i16, u32, i32, f32, boolean, text, list, u64, i64, f64, none };

/// Bytes of a value; 0 for those that tell their own size.
unsigned size_of(ValueType type) {
  switch (type) {
    case ValueType::u8:
    case ValueType::i8:
    case ValueType::boolean:
      return 1;
    case ValueType::u16:
    case ValueType::i16:
      return 2;
    case ValueType::u32:
    case ValueType::i32:
    case ValueType::f32:
      return 4;
    case ValueType::u64:
    case ValueType::i64:
    case ValueType::f64:
      return 8;
    default:
      return 0;
  }
}

/// The number that the bits of a value of some type are.
double number_of(ValueType type, std::uint64_t bits) {
  switch (type) {
    case ValueType::i8:
      return static_cast<std::int8_t>(bits);
    case ValueType::i16:
      return static_cast<std::int16_t>(bits);
    case ValueType::i32:
      return static_cast<std::int32_t>(bits);
    case ValueType::i64:
      return static_cast<double>(static_cast<std::int64_t>(bits));
    case ValueType::f32:
      return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    case ValueType::f64:
      return std::bit_cast<double>(bits);
    default:
      return static_cast<double>(bits);
  }
}

/// Reads one header, from front to back.
class GgufReader {
 public:
  GgufReader(std::string_view file, std::uint64_t size, const ReadBytes& read)
      : m_source(file, size, k_max_gguf_header_bytes, read) {}

  GgufHeader read() {
    read_version();
    const std::uint64_t tensors = count("the number of tensors", k_max_gguf_tensors);
    const std::uint64_t entries = count("the number of metadata entries", k_max_gguf_entries);
    for (std::uint64_t i = 0; i < entries; ++i) read_entry();
    for (std::uint64_t i = 0; i < tensors; ++i) read_tensor();
    check_data();
    return std::move(m_header);
  }

 private:
  void read_version() {
    if (const std::string magic = m_source.text(k_magic.size(), "the letters GGUF"); magic != k_magic) {
      m_source.fail(0, fmt::format("expected the letters GGUF, found \"{}\"", printable(magic)));
    }
    const std::uint64_t at = m_source.position();
    const std::uint64_t version = m_source.unsigned_integer(4, "the version");
    if (version == 0x02000000 || version == 0x03000000)
      m_source.fail(at, "expected little-endian numbers, found big-endian");
    if (version != 2 && version != 3) m_source.fail(at, fmt::format("expected GGUF version 2 or 3, found {}", version));
    m_header.version = static_cast<std::uint32_t>(version);
  }

  std::uint64_t count(std::string_view what, std::uint64_t most) {
    const std::uint64_t at = m_source.position();
    const std::uint64_t value = m_source.unsigned_integer(8, what);
    if (value > most) m_source.fail(at, fmt::format("expected {} to be at most {}, found {}", what, most, value));
    return value;
  }

  std::string name(std::string_view what, std::uint64_t longest) {
    const std::uint64_t at = m_source.position();
    const std::uint64_t size = m_source.unsigned_integer(8, what);
    if (size == 0 || size > longest) {
      m_source.fail(at, fmt::format("expected {} of 1 to {} bytes, found {}", what, longest, size));
    }
    return m_source.text(size, what);
  }

  ValueType value_type() {
    const std::uint64_t at = m_source.position();
    const std::uint64_t number = m_source.unsigned_integer(4, "the type of a value");
    if (number >= static_cast<std::uint64_t>(ValueType::none)) {
      m_source.fail(at, fmt::format("expected a type of values from 0 to 12, found {}", number));
    }
    return static_cast<ValueType>(number);
  }

  void read_entry() {
    GgufEntry entry;
    entry.position = m_source.position();
    entry.key = name("a key", k_longest_key);
    if (!m_keys.insert(entry.key).second) {
      m_source.fail(entry.position, fmt::format("the key \"{}\" stands twice", printable(entry.key)));
    }
    const ValueType type = value_type();
    if (type == ValueType::list) {
      read_list(entry);
    } else if (type == ValueType::text) {
      read_text(entry);
    } else {
      read_scalar(entry, type);
    }
    m_header.metadata.push_back(std::move(entry));
  }

  void read_scalar(GgufEntry& entry, ValueType type) {
    const std::uint64_t bits = m_source.unsigned_integer(size_of(type), "a value");
    if (type == ValueType::boolean) {
      entry.value = bits != 0;
    } else {
      entry.value = number_of(type, bits);
    }
  }

  void read_text(GgufEntry& entry) {
    const std::uint64_t size = m_source.unsigned_integer(8, "the length of a text");
    if (size > k_longest_gguf_text) {
      m_source.skip(size, "a text");
    } else {
      entry.value = m_source.text(size, "a text");
    }
  }

  void read_list(GgufEntry& entry) {
    const std::uint64_t at = m_source.position();
    const ValueType type = value_type();
    if (type == ValueType::list) m_source.fail(at, "expected a list of numbers or texts, found a list of lists");
    entry.items = m_source.unsigned_integer(8, "the length of a list");
    if (entry.items > k_max_gguf_header_bytes) {
      m_source.fail(at,
                    fmt::format("expected a list of at most {} items, found {}", k_max_gguf_header_bytes, entry.items));
    }
    if (type == ValueType::text) {
      for (std::uint64_t i = 0; i < entry.items; ++i) {
        m_source.skip(m_source.unsigned_integer(8, "the length of a text"), "a text");
      }
    } else if (entry.items > k_longest_gguf_list) {
      m_source.skip(entry.items * size_of(type), "a list");
    } else {
      std::vector<double> numbers;
      numbers.reserve(static_cast<std::size_t>(entry.items));
      for (std::uint64_t i = 0; i < entry.items; ++i) {
        numbers.push_back(number_of(type, m_source.unsigned_integer(size_of(type), "an item of a list")));
      }
      entry.value = std::move(numbers);
    }
  }

  void read_tensor() {
    GgufTensor tensor;
    const std::uint64_t at = m_source.position();
    tensor.name = name("a tensor's name", k_longest_name);
    if (!m_names.insert(tensor.name).second) {
      m_source.fail(at, fmt::format("the tensor \"{}\" stands twice", printable(tensor.name)));
    }
    read_dimensions(tensor);
    const std::uint64_t type_at = m_source.position();
    const std::uint64_t type = m_source.unsigned_integer(4, "a tensor's type");
    tensor.type = ggml_type(type);
    if (type > k_largest_type) {
      m_source.fail(type_at, fmt::format("expected a type of tensors up to {}, found {} for \"{}\"", k_largest_type,
                                         type, printable(tensor.name)));
    }
    tensor.type_number = static_cast<std::uint32_t>(type);
    if (tensor.type == nullptr) {  // of a newer version, or of another program: the file tells its bytes
      tensor.offset = m_source.unsigned_integer(8, "a tensor's offset");
      m_header.tensors.push_back(std::move(tensor));
      return;
    }
    if (tensor.dimensions.front() % tensor.type->values != 0) {
      m_source.fail(type_at, fmt::format("expected rows of whole blocks of {} values for {}, found {} in \"{}\"",
                                         tensor.type->values, tensor.type->name, tensor.dimensions.front(),
                                         printable(tensor.name)));
    }
    const std::uint64_t blocks = tensor.elements / tensor.type->values;
    if (blocks > std::numeric_limits<std::uint64_t>::max() / tensor.type->bytes) refuse_size(type_at, tensor.name);
    tensor.bytes = blocks * tensor.type->bytes;
    tensor.offset = m_source.unsigned_integer(8, "a tensor's offset");
    m_header.tensors.push_back(std::move(tensor));
  }

  void read_dimensions(GgufTensor& tensor) {
    const std::uint64_t at = m_source.position();
    const std::uint64_t number = m_source.unsigned_integer(4, "a tensor's number of dimensions");
    if (number == 0 || number > k_most_dimensions) {
      m_source.fail(at, fmt::format("expected 1 to {} dimensions, found {} for \"{}\"", k_most_dimensions, number,
                                    printable(tensor.name)));
    }
    tensor.elements = 1;
    for (std::uint64_t i = 0; i < number; ++i) {
      const std::uint64_t size_at = m_source.position();
      const std::uint64_t size = m_source.unsigned_integer(8, "a dimension");
      if (size == 0 || tensor.elements > std::numeric_limits<std::uint64_t>::max() / size) {
        refuse_size(size_at, tensor.name);
      }
      tensor.elements *= size;
      tensor.dimensions.push_back(size);
    }
  }

  [[noreturn]] void refuse_size(std::uint64_t at, std::string_view tensor) {
    m_source.fail(at, fmt::format("expected a size that a tensor can have, found none for \"{}\"", printable(tensor)));
  }

  /// Where tensors may begin: at multiples of this.
  std::uint64_t alignment() {
    const GgufEntry* entry = m_header.find("general.alignment");
    if (entry == nullptr) return k_default_alignment;
    constexpr double k_most = 1U << 20U;
    const double* value = std::get_if<double>(&entry->value);
    const bool is_in_range = value != nullptr && *value >= 1 && *value <= k_most;  // which NaN is not
    if (!is_in_range || !std::has_single_bit(static_cast<std::uint64_t>(*value))) {
      m_source.fail(entry->position, "general.alignment: expected a power of two up to 1048576");
    }
    return static_cast<std::uint64_t>(*value);
  }

  /// The data of all tensors lies in the file, each on its own bytes.
  void check_data() {
    const std::uint64_t step = alignment();
    const std::uint64_t begin = (m_source.position() + step - 1) / step * step;
    std::vector<GgufTensor*> order;
    order.reserve(m_header.tensors.size());
    for (GgufTensor& tensor : m_header.tensors) order.push_back(&tensor);
    std::sort(order.begin(), order.end(),
              [](const GgufTensor* a, const GgufTensor* b) { return a->offset < b->offset; });
    const std::uint64_t room = m_source.size() - std::min(m_source.size(), begin);
    std::uint64_t end = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
      GgufTensor* tensor = order[i];
      const auto refuse = [&](const std::string& found) {
        m_source.fail(begin, fmt::format("tensor \"{}\": {}", printable(tensor->name), found));
      };
      if (tensor->offset % step != 0)
        refuse(fmt::format("expected an offset that {} divides, found {}", step, tensor->offset));
      if (tensor->type == nullptr) {
        const std::uint64_t next = i + 1 < order.size() ? order[i + 1]->offset : room;
        tensor->bytes = next - std::min(next, tensor->offset);
        if (tensor->bytes == 0 || tensor->bytes / k_most_bytes_of_value > tensor->elements) {
          refuse(fmt::format("expected a known type or bytes that its values can have, found type {} with {} bytes",
                             tensor->type_number, tensor->bytes));
        }
      }
      if (tensor->offset < end)
        refuse(fmt::format("expected data after that of other tensors, found offset {}", tensor->offset));
      if (tensor->bytes > room || tensor->offset > room - tensor->bytes) {
        refuse(fmt::format("expected {} bytes of data at offset {}, found the end of the file after {}", tensor->bytes,
                           tensor->offset, room));
      }
      end = tensor->offset + tensor->bytes;
    }
  }

  ByteSource m_source;
  GgufHeader m_header;
  std::unordered_set<std::string> m_keys;
  std::unordered_set<std::string> m_names;
};

}  // namespace

const GgufEntry* GgufHeader::find(std::string_view key) const {
  const auto at =
      std::find_if(metadata.begin(), metadata.end(), [&](const GgufEntry& entry) { return entry.key == key; });
  return at == metadata.end() ? nullptr : &*at;
}

GgufHeader read_gguf_header(std::string_view file, std::uint64_t size, const ReadBytes& read) {
  return GgufReader(file, size, read).read();
}

}  // namespace gpuadvisor
