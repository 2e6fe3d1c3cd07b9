#include "gpuadvisor/sizing/memory_need.hpp"

#include <algorithm>
#include <set>
#include <string_view>

#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "gpuadvisor/sizing/memory_fit.hpp"
#include "sizing/activations.hpp"
#include "sizing/memory_limits.hpp"
#include "support/catch2.hpp"

using namespace gpuadvisor;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

const Network& network(std::string_view id) {
  static const Catalog k_catalog = embedded_catalog();
  return *k_catalog.network(id);
}

/// Bytes per parameter of weights, master copy, gradients and optimizer states.
double state_bytes(const MemoryJob& job) {
  const Network& llama = network("llama-2-7b");
  const MemoryNeed need = memory_need(llama, job);
  Gigabytes states;
  for (const NeedPart part :
       {NeedPart::weights, NeedPart::master_weights, NeedPart::gradients, NeedPart::optimizer_states}) {
    states = states + need.memory_of(part);
  }
  return states.value() * 1e3 / llama.parameters.value();
}

MemoryJob training() { return default_job(network("llama-2-7b"), MemoryTask::train); }

}  // namespace

TEST_CASE("Activations are those of Korthikanti et al. 2022", "[sizing]") {
  struct Case {
    const char* network;
    int batch;
    double none_gb, selective_gb, full_gb;
  };
  const Case cases[] = {{"gpt-3-175b", 1, 275.41, 82.14, 4.83},
                        {"mt-nlg-530b", 1, 431.59, 149.74, 8.81},
                        {"megatron-22b", 4, 339.84, 82.14, 4.83},
                        {"megatron-1t", 1, 657.67, 228.17, 13.42}};
  for (const auto& [id, batch, none_gb, selective_gb, full_gb] : cases) {
    DYNAMIC_SECTION(id) {
      const auto gb = [&, name = id, count = batch](Checkpointing kept) {
        return attention_activations(network(name), count, 2048, kept) / 1e9;
      };
      CHECK_THAT(gb(Checkpointing::none), WithinAbs(none_gb, 0.01));
      CHECK_THAT(gb(Checkpointing::selective), WithinAbs(selective_gb, 0.01));
      CHECK_THAT(gb(Checkpointing::full), WithinAbs(full_gb, 0.01));
    }
  }
}

TEST_CASE("States have the bytes per parameter of their recipe", "[sizing]") {
  MemoryJob job = training();
  CHECK_THAT(state_bytes(job), WithinRel(18.0, 1e-9));  // mixed, 32-bit gradients: 6 + 4 + 8
  job.optimizer = Optimizer::adam_8bit;
  CHECK_THAT(state_bytes(job), WithinRel(12.0, 1e-9));
  job.arithmetic = Arithmetic::fp32;
  job.optimizer = Optimizer::adam;
  CHECK_THAT(state_bytes(job), WithinRel(16.0, 1e-9));
  job.optimizer = Optimizer::momentum;
  CHECK_THAT(state_bytes(job), WithinRel(12.0, 1e-9));
  job.optimizer = Optimizer::sgd;
  CHECK_THAT(state_bytes(job), WithinRel(8.0, 1e-9));
  job.arithmetic = Arithmetic::pure_16_bit;
  job.optimizer = Optimizer::adam;
  CHECK_THAT(state_bytes(job), WithinRel(8.0, 1e-9));
  job.optimizer = Optimizer::adam_8bit;
  CHECK_THAT(state_bytes(job), WithinRel(6.0, 1e-9));
}

TEST_CASE("ZeRO splits states over cards stage by stage", "[sizing]") {
  MemoryJob job = training();
  job.gpus = 8;
  job.zero_stage = 1;
  CHECK_THAT(state_bytes(job), WithinRel(4 + 12.0 / 8, 1e-9));
  job.zero_stage = 2;
  CHECK_THAT(state_bytes(job), WithinRel(2 + 14.0 / 8, 1e-9));
  job.zero_stage = 3;
  CHECK_THAT(state_bytes(job), WithinRel(16.0 / 8, 1e-9));
  job.offloads_optimizer = true;
  CHECK_THAT(state_bytes(job), WithinRel(4.0 / 8, 1e-9));
}

