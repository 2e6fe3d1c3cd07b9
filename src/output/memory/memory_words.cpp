#include "memory_words.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "core/text.hpp"
#include "formats/json.hpp"
#include "job_words.hpp"
#include "report/number_text.hpp"
#include "token_text.hpp"

namespace gpuadvisor {
namespace {

constexpr auto k_part_titles = std::to_array<std::string_view>(
    {"weights", "32-bit copy of the weights", "gradients", "optimizer states", "adapters", "KV cache",
     "recurrent states", "activations", "logits and loss", "work space", "held during a step", "GPU context"});
static_assert(k_part_titles.size() == k_enum_names<NeedPart>.size());

}  // namespace

std::string counted(std::int64_t number) { return with_commas(fmt::format("{}", number)); }

std::string gigabytes_text(Gigabytes memory) { return rounded(memory.value()) + " GB"; }

std::string gibibytes_text(Gibibytes memory) { return json_number(memory.value()) + " GiB"; }

std::string parameters_text(Millions parameters) {
  constexpr double k_billion = 1e3;
  constexpr double k_trillion = 1e6;
  const double millions = parameters.value();
  if (millions >= k_trillion) return rounded(millions / k_trillion) + " T";
  return millions >= k_billion ? rounded(millions / k_billion) + " B" : rounded(millions) + " M";
}

std::string context_text(int tokens) {
  constexpr int k_thousand = 1024;
  constexpr int k_million = k_thousand * k_thousand;
  if (tokens >= k_million) return fmt::format("{}M", tokens / k_million);
  return tokens >= k_thousand ? fmt::format("{}k", tokens / k_thousand) : std::to_string(tokens);
}

std::string_view part_title(NeedPart part) { return k_part_titles[static_cast<std::size_t>(part)]; }

std::string_view verdict_word(const GpuFit& fit) {
  if (!fit.verdict) return "may fit";
  if (fit.is_in_host && *fit.verdict == FitVerdict::fits) return "fits*";
  return fit.is_in_host && *fit.verdict == FitVerdict::tight ? "tight*" : verdict_word(*fit.verdict);
}

std::string_view verdict_word(FitVerdict verdict) {
  switch (verdict) {
    case FitVerdict::fits:
      return "fits";
    case FitVerdict::tight:
      return "tight";
    case FitVerdict::does_not_fit:
      break;
  }
  return "no";
}

std::vector<Warning> memory_warnings(const MemoryView& view) {
  const MemoryAnswer& answer = view.answer;
  std::vector<Warning> warnings = view.notes;
  if (!answer.need.is_complete()) {
    warnings.push_back({"shape-unknown", fmt::format("What else it needs is not known, because this is missing: {}",
                                                     answer.need.missing)});
  }
  if (answer.question.file != nullptr) {
    if (answer.question.file->are_parameters_counted) {
      warnings.push_back(
          {"parameters-counted", fmt::format("Its parameters ({} M) are counted from the shape, not read",
                                             json_number(std::round(answer.question.network->parameters.value())))});
    }
    for (const std::string& remark : answer.question.file->remarks) {
      warnings.push_back({"file", remark.substr(0, remark.size() - 1)});
    }
  }
  for (Warning& warning : job_warnings(*answer.question.network, answer.question.job)) {
    warnings.push_back(std::move(warning));
  }
  for (Warning& warning : rate_warnings(view)) warnings.push_back(std::move(warning));
  add_unknown(warnings, answer.unknown);
  return warnings;
}

void add_unknown(std::vector<Warning>& warnings, const std::vector<const Gpu*>& gpus) {
  for (const Gpu* gpu : gpus) {
    warnings.push_back({"memory-unknown", fmt::format("The memory of the {} is not known", short_name(*gpu))});
  }
}

}  // namespace gpuadvisor
