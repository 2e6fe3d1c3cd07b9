#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "catalog/form/canonical_form.hpp"
#include "catalog/form/record_writer.hpp"
#include "catalog/loading/file_text.hpp"
#include "catalog/records/rent.hpp"
#include "cli/command.hpp"
#include "cli/file_writer.hpp"
#include "cli/offers/offers_options.hpp"
#include "cli/options/asked_workload.hpp"
#include "cli/options/called.hpp"
#include "cli/options/named_value.hpp"
#include "core/text.hpp"
#include "formats/json.hpp"
#include "formats/json_tokens.hpp"
#include "gpuadvisor/catalog/catalog_loader.hpp"
#include "gpuadvisor/core/error.hpp"
#include "output/offers/offers_view.hpp"
#include "output/phrases/figure_words.hpp"
#include "report/mapped.hpp"

namespace gpuadvisor::cli {
namespace {

constexpr std::size_t k_most_machines = 20'000;  // in one list
constexpr std::string_view k_table = "rents";

struct QuotesOptions {
  OfferReadingOptions reading;
  OfferFilterOptions filter;
  std::string into;
  std::optional<PartialDate> date;
  std::string source;
  std::string note;
  bool per_region = false;
  bool dry_run = false;
  SessionOptions common;

  void parse(Arguments arguments);
};

void QuotesOptions::parse(Arguments arguments) {
  OptionParser parser(
      "offers quotes",
      "Store the lowest price of each GPU, count, provider and terms of a list in a\n"
      "catalog file, with its date, for `rent` and `cost`. Run it on a schedule to\n"
      "keep prices fresh.\n\n"
      "Examples:\n"
      "  gpuadvisor offers quotes vast.json --into rents.json --date 2026-11-25 --source my-vast-export\n"
      "  gpuadvisor check rents.json && gpuadvisor rent 4090 --catalog rents.json\n");
  parser.add("--into", into, "FILE", "Catalog file to write to; it may be new");
  parser.add("--date", date, "DATE", "Date of the prices, if rows have none: 2026-11-25", partial_date);
  parser.add("--source", source, "SOURCE", "Their source, by id, in FILE or in the catalog");
  parser.add("--note", note, "TEXT", "What kind of figure they are");
  parser.add_flag("--per-region", per_region, "Keep the lowest price of each region");
  filter.add_to(parser);
  reading.add_to(parser);
  parser.add_flag("--dry-run", dry_run, "Print the file, and write nothing");
  common.catalog.add_to(parser);
  parser.add_flag("-q,--quiet", common.output.quiet, "No remarks on standard error");
  parser.parse(arguments);
  if (into.empty() || into == "-") throw UsageError("--into: expected a catalog file, found none");
  if (source.empty()) throw UsageError("--source: expected the id of a source, found none");
  if (has_control_character(note)) throw UsageError("--note: expected text without control characters");
}

/// The lowest of each GPU, count, provider and terms, and of each region where that is asked for.
std::vector<KeptOffer> lowest(const OffersAnswer& answer, bool per_region) {
  std::map<std::tuple<std::string_view, int, std::string_view, RentTerms, std::string_view>, KeptOffer> found;
  for (const OfferRow& row : answer.rows) {
    const KeptOffer& offer = row.offer;
    const std::string_view region = per_region ? std::string_view(offer.region) : std::string_view();
    const auto [own, is_new] = found.try_emplace(
        std::tuple(offer.gpu->id, offer.count, std::string_view(offer.provider), offer.terms, region), offer);
    if (!is_new && offer.price < own->second.price) own->second = offer;
  }
  return mapped(found, [](const auto& one) { return one.second; });
}

/// Throws UsageError where something of the quote is not known.
std::string record_of(const KeptOffer& offer, const QuotesOptions& options) {
  const auto date = offer.date.empty() ? options.date : PartialDate::parse(offer.date);
  if (!date) throw UsageError("--date: expected when the prices were asked, since rows do not say, found none");
  if (offer.provider.empty()) {
    throw UsageError("--provider-name: expected whose prices they are, since rows do not say, found none");
  }
  const Rent rent{offer.gpu->id, *date,        offer.provider, offer.terms,    offer.count,
                  offer.price,   offer.region, offer.instance, options.source, options.note};
  JsonWriter json;
  write_record(json, rent, JsonWriter::Layout::one_line);
  std::string text = json.take();
  text.pop_back();  // the line's end
  return text;
}

/// The document with the records, in canonical form.
std::string with_records(std::string before, const std::string& file, const std::vector<std::string>& records) {
  if (before.empty()) before = fmt::format("{{\n  \"{}\": [\n  ]\n}}\n", k_table);
  const Json document = parse_json(before, file);
  const auto& members = document.members;
  const auto list = std::find_if(members.begin(), members.end(), [](const auto& one) { return one.key == k_table; });
  std::string added;
  for (const std::string& record : records) added += record + ",\n";
  if (list == members.end()) {
    if (document.kind != Json::Kind::object) throw Error(printable(file) + ": expected a catalog, found no object");
    added.resize(added.size() - 2);
    const auto brace = before.find('{');
    return canonical_json(file, fmt::format("{}{{\"{}\": [{}]{}{}", before.substr(0, brace), k_table, added,
                                            members.empty() ? "" : ",", before.substr(brace + 1)))
        .text;
  }
  const auto spans = list_spans(before, static_cast<std::size_t>(std::distance(members.begin(), list)));
  if (spans.items.empty()) added.resize(added.size() - 2);
  before.insert(spans.list.begin + 1, added);
  return canonical_json(file, before).text;
}

/// Those that the file does not have, as it writes them.
void erase_known(std::vector<std::string>& records, const std::string& before) {
  std::set<std::string_view> lines;
  for (std::string_view line : split(before, '\n')) {
    if (line.ends_with(',')) line.remove_suffix(1);
    lines.insert(line);
  }
  std::erase_if(records, [&](const std::string& record) { return lines.contains(record); });
}

/// Throws UsageError where neither the catalog nor the file has the source.
void require_source(const QuotesOptions& options, const Catalog& catalog, const std::string& before) {
  const bool is_new = before.empty();
  const Catalog known = is_new ? catalog : load_catalog(catalog, std::vector<CatalogLayer>{{{options.into, before}}});
  if (known.source(options.source) != nullptr) return;
  throw UsageError(fmt::format("--source: neither {} nor the catalog has a source \"{}\"{}", printable(options.into),
                               printable(options.source),
                               did_you_mean(options.source, ids_of(known.records<Source>()))));
}

}  // namespace

Outcome run_offers_quotes(Arguments arguments) {
  QuotesOptions options;
  options.parse(arguments);
  Session session(options.common);
  OffersQuestion question;
  question.workload = &asked_workload(session.catalog(), session.catalog().default_workload());
  question.order = OfferOrder::price;
  question.limit = k_most_machines;
  question.is_per_gpu = true;
  question.is_per_region = options.per_region;
  options.filter.apply_to(question, session);
  question.includes_unsupported = true;
  const OfferRanker ranker(std::move(question), session.catalog());
  std::vector<std::string> remarks;
  OfferTally tally = options.reading.tally(ranker, remarks);
  for (const std::string& remark : remarks) session.remark(remark);
  OffersAnswer answer = offers_answer(ranker, std::move(tally));
  session.remark(offers_counts_text(answer));
  const auto doubtful = std::erase_if(answer.rows, [](const OfferRow& row) { return !row.offer.is_form_told; });
  if (doubtful > 0) session.remark(fmt::format("{} not kept: PCIe or SXM is not stated", counted(doubtful, "machine")));
  if (answer.rows.empty()) return session.none("no offer of a known GPU, nothing written");

  std::error_code is_new;
  const bool exists = std::filesystem::exists(options.into, is_new);
  const std::string before = exists ? file_text(options.into) : std::string();
  require_source(options, session.all(), before);
  std::vector<std::string> records;
  for (const KeptOffer& offer : lowest(answer, options.per_region)) records.push_back(record_of(offer, options));
  const std::size_t found = records.size();
  erase_known(records, before);
  const std::string after = records.empty() ? before : with_records(before, options.into, records);
  (void)load_catalog(session.all(), std::vector<CatalogLayer>{{{options.into, after}}});  // throws: it must load
  if (options.dry_run) return session.outcome(after);
  if (after != before) replace_file(options.into, after, exists ? std::optional(before) : std::nullopt);
  return session.outcome(
      fmt::format("{}: {} prices, {} of them new\n", printable(options.into), found, records.size()));
}

}  // namespace gpuadvisor::cli
