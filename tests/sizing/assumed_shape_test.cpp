#include "sizing/assumed_shape.hpp"

#include <cmath>
#include <map>
#include <string_view>

#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "gpuadvisor/sizing/memory_need.hpp"
#include "gpuadvisor/sizing/network_shape.hpp"
#include "gpuadvisor/sizing/network_work.hpp"
#include "support/catch2.hpp"

namespace gpuadvisor {
namespace {

using Catch::Matchers::WithinRel;

Network of_size(double millions) {
  Network network;
  network.parameters = Millions{millions};
  return network;
}

TEST_CASE("A size alone is given the shape of a network that is near in size", "[sizing]") {
  const Catalog catalog = embedded_catalog();
  const Network whole = with_assumed_shape(of_size(8000), catalog);
  REQUIRE_FALSE(whole.shape_from.empty());
  CHECK(whole.parameters == Millions{8000});
  CHECK_FALSE(whole.experts.has_value());
  CHECK(missing_shape(whole, default_job(whole, MemoryTask::run)).empty());

  // Weights are known, all else may be half or twice as much.
  MemoryJob job = default_job(whole, MemoryTask::run);
  const MemoryNeed need = memory_need(whole, job);
  CHECK_THAT(need.memory_of(NeedPart::weights).value(), WithinRel(16.0, 0.001));
  Network as_its_own = whole;
  as_its_own.shape_from = {};
  const MemoryNeed sure = memory_need(as_its_own, job);
  CHECK(need.total == sure.total);
  CHECK(need.low < sure.low);
  CHECK(need.high > sure.high);
}

TEST_CASE("What a token uses stays what is known of it", "[sizing]") {
  const Catalog catalog = embedded_catalog();
  Network network = of_size(30'000);
  network.active_parameters = Millions{3000};
  const Network whole = with_assumed_shape(network, catalog);
  REQUIRE(whole.experts.has_value());
  CHECK_THAT(used_parameters(whole) / 1e6, WithinRel(3000, 1e-9));
}

TEST_CASE("A token reads the active parameters, whatever shape is borrowed", "[sizing]") {
  const Catalog catalog = embedded_catalog();
  struct Case {
    double parameters_m;
    double active_m;
  };
  const Case cases[] = {{552'000, 16'000}, {100'000, 90'000}, {1000, 50}, {9000, 8000}, {2'500'000, 3000}, {700, 2}};
  for (const Case& c : cases) {
    DYNAMIC_SECTION(c.parameters_m << " M, " << c.active_m << " M active") {
      Network network = of_size(c.parameters_m);
      network.active_parameters = Millions{c.active_m};
      const Network whole = with_assumed_shape(network, catalog);
      REQUIRE(whole.experts.has_value());
      CHECK_THAT(used_parameters(whole) / 1e6, WithinRel(c.active_m, 1e-9));
      const ParameterSplit split = parameter_split(whole);
      CHECK_THAT(split.embedding + split.layer_embeddings + split.output + split.experts + split.rest,
                 WithinRel(c.parameters_m * 1e6, 1e-9));
    }
  }
}

TEST_CASE("A network whose tokens use a part of it has experts, also where its block is given by hand", "[sizing]") {
  const Catalog catalog = embedded_catalog();
  Network network = of_size(30'000);
  network.active_parameters = Millions{3000};
  network.layers = 32;
  network.hidden = 4096;
  network.heads = 32;
  network.feed_forward = 11008;
  const Network whole = with_assumed_shape(network, catalog);
  CHECK(whole.hidden == 4096);
  CHECK_THAT(used_parameters(whole) / 1e6, WithinRel(3000, 1e-9));
}

TEST_CASE("Weights read for one sequence agree with the active parameters of networks with experts", "[sizing]") {
  constexpr double k_close = 0.10;
  // Publishers count what a token reads, or all embeddings, or none: those that are further off count like this.
  enum class Counted : unsigned char { both_embeddings, no_output };
  const std::map<std::string_view, Counted> others = {
      {"deepseek-ocr", Counted::both_embeddings},       // with the encoder of images, which reads none of its text
      {"ernie-4-5-21b-a3b", Counted::no_output},        // "3B" of 3.09
      {"granite-3-1-3b-a800m", Counted::no_output},     // "800M" of 0.81
      {"lfm2-5-8b-a1b", Counted::no_output},            // its vocabulary is twice that of LFM2 8B, the name is the same
      {"ling-mini-2-0", Counted::both_embeddings},      // "1.4B" of 1.43
      {"north-mini-code", Counted::no_output},          // "3B" between 2.77 without and 3.31 with its one matrix
      {"qwen1-5-moe-a2-7b", Counted::both_embeddings},  // "2.7B" of 2.69
      {"sarvam-30b", Counted::no_output},               // 262,144 words of width 4096 are 1.07 billion of each
      {"trinity-nano", Counted::both_embeddings},       // "1B" of 1.02
  };
  const Catalog catalog = embedded_catalog();
  int counted = 0;
  for (const Network& known : catalog.records<Network>()) {
    if (known.kind != NetworkKind::decoder || !known.active_parameters) continue;
    const Network network = with_assumed_shape(known, catalog);
    MemoryJob job = default_job(network, MemoryTask::run);
    job.weights = format_16_bit();
    INFO(network.id);
    if (!writes_tokens(network, job)) continue;
    const ParameterSplit split = parameter_split(network);
    double read_m = token_work(network, job).weights.value() * 1e3 / 2;  // from 10^9 bytes of 16 bits each
    const double active_m = known.active_parameters->value();
    const auto is_close = [&] { return std::abs(read_m / active_m - 1) <= k_close; };
    const auto other = others.find(network.id);
    if (other != others.end()) {
      CHECK_FALSE(is_close());
      read_m += other->second == Counted::both_embeddings ? split.embedding / 1e6
                                                          : -(split.output > 0 ? split.output : split.embedding) / 1e6;
    }
    CHECK(is_close());
    if (!network.shape_from.empty()) CHECK_THAT(read_m, WithinRel(active_m, 1e-9));
    ++counted;
  }
  CHECK(counted > 70);
}

TEST_CASE("What is known of a shape stays", "[sizing]") {
  const Catalog catalog = embedded_catalog();
  Network network = of_size(225'000);
  network.active_parameters = Millions{23'000};
  network.layers = 70;
  network.kv_heads = 8;
  network.head_dim = 128;
  const Network whole = with_assumed_shape(network, catalog);
  CHECK(whole.layers == 70);
  CHECK(whole.kv_heads == 8);
  CHECK(whole.head_dim == 128);
  CHECK_FALSE(whole.window.has_value());
  CHECK(whole.hidden.has_value());
}

TEST_CASE("Complete networks and those of unknown size stay as they are", "[sizing]") {
  const Catalog catalog = embedded_catalog();
  CHECK(with_assumed_shape(*catalog.network("llama-3-8b"), catalog).shape_from.empty());
  CHECK(with_assumed_shape(*catalog.network("resnet-50"), catalog).shape_from.empty());
  CHECK(with_assumed_shape(of_size(0), catalog).shape_from.empty());
}

}  // namespace
}  // namespace gpuadvisor
