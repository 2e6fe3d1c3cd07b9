#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <set>
#include <vector>

#include "checks/engine/form.hpp"
#include "cli/command.hpp"
#include "cli/file_writer.hpp"
#include "cli/options/named_value.hpp"
#include "cli/options/option_parser.hpp"
#include "cli/options/output_options.hpp"
#include "cli/options/terminal.hpp"
#include "core/contains.hpp"
#include "core/text.hpp"
#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "gpuadvisor/core/error.hpp"
#include "output/check/check_view.hpp"

namespace gpuadvisor::cli {
namespace {

constexpr auto k_check_formats =
    std::to_array({Format::text, Format::json, Format::github, Format::sarif, Format::junit});
constexpr std::size_t k_most_paths = 1000;

constexpr std::string_view k_description =
    "Check catalog data: can it be read, and can it be true? A folder with GPUs and\nsources of its own is checked "
    "alone, single files together with the built-in\ndata.\n\n"
    "Examples:\n"
    "  gpuadvisor check data/\n"
    "  gpuadvisor check my-gpus.json my-prices.json --strict\n"
    "  gpuadvisor check data/ --format sarif > findings.sarif\n"
    "  gpuadvisor check data/ --fix --dry-run\n"
    "  gpuadvisor check --explain memory-data-rate\n\n"
    "Exit status: 0 no errors, 1 errors found (or too many warnings), 2 wrong usage,\n"
    "3 could not be read at all.\n";

struct CheckOptions {
  std::vector<std::string> paths;
  std::vector<std::string> disabled;
  std::string config;
  Severity severity = Severity::warning;
  std::optional<std::size_t> max_warnings;
  std::string explained;
  Format format = k_check_formats.front();
  bool strict = false;
  bool lists_rules = false;
  bool fixes = false;
  bool dry_run = false;
  bool quiet = false;

