#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/options/asked_gpus.hpp"
#include "cli/options/called.hpp"
#include "cli/options/named_value.hpp"
#include "cli/session.hpp"
#include "core/contains.hpp"
#include "core/text.hpp"
#include "gpuadvisor/catalog/persona.hpp"
#include "gpuadvisor/core/error.hpp"
#include "output/guides/guide_screen.hpp"
#include "output/guides/guide_view.hpp"

namespace gpuadvisor::cli {
namespace {

struct GuideOptions {
  std::vector<std::string> ids;
  std::optional<RuleTopic> topic;
  std::string rule;
  std::string search;
  std::string gpu;
  std::optional<std::size_t> limit;
  bool history = false;
  bool is_explained = false;

  void add_to(OptionParser& parser) {
    parser.add("[GUIDE]", ids, "", "Editions to show (all)");
    parser.add("--topic", topic, "TOPIC",
               "Only this topic: memory, value, several-gpus, heat, power, cloud, upgrade ...", named<RuleTopic>);
    parser.add("--rule", rule, "STATEMENT", "Only the statement of this id");
    parser.add("--search", search, "WORDS", "Only statements with all these words and numbers");
    parser.add("--gpu", gpu, "GPU", "Only what guides say about this GPU");
    parser.add("-n,--limit", limit, "N", "Show at most N rows (a screenful), 0 for all", row_limit);
    parser.add_flag("--explain", is_explained, "Everything, with steps, notes and sources");
    parser.add_flag("--history", history, "The change logs: which edition added or dropped what, and when");
  }
  [[nodiscard]] bool picks_statements() const { return topic || !rule.empty() || !search.empty() || !gpu.empty(); }
};

/// As the catalog writes them; throws UsageError with the nearest known id.
void check_ids(std::vector<std::string>& ids, const Catalog& all) {
  const auto& guides = all.records<Guide>();
  for (std::string& id : ids) {
    const Guide* guide = called(guides, id);
    if (guide == nullptr) {
      std::vector<std::string> like;
      for (const Guide& one : guides) {
        if (one.id.find(lower_case(id)) != std::string_view::npos) like.emplace_back(one.id);
      }
      throw UsageError(fmt::format("unknown guide \"{}\"{}; `gpuadvisor guides` lists them", printable(id),
                                   like.empty() ? did_you_mean(lower_case(id), ids_of(guides))
                                                : fmt::format(", did you mean {}?", first_of(std::move(like), 6))));
    }
    id = guide->id;
  }
}

/// The editions asked for that were published by the day asked for; the others are remarked.
std::vector<const Guide*> asked_guides(const std::vector<std::string>& ids, Session& session) {
  if (ids.empty()) return guides_newest_first(session.catalog());
  std::vector<const Guide*> found;
  for (const std::string& id : ids) {
    const Guide* guide = session.catalog().guide(id);
    if (guide == nullptr) {
      const auto& date = session.all().guide(id)->date;
      const auto& as_of = session.options().catalog.as_of;
      session.remark(fmt::format("{} was not published by {}{}", id,
                                 as_of ? as_of->text() : text(*session.catalog().as_of()),
                                 date ? ", only on " + date->text() : ""));
    } else if (!contains(found, guide)) {
      found.push_back(guide);
    }
  }
  return found;
}

/// Throws UsageError when none of the guides has a statement of that id, on the GPU where one is named.
void check_rule(std::string_view id, const Gpu* gpu, const std::vector<const Guide*>& guides, const Catalog& catalog) {
  StatementFilter of_gpu;
  of_gpu.gpu = gpu;
  std::vector<std::string> ids;
  for (const Guide* guide : guides) {
    for (auto& said : statements_of(*guide, catalog, of_gpu)) ids.push_back(std::move(said.id));
  }
  if (contains(ids, id)) return;
  const std::vector<std::string_view> known(ids.begin(), ids.end());
  throw UsageError(fmt::format("--rule: unknown statement \"{}\"{}", printable(id), did_you_mean(id, known)));
}

std::vector<GuideEntry> entries_of(const std::vector<const Guide*>& guides, const GuideQuery& query,
                                   const Catalog& catalog) {
  std::vector<GuideEntry> entries;
  for (const Guide* guide : guides) {
    const auto& personas = catalog.records<Persona>();
    GuideEntry entry;
    entry.guide = guide;
    entry.source = catalog.source(guide->source);
    entry.changes = updates_of(*guide, catalog).size();
    entry.said = statements_of(*guide, catalog, {}).size();
    entry.personas = static_cast<std::size_t>(
        std::count_if(personas.begin(), personas.end(), [&](const Persona& p) { return p.guide == guide->id; }));
    if (query.history) {
      entry.updates = updates_of(*guide, catalog, query.filter.gpu);
    } else if (query.statements) {
      entry.statements = statements_of(*guide, catalog, query.filter);
    }
    const bool is_wanted = !entry.updates.empty() || !entry.statements.empty();
    if (is_wanted || (!query.history && !query.picks_statements())) entries.push_back(std::move(entry));
  }
  return entries;
}

/// The first `limit` rows: editions, or statements of any. Requires a limit.
std::vector<GuideEntry> first_rows(std::vector<GuideEntry> entries, const GuideQuery& query, std::size_t limit) {
  if (!query.statements) {
    entries.resize(std::min(limit, entries.size()));
    return entries;
  }
  for (GuideEntry& entry : entries) {
    auto& said = entry.statements;
    said.resize(std::min(limit, said.size()));
    limit -= said.size();
  }
  std::erase_if(entries, [](const GuideEntry& entry) { return entry.statements.empty(); });
  return entries;
}

/// Why nothing was found, and what to try.
std::string nothing_found(const GuideOptions& options) {
  if (options.search.empty()) return "no guide says that";
  return fmt::format("no guide has a statement with \"{}\"; try fewer or other words, or --topic with {}",
                     printable(options.search), joined(k_enum_names<RuleTopic>, ", "));
}

/// Throws UsageError for options that do not go together.
void check(const GuideOptions& options, const OutputOptions& output) {
  if (options.is_explained) output.require_room_for("--explain");
  if (!options.history) return;
  for (const auto& [name, is_given] :
       {std::pair("--topic", options.topic.has_value()), std::pair("--rule", !options.rule.empty()),
        std::pair("--search", !options.search.empty()), std::pair("--limit", options.limit.has_value())}) {
    if (is_given) throw UsageError(fmt::format("--history: its entries have no {}", name));
  }
}

/// Throws UsageError. Views the options.
GuideQuery query_of(const GuideOptions& options, const ResolvedGpu& gpu) {
  GuideQuery query;
  query.ids = options.ids;
  query.filter.topic = options.topic;
  query.filter.id = options.rule;
  query.filter.word = options.search;
  query.filter.gpu = gpu.gpu;
  query.gpu_note = gpu.note;
  query.statements = !options.history && (!options.ids.empty() || options.picks_statements());
  query.history = options.history;
  return query;
}

}  // namespace

Outcome run_guides(Arguments arguments) {
  GuideOptions options;
  SessionOptions common;
  OptionParser parser("guides",
                      "What the published buying guides say, in our words, by edition. With --explain\n"
                      "also steps, notes and sources.\n\n"
                      "Exit status 1: no guide says that.\n\n"
                      "Examples:\n"
                      "  gpuadvisor guides\n"
                      "  gpuadvisor guides dettmers-2019-04 --topic heat\n"
                      "  gpuadvisor guides --search \"loss scaling\"\n"
                      "  gpuadvisor guides --gpu \"titan rtx\"\n"
                      "  gpuadvisor guides dettmers-2019-04 --history\n");
  options.add_to(parser);
  common.add_to(parser, k_formats_and_names);
  parser.parse(arguments);
  check(options, common.output);

  Session session(common);
  const Catalog& catalog = session.catalog();
  check_ids(options.ids, session.all());
  const auto gpu = asked_gpu(options.gpu, session);
  if (!gpu) return session.none();
  const GuideQuery query = query_of(options, *gpu);
  const auto guides = asked_guides(options.ids, session);
  if (guides.empty()) return options.ids.empty() ? session.none("no guide is known") : session.none();
  if (!options.rule.empty()) check_rule(options.rule, query.filter.gpu, guides, catalog);
  auto entries = entries_of(guides, query, catalog);
  if (entries.empty()) return session.none(nothing_found(options));
  if (!common.output.is_for_people() && options.limit.value_or(0) > 0) {
    entries = first_rows(std::move(entries), query, *options.limit);
  }
  const GuideView view{session.stamp(), query, entries, options.limit, options.is_explained};
  if (const auto [shown, found] = rows_on_screen(view); common.output.is_for_people() && !options.is_explained) {
    session.remark_on_rows(shown, found);
  }
  return session.answer(view);
}

}  // namespace gpuadvisor::cli
