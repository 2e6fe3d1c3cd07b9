#include "device_capture.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "apple_profile.hpp"
#include "core/text.hpp"
#include "formats/json.hpp"
#include "gpuadvisor/core/error.hpp"
#include "nvidia_smi_table.hpp"
#include "nvidia_smi_xml.hpp"
#include "rocm_smi.hpp"

namespace gpuadvisor {
namespace {

constexpr std::string_view k_expected_capture =
    "expected what `nvidia-smi -q -x`, `nvidia-smi --query-gpu=name,memory.total --format=csv`, `rocm-smi -a --json` "
    "or "
    "`system_profiler -json SPDisplaysDataType SPHardwareDataType` prints";

std::string_view first_line_of(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  return text.substr(0, text.find('\n'));
}

/// Where the line begins that opens a JSON document: rocm-smi may print warnings before. The end where none does.
std::size_t begin_of_json(std::string_view text) {
  if (text.starts_with('{')) return 0;
  const std::size_t at = text.find("\n{");
  return at == std::string_view::npos ? text.size() : at + 1;
}

std::vector<DetectedGpu> gpus_of_json(std::string_view text, std::size_t begin, const std::string& file) {
  // What stands before is left out, but for its line breaks: problems name lines of the whole.
  std::string document(static_cast<std::size_t>(std::count(text.begin(), text.begin() + begin, '\n')), '\n');
  document += text.substr(begin);
  const Json json = parse_json(document, file);
  if (is_apple_profile(json)) return apple_gpus(json, file);
  if (is_rocm_smi(json)) return rocm_smi_gpus(json, file);
  throw DataError({{file, json.line, "", std::string(k_expected_capture)}});
}

}  // namespace

std::vector<DetectedGpu> captured_gpus(std::string_view text, const std::string& file) {
  if (text.size() > k_max_json_bytes) {
    throw DataError(
        {{file, 0, "", fmt::format("larger than the {} MiB that a capture may have", k_max_json_bytes >> 20U)}});
  }
  const std::string utf8 = utf8_text(text);
  text = utf8;
  const std::string_view first = first_line_of(text);
  if (first.starts_with('<')) return nvidia_smi_xml(text, file);
  if (is_query_header(first) || is_query_row(first)) return nvidia_smi_table(text, file);
  if (const std::size_t begin = begin_of_json(text); begin < text.size()) return gpus_of_json(text, begin, file);
  if (first.starts_with("No devices were found")) return {};  // as nvidia-smi says it
  if (text.substr(0, 2000).find("| NVIDIA-SMI ") != std::string_view::npos) {
    throw DataError({{file, 0, "", "found the table that nvidia-smi prints for people; expected `nvidia-smi -q -x`"}});
  }
  throw DataError({{file, 1, "", fmt::format("{}, found \"{}\"", k_expected_capture, printable(first.substr(0, 60)))}});
}

}  // namespace gpuadvisor
