#include <fmt/format.h>

#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/options/asked_build.hpp"
#include "cli/options/familiar_networks.hpp"
#include "cli/options/named_value.hpp"
#include "cli/options/owning_options.hpp"
#include "cli/session.hpp"
#include "core/text.hpp"
#include "gpuadvisor/core/error.hpp"
#include "output/cost/cost_view.hpp"

namespace gpuadvisor::cli {
namespace {

struct CostOptions {
  std::vector<std::string> words;
  CostQuestion asked;
  OwningOptions owning;
  std::optional<Watts> limit;
  double load = 1;
  std::optional<AskedMoney> rent;
  std::string against;
  bool free = false;
  std::string_view of_gpu;  // the first option given that is of owning a GPU

  void add_to(OptionParser& parser);
  /// All that does not depend on the GPU. Throws UsageError.
  [[nodiscard]] CostQuestion question(const Session& session) const;
};

void CostOptions::add_to(OptionParser& parser) {
  parser.add("[GPU]", words, "", "A GPU, or several equal ones: 3090, \"8x H100 SXM\"");
  parser.add_flag("--free", free, "List the free tiers of clouds; no GPU is named then");
  parser.name_first_given(&of_gpu);
  parser.add("--against", against, "rent", "rent: compare with renting, and when owning is cheaper",
             offering({"rent"}, as_typed));
  parser.add("--rent", rent, "USD", "Compare with this rent per hour, for all GPUs together", asked_money);
  parser.add("--condition", asked.condition, "CONDITION", "new or used (default: the cheapest)", named<Condition>);
  owning.add_to(parser, &of_gpu);
  parser.name_first_given(&of_gpu);
  parser.add("--power-limit", limit, "W", "Power limit of each GPU (its board power)", watts);
  parser.add("--load", load, "SHARE", "Share of that power drawn at work (100%)", share_up_to(1));
  parser.name_first_given(nullptr);
}

CostQuestion CostOptions::question(const Session& session) const {
  CostQuestion question = asked;
  static_cast<OwningTerms&>(question) = owning.terms(session);
  question.limit = limit;
  question.load = load;
  if (!against.empty() && lower_case(against) != "rent")
    refuse("--against", against, std::array{std::string_view("rent")});
  question.against_rent = !against.empty() || rent.has_value();
  if (rent) question.rent = UsdPerHour{session.usd("--rent", *rent).value()};
  return question;
}

std::string reason_text(const CostQuestion& question, NoCost reason) {
  switch (reason) {
    case NoCost::no_price:
      return fmt::format("the price of the {} is not known; give one with --my-price", question.gpu->name);
    case NoCost::no_power:
      return fmt::format("the power of the {} is not known; give it with --power-limit", question.gpu->name);
    case NoCost::no_electricity:
      break;
  }
  return "the price of electricity is not known; give it with --kwh";
}

Outcome free_outcome(const CostOptions& options, Session& session) {
  if (!options.words.empty()) throw UsageError("--free takes no GPU");
  if (!options.of_gpu.empty()) throw UsageError(fmt::format("{} does not go with --free", options.of_gpu));
  const auto tiers = free_tiers(session.catalog());
  if (tiers.empty()) return session.none("no free tier is known");
  return session.answer(CostView{session.stamp(), nullptr, {}, tiers});
}

}  // namespace

Outcome run_cost(Arguments arguments) {
  CostOptions options;
  SessionOptions common;
  OptionParser parser("cost",
                      "What owning a GPU costs per hour of use, per year, and per million images or\n"
                      "tokens. With --against rent: is owning or renting cheaper? With --free: which\n"
                      "clouds are free.\n\n"
                      "Examples:\n"
                      "  gpuadvisor cost 3090\n"
                      "  gpuadvisor cost 4090 --against rent --hours-per-day 8 --years 3\n"
                      "  gpuadvisor cost \"8x H100 SXM\" --against rent --months 3 --use 60%\n"
                      "  gpuadvisor cost 3090 --my-price 3090=900 --kwh 0.40 --no-resale\n"
                      "  gpuadvisor cost --free\n");
  options.add_to(parser);
  common.prices.add_to(parser);
  common.add_to(parser, k_formats);
  parser.parse(arguments);

  Session session(common, ScorePrecision::fp16);
  if (options.free) return free_outcome(options, session);
  if (options.words.empty()) throw UsageError("GPU: expected a GPU like 3090, or --free");
  CostQuestion question = options.question(session);
  const AskedBuild asked = asked_build("GPU", options.words, session);
  if (asked.parts.empty()) return session.none();
  if (asked.parts.size() > 1) throw UsageError("GPU: expected one model, or several of it, found several models");
  question.gpu = asked.parts.front().gpu;
  question.count = asked.parts.front().count;
  question.networks = familiar_networks(session);
  if (question.limit && question.gpu->tdp && *question.limit > *question.gpu->tdp) {
    throw UsageError(fmt::format("--power-limit: expected at most the board power of {:.0f} W, found {:.0f} W",
                                 question.gpu->tdp->value(), question.limit->value()));
  }
  const CostResult result = cost_answer(question, session.catalog());
  if (!result.answer) return session.none(reason_text(question, result.reason));
  return session.answer(CostView{session.stamp(), &*result.answer, asked.notes, {}});
}

}  // namespace gpuadvisor::cli
