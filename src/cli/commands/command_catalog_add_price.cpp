#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "catalog/form/price_entry.hpp"
#include "catalog/records/exchange_rate.hpp"
#include "catalog/records/region.hpp"
#include "checks/engine/check.hpp"
#include "checks/engine/record_index.hpp"
#include "cli/command.hpp"
#include "cli/file_writer.hpp"
#include "cli/options/asked_money.hpp"
#include "cli/options/called.hpp"
#include "cli/options/catalog_options.hpp"
#include "cli/options/named_value.hpp"
#include "cli/options/option_parser.hpp"
#include "cli/options/output_options.hpp"
#include "core/text.hpp"
#include "gpuadvisor/catalog/catalog_loader.hpp"
#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "gpuadvisor/catalog/name_lookup.hpp"
#include "gpuadvisor/core/error.hpp"
#include "output/catalog/price_entry_view.hpp"

namespace gpuadvisor::cli {
namespace {

constexpr auto k_entry_formats = std::to_array({Format::table, Format::json});

struct AddPriceOptions {
  std::string data = "data";
  std::vector<std::string> words;
  std::optional<Usd> usd;
  std::optional<AskedMoney> amount;  // in another currency
  std::optional<Condition> condition;
  std::optional<PartialDate> date;
  std::string source;
  std::optional<QuoteKind> kind;
  std::optional<int> asks;
  std::string place;
  std::string region{k_home_country};
  std::string note;
  bool dry_run = false;
  OutputOptions output;
};

constexpr std::size_t k_most_asks = 1'000'000;

std::string region_from(std::string_view option, std::string_view text) {
  if (is_region(text)) return std::string(text);
  throw UsageError(
      fmt::format("{}: expected a country in two capitals, like US, found \"{}\"", option, printable(text)));
}

std::string note_from(std::string_view option, std::string_view text) {
  if (!has_control_character(text)) return std::string(text);
  throw UsageError(fmt::format("{}: expected text without control characters, found \"{}\"", option, printable(text)));
}

void parse(AddPriceOptions& options, Arguments arguments) {
  OptionParser parser("catalog add-price",
                      "Add one price to the data files and change nothing else. A price that would not\n"
                      "load, or is older than the product, is refused.\n\n"
                      "Examples:\n"
                      "  gpuadvisor catalog add-price RTX 3090 --usd 1240 --condition used \\\n"
                      "      --kind ask-second --asks 22 --date 2026-10-10 --source gpupoet-listings-2026-10\n"
                      "  gpuadvisor catalog add-price 5090 --usd 1999 --condition new --date 2025-01-07 \\\n"
                      "      --kind list --source wikipedia-gpu-info-2025-06 --dry-run\n");
  parser.add("GPU", options.words, "", "Name, alias or id");
  parser.add("--usd", options.usd, "USD", "The price of one, in US dollars", dollars);
  parser.add("--amount", options.amount, "AMOUNT",
             "The same in another currency, like 899eur: converted by the month's rate", asked_money);
  parser.add("--condition", options.condition, "CONDITION", "new, used or mixed", named<Condition>);
  parser.add("--date", options.date, "DATE", "When it was seen: 2026-10-09, 2026-10 or 2026", partial_date);
  parser.add("--source", options.source, "SOURCE", "Its source, by id");
  parser.add("--kind", options.kind, "KIND",
             "ask-second (second lowest), ask-lowest, ask-mean-of-lowest (of three), ask-quartile, ask-typical (median "
             "or mean), ask-highest, shop, shop-mean-of-lowest, sold, sold-low, sold-high, list (the vendor's), weak "
             "(an article's word)",
             named<QuoteKind>);
  parser.add("--asks", options.asks, "N", "Number of offers behind the figure", whole_number_in(1, k_most_asks));
  parser.add("--place", options.place, "NAME", "Where it is sold, like eBay or Newegg", note_from);
  parser.add("--region", options.region, "CC", "Country code (US)", region_from);
  parser.add("--note", options.note, "TEXT", "What kind of quote it is", note_from);
  parser.add("--data", options.data, "DIR", "Folder of the data files (data)");
  parser.add_flag("--dry-run", options.dry_run, "Print the change as a diff, and write nothing");
  options.output.add_format_to(parser, k_entry_formats);
  parser.add_flag("-q,--quiet", options.output.quiet, "No remarks on standard error");
  parser.parse(arguments);
  const auto require = [](std::string_view option, bool is_given, std::string_view expected) {
    if (!is_given) throw UsageError(fmt::format("{}: expected {}, found none", option, expected));
  };
  require("--usd", options.usd || options.amount, "a price in US dollars, or --amount");
  const bool is_foreign = options.amount && !options.amount->currency.empty() && options.amount->currency != "USD";
  if (options.amount && !is_foreign)
    throw UsageError("--amount: expected a currency, like 899eur; US dollars go into --usd");
  if (options.usd && options.amount) throw UsageError("--usd and --amount exclude each other");
  require("--condition", options.condition.has_value(), "new, used or mixed");
  const std::vector<std::string> kinds(k_enum_names<QuoteKind>.begin(), k_enum_names<QuoteKind>.end());
  require("--kind", options.kind.has_value(), enumeration(kinds, "or"));
  require("--date", options.date.has_value(), "a date like 2026-10-09");
  require("--source", !options.source.empty(), "the id of a source");
}

bool stands_by_itself(const CatalogLayer& data) { return has_records(data, "gpus") && has_records(data, "sources"); }

/// What data files are laid over: as `check` has it, nothing where they stand by themselves, else the built-in data.
Catalog base_of(const CatalogLayer& data) {
  return stands_by_itself(data) ? base_standing_alone({&data, 1}) : embedded_catalog();
}

/// Throws UsageError.
const Source& asked_source(const Catalog& catalog, const std::string& id) {
  if (const Source* source = catalog.source(id)) return *source;
  throw UsageError(fmt::format("--source: the data has no source \"{}\"{}", printable(id),
                               did_you_mean(id, ids_of(catalog.records<Source>()))));
}

/// The rate of --amount in the month of --date, or the newest before; throws UsageError.
const ExchangeRate& asked_rate(const AddPriceOptions& options, const Catalog& catalog) {
  const ExchangeRate* found = nullptr;
  for (const ExchangeRate& rate : catalog.records<ExchangeRate>()) {
    const bool is_known = found == nullptr || rate.month.first_day() <= options.date->last_day();
    if (rate.currency == options.amount->currency && is_known) found = &rate;
  }
  if (found != nullptr) return *found;
  throw UsageError(fmt::format("--amount: the data has no exchange rate of \"{}\"; give the price in --usd",
                               printable(options.amount->currency)));
}

/// The record that is asked for, which views `options` and `catalog`; throws UsageError.
Price asked_price(const AddPriceOptions& options, const Gpu& gpu, const Catalog& catalog) {
  const Source& source = asked_source(catalog, options.source);
  // A list price can be announced for a day to come.
  if (*options.kind != QuoteKind::list && source.date && options.date->first_day() > source.date->last_day()) {
    throw UsageError(fmt::format("--date: found {}, but the source \"{}\" is of {}: it cannot have seen that price",
                                 options.date->text(), source.id, source.date->text()));
  }
  Price price{gpu.id, *options.date, *options.condition, *options.kind, options.asks, {}, options.region, {},
              {},     options.place, source.id,          options.note};
  if (options.usd) {
    price.price = *options.usd;
  } else {
    const ExchangeRate& rate = asked_rate(options, catalog);
    price.currency = rate.currency;
    price.amount = CurrencyAmount{options.amount->amount};
    price.price = Usd{std::round(options.amount->amount / rate.per_usd.value())};
  }
  return price;
}

/// Throws UsageError when the data has the price, unless the note tells the two apart.
void require_new(const Price& price, const Catalog& catalog, const CatalogLayer& data) {
  const auto prices = catalog.prices();
  const bool is_there = std::any_of(prices.begin(), prices.end(), [&](const Price& one) {
    return RecordIndex::key(one) == RecordIndex::key(price) && one.region == price.region &&
           (price.note.empty() || one.note == price.note);
  });
  if (!is_there) return;
  for (const CatalogDocument& document : data) {
    const Json json = parse_json(document.text, document.file);
    RecordIndex index;
    index.add(document.file, json);
    if (!index.has("prices", RecordIndex::key(price))) continue;
    const Place place = index.place("prices", RecordIndex::key(price));
    throw UsageError(
        fmt::format("the data has this price already, in line {} of {}", place.line, printable(document.file)));
  }
  throw UsageError("the built-in data has this price already");
}

CatalogLayer with_entry(CatalogLayer data, const PriceEntry& entry) {
  if (entry.is_new_file()) data.push_back({entry.file, {}});
  const auto changed = std::find_if(data.begin(), data.end(),
                                    [&](const CatalogDocument& document) { return document.file == entry.file; });
  changed->text = entry.after;
  return data;
}

/// What the rules say of the price where it is put. Throws UsageError for what must not be written: errors, and prices
/// from before the product.
std::vector<Warning> judged(const CatalogLayer& changed, const PriceEntry& entry) {
  CheckInput input;
  input.folders.push_back(changed);
  std::vector<Warning> warnings;
  for (const Finding& finding : check(input).findings) {
    if (finding.place.file != entry.file || finding.place.line != entry.line) continue;
    if (finding.severity == Severity::error || finding.rule == "price-before-release") {
      throw UsageError(fmt::format("refused by the rule {}: {}", finding.rule, finding.message));
    }
    if (finding.severity == Severity::warning) warnings.push_back({finding.rule, finding.message});
  }
  return warnings;
}

/// Tells when the price makes the catalog younger, and with it all other prices older.
void note_new_day(const Catalog& before, const Catalog& after, std::vector<Warning>& warnings) {
  if (!before.as_of() || before.as_of() == after.as_of()) return;
  warnings.push_back({"newest-price", fmt::format("the catalog's day moves from {} to {}, by which all prices are aged",
                                                  text(*before.as_of()), text(*after.as_of()))});
}

}  // namespace

Outcome run_catalog_add_price(Arguments arguments) {
  AddPriceOptions options;
  parse(options, arguments);

  const CatalogLayer data = read_data_folder(options.data);
  const Catalog base = base_of(data);
  const Catalog before = load_catalog(base, {{data}});
  const std::vector<std::string_view> words(options.words.begin(), options.words.end());
  const ResolvedGpu asked = resolved(before, joined(words, " "));
  const Price price = asked_price(options, *asked.gpu, before);
  require_new(price, before, data);

  const PriceEntry entry = price_entry(data, options.data, price);
  const CatalogLayer changed = with_entry(data, entry);
  const Catalog after = load_catalog(base, {{changed}});  // throws: what would not load is not written
  std::vector<Warning> warnings = judged(changed, entry);
  note_new_day(before, after, warnings);
  if (!options.dry_run) {
    replace_file(entry.file, entry.after, entry.is_new_file() ? std::optional<std::string>() : entry.before);
  }

  std::string remarks;
  if (!options.output.quiet) {
    if (!asked.note.empty()) remarks += fmt::format("gpuadvisor: {}\n", asked.note);
    for (const Warning& warning : warnings) remarks += fmt::format("gpuadvisor: {}: {}\n", warning.id, warning.text);
  }
  const std::string version = std::string(GPUADVISOR_VERSION) + (stands_by_itself(data) ? "+replaced" : "+overlay");
  const PriceEntryView view{entry,        price,           *asked.gpu,         stamp_of(after, version),
                            options.data, options.dry_run, std::move(warnings)};
  return {options.output.format == Format::json ? json_text(value_of(view)) : price_entry_text(view),
          std::move(remarks), k_answered};
}

}  // namespace gpuadvisor::cli
