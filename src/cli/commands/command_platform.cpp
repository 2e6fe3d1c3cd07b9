#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/options/asked_workload.hpp"
#include "cli/options/named_value.hpp"
#include "cli/options/owning_options.hpp"
#include "cli/options/request_options.hpp"
#include "cli/session.hpp"
#include "core/contains.hpp"
#include "core/text.hpp"
#include "gpuadvisor/core/error.hpp"
#include "output/guides/platform_view.hpp"

namespace gpuadvisor::cli {
namespace {

struct PlatformOptions {
  static constexpr double k_heavy_hours = 12;      // the guide of January 2023 speaks of so many
  static constexpr double k_occasional_hours = 1;  // its "a few hours every few days", as three every three days

  std::string workload;
  std::optional<Phase> phase;
  std::optional<Need> need;
  std::string framework;
  std::string from;
  std::string vendor;
  std::optional<AskedMoney> budget;
  std::optional<double> min_memory;
  OwningOptions owning;
  std::string_view owning_option;  // the first of those that was given, but for --kwh
  bool explain = false;
  bool free = false;
  bool vendors = false;

  void add_to(OptionParser& parser) {
    parser.add("-w,--workload", workload, "WORKLOAD", "cnn, rnn, transformer or general");
    parser.add("-b,--budget", budget, "USD", "To buy with, like 500 or 800eur (default: most speed for the money)",
               asked_money);
    parser.add("-m,--min-memory", min_memory, "GB", "Least memory of the GPU",
               [](std::string_view option, std::string_view text) { return positive_number(option, text, "GB"); });
    parser.add("--phase", phase, "PHASE", "prototype, training or inference", named<Phase>);
    parser.add("--need", need, "NEED",
               "everyday, deadline, no-money, occasional (1 hour a day) or heavy-daily\n(12 hours)", named<Need>);
    parser.add("--framework", framework, "NAME", "pytorch, tensorflow, jax or paddlepaddle",
               offering({"pytorch", "tensorflow", "jax", "paddlepaddle"}, as_typed));
    parser.add_flag("--explain", explain, "All that guides say of it");
    parser.add_flag("--free", free, "The free tiers, with their limits");
    parser.add("--from", from, "COUNTRY", "With --free: where you are, in two letters (CN, US)");
    parser.add_flag("--vendors", vendors, "What guides say of vendors");
    parser.add("--vendor", vendor, "VENDOR", "Only of this one");
    owning.add_to(parser, &owning_option);
  }
  [[nodiscard]] bool tells_vendors() const { return vendors || !vendor.empty(); }
  /// Throws UsageError for options that do not go together.
  void check() const;
  /// How long GPUs are used, and what that costs. Throws UsageError.
  [[nodiscard]] CostQuestion use(const Session& session) const;
};

void refuse_beside(std::string_view option, bool is_given, std::string_view mode) {
  if (is_given) throw UsageError(fmt::format("{} does not go with {}", option, mode));
}

void PlatformOptions::check() const {
  if (free || tells_vendors()) {
    const std::string_view mode = free ? "--free" : "--vendors";
    refuse_beside("--workload", !workload.empty(), mode);
    refuse_beside("--phase", phase.has_value(), mode);
    refuse_beside("--need", need.has_value(), mode);
    refuse_beside("--budget", budget.has_value(), mode);
    refuse_beside("--min-memory", min_memory.has_value(), mode);
    refuse_beside(owning_option, !owning_option.empty(), mode);
    refuse_beside("--kwh", owning.electricity.has_value(), mode);
    refuse_beside("--explain", explain, mode);
  }
  if (tells_vendors()) {
    refuse_beside("--free", free, "--vendors");
    refuse_beside("--framework", !framework.empty(), "--vendors");
  }
  if (!free && !from.empty()) throw UsageError("--from needs --free");
}

CostQuestion PlatformOptions::use(const Session& session) const {
  CostQuestion question;
  static_cast<OwningTerms&>(question) = owning.terms(session);
  if (!question.hours_per_day && need == Need::heavy_daily) question.hours_per_day = k_heavy_hours;
  if (!question.hours_per_day && need == Need::occasional) question.hours_per_day = k_occasional_hours;
  return question;
}

/// The framework as the catalog names it, by its name or the beginning of no other; throws UsageError.
std::string checked_framework(const std::string& name, const Catalog& all) {
  std::string wanted = lower_case(name);
  const auto known = known_frameworks(all);
  if (wanted.empty() || contains(known, wanted)) return wanted;
  std::vector<std::string_view> meant;
  std::copy_if(known.begin(), known.end(), std::back_inserter(meant),
               [&](std::string_view one) { return one.starts_with(wanted); });
  if (meant.size() == 1) return std::string(meant.front());
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

/// Whether some free tier tells of a country.
bool is_told_of(std::string_view country, const Catalog& all) {
  const auto names = [&](std::span<const std::string_view> list) { return contains(list, country); };
  const auto& tiers = all.records<FreeTier>();
  return std::any_of(tiers.begin(), tiers.end(), [&](const FreeTier& tier) {
    return names(tier.regions) || names(tier.reached_from) || names(tier.not_from);
  });
}

std::string checked_vendor(const std::string& name, const Catalog& all) {
  if (name.empty()) return {};
  std::string wanted = lower_case(name);
  std::vector<std::string_view> known;
  for (const VendorNote& note : all.records<VendorNote>()) {
    if (note.vendor == wanted) return wanted;
    if (!contains(known, note.vendor)) known.push_back(note.vendor);
  }
  refuse("--vendor", name, known);
}

Outcome free_outcome(const PlatformOptions& options, Session& session) {
  const std::string framework = checked_framework(options.framework, session.all());
  const std::string country = checked_country(options.from);
  const FreeTierQuestion question{framework, country};
  const auto tiers = free_tiers(question, session.catalog());
  if (tiers.empty()) return session.none("no free tier is known");
  if (!country.empty() && !is_told_of(country, session.all())) {
    session.remark_on_answer(fmt::format("no description of a free tier names {}; is it a country's code?", country));
  }
  const bool is_any =
      std::any_of(tiers.begin(), tiers.end(), [](const FreeTierAnswer& answer) { return answer.reasons.empty(); });
  return session.answer_if(is_any, FreeTierView{session.stamp(), question, tiers}, free_tier_json, free_tier_document,
                           free_tier_records);
}

Outcome vendor_outcome(const PlatformOptions& options, Session& session) {
  const std::string vendor = checked_vendor(options.vendor, session.all());
  const auto notes = vendor_notes(vendor, session.catalog());
  if (notes.empty()) return session.none("no guide says anything of that by then");
  return session.answer(VendorView{session.stamp(), vendor, notes}, vendor_json, vendor_document, vendor_records);
}

Outcome advice_outcome(const PlatformOptions& options, const Session& session) {
  const Catalog& catalog = session.catalog();
  const std::string framework = checked_framework(options.framework, session.all());
  PlatformQuestion question;
  if (!options.workload.empty()) question.workload = &asked_workload(catalog, options.workload);
  question.phase = options.phase;
  question.need = options.need;
  question.framework = framework;
  const auto advice = platform_advice(question, catalog);
  const auto conditional = conditional_rules(question, catalog);
  RequestOptions request;
  request.workload = options.workload;
  request.filters.budget = options.budget;
  if (options.min_memory) request.filters.min_memory = AskedMemory{Gibibytes{*options.min_memory}};
  if (!options.budget) request.rank_by = RankBy::value;
  const OwnOrRentQuestion own_or_rent_question{request.request(session), options.use(session), framework};
  const OwnOrRent computed = own_or_rent(own_or_rent_question, catalog);
  const PlatformView view{session.stamp(),      question, advice,         conditional,
                          own_or_rent_question, computed, options.explain};
  return session.answer_if(!advice.empty() || !computed.choices.empty(), view, platform_json, platform_document,
                           platform_records);
}

}  // namespace

Outcome run_platform(Arguments arguments) {
  PlatformOptions options;
  SessionOptions common;
  OptionParser parser("platform",
                      "Where to compute: buy a GPU or rent it, by what both cost today, and from which day\n"
                      "on owning wins; then what guides said. Free tiers with their limits; vendors by date.\n\n"
                      "Examples:\n"
                      "  gpuadvisor platform --budget 1500 --hours-per-day 8 --years 2\n"
                      "  gpuadvisor platform --workload transformer --phase training\n"
                      "  gpuadvisor platform --need occasional\n"
                      "  gpuadvisor platform --free --framework pytorch --from CN\n"
                      "  gpuadvisor platform --vendors --vendor amd\n");
  options.add_to(parser);
  common.prices.add_to(parser);
  common.add_to(parser, k_formats);
  parser.parse(arguments);
  options.check();

  Session session(common, ScorePrecision::fp16, options.budget);
  if (options.free) return free_outcome(options, session);
  return options.tells_vendors() ? vendor_outcome(options, session) : advice_outcome(options, session);
}

}  // namespace gpuadvisor::cli
