#pragma once

namespace gpuadvisor {

/// Which characters pictures are made of.
enum class Glyphs : unsigned char { ascii, utf8 };

}  // namespace gpuadvisor
