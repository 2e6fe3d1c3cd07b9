#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>

#include "catalog/records/region.hpp"
#include "core/text.hpp"
#include "rule_groups.hpp"

namespace gpuadvisor {
namespace {

bool is_lower_or_digit(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }

/// "nvidia-geforce-rtx-3090": words of small letters and digits, with a hyphen between each two.
bool is_kebab_case(std::string_view id) {
  bool was_hyphen = true;
  for (const char c : id) {
    if (c == '-' ? was_hyphen : !is_lower_or_digit(c)) return false;
    was_hyphen = c == '-';
  }
  return !was_hyphen;
}

void judge_spelling(const CheckedData& data, Findings& findings) {
  for (const std::string_view section : {"sources", "gpus", "workloads", "models"}) {
    data.index.for_each(section, [&](const Place&, const Json& record) {
      const Json* id = record.find("id");
      if (id == nullptr || is_kebab_case(id->string)) return;
      findings.add(id->string, data.index.place(section, id->string, "id"),
                   fmt::format("found \"{}\", expected small letters and digits with single hyphens between",
                               printable(id->string)));
    });
  }
  for (const Price& price : data.catalog.prices()) {
    if (!data.index.has("prices", RecordIndex::key(price)) || is_region(price.region)) continue;
    findings.add(
        price, "region",
        fmt::format("found \"{}\", expected a country in two capitals (ISO 3166), like US", printable(price.region)));
  }
}

using WordCounts = std::map<std::string_view, std::size_t>;

/// Whether `word` is `usual` with one or two letters wrong, or in other letters of case. Digits are no slip.
bool is_slip_of(std::string_view word, std::string_view usual) {
  constexpr std::size_t k_shortest = 5;  // of shorter words two letters make another: CDNA and RDNA
  constexpr std::size_t k_letters = 2;
  const std::string odd = lower_case(word);
  const std::string expected = lower_case(usual);
  if (odd == expected) return word != usual;
  const bool is_comparable = std::min(odd.size(), expected.size()) >= k_shortest && odd.front() == expected.front() &&
                             digits_of(odd) == digits_of(expected);
  return is_comparable && edit_distance(odd, expected) <= k_letters;
}

/// The word that was probably meant by one that hardly any record has; empty where that is none.
std::string_view usual_word(std::string_view word, const WordCounts& counts) {
  constexpr std::size_t k_times_as_usual = 3;
  const std::size_t own = counts.at(word);
  for (const auto& [usual, count] : counts) {
    if (count >= k_times_as_usual * own && is_slip_of(word, usual)) return usual;
  }
  return {};
}

void judge_words(const CheckedData& data, std::string_view field, std::string_view Gpu::*word, Findings& findings) {
  WordCounts counts;
  for (const Gpu& gpu : data.catalog.gpus()) ++counts[gpu.*word];
  constexpr std::size_t k_most_words = 200;  // more are no vendors or architectures
  if (counts.size() > k_most_words) return;
  std::map<std::string_view, std::string_view> usual_words;
  for (const auto& [one, count] : counts) usual_words[one] = usual_word(one, counts);
  for (const Gpu& gpu : data.catalog.gpus()) {
    const auto usual = usual_words.at(gpu.*word);
    if (usual.empty() || !data.is_checked(gpu)) continue;
    findings.add(gpu, field,
                 fmt::format(R"(found "{}", did you mean "{}", as {} others have it?)", printable(gpu.*word),
                             printable(usual), counts.at(usual)));
  }
}

void judge_slips(const CheckedData& data, Findings& findings) {
  judge_words(data, "vendor", &Gpu::vendor, findings);
  judge_words(data, "architecture", &Gpu::architecture, findings);
}

constexpr auto k_spelling_rules = std::to_array<Rule>({
    {"spelling", Severity::warning, "An id or a country is not spelt as all are",
     "Ids are typed at a command line and named by other records: small letters and digits, with single hyphens "
     "between. A region is the country of a quote in two capitals (ISO 3166). Both are what the schemas in "
     "data/schema/ ask for.",
     judge_spelling},
    {"nearly-the-usual-word", Severity::warning, "A vendor or architecture is nearly one that others have",
     "Vendors and architectures are words that products share; what they share follows from them. One that is a "
     "letter or two off, and that hardly any record has, is a slip of the pen, and parts the product from its kin: "
     "its scores change with it.",
     judge_slips},
});

}  // namespace

std::span<const Rule> spelling_rules() { return k_spelling_rules; }

}  // namespace gpuadvisor
