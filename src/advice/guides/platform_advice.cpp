#include "platform_advice.hpp"

#include <algorithm>
#include <cstddef>

#include "core/contains.hpp"
#include "guide_name.hpp"

namespace gpuadvisor {
namespace {

/// Whether a rule for some workloads is for the one asked for: for itself, or for each that it is the mean of.
bool is_for(std::span<const std::string_view> workloads, const Workload& asked) {
  if (contains(workloads, asked.id)) return true;
  const auto is_named = [&](std::string_view part) { return contains(workloads, part); };
  return !asked.mean_of.empty() && std::all_of(asked.mean_of.begin(), asked.mean_of.end(), is_named);
}

/// How what a rule names goes with a question.
struct Match {
  int named = 0;            // conditions of the rule
  bool is_refuted = false;  // one of them is asked for otherwise
  bool is_open = false;     // one of them is not told

  template <class Fits>
  void add(bool is_named, bool is_told, Fits fits) {
    if (!is_named) return;
    ++named;
    is_open = is_open || !is_told;
    is_refuted = is_refuted || (is_told && !fits());
  }
  [[nodiscard]] bool applies() const { return !is_refuted && !is_open; }
};

Match match(const PlatformRule& rule, const PlatformQuestion& question) {
  Match found;
  found.add(!rule.workloads.empty(), question.workload != nullptr,
            [&] { return is_for(rule.workloads, *question.workload); });
  found.add(!rule.frameworks.empty(), !question.framework.empty(),
            [&] { return contains(rule.frameworks, question.framework); });
  found.add(rule.phase.has_value(), question.phase.has_value(), [&] { return rule.phase == question.phase; });
  found.add(rule.need.has_value(), question.need.has_value(), [&] { return rule.need == question.need; });
  return found;
}

/// The records that are wanted, of editions that the catalog knows: a record can rest on an earlier source than the
/// rest of its guide.
template <class Record, class IsWanted>
std::vector<FromGuide<Record>> known(std::span<const Record> records, const Catalog& catalog, IsWanted is_wanted) {
  std::vector<FromGuide<Record>> found;
  for (const Record& record : records) {
    const Guide* guide = catalog.guide(record.guide);
    if (guide != nullptr && is_wanted(record)) found.push_back({&record, guide});
  }
  return found;
}

template <class Record>
bool newer(const FromGuide<Record>& a, const FromGuide<Record>& b) {
  return is_newer(*a.guide, *b.guide);
}

template <class Record>
std::vector<FromGuide<Record>> newest_first(std::vector<FromGuide<Record>> records) {
  std::stable_sort(records.begin(), records.end(), newer<Record>);
  return records;
}

}  // namespace

std::vector<PlatformAdvice> platform_advice(const PlatformQuestion& question, const Catalog& catalog) {
  using Rule = FromGuide<PlatformRule>;
  const auto named = [&](const Rule& rule) { return match(*rule.record, question).named; };
  std::vector<PlatformAdvice> found;
  for (std::size_t platform = 0; platform < k_enum_names<Platform>.size(); ++platform) {
    PlatformAdvice advice{static_cast<Platform>(platform), {}};
    advice.rules = known(catalog.records<PlatformRule>(), catalog, [&](const PlatformRule& rule) {
      return rule.platform == advice.platform && match(rule, question).applies();
    });
    std::stable_sort(advice.rules.begin(), advice.rules.end(), [&](const Rule& a, const Rule& b) {
      if (named(a) != named(b)) return named(a) > named(b);
      if (newer(a, b) || newer(b, a)) return newer(a, b);
      return a->stance > b->stance;
    });
    if (!advice.rules.empty()) found.push_back(std::move(advice));
  }
  std::stable_sort(found.begin(), found.end(), [&](const PlatformAdvice& a, const PlatformAdvice& b) {
    const auto is_against = [](const PlatformAdvice& advice) { return advice.stance() == Stance::advises_against; };
    if (is_against(a) != is_against(b)) return is_against(b);
    const Rule& one = a.rules.front();
    const Rule& other = b.rules.front();
    if (one->need.has_value() != other->need.has_value()) return one->need.has_value();
    if (a.stance() != b.stance()) return a.stance() < b.stance();
    if (newer(one, other) || newer(other, one)) return newer(one, other);
    if (named(one) != named(other)) return named(one) > named(other);
    return one.record < other.record;  // of one table: which the guide says first
  });
  return found;
}

std::vector<FromGuide<PlatformRule>> conditional_rules(const PlatformQuestion& question, const Catalog& catalog) {
  return newest_first(known(catalog.records<PlatformRule>(), catalog, [&](const PlatformRule& rule) {
    const Match matched = match(rule, question);
    return matched.is_open && !matched.is_refuted;
  }));
}

std::vector<FromGuide<VendorNote>> vendor_notes(std::string_view vendor, const Catalog& catalog) {
  return newest_first(known(catalog.records<VendorNote>(), catalog,
                            [&](const VendorNote& note) { return vendor.empty() || note.vendor == vendor; }));
}

std::vector<std::string_view> known_frameworks(const Catalog& catalog) {
  std::vector<std::string_view> found;
  const auto add = [&](const auto& records) {
    for (const auto& record : records) found.insert(found.end(), record.frameworks.begin(), record.frameworks.end());
  };
  add(catalog.records<PlatformRule>());
  add(catalog.records<FreeTier>());
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

}  // namespace gpuadvisor
