#include "gpuadvisor/catalog/embedded_catalog.hpp"

#include <algorithm>
#include <set>

#include "catalog/form/catalog_writer.hpp"
#include "catalog/records/catalog_tables.hpp"
#include "gpuadvisor/catalog/catalog_loader.hpp"
#include "gpuadvisor/catalog/deployment_rule.hpp"
#include "gpuadvisor/catalog/memory_floor.hpp"
#include "gpuadvisor/catalog/support_event.hpp"
#include "support/catch2.hpp"

namespace gpuadvisor {
namespace {

using Strings = std::vector<std::string>;

template <class Record>
Strings out_of_order(std::span<const Record> records) {
  Strings wrong;
  for (std::size_t i = 1; i < records.size(); ++i) {
    if (records[i - 1].id >= records[i].id) wrong.push_back(std::string(records[i].id));
  }
  return wrong;
}

TEST_CASE("the embedded catalog has 420 GPUs or more, with prices, support and rules", "[catalog]") {
  const Catalog catalog = embedded_catalog();
  CHECK(catalog.gpus().size() >= 420);
  CHECK_FALSE(catalog.prices().empty());
  CHECK_FALSE(catalog.records<SupportEvent>().empty());
  CHECK_FALSE(catalog.records<Workload>().empty());
  CHECK(catalog.reference().has_value());
  CHECK(catalog.as_of().has_value());
}

TEST_CASE("the embedded catalog equals the repository's data", "[catalog]") {
  const std::vector<CatalogLayer> layers = {read_catalog_layer(GPUADVISOR_DATA_DIR)};
  const Catalog loaded = load_catalog(Catalog(), layers);
  const Catalog embedded = embedded_catalog();
  const auto offsets = [](const Catalog& catalog) {
    const auto first_price = catalog.tables().first_price;
    return std::vector<std::uint32_t>(first_price.begin(), first_price.end());
  };
  // In brackets: a failure need not show a megabyte.
  CHECK((write_catalog(embedded) == write_catalog(loaded)));
  CHECK(embedded.as_of() == loaded.as_of());
  CHECK(offsets(embedded) == offsets(loaded));
}

TEST_CASE("embedded ids are unique and sorted", "[catalog]") {
  const Catalog catalog = embedded_catalog();
  CHECK(out_of_order(catalog.records<Gpu>()) == Strings{});
  CHECK(out_of_order(catalog.records<Source>()) == Strings{});
  std::set<std::string_view> workloads;
  for (const Workload& workload : catalog.records<Workload>()) CHECK(workloads.insert(workload.id).second);
}

TEST_CASE("every embedded reference resolves", "[catalog]") {
  const Catalog catalog = embedded_catalog();
  std::set<std::string_view> keys;
  for_each_field<Gpu>([&](const auto& field, std::size_t) { keys.insert(field.key); });

  Strings unresolved;
  const auto require = [&](bool resolves, std::string_view from, std::string_view to) {
    if (!resolves) unresolved.push_back(std::string(from) + " -> " + std::string(to));
  };
  const auto require_source = [&](std::string_view from, std::string_view source) {
    require(catalog.source(source) != nullptr, from, source);
  };
  for (const Gpu& gpu : catalog.records<Gpu>()) {
    require_source(gpu.id, gpu.source);
    for (const auto& [field, source] : gpu.sources) {
      require(keys.contains(field), gpu.id, field);
      require_source(gpu.id, source);
    }
    for (const auto source : gpu.further_sources) require_source(gpu.id, source);
  }
  for (const Price& price : catalog.records<Price>()) {
    require(catalog.gpu(price.gpu) != nullptr, "price", price.gpu);
    require_source(price.gpu, price.source);
  }
  for (const SupportEvent& event : catalog.records<SupportEvent>()) require_source(event.architecture, event.source);
  for (const Workload& workload : catalog.records<Workload>()) {
    require_source(workload.id, workload.source);
    for (const auto part : workload.mean_of) {
      require(catalog.workload(part) != nullptr && catalog.workload(part)->order, workload.id, part);
    }
  }
  for (const MemoryFloor& floor : catalog.records<MemoryFloor>()) {
    require(catalog.workload(floor.workload) != nullptr, "memory_floors", floor.workload);
    require_source(floor.workload, floor.source);
  }
  for (const DeploymentRule& rule : catalog.records<DeploymentRule>()) require_source("deployment_rules", rule.source);
  require(catalog.workload(catalog.default_workload()) != nullptr, "default_workload", catalog.default_workload());
  require(catalog.gpu(catalog.reference().value().gpu) != nullptr, "reference", catalog.reference()->gpu);
  require_source("reference", catalog.reference()->source);
  CHECK(unresolved == Strings{});
}

TEST_CASE("every embedded price belongs to the GPU it is filed under", "[catalog]") {
  const Catalog catalog = embedded_catalog();
  std::size_t count = 0;
  Strings misfiled;
  for (const Gpu& gpu : catalog.gpus()) {
    for (const Price& price : catalog.prices_of(gpu)) {
      if (price.gpu != gpu.id) misfiled.push_back(std::string(gpu.id));
      ++count;
    }
  }
  CHECK(misfiled == Strings{});
  CHECK(count == catalog.prices().size());
}

TEST_CASE("the embedded score reference has the figures of its GPU", "[catalog]") {
  const Catalog catalog = embedded_catalog();
  const ScoreReference reference = catalog.reference().value();
  const Gpu* gpu = catalog.gpu(reference.gpu);
  REQUIRE(gpu != nullptr);
  CHECK(reference.tensor == gpu->fp16_tensor.value());
  CHECK(reference.flops == gpu->fp32.value());
  CHECK(reference.bandwidth == gpu->memory_bandwidth.value());
  CHECK(reference.half == std::max(gpu->fp16_vector.value(), gpu->fp32.value()));
  CHECK_FALSE(gpu->fp32_dual_issue);  // else half of fp32 would count
}

}  // namespace
}  // namespace gpuadvisor
