#include "synonyms.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "core/text.hpp"

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
    {"--nvidia", "--vendor", "NVIDIA"},
    {"--amd", "--vendor", "AMD"},
    {"--intel", "--vendor", "Intel"},
    {"--arch", "--only", ""},
    {"--architecture", "--only", ""},
    {"--generation", "--only", ""},
    {"--own", "", ""},
    {"--spot", "--terms", "spot"},
    {"--max-price-per-hour", "--max-price", ""},
    {"--electricity", "--kwh", ""},
    {"--country", "--region", ""},
    {"--laptop", "--form", "laptop"},
    {"--length-mm", "--length", ""},
    {"--max-length", "--length", ""},
    {"--tps", "--tokens-per-second", ""},
    {"--min-tokens-per-second", "--tokens-per-second", ""},
    {"--tokens-per-second", "--min-tokens-per-second", ""},
    {"--users-count", "--users", ""},
    {"--vram", "--memory", ""},
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

constexpr auto k_instead = std::to_array<Pair>({
    {"--gpus", "--count N, or the GPUs as words, like \"2x 3090\""},
    {"--gpu", "the GPU as a word, like 3090, or --only 3090"},
    {"--history", "`gpuadvisor prices 3090` as it is, which tells what was asked month by month"},
    {"--spot", "--include-rent, or `gpuadvisor rent --terms spot`"},
    {"--headroom", "--display, where the GPU drives a screen, or --gpu-memory-share 90%"},
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
    {"platform", "cost"},
    {"free", "cost"},
});

/// What the pairs have for a word, whatever its case; empty where it is none of theirs.
template <class Pairs>
std::string_view found_in(const Pairs& pairs, std::string_view word) {
  const std::string wanted = lower_case(word);
  const auto* const at = std::find_if(pairs.begin(), pairs.end(), [&](const Pair& one) { return one.first == wanted; });
  return at == pairs.end() ? std::string_view() : at->second;
}

}  // namespace

std::vector<std::string> without_synonyms(Arguments arguments, const std::function<bool(std::string_view)>& knows) {
  std::vector<std::string> spelt;
  for (const std::string_view argument : arguments) {
    const auto name = argument.substr(0, argument.find('='));
    const auto* const at = std::find_if(k_synonyms.begin(), k_synonyms.end(), [&](const Synonym& one) {
      return one.word == name && !knows(name) && (one.option.empty() || knows(one.option));
    });
    if (at == k_synonyms.end()) {
      spelt.emplace_back(argument);
      continue;
    }
    if (at->option.empty()) continue;  // what is behind it is a word of the command
    spelt.push_back(std::string(at->option) + std::string(argument.substr(name.size())));
    if (!at->value.empty()) spelt.emplace_back(at->value);
  }
  return spelt;
}

std::string_view instead_of(std::string_view option) { return found_in(k_instead, option); }
std::string_view command_of_word(std::string_view word) { return found_in(k_commands, word); }

}  // namespace gpuadvisor::cli
