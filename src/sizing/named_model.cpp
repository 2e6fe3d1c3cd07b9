#include "named_model.hpp"

#include <algorithm>
#include <array>

#include "catalog/records/network_name.hpp"
#include "catalog/records/network_words.hpp"
#include "core/decimal_from_chars.hpp"
#include "core/text.hpp"
#include "gpuadvisor/sizing/usual_weights.hpp"

namespace gpuadvisor {
namespace {

struct FormatWord {
  std::string_view word;
  std::string_view format;
};

/// Words of datasets that are no names of formats. Engines that say no more than "4-bit" have groups of 32 with a
/// 16-bit scale, as MLC LLM and llama.cpp do.
constexpr auto k_format_words =
    std::to_array<FormatWord>({{"AWQ-4bit", "awq"}, {"GPTQ-4bit", "gptq"}, {"4-bit", "q4-0"}});

/// Of 4 bits in groups of 32 with a scale and a zero of 16 bits each.
constexpr double k_groups_of_32 = 5;

std::optional<double> number_of(std::string_view text) {
  double number = 0;
  const auto read = decimal_from_chars(text.data(), text.data() + text.size(), number);
  return read.ec == std::errc() ? std::optional(number) : std::nullopt;
}

WeightFormat of_bits(double bits) {
  WeightFormat format;
  format.bits = bits;
  format.embedding_bits = bits;
  format.output_bits = bits;
  return format;
}

std::string_view without_tunings(std::string_view words) {
  for (auto end = words.find(' '); end != std::string_view::npos; end = words.find(' ')) {
    if (!is_tuning(words.substr(0, end))) break;
    words.remove_prefix(end + 1);
  }
  return words;
}

/// The format that the words after a network's name tell.
std::optional<WeightFormat> format_of(std::string_view words) {
  constexpr std::string_view k_exl2 = "EXL2 ";
  if (words.starts_with(k_exl2)) {  // "EXL2 4.0bpw"
    const auto bits = number_of(words.substr(k_exl2.size()));
    return bits ? std::optional(of_bits(*bits)) : std::nullopt;
  }
  if (words == "int4 g32") return of_bits(k_groups_of_32);
  const std::string_view first = words.substr(0, words.find(' '));
  const auto* const known = std::find_if(k_format_words.begin(), k_format_words.end(),
                                         [&](const FormatWord& candidate) { return candidate.word == first; });
  const WeightFormat* format = weight_format(known != k_format_words.end() ? known->format : first);
  return format != nullptr ? std::optional(*format) : std::nullopt;
}

/// Takes ", batch 8" off the end: 8; 1 where there is none.
int take_batch(std::string_view& words) {
  constexpr std::string_view k_batch = ", batch ";
  const auto at = words.find(k_batch);
  if (at == std::string_view::npos) return 1;
  const auto batch = number_of(words.substr(at + k_batch.size()));
  words = words.substr(0, at);
  return batch ? static_cast<int>(*batch) : 1;
}

/// Of one word of a name, which others of it may make clearer.
const WeightFormat* format_of_word(std::string_view word, std::string_view name) {
  constexpr std::string_view k_bits = "bit";
  constexpr std::string_view k_bits_per_weight = "bpw";
  const auto says = [&](std::string_view part) { return name.find(part) != std::string_view::npos; };
  if (word.ends_with(k_bits_per_weight) && says("exl")) {
    return weight_format("exl-" + std::string(word.substr(0, word.size() - k_bits_per_weight.size())));
  }
  if (word.ends_with(k_bits)) {
    if (says("mlx")) return weight_format("mlx-" + std::string(word));
    return word == "4bit" && (says("bnb") || says("unsloth")) ? &format_nf4() : nullptr;
  }
  if (word == "mxfp4" && !says("gguf")) return weight_format("mxfp4-bf16");
  if (word == "w4a16") return weight_format("gptq");
  if (word == "w8a8") return weight_format("int8");
  return word.size() > 2 ? weight_format(word) : nullptr;
}

}  // namespace

const WeightFormat* format_in_name(std::string_view name) {
  constexpr std::string_view k_between = "-/: ";
  const std::string lower = lower_case(name);
  const std::string_view all = lower;
  for (std::size_t begin = 0; begin < all.size();) {
    const std::size_t end = std::min(all.find_first_of(k_between, begin), all.size());
    if (const WeightFormat* format = format_of_word(all.substr(begin, end - begin), all)) return format;
    begin = end + 1;
  }
  return nullptr;
}

std::optional<NamedModel> named_model(std::string_view words, const Catalog& catalog) {
  NamedModel model;
  model.batch = take_batch(words);
  for (auto end = words.rfind(' '); end != std::string_view::npos && end > 0; end = words.rfind(' ', end - 1)) {
    model.network = find_network(catalog, words.substr(0, end));
    if (model.network == nullptr) continue;
    const auto format = format_of(without_tunings(words.substr(end + 1)));
    if (!format) return std::nullopt;
    model.weights = as_in_files(*model.network, *format);
    return model;
  }
  return std::nullopt;
}

}  // namespace gpuadvisor
