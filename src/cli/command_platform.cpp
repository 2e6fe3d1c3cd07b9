#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "asked_workload.hpp"
#include "catalog_options.hpp"
#include "command.hpp"
#include "gpuadvisor/core/error.hpp"
#include "gpuadvisor/core/text.hpp"
#include "gpuadvisor/output/platform_view.hpp"
#include "named_value.hpp"
#include "output_options.hpp"

namespace gpuadvisor::cli {
namespace {

constexpr auto k_formats = std::to_array<std::string_view>({"table", "json", "jsonl", "csv", "tsv", "markdown"});

struct PlatformOptions {
  std::string workload;
  std::string phase;
  std::string need;
  std::string framework;
  std::string from;
  std::string vendor;
  bool free = false;
  bool vendors = false;

  void add_to(OptionParser& parser) {
    parser.add("-w,--workload", workload, "WORKLOAD", "cnn, rnn, transformer or general");
    parser.add("--phase", phase, "PHASE", "prototype, training or inference");
    parser.add("--need", need, "NEED", "everyday, deadline, no-money, occasional or heavy-daily");
    parser.add("--framework", framework, "NAME", "pytorch, tensorflow, jax or paddlepaddle");
    parser.add_flag("--free", free, "The free tiers, with their limits");
    parser.add("--from", from, "COUNTRY", "With --free: where you are, in two letters (CN, US)");
    parser.add_flag("--vendors", vendors, "What guides say of vendors");
    parser.add("--vendor", vendor, "VENDOR", "Only of this one");
  }
  /// Throws UsageError for options that do not go together.
  void check() const;
};

void refuse_beside(std::string_view option, bool is_given, std::string_view mode) {
  if (is_given) throw UsageError(fmt::format("{} does not go with {}", option, mode));
}

void PlatformOptions::check() const {
  const bool tells_vendors = vendors || !vendor.empty();
  if (free || tells_vendors) {
    const std::string_view mode = free ? "--free" : "--vendors";
    refuse_beside("--workload", !workload.empty(), mode);
    refuse_beside("--phase", !phase.empty(), mode);
    refuse_beside("--need", !need.empty(), mode);
  }
  if (tells_vendors) {
    refuse_beside("--free", free, "--vendors");
    refuse_beside("--framework", !framework.empty(), "--vendors");
  }
  if (!free && !from.empty()) throw UsageError("--from needs --free");
}

/// The framework as the catalog names it; throws UsageError.
std::string checked_framework(const std::string& name, const Catalog& all) {
  const std::string wanted = lower_case(name);
  const auto known = known_frameworks(all);
  if (wanted.empty() || std::find(known.begin(), known.end(), wanted) != known.end()) return wanted;
  refuse("--framework", name, known);
}

/// The country in capitals; throws UsageError.
std::string checked_country(const std::string& code) {
  std::string country;
  for (const char c : lower_case(code)) {
    if (c >= 'a' && c <= 'z') country += static_cast<char>(c - 'a' + 'A');
  }
  if (country.size() != code.size() || (country.size() != 2 && !country.empty())) {
    throw UsageError(
        fmt::format("--from: expected a country in two letters (ISO 3166-1), like CN, found \"{}\"", printable(code)));
  }
  return country;
}

std::string checked_vendor(const std::string& name, const Catalog& all) {
  if (name.empty()) return {};
  const std::string wanted = lower_case(name);
  std::vector<std::string_view> known;
  for (const VendorNote& note : all.tables().guides.vendor_notes) {
    if (note.vendor == wanted) return wanted;
    if (std::find(known.begin(), known.end(), note.vendor) == known.end()) known.push_back(note.vendor);
  }
  refuse("--vendor", name, known);
}

/// Renders a view in the format asked for, by the renderers for a table, JSON and records.
template <class View, class TableOf, class JsonOf, class RecordsOf>
std::string rendered(const View& view, const OutputOptions& output, std::string_view format, TableOf table, JsonOf json,
                     RecordsOf records) {
  if (format == "json") return json(view);
  if (format == "table") return table(view, output.page(), !output.no_header);
  return output.text_of(records(view));
}

}  // namespace

Outcome run_platform(Arguments arguments) {
  PlatformOptions options;
  CatalogOptions catalog_options;
  OutputOptions output;
  OptionParser parser("platform",
                      "Where to compute, by what guides say: a GPU of your own, GPUs or TPUs in the cloud,\n"
                      "a CPU or a free tier. Free tiers with their limits; vendors by date.\n\n"
                      "Examples:\n"
                      "  gpuadvisor platform --workload transformer --phase training\n"
                      "  gpuadvisor platform --need occasional\n"
                      "  gpuadvisor platform --free --framework pytorch --from CN\n"
                      "  gpuadvisor platform --vendors --vendor amd\n");
  options.add_to(parser);
  output.add_to(parser, k_formats);
  catalog_options.add_to(parser);
  parser.parse(arguments);
  const auto format = output.checked_format(k_formats);
  options.check();
  const std::string country = checked_country(options.from);

  const Catalog all = catalog_options.load_all();
  const Catalog catalog = catalog_options.known(all);
  const std::string version = catalog_options.version();
  const std::string remarks = output.quiet ? "" : catalog_options.stale_notice(catalog);
  const std::string framework = checked_framework(options.framework, all);
  if (options.free) {
    const FreeTierQuestion question{framework, country};
    const auto tiers = free_tiers(question, catalog);
    const auto fits = [](const FreeTierAnswer& answer) { return answer.reasons.empty(); };
    const bool is_none = std::none_of(tiers.begin(), tiers.end(), fits);
    if (tiers.empty()) return {"", "gpuadvisor: no free tier is known\n", k_none};
    return {rendered(FreeTierView{catalog, version, question, tiers}, output, format, free_tier_table, free_tier_json,
                     free_tier_records),
            remarks, is_none ? k_none : k_answered};
  }
  if (options.vendors || !options.vendor.empty()) {
    const std::string vendor = checked_vendor(options.vendor, all);
    const auto notes = vendor_notes(vendor, catalog);
    if (notes.empty()) return {"", "gpuadvisor: no guide says anything of that by then\n", k_none};
    return {rendered(VendorView{catalog, version, vendor, notes}, output, format, vendor_table, vendor_json,
                     vendor_records),
            remarks, k_answered};
  }
  PlatformQuestion question;
  if (!options.workload.empty()) question.workload = &asked_workload(catalog, options.workload);
  if (!options.phase.empty()) question.phase = named<Phase>("--phase", options.phase);
  if (!options.need.empty()) question.need = named<Need>("--need", options.need);
  question.framework = framework;
  const auto advice = platform_advice(question, catalog);
  const auto conditional = conditional_rules(question, catalog);
  return {rendered(PlatformView{catalog, version, question, advice, conditional}, output, format, platform_table,
                   platform_json, platform_records),
          remarks, advice.empty() ? k_none : k_answered};
}

}  // namespace gpuadvisor::cli
