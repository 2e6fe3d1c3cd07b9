/// Files of models: configurations, GGUF and safetensors headers, and indices. What is refused says where; of what is
/// read, figures are finite and the memory that a job needs follows.

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>
#include <string>

#include "formats/gguf.hpp"
#include "formats/safetensors.hpp"
#include "gpuadvisor/sizing/memory_need.hpp"
#include "models/config_model.hpp"
#include "models/gguf_model.hpp"
#include "models/safetensors_model.hpp"
#include "target.hpp"

namespace gpuadvisor {
namespace {

const std::string k_file = "input";

constexpr std::uint64_t k_claimed_bytes = std::uint64_t{1} << 40U;  // of a file with data behind its header

/// Hands out a text in pieces, as a file does.
ReadBytes reader_of(std::string_view text, std::size_t piece) {
  return [text, piece](std::span<char> room) mutable {
    const std::size_t count = std::min({room.size(), text.size(), piece});
    std::copy_n(text.begin(), count, room.begin());
    text.remove_prefix(count);
    return count;
  };
}

void require_need(const ModelFile& file) {
  for (const MemoryTask task : {MemoryTask::run, MemoryTask::train, MemoryTask::lora}) {
    MemoryJob job = default_job(file.network, task);
    if (file.stored && file.stored->format) job.weights = *file.stored->format;
    if (job.tokens == 0) job.tokens = 1;
    if (!missing_shape(file.network, job).empty()) continue;
    const MemoryNeed need = memory_need(file.network, job);
    require(std::isfinite(need.total.value()) && need.total.value() > 0, "a need is positive and finite");
    require(need.low <= need.total && need.total <= need.high, "an interval holds its figure");
    for (const NeedTerm& term : need.terms) {
      require(std::isfinite(term.memory.value()) && term.memory.value() > 0, "a part is positive and finite",
              term.calculation);
      require_printable(term.calculation, "a calculation is printable");
    }
  }
}

void require_sound(const ModelFile& file) {
  require(file.path == k_file, "a model names its file");
  require(!file.network.name.empty(), "a model has a name");
  require_printable(file.network.name, "a name is printable");
  require(file.network.name.find('\n') == std::string_view::npos, "a name is one line");
  for (const auto& remark : file.remarks) require_printable(remark, "a remark is printable");
  const double parameters = file.network.parameters.value();
  require(std::isfinite(parameters) && (file.has_parameters ? parameters > 0 : parameters == 0),
          "parameters are known and positive, or 0");
  if (file.stored) {
    require(std::isfinite(file.stored->bytes) && file.stored->bytes >= 0, "bytes are finite");
    require_printable(file.stored->types, "types are printable");
    if (file.stored->format) {
      require(std::isfinite(file.stored->format->bits) && file.stored->format->bits >= 0, "bits are finite");
    }
  }
  if (file.has_parameters) require_need(file);
}

ModelFile gguf_of(std::string_view text, std::uint64_t size, std::size_t piece) {
  return gguf_model(k_file, read_gguf_header(k_file, size, reader_of(text, piece)));
}

ModelFile safetensors_of(std::string_view text, std::uint64_t size, std::size_t piece) {
  return safetensors_model(k_file, read_safetensors_header(k_file, size, reader_of(text, piece)));
}

/// The input as an index, beside a configuration that stands before a NUL byte.
ModelFile index_of(std::string_view text) {
  const auto end = text.find('\0');
  if (end == std::string_view::npos) return safetensors_index_model(k_file, text);
  return with_weights(config_model(k_file, text.substr(0, end)), safetensors_index_model(k_file, text.substr(end + 1)));
}

ModelFile model_of(std::size_t way, std::string_view text) {
  constexpr std::size_t k_piece = 7;  // so that numbers and names are cut
  switch (way) {
    case 0:
      return config_model(k_file, text);
    case 1:
      return gguf_of(text, text.size(), k_piece);
    case 2:
      return gguf_of(text, k_claimed_bytes, text.size());
    case 3:
      return safetensors_of(text, text.size(), k_piece);
    case 4:
      return safetensors_of(text, k_claimed_bytes, text.size());
    default:
      return index_of(text);
  }
}

void read(std::string_view input) {
  const std::size_t way = chosen(input, 6);
  try {
    require_sound(model_of(way, input));
  } catch (const DataError& error) {
    for (const Diagnostic& problem : error.problems()) {
      require(problem.file == k_file, "a problem names its file", problem.text());
      require(!problem.message.empty() && problem.message.size() < 4000, "a problem has words", problem.text());
    }
    require_printable(error.what(), "a message is printable");
  }
}

}  // namespace
}  // namespace gpuadvisor

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  gpuadvisor::read(gpuadvisor::text_of(data, size));
  return 0;
}
