#include "local_names.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "advice/devices/detect_answer.hpp"
#include "cli/detect/local_gpus.hpp"
#include "core/text.hpp"
#include "gpuadvisor/core/error.hpp"
#include "output/detect/detect_words.hpp"

namespace gpuadvisor::cli {
namespace {

bool is_local(std::string_view word) { return lower_case(word) == k_local_gpus; }

/// What tools said where they could not tell, to stand behind a problem.
std::string after_problem(const std::vector<std::string>& remarks) {
  std::string text;
  for (const std::string& remark : remarks) text += fmt::format(" ({})", remark);
  return text;
}

/// Those that the catalog knows; the others are remarked.
std::vector<GpuGroup> local_owned(Session& session) {
  LocalGpus local = local_gpus();
  const auto found = matched(std::move(local.gpus), session.named());
  auto owned = owned_by(found);
  if (found.empty()) {
    throw Error(fmt::format(R"(gpuadvisor: "auto": no GPU was found in this machine; name one, like "RTX 3090"{})",
                            after_problem(local.remarks)));
  }
  const auto unknown = [](const FoundGpu& one) {
    return fmt::format("\"auto\": it is not clear which GPU the {} is; more: `gpuadvisor detect`",
                       printable(found_name(one)));
  };
  if (owned.empty()) {
    throw Error(fmt::format("gpuadvisor: {}, and a name like \"RTX 3090\" does instead{}", unknown(found.front()),
                            after_problem(local.remarks)));
  }
  for (const std::string& remark : local.remarks) session.remark(remark);
  for (const FoundGpu& one : found) {
    if (one.match.gpu == nullptr) session.remark(unknown(one));
  }
  return owned;
}

}  // namespace

std::string with_local_gpus(std::string_view text, Session& session) {
  const auto pieces = split(text, '+');
  if (std::none_of(pieces.begin(), pieces.end(), is_local)) return std::string(text);
  std::vector<std::string> named;
  for (const auto piece : pieces) {
    if (!is_local(piece)) {
      named.emplace_back(piece);
      continue;
    }
    for (const GpuGroup& one : local_owned(session)) named.push_back(fmt::format("{}x {}", one.count, one.gpu->id));
  }
  return fmt::format("{}", fmt::join(named, " + "));
}

std::vector<std::string> with_local_gpus(std::span<const std::string> words, Session& session) {
  std::vector<std::string> named;
  for (const std::string& word : words) {
    if (!is_local(word)) {
      named.push_back(word);
      continue;
    }
    for (const GpuGroup& one : local_owned(session)) named.emplace_back(one.gpu->id);
  }
  return named;
}

}  // namespace gpuadvisor::cli
