#include "formats/safetensors.hpp"

#include <algorithm>
#include <cstring>

#include "gpuadvisor/core/error.hpp"
#include "support/catch2.hpp"
#include "support/gguf_bytes.hpp"

namespace gpuadvisor {
namespace {

/// A file with this header and so many bytes of data.
std::string file_of(const std::string& header, std::size_t data) {
  return GgufBytes::number(header.size(), 8) + header + std::string(data, '\0');
}

std::vector<SafetensorsTensor> read(const std::string& bytes) {
  std::size_t at = 0;
  return read_safetensors_header("m.safetensors", bytes.size(), [&](std::span<char> room) {
    const std::size_t count = std::min(room.size(), bytes.size() - at);
    std::memcpy(room.data(), bytes.data() + at, count);
    at += count;
    return count;
  });
}

std::string problem_of(const std::string& bytes) {
  try {
    (void)read(bytes);
  } catch (const DataError& error) {
    return error.what();
  }
  return "";
}

TEST_CASE("A safetensors header tells type, shape and bytes of each tensor", "[formats]") {
  const auto tensors = read(file_of(R"({"__metadata__": {"format": "pt"},
    "a": {"dtype": "BF16", "shape": [4, 3], "data_offsets": [0, 24]},
    "b": {"dtype": "F32", "shape": [], "data_offsets": [24, 28]}})",
                                    28));
  REQUIRE(tensors.size() == 2);
  CHECK(tensors[0].name == "a");
  CHECK(tensors[0].type == "BF16");
  CHECK(tensors[0].shape == std::vector<std::uint64_t>{4, 3});
  CHECK(tensors[0].elements == 12);
  CHECK(tensors[0].bytes == 24);
  CHECK(tensors[1].elements == 1);
}

TEST_CASE("A safetensors file that lies about itself is refused with the place", "[formats]") {
  const auto one = [](const std::string& tensor, std::size_t data) {
    return file_of(R"({"a": )" + tensor + "}", data);
  };
  struct Case {
    const char* name;
    std::string bytes;
    std::string problem;
  };
  const Case cases[] = {
      {"empty", "",
       "m.safetensors: byte 0: expected the length of the header (8 bytes), found the end of the file at byte 0"},
      {"a header beyond the file", GgufBytes::number(100, 8) + "{}",
       "m.safetensors: byte 0: expected the length of a header within the file's 10 bytes, found 100"},
      {"no object", file_of("[]", 0), "m.safetensors:1: expected an object, found an empty array"},
      {"an unknown type", one(R"({"dtype": "Q8", "shape": [1], "data_offsets": [0, 1]})", 1),
       R"(m.safetensors:1: /a/dtype: expected a known type, found "Q8")"},
      {"bytes that the shape has not", one(R"({"dtype": "F16", "shape": [4], "data_offsets": [0, 9]})", 9),
       "m.safetensors:1: /a/data_offsets: expected 8 bytes by type and shape, found 9"},
      {"data after the end", one(R"({"dtype": "F16", "shape": [4], "data_offsets": [0, 8]})", 7),
       "m.safetensors:1: /a/data_offsets: expected begin and end within the 7 bytes of data"},
      {"a negative size", one(R"({"dtype": "F16", "shape": [-4], "data_offsets": [0, 8]})", 8),
       "m.safetensors:1: /a/shape/0: expected a whole number, found -4"},
      {"a size beyond any",
       one(R"({"dtype": "F16", "shape": [9007199254740992, 9007199254740992],
         "data_offsets": [0, 8]})",
           8),
       "m.safetensors:1: /a/shape: expected a size that a tensor can have, found one beyond any file"},
      {"no offsets", one(R"({"dtype": "F16", "shape": [4]})", 8),
       R"(m.safetensors:1: /a: expected "data_offsets", found none)"},
      {"data on other data",
       file_of(R"({"a": {"dtype": "U8", "shape": [4], "data_offsets": [0, 4]},
"b": {"dtype": "U8", "shape": [4], "data_offsets": [2, 6]}})",
               6),
       "m.safetensors:2: /b/data_offsets: expected data after that of other tensors, found 2"},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.name) { CHECK(problem_of(c.bytes) == c.problem); }
  }
}

}  // namespace
}  // namespace gpuadvisor
