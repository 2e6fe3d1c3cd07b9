#include "wanted_job_options.hpp"

#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <optional>
#include <utility>

#include "advice/request/form_group.hpp"
#include "asked_build.hpp"
#include "asked_network.hpp"
#include "core/text.hpp"
#include "gpuadvisor/core/error.hpp"
#include "gpuadvisor/sizing/network_work.hpp"
#include "named_value.hpp"
#include "output_options.hpp"
#include "sizing/serving_work.hpp"

namespace gpuadvisor::cli {
namespace {

constexpr int k_usual_most_gpus = 4;  // what a desktop has room for
constexpr int k_server_gpus = 64;     // of eight machines
constexpr std::size_t k_most_users = 100'000;
constexpr double k_usual_user_rate = 10;  // tokens per second: twice as fast as people read

/// Throws UsageError for a network that no need can be told of; else it is told as far as it is known ("at least").
void require_need(const Network& network) {
  if (network.parameters > Millions{0}) return;
  throw UsageError(
      fmt::format("--model: the number of parameters of {} is not known, so neither is what it needs; `gpuadvisor "
                  "memory` shows what is known",
                  network.name));
}

}  // namespace

void WantedJobOptions::add_to(OptionParser& parser) {
  parser.add("--model", model, "MODEL", "The model to run or train: a name of `memory --list`, or a file");
  parser.add("--own", own, "GPUS",
             "With --model: what to add to the GPUs you have, like \"2x 3090\"; auto: those in this machine");
  const auto positive = [](std::string_view option, std::string_view text) {
    return positive_number(option, text, "");
  };
  parser.add("--tokens-per-second", target.tokens_per_second, "N", "Cheapest GPU that reaches N tokens/s per user",
             positive);
  parser.add("--users", users, "N", "Serve N users at once", whole_number_in(1, k_most_users));
  parser.add("--requests-per-second", requests_per_second, "N", "Instead of --users: requests per second", positive);
  parser.add("--time-to-first-token", target.seconds_to_first_token, "S",
             "Cheapest GPU that starts answering within S seconds", positive);
  job.add_shared_to(parser);
}

void WantedJobOptions::apply_target(Request& request) const {
  const bool has_target = target.tokens_per_second || target.seconds_to_first_token;
  if (!has_target && !request.job->job().queues) return;
  const WantedJob& wanted = *request.job;
  if (!writes_tokens(wanted.network(), wanted.job())) {
    throw UsageError(fmt::format("{}: expected a language model that runs; {} writes no tokens",
                                 target.tokens_per_second ? "--tokens-per-second" : "--time-to-first-token",
                                 wanted.network().name));
  }
  request.target = target;
  if (!has_target) request.target->tokens_per_second = k_usual_user_rate;
}

MemoryJob WantedJobOptions::job_of_users(MemoryJobOptions wanted, const Network& network, const ModelFile* file,
                                         const Catalog& catalog) const {
  if (job.batch) throw UsageError("--batch: expected without --users and --requests-per-second");
  if (users && requests_per_second) throw UsageError("--requests-per-second: expected without --users");
  const bool has_lengths = wanted.context || wanted.answer_tokens || network.kind != NetworkKind::decoder;
  if (!has_lengths) wanted.prompt_tokens = wanted.prompt_tokens.value_or(k_usual_prompt);
  MemoryJob what = wanted.job(network, file, RunsOn::servers, catalog);
  if (!writes_tokens(network, what)) {
    throw UsageError(fmt::format("{}: expected a language model that runs; {} writes no tokens",
                                 users ? "--users" : "--requests-per-second", network.name));
  }
  const int answer = what.tokens - prompt_of(what);
  const double rate = target.tokens_per_second.value_or(k_usual_user_rate);
  const double at_a_time = users ? *users : std::ceil(*requests_per_second * answer / rate);
  if (at_a_time > static_cast<double>(k_most_users)) {
    throw UsageError(fmt::format("--requests-per-second: expected at most {} answers at the same time, found {}",
                                 in_thousands(k_most_users), in_thousands(at_a_time)));
  }
  what.batch = static_cast<int>(at_a_time);
  what.queues = what.batch > 1;
  return what;
}

std::vector<GpuGroup> WantedJobOptions::own_gpus(Session& session) const {
  std::vector<GpuGroup> found;
  if (own.empty()) return found;
  for (const GpuGroup& part : asked_build("--own", std::vector{own}, session).parts)
    found.push_back({part.gpu, part.count});
  return found;
}

void WantedJobOptions::apply_to(Request& request, Session& session, bool names_workload, bool names_count) const {
  const Catalog& catalog = session.catalog();
  request.largest_batch = job.batch == k_largest_batch_that_fits;
  if (model.empty()) {
    if (target.tokens_per_second || target.seconds_to_first_token || users || requests_per_second) {
      throw UsageError(
          "--tokens-per-second, --users, --requests-per-second and --time-to-first-token: expected with --model");
    }
    if (!own.empty()) {
      throw UsageError(fmt::format(
          "--own needs --model; whether to keep, add or replace it: `gpuadvisor upgrade \"{}\"`", printable(own)));
    }
    if (job.batch && !request.largest_batch)
      throw UsageError("--batch: expected \"largest\", or a number with --model");
    if (!job.first_given.empty()) throw UsageError(fmt::format("{}: expected only with --model", job.first_given));
    return;
  }
  AskedNetwork asked = asked_network({model}, {}, session);
  std::shared_ptr<const ModelFile> file;
  if (asked.file) file = std::make_shared<const ModelFile>(std::move(*asked.file));
  MemoryJobOptions wanted = job;
  wanted.take_format(asked.format);
  if (request.largest_batch) wanted.batch.reset();
  const bool has_users = users.value_or(1) > 1 || requests_per_second;
  request.stated = {wanted.quantisation.has_value() || file != nullptr, job.context.has_value(), job.kv.has_value()};
  const bool is_in_32_bits = request.precision == ScorePrecision::fp32;
  const bool runs = job.task.value_or(MemoryTask::run) == MemoryTask::run;
  if (is_in_32_bits && runs) {
    throw UsageError("--precision fp32: expected only with --task train, lora or qlora; --quant fp32 runs in 32 bits");
  }
  if (is_in_32_bits) wanted.precision = Arithmetic::fp32;
  const RunsOn runs_on = request.deployment == Deployment::datacenter ? RunsOn::servers : RunsOn::own_cards;
  const MemoryJob what = has_users ? job_of_users(wanted, asked.network, file.get(), catalog)
                                   : wanted.job(asked.network, file.get(), runs_on, catalog);
  require_need(asked.network);
  if (job.batch && !request.largest_batch) request.rate_batch = job.batch;
  const bool shares_layers = what.task == MemoryTask::run && splits_by_layers(asked.network);
  if (!own.empty() && !shares_layers) {
    throw UsageError("--own: different GPUs together run language models; training wants equal ones");
  }
  request.job = std::make_shared<const WantedJob>(asked.network, what, std::move(file), job.zero, own_gpus(session));
  const Workload* workload = workload_for(asked.network, what.task, catalog);
  if (names_workload && workload != nullptr && workload->id != request.workload) {
    session.remark(fmt::format("ranked by {}, as --workload says, though {} is {}", request.workload,
                               asked.network.name, workload->id));
  }
  if (!names_workload) {
    if (workload == nullptr)
      throw UsageError("--model: the catalog has no workload of its kind; name one by --workload");
    request.workload = workload->id;
    if (!request.own_weights) request.weights = weights_of(*workload, catalog);
  }
  apply_target(request);
  if (names_count || !request.job->shares() || are_laptops(request.forms)) return;
  const bool is_for_server = request.job->takes_turns() && (has_users || runs_on == RunsOn::servers);
  request.count = {1, is_for_server ? k_server_gpus : k_usual_most_gpus};
  request.takes_fewest = true;
}

}  // namespace gpuadvisor::cli
