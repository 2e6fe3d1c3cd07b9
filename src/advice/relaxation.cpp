#include "gpuadvisor/advice/relaxation.hpp"

#include <fmt/format.h>

#include <cmath>

namespace gpuadvisor {
namespace {

/// A relaxation in the making, and the offer that it is for.
struct Draft {
  Relaxation& result;
  const Offer& offer;
  const Request& in_force;
  const Catalog& catalog;

  void set_figure(std::string option, double from, double to) const {
    result.changes.push_back(std::move(option));
    result.size.share += std::abs(to - from) / from;
  }
  void lift(std::string option) const {
    result.changes.push_back(std::move(option));
    ++result.size.lifted;
  }
  void drop(std::string_view option) const {
    result.changes.push_back(fmt::format("without {}", option));
    ++result.size.dropped;
  }
};

void relax_budget(const Draft& draft) {
  const auto& price = draft.offer.price;
  if (!price || price->only_recalled || price->age == PriceAge::unusable) {
    draft.result.is_possible = false;
    return;
  }
  const double needed = std::ceil(total_price(draft.offer)->value());
  draft.set_figure(fmt::format("--budget {:.0f}", needed), draft.in_force.budget->value(), needed);
  draft.result.request.budget = Usd{needed};
}

/// To what the offer has; nothing is known to be enough for one that does not say.
void relax_memory(const Draft& draft) {
  const auto memory = memory_per_device(*draft.offer.gpu);
  draft.result.is_possible &= memory.has_value();
  if (!memory) return;
  draft.set_figure(fmt::format("--min-memory {}", memory->value()), draft.in_force.min_memory->value(),
                   memory->value());
  draft.result.request.min_memory = memory;
}

void relax_power(const Draft& draft) {
  const auto needed = power(draft.offer);
  draft.result.is_possible &= needed.has_value();
  if (!needed) return;
  draft.set_figure(fmt::format("--max-power {}", needed->value()), draft.in_force.max_power->value(), needed->value());
  draft.result.request.max_power = needed;
}

void relax_vendor(const Draft& draft) {
  draft.drop("--vendor");
  draft.result.request.vendors.clear();
  draft.result.request.makes_cards.reset();
}

void relax_segment(const Draft& draft) {
  draft.drop("--segment");
  draft.result.request.segments.clear();
}

void relax_condition(const Draft& draft) {
  draft.drop("--condition");
  draft.result.request.condition.reset();
}

void relax_released(const Draft& draft) {
  draft.drop("--released");
  draft.result.request.released.reset();
}

void relax_form(const Draft& draft) {
  draft.result.changes.emplace_back("--form any");  // without the option, the default would ask for a card
  ++draft.result.size.dropped;
  draft.result.request.forms.emplace();
}

void relax_evidence(const Draft& draft) {
  if (!draft.in_force.dataset.empty()) draft.result.is_possible = false;  // nobody else measured for that dataset
  draft.drop("--evidence");
  draft.result.request.evidence = Evidence::any;
}

void lift_installable(const Draft& draft) {
  draft.lift("--form any");
  draft.result.request.forms.emplace();
}

void lift_support(const Draft& draft) {
  const Support enough = runs(*draft.offer.gpu, Support::rocm, draft.catalog) ? Support::rocm : Support::any;
  draft.lift(fmt::format("--support {}", enum_name(enough)));
  draft.result.request.support = enough;
}

void lift_memory_floor(const Draft& draft) {
  const double memory = memory_per_device(*draft.offer.gpu).value_or(Gigabytes{0}).value();
  draft.lift(fmt::format("--min-memory {}", memory));
  draft.result.request.min_memory = Gigabytes{memory};
}

// In the order of k_constraints.
constexpr std::array<void (*)(const Draft&), k_constraints.size()> k_relaxations = {
    relax_budget,   relax_memory, relax_vendor,   relax_segment,    relax_condition, relax_power,
    relax_released, relax_form,   relax_evidence, lift_installable, lift_support,    lift_memory_floor};

}  // namespace

Relaxation relaxation(const Offer& offer, const Failures& failed, const Request& asked, const Request& in_force,
                      const Catalog& catalog) {
  Relaxation result{asked, {}, {}, failed, true};
  result.request.makes_cards = in_force.makes_cards;
  const auto relax = [&](const Failures& which, const Request& from) {
    for (std::size_t i = 0; i < which.size(); ++i) {
      if (which[i]) k_relaxations[i]({result, offer, from, catalog});
    }
  };
  relax(failed, in_force);
  const Request relaxed = with_defaults(result.request, catalog);
  const Failures back = Judge(relaxed, catalog).failures(offer) & ~failed;  // defaults
  relax(back, relaxed);
  result.missing |= back;
  result.size.changes = static_cast<int>(result.changes.size());
  return result;
}

std::string lifting_options(const Failures& constraints) {
  constexpr auto k_options = std::to_array<std::string_view>({"--form any", "--support any", "--min-memory 0"});
  std::string options;
  for (std::size_t i = 0; i < k_options.size(); ++i) {
    if (!constraints[k_first_default_constraint + i]) continue;
    options += (options.empty() ? "" : " ") + std::string(k_options[i]);
  }
  return options;
}

}  // namespace gpuadvisor
