#include "answer_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>

#include "core/text.hpp"
#include "gpuadvisor/catalog/name_lookup.hpp"
#include "gpuadvisor/core/error.hpp"
#include "named_value.hpp"
#include "report/mapped.hpp"

namespace gpuadvisor::cli {
namespace {

/// A GPU is neither a budget nor a workload: "3090" is no $3,090. Throws UsageError.
void refuse_gpu(const std::string& word, const Catalog& catalog) {
  if (word.find_first_of("$,.") != std::string::npos) return;  // an amount, though its digits may be a name
  const auto found = find_by_name(catalog, word).gpus;
  if (found.empty()) return;
  const std::string typed = word.find(' ') == std::string::npos ? word : '"' + word + '"';
  const bool may_be_amount = std::all_of(word.begin(), word.end(), is_digit);
  const auto names = mapped(found, [](const Gpu* gpu) { return std::string(short_name(*gpu)); });
  throw UsageError(
      fmt::format("\"{}\" is a GPU, {}: about it: `gpuadvisor show {}`, what to buy instead: `gpuadvisor upgrade {}`{}",
                  printable(word), enumeration(names, "or"), typed, typed,
                  may_be_amount ? fmt::format("; for ${}: --budget {}", with_commas(word), word) : ""));
}

}  // namespace

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
  for (const std::string& word : m_words) refuse_gpu(word, opened.all());
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

std::vector<const char*> AnswerOptions::with_words_as_options(Arguments arguments) {
  std::vector<const char*> found;
  m_words.clear();
  std::size_t i = 0;
  for (; i < arguments.size() && arguments[i][0] != '-' && arguments[i][0] != '\0'; ++i) {
    const bool is_amount = std::string_view("0123456789$").find(arguments[i][0]) != std::string_view::npos;
    found.push_back(is_amount ? "--budget" : "--workload");
    found.push_back(arguments[i]);
    m_words.emplace_back(arguments[i]);
  }
  found.insert(found.end(), arguments.begin() + static_cast<std::ptrdiff_t>(i), arguments.end());
  return found;
}

}  // namespace gpuadvisor::cli
