#include "answer_options.hpp"

#include <fmt/format.h>

#include <memory>
#include <string>
#include <string_view>

#include "gpuadvisor/core/error.hpp"
#include "named_value.hpp"

namespace gpuadvisor::cli {

void AnswerOptions::add_to(OptionParser& parser, bool takes_count, bool takes_job, std::size_t default_limit) {
  if (takes_job) job.add_to(parser);
  request.add_to(parser, takes_count, takes_job);
  if (takes_job) run.add_to(parser);
  session.prices.add_to(parser);
  session.scores.add_to(parser);
  session.catalog.add_gpu_memory_share_to(parser);
  m_limit_help = fmt::format("Show at most N rows, 0 for all ({})", default_limit);
  parser.add("-n,--limit", limit, "N", m_limit_help, row_limit);
}

Session AnswerOptions::opened() const { return {session, request.wanted_precision(), request.filters.budget}; }

Request AnswerOptions::asked(Session& opened) const {
  const bool names_workload = !request.workload.empty();
  Request wanted = request.request(opened, run.is_asked());
  job.apply_to(wanted, opened, names_workload, request.count.has_value());
  if (wanted.job) {
    wanted.measured =
        std::make_shared<const NetworkMeasurements>(opened.measurements(wanted.job->network(), wanted.job->job()));
  }
  if (wanted.includes_rent && wanted.job && !wanted.job->own().empty()) {
    throw UsageError("--include-rent and --own exclude each other: rented GPUs are in another machine");
  }
  const bool has_own = wanted.job && !wanted.job->own().empty() && !wanted.budget;
  const bool is_enough = wanted.target || has_own;  // what is faster is worth nothing more
  const bool is_ranked = request.rank_by || request.includes_rent;
  if (is_enough && !is_ranked) wanted.rank_by = RankBy::price;
  wanted.takes_enough =
      wanted.job && wanted.job->own().empty() && !is_enough && !is_ranked && !job.job.batch && !names_workload;
  wanted = session.scores.applied_to(wanted, opened.catalog());
  TrainingRunOptions wanted_run = run;
  wanted_run.price_per_kwh = request.owning.electricity;
  wanted_run.apply_to(wanted, opened, names_workload);
  return wanted;
}

}  // namespace gpuadvisor::cli
