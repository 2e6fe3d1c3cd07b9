// What the host's memory holds for cards that have no room, and layers on cards of different memory.

#include <numeric>

#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "gpuadvisor/sizing/network_work.hpp"
#include "sizing/layer_spread.hpp"
#include "sizing/memory_limits.hpp"
#include "support/catch2.hpp"

using namespace gpuadvisor;

namespace {

using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

MemoryJob running(const Network& network, std::string_view format) {
  MemoryJob job = default_job(network, MemoryTask::run);
  job.weights = *weight_format(format);
  job.host = HostMemory{Gibibytes{1024}, ram_bandwidth(4800, 8)};
  return job;
}

TEST_CASE("A channel moves eight bytes with each transfer", "[sizing]") {
  CHECK(ram_bandwidth(3200, 2) == GigabytesPerSecond{51.2});
  CHECK(ram_bandwidth(4800, 12) == GigabytesPerSecond{460.8});
}

TEST_CASE("Experts in the host's memory leave the card by whole layers", "[sizing]") {
  const Catalog catalog = embedded_catalog();
  const Network& qwen = *catalog.network("qwen3-235b-a22b");
  MemoryJob job = running(qwen, "fp16");
  const Gigabytes whole = memory_need(qwen, job).total;
  job.layers_on_host = 47;  // of 94
  // 94 layers of 128 experts of three matrices 4096 * 1536: 227.099 * 10^9 parameters, half of them in 2 B.
  const double half = 94.0 * 128 * 3 * 4096 * 1536;
  CHECK_THAT(host_need(qwen, job).value(), WithinRel(half / 1e9, 1e-9));
  CHECK_THAT((whole - memory_need(qwen, job).total).value(), WithinRel(half / 1e9, 1e-9));
  // A token is sent to 8 of 128.
  CHECK_THAT(token_work(qwen, job).on_host.value(), WithinRel(half / 1e9 / 16, 1e-9));
}

TEST_CASE("Whole layers take their keys and values with them", "[sizing]") {
  const Catalog catalog = embedded_catalog();
  const Network& llama = *catalog.network("llama-3-8b");
  MemoryJob job = running(llama, "fp16");
  const Gigabytes whole = memory_need(llama, job).total;
  job.layers_on_host = 8;  // of 32
  // (8030.26 M - 2 * 128256 * 4096) / 4 parameters in 2 B, and a quarter of 4096 * 131072 B.
  const double moved = (8030.26e6 - 2.0 * 128256 * 4096) / 4 * 2 + 4096 * 131072.0 / 4;
  CHECK_THAT(host_need(llama, job).value(), WithinRel(moved / 1e9, 1e-6));
  CHECK_THAT((whole - memory_need(llama, job).total).value(), WithinRel(moved / 1e9, 1e-6));
}

UsableMemory with_usable(Gigabytes usable) {
  UsableMemory memory;
  memory.usable = usable;
  return memory;
}

TEST_CASE("As few layers as it takes go to the host's memory, as long as that has room", "[sizing]") {
  const Catalog catalog = embedded_catalog();
  const Network& qwen = *catalog.network("qwen3-235b-a22b");
  const MemoryJob job = running(qwen, "q4-k-m");
  const UsableMemory memory = with_usable(Gigabytes{25});
  const auto found = in_host_memory(qwen, job, memory);
  REQUIRE(found);
  CHECK(found->verdict == FitVerdict::fits);
  MemoryJob fewer = found->job;
  --fewer.layers_on_host;
  CHECK(fit_verdict(memory_need(qwen, fewer), memory.usable) != FitVerdict::fits);
  MemoryJob in_little = job;
  in_little.host->size = Gibibytes{64};
  CHECK_FALSE(in_host_memory(qwen, in_little, memory));
  CHECK_FALSE(in_host_memory(qwen, job, with_usable(Gigabytes{2})));  // what stays takes more
  MemoryJob of_many = job;
  of_many.batch = 2;
  CHECK_FALSE(in_host_memory(qwen, of_many, memory));
  UsableMemory shared = memory;
  shared.is_shared = true;
  CHECK_FALSE(in_host_memory(qwen, job, shared));  // the machine has no other
}

TEST_CASE("Cards hold layers by their free memory", "[sizing]") {
  const Catalog catalog = embedded_catalog();
  const Network& llama = *catalog.network("llama-3-1-70b");
  MemoryJob job = default_job(llama, MemoryTask::run);
  job.weights = *weight_format("q4-k-m");
  const auto together = [&](std::vector<Gigabytes> usable) { return spread_over(llama, job, usable); };

  const LayerSpread equal = together({Gigabytes{30}, Gigabytes{30}});
  CHECK(equal.verdict == FitVerdict::fits);
  CHECK(equal.layers == std::vector{40, 40});

  const LayerSpread different = together({Gigabytes{16}, Gigabytes{40}});
  CHECK(different.verdict == FitVerdict::fits);
  CHECK(std::accumulate(different.layers.begin(), different.layers.end(), 0) == 80);
  for (std::size_t i = 0; i < 2; ++i) {
    const FittedJob part = with_layers(llama, job, 2, different.layers[i], different.verdict);
    const Gigabytes usable = i == 0 ? Gigabytes{16} : Gigabytes{40};
    CHECK(fit_verdict(part.need, usable) == FitVerdict::fits);
  }
  CHECK(together({Gigabytes{20}, Gigabytes{20}}).verdict == FitVerdict::does_not_fit);

  // Equal cards need what a job on so many of them does.
  MemoryJob on_two = job;
  on_two.gpus = 2;
  const double half = with_layers(llama, job, 2, 40, FitVerdict::fits).need.total.value();
  CHECK_THAT(memory_need(llama, on_two).total.value(), WithinAbs(half, 1e-9));
}

TEST_CASE("Different cards leave to the host's memory as few layers as it takes", "[sizing]") {
  const Catalog catalog = embedded_catalog();
  const Network& llama = *catalog.network("llama-3-1-70b");
  const MemoryJob job = running(llama, "q4-k-m");
  const std::vector usable = {Gigabytes{25}, Gigabytes{12}};
  CHECK(spread_over(llama, job, usable, false).verdict == FitVerdict::does_not_fit);
  const LayerSpread found = spread_over(llama, job, usable, true);
  CHECK(found.verdict == FitVerdict::fits);
  CHECK(found.layers_on_host > 0);
  CHECK(std::accumulate(found.layers.begin(), found.layers.end(), found.layers_on_host) == 80);
  MemoryJob part = job;
  part.layers_on_host = found.layers_on_host;
  for (std::size_t i = 0; i < usable.size(); ++i) {
    CHECK(fit_verdict(with_layers(llama, part, 2, found.layers[i], found.verdict).need, usable[i]) == FitVerdict::fits);
  }
  MemoryJob without = job;
  without.host.reset();
  CHECK(spread_over(llama, without, usable, true).verdict == FitVerdict::does_not_fit);
  MemoryJob in_little = job;
  in_little.host->size = Gibibytes{8};
  CHECK(spread_over(llama, in_little, usable, true).verdict == FitVerdict::does_not_fit);
}

}  // namespace
