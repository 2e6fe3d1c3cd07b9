#include "wanted_job_options.hpp"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <utility>

#include "asked_network.hpp"
#include "gpuadvisor/core/error.hpp"

namespace gpuadvisor::cli {
namespace {

constexpr int k_usual_most_gpus = 4;  // what a desktop has room for

/// Throws UsageError for a network that a need cannot be told of.
void require_whole_need(const Network& network, const MemoryJob& job) {
  const std::string_view missing =
      network.parameters > Millions{0} ? missing_shape(network, job) : std::string_view("number of parameters");
  if (missing.empty()) return;
  throw UsageError(
      fmt::format("--model: what {} needs cannot be told, since this is not known: {}; `memory` tells what can be",
                  network.name, missing));
}

}  // namespace

void WantedJobOptions::add_to(OptionParser& parser) {
  parser.add("--model", model, "MODEL", "What they must have room for: of `memory --list`, or a file");
  job.add_shared_to(parser);
}

void WantedJobOptions::apply_to(Request& request, const Catalog& catalog, bool names_workload, bool names_count) const {
  if (model.empty()) {
    if (!job.first_given.empty()) throw UsageError(fmt::format("{}: expected only with --model", job.first_given));
    return;
  }
  AskedNetwork asked = asked_network({model}, {}, catalog);
  std::shared_ptr<const ModelFile> file;
  if (asked.file) file = std::make_shared<const ModelFile>(std::move(*asked.file));
  MemoryJobOptions wanted = job;
  const bool is_in_32_bits = request.precision == ScorePrecision::fp32;
  const bool runs = job.task.value_or(MemoryTask::run) == MemoryTask::run;
  if (is_in_32_bits && runs) {
    throw UsageError("--precision fp32: expected only with --task train, lora or qlora; --quant fp32 runs in 32 bits");
  }
  if (is_in_32_bits) wanted.precision = Arithmetic::fp32;
  const RunsOn runs_on = request.deployment == Deployment::datacenter ? RunsOn::servers : RunsOn::own_cards;
  const MemoryJob what = wanted.job(asked.network, file.get(), runs_on);
  require_whole_need(asked.network, what);
  request.job = std::make_shared<const WantedJob>(asked.network, what, std::move(file), job.zero);
  if (!names_workload) {
    const Workload* workload = catalog.workload(workload_of(asked.network.kind, what.task));
    if (workload == nullptr)
      throw UsageError("--model: the catalog has no workload of its kind; name one by --workload");
    request.workload = workload->id;
    if (!request.own_weights) request.weights = weights_of(*workload, catalog);
  }
  if (names_count || !request.job->shares()) return;
  request.count = {1, k_usual_most_gpus};
  request.takes_fewest = true;
}

}  // namespace gpuadvisor::cli
