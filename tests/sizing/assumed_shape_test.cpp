#include "sizing/assumed_shape.hpp"

#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "gpuadvisor/sizing/memory_need.hpp"
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
  CHECK_THAT(used_parameters(whole) / 1e6, WithinRel(3000, 0.01));
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
