#include "platform_advice.hpp"

#include <algorithm>
#include <cstddef>

#include "guide_name.hpp"

namespace gpuadvisor {
namespace {

bool is_among(std::span<const std::string_view> list, std::string_view wanted) {
  return std::find(list.begin(), list.end(), wanted) != list.end();
}

/// Whether a rule for some workloads is for the one asked for: for itself, or for each that it is the mean of.
bool is_for(std::span<const std::string_view> workloads, const Workload& asked) {
  if (is_among(workloads, asked.id)) return true;
  const auto is_named = [&](std::string_view part) { return is_among(workloads, part); };
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
            [&] { return is_among(rule.frameworks, question.framework); });
  found.add(rule.phase.has_value(), question.phase.has_value(), [&] { return rule.phase == question.phase; });
  found.add(rule.need.has_value(), question.need.has_value(), [&] { return rule.need == question.need; });
  return found;
}

/// Records of guides by the date of these.
class Editions {
 public:
  explicit Editions(const Catalog& catalog) : m_catalog(catalog) {}

  /// Whether the catalog knows the edition: a record can rest on an earlier source than the rest of its guide.
  template <class Record>
  [[nodiscard]] bool knows(const Record& record) const {
    return m_catalog.guide(record.guide) != nullptr;
  }

  template <class Record>
  [[nodiscard]] bool newer(const Record& a, const Record& b) const {
    return is_newer(*m_catalog.guide(a.guide), *m_catalog.guide(b.guide));
  }

  template <class Record>
  void sort_newest_first(std::vector<const Record*>& records) const {
    std::stable_sort(records.begin(), records.end(), [&](const Record* a, const Record* b) { return newer(*a, *b); });
  }

 private:
  const Catalog& m_catalog;
};

}  // namespace

std::vector<PlatformAdvice> platform_advice(const PlatformQuestion& question, const Catalog& catalog) {
  const Editions editions(catalog);
  const auto named = [&](const PlatformRule* rule) { return match(*rule, question).named; };
  std::vector<PlatformAdvice> found;
  for (std::size_t platform = 0; platform < k_enum_names<Platform>.size(); ++platform) {
    PlatformAdvice advice{static_cast<Platform>(platform), {}};
    for (const PlatformRule& rule : catalog.tables().guides.platform_rules) {
      if (rule.platform != advice.platform || !editions.knows(rule)) continue;
      if (match(rule, question).applies()) advice.rules.push_back(&rule);
    }
    std::stable_sort(advice.rules.begin(), advice.rules.end(), [&](const PlatformRule* a, const PlatformRule* b) {
      if (named(a) != named(b)) return named(a) > named(b);
      if (editions.newer(*a, *b) || editions.newer(*b, *a)) return editions.newer(*a, *b);
      return a->stance > b->stance;
    });
    if (!advice.rules.empty()) found.push_back(std::move(advice));
  }
  std::stable_sort(found.begin(), found.end(), [&](const PlatformAdvice& a, const PlatformAdvice& b) {
    if (a.stance() != b.stance()) return a.stance() < b.stance();
    const PlatformRule& one = *a.rules.front();
    const PlatformRule& other = *b.rules.front();
    if (editions.newer(one, other) || editions.newer(other, one)) return editions.newer(one, other);
    if (named(&one) != named(&other)) return named(&one) > named(&other);
    return &one < &other;  // records of one table: which the guide says first
  });
  return found;
}

std::vector<const PlatformRule*> conditional_rules(const PlatformQuestion& question, const Catalog& catalog) {
  const Editions editions(catalog);
  std::vector<const PlatformRule*> found;
  for (const PlatformRule& rule : catalog.tables().guides.platform_rules) {
    const Match matched = match(rule, question);
    if (matched.is_open && !matched.is_refuted && editions.knows(rule)) found.push_back(&rule);
  }
  editions.sort_newest_first(found);
  return found;
}

std::vector<const VendorNote*> vendor_notes(std::string_view vendor, const Catalog& catalog) {
  const Editions editions(catalog);
  std::vector<const VendorNote*> found;
  for (const VendorNote& note : catalog.tables().guides.vendor_notes) {
    if ((vendor.empty() || note.vendor == vendor) && editions.knows(note)) found.push_back(&note);
  }
  editions.sort_newest_first(found);
  return found;
}

std::vector<std::string_view> known_frameworks(const Catalog& catalog) {
  std::vector<std::string_view> found;
  const auto add = [&](const auto& records) {
    for (const auto& record : records) found.insert(found.end(), record.frameworks.begin(), record.frameworks.end());
  };
  add(catalog.tables().guides.platform_rules);
  add(catalog.tables().guides.free_tiers);
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

}  // namespace gpuadvisor
