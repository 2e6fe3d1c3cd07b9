#include "synonyms.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "core/text.hpp"
#include "gpuadvisor/catalog/embedded_catalog.hpp"

namespace gpuadvisor::cli {
namespace {

struct Synonym {
  std::string_view word;
  std::string_view option;
  std::string_view value;  // that the word gives; empty: one follows
};

constexpr auto k_synonyms = std::to_array<Synonym>({
    {"--vram", "--min-memory", ""},
    {"--min-vram", "--min-memory", ""},
    {"--max-price", "--budget", ""},
    {"--tdp", "--max-power", ""},
    {"--max-tdp", "--max-power", ""},
    {"--slots", "--max-slots", ""},
    {"--brand", "--vendor", ""},
    {"--used", "--condition", "used"},
    {"--new", "--condition", "new"},
    {"--sort", "--rank-by", ""},
    {"--sort-by", "--rank-by", ""},
    {"--order-by", "--rank-by", ""},
    {"--ctx", "--context", ""},
    {"--ctx-size", "--context", ""},
    {"--context-length", "--context", ""},
    {"--batch-size", "--batch", ""},
    {"--quantization", "--quant", ""},
    {"--json", "--format", "json"},
    {"--jsonl", "--format", "jsonl"},
    {"--csv", "--format", "csv"},
    {"--tsv", "--format", "tsv"},
    {"--markdown", "--format", "markdown"},
    {"--html", "--format", "html"},
});

using Pair = std::pair<std::string_view, std::string_view>;

constexpr std::string_view k_instead_of_architecture =
    "names with a star, like --only \"rtx 30*\", or, for NVIDIA, --compute-capability 8.6";

constexpr auto k_instead = std::to_array<Pair>({
    {"--arch", k_instead_of_architecture},
    {"--architecture", k_instead_of_architecture},
    {"--generation", k_instead_of_architecture},
    {"--gpus", "--count N, or the GPUs as words, like \"2x 3090\""},
});

constexpr auto k_workloads = std::to_array<Pair>({
    {"llm", "llm-inference"},
    {"llms", "llm-inference"},
    {"inference", "llm-inference"},
    {"gpt", "llm-inference"},
    {"llama", "llm-inference"},
    {"serving", "llm-serving"},
    {"vllm", "llm-serving"},
    {"finetuning", "llm-finetuning"},
    {"fine-tuning", "llm-finetuning"},
    {"lora", "llm-finetuning"},
    {"qlora", "llm-finetuning"},
    {"lstm", "rnn"},
    {"gru", "rnn"},
    {"bert", "transformer"},
    {"transformers", "transformer"},
    {"nlp", "transformer"},
    {"yolo", "cnn"},
    {"resnet", "cnn"},
    {"vision", "cnn"},
    {"training", "general"},
    {"images", "image-generation"},
    {"diffusion", "image-generation"},
    {"stable-diffusion", "image-generation"},
    {"stable diffusion", "image-generation"},
    {"sd", "image-generation"},
    {"flux", "image-generation-flux"},
    {"sdxl", "image-generation-xl"},
    {"video", "image-generation-flux"},
});

constexpr auto k_commands = std::to_array<Pair>({
    {"validate", "check"},
    {"lint", "check"},
    {"buy", "recommend"},
    {"rank", "recommend"},
    {"vs", "compare"},
    {"diff", "compare"},
    {"info", "show"},
    {"search", "list"},
    {"price", "prices"},
    {"history", "prices"},
    {"vram", "memory"},
    {"cloud", "rent"},
    {"tco", "cost"},
});

/// What the pairs have for a word, whatever its case; empty where it is none of theirs.
template <class Pairs>
std::string_view found_in(const Pairs& pairs, std::string_view word) {
  const std::string wanted = lower_case(word);
  const auto* const at = std::find_if(pairs.begin(), pairs.end(), [&](const Pair& one) { return one.first == wanted; });
  return at == pairs.end() ? std::string_view() : at->second;
}

/// That most GPUs of an architecture have whose name begins with a word: 8.6 of "ampere"; empty where none has one.
std::string usual_compute_capability(std::string_view word) {
  const Catalog catalog = embedded_catalog();
  const std::string wanted = lower_case(word);
  std::map<std::string_view, int> counts;
  for (const Gpu& gpu : catalog.records<Gpu>()) {
    const bool is_of_it = !wanted.empty() && lower_case(gpu.architecture).starts_with(wanted);
    if (is_of_it && !gpu.compute_capability.empty()) ++counts[gpu.compute_capability];
  }
  const auto most = std::max_element(counts.begin(), counts.end(),
                                     [](const auto& one, const auto& other) { return one.second < other.second; });
  return most == counts.end() ? std::string() : std::string(most->first);
}

}  // namespace

std::vector<std::string> without_synonyms(Arguments arguments, const std::function<bool(std::string_view)>& knows) {
  std::vector<std::string> spelt;
  for (const std::string_view argument : arguments) {
    const auto name = argument.substr(0, argument.find('='));
    const auto* const at = std::find_if(k_synonyms.begin(), k_synonyms.end(), [&](const Synonym& one) {
      return one.word == name && !knows(name) && knows(one.option);
    });
    if (at == k_synonyms.end()) {
      spelt.emplace_back(argument);
      continue;
    }
    spelt.push_back(std::string(at->option) + std::string(argument.substr(name.size())));
    if (!at->value.empty()) spelt.emplace_back(at->value);
  }
  return spelt;
}

std::string instead_of(std::string_view option, std::string_view value) {
  const std::string_view instead = found_in(k_instead, option);
  const std::string capability = instead == k_instead_of_architecture ? usual_compute_capability(value) : "";
  return capability.empty() ? std::string(instead) : "--compute-capability " + capability;
}
std::string_view workload_of_word(std::string_view word) { return found_in(k_workloads, word); }
std::string_view command_of_word(std::string_view word) { return found_in(k_commands, word); }

}  // namespace gpuadvisor::cli
