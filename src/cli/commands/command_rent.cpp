#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "cli/command.hpp"
#include "cli/options/asked_build.hpp"
#include "cli/options/asked_gpus.hpp"
#include "cli/options/asked_workload.hpp"
#include "cli/options/emit_options.hpp"
#include "cli/options/filter_options.hpp"
#include "cli/options/named_value.hpp"
#include "cli/options/output_options.hpp"
#include "cli/session.hpp"
#include "core/text.hpp"
#include "gpuadvisor/core/error.hpp"
#include "output/phrases/offer_words.hpp"
#include "output/rent/rent_view.hpp"
#include "output/rent/rent_words.hpp"
#include "report/mapped.hpp"

namespace gpuadvisor::cli {
namespace {

constexpr int k_most_rented = 1024;
constexpr std::size_t k_shown = 8;

struct RentOptions {
  std::vector<std::string> words;
  std::string gpu, workload, provider, region;
  std::optional<int> count;
  std::optional<RentTerms> terms;
  std::optional<RentOrder> order;
  std::optional<AskedMoney> most;
  std::optional<double> min_memory;
  std::string vendor;
  std::size_t limit = k_shown;
  EmitOptions emit;

  void add_to(OptionParser& parser);
  [[nodiscard]] RentFilter filter(const Session& session) const;
};

void RentOptions::add_to(OptionParser& parser) {
  parser.add("[GPU]", words, "", "Like h100 (all its variants) or \"8x H100\". Without one: which GPU to rent");
  parser.add("--gpu", gpu, "GPU", "The GPU, as an option");
  parser.add("--count", count, "N", "Number of GPUs in one machine (1)", whole_number_in(1, k_most_rented));
  parser.add("--terms", terms, "TERMS", "on-demand, spot, marketplace, reserved or serverless (default: all)",
             named<RentTerms>);
  parser.add("--provider", provider, "PROVIDER", "Only offers of this provider: aws, lambda, vast.ai");
  parser.add("--region", region, "PREFIX",
             "Only regions that start so, like US, eu- or us-east-1; offers without a region are left out");
  parser.add("--max-price", most, "USD", "Maximum price per hour, for all GPUs together", asked_money);
  parser.add("-w,--workload", workload, "WORKLOAD", "Without a GPU: the workload whose speed counts (general)");
  parser.add("--rank-by", order, "KEY", "Without a GPU: value (speed for the money, the default), speed or price",
             named<RentOrder>);
  parser.add("--min-memory", min_memory, "GB", "Without a GPU: minimum memory of each (as guides advise)",
             [](std::string_view option, std::string_view text) { return positive_number(option, text, "GB"); });
  parser.add("--vendor", vendor, "VENDOR", "Without a GPU: nvidia, amd, google, aws, …");
  parser.add("-n,--limit", limit, "N", "Show at most N rows (8), 0 for all", row_limit);
  emit.add_to(parser);
}

/// In lower case. Throws UsageError where no price of it is known.
std::string known_provider(std::string_view asked, const Session& session) {
  std::set<std::string_view> known;
  for (const Rent& rent : session.all().records<Rent>()) known.insert(rent.provider);
  std::string provider = lower_case(asked);
  if (provider.empty() || known.contains(provider)) return provider;
  throw UsageError(fmt::format("--provider: no price of \"{}\" is known{}", printable(asked),
                               did_you_mean(provider, std::vector(known.begin(), known.end()))));
}

RentFilter RentOptions::filter(const Session& session) const {
  RentFilter filter{terms, known_provider(provider, session), lower_case(region), std::nullopt};
  if (most) filter.most = UsdPerHour{session.usd("--max-price", *most).value()};
  return filter;
}

/// The GPUs that the name means, all of them where it means several, and how many of each are asked for.
RentQuestion question_of(const RentOptions& options, Session& session, std::vector<ResolvedGpu>& asked) {
  std::vector<std::string_view> words(options.words.begin(), options.words.end());
  if (!options.gpu.empty()) words.emplace_back(options.gpu);
  const std::string text = joined(words, " ");
  CountedName counted = counted_name(text, session.all());
  if (counted.name.empty()) counted = {"1", text};  // "4090x"
  RentQuestion question{{}, static_cast<int>(whole_number("GPU", counted.count, 1, k_most_rented)), {}};
  if (options.count && counted.count != "1") throw UsageError("--count does not go with a number before the GPU");
  if (options.count) question.count = *options.count;
  question.filter = options.filter(session);
  question.gpus = find_by_name(session.named(), counted.name).gpus;
  if (question.gpus.size() > 1) return question;
  asked = asked_gpus(std::vector{counted.name}, session);
  question.gpus = mapped(asked, &ResolvedGpu::gpu);
  return question;
}

/// "no offer passes --provider lambda, --region us".
std::string none_text(const RentOptions& options) {
  std::string text;
  if (options.terms) text += fmt::format(", --terms {}", enum_name(*options.terms));
  if (!options.provider.empty()) text += fmt::format(", --provider {}", printable(options.provider));
  if (!options.region.empty()) text += fmt::format(", --region {}", printable(options.region));
  if (options.most) text += fmt::format(", --max-price {:g}", options.most->amount);
  return text.empty() ? "no rent for that many is known" : "no offer passes " + text.substr(2);
}

/// Whether so many GPUs take several machines, and an offer is not known to be of full ones.
bool lacks_machines(const Rent& quote, int count) {
  return count > k_most_gpus && (quote.is_per_gpu() || quote.count < k_most_gpus);
}

/// Only offers that the system which a request is for can be asked for; `whole`: for many GPUs those of full machines.
void keep_requestable(RentFilter& filter, const EmitOptions& emit, const Session& session, int count, bool whole) {
  filter.also = [&emit, &session, count, whole](const Rent& quote) {
    return (!whole || !lacks_machines(quote, count)) &&
           can_request(*emit.system, quote, !emit.name.empty(), session.named());
  };
}

/// An offer of `count` GPUs as a request to a system that starts jobs; `cheapest` is the offer that answers without
/// regard to what the system knows.
Outcome emitted(const RentOptions& options, const RentOffer& offer, int count, const RentOffer& cheapest,
                ResourceRequestView::Origin origin, Session& session) {
  const Rent& quote = *offer.quote;
  WantedGpus wanted;
  wanted.gpu = offer.gpu;
  wanted.count = quote.count;
  if (offer.machines == Machines::several) {
    wanted.count = !quote.is_per_gpu() ? quote.count : count % k_most_gpus == 0 ? k_most_gpus : count;
    wanted.machines = count / wanted.count;
  }
  wanted.quote = &quote;
  wanted.asks_region = !options.region.empty();
  if (options.most) wanted.most = UsdPerHour{session.usd("--max-price", *options.most).value()};
  if (cheapest.quote != offer.quote) {
    const std::string why_not = lacks_machines(*cheapest.quote, count) && !lacks_machines(quote, count)
                                    ? "no machine of eight is known there"
                                    : fmt::format("{}'s names for it are unknown", system_title(*options.emit.system));
    origin.remarks.push_back(fmt::format("First choice: {} from {} at {} an hour, but {}.", brief_name(*cheapest.gpu),
                                         provider_text(*cheapest.quote), hourly(cheapest.all), why_not));
  }
  if (wanted.machines > 1 && quote.is_per_gpu())
    origin.remarks.push_back(fmt::format("Machines of {} are assumed: the offer is of single GPUs.", wanted.count));
  return options.emit.outcome(wanted, std::move(origin), session);
}

std::string no_requestable_text(const EmitOptions& emit) {
  return fmt::format(
      "no offer is known whose provider and GPU have a known name in {}; give the GPU's with --emit-name",
      system_title(*emit.system));
}

/// The first rows of a list that may be longer; what is left out is remarked.
template <class Row>
void keep_first(std::vector<Row>& rows, std::size_t most, Session& session) {
  const std::size_t shown = most == 0 ? rows.size() : std::min(most, rows.size());
  session.remark_on_rows(shown, rows.size());
  rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(shown), rows.end());
}

Outcome answer_for_gpu(const RentOptions& options, std::string command, Session& session) {
  std::vector<ResolvedGpu> asked;
  RentQuestion question = question_of(options, session, asked);
  if (question.gpus.empty()) return session.none();
  RentAnswer answer = rent_answer(question, session.named());
  if (!answer.best) return session.none(none_text(options));
  if (options.emit.system) {
    keep_requestable(question.filter, options.emit, session, question.count, true);
    RentAnswer requestable = rent_answer(question, session.named());
    if (!requestable.best || !lasts(*requestable.best)) {
      keep_requestable(question.filter, options.emit, session, question.count, false);
      RentAnswer others = rent_answer(question, session.named());
      if (!requestable.best || (others.best && lasts(*others.best))) requestable = std::move(others);
    }
    if (!requestable.best) return session.none(no_requestable_text(options.emit));
    return emitted(options, *requestable.best, question.count, *answer.best,
                   {std::move(command), rent_title(answer), {}}, session);
  }
  keep_first(answer.offers, options.limit, session);
  const auto notes = misnomers(asked);
  return session.answer(RentView{session.stamp(), answer, notes});
}

Outcome answer_for_workload(const RentOptions& options, std::string command, Session& session) {
  const Catalog& catalog = session.catalog();
  RentedGpusQuestion question;
  question.workload =
      &asked_workload(catalog, options.workload.empty() ? catalog.default_workload() : options.workload);
  question.count = options.count.value_or(1);
  question.order = options.order.value_or(RentOrder::value);
  question.filter = options.filter(session);
  if (options.min_memory) question.min_memory = Gibibytes{*options.min_memory};
  if (!options.vendor.empty()) question.vendor = vendors_from({options.vendor}, catalog).front();
  RentedGpus answer = rented_gpus(question, catalog);
  if (answer.gpus.empty()) return session.none("no offer matches what you asked for");
  if (options.emit.system) {
    keep_requestable(question.filter, options.emit, session, question.count, false);
    const RentedGpus requestable = rented_gpus(question, catalog);
    if (requestable.gpus.empty()) return session.none(no_requestable_text(options.emit));
    return emitted(options, requestable.gpus.front().offer, question.count, answer.gpus.front().offer,
                   {std::move(command), rented_gpus_title(answer), {}}, session);
  }
  keep_first(answer.gpus, options.limit, session);
  return session.answer(RentedGpusView{session.stamp(), answer});
}

}  // namespace

