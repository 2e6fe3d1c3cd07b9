#include "gpuadvisor/sizing/memory_fit.hpp"

#include <algorithm>
#include <vector>

#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "sizing/memory_limits.hpp"
#include "sizing/memory_remedies.hpp"
#include "support/catch2.hpp"

using namespace gpuadvisor;
using Catch::Matchers::WithinRel;

namespace {

MemoryNeed need_of(double total, double low, double high) {
  MemoryNeed need;
  need.total = Gigabytes{total};
  need.low = Gigabytes{low};
  need.high = Gigabytes{high};
  return need;
}

double usable_gb(std::string_view gpu) { return usable_memory(*embedded_catalog().gpu(gpu))->usable.value(); }

/// A desktop and a machine with more channels.
const std::vector<HostMemory> k_hosts = {{Gibibytes{192}, GigabytesPerSecond{89.6}},
                                         {Gibibytes{512}, GigabytesPerSecond{204.8}}};

UsableMemory with_usable(Gigabytes usable) {
  UsableMemory memory;
  memory.usable = usable;
  return memory;
}

}  // namespace

TEST_CASE("A card leaves most of its memory, by what it is", "[sizing]") {
  constexpr double k_gib = 1.073741824;
  CHECK_THAT(usable_gb("nvidia-geforce-rtx-3090"), WithinRel(24 * k_gib * 0.98, 1e-9));
  CHECK_THAT(usable_gb("nvidia-a10"), WithinRel(24 * k_gib * 0.98 * 15 / 16, 1e-9));   // ECC in GDDR6
  CHECK_THAT(usable_gb("nvidia-a100-sxm4-40gb"), WithinRel(40 * k_gib * 0.98, 1e-9));  // ECC of its own in HBM
  CHECK_THAT(usable_memory(Gibibytes{24}, true).usable.value(), WithinRel(24 * k_gib * 0.98 - 1, 1e-9));
}

TEST_CASE("A machine with shared memory gives a GPU a part of it", "[sizing]") {
  Gpu gpu;
  gpu.segment = Segment::unified;
  gpu.memory = Gibibytes{32};
  CHECK(usable_memory(gpu)->share == 0.70);
  gpu.memory = Gibibytes{64};
  CHECK(usable_memory(gpu)->share == 0.75);
  gpu.memory.reset();
  CHECK_FALSE(usable_memory(gpu));
}

TEST_CASE("A GPU of Apple's gets the share of the machine's memory that was set", "[sizing]") {
  constexpr double k_gib = 1.073741824;
  const Catalog catalog = embedded_catalog().with_gpu_memory_share(0.9);
  const auto memory_of = [&](std::string_view id) { return *usable_memory(*catalog.gpu(id)); };
  const UsableMemory large = memory_of("apple-m4-max-64gb");
  CHECK_THAT(large.usable.value(), WithinRel(64 * k_gib * 0.9, 1e-9));
  CHECK(large.share == 0.9);
  CHECK(large.is_shared);
  CHECK(large.reason == "as you set it by iogpu.wired_limit_mb");
  CHECK_THAT(memory_of("apple-m4-24gb").usable.value(), WithinRel(24 * k_gib * 0.9, 1e-9));  // small ones, too
  // Of other vendors, and where nothing is set: the defaults.
  CHECK_THAT(memory_of("nvidia-dgx-spark-gb10").usable.value(), WithinRel(128 * k_gib * 0.75, 1e-9));
  CHECK_THAT(memory_of("nvidia-geforce-rtx-3090").usable.value(), WithinRel(24 * k_gib * 0.98, 1e-9));
  CHECK_THAT(usable_gb("apple-m4-max-64gb"), WithinRel(64 * k_gib * 0.75, 1e-9));
  CHECK(usable_memory(*embedded_catalog().gpu("apple-m4-max-64gb"))->reason == "macOS keeps the rest by default");
  // It is still there on an earlier day.
  const Catalog earlier = catalog.known_by(PartialDate(2026, 1, 1).last_day());
  CHECK(earlier.gpu("apple-m4-max-64gb")->gpu_memory_share == 0.9);
}

TEST_CASE("A need fits by its upper end, tightly by its middle", "[sizing]") {
  const Gigabytes ten{10};
  CHECK(fit_verdict(need_of(8, 7, 10), ten) == FitVerdict::fits);  // just
  CHECK(fit_verdict(need_of(8, 7, 10.001), ten) == FitVerdict::tight);
  CHECK(fit_verdict(need_of(9.9, 9, 10), ten) == FitVerdict::fits);
  CHECK(fit_verdict(need_of(10, 9, 14), ten) == FitVerdict::tight);  // just
  CHECK(fit_verdict(need_of(10.001, 9, 14), ten) == FitVerdict::does_not_fit);
}

TEST_CASE("The largest batch fits, and one more does not", "[sizing]") {
  const Catalog catalog = embedded_catalog();
  const Network& resnet = *catalog.network("resnet-50");
  MemoryJob job = default_job(resnet, MemoryTask::train);
  const Gigabytes usable = usable_memory(Gibibytes{11}).usable;
  job.batch = largest_batch(resnet, job, usable);
  CHECK(job.batch > 1);
  CHECK(memory_need(resnet, job).total <= usable);
  ++job.batch;
  CHECK(usable < memory_need(resnet, job).total);
  CHECK(largest_batch(resnet, job, Gigabytes{0.5}) == 0);
}

