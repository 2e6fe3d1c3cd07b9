// What machines do with a job, and that all who ask are told the same.

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "advice/memory/memory_answer.hpp"
#include "advice/memory/what_runs.hpp"
#include "gpuadvisor/advice/answer_details.hpp"
#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "gpuadvisor/sizing/network_shape.hpp"
#include "support/catch2.hpp"

using namespace gpuadvisor;

namespace {

const Gpu& gpu(const Catalog& catalog, std::string_view id) {
  const Gpu* found = catalog.gpu(id);
  REQUIRE(found != nullptr);
  return *found;
}

MemoryJob job_of(const Network& network, MemoryTask task) {
  MemoryJob job = default_job(network, task);
  if (task == MemoryTask::run && network.kind == NetworkKind::decoder) job.weights = format_q4_k_m();
  if (task == MemoryTask::run) job.engine = Engine::llama_cpp;
  return job;
}

std::vector<std::string_view> ids(const Machine& machine) {
  std::vector<std::string_view> found;
  for (const GpuGroup& kind : machine.kinds) found.push_back(kind.gpu->id);
  return found;
}

using Ids = std::vector<std::string_view>;

constexpr std::string_view k_3090 = "nvidia-geforce-rtx-3090";
constexpr std::string_view k_1660 = "nvidia-geforce-gtx-1660-super";
constexpr std::string_view k_4060 = "nvidia-geforce-rtx-4060-ti-16gb";
constexpr std::string_view k_7900 = "amd-radeon-rx-7900-xtx";

TEST_CASE("GPUs take part that make a job possible or faster", "[advice]") {
  const Catalog catalog = embedded_catalog();
  const Network& small = *catalog.network("llama-3-1-8b");
  const Network& large = *catalog.network("llama-3-1-70b");
  const WantedJob fits_one(small, job_of(small, MemoryTask::run));
  const WantedJob fits_two(large, job_of(large, MemoryTask::run));
  const WantedJob trains(small, job_of(small, MemoryTask::qlora));
  const auto machine = [&](const Ids& names) {
    std::vector<GpuGroup> groups;
    for (const auto name : names) groups.push_back({&gpu(catalog, name), 1});
    return *machine_of(groups);
  };
  CHECK(ids(Planner(fits_one, catalog).plan(machine({k_3090, k_1660})).on) == Ids{k_3090});
  CHECK(ids(Planner(fits_one, catalog).plan(machine({k_1660, k_3090})).on) == Ids{k_3090});
  const Planner planner(fits_two, catalog);
  // 44.9 GB: 42.1 are too few, and 18.5 more enough.
  CHECK(planner.plan(machine({k_3090, k_4060})).verdict == FitVerdict::does_not_fit);
  const Plan three = planner.plan(machine({k_3090, k_4060, k_3090}));
  CHECK(three.verdict == FitVerdict::fits);
  CHECK(ids(three.on) == Ids{k_3090});  // the two of them
  CHECK(three.on.count == 2);
  // Of one vendor each; neither has room alone.
  CHECK(planner.plan(machine({k_3090, k_7900})).verdict == FitVerdict::does_not_fit);
  // Adapters are not split by layers.
  CHECK(ids(Planner(trains, catalog).plan(machine({k_1660, k_3090})).on) == Ids{k_3090});
}

TEST_CASE("what is bought takes part, beside what the asker has", "[advice]") {
  const Catalog catalog = embedded_catalog();
  const Network& network = *catalog.network("llama-3-1-8b");
  const WantedJob job(network, job_of(network, MemoryTask::run), nullptr, std::nullopt, {{&gpu(catalog, k_3090), 1}});
  const Planner planner(job, catalog);
  const auto slower = planner.plan(gpu(catalog, k_1660));
  REQUIRE(slower);
  CHECK(ids(slower->on) == Ids{k_3090, k_1660});
  REQUIRE(planner.plan_of_own());
  CHECK(slower->rates->together.middle < planner.plan_of_own()->rates->together.middle);
  const auto second = planner.plan(gpu(catalog, k_3090));
  CHECK(ids(second->on) == Ids{k_3090});
  CHECK(second->on.count == 2);
  CHECK(second->layers.empty());
}

/// A job with what each way of asking tells of it, by GPU.
struct Asked {
  const Catalog& catalog;
  const Network& network;
  MemoryJob job;
};

void check_same(const Asked& asked, const Gpu& gpu, const Plan& plan, std::optional<FitVerdict> verdict,
                const std::optional<NetworkRate>& rate) {
  INFO(gpu.id << ", " << asked.network.id << ", " << enum_name(asked.job.task) << " on " << asked.job.gpus);
  CHECK(verdict == plan.verdict);
  REQUIRE(rate.has_value() == (plan.rate() != nullptr));
  if (rate) CHECK(rate->middle == plan.rate()->middle);
}

/// Against the rows of `memory`, of each GPU of the catalog.
void judge_memory(const Asked& asked, const Planner& planner) {
  MemoryQuestion question;
  question.network = &asked.network;
  question.job = asked.job;
  question.scope = MemoryScope::each;
  question.request.workload = asked.catalog.default_workload();
  for (const GpuFit& fit : memory_answer(question, asked.catalog).fits) {
    const Gpu& gpu = *fit.offer.gpu;
    const auto plan = planner.plan(gpu, asked.job.gpus);
    REQUIRE(plan);
    const auto trained = fit.training ? std::optional(fit.training->usual) : std::nullopt;
    check_same(asked, gpu, *plan, fit.verdict, fit.rates ? std::optional(fit.rates->together) : trained);
    if (fit.way) CHECK(fit.way->need.total == plan->way->need.total);
  }
}

/// Against the rows of `recommend`: offers of cards on which it fits.
void judge_recommend(const Asked& asked, const Planner& planner) {
  Request request;
  request.workload = workload_of(asked.network.kind, asked.job.task);
  request.job = std::make_shared<const WantedJob>(planner.job());
  request.count = {asked.job.gpus, asked.job.gpus};
  request.support = Support::any;
  const Answer answer = recommend(asked.catalog, request);
  for (const DetailedOffer& row : answer_details(answer, asked.catalog).rows) {
    const Gpu& gpu = *row.offer.gpu;
    const auto plan = planner.plan(gpu, asked.job.gpus);
    REQUIRE((plan && row.details.plan));
    check_same(asked, gpu, *plan, row.offer.fit, row.details.rate);
    CHECK(row.details.plan->way->job.zero_stage == plan->way->job.zero_stage);
  }
}

/// Against what `memory --gpu` and `detect` say that GPUs run and train.
void judge_what_runs(const Asked& asked, const Planner& planner) {
  for (const std::string_view id : {k_3090, k_4060, k_7900, std::string_view("nvidia-h100-sxm5-80gb")}) {
    WhatRunsQuestion question;
    question.gpus = *machine_of({{&gpu(asked.catalog, id), asked.job.gpus}});
    question.task = asked.job.task;
    question.job = [&](const Network& network, MemoryTask task) {
      return network.id == asked.network.id ? asked.job : job_of(network, task);
    };
    const WhatRunsAnswer answer = what_runs(question, asked.catalog);
    const auto row = std::find_if(answer.rows.begin(), answer.rows.end(), [&](const NetworkThatFits& one) {
      return one.network->id == asked.network.id && !one.is_format_smaller;
    });
    const auto plan = planner.plan(gpu(asked.catalog, id), asked.job.gpus);
    INFO(id << ", " << asked.network.id << ", " << enum_name(asked.job.task) << " on " << asked.job.gpus);
    REQUIRE((row != answer.rows.end()) == (plan->verdict != FitVerdict::does_not_fit));
    if (row == answer.rows.end()) continue;
    const auto trained =
        plan->training ? std::optional(plan->training->usual) : std::nullopt;  // which it does not tell
    check_same(asked, gpu(asked.catalog, id), *plan, row->verdict, row->rate ? row->rate : trained);
  }
}

TEST_CASE("whichever command asks, a machine does the same with a job", "[advice]") {
  const Catalog catalog = embedded_catalog();
  const auto networks = std::to_array<std::string_view>(
      {"llama-3-1-8b", "llama-3-1-70b", "gpt-oss-20b", "qwen3-235b-a22b", "mistral-7b", "flux-1", "wan-2-2-a14b"});
  for (const std::string_view id : networks) {
    const Network* network = catalog.network(id);
    INFO(id);
    REQUIRE(network != nullptr);
    for (const MemoryTask task : {MemoryTask::run, MemoryTask::lora, MemoryTask::qlora, MemoryTask::train}) {
      if (task != MemoryTask::run && network->kind != NetworkKind::decoder) continue;
      for (const int count : {1, 2, 8}) {
        Asked asked{catalog, *network, job_of(*network, task)};
        asked.job.gpus = count;
        const WantedJob as_it_is(*network, asked.job);
        const WantedJob wanted = with_usual_memory(as_it_is, catalog);
        const Planner planner(wanted, catalog);
        judge_memory(asked, planner);
        judge_recommend(asked, planner);
        if (count < 8) judge_what_runs(asked, Planner(as_it_is, catalog));  // of a machine that somebody has
      }
    }
  }
}

}  // namespace
