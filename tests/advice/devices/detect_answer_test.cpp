#include "advice/devices/detect_answer.hpp"

#include <string>
#include <vector>

#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "support/catch2.hpp"

using namespace gpuadvisor;

namespace {

DetectedGpu nvidia(std::string name, double memory_mib) {
  DetectedGpu gpu;
  gpu.name = std::move(name);
  gpu.vendor = "nvidia";
  gpu.memory = Gibibytes{memory_mib / 1024};
  return gpu;
}

DetectAnswer answer_to(std::vector<DetectedGpu> detected, const Catalog& catalog) {
  DetectQuestion question;
  question.detected = std::move(detected);
  question.runs.limit = 1;
  question.runs.job = [](const Network&, MemoryTask task) {
    MemoryJob job;
    job.task = task;
    return job;
  };
  question.upgrade.workloads = {catalog.workload("cnn"), catalog.workload("general")};
  question.upgrade.main = catalog.workload("general");
  return detect_answer(std::move(question), catalog);
}

}  // namespace

TEST_CASE("Nothing that was found is an answer", "[advice]") {
  const Catalog catalog = embedded_catalog();
  const DetectAnswer none = answer_to({}, catalog);
  CHECK(none.found.empty());
  CHECK_FALSE(none.main);
  CHECK(none.main_rank() == nullptr);
  const DetectAnswer unknown = answer_to({nvidia("NVIDIA Nothing", 1024)}, catalog);
  CHECK(unknown.found.size() == 1);
  CHECK(unknown.owned.empty());
  CHECK_FALSE(unknown.runs);
  CHECK_FALSE(unknown.upgrade);
}

TEST_CASE("Equal GPUs are counted, and the fastest is what the answer is about", "[advice]") {
  const Catalog catalog = embedded_catalog();
  const DetectAnswer answer = answer_to(
      {nvidia("Tesla P40", 24576), nvidia("NVIDIA GeForce RTX 3090", 24576), nvidia("Tesla P40", 24576)}, catalog);
  const std::vector<GpuGroup> expected = {{catalog.gpu("nvidia-tesla-p40"), 2},
                                          {catalog.gpu("nvidia-geforce-rtx-3090"), 1}};
  CHECK(answer.owned == expected);
  REQUIRE(answer.main);
  CHECK(answer.main->gpu->id == "nvidia-geforce-rtx-3090");
  REQUIRE(answer.upgrade);
  CHECK(answer.upgrade->question.owned == answer.main->gpu);
  REQUIRE(answer.main_rank() != nullptr);
  CHECK(answer.main_rank()->workload->id == "general");
}

TEST_CASE("A board with two GPUs is one card", "[advice]") {
  const Catalog catalog = embedded_catalog();
  // Of the two GPUs on a K80, each with 12 GB, 11,441 MiB of them beside ECC.
  const DetectAnswer answer = answer_to({nvidia("Tesla K80", 11441), nvidia("Tesla K80", 11441)}, catalog);
  REQUIRE(answer.owned.size() == 1);
  CHECK(answer.owned.front().gpu->devices == 2);
  CHECK(answer.owned.front().count == 1);
}

TEST_CASE("The rank counts GPUs of known speed that are slower", "[advice]") {
  const Catalog catalog = embedded_catalog();
  const auto rank_of = [&](const char* name, double memory_mib) {
    const DetectAnswer answer = answer_to({nvidia(name, memory_mib)}, catalog);
    REQUIRE(answer.main_rank() != nullptr);
    return *answer.main_rank();
  };
  const SpeedRank faster = rank_of("NVIDIA GeForce RTX 4090", 24564);
  const SpeedRank slower = rank_of("NVIDIA GeForce RTX 3090", 24576);
  CHECK(faster.others == slower.others);
  CHECK(faster.slower > slower.slower);
  CHECK(faster.slower < faster.others);
  CHECK(faster.performance.index > slower.performance.index);
}

TEST_CASE("What runs on a divided GPU has the memory of its largest part", "[advice]") {
  const Catalog catalog = embedded_catalog();
  DetectedGpu gpu = nvidia("NVIDIA A100-SXM4-80GB", 81920);
  gpu.is_divided = true;
  CHECK_FALSE(answer_to({gpu}, catalog).runs);  // the tool does not list the parts
  gpu.instances = {{Gibibytes{9.5}, {}}, {Gibibytes{19.5}, {}}, {std::nullopt, {}}};
  const DetectAnswer answer = answer_to({gpu}, catalog);
  REQUIRE(answer.runs);
  CHECK(answer.runs->question.gpus.memory.nominal == Gibibytes{19.5});
  CHECK(answer.runs->question.gpus.kinds.empty());
  const DetectAnswer beside_a_whole = answer_to({gpu, nvidia("NVIDIA A100-SXM4-80GB", 81920)}, catalog);
  REQUIRE(beside_a_whole.runs);
  CHECK(beside_a_whole.runs->question.gpus.kinds == std::vector<GpuGroup>{{catalog.gpu("nvidia-a100-sxm4-80gb"), 1}});
}
