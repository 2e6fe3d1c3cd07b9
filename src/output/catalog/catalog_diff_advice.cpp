#include <fmt/format.h>

#include <algorithm>

#include "catalog_diff_words.hpp"
#include "gpuadvisor/core/money.hpp"
#include "output/phrases/offer_words.hpp"

namespace gpuadvisor {
namespace {

std::string name_of(const Gpu& gpu, std::optional<Condition> condition) {
  return condition ? fmt::format("{} {}", enum_name(*condition), short_name(gpu)) : std::string(short_name(gpu));
}

std::string name_of(const FirstOffer& first) {
  return first.gpu == nullptr ? "none" : name_of(*first.gpu, first.condition);
}

std::string price_text(const std::optional<Usd>& price) { return price ? money(*price) : "no price"; }

/// What the offer costs, where that changed: often the reason.
std::string price_change(const RankChange& move) {
  if (!move.before || !move.after || move.before->price == move.after->price) return {};
  return fmt::format(" ({} -> {})", price_text(move.before->price), price_text(move.after->price));
}

std::string entry_text(const RankChange& move) {
  const std::string was = move.before ? fmt::format(", was {}", move.before->rank) : ", new in the answer";
  return fmt::format("{} ({}{}){}", name_of(*move.gpu, move.condition), move.after->rank, was, price_change(move));
}

std::string leaving_text(const RankChange& move) {
  const std::string is = move.after ? fmt::format("now {}", move.after->rank) : "now without a row";
  return fmt::format("{} (was {}, {}){}", name_of(*move.gpu, move.condition), move.before->rank, is,
                     price_change(move));
}

std::string move_text(const RankChange& move) {
  return fmt::format("{} {} -> {}{}", name_of(*move.gpu, move.condition), move.before->rank, move.after->rank,
                     price_change(move));
}

std::string first_text(const AnswerDiff& answer) {
  if (!answer.has_new_first()) return fmt::format("first as before: {}", name_of(answer.first_after));
  return fmt::format("first is now {}, was {}", name_of(answer.first_after), name_of(answer.first_before));
}

template <class Is, class Text>
void add_moves(DiffEntry& entry, const AnswerDiff& answer, std::string_view title, Is is, Text text,
               std::size_t limit) {
  std::vector<std::string> texts;
  for (const RankChange& move : answer.moves) {
    if (is(move)) texts.push_back(text(move));
  }
  if (!texts.empty()) entry.details.push_back(fmt::format("{}: {}", title, cut_list(texts, limit)));
}

DiffEntry entry_of(const AnswerDiff& answer, std::size_t limit) {
  const std::string budget = answer.budget ? money_exact(*answer.budget) : "no budget";
  DiffEntry entry{fmt::format("{}, {}: {}", answer.workload, budget, first_text(answer)), {}};
  const auto enters = [](const RankChange& move) { return move.enters_top(); };
  const auto leaves = [](const RankChange& move) { return move.leaves_top(); };
  const auto moves = [](const RankChange& move) { return move.moves_in_top(); };
  add_moves(entry, answer, fmt::format("new in the first {}", k_top_rows), enters, entry_text, limit);
  add_moves(entry, answer, fmt::format("gone from the first {}", k_top_rows), leaves, leaving_text, limit);
  add_moves(entry, answer, "moved", moves, move_text, limit);
  const auto below = std::count_if(answer.moves.begin(), answer.moves.end(), [](const RankChange& move) {
    return !move.enters_top() && !move.leaves_top() && !move.moves_in_top();
  });
  if (below > 0) entry.details.push_back(fmt::format("ranks that differ below these: {}", below));
  return entry;
}

std::string priced(const std::optional<PriceEstimate>& price) {
  return price ? fmt::format("{} {}", condition_word(price->condition), money(price->today)) : "no price";
}

void add_affordable(DiffEntry& entry, std::string_view title, const std::vector<AffordabilityChange>& changes,
                    std::size_t limit) {
  std::vector<std::string> texts;
  texts.reserve(changes.size());
  for (const AffordabilityChange& change : changes) {
    texts.push_back(fmt::format("{} ({}, was {})", short_name(*change.gpu), priced(change.price_after),
                                priced(change.price_before)));
  }
  if (!texts.empty()) entry.details.push_back(fmt::format("{}: {}", title, cut_list(texts, limit)));
}

}  // namespace

std::vector<DiffSection> advice_sections(const CatalogDiffReport& report, std::size_t limit) {
  DiffSection answers{"advice: ", {}, 0};
  std::size_t changed = 0;
  std::size_t new_firsts = 0;
  for (const AnswerDiff& answer : report.advice.answers) {
    if (answer.moves.empty() && !answer.has_new_first()) continue;
    ++changed;
    if (answer.has_new_first()) ++new_firsts;
    if (limit == 0 || answers.entries.size() < limit) answers.entries.push_back(entry_of(answer, limit));
  }
  answers.left_out = changed - answers.entries.size();
  answers.title += fmt::format("ranks differ in {} of {} answers, another row is first in {}", changed,
                               report.advice.answers.size(), new_firsts);
  DiffSection affordable{"affordability", {}, 0};
  for (const AffordabilityDiff& diff : report.advice.affordability) {
    if (diff.gained.empty() && diff.lost.empty()) continue;
    DiffEntry entry{fmt::format("within {}", money_exact(diff.budget)), {}};
    add_affordable(entry, "now", diff.gained, limit);
    add_affordable(entry, "no longer", diff.lost, limit);
    affordable.entries.push_back(std::move(entry));
  }
  if (affordable.entries.empty()) affordable.title += ": as before";
  return {std::move(answers), std::move(affordable)};
}

}  // namespace gpuadvisor