TEST_CASE("A network of 65 billion parameters is fine-tuned within 48 GB", "[sizing]") {
  // QLoRA (Dettmers et al. 2023): NF4 with double quantisation, adapters of rank 64 on all matrices.
  MemoryJob job = default_job(network("llama-65b"), MemoryTask::qlora);
  job.weights = *weight_format("nf4-dq");
  job.adapter_rank = 64;
  job.tokens = 512;
  CHECK(memory_need(network("llama-65b"), job).total < usable_memory(Gibibytes{48}).usable);
  CHECK(usable_memory(Gibibytes{40}).usable < memory_need(network("llama-65b"), job).low);
}

TEST_CASE("The terms of a need can be added up by hand", "[sizing]") {
  MemoryJob job = default_job(network("llama-3-1-8b"), MemoryTask::run);
  const MemoryNeed need = memory_need(network("llama-3-1-8b"), job, k_memory_constants, NeedTexts::made);
  REQUIRE(need.terms.size() == 4);
  CHECK(need.terms[0].calculation == "8030.26 M * 16 / 8 B");
  CHECK(need.terms[1].calculation ==
        "2 * 8 * 128 * 16 / 8 B a layer; 131072 B a token with all layers; * 4096 tokens * 1");
  CHECK(need.terms[2].calculation == "512 * (6 * 4096 + 3 * 14336) * 2 B");
  // 16.06052 + 131072 * 4096 / 1e9 + 512 * 67584 * 2 / 1e9 + 0.65
  CHECK_THAT(need.total.value(), WithinAbs(16.06052 + 0.536871 + 0.069206 + 0.65, 1e-6));
  CHECK(need.low < need.total);
  CHECK(need.total < need.high);
}

TEST_CASE("Two networks that decode and one that does not are told apart", "[sizing]") {
  CHECK(missing_shape(network("waveglow"), default_job(network("waveglow"), MemoryTask::train)) ==
        "the activations of one sample");
  CHECK(missing_shape(network("flux-1"), default_job(network("flux-1"), MemoryTask::run)).empty());
  CHECK(missing_shape(network("flux-1"), default_job(network("flux-1"), MemoryTask::train)) ==
        "the activations of its denoiser");
  CHECK(missing_shape(network("flux-1"), default_job(network("flux-1"), MemoryTask::lora)).empty());
  CHECK(missing_shape(network("tacotron-2"), default_job(network("tacotron-2"), MemoryTask::train)) ==
        "the shape of its layers");
}

TEST_CASE("Training a network that others judge holds their outputs too, running it does not", "[sizing]") {
  Network drawing = network("resnet-50");
  drawing.activations = Millions{100};
  drawing.training_activations = Millions{300};
  drawing.input = "200x100 RGB";
  MemoryJob job = default_job(drawing, MemoryTask::train);
  const MemoryConstants constants{1, 1, 2.5};
  CHECK_THAT(memory_need(drawing, job, constants).memory_of(NeedPart::activations).value(),
             WithinAbs(300e6 * 2 * 2.5 / 1e9, 1e-9));
  job.image = ImageSize{400, 100};
  CHECK_THAT(memory_need(drawing, job, constants).memory_of(NeedPart::activations).value(),
             WithinAbs(600e6 * 2 * 2.5 / 1e9, 1e-9));
  job = default_job(drawing, MemoryTask::run);
  CHECK_THAT(memory_need(drawing, job, constants).memory_of(NeedPart::work_space).value(),
             WithinAbs(100e6 * 2 / 1e9, 1e-9));
}

