#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "calibration/prices/price_fit.hpp"
#include "catalog/form/catalog_diff.hpp"
#include "cli/command.hpp"
#include "cli/options/asked_workload.hpp"
#include "cli/options/catalog_options.hpp"
#include "cli/options/named_value.hpp"
#include "cli/options/output_options.hpp"
#include "core/contains.hpp"
#include "core/text.hpp"
#include "gpuadvisor/catalog/catalog_loader.hpp"
#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "gpuadvisor/core/error.hpp"
#include "output/catalog/catalog_diff_view.hpp"

namespace gpuadvisor::cli {
namespace {

constexpr std::string_view k_built_in = "built-in";
constexpr std::size_t k_most_budgets = 20;

/// What people have to spend: the budgets that answers are compared for unless others are named.
constexpr auto k_budgets =
    std::to_array<std::optional<Usd>>({std::nullopt, Usd{300}, Usd{500}, Usd{1000}, Usd{2000}, Usd{5000}});

/// One side of the comparison: a catalog that stands alone; without workloads, on the built-in rules as with
/// --catalog-only.
Catalog catalog_of(const std::string& path, bool is_overlay) {
  if (path == k_built_in) return embedded_catalog();
  const std::vector<CatalogLayer> layers = {read_catalog_layer(path)};
  return load_catalog(is_overlay ? embedded_catalog() : base_standing_alone(layers), layers);
}

std::string version_of(const std::string& path, bool is_overlay) {
  return std::string(GPUADVISOR_VERSION) + (path == k_built_in ? "" : is_overlay ? "+overlay" : "+replaced");
}

/// Throws UsageError.
std::vector<std::string_view> asked_workloads(const std::vector<std::string>& names, const Catalog& before,
                                              const Catalog& after) {
  if (names.empty()) return comparable_workloads(before, after);
  std::vector<std::string_view> ids;
  ids.reserve(names.size());
  for (const auto& name : names) {
    (void)asked_workload(before, name);
    const std::string_view id = asked_workload(after, name).id;
    if (!contains(ids, id)) ids.push_back(id);
  }
  return ids;
}

/// Dollars or "none".
std::optional<Usd> budget_from(std::string_view option, std::string_view text) {
  return lower_case(text) == "none" ? std::nullopt : std::optional(dollars(option, text));
}

/// Those asked for, each once, none first. Throws UsageError.
std::vector<std::optional<Usd>> asked_budgets(std::vector<std::optional<Usd>> budgets) {
  if (budgets.empty()) return {k_budgets.begin(), k_budgets.end()};
  if (budgets.size() > k_most_budgets) {
    throw UsageError(fmt::format("--budget: expected at most {} of them, found {}", k_most_budgets, budgets.size()));
  }
  std::sort(budgets.begin(), budgets.end());
  budgets.erase(std::unique(budgets.begin(), budgets.end()), budgets.end());
  return budgets;
}

struct DiffOptions {
  std::vector<std::string> paths;
  std::vector<std::string> workloads;
  std::vector<std::optional<Usd>> budgets;
  std::size_t limit = 10;
  bool is_overlay = false;
  bool exit_code = false;
  OutputOptions output;
};

void parse(DiffOptions& options, Arguments arguments) {
  OptionParser parser("catalog diff",
                      "Show what differs between two catalogs, record by record, and how that changes\n"
                      "the answers of `recommend`. OLD and NEW are each a file, a folder, - or the\n"
                      "word built-in.\n\n"
                      "Examples:\n"
                      "  gpuadvisor catalog diff built-in data\n"
                      "  gpuadvisor catalog diff old-data data --workload cnn --budget 500\n"
                      "  gpuadvisor catalog diff built-in my-prices.json --overlay --format markdown\n");
  parser.add("OLD NEW", options.paths, "", "The two catalogs");
  parser.add("-w,--workload", options.workloads, "WORKLOAD", "Compare answers for it; may be repeated (all)");
  parser.add_each("-b,--budget", options.budgets, "USD", "Compare answers within it, or none; may be repeated (six)",
                  budget_from);
  parser.add_flag("--overlay", options.is_overlay, "Merge each into the built-in catalog first, as --catalog does");
  parser.add_flag("--exit-code", options.exit_code, "Exit with 1 when anything differs");
  parser.add("-n,--limit", options.limit, "N", "Show at most N entries per list, 0 for all (10)", row_limit);
  options.output.add_format_to(parser, k_document_formats);
  parser.add_flag("-q,--quiet", options.output.quiet, "No remarks on standard error");
  parser.parse(arguments);
  if (options.paths.size() != 2) {
    throw UsageError(fmt::format("expected two catalogs, OLD and NEW, found {}", options.paths.size()));
  }
  if (options.paths[0] == "-" && options.paths[1] == "-") {
    throw UsageError("expected one catalog on standard input, found - for both");
  }
}

}  // namespace

Outcome run_catalog_diff(Arguments arguments) {
  DiffOptions options;
  parse(options, arguments);
  AdviceQuestions questions;
  questions.budgets = asked_budgets(options.budgets);

  const Catalog before = catalog_of(options.paths[0], options.is_overlay);
  const Catalog after = catalog_of(options.paths[1], options.is_overlay);
  const Catalog known_before = with_prices_of_its_day(of_its_day(before));
  const Catalog known_after = with_prices_of_its_day(of_its_day(after));
  questions.workloads = asked_workloads(options.workloads, known_before, known_after);
  const CatalogDiff records = catalog_diff(before, after);
  const AdviceDiff advice = advice_diff(known_before, known_after, questions);
  const CatalogDiffReport report{{stamp_of(before, version_of(options.paths[0], options.is_overlay)), options.paths[0]},
                                 {stamp_of(after, version_of(options.paths[1], options.is_overlay)), options.paths[1]},
                                 options.is_overlay,
                                 records,
                                 questions,
                                 advice};
  const int status = options.exit_code && !records.is_empty() ? k_none : k_answered;
  if (options.output.format == Format::json) return {json_text(value_of(report)), "", status};
  const CutDocument cut = catalog_diff_document(report, options.limit);
  std::string remarks;
  if (cut.left_out > 0 && !options.output.quiet) {
    remarks = fmt::format("gpuadvisor: {} entries left out; -n 0 shows all\n", cut.left_out);
  }
  return {options.output.text_of(cut.document), std::move(remarks), status};
}

}  // namespace gpuadvisor::cli
