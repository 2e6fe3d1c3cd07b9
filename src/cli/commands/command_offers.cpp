#include <array>

#include "advice/offers/offer_ranking.hpp"
#include "cli/command.hpp"
#include "cli/offers/offers_options.hpp"
#include "cli/options/asked_workload.hpp"
#include "cli/options/named_value.hpp"
#include "cli/options/training_run_options.hpp"
#include "gpuadvisor/core/error.hpp"
#include "output/offers/offers_view.hpp"

namespace gpuadvisor::cli {
namespace {

constexpr std::size_t k_most_offers = 1000;
constexpr std::size_t k_most_per_gpu = 50;

struct RankOptions {
  std::string workload;
  OfferOrder order = OfferOrder::value;
  std::size_t limit = 10;
  bool per_gpu = false;
  OfferFilterOptions filter;
  TrainingRunOptions run;
  OfferReadingOptions reading;

  void add_to(OptionParser& parser);
  [[nodiscard]] OffersQuestion question(Session& session) const;
};

void RankOptions::add_to(OptionParser& parser) {
  parser.add("-w,--workload", workload, "WORKLOAD", "The workload whose speed counts (general)");
  parser.add("--rank-by", order, "KEY",
             "value (speed per dollar and hour), cost (of a run; needs --images, --sequences or --tokens), price (per "
             "GPU) or speed",
             named<OfferOrder>);
  run.add_to(parser);
  parser.add("-n,--limit", limit, "N", "Most offers (10)", [](std::string_view option, std::string_view text) {
    return whole_number(option, text, 1, k_most_offers);
  });
  parser.add_flag("--per-gpu", per_gpu, "Show at most N offers of each GPU");
  filter.add_to(parser);
  reading.add_to(parser);
}

OffersQuestion RankOptions::question(Session& session) const {
  const Catalog& catalog = session.catalog();
  OffersQuestion question;
  question.workload = &asked_workload(catalog, workload.empty() ? catalog.default_workload() : workload);
  question.order = order;
  question.limit = limit;
  question.is_per_gpu = per_gpu;
  if (per_gpu && limit > k_most_per_gpu) throw UsageError("--limit: expected at most 50 with --per-gpu");
  filter.apply_to(question, session);
  Request request;  // whose run the options describe
  request.workload = question.workload->id;
  run.apply_to(request, session, !workload.empty());
  question.run = request.run;
  if (order == OfferOrder::cost && !question.run) {
    throw UsageError("--rank-by cost needs --images, --sequences or --tokens");
  }
  return question;
}

Outcome run_rank(Arguments arguments) {
  RankOptions options;
  SessionOptions common;
  OptionParser parser("offers rank",
                      "Rank the offers of price lists of clouds and marketplaces, of any length:\n"
                      "SkyPilot catalogs, gpuhunt CSV, vast.ai JSON, and lines of JSON\n"
                      "(docs/offers.md).\n\n"
                      "Examples:\n"
                      "  gpuadvisor offers rank vast.json --workload transformer --min-memory 24\n"
                      "  gpuadvisor offers rank aws/vms.csv gcp/vms.csv --gpu h100 --count 8 --rank-by price\n"
                      "  zcat offers.ndjson.gz | gpuadvisor offers rank - -w cnn --images 1.28M --epochs 90 \\\n"
                      "      --rank-by cost\n");
  options.add_to(parser);
  common.add_to(parser, k_formats);
  parser.parse(arguments);
  Session session(common, ScorePrecision::fp16);
  const OfferRanker ranker(options.question(session), session.catalog());
  std::vector<std::string> remarks;
  OfferTally tally = options.reading.tally(ranker, remarks);
  for (const std::string& remark : remarks) session.remark(remark);
  const OffersAnswer answer = offers_answer(ranker, std::move(tally));
  const OffersView view{session.stamp(), answer};
  if (answer.rows.empty() && !common.output.is(Format::json)) return session.none(offers_none_text(answer));
  return session.answer_if(!answer.rows.empty(), view);
}

constexpr auto k_offers_commands = std::to_array<Command>({
    {"rank", "Rank the offers of price lists", run_rank},
    {"quotes", "Store the lowest prices of a list in a catalog file", run_offers_quotes},
});

}  // namespace

Outcome run_offers(Arguments arguments) {
  return dispatch_group("offers", "Price lists of clouds and marketplaces, of any length.", k_offers_commands,
                        arguments);
}

}  // namespace gpuadvisor::cli
