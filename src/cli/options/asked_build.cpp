#include "asked_build.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "asked_gpus.hpp"
#include "core/text.hpp"
#include "gpuadvisor/core/error.hpp"
#include "local_names.hpp"
#include "output_options.hpp"

namespace gpuadvisor::cli {
namespace {

constexpr std::string_view k_expected = R"(expected GPUs like "4x RTX 3090" or "2x RTX 3090 + 1x RTX 4090")";

/// Whether a name goes on with another count ("RTX 3090 2x RTX 4090") or is a list: builds are joined by +.
bool holds_several(std::string_view name) {
  if (name.find(',') != std::string_view::npos) return true;
  const auto words = split(name, ' ');
  return std::any_of(words.begin() + 1, words.end(), [](std::string_view word) {
    const std::size_t digits = word.find_first_not_of("0123456789");
    return digits != 0 && digits != std::string_view::npos &&
           (word.substr(digits) == "x" || word.substr(digits) == "X");
  });
}

int count_from(std::string_view option, const CountedName& asked) {
  if (asked.count.size() > 1 || asked.count < "1" || asked.count > std::to_string(k_most_gpus)) {
    throw UsageError(fmt::format("{}: expected 1 to {} GPUs, found {}; speed-ups are known up to {}{}", option,
                                 k_most_gpus, printable(asked.count), k_most_gpus,
                                 option == "GPUS" ? ", and larger clusters are asked for with --cluster N" : ""));
  }
  return asked.count.front() - '0';
}

void add(AskedBuild& found, const Gpu& gpu, int count) {
  const auto equal =
      std::find_if(found.parts.begin(), found.parts.end(), [&](const GpuGroup& part) { return part.gpu == &gpu; });
  if (equal == found.parts.end()) {
    found.parts.push_back({&gpu, count});
  } else {
    equal->count += count;
  }
}

void check_total(std::string_view option, const AskedBuild& found) {
  int sum = 0;
  for (const GpuGroup& part : found.parts) sum += part.count;
  if (sum > k_most_gpus) {
    throw UsageError(fmt::format("{}: expected 1 to {} GPUs in all, found {}", option, k_most_gpus, sum));
  }
}

/// "4x RTX 3090" of "RTX 3090 x4"; nothing of other texts.
std::optional<CountedName> counted_behind(std::string_view text) {
  const auto at = text.find_last_of(" \t");
  if (at == std::string_view::npos) return std::nullopt;
  const auto last = text.substr(at + 1);
  const bool is_count = last.size() > 1 && (last.front() == 'x' || last.front() == 'X') &&
                        last.find_first_not_of("0123456789", 1) == std::string_view::npos;
  if (!is_count) return std::nullopt;
  return CountedName{std::string(last.substr(1)), std::string(text.substr(0, text.find_last_not_of(' ', at) + 1))};
}

}  // namespace

CountedName counted_name(std::string_view text, const Catalog& all) {
  if (gpus_named(all, text).empty()) {
    if (auto found = counted_behind(text)) return *found;
  }
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  const std::size_t sign = std::min(text.find_first_not_of(' ', digits), text.size());
  const std::string_view rest = text.substr(sign);
  std::size_t length = 0;
  for (const std::string_view times : {"x", "X", "\u00d7"}) {
    if (rest.starts_with(times)) length = times.size();
  }
  const bool is_counted = digits > 0 && length > 0 && gpus_named(all, text).empty();
  if (!is_counted) return {"1", std::string(text)};
  const auto name = rest.substr(length);
  return {std::string(text.substr(0, digits)),
          std::string(name.substr(std::min(name.find_first_not_of(' '), name.size())))};
}

std::vector<CountedGpu> asked_gpus_with_counts(std::string_view option, std::span<const std::string> words,
                                               Session& session) {
  std::vector<CountedGpu> found;
  std::vector<std::string> names;  // of which the first has the count
  int count = 1;
  const auto take = [&] {
    if (names.empty()) return;
    for (ResolvedGpu& one : asked_gpus(names, session)) found.push_back({std::move(one), std::exchange(count, 1)});
    names.clear();
  };
  for (const std::string& word : words) {
    const CountedName asked = counted_name(word, session.all());
    const bool is_counted = asked.name != word;
    if (is_counted) {
      take();
      count = count_from(option, asked);
    }
    if (!asked.name.empty()) names.push_back(asked.name);
    if (is_counted && !asked.name.empty()) take();
  }
  take();
  return found;
}

AskedBuild asked_build(std::string_view option, std::span<const std::string> words, Session& session) {
  const std::vector<std::string_view> views(words.begin(), words.end());
  const std::string text = with_local_gpus(joined(views, " "), session);
  AskedBuild found;
  bool is_whole = true;
  for (const auto piece : split(text, '+')) {
    const CountedName asked = counted_name(piece, session.all());
    if (asked.name.empty() || holds_several(asked.name))
      throw UsageError(fmt::format("{}: {}, found \"{}\"", option, k_expected, printable(text)));
    const int count = count_from(option, asked);
    const auto gpus = asked_gpus(std::vector{asked.name}, session);
    is_whole = is_whole && !gpus.empty();
    if (gpus.size() > 1) {
      throw UsageError(fmt::format("{}: {}, found \"{}\"", option, k_expected, printable(text)));
    }
    for (const ResolvedGpu& one : gpus) add(found, *one.gpu, count);
    for (Warning& note : misnomers(gpus)) found.notes.push_back(std::move(note));
  }
  check_total(option, found);
  if (!is_whole) found.parts.clear();
  return found;
}

}  // namespace gpuadvisor::cli
