// GPUs that must have room for a model.

#include <fmt/format.h>

#include <memory>
#include <string>

#include "gpuadvisor/advice/recommend.hpp"
#include "output/phrases/change_text.hpp"
#include "support/catch2.hpp"
#include "support/test_market.hpp"

using namespace gpuadvisor;

namespace {

/// Ten billion parameters in twelve layers: 20 GB at 16 bits, 0.2 GB of keys and values, 0.7 GB of context and work
/// space. Of n GPUs the fullest holds 12 / n layers, rounded up.
Network ten_billion() {
  Network network;
  network.id = "ten-billion";
  network.name = "Ten billion";
  network.kind = NetworkKind::decoder;
  network.parameters = Millions{10'000};
  network.layers = 12;
  network.hidden = 1000;
  network.heads = 10;
  network.feed_forward = 4000;
  network.vocabulary = 1000;
  return network;
}

std::shared_ptr<const WantedJob> wanted(MemoryTask task, std::optional<int> zero_stage = std::nullopt) {
  const Network network = ten_billion();
  return std::make_shared<const WantedJob>(network, default_job(network, task), nullptr, zero_stage);
}

/// Used cards of equal speed; 24 GB cost $700, 12 GB $300, 10.5 GB $250 and 8 GB $150.
Catalog cards() {
  return test_market(
      {test_card("card-24", 24), test_card("card-12", 12), test_card("card-10", 10.5), test_card("card-8", 8)},
      {test_used("card-24", 700), test_used("card-12", 300), test_used("card-10", 250), test_used("card-8", 150)});
}

Request asked(const Catalog& catalog, CountRange count, std::shared_ptr<const WantedJob> job) {
  Request request = test_request(catalog);
  request.support = Support::any;
  request.count = count;
  request.job = std::move(job);
  request.takes_fewest = true;
  return request;
}

/// "2x card-12 fits".
Strings rows_of(const Answer& answer) {
  Strings found;
  for (const auto& [offer, rank, group] : answer.rows) {
    found.push_back(fmt::format("{}x {} {}", offer.count, offer.gpu->id, enum_name(*offer.fit)));
  }
  return found;
}

}  // namespace

TEST_CASE("a job takes the fewest GPUs that it fits on, tightly or not, and the cheapest of equally fast ones",
          "[advice]") {
  const Catalog catalog = cards();
  const Request request = asked(catalog, {1, 4}, wanted(MemoryTask::run));
  // Needed: 20.9 GB on one, 10.8 on two, 7.4 on three, or 4 % more. 24 GB leave 25.2 to programs, 12 leave 12.6, 10.5
  // leave 11.0, which is less than the 11.2 that two may need, and 8 leave 8.4. All are as fast, so that the one goes
  // before two, and these before three; the two cost $500 and $600.
  CHECK(rows_of(recommend(catalog, request)) ==
        Strings{"1x card-24 fits", "2x card-10 tight", "2x card-12 fits", "3x card-8 fits"});

  Request poorer = request;
  poorer.budget = Usd{600};
  CHECK(rows_of(recommend(catalog, poorer)) == Strings{"2x card-10 tight", "2x card-12 fits", "3x card-8 fits"});

  Request single = request;
  single.count = {1, 1};
  CHECK(rows_of(recommend(catalog, single)) == Strings{"1x card-24 fits"});
}

TEST_CASE("a count that is named holds whether or not fewer would do", "[advice]") {
  const Catalog catalog = cards();
  Request request = asked(catalog, {2, 2}, wanted(MemoryTask::run));
  request.takes_fewest = false;
  CHECK(rows_of(recommend(catalog, request)) == Strings{"2x card-10 tight", "2x card-12 fits", "2x card-24 fits"});
}

TEST_CASE("a range of counts lists every number that a job fits on", "[advice]") {
  const Catalog catalog = cards();
  Request request = asked(catalog, {1, 3}, wanted(MemoryTask::run));
  request.takes_fewest = false;
  request.budget = Usd{800};  // three cards of 12 GB are $900
  CHECK(rows_of(recommend(catalog, request)) ==
        Strings{"1x card-24 fits", "2x card-10 tight", "2x card-12 fits", "3x card-8 fits", "3x card-10 fits"});
}

TEST_CASE("GPUs that somebody has hold a part of the layers", "[advice]") {
  const Catalog catalog = cards();
  const Network network = ten_billion();
  const std::vector<GpuGroup> own = {{catalog.gpu("card-12"), 1}};
  const auto job =
      std::make_shared<const WantedJob>(network, default_job(network, MemoryTask::run), nullptr, std::nullopt, own);
  CHECK(job->fit(*machine_of(own)).verdict == FitVerdict::does_not_fit);
  // A layer takes 1.68 GB, all else 0.7, or 4 % more: 12 GB hold 6 of 12 layers, tightly 7; 10.5 GB hold 5 and 6, 8 GB
  // 4 and 4. Single ones cost $250, $300 and $700; two of 8 GB are no faster.
  const Answer answer = recommend(catalog, asked(catalog, {1, 4}, job));
  CHECK(rows_of(answer) == Strings{"1x card-10 tight", "1x card-12 fits", "1x card-24 fits", "2x card-8 fits"});
  CHECK(job->fit(*catalog.gpu("card-10"), 1)->layers ==
        std::vector{6, 6});                                     // of 7 and 6 that there is tightly room for
  CHECK(job->fit(*catalog.gpu("card-12"), 1)->layers.empty());  // equal ones
}

TEST_CASE("layers in the host's memory let in a card beside as many as hold them all", "[advice]") {
  const Catalog catalog = cards();
  const Network network = ten_billion();
  MemoryJob job = default_job(network, MemoryTask::run);
  job.host = HostMemory{Gibibytes{64}, ram_bandwidth(k_ddr5_megatransfers, 2)};
  const auto wanted = std::make_shared<const WantedJob>(network, job);
  CHECK(rows_of(recommend(catalog, asked(catalog, {1, 4}, wanted))) ==
        Strings{"1x card-8 fits", "1x card-10 fits", "1x card-12 fits", "1x card-24 fits", "2x card-10 tight",
                "2x card-12 fits", "3x card-8 fits"});
  CHECK(wanted->fit(*catalog.gpu("card-24"), 1)->way->job.layers_on_host == 0);
}

TEST_CASE("what makes images keeps idle parts in the host's memory where it does not fit otherwise", "[advice]") {
  const auto parts = std::to_array<NetworkPart>({{"text encoder", std::nullopt, Millions{3900}},
                                                 {"denoiser", std::nullopt, Millions{6000}},
                                                 {"image decoder", std::nullopt, Millions{100}}});
  Network network;
  network.name = "Painter";
  network.kind = NetworkKind::diffusion;
  network.parameters = Millions{10'000};
  network.input = "1024x1024 RGB";
  network.parts = parts;
  MemoryJob job = default_job(network, MemoryTask::run);
  job.weights = format_fp8();
  const WantedJob painter(network, job);
  // 10.1 GB of weights, the decoder's in 16 bits, 2.15 of work space and 0.65 of context are 12.9 GB; the denoiser
  // alone and the context 6.7. Needs may be half as large again.
  Gpu gpu;
  gpu.memory = Gibibytes{16};
  REQUIRE(painter.fit(gpu, 1).has_value());
  CHECK(painter.fit(gpu, 1)->verdict == FitVerdict::tight);
  CHECK_FALSE(painter.fit(gpu, 1)->way->job.offloads_parts);
  gpu.memory = Gibibytes{8};
  CHECK(painter.fit(gpu, 1)->verdict == FitVerdict::tight);
  CHECK(painter.fit(gpu, 1)->way->job.offloads_parts);
  gpu.memory = Gibibytes{6};
  CHECK(painter.fit(gpu, 1)->verdict == FitVerdict::does_not_fit);
}

TEST_CASE("what a job needs takes the place of the memory that a workload asks for, but for each of several",
          "[advice]") {
  const Catalog catalog = cards();
  CHECK(with_defaults(test_request(catalog), catalog).memory_floor.has_value());
  CHECK_FALSE(with_defaults(asked(catalog, {1, 1}, wanted(MemoryTask::run)), catalog).memory_floor.has_value());
  CHECK(with_defaults(asked(catalog, {1, 4}, wanted(MemoryTask::run)), catalog).memory_floor.has_value());
}

TEST_CASE("several GPUs that take turns are as fast as one", "[advice]") {
  const Catalog catalog = cards();
  const Answer answer = recommend(catalog, asked(catalog, {1, 4}, wanted(MemoryTask::run)));
  REQUIRE(answer.rows.size() == 4);
  for (const RankedOffer& row : answer.rows) CHECK(row.offer.speed == answer.rows.front().offer.speed);
}

TEST_CASE("where nothing has room, the answer names what would make it", "[advice]") {
  const Catalog catalog = test_market({test_card("card-12", 12)}, {test_used("card-12", 300)});
  Request stated = asked(catalog, {1, 1}, wanted(MemoryTask::run));
  const Answer changed = recommend(catalog, stated);
  CHECK(rows_of(changed) == Strings{"1x card-12 fits"});
  CHECK(change_texts(changed.changes) == Strings{"--quant q8-0"});
  stated.stated.format = true;  // what is stated is not changed
  const Answer answer = recommend(catalog, stated);
  CHECK(answer.rows.empty());
  CHECK(answer.excluded.by_constraint[first(failure_of("fit"))] == 1);
  REQUIRE(answer.near_misses.size() == 1);  // by Q8_0, of 8.5 bits the most that fits: 10.6 GB of weights
  const NearMiss& miss = answer.near_misses.front();
  CHECK(miss.missing.front().constraint == "fit");
  CHECK(miss.missing.front().reason == "12.6 GB of the 20.9 GB needed are usable");
  CHECK(change_texts(miss.changes) == Strings{"--quant q8-0"});
}

TEST_CASE("a smaller format comes before more money", "[advice]") {
  const Catalog catalog = cards();
  Request request = asked(catalog, {1, 1}, wanted(MemoryTask::run));
  request.budget = Usd{690};  // $10 less than the only card that it fits on
  CHECK(change_texts(recommend(catalog, request).changes) == Strings{"--quant q8-0"});
  request.stated.format = true;
  const Answer answer = recommend(catalog, request);
  REQUIRE(answer.near_misses.size() == 2);
  CHECK(change_texts(answer.near_misses[0].changes) == Strings{"--quant q8-0"});
  CHECK(answer.near_misses[0].offer.gpu->id == "card-12");  // 11.5 GB, which 10.5 GB have no room for
  CHECK(change_texts(answer.near_misses[1].changes) == Strings{"--budget 700"});
}

TEST_CASE("training on several GPUs splits as little as makes it fit, or the stage that is stated", "[advice]") {
  // 18 bytes for each of 10^10 parameters are 180 GB, split over eight 22.5; ZeRO 3 leaves 16 / 8 = 2 of 16 bytes: 20
  // GB.
  const auto split_if_needed = wanted(MemoryTask::train);
  const auto never_split = wanted(MemoryTask::train, 0);
  Gpu gpu;
  gpu.memory = Gibibytes{96};
  CHECK(split_if_needed->fit(gpu, 1)->verdict == FitVerdict::does_not_fit);
  REQUIRE(split_if_needed->fit(gpu, 8).has_value());
  const JobFit fit = *split_if_needed->fit(gpu, 8);
  CHECK(fit.verdict != FitVerdict::does_not_fit);
  CHECK(fit.way->job.zero_stage > 0);
  CHECK(fit.way->job.gpus == 8);
  CHECK(never_split->fit(gpu, 8)->verdict == FitVerdict::does_not_fit);
  CHECK(never_split->fit(gpu, 8)->way->job.zero_stage == 0);
}

TEST_CASE("training adapters on several GPUs splits nothing unless a stage is stated", "[advice]") {
  Gpu gpu;
  gpu.memory = Gibibytes{48};
  CHECK(wanted(MemoryTask::lora)->fit(gpu, 4)->way->job.zero_stage == 0);
  CHECK(wanted(MemoryTask::lora, 3)->fit(gpu, 4)->way->job.zero_stage == 3);
}

TEST_CASE("a GPU whose memory is not known has no room that could be told", "[advice]") {
  const auto job = wanted(MemoryTask::run);
  CHECK_FALSE(job->fit(Gpu(), 1).has_value());
}

TEST_CASE("the work of a model has the speeds of its kind", "[advice]") {
  CHECK(workload_of(NetworkKind::decoder, MemoryTask::run) == "llm-inference");
  CHECK(workload_of(NetworkKind::decoder, MemoryTask::train) == "transformer");
  CHECK(workload_of(NetworkKind::decoder, MemoryTask::qlora) == "llm-finetuning");
  CHECK(workload_of(NetworkKind::encoder, MemoryTask::run) == "transformer");
  CHECK(workload_of(NetworkKind::encoder_decoder, MemoryTask::train) == "transformer");
  CHECK(workload_of(NetworkKind::convolutional, MemoryTask::train) == "cnn");
  CHECK(workload_of(NetworkKind::recurrent, MemoryTask::train) == "rnn");
  CHECK(workload_of(NetworkKind::diffusion, MemoryTask::run) == "image-generation-flux");
  CHECK(workload_of(NetworkKind::diffusion, MemoryTask::train) == "general");
}
