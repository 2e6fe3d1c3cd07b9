#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "cli/command.hpp"
#include "cli/options/called.hpp"
#include "cli/options/named_value.hpp"
#include "cli/session.hpp"
#include "core/text.hpp"
#include "gpuadvisor/core/error.hpp"
#include "gpuadvisor/core/money.hpp"
#include "output/picks/guide_backtest_view.hpp"
#include "output/picks/picks_view.hpp"
#include "report/mapped.hpp"

namespace gpuadvisor::cli {
namespace {

struct PicksOptions {
  std::string guide;
  std::string persona;
  std::optional<AskedMoney> asked_budget;
  std::optional<Usd> budget;  // that it is
  bool all = false;
  bool list = false;
  bool backtest = false;
  SessionOptions common;

  void add_to(OptionParser& parser) {
    parser.add("--guide", guide, "GUIDE", "What one guide said, like dettmers-2019-04");
    parser.add("--persona", persona, "BUYER", "Only for this kind of buyer, like kaggle or researcher");
    parser.add("-b,--budget", asked_budget, "USD", "Maximum price of a GPU, like 500, 1.5k or 800eur", asked_money);
    parser.add_flag("--all", all, "With --guide: all its buyers, not only its short list");
    parser.add_flag("--list", list, "Name the kinds of buyers and the guides");
    parser.add_flag("--backtest", backtest, "How often such picks agree with the guides");
    common.prices.add_to(parser);
    common.add_to(parser, k_formats_and_names);
  }
  void check() const {
    if (list && (backtest || !guide.empty() || !persona.empty() || asked_budget)) {
      throw UsageError("--list names all there is: expected no --guide, --persona, --budget or --backtest with it");
    }
    if (backtest && asked_budget) {
      throw UsageError("--backtest and --budget exclude each other: budgets are those that the guides state");
    }
    if (all && guide.empty()) throw UsageError("--all: expected --guide GUIDE with it");
  }
};

/// The guide asked for; throws UsageError, also where it is of a later day than the catalog.
const Guide& asked_guide(const std::string& name, const Session& session) {
  const std::string wanted = lower_case(name);
  if (const Guide* guide = session.catalog().guide(wanted)) return *guide;
  if (const Guide* later = session.all().guide(wanted)) {
    throw UsageError(fmt::format("--guide: {} is of {}, after {}", later->id,
                                 later->date ? later->date->text() : "an unknown day",
                                 text(*session.catalog().as_of())));
  }
  std::vector<const Guide*> like;
  for (const Guide& guide : session.catalog().records<Guide>()) {
    if (guide.id.find(wanted) != std::string_view::npos) like.push_back(&guide);
  }
  if (like.size() == 1) return *like.front();
  if (!like.empty()) {
    const auto ids = mapped(like, [](const Guide* guide) { return std::string(guide->id); });
    throw UsageError(fmt::format("--guide: \"{}\" can mean {}", printable(name), first_of(ids, 6)));
  }
  throw UsageError(fmt::format("--guide: unknown guide \"{}\"{}; `gpuadvisor picks --list` names them", printable(name),
                               did_you_mean(wanted, ids_of(session.catalog().records<Guide>()))));
}

/// The personas that pass --guide and --persona, which names one or a kind. Throws UsageError where none does.
std::vector<const Persona*> asked_personas(const PicksOptions& options, const Guide* guide, const Catalog& catalog) {
  const std::string wanted = lower_case(options.persona);
  std::vector<const Persona*> found;
  std::vector<std::string_view> known;
  for (const Persona& persona : catalog.records<Persona>()) {
    if (guide != nullptr && persona.guide != guide->id) continue;
    known.push_back(persona.id);
    if (wanted.empty() || persona.id == wanted) found.push_back(&persona);
  }
  if (!found.empty() || wanted.empty()) return found;
  for (const Persona& persona : catalog.records<Persona>()) {
    if ((guide == nullptr || persona.guide == guide->id) && persona.type == wanted) found.push_back(&persona);
  }
  if (!found.empty()) return found;
  std::sort(known.begin(), known.end());
  known.erase(std::unique(known.begin(), known.end()), known.end());
  if (guide != nullptr) refuse("--persona", options.persona, known);
  const auto kinds = ids_of(catalog.records<PersonaType>());
  known.insert(known.end(), kinds.begin(), kinds.end());
  refuse("--persona", options.persona, kinds, nearest(wanted, known).value_or(""));
}

/// The kinds that --persona names, itself or by buyers of that kind; without it, all.
std::vector<const PersonaType*> asked_types(const PicksOptions& options, const Catalog& catalog) {
  const std::string wanted = lower_case(options.persona);
  std::vector<const PersonaType*> types;
  for (const PersonaType& type : catalog.records<PersonaType>()) {
    if (wanted.empty() || type.id == wanted) types.push_back(&type);
  }
  if (!types.empty() || wanted.empty()) return types;
  const auto personas = asked_personas(options, nullptr, catalog);
  for (const PersonaType& type : catalog.records<PersonaType>()) {
    const bool is_asked =
        std::any_of(personas.begin(), personas.end(), [&](const Persona* persona) { return persona->type == type.id; });
    if (is_asked) types.push_back(&type);
  }
  return types;
}

Outcome list_outcome(const Session& session) {
  const OutputOptions& output = session.options().output;
  const auto guides = guide_buyers(session.catalog());
  const PicksListView view{session.stamp(), session.catalog().records<PersonaType>(), guides};
  return {output.text_of(view), "", k_answered};
}

Outcome today_outcome(const PicksOptions& options, const Session& session) {
  const OutputOptions& output = session.options().output;
  const auto types = asked_types(options, session.catalog());
  const Said said = options.persona.empty() ? Said::newest : Said::all;
  const auto picks = type_picks(types, options.budget, said, session.catalog(), session.all());
  const PicksView view{session.stamp(), picks, options.persona, options.budget};
  const bool is_answered = std::any_of(picks.begin(), picks.end(), [](const TypePick& pick) {
    return pick.type->buys_none || !pick.answer.candidates.empty();
  });
  return session.answer_if(is_answered, view, [&] { return document_of(view, output.room()); });
}

/// How far a budget is from what a guide states for a buyer; nothing where it states none in dollars.
std::optional<Usd> distance(const Persona& persona, Usd budget) {
  if (!persona.budget) return std::nullopt;
  const Usd to = persona.budget_to.value_or(*persona.budget);
  if (budget < *persona.budget) return *persona.budget - budget;
  return budget > to ? budget - to : Usd{};
}

/// Of buyers for whom a guide states budgets in dollars, keeps those nearest to the one asked for; tells where it is
/// none of theirs. Keeps all where the guide states none.
std::string keep_nearest(std::vector<const Persona*>& personas, Usd budget) {
  std::optional<Usd> least;
  for (const Persona* persona : personas) {
    const auto away = distance(*persona, budget);
    if (away && (!least || *away < *least)) least = away;
  }
  if (!least) return {};
  std::erase_if(personas, [&](const Persona* persona) { return distance(*persona, budget) != least; });
  if (*least == Usd{}) return {};
  return fmt::format("The guide has no advice for {}; the nearest budget it states in dollars:", money(budget));
}

Outcome guide_outcome(const PicksOptions& options, const Session& session) {
  const Guide& guide = asked_guide(options.guide, session);
  auto personas = asked_personas(options, &guide, session.catalog());
  std::string note;
  if (options.budget && options.persona.empty()) note = keep_nearest(personas, *options.budget);
  const std::size_t count = personas.size();
  const bool has_short_list =
      std::any_of(personas.begin(), personas.end(), [](const Persona* persona) { return persona->tldr; });
  if (has_short_list && !options.all && options.persona.empty()) {
    std::erase_if(personas, [](const Persona* persona) { return !persona->tldr; });
  }
  std::vector<GuideAdvice> advice;
  advice.reserve(personas.size());
  for (const Persona* persona : personas) advice.push_back(guide_advice(*persona, session.catalog(), session.all()));
  const GuidePicksView view{session.stamp(), guide,          advice,      count - personas.size(),
                            options.persona, options.budget, options.all, note};
  return session.answer_if(!personas.empty(), view);
}

Outcome backtest_outcome(const PicksOptions& options, const Session& session) {
  const Guide* guide = options.guide.empty() ? nullptr : &asked_guide(options.guide, session);
  auto personas = asked_personas(options, guide, session.catalog());
  std::stable_sort(personas.begin(), personas.end(), [&](const Persona* a, const Persona* b) {
    const auto date = [&](const Persona* one) {
      return session.catalog().guide(one->guide)->date.value_or(PartialDate());
    };
    return std::tuple(date(a), a->guide) < std::tuple(date(b), b->guide);
  });
  const auto scores = embedded_scores_by_day();
  const auto known_on = [&](Day day) {
    CatalogOptions then = session.options().catalog;
    then.as_of =
        PartialDate(static_cast<int>(day.year()), static_cast<unsigned>(day.month()), static_cast<unsigned>(day.day()));
    return ScoreOptions().scored(then.known(session.all()), session.all(), then, ScorePrecision::fp16, scores);
  };
  const auto rows = guide_backtest(personas, session.all(), known_on);
  const GuideBacktestView view{session.stamp(), rows, options.guide, options.persona};
  const OutputOptions& output = session.options().output;
  return {output.text_of(view), "", k_answered};
}

}  // namespace

Outcome run_picks(Arguments arguments) {
  PicksOptions options;
  OptionParser parser("picks",
                      "What to buy, in short: today's pick for each kind of buyer, the runner-up, and\n"
                      "what the newest guide said. With --guide: what one guide said, with prices then\n"
                      "and now. With --backtest: how often such picks agree with the guides.\n\n"
                      "Examples:\n"
                      "  gpuadvisor picks\n"
                      "  gpuadvisor picks --persona kaggle --budget 1000\n"
                      "  gpuadvisor picks --guide dettmers-2019-04\n"
                      "  gpuadvisor picks --guide dettmers-2019-04 --persona kaggle --budget 250\n"
                      "  gpuadvisor picks --backtest --guide dettmers-2023-01\n");
  options.add_to(parser);
  parser.parse(arguments);
  options.check();
  const Session session(options.common, ScorePrecision::fp16, options.asked_budget);
  if (options.asked_budget) options.budget = session.usd("--budget", *options.asked_budget);
  if (options.list) return list_outcome(session);
  if (options.backtest) return backtest_outcome(options, session);
  if (!options.guide.empty()) return guide_outcome(options, session);
  return today_outcome(options, session);
}

}  // namespace gpuadvisor::cli
