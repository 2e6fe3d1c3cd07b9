#include "market_group.hpp"

namespace gpuadvisor {

std::string_view market_group(const Gpu& gpu) {
  if (gpu.segment != Segment::consumer) return enum_name(gpu.segment);
  const double memory = gpu.memory ? gpu.memory->value() : 8;
  if (memory < 10) return "consumer below 10 GB";
  if (memory < 16) return "consumer 10 to 15 GB";
  return memory < 24 ? "consumer 16 to 23 GB" : "consumer from 24 GB";
}

}  // namespace gpuadvisor
