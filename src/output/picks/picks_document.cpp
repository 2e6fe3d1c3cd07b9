#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/contains.hpp"
#include "core/text.hpp"
#include "gpuadvisor/core/money.hpp"
#include "output/cost/without_buying_words.hpp"
#include "output/phrases/data_day.hpp"
#include "output/phrases/figure_words.hpp"
#include "output/phrases/offer_words.hpp"
#include "picks_text.hpp"
#include "picks_view.hpp"
#include "report/mapped.hpp"
#include "report/number_text.hpp"

namespace gpuadvisor {
namespace {

constexpr std::size_t k_room_for_guides = 110;  // below, what the guides said needs a table of its own

std::string memory_text(const Gpu& gpu) {
  return or_dash(memory_per_device(gpu), [](Gibibytes memory) { return fmt::format("{:g}", memory.value()); });
}

/// A runner-up in a cell: "RTX 4090 used $3,682".
std::string short_offer(const Offer& offer) {
  return fmt::format("{} {} {}", brief_name(*offer.gpu), condition_word(*offer.price),
                     today_text(offer.price->today, *offer.price));
}

/// What a kind of buyer looks at, in a word or two.
std::string_view aim(const Request& request) {
  switch (request.rank_by) {
    case RankBy::value:
      return "best value";
    case RankBy::price:
      return "cheapest";
    case RankBy::price_per_gb:
      return "least per GB";
    case RankBy::memory:
      return "most GB";
    case RankBy::efficiency:
      return "least power";
    case RankBy::cost:
      return "cheapest work";
    case RankBy::performance:
    case RankBy::priority:
      break;
  }
  return "fastest";
}

/// What the newest guide said of a kind, in a cell.
std::string newest_text(const TypePick& pick) {
  if (pick.said.empty()) return "-";
  const GuideAdvice& advice = pick.said.back();
  const std::string named = picks_text(advice);
  const std::string other = fallbacks_text(*advice.persona);
  if (pick.type->buys_none && !named.empty() && !other.empty()) return other + ": " + named;
  if (named.empty() && other.empty()) return std::string(advice.persona->advice);
  return named.empty() ? other : named;
}

/// Whether there is neither a pick of today nor one of a guide, nor anything to take instead.
bool names_nothing(const TypePick& pick) {
  if (!pick.type->buys_none) return false;
  return pick.said.empty() || (pick.said.back().picks.empty() && pick.said.back().persona->fallbacks.empty());
}

std::string guide_text(const TypePick& pick) { return pick.said.empty() ? "-" : date_text(*pick.said.back().guide); }

/// The GB of the first GPU of a free tier.
std::string lent_memory(const FreeTierOffer& offer) {
  return offer.gpus.empty() ? "-" : memory_text(*offer.gpus.front().gpu);
}

/// The best candidate at a place from 0, or none.
const Offer* candidate(const TypePick& pick, std::size_t place) {
  return place < pick.answer.candidates.size() ? &pick.answer.candidates[place].offer : nullptr;
}

Table answer_rows(const PicksView& view, bool with_guides) {
  Table table{
      {{"for", false, true}, {"buy", false, true}, {"GB", true}, {"today", true}, {"cond"}, {"why", false, true}}, {}};
  if (with_guides) {
    table.columns.insert(table.columns.end(),
                         {{"seen"}, {"next best", false, true}, {"the newest guide said", false, true}, {"in"}});
  }
  for (const TypePick& pick : view.picks) {
    if (names_nothing(pick) || (pick.type->buys_none && !with_guides)) continue;
    const Offer* first = candidate(pick, 0);
    const Offer* second = candidate(pick, 1);
    const auto& instead = pick.without_buying;
    if (instead && instead->free) {
      const FreeTierOffer& free = *instead->free;
      std::vector<std::string> row = {
          std::string(pick.type->title),        std::string(free.tier->provider), lent_memory(free), "$0", "free",
          weekly_hours_text(free) + " h a week"};
      if (with_guides) row.insert(row.end(), {month_text(free.tier->as_of), "-", "-", "-"});
      table.rows.push_back(std::move(row));
    }
    std::vector<std::string> row = {instead && instead->free ? "  then" : std::string(pick.type->title)};
    if (first != nullptr) {
      const PriceEstimate& price = *first->price;
      row.insert(row.end(), {brief_name(*first->gpu), memory_text(*first->gpu), today_text(price.today, price),
                             std::string(condition_word(price)), std::string(aim(pick.answer.request))});
    } else {
      row.insert(row.end(), {pick.type->buys_none ? "no card" : "none fits", "-", "-", "", "-"});
    }
    if (with_guides) {
      row.insert(row.end(), {first != nullptr ? month_text(first->price->seen()) : "-",
                             second != nullptr ? short_offer(*second) : "-", newest_text(pick), guide_text(pick)});
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

/// What to know of the first `shown` candidates of each kind: each once, with the offers it is true of.
std::vector<std::string> candidate_notes(std::span<const TypePick> picks, std::size_t shown) {
  std::vector<std::pair<std::string, std::vector<std::string>>> notes;
  for (const TypePick& pick : picks) {
    for (std::size_t i = 0; i < shown && i < pick.warnings.size(); ++i) {
      const Offer& offer = pick.answer.candidates[i].offer;
      for (const auto& [id, text] : pick.warnings[i]) {
        const auto is_same = [&, said = text](const auto& note) { return note.first == said; };
        auto note = std::find_if(notes.begin(), notes.end(), is_same);
        if (note == notes.end()) note = notes.insert(notes.end(), {text, {}});
        auto& names = note->second;
        const std::string name = conditioned_name(offer);
        if (!contains(names, name)) names.push_back(name);
      }
    }
  }
  return mapped(notes, [](const auto& note) { return fmt::format("{}: {}.", enumeration(note.second), note.first); });
}

std::string heading(const PicksView& view) {
  const std::string day = data_day(view.catalog);
  return fmt::format("What to buy, by kind of buyer{}{}{}", view.budget ? ", up to " + money(*view.budget) : "",
                     day.empty() ? "" : ", ", day);
}

/// The pick for most people in a sentence; of what was found where that kind was not asked for or has none, the first.
std::string verdict(const PicksView& view) {
  constexpr std::string_view k_most_people = "serious-beginner";
  const TypePick* found = nullptr;
  for (const TypePick& pick : view.picks) {
    if (candidate(pick, 0) == nullptr) continue;
    if (found == nullptr || pick.type->id == k_most_people) found = &pick;
  }
  if (found == nullptr) return "No GPU on sale fits any kind of buyer.";
  const Offer& offer = *candidate(*found, 0);
  const auto memory = memory_per_device(*offer.gpu);
  return fmt::format("{}: {} {}, {}: {}{}.", found->type->title, condition_word(*offer.price), brief_name(*offer.gpu),
                     price_words(offer), aim(found->answer.request),
                     memory ? fmt::format(", {:g} GB", memory->value()) : "");
}

void add_overview(Document& document, const PicksView& view, std::size_t room) {
  document.title(verdict(view)).gap().table(answer_rows(view, room >= k_room_for_guides)).gap();
  const bool is_carried = std::any_of(view.picks.begin(), view.picks.end(), [](const TypePick& pick) {
    const Offer* first = candidate(pick, 0);
    return first != nullptr && first->price->basis == PriceBasis::carried;
  });
  document.paragraph(
      fmt::format("{}.{} Why, the next best, and what guides said: `gpuadvisor picks --persona NAME` (names: "
                  "`--list`). What one guide said, with prices then and now: --guide.",
                  heading(view), is_carried ? " ~: not offered lately." : ""));
}

Table said_table(const TypePick& pick) {
  Table said{{{"date"}, {"to"}, {"picks", false, true}, {"else", false, true}}, {}};
  for (const GuideAdvice& advice : pick.said) {
    const std::string named = picks_text(advice);
    const std::string other = fallbacks_text(*advice.persona);
    said.rows.push_back({date_text(*advice.guide), std::string(advice.persona->id), named.empty() ? "-" : named,
                         other.empty() ? "-" : other});
  }
  return said;
}

/// One kind in full: its answer, its request and what all guides said.
void add_in_full(Document& document, const TypePick& pick) {
  document.gap().heading(fmt::format("{} ({})", pick.type->title, pick.type->id));
  document.item(std::string(pick.type->reason));
  if (pick.without_buying) document.item(without_buying_text(*pick.without_buying));
  if (!pick.type->buys_none) document.item("Asked: " + request_text(pick.answer.request) + '.');
  for (std::size_t i = 0; i < k_shown_candidates; ++i) {
    if (const Offer* offer = candidate(pick, i)) document.item(fmt::format("{}. {}", i + 1, offer_text(*offer)));
  }
  document.items(candidate_notes({&pick, 1}, k_shown_candidates));
  if (pick.answer.candidates.empty() && !pick.type->buys_none) document.item("No GPU on sale qualifies.");
  if (!pick.said.empty()) document.heading("What guides said", 3).gap().table(said_table(pick), 2);
}

}  // namespace

Document document_of(const PicksView& view, std::size_t room) {
  Document document;
  if (view.persona.empty()) {
    add_overview(document, view, room);
  } else {
    document.title(heading(view));
    for (const TypePick& pick : view.picks) add_in_full(document, pick);
  }
  return document;
}

}  // namespace gpuadvisor