Outcome run_rent(Arguments arguments) {
  RentOptions options;
  SessionOptions common;
  OptionParser parser("rent",
                      "What renting a GPU costs per hour: the cheapest offer, the range by terms, and\n"
                      "each provider's price with its date. Without a GPU: which one to rent, by speed\n"
                      "for the money.\n\n"
                      "Examples:\n"
                      "  gpuadvisor rent h100\n"
                      "  gpuadvisor rent 8x h100 --terms on-demand\n"
                      "  gpuadvisor rent --workload llm-inference --min-memory 48\n"
                      "  gpuadvisor rent 4090 --format csv -n 0\n");
  options.add_to(parser);
  common.add_to(parser, k_formats);
  parser.parse(arguments);
  options.emit.check(common.output);
  const bool names_gpu = !options.words.empty() || !options.gpu.empty();
  if (!options.words.empty() && !options.gpu.empty()) throw UsageError("name one GPU, like `gpuadvisor rent h100`");
  if (names_gpu && (!options.workload.empty() || options.order || options.min_memory || !options.vendor.empty())) {
    throw UsageError("--workload, --rank-by, --min-memory and --vendor choose among GPUs: they do not go with one");
  }
  Session session(common, ScorePrecision::fp16);
  std::string command = typed_command("rent", arguments);
  return names_gpu ? answer_for_gpu(options, std::move(command), session)
                   : answer_for_workload(options, std::move(command), session);
}

}  // namespace gpuadvisor::cli