  void add_to(OptionParser& parser) {
    parser.add("[PATH]", paths, "", "Folders, files or - to check");
    parser.add("--format", format, "FORMAT", "text, json, github, sarif, junit", one_of(k_check_formats));
    parser.add("--severity", severity, "LEVEL", "Lowest severity to show: error, warning (default) or note",
               named<Severity>);
    parser.add_flag("--strict", strict, "Warnings fail too");
    parser.add("--max-warnings", max_warnings, "N", "More warnings than that fail", whole_number_in(0, 1'000'000));
    parser.add("--disable", disabled, "RULE", "Leave a rule out");
    parser.add("--config", config, "FILE", "File of accepted findings, each with a reason (JSON)");
    parser.add_flag("--fix", fixes, "Rewrite files without errors in canonical form");
    parser.add_flag("--dry-run", dry_run, "With --fix: only show what would change");
    parser.add_flag("--rules", lists_rules, "List the rules");
    parser.add("--explain", explained, "RULE", "Explain a rule");
    parser.add_flag("-q,--quiet", quiet, "No summary");
  }
};

/// Throws UsageError with the nearest id.
const Rule& checked_rule(std::string_view option, std::string_view id) {
  if (const Rule* found = rule(lower_case(id))) return *found;
  std::vector<std::string_view> ids;
  for (const Rule* one : rules()) ids.push_back(one->id);
  throw UsageError(fmt::format("{}: unknown rule \"{}\"{}", option, printable(id), did_you_mean(id, ids)));
}

/// The exceptions that a file of data stands under: those of its folder, or of the folder above.
std::filesystem::path exceptions_beside(const std::filesystem::path& file) {
  const auto folder = file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
  std::error_code error;
  for (const auto& candidate : {folder / "check.json", folder / ".." / "check.json"}) {
    if (std::filesystem::is_regular_file(candidate, error)) return candidate.lexically_normal();
  }
  return {};
}

void add_exceptions(const std::string& file, CheckInput& input) {
  const auto config = read_data_files(file);
  const auto exceptions = parse_check_config(config.front().file, config.front().text);
  input.exceptions.insert(input.exceptions.end(), exceptions.begin(), exceptions.end());
}

void refuse_repeats(const std::vector<std::string>& paths) {
  std::set<std::filesystem::path> seen;
  for (const auto& path : paths) {
    std::error_code error;
    const auto real = path == "-" ? std::filesystem::path(path) : std::filesystem::weakly_canonical(path, error);
    if (!seen.insert(error ? std::filesystem::path(path) : real).second) {
      throw UsageError(fmt::format("expected each PATH once, found \"{}\" again", printable(path)));
    }
  }
}

CheckInput input_of(const CheckOptions& options) {
  CheckInput input;
  std::set<std::filesystem::path> configs;
  input.judges_form = true;
  for (const auto& id : options.disabled) {
    const Rule& disabled = checked_rule("--disable", id);
    if (is_reading_rule(disabled.id)) {
      throw UsageError(fmt::format("--disable: what cannot be read cannot be left out, found \"{}\"", disabled.id));
    }
    input.exceptions.push_back({std::string(disabled.id), {}, ""});
  }
  if (!options.config.empty()) add_exceptions(options.config, input);
  refuse_repeats(options.paths);
  for (const auto& path : options.paths) {
    std::error_code error;
    CatalogLayer layer = read_data_files(path);
    if (std::filesystem::is_directory(path, error)) {
      input.folders.push_back(std::move(layer));
      if (!std::filesystem::exists(std::filesystem::path(path) / "check.json", error)) {
        configs.insert(exceptions_beside(std::filesystem::path(path) / "."));
      }
    } else {
      input.files.push_back(std::move(layer.front()));
      const bool is_config = std::filesystem::path(path).filename() == "check.json";  // what is judged itself
      if (path != "-" && !is_config) configs.insert(exceptions_beside(path));
    }
  }
  for (const auto& config : configs) {
    if (!config.empty()) add_exceptions(config.string(), input);
  }
  return input;
}

std::string rendered(const CheckView& view, Format format) {
  if (format == Format::json) return json_text(value_of(view));
  if (format == Format::github) return check_github(view);
  if (format == Format::sarif) return check_sarif(view);
  if (format == Format::junit) return check_junit(view);
  return check_text(view);
}

/// `--rules` and `--explain`, which check nothing.
Outcome told(const CheckOptions& options, Format format) {
  if (options.fixes || options.dry_run) throw UsageError("--fix goes with files or folders to check");
  if (options.lists_rules && !options.explained.empty()) {
    throw UsageError("expected --rules, which lists them all, or --explain RULE, found both");
  }
  if (!options.paths.empty()) {
    throw UsageError(fmt::format("{} checks nothing, found \"{}\"", options.lists_rules ? "--rules" : "--explain",
                                 printable(options.paths.front())));
  }
  if (format != Format::text && !(options.lists_rules && format == Format::json)) {
    throw UsageError(fmt::format("--format: expected text{}, found \"{}\"", options.lists_rules ? " or json" : "",
                                 enum_name(format)));
  }
  if (!options.lists_rules) {
    return {terminal_text(rule_document(checked_rule("--explain", options.explained)), terminal_page()), "",
            k_answered};
  }
  return {format == Format::json ? json_text(value_of(RulesView{stamp_of(embedded_catalog(), GPUADVISOR_VERSION)}))
                                 : terminal_text(rules_document(), terminal_page()),
          "", k_answered};
}

/// Throws UsageError for what cannot be mended, or is not asked to be.
void check_fix(const CheckOptions& options) {
  if (options.dry_run && !options.fixes) throw UsageError("--dry-run goes with --fix");
  const bool reads_input = contains(options.paths, "-");
  if (options.fixes && reads_input) throw UsageError("--fix: expected files or folders, found - (standard input)");
}

/// Writes the files, each whole or not at all. Throws Error, which then names those that are written too.
void write_mended(const std::vector<MendedFile>& files) {
  std::vector<std::string> written;
  for (const MendedFile& file : files) {
    try {
      replace_file(file.file, file.text, file.before);
    } catch (const Error& error) {
      if (written.empty()) throw;
      throw Error(fmt::format("{}\nmended before that: {}", error.what(), enumeration(written)));
    }
    written.push_back(printable(file.file));
  }
}

/// The report on data that may be mended, and the files that were, or would be.
struct Checked {
  CheckReport report;
  std::vector<MendedFile> mended;
};
Checked checked(const CheckOptions& options) {
  CheckInput input = input_of(options);
  Checked checked{check(input), {}};
  if (!options.fixes) return checked;
  checked.mended = mended_files(input, checked.report);
  if (options.dry_run || checked.mended.empty()) return checked;
  write_mended(checked.mended);
  checked.report = check(with_mended(std::move(input), checked.mended));
  return checked;
}

}  // namespace

Outcome run_check(Arguments arguments) {
  CheckOptions options;
  OptionParser parser("check", k_description);
  options.add_to(parser);
  parser.parse(arguments);
  const Format format = options.format;
  if (options.lists_rules || !options.explained.empty()) return told(options, format);
  if (options.paths.empty()) throw UsageError("expected PATH: folders, files or - to check");
  check_fix(options);
  if (options.paths.size() > k_most_paths) {
    throw UsageError(fmt::format("expected at most {} paths, found {}", k_most_paths, options.paths.size()));
  }
  const Checked done = checked(options);
  const CheckView view{done.report,    stamp_of(embedded_catalog(), GPUADVISOR_VERSION),
                       options.paths,  options.disabled,
                       options.config, options.severity,
                       options.strict, options.max_warnings,
                       options.fixes,  options.dry_run,
                       done.mended};
  const int status = view.passes() ? k_answered : k_none;
  if (format == Format::text) {
    return {rendered(view, format) + mended_text(view) + (options.quiet ? "" : check_summary(view)), "", status};
  }
  if (options.quiet) return {rendered(view, format), "", status};
  return {rendered(view, format), mended_text(view, "gpuadvisor: ") + check_summary(view, "gpuadvisor: "), status};
}

}  // namespace gpuadvisor::cli
