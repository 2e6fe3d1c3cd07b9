#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gpuadvisor {

/// A GGUF file, byte by byte: header, metadata and tensors, and as much data as they need.
class GgufBytes {
 public:
  enum Type : std::uint32_t { u32 = 4, i32 = 5, f32 = 6, boolean = 7, string = 8, array = 9, u64 = 10 };

  static std::string number(std::uint64_t value, unsigned bytes) {
    std::string digits;
    for (unsigned i = 0; i < bytes; ++i) digits += static_cast<char>((value >> (8 * i)) & 0xffU);
    return digits;
  }
  static std::string text_bytes(std::string_view value) { return number(value.size(), 8) + std::string(value); }

  GgufBytes& entry(std::string_view key, std::uint32_t value) { return raw(key, u32, number(value, 4)); }
  GgufBytes& entry(std::string_view key, std::string_view value) { return raw(key, string, text_bytes(value)); }
  GgufBytes& real(std::string_view key, float value) {
    return raw(key, f32, number(std::bit_cast<std::uint32_t>(value), 4));
  }
  GgufBytes& numbers(std::string_view key, const std::vector<std::uint32_t>& values) {
    std::string bytes = number(u32, 4) + number(values.size(), 8);
    for (const auto value : values) bytes += number(value, 4);
    return raw(key, array, bytes);
  }
  GgufBytes& texts(std::string_view key, const std::vector<std::string>& values) {
    std::string bytes = number(string, 4) + number(values.size(), 8);
    for (const auto& value : values) bytes += text_bytes(value);
    return raw(key, array, bytes);
  }
  /// A value as it stands in the file.
  GgufBytes& raw(std::string_view key, std::uint32_t type, std::string_view value) {
    m_metadata += text_bytes(key) + number(type, 4) + std::string(value);
    ++m_entries;
    return *this;
  }

  /// A tensor of so many bytes, whose data follows that of the one before.
  GgufBytes& tensor(std::string_view name, const std::vector<std::uint64_t>& dimensions, std::uint32_t type,
                    std::uint64_t bytes) {
    m_data = (m_data + k_alignment - 1) / k_alignment * k_alignment;
    tensor_at(name, dimensions, type, m_data);
    m_data += bytes;
    return *this;
  }
  GgufBytes& tensor_at(std::string_view name, const std::vector<std::uint64_t>& dimensions, std::uint32_t type,
                       std::uint64_t offset) {
    m_infos += text_bytes(name) + number(dimensions.size(), 4);
    for (const auto dimension : dimensions) m_infos += number(dimension, 8);
    m_infos += number(type, 4) + number(offset, 8);
    ++m_tensors;
    return *this;
  }

  [[nodiscard]] std::string header(std::uint32_t version = 3) const {
    return "GGUF" + number(version, 4) + number(m_tensors, 8) + number(m_entries, 8) + m_metadata + m_infos;
  }
  /// Header and data, which is zeros.
  [[nodiscard]] std::string file(std::uint32_t version = 3) const {
    std::string bytes = header(version);
    bytes.resize((bytes.size() + k_alignment - 1) / k_alignment * k_alignment, '\0');
    return bytes + std::string(m_data, '\0');
  }

 private:
  static constexpr std::uint64_t k_alignment = 32;

  std::string m_metadata;
  std::string m_infos;
  std::uint64_t m_entries = 0;
  std::uint64_t m_tensors = 0;
  std::uint64_t m_data = 0;
};

}  // namespace gpuadvisor
