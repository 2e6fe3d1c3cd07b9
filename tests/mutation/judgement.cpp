#include "judgement.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "advice/ranking/advice_diff.hpp"
#include "gpuadvisor/core/error.hpp"

namespace gpuadvisor::mutation {
namespace {

constexpr std::string_view k_comparison = "differs-from-built-in";

CheckReport report_of(const CatalogLayer& documents) { return check({{documents}, {}, {}}); }

std::string key(const Finding& finding) {
  return fmt::format("{}\n{}\n{}\n{}", finding.rule, finding.place.file, finding.place.line, finding.message);
}

/// `replacement` tells the record where an id took the place of another.
Nearness nearness(const Finding& finding, const FieldValue& value, const std::string& file,
                  std::string_view replacement) {
  const bool is_in_record =
      finding.place.file == file && finding.place.line >= value.first_line && finding.place.line <= value.last_line;
  if (is_in_record) return Nearness::record;
  const auto names = [&](std::string_view id) {
    return !id.empty() && (finding.subject == id || finding.message.find(id) != std::string::npos);
  };
  const bool is_id = replacement.size() > 2 && replacement.starts_with('"');
  const bool is_named = names(value.product) || (is_id && names(replacement.substr(1, replacement.size() - 2)));
  return is_named ? Nearness::product : Nearness::elsewhere;
}

/// What makes a catalog, of all files of a data folder.
std::vector<CatalogLayer> catalog_layers(const CatalogLayer& documents) {
  CatalogLayer layer;
  for (const auto& document : documents) {
    const bool is_catalog = document.file.ends_with(".json") && !document.file.ends_with("/check.json") &&
                            document.file.find("/benchmarks/") == std::string::npos;
    if (is_catalog) layer.push_back(document);
  }
  return {layer};
}

}  // namespace

Judge::Judge(CatalogLayer documents)
    : m_documents(std::move(documents)), m_catalog(load_catalog(Catalog(), catalog_layers(m_documents))) {
  for (const Finding& finding : report_of(m_documents).findings) m_known.insert(key(finding));
}

Judgement Judge::judge(const FieldValue& value, const std::string& text, std::string_view replacement) const {
  Judgement judgement;
  CatalogLayer documents = m_documents;
  documents[value.document].text = text;
  for (const Finding& finding : report_of(documents).findings) {
    if (finding.severity == Severity::note || m_known.contains(key(finding))) continue;
    const Nearness near = nearness(finding, value, documents[value.document].file, replacement);
    if (finding.rule == k_comparison) {
      judgement.is_known_to_differ = true;
    } else if (near > judgement.nearness) {
      judgement.nearness = near;
      judgement.rule = finding.rule;
    }
  }
  judgement.changes_advice = changes_advice(documents, judgement);
  return judgement;
}

bool Judge::changes_advice(const CatalogLayer& documents, Judgement& judgement) const {
  try {
    const Catalog mutant = load_catalog(Catalog(), catalog_layers(documents));
    judgement.is_readable = true;
    AdviceQuestions questions{comparable_workloads(m_catalog, mutant), {std::nullopt}};
    for (const double budget : {300.0, 500.0, 1000.0, 2000.0, 5000.0}) questions.budgets.emplace_back(Usd(budget));
    const AdviceDiff diff = advice_diff(m_catalog, mutant, questions);
    const auto moves = [](const AnswerDiff& answer) { return !answer.moves.empty(); };
    const auto buys = [](const AffordabilityDiff& one) { return !one.gained.empty() || !one.lost.empty(); };
    return questions.workloads.size() != comparable_workloads(m_catalog, m_catalog).size() ||
           std::any_of(diff.answers.begin(), diff.answers.end(), moves) ||
           std::any_of(diff.affordability.begin(), diff.affordability.end(), buys);
  } catch (const DataError&) {
    return false;  // refused: it advises nothing
  }
}

}  // namespace gpuadvisor::mutation