TEST_CASE("More of anything never needs less", "[sizing]") {
  const Catalog catalog = embedded_catalog();
  for (const Network& one : catalog.records<Network>()) {
    for (const MemoryTask task : {MemoryTask::run, MemoryTask::train, MemoryTask::lora, MemoryTask::qlora}) {
      const MemoryJob job = default_job(one, task);
      if (!missing_shape(one, job).empty()) continue;
      INFO(one.id << " " << enum_name(task));
      const Gigabytes total = memory_need(one, job).total;
      MemoryJob more = job;
      more.batch = 2 * job.batch;
      CHECK(total <= memory_need(one, more).total);
      more = job;
      more.tokens = job.tokens + 100;
      CHECK(total <= memory_need(one, more).total);
      more = job;
      more.checkpointing = Checkpointing::none;
      CHECK(total <= memory_need(one, more).total);
      MemoryJob less = job;
      less.kv = KvFormat::bits_4;
      CHECK(memory_need(one, less).total <= total);
      less = job;
      less.optimizer = Optimizer::adam_8bit;
      CHECK(memory_need(one, less).total <= total);
      less = job;
      less.gpus = 4;
      less.zero_stage = 3;
      CHECK(memory_need(one, less).total <= total);
    }
  }
}

TEST_CASE("In 32 bits with Adam the interval reaches over TensorFlow 1", "[sizing]") {
  MemoryJob job = default_job(network("bert-large"), MemoryTask::train);
  job.arithmetic = Arithmetic::fp32;
  job.tokens = 384;
  const MemoryNeed open = memory_need(network("bert-large"), job);
  job.engine_is_stated = true;
  const MemoryNeed stated = memory_need(network("bert-large"), job);
  CHECK(open.total == stated.total);
  CHECK(stated.high < open.high);
  // 12 B more for each of 335.14 M parameters, and a tenth on top.
  CHECK_THAT(open.high.value(), WithinRel((open.total.value() + 335.14 * 12 / 1e3) * 1.1, 1e-9));
}

TEST_CASE("Additive attention keeps two values for each pair of tokens", "[sizing]") {
  MemoryJob job = default_job(network("gnmt-v2"), MemoryTask::train);
  job.arithmetic = Arithmetic::fp32;
  job.tokens = 50;
  job.batch = 3;
  // 3 * 50 * 8 layers * 13 * 1024 * 4 B, and 3 * 50^2 * 2 * 1024 * 4 B
  const Gigabytes kept = memory_need(network("gnmt-v2"), job).memory_of(NeedPart::activations);
  CHECK_THAT(kept.value(), WithinRel((3 * 50 * 8 * 13 * 4096 + 3 * 2500 * 2 * 4096) / 1e9, 1e-9));
}

TEST_CASE("Kernels that write gradients in place keep less of the live layer", "[sizing]") {
  const Network& llama = network("llama-2-7b");
  MemoryJob job = default_job(llama, MemoryTask::qlora);
  job.tokens = 10'000;
  job.engine = Engine::unsloth;
  // 10000 * (32 layers * 2 * 4096 + 8 * 4096 + 4 * 11008) B
  const Gigabytes kept = memory_need(llama, job).memory_of(NeedPart::activations);
  CHECK_THAT(kept.value(), WithinRel(1e4 * (32 * 8192 + 8 * 4096 + 4 * 11008) / 1e9, 1e-9));
}

