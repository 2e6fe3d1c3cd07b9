#pragma once

#include <charconv>

namespace gpuadvisor {

/// std::from_chars of a double, written with nothing of the standard library that some of them lack: the same number,
/// the same end, the same error. Requires the locale "C", which a program has unless it asks for another.
[[nodiscard]] std::from_chars_result portable_from_chars(const char* first, const char* last, double& value,
                                                         std::chars_format format = std::chars_format::general);

/// std::from_chars of a double, where the standard library has it. libc++ of LLVM 13, which comes with Emscripten, does
/// not.
[[nodiscard]] inline std::from_chars_result decimal_from_chars(const char* first, const char* last, double& value,
                                                               std::chars_format format = std::chars_format::general) {
#ifdef __cpp_lib_to_chars
  return std::from_chars(first, last, value, format);
#else
  return portable_from_chars(first, last, value, format);
#endif
}

}  // namespace gpuadvisor
