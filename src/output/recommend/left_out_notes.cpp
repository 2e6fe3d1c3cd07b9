#include "left_out_notes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "advice/request/constraint.hpp"
#include "core/text.hpp"
#include "gpuadvisor/core/money.hpp"
#include "output/phrases/change_text.hpp"
#include "output/phrases/offer_words.hpp"
#include "report/mapped.hpp"

namespace gpuadvisor {
namespace {

std::string near_miss_note(const NearMiss& miss, bool is_smallest_change) {
  const std::string name = conditioned_names(miss.offer);
  const auto& price = miss.offer.price;
  switch (miss.kind) {
    case NearMissKind::within_interval:
      return fmt::format("Maybe within the budget: {}, about {}, likely {} to {}.", name,
                         money(*total_price(miss.offer)), money(at_price(miss.offer, price->low)),
                         money(at_price(miss.offer, price->high)));
    case NearMissKind::no_offer:
      return fmt::format("Within the budget, but {}: {}, {}.", no_offer_text(*price->no_offer), name,
                         money(*total_price(miss.offer)));
    case NearMissKind::last_price:
      return fmt::format("Was within the budget when last priced: {}, {} in {}.", name, money(*total_price(miss.offer)),
                         price->seen().text());
    case NearMissKind::no_price:
      return fmt::format("Would fit, but no price is known: {}.", name);
    case NearMissKind::change:
      break;
  }
  const bool tells_price = miss.missing.front().constraint == "budget" || miss.missing.front().constraint == "price";
  std::string reasons;
  for (const Rejection& rejection : miss.missing) {
    reasons += (reasons.empty() ? "" : "; ") + rejection.reason;
    if (rejection.constraint == "budget" && price->asked == nullptr && price->low < price->today) {
      reasons += fmt::format(" (likely {} to {})", money(at_price(miss.offer, price->low)),
                             money(at_price(miss.offer, price->high)));
    }
  }
  for (const auto& [id, text] : miss.warnings) {
    const bool matters = id == "old-price" || id == "new-below-used" || id == "support-ended";
    if (matters && reasons.find(text) == std::string::npos) reasons += "; " + text;
  }
  const std::string at = price && !tells_price ? " at " + money(*total_price(miss.offer)) : "";
  const std::string_view subject = is_smallest_change ? "The nearest that works" : "Also near";
  auto changes = change_texts(miss.changes);
  for (std::size_t i = 0; i < changes.size(); ++i) {
    if (!miss.changes[i].cost.empty()) changes[i] += fmt::format(" ({})", miss.changes[i].cost);
  }
  return fmt::format("{}: {}{}, {}: try {}.", subject, name, at, reasons, enumeration(changes));
}

/// Whether a miss is of one default constraint, which the line on what is hidden tells.
bool is_told_as_hidden(const NearMiss& miss, const Answer& answer) {
  return miss.missing.size() == 1 && std::any_of(answer.hidden.begin(), answer.hidden.end(), [&](const Hidden& hidden) {
           return constraints()[first(hidden.constraints)].id == miss.missing.front().constraint;
         });
}

}  // namespace

std::string policy_text(const LicenceLimit& risk) {
  return fmt::format("Licence risk, so {} products of {} are left out: {} (\"{}\")", enum_name(risk.rule->segment),
                     risk.rule->vendor, risk.rule->terms, risk.source_title);
}

std::vector<std::string> policy_notes(const AnswerView& view) {
  const auto tells_them = [](const NearMiss& miss) {
    return std::any_of(miss.missing.begin(), miss.missing.end(),
                       [](const Rejection& rejection) { return rejection.reason.starts_with("licence risk"); });
  };
  const auto& misses = view.answer.near_misses;
  if (std::any_of(misses.begin(), misses.end(), tells_them)) return {};
  return mapped(view.details.licence_limits, [](const LicenceLimit& risk) { return policy_text(risk) + '.'; });
}

std::string excluded_note(const Excluded& excluded) {
  if (excluded.total == 0) return {};
  std::vector<std::string> counts;
  int sum = 0;
  for (std::size_t i = 0; i < constraints().size(); ++i) {
    const int count = excluded.by_constraint[i];
    sum += count;
    if (count > 0) counts.push_back(fmt::format("{} {}", count, constraints()[i].failing));
  }
  return fmt::format("{} GPU{} not qualify: {}{}.", excluded.total, excluded.total == 1 ? " does" : "s do",
                     enumeration(counts), sum > excluded.total ? " (some for several reasons)" : "");
}

std::string hidden_note(const Answer& answer) {
  std::vector<std::string> parts;
  const auto add = [&](std::string_view failing, const Hidden& hidden) {
    if (hidden.gpus == 0) return;
    const bool price = hidden.best.price.has_value();
    parts.push_back(fmt::format("{} {} (best: {}{}; {})", hidden.gpus, failing, conditioned_names(hidden.best),
                                price ? ", " + money(*total_price(hidden.best)) : "",
                                lifting_text(hidden.constraints)));
  };
  for (const Hidden& hidden : answer.hidden) add(constraints()[first(hidden.constraints)].failing, hidden);
  add("for several of these reasons", answer.hidden_by_several);
  return parts.empty() ? std::string() : fmt::format("Hidden by default: {}.", enumeration(parts));
}

std::vector<std::string> near_miss_notes(const AnswerView& view) {
  const Answer& answer = view.answer;
  std::vector<std::string> sentences;
  for (const NearMiss& miss : answer.near_misses) {
    const bool is_change = miss.kind == NearMissKind::change;
    const bool is_smallest = is_change && answer.rows.empty() && &miss == &answer.near_misses.front();
    if (is_change && !is_smallest && is_told_as_hidden(miss, answer)) continue;
    sentences.push_back(near_miss_note(miss, is_smallest));
  }
  return sentences;
}

}  // namespace gpuadvisor