TEST_CASE("The largest context is no more than a network was made for", "[sizing]") {
  const Catalog catalog = embedded_catalog();
  const Network& llama = *catalog.network("llama-3-1-8b");
  MemoryJob job = default_job(llama, MemoryTask::run);
  CHECK(largest_context(llama, job, Gigabytes{1000}) == 131072);
  // (20 - 0.65 - 16.06052 - 0.069206) * 1e9 / 131072 B a token = 24568.3
  CHECK(largest_context(llama, job, Gigabytes{20}) == 24568);
}

TEST_CASE("Keys and values take as few bits as it needs", "[sizing]") {
  const Catalog catalog = embedded_catalog();
  const Network& llama = *catalog.network("llama-3-1-8b");
  MemoryJob job = default_job(llama, MemoryTask::run);
  job.weights = format_q4_k_m();
  job.engine = Engine::llama_cpp;
  job.tokens = 65'536;
  // Of 131072 B a token in 16 bits: 8.59 GB; 8.5 / 16 of that are 4.56, and 4.5 / 16 are 2.42.
  const Gigabytes need = memory_need(llama, job).total;
  const auto kv_with = [&](Gigabytes saved) {
    const auto found = remedies(llama, job, with_usable(need - saved), k_hosts);
    return found.empty() || found.front().remedy != Remedy::smaller_kv_cache ? KvFormat::bits_16 : found.front().job.kv;
  };
  CHECK(kv_with(Gigabytes{4}) == KvFormat::bits_8);
  CHECK(kv_with(Gigabytes{6}) == KvFormat::bits_4);
  job.engine = Engine::server;  // which keep no fewer than 8
  CHECK(kv_with(Gigabytes{6}) == KvFormat::bits_16);
}

TEST_CASE("A machine whose GPU shares its memory has no other that could help", "[sizing]") {
  const Catalog catalog = embedded_catalog();
  for (const char* id : {"gpt-oss-120b", "llama-3-1-70b", "flux-2-dev"}) {
    const Network& network = *catalog.network(id);
    MemoryJob job = default_job(network, MemoryTask::run);
    job.weights = format_q4_k_m();
    UsableMemory memory = with_usable(memory_need(network, job).total * 0.8);
    const auto uses_host = [&] {
      const auto found = remedies(network, job, memory, k_hosts);
      return std::any_of(found.begin(), found.end(), [](const RemedyOutcome& one) {
        return one.remedy == Remedy::host_memory || one.remedy == Remedy::offload;
      });
    };
    INFO(id);
    CHECK(uses_host());
    memory.is_shared = true;
    CHECK_FALSE(uses_host());
  }
  CHECK(usable_memory(*catalog.gpu("nvidia-jetson-agx-orin-64gb"))->is_shared);
  CHECK_FALSE(usable_memory(*catalog.gpu("nvidia-geforce-rtx-3090"))->is_shared);
}

TEST_CASE("Remedies are worked out anew, and are enough", "[sizing]") {
  const Catalog catalog = embedded_catalog();
  for (const char* id : {"llama-3-1-8b", "llama-3-1-70b", "bert-large", "resnet-50", "stable-diffusion-xl"}) {
    const Network& network = *catalog.network(id);
    for (const MemoryTask task : {MemoryTask::run, MemoryTask::train, MemoryTask::lora}) {
      MemoryJob job = default_job(network, task);
      job.batch = 8;
      if (!missing_shape(network, job).empty()) continue;
      const MemoryNeed need = memory_need(network, job);
      const Gigabytes total = need.total;
      const Gigabytes context = need.memory_of(NeedPart::context);  // which no remedy touches
      const UsableMemory memory = with_usable(context + (total - context) * 0.7);
      INFO(id << " " << enum_name(task));
      const auto found = remedies(network, job, memory, k_hosts);
      CHECK_FALSE(found.empty());
      for (const RemedyOutcome& one : found) {
        CHECK(one.need.total < total);
        CHECK(one.need.total == memory_need(network, one.job).total);
        CHECK(one.verdict == fit_verdict(one.need, memory.usable));
        CHECK_FALSE(one.change.empty());
      }
      CHECK(found.back().need.total <= memory.usable);
      CHECK(remedies(network, job, with_usable(total), k_hosts).empty());
    }
  }
}

TEST_CASE("A smaller batch and adapters are proposed before more cards", "[sizing]") {
  const Catalog catalog = embedded_catalog();
  const Network& llama = *catalog.network("llama-3-1-8b");
  MemoryJob job = default_job(llama, MemoryTask::lora);
  job.batch = 16;
  const auto found = remedies(llama, job, usable_memory(Gibibytes{32}), k_hosts);
  REQUIRE_FALSE(found.empty());
  CHECK(found.front().remedy == Remedy::smaller_batch);
  CHECK(found.front().job.batch < 16);
  for (std::size_t i = 1; i < found.size(); ++i) CHECK(found[i - 1].remedy < found[i].remedy);
}