TEST_CASE("Unsloth fits the contexts that its readme names", "[sizing]") {
  // "Context length benchmarks" (unslothai/unsloth as of 59f7a9006a): QLoRA of rank 32 on all matrices, batch 1.
  struct Case {
    const char* network;
    double card;
    int tokens;
  };
  const Case cases[] = {{"llama-3-1-8b", 12, 21'848},  {"llama-3-1-8b", 16, 40'724},  {"llama-3-1-8b", 24, 78'475},
                        {"llama-3-1-8b", 40, 153'977}, {"llama-3-1-8b", 48, 191'728}, {"llama-3-1-8b", 80, 342'733},
                        {"llama-3-1-70b", 48, 12'106}, {"llama-3-1-70b", 80, 89'389}};
  for (const Case& c : cases) {
    DYNAMIC_SECTION(c.network << " on " << c.card << " GB") {
      MemoryJob job = default_job(network(c.network), MemoryTask::qlora);
      take_engine(job, Engine::unsloth);
      job.adapter_rank = 32;
      const auto need_of = [&](double times) {
        job.tokens = static_cast<int>(c.tokens * times);
        return memory_need(network(c.network), job).total;
      };
      CHECK(need_of(0.85) < usable_memory(Gibibytes{c.card}).usable);
      CHECK(usable_memory(Gibibytes{c.card}).usable < need_of(1.15));
    }
  }
}

TEST_CASE("What the makers of Unsloth say that fits, does", "[sizing]") {
  struct Case {
    const char* network;
    double most_gb;  // as its readme prints it; of the T4, what it shows (14.74 * 2^30 bytes)
  };
  for (const auto& [id, most_gb] :
       {Case{"qwen3-30b-a3b", 17.5 * 1.0737}, Case{"gpt-oss-20b", 14 * 1.0737}, Case{"qwen3-14b", 14.74 * 1.0737}}) {
    MemoryJob job = default_job(network(id), MemoryTask::qlora);
    take_engine(job, Engine::unsloth);
    INFO(id);
    CHECK(memory_need(network(id), job).total.value() < most_gb);
  }
}

TEST_CASE("Only eager attention keeps scores", "[sizing]") {
  const Network& llama = network("llama-3-1-8b");
  constexpr MemoryConstants k_as_counted;
  MemoryJob job = default_job(llama, MemoryTask::lora);
  job.checkpointing = Checkpointing::none;
  const auto activations = [&] {
    return memory_need(llama, job, k_as_counted).memory_of(NeedPart::activations).value();
  };
  // 2048 tokens * 32 layers * (18 * 4096 + 8 * 14336) B, and 5 * 32 heads * 2048 tokens
  CHECK_THAT(activations(), WithinRel(2048.0 * 32 * (18 * 4096 + 8 * 14336) / 1e9, 1e-9));
  job.eager_attention = true;
  CHECK_THAT(activations(), WithinRel(2048.0 * 32 * (18 * 4096 + 8 * 14336 + 5 * 32 * 2048) / 1e9, 1e-9));
  job.checkpointing = Checkpointing::selective;
  CHECK_THAT(activations(), WithinRel(2048.0 * 32 * (18 * 4096 + 8 * 14336) / 1e9, 1e-9));
}

TEST_CASE("What is unpacked is the largest matrix that is quantised", "[sizing]") {
  const Network& llama = network("llama-3-1-8b");
  const MemoryNeed need = memory_need(llama, default_job(llama, MemoryTask::qlora));
  CHECK_THAT(need.memory_of(NeedPart::work_space).value(), WithinRel(4096.0 * 14336 * 2 / 1e9, 1e-9));
}

TEST_CASE("Cards that share weights share adapters and their states, and hold two layers for a moment", "[sizing]") {
  const Network& large = network("llama-3-1-405b");
  MemoryJob job = default_job(large, MemoryTask::qlora);
  job.gpus = 8;
  const auto adapters = [&](int stage) {
    job.zero_stage = stage;
    return memory_need(large, job).memory_of(NeedPart::adapters).value();
  };
  // 16 * 126 layers * (2 * 2 * 16384 + 2 * (16384 + 1024) + 3 * (16384 + 53248)) parameters
  const double millions = 16 * 126 * (4 * 16384 + 2 * 17408 + 3 * 69632) / 1e6;
  CHECK_THAT(adapters(0), WithinRel(millions * 16 / 1e3, 1e-9));
  CHECK_THAT(adapters(1), WithinRel(millions * (8 + 8.0 / 8) / 1e3, 1e-9));
  CHECK_THAT(adapters(2), WithinRel(millions * (4 + 12.0 / 8) / 1e3, 1e-9));
  CHECK_THAT(adapters(3), WithinRel(millions * 16 / 8 / 1e3, 1e-9));
  // 53248 * 16384 * 2 B of the largest matrix; of quantised layers nothing else
  CHECK_THAT(memory_need(large, job).memory_of(NeedPart::work_space).value(),
             WithinRel(16384.0 * 53248 * 2 / 1e9, 1e-9));
  const Network& small = network("llama-2-7b");
  job = default_job(small, MemoryTask::lora);
  job.gpus = 2;
  job.zero_stage = 3;
  // 2 of 32 layers of 6,738.42 M parameters less 2 * 32000 * 4096, at 2 B; trained ones with gradients
  const double layer = (6738.42 - 2 * 32000 * 4096 / 1e6) / 32;
  CHECK_THAT(memory_need(small, job).memory_of(NeedPart::work_space).value(), WithinRel(2 * layer * 2 / 1e3, 1e-5));
  job.task = MemoryTask::train;
  CHECK_THAT(memory_need(small, job).memory_of(NeedPart::work_space).value(), WithinRel(2 * layer * 4 / 1e3, 1e-5));
}

TEST_CASE("PyTorch alone reads a prompt at once, and may keep all its logits", "[sizing]") {
  const Network& llama = network("llama-3-8b");
  MemoryJob job = default_job(llama, MemoryTask::run);
  const MemoryNeed by_server = memory_need(llama, job);
  job.engine = Engine::pytorch;
  const MemoryNeed alone = memory_need(llama, job);
  // 512 and 2048 tokens * (6 * 4096 + 3 * 14336) * 2 B
  const double each = (6 * 4096 + 3 * 14336) * 2 / 1e9;
  CHECK_THAT(by_server.memory_of(NeedPart::work_space).value(), WithinRel(512 * each, 1e-9));
  CHECK_THAT(alone.memory_of(NeedPart::work_space).value(), WithinRel(2048 * each, 1e-9));
  // 2048 tokens * 128256 words * 4 B
  CHECK_THAT((alone.high - alone.total * memory_spread(MemoryGroup::run).high).value(),
             WithinAbs(2048 * 128256 * 4 / 1e9, 1e-9));
}

TEST_CASE("What GPUs do not share is needed whole on each", "[sizing]") {
  const Catalog catalog = embedded_catalog();
  const Network& network = *catalog.network("stable-diffusion-xl");
  MemoryJob job = default_job(network, MemoryTask::run);
  const Gigabytes one = memory_need(network, job).total;
  job.gpus = 2;
  CHECK(memory_need(network, job).total == one);
}

TEST_CASE("Video takes one layer of its denoiser over all tokens, or a stage of its decoder", "[sizing]") {
  const Catalog catalog = embedded_catalog();
  const auto work = [](const Network& network, const MemoryJob& job) {
    return memory_need(network, job).memory_of(NeedPart::work_space).value();
  };
  // 832 / 16 = 52 and 480 / 16 = 30 tokens of 21 groups of frames: the first, and 80 in fours.
  const Network& large = *catalog.network("wan-2-1-14b");  // 5120 wide, 13824 within
  CHECK_THAT(work(large, default_job(large, MemoryTask::run)),
             WithinRel(52 * 30 * 21 * (6.0 * 5120 + 3 * 13824) * 2 / 1e9, 1e-9));
  const Network& small = *catalog.network("wan-2-1-1-3b");  // 1536 wide, 8960 within: 2.37 GB, less than its decoder
  MemoryJob job = default_job(small, MemoryTask::run);
  CHECK_THAT(work(small, job), WithinRel(832.0 * 480 * 4 * 256 * 4 * 2 / 1e9, 1e-9));
  job.decoder_in_tiles = false;  // all frames at once
  CHECK_THAT(work(small, job), WithinRel(52 * 30 * 9.5e6 / 1e9, 1e-9));
  job.decoder_in_tiles = true;
  job.frames = 82;
  job.image = ImageSize{1290, 720};  // 81 x 45 tokens of 22 groups are 5.8 GB, four frames of the decoder 7.6
  CHECK_THAT(work(small, job), WithinRel(1290.0 * 720 * 4 * 256 * 4 * 2 / 1e9, 1e-9));
}

TEST_CASE("Wan's own code takes what its denoiser takes in 32 bits", "[sizing]") {
  // 14,288.49 M at 4 bytes and 80 * 45 tokens of 21 groups are 68.1 GB; its makers name 69.1 for 1280x720.
  const Catalog catalog = embedded_catalog();
  const Network& network = *catalog.network("wan-2-1-14b");
  MemoryJob job = default_job(network, MemoryTask::run);
  job.weights = *weight_format("fp32");
  job.offloads_parts = true;
  job.image = ImageSize{1280, 720};
  const MemoryNeed need = memory_need(network, job);
  CHECK_THAT(need.total.value() - need.memory_of(NeedPart::context).value(),
             WithinRel(57.15396 + 80 * 45 * 21 * (6.0 * 5120 + 3 * 13824) * 2 / 1e9, 1e-6));
  CHECK_THAT(need.total.value(), WithinRel(69.1, 0.02));
}

TEST_CASE("What is not known of a network that makes pictures is named, and the rest is told", "[sizing]") {
  const Catalog catalog = embedded_catalog();
  for (const Network& network : catalog.records<Network>()) {
    if (network.kind != NetworkKind::diffusion) continue;
    INFO(network.id);
    for (const MemoryTask task : {MemoryTask::run, MemoryTask::lora}) {
      const MemoryNeed need = memory_need(network, default_job(network, task));
      CHECK(need.total > Gigabytes{1});
      CHECK(need.is_complete() == missing_shape(network, default_job(network, task)).empty());
      if (!need.is_complete()) CHECK(fit_verdict(need, Gigabytes{10'000}) == FitVerdict::tight);
    }
  }
  const Network& named = *catalog.network("minimax-h3");
  // 33,000 M in 16 bits, and the context.
  const MemoryNeed need = memory_need(named, default_job(named, MemoryTask::run));
  CHECK_THAT(need.total.value(), WithinRel(66.65, 1e-9));
  CHECK(need.missing ==
        "the size of its text encoder, the shape of its denoiser, the size of its images and how many frames a video "
        "has");
}

TEST_CASE("Blocks that wait in the host's memory leave their share of a denoiser on the card", "[sizing]") {
  const Catalog catalog = embedded_catalog();
  const Network& network = *catalog.network("wan-2-1-14b");
  MemoryJob job = default_job(network, MemoryTask::run);
  job.weights = format_fp8();
  job.offloads_parts = true;
  job.layers_on_host = 30;  // of 40
  const double work = 52 * 30 * 21 * (6.0 * 5120 + 3 * 13824) * 2 / 1e9;
  CHECK_THAT(memory_need(network, job).total.value(), WithinRel(14.28849 / 4 + work + 0.65, 1e-6));
  // All of it waits in RAM, the text encoder in 8 bits.
  CHECK_THAT(host_need(network, job).value(), WithinRel(14.28849 + 5.68091, 1e-6));
  const auto found = in_host_memory(network, default_job(network, MemoryTask::run), usable_memory(Gibibytes{12}));
  REQUIRE(found);
  CHECK(found->job.layers_on_host > 0);
  CHECK(found->verdict != FitVerdict::does_not_fit);
}

TEST_CASE("Adapters of a denoiser are trained beside it alone", "[sizing]") {
  const Catalog catalog = embedded_catalog();
  const Network& flux = *catalog.network("flux-1");
  MemoryJob job = default_job(flux, MemoryTask::lora);
  const MemoryNeed need = memory_need(flux, job);
  CHECK_THAT(need.memory_of(NeedPart::weights).value(), WithinRel(23.80282, 1e-6));
  // 64 * 64 tokens keep the inputs of 57 layers, 2 * 3072 bytes each, and one layer of 18 h + 4 f, 1.25 times.
  CHECK_THAT(need.memory_of(NeedPart::activations).value(),
             WithinRel(4096 * (57 * 2.0 * 3072 + 1.25 * (18 * 3072 + 4 * 12288)) / 1e9, 1e-6));
  // Of a U-Net what is measured of two: 1.7 kB a pixel; its adapters are not counted.
  const Network& u_net = *catalog.network("stable-diffusion-xl");
  const MemoryNeed least = memory_need(u_net, default_job(u_net, MemoryTask::lora));
  CHECK_THAT(least.total.value(), WithinRel(5.13492 + 1.7e-6 * 1024 * 1024 + 0.65, 1e-6));
  CHECK(least.missing == "the shape of its denoiser");
}

TEST_CASE("Parts that take turns need the largest, or the image decoder with what it works in", "[sizing]") {
  const Catalog catalog = embedded_catalog();
  const Network& network = *catalog.network("flux-1");
  MemoryJob job = default_job(network, MemoryTask::run);
  job.offloads_parts = true;
  // The denoiser's 11,901.41 M at 2 bytes, 64 * 64 tokens * (6 * 3072 + 3 * 12288) * 2 B, and 0.65 GB of context.
  CHECK_THAT(memory_need(network, job).total.value(), WithinRel(23.80282 + 0.452984832 + 0.65, 1e-6));
  job.batch = 4;
  CHECK_THAT(memory_need(network, job).total.value(), WithinRel(23.80282 + 4 * 0.452984832 + 0.65, 1e-6));
  // Of a U-Net no work space is counted: here the image decoder needs more, 83.65 M * 2 B and 2048 * 2048 * 256 * 4 * 2
  // B; in tiles of 512 pixels it needs less than the denoiser, 2,567.46 M * 2 B.
  const Network& u_net = *catalog.network("stable-diffusion-xl");
  MemoryJob large = default_job(u_net, MemoryTask::run);
  large.offloads_parts = true;
  large.image = ImageSize{2048, 2048};
  CHECK_THAT(memory_need(u_net, large).total.value(), WithinRel(0.1673 + 8.589934592 + 0.65, 1e-6));
  large.decoder_in_tiles = true;
  CHECK_THAT(memory_need(u_net, large).total.value(), WithinRel(5.13492 + 0.65, 1e-6));
}

TEST_CASE("More pictures at a time need more, also where parts take turns and the denoiser is the largest",
          "[sizing]") {
  const std::set<std::string_view> u_nets = {"stable-diffusion-1-5", "stable-diffusion-2-1", "stable-diffusion-xl"};
  const Catalog catalog = embedded_catalog();
  for (const Network& network : catalog.records<Network>()) {
    MemoryJob job = default_job(network, MemoryTask::run);
    if (network.kind != NetworkKind::diffusion || !missing_shape(network, job).empty()) continue;
    const auto grows = [&](MemoryJob asked) {
      const Gigabytes one = memory_need(network, asked).total;
      asked.batch = 16;  // a decoder that works in pieces needs no more for a few
      return memory_need(network, asked).total > one;
    };
    INFO(network.id);
    CHECK(grows(job));
    if (!can_offload_parts(network, job) || u_nets.contains(network.id)) continue;
    const auto largest =
        std::max_element(network.parts.begin(), network.parts.end(),
                         [](const NetworkPart& a, const NetworkPart& b) { return a.parameters < b.parameters; });
    job.offloads_parts = true;
    if (largest->name.starts_with("denoiser")) CHECK(grows(job));
  }
}

TEST_CASE("Denoisers are as large as their layers make them", "[sizing]") {
  // Blocks of two streams have 36 squares of the width, of one stream 15; what stands before and behind them is small.
  struct Case {
    const char* id;
    double squares;
  };
  for (const Case& c : {Case{"flux-1", 19 * 36 + 38 * 15}, Case{"stable-diffusion-3-medium", 24 * 36},
                        Case{"stable-diffusion-3-5-large", 38 * 36}}) {
    DYNAMIC_SECTION(c.id) {
      const Catalog catalog = embedded_catalog();
      const Network& network = *catalog.network(c.id);
      const auto denoiser = std::find_if(network.parts.begin(), network.parts.end(),
                                         [](const NetworkPart& part) { return part.name == "denoiser"; });
      REQUIRE(denoiser != network.parts.end());
      const double width = network.hidden.value_or(0);
      CHECK_THAT(c.squares * width * width / 1e6, WithinRel(denoiser->parameters.value(), 0.01));
    }
  }
}
