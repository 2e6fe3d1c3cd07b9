#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>
#include <vector>

#include "core/text.hpp"
#include "feature_view.hpp"
#include "formats/json.hpp"
#include "output/phrases/citations.hpp"

namespace gpuadvisor {
namespace {

/// How the GPUs of an architecture stand towards a feature, and what says so.
struct ArchitectureFindings {
  std::array<int, k_enum_names<HasFeature>.size()> counts{};  // of GPUs, by HasFeature
  bool is_by_figures = false;                                 // of some GPU
  bool is_by_vendor = false;                                  // only another one makes it
  const ArchitectureFeature* said = nullptr;

  [[nodiscard]] int count(HasFeature has) const { return counts[static_cast<std::size_t>(has)]; }
};

using ByArchitecture = std::map<std::pair<std::string_view, std::string_view>, ArchitectureFindings>;

ByArchitecture by_architecture(const FeatureSheet& sheet) {
  ByArchitecture found;
  for (const auto& [gpu, feature, finding] : sheet.gpus) {
    ArchitectureFindings& findings = found[{gpu->vendor, gpu->architecture}];
    ++findings.counts[static_cast<std::size_t>(finding.has)];
    if (finding.said != nullptr) findings.said = finding.said;
    findings.is_by_figures |= !finding.field.empty();
    findings.is_by_vendor |= finding.has == HasFeature::no && finding.field.empty() && finding.said == nullptr;
  }
  return found;
}

/// "yes", "no" or "unknown" of an architecture; "in part" where its GPUs differ.
std::string_view verdict(const ArchitectureFindings& findings) {
  std::string_view only;
  for (const HasFeature has : {HasFeature::yes, HasFeature::no, HasFeature::unknown}) {
    if (findings.count(has) == 0) continue;
    if (!only.empty()) return "in part";
    only = enum_name(has);
  }
  return only;
}

/// "14 yes, 5 no".
std::string counts_text(const ArchitectureFindings& findings) {
  std::string text;
  for (const HasFeature has : {HasFeature::yes, HasFeature::no, HasFeature::unknown}) {
    if (findings.count(has) == 0) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", findings.count(has), enum_name(has));
  }
  return text;
}

/// What says whether the GPUs of an architecture have a feature, as sentences; empty when nothing does.
std::string told_by(const ArchitectureFindings& findings, const Feature& feature, Citations& citations) {
  if (findings.is_by_vendor) {
    return fmt::format(" Only {} makes it. {}", feature.vendor, citations.cite(feature.source));
  }
  std::string text = findings.is_by_figures ? " By their own figures." : "";
  if (findings.said == nullptr) return text;
  const std::string_view note = findings.said->note;
  return text + fmt::format("{}{} {}", note.empty() ? "" : " ", note, citations.cite(findings.said->source));
}

/// Architectures of which the same is told, by vendor: "nvidia Ampere, Hopper; amd RDNA 4".
struct Group {
  std::string_view verdict;
  std::string told;
  std::string names;
  std::string_view vendor;  // of the last one

  void add(std::string_view of_vendor, std::string_view architecture, const ArchitectureFindings& findings) {
    if (of_vendor == vendor) {
      names += fmt::format(", {}", architecture);
    } else {
      names += fmt::format("{}{} {}", names.empty() ? "" : "; ", of_vendor, architecture);
    }
    vendor = of_vendor;
    if (verdict == "in part") names += fmt::format(" ({})", counts_text(findings));
  }
};

std::vector<Group> groups_of(const FeatureSheet& sheet, Citations& citations) {
  std::vector<Group> groups;
  for (const auto& [key, findings] : by_architecture(sheet)) {
    const auto of = verdict(findings);
    const std::string told = told_by(findings, *sheet.feature, citations);
    auto group = std::find_if(groups.begin(), groups.end(),
                              [&](const Group& other) { return other.verdict == of && other.told == told; });
    if (group == groups.end()) group = groups.insert(groups.end(), {of, told, {}, {}});
    if (findings.is_by_vendor) {
      group->names = "other vendors";
    } else {
      group->add(key.first, key.second, findings);
    }
  }
  constexpr auto k_order = std::to_array<std::string_view>({"yes", "in part", "no", "unknown"});
  const auto place = [&](const Group& group) { return std::find(k_order.begin(), k_order.end(), group.verdict); };
  std::stable_sort(groups.begin(), groups.end(), [&](const Group& a, const Group& b) { return place(a) < place(b); });
  return groups;
}

std::string figure_text(const FeatureFigure& figure, Citations& citations) {
  std::string line = fmt::format("{}: {}", figure.what, json_number(figure.value.value()));
  if (figure.to) line += fmt::format(" to {}", json_number(figure.to->value()));
  if (!figure.unit.empty()) line += fmt::format(" {}", figure.unit);
  line += fmt::format(" {}", citations.cite(figure.source));
  return figure.note.empty() ? line : fmt::format("{} {}", line, figure.note);
}

}  // namespace

Document feature_document(const FeatureSheet& sheet) {
  const Feature& feature = *sheet.feature;
  Citations citations(sheet.sources);
  Document document;
  document.title(fmt::format("{} ({})", feature.title, feature.id));
  document.paragraph(fmt::format("{} {}", feature.does, citations.cite(feature.source)));
  for (const auto note : feature.notes) document.paragraph(std::string(note));
  if (!sheet.figures.empty()) document.heading("Figures");
  for (const FeatureFigure* figure : sheet.figures) document.item(figure_text(*figure, citations));
  const auto groups = groups_of(sheet, citations);
  if (!groups.empty()) document.heading("Which GPUs have it (unknown does not mean no)");
  for (const Group& group : groups) {
    document.item(fmt::format("{}: {}.{}", group.verdict, group.names, group.told));
  }
  return document.heading("Sources").paragraphs(citations.lines());
}

Document document_of(const FeaturesView& view) {
  Document document;
  for (const FeatureSheet& sheet : view.features) document.append(feature_document(sheet));
  return document;
}

}  // namespace gpuadvisor
