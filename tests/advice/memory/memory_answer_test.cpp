#include "advice/memory/memory_answer.hpp"

#include <algorithm>

#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "support/catch2.hpp"

namespace gpuadvisor {
namespace {

/// A decoder of 7 billion parameters, as far as it is described.
Network described() {
  Network network;
  network.name = "Seven";
  network.parameters = Millions{7000};
  return network;
}

MemoryQuestion question_of(const Network& network, const Catalog& catalog) {
  MemoryQuestion question;
  question.network = &network;
  question.job = default_job(network, MemoryTask::run);
  question.request.workload = catalog.default_workload();
  return question;
}

TEST_CASE("Of a network without a shape the weights are told, and what is missing", "[advice]") {
  const Catalog catalog = embedded_catalog();
  const Network network = described();
  const MemoryNeed told = known_need(question_of(network, catalog));
  CHECK_FALSE(told.is_complete());
  CHECK(told.missing == "layers, hidden size, heads and feed-forward width");
  CHECK_THAT(told.total.value(), Catch::Matchers::WithinRel(14.0, 1e-12));
  REQUIRE(told.terms.size() == 1);
  CHECK(told.terms.front().part == NeedPart::weights);
}

TEST_CASE("With layers, width and heads keys and values are told too", "[advice]") {
  const Catalog catalog = embedded_catalog();
  Network network = described();
  network.layers = 32;
  network.hidden = 4096;
  network.heads = 32;
  const MemoryNeed told = known_need(question_of(network, catalog));
  CHECK(told.missing == "feed-forward width");
  // Keys and values of 4096 tokens: 2 x 32 layers x 4096 values x 2 bytes each.
  CHECK_THAT(told.total.value(), Catch::Matchers::WithinRel(14.0 + 2.0 * 32 * 4096 * 2 * 4096 / 1e9, 1e-12));
}

TEST_CASE("No GPU is said to fit what is only told in part", "[advice]") {
  const Catalog catalog = embedded_catalog();
  const Network network = described();
  const MemoryAnswer answer = memory_answer(question_of(network, catalog), catalog);
  REQUIRE_FALSE(answer.fits.empty());
  for (const GpuFit& fit : answer.fits) {
    CHECK_FALSE(fit.verdict);
    CHECK(fit.memory.usable >= Gigabytes{14});
    CHECK(fit.largest_batch == 0);
  }
  CHECK(answer.has_room());
}

TEST_CASE("A file without parameters is as large as its bytes", "[advice]") {
  const Catalog catalog = embedded_catalog();
  ModelFile file;
  file.network.name = "m.safetensors";
  file.stored = StoredWeights{3e9, "2 I32", std::nullopt, std::nullopt};
  MemoryQuestion question = question_of(file.network, catalog);
  CHECK_FALSE(knows_weight_size(question));
  question.file = &file;
  REQUIRE(knows_weight_size(question));
  CHECK(known_need(question).total == Gigabytes{3});
}

TEST_CASE("Named GPUs are answered in their order, with remedies where they have no room", "[advice]") {
  const Catalog catalog = embedded_catalog();
  const Network* network = catalog.network("llama-3-8b");
  REQUIRE(network != nullptr);
  MemoryQuestion question = question_of(*network, catalog);
  question.scope = MemoryScope::named;
  question.gpus = {catalog.gpu("nvidia-geforce-rtx-4090"), catalog.gpu("nvidia-geforce-rtx-2060-6gb")};
  if (question.gpus[1] == nullptr) question.gpus[1] = catalog.gpu("nvidia-geforce-rtx-2060");
  REQUIRE(question.gpus[1] != nullptr);
  const MemoryAnswer answer = memory_answer(question, catalog);
  REQUIRE(answer.fits.size() == 2);
  CHECK(answer.fits[0].verdict == FitVerdict::fits);
  CHECK(answer.fits[0].remedies.empty());
  CHECK(answer.fits[1].verdict == FitVerdict::does_not_fit);
  CHECK_FALSE(answer.fits[1].remedies.empty());
  CHECK(answer.fits[1].largest_batch == 0);
  CHECK(answer.has_room());
}

TEST_CASE("A decoder that runs has tokens per second where it fits, and nowhere else", "[advice]") {
  const Catalog catalog = embedded_catalog();
  const Network* network = catalog.network("llama-3-8b");
  REQUIRE(network != nullptr);
  MemoryQuestion question = question_of(*network, catalog);
  question.job.batch = 4;
  question.scope = MemoryScope::each;
  const MemoryAnswer answer = memory_answer(question, catalog);
  REQUIRE(answer.token_work);
  const TokenSpeed speed(*network, question.job, catalog);
  int told = 0;
  for (const GpuFit& fit : answer.fits) {
    if (fit.verdict == FitVerdict::does_not_fit) CHECK_FALSE(fit.rates);
    if (!fit.rates) continue;
    ++told;
    CHECK(fit.rates->together.middle == speed.decode_rate(*fit.offer.gpu, {1})->middle);
    REQUIRE(fit.rates->serving);
    CHECK(fit.rates->serving->layout.gpus() == 1);
    CHECK(fit.rates->serving->in_flight <= 4);
    CHECK(fit.rates->alone.low < fit.rates->alone.middle);
    CHECK_FALSE(fit.rates->tensors_split);
  }
  CHECK(told > 50);

  question.job = default_job(*network, MemoryTask::qlora);
  const MemoryAnswer trained = memory_answer(question, catalog);
  CHECK_FALSE(trained.token_work);
  for (const GpuFit& fit : trained.fits) CHECK_FALSE(fit.rates);
}

TEST_CASE("Several GPUs have a rate for engines that split every layer", "[advice]") {
  const Catalog catalog = embedded_catalog();
  const Network* network = catalog.network("llama-3-70b");
  REQUIRE(network != nullptr);
  MemoryQuestion question = question_of(*network, catalog);
  question.job.weights = *weight_format("q4-k-m");
  question.job.gpus = 2;
  question.scope = MemoryScope::named;
  question.gpus = {catalog.gpu("nvidia-geforce-rtx-3090")};
  const auto rates_by = [&](Engine engine) {
    question.job.engine = engine;
    const MemoryAnswer answer = memory_answer(question, catalog);
    REQUIRE(answer.fits.size() == 1);
    REQUIRE(answer.fits.front().rates);
    return *answer.fits.front().rates;
  };
  const TokenRates layers = rates_by(Engine::llama_cpp);
  CHECK(layers.split == GpuSplit::layers);
  REQUIRE(layers.tensors_split);
  CHECK_THAT(layers.tensors_split->middle / layers.together.middle,
             Catch::Matchers::WithinRel(split_speedup(2, k_token_constants.fixed.middle), 1e-12));
  const TokenRates tensors = rates_by(Engine::server);  // which has that speed
  CHECK(tensors.split == GpuSplit::tensors);
  CHECK_FALSE(tensors.tensors_split);
  CHECK_THAT(tensors.together.middle, Catch::Matchers::WithinRel(layers.tensors_split->middle, 1e-12));
}

TEST_CASE("More memory never makes a fit worse", "[advice]") {
  const Catalog catalog = embedded_catalog();
  const Network* network = catalog.network("mixtral-8x7b");
  REQUIRE(network != nullptr);
  MemoryQuestion question = question_of(*network, catalog);
  question.scope = MemoryScope::each;
  MemoryAnswer answer = memory_answer(question, catalog);
  // A machine whose GPU shares its memory has no other that could hold experts.
  std::erase_if(answer.fits, [](const GpuFit& fit) { return fit.memory.is_shared; });
  std::sort(answer.fits.begin(), answer.fits.end(),
            [](const GpuFit& a, const GpuFit& b) { return a.memory.usable < b.memory.usable; });
  // With experts in RAM it is no better than tight without.
  const auto verdict = [](const GpuFit& fit) {
    return fit.is_in_host ? std::max(*fit.verdict, FitVerdict::tight) : *fit.verdict;
  };
  for (std::size_t i = 1; i < answer.fits.size(); ++i) {
    CHECK(verdict(answer.fits[i]) <= verdict(answer.fits[i - 1]));
    CHECK(answer.fits[i].largest_batch >= answer.fits[i - 1].largest_batch);
  }
}

}  // namespace
}  // namespace gpuadvisor
