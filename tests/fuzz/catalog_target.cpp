/// Documents of a catalog, and what is said of them: refused data has a place; a catalog that loads is exported, loads
/// back as the same, and is answered from; `check` agrees with the loader, and its reports can be read by programs.

#include <algorithm>
#include <optional>
#include <vector>

#include "catalog/form/catalog_diff.hpp"
#include "catalog/form/catalog_writer.hpp"
#include "checks/engine/check.hpp"
#include "checks/rules/rule.hpp"
#include "gpuadvisor/advice/recommend.hpp"
#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "gpuadvisor/output/answer_view.hpp"
#include "output/check/check_view.hpp"
#include "small_catalog.hpp"
#include "support/answer_text.hpp"
#include "target.hpp"

namespace gpuadvisor {
namespace {

constexpr std::string_view k_file = "data/input.json";

CatalogLayer layer_of(std::string_view text) { return {{std::string(k_file), std::string(text)}}; }

/// The input in the layer of the small catalog or in one over it; nothing when it is refused.
std::optional<Catalog> loaded(std::string_view text, bool is_layer) {
  try {
    if (is_layer) return load_catalog(small_catalog(), std::vector<CatalogLayer>{layer_of(text)});
    CatalogLayer both = layer_of(text);
    both.insert(both.begin(), {"data/small.json", small_document()});
    return load_catalog(Catalog(), std::vector<CatalogLayer>{both});
  } catch (const DataError& error) {
    require_located(error, k_file, text);
    return std::nullopt;
  }
}

void require_resolved(const Catalog& catalog) {
  for (const Gpu& gpu : catalog.gpus()) {
    require(catalog.source(gpu.source) != nullptr, "a GPU's source is in the catalog", gpu.id);
    for (const Price& price : catalog.prices_of(gpu)) {
      require(price.gpu == gpu.id, "a GPU has its own prices", gpu.id);
      require(catalog.source(price.source) != nullptr, "a price's source is in the catalog", gpu.id);
      require(price.price.value() > 0, "a price is positive", gpu.id);
    }
  }
  for (const Workload& workload : catalog.records<Workload>()) {
    for (const auto& part : workload.mean_of) {
      require(catalog.workload(part) != nullptr, "a mean is one of workloads in the catalog", workload.id);
    }
  }
}

void require_round_trip(const Catalog& catalog) {
  const std::string exported = write_catalog(catalog);
  try {
    const Catalog again = load_catalog(Catalog(), std::vector<CatalogLayer>{{{"export.json", exported}}});
    require(write_catalog(again) == exported, "an exported catalog is exported the same again", exported);
    require(catalog_diff(catalog, again).is_empty(), "an exported catalog loads back as the same");
  } catch (const DataError& error) {
    require(false, "an exported catalog loads", error.what());
  }
}

/// Ranks the cards of a catalog for its first workload, now and on an earlier day.
void answer_from(const Catalog& catalog) {
  if (!catalog.reference() || catalog.records<Workload>().empty()) return;
  Request request;
  request.workload = catalog.records<Workload>().front().id;
  request.weights = {0.25, 0.25, 0.25, 0.25};
  for (const Catalog& known : {catalog, catalog.known_by(PartialDate(2023).last_day())}) {
    if (!known.as_of()) continue;
    for (const Answer& answer : {recommend(known, request), list(known, request)}) {
      const AnswerDetails details = answer_details(answer, known);
      const AnswerView view{"list", stamp_of(known, "0"), answer, details};
      require_printable(answer_table(view, {}, true), "a table is printable");
      require_printable(answer_markdown(view, true), "Markdown is printable");
      require_json(answer_json(view), "an answer is JSON");
      require(answer.rows.size() + static_cast<std::size_t>(answer.excluded.total) >= known.gpus().size(),
              "a GPU has a row or is counted");
    }
  }
}

void require_readable(const CheckReport& report) {
  static const Catalog k_known = embedded_catalog();
  const std::vector<std::string> paths = {"data"};
  const CheckView view{report, stamp_of(k_known, "0"), paths, {}, {}, Severity::note, false, std::nullopt};
  require_printable(check_text(view), "findings are printable");
  require_printable(check_summary(view), "a summary is printable");
  require_printable(check_github(view), "workflow commands are printable");
  require_printable(check_junit(view), "a JUnit report is printable");
  require_json(json_text(value_of(view)), "a report is JSON");
  require_json(check_sarif(view), "a SARIF log is JSON");
}

/// Checks the input beside the small catalog, as a folder that stands by itself.
void check_folder(std::string_view text) {
  const std::string file(k_file);
  CheckInput input;
  input.folders = {{{"data/small.json", small_document()}, {file, std::string(text)}}};
  const CheckReport report = check(input);
  bool is_read = true;
  for (const Finding& finding : report.findings) {
    require(rule(finding.rule) != nullptr, "a finding is that of a rule", finding.rule);
    require(finding.place.file == file || finding.place.file == "data/small.json", "a finding names a file",
            finding.message);
    const auto lines = line_count(finding.place.file == file ? text : std::string_view(small_document()));
    require(finding.place.line >= 0 && static_cast<std::size_t>(finding.place.line) <= lines,
            "a finding's line is in the file", finding.message);
    require(!finding.message.empty(), "a finding has words", finding.rule);
    is_read = is_read && finding.rule != "syntax" && finding.rule != "schema" && finding.rule != "reference";
  }
  require(std::is_sorted(report.findings.begin(), report.findings.end(),
                         [](const Finding& a, const Finding& b) { return a.place.file < b.place.file; }),
          "findings are sorted by file");
  require_readable(report);
  // A list of datasets is no part of a catalog, and check reads it as what it is.
  if (text.find("datasets") == std::string_view::npos && text.find('\\') == std::string_view::npos) {
    require(is_read == loaded(text, false).has_value(), "check reads what the loader reads");
  }
}

void read(std::string_view input) {
  const std::size_t way = chosen(input, 4);
  if (way == 2) return check_folder(input);
  if (way == 3) {
    try {
      (void)parse_check_config(std::string(k_file), std::string(input));
    } catch (const DataError& error) {
      require_located(error, k_file, input);
    }
    return;
  }
  const auto catalog = loaded(input, way == 1);
  if (!catalog) return;
  require_resolved(*catalog);
  require_round_trip(*catalog);
  answer_from(*catalog);
}

}  // namespace
}  // namespace gpuadvisor

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  gpuadvisor::read(gpuadvisor::text_of(data, size));
  return 0;
}
