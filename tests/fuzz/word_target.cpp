/// Words: names, patterns, dates, amounts, ranges and what is shown of foreign text. What is accepted means what it
/// says, whatever way it is written, and nothing that is shown holds a control character.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "catalog/lookup/name_pattern.hpp"
#include "catalog/records/network_name.hpp"
#include "catalog/records/typed_network.hpp"
#include "cli/options/output_options.hpp"
#include "cli/options/range_option.hpp"
#include "core/glob.hpp"
#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "gpuadvisor/catalog/name_lookup.hpp"
#include "gpuadvisor/core/date.hpp"
#include "gpuadvisor/core/money.hpp"
#include "gpuadvisor/report/table.hpp"
#include "gpuadvisor/sizing/weight_format.hpp"
#include "small_catalog.hpp"
#include "target.hpp"

namespace gpuadvisor {
namespace {

/// `*`, `?` and letters by trying everything: slow, and plainly right. Patterns with brackets are not for it.
bool matches_slowly(std::string_view pattern, std::string_view text) {
  if (pattern.empty()) return text.empty();
  if (pattern.front() == '*') {
    return matches_slowly(pattern.substr(1), text) || (!text.empty() && matches_slowly(pattern, text.substr(1)));
  }
  if (text.empty()) return false;
  const bool is_same = lower_case(pattern.substr(0, 1)) == lower_case(text.substr(0, 1));
  return (pattern.front() == '?' || is_same) && matches_slowly(pattern.substr(1), text.substr(1));
}

void read_text(std::string_view text) {
  const std::string shown = printable(text);
  require(!has_control_character(shown), "what is shown has no control character", shown);
  require(utf8_prefix(shown) == shown.size(), "what is shown is UTF-8", shown);
  require(shown.size() <= 300, "what is shown is short", shown);
  if (!has_control_character(text)) {
    require(utf8_prefix(text) == text.size(), "text without control characters is UTF-8", text);
    require(shown == text || text.size() > 200, "what may be shown is shown as it is", text);
  }
  std::string again;
  for (const auto piece : split(text, ',')) again += (again.empty() ? "" : ",") + std::string(piece);
  require(again.size() <= text.size(), "pieces are of the text", text);
  const std::string lines = wrapped(shown, 40);
  require(lines.empty() || lines.ends_with('\n'), "wrapped text is lines", text);
  const auto half = text.substr(text.size() / 2);
  const auto rest = text.substr(0, text.size() / 2);
  if (text.size() <= 64) {
    const auto distance = edit_distance(half, rest);
    require(distance == edit_distance(rest, half), "a distance is one both ways", text);
    require(distance <= std::max(half.size(), rest.size()), "a distance is no more than all letters", text);
    require((distance == 0) == (half == rest), "only the same text is at no distance", text);
  }
  require_json("[" + json_quoted(shown) + "]", "what is shown can be quoted");
}

void read_glob(std::string_view input) {
  const auto end = std::min(input.find('\n'), input.size());
  const std::string_view pattern = input.substr(0, end);
  const std::string_view text = input.substr(std::min(input.size(), end + 1));
  const auto glob = Glob::parse(pattern);
  if (!glob) return;
  const bool is_match = glob->matches(text);
  const auto stars = std::count(pattern.begin(), pattern.end(), '*');
  if (pattern.find('[') == std::string_view::npos && stars <= 3 && text.size() <= 24) {
    require(is_match == matches_slowly(pattern, text), "a pattern matches what it says", input);
  }
  if (!has_wildcard(pattern)) require(glob->matches(pattern), "a pattern without wildcards matches itself", pattern);
  require(is_match == glob->matches(lower_case(text)), "a pattern matches in any case", input);
}

void read_date(std::string_view text) {
  const auto date = PartialDate::parse(text);
  if (!date) return;
  require(date->text() == text, "a date is written as it was read", text);
  require(date->first_day().ok() && date->last_day().ok(), "a date exists", text);
  require(date->first_day() <= date->last_day(), "a span does not end before it begins", text);
  require(PartialDate::parse(gpuadvisor::text(date->last_day())).has_value(), "its last day is a date", text);
  for (const int months : {1, 12, 1200}) {
    require(months_before(date->last_day(), months) < date->last_day(), "months before are before", text);
  }
}

void read_number(std::string_view text) {
  for (const std::string_view unit : {"", "USD", "GB", "W"}) {
    const auto number = cli::number_from(text, unit);
    if (!number) continue;
    require(std::isfinite(*number) && *number >= 0, "a figure is finite and 0 or more", text);
    const std::string plain = json_number(*number);
    require(cli::number_from(plain, unit) == number, "a figure reads back as the same", plain);
    require_printable(money(Usd{*number}), "money is printable");
    require(money_exact(Usd{*number}).starts_with('$'), "money has its sign", text);
  }
  const auto capability = ComputeCapability::parse(text);
  if (capability) require(ComputeCapability::parse(capability->text()) == capability, "a capability reads back", text);
  const WeightFormat* format = weight_format(text);
  require(format == nullptr || format->bits > 0, "a format has bits", text);
}

template <class Read>
void read_range(Read read, std::string_view text) {
  try {
    const auto range = read("--option", text);
    require(range.from || range.to, "a range has an end", text);
    if (range.from && text.find("..") == std::string_view::npos) {
      require(range.contains(*range.from), "one value is in its own range", text);
    }
  } catch (const UsageError& error) {
    require(std::string_view(error.what()).starts_with("--option: "), "a refusal names the option", error.what());
    require_printable(error.what(), "a refusal is printable");
  }
}

void read_ranges(std::string_view text) {
  read_range(cli::memory_range, text);
  read_range(cli::price_range, text);
  read_range(cli::power_range, text);
  read_range(cli::capability_range, text);
  read_range(cli::date_range, text);
  try {
    const auto number = cli::whole_number("--option", text, 1, 1000);
    require(number >= 1 && number <= 1000, "a whole number is in its bounds", text);
  } catch (const UsageError& error) {
    require_printable(error.what(), "a refusal is printable");
  }
}

void read_name(const Catalog& catalog, std::string_view name) {
  const NameMatch match = find_by_name(catalog, name);
  require(match.gpus.empty() || !match.nearest, "what is found needs no nearest name", name);
  for (const Gpu* gpu : match.gpus) require(catalog.gpu(gpu->id) == gpu, "a match is of the catalog", name);
  try {
    const ResolvedGpu found = resolved(catalog, name);
    require(match.gpus.size() == 1 && found.gpu == match.gpus.front(), "one match is resolved", name);
    require_printable(found.note, "a note is printable");
  } catch (const UsageError& error) {
    require(match.gpus.size() != 1, "one match is not refused", error.what());
    require_printable(error.what(), "a refusal is printable");
  }
  std::vector<std::string> words;
  for (const auto word : split(name, ' ')) words.emplace_back(word);
  require(names_in(catalog, words).size() <= words.size(), "there are no more names than words", name);
  if (!has_wildcard(name) || Glob::parse(name)) {
    const PatternMatch pattern = find_by_pattern(catalog, name);
    for (const Gpu* gpu : pattern.gpus) require(catalog.gpu(gpu->id) == gpu, "a match is of the catalog", name);
    if (pattern.nearest) require(!pattern.nearest->empty(), "a suggestion has letters", name);
  }
  const Network* network = find_network(catalog, name);
  require(network == nullptr || !folded_name(name).empty(), "a network has a name", name);
  const Network* meant = network_meant(catalog, name);
  require(meant == nullptr || !similar_networks(catalog, name, 1).empty(), "what means a network is similar", name);
  (void)gpus_of_architecture(catalog, name);
}

/// Among hundreds of names looking takes long: once is enough.
void read_shipped_name(std::string_view name) {
  static const Catalog k_catalog = embedded_catalog();
  try {
    const ResolvedGpu found = resolved(k_catalog, name);
    require(k_catalog.gpu(found.gpu->id) == found.gpu, "what is resolved is of the catalog", name);
    require_printable(found.note, "a note is printable");
  } catch (const UsageError& error) {
    require_printable(error.what(), "a refusal is printable");
  }
}

void read(std::string_view input) {
  switch (chosen(input, 7)) {
    case 0:
      return read_text(input);
    case 1:
      return read_glob(input);
    case 2:
      return read_date(input);
    case 3:
      return read_number(input);
    case 4:
      return read_ranges(input);
    case 5:
      return read_name(small_catalog(), input);
    default:
      return read_shipped_name(input);
  }
}

}  // namespace
}  // namespace gpuadvisor

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  gpuadvisor::read(gpuadvisor::text_of(data, size));
  return 0;
}
