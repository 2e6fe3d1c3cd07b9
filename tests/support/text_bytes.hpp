#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <span>
#include <string>

#include "formats/byte_source.hpp"

namespace gpuadvisor {

/// An input that holds a text.
inline ReadBytes bytes_of(const std::string& text) {
  return [text, at = std::make_shared<std::size_t>(0)](std::span<char> room) {
    const std::size_t count = std::min(room.size(), text.size() - *at);
    std::memcpy(room.data(), text.data() + *at, count);
    *at += count;
    return count;
  };
}

}  // namespace gpuadvisor
