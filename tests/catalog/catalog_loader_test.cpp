#include "gpuadvisor/catalog/catalog_loader.hpp"

#include "gpuadvisor/catalog/support_event.hpp"
#include "support/catch2.hpp"
#include "support/test_catalog.hpp"

namespace gpuadvisor {
namespace {

TEST_CASE("a catalog is loaded, sorted and linked", "[catalog]") {
  const Catalog catalog = catalog_from(test_document(
      R"("gpus": [)" + test_gpu("two", R"(, "cooling": "blower", "released": "2020-09", "memory_gb": 24, "slots": 3,
                         "fp32_dual_issue": true, "compute_capability": "8.0", "aliases": ["Second", "2nd"],
                         "notes": ["A note."], "sources": {"slots": "memory"}, "further_sources": ["tracker"])") +
      "," + test_gpu("one") + R"(], "prices": [)" + test_price("two", "2026-02-03", "used", 499.5) + "," +
      test_price("one", "2026", "new", 100, "shop", "list") +
      R"(], "support": [{"vendor": "nvidia", "architecture": "Test", "targets": ["8.0"], "stack": "cuda-toolkit",
                         "event": "dropped", "version": "13.0", "date": "2025-08", "source": "shop"}])"));

  REQUIRE(catalog.gpus().size() == 2);
  CHECK(catalog.gpus()[0].id == "one");
  CHECK_FALSE(catalog.gpus()[0].memory.has_value());
  CHECK_FALSE(catalog.gpus()[0].cooling.has_value());
  CHECK_FALSE(catalog.gpus()[0].released.has_value());
  CHECK(catalog.gpus()[0].aliases.empty());

  const Gpu& two = catalog.gpus()[1];
  CHECK(two.id == "two");
  CHECK(two.name == "Name of two");
  CHECK(two.vendor == "nvidia");
  CHECK(two.architecture == "Test");
  CHECK(two.segment == Segment::consumer);
  CHECK(two.form == Form::pcie_card);
  CHECK(two.cooling == Cooling::blower);
  CHECK(two.released.value().text() == "2020-09");
  CHECK(two.memory.value().value() == 24);
  CHECK(two.slots == 3);
  CHECK(two.fp32_dual_issue);
  CHECK(two.compute_capability == "8.0");
  REQUIRE(two.aliases.size() == 2);
  CHECK(two.aliases[0] == "Second");
  CHECK(two.aliases[1] == "2nd");
  REQUIRE(two.notes.size() == 1);
  CHECK(two.notes[0] == "A note.");
  CHECK(source_of(two, "memory_gb") == "shop");
  CHECK(source_of(two, "slots") == "memory");
  REQUIRE(two.further_sources.size() == 1);
  CHECK(two.further_sources[0] == "tracker");

  REQUIRE(catalog.prices().size() == 2);
  CHECK(catalog.prices()[0].gpu == "one");
  CHECK(catalog.prices()[0].kind == QuoteKind::list);
  CHECK(catalog.prices()[1].gpu == "two");
  CHECK(catalog.prices()[1].condition == Condition::used);
  CHECK(catalog.prices()[1].price.value() == 499.5);
  CHECK(catalog.prices()[1].date.text() == "2026-02-03");
  CHECK(catalog.prices()[1].region == "US");
  CHECK(catalog.prices()[1].source == "tracker");

  REQUIRE(catalog.records<SupportEvent>().size() == 1);
  CHECK(catalog.records<SupportEvent>()[0].event == SupportChange::dropped);
  CHECK(catalog.records<SupportEvent>()[0].version == "13.0");

  CHECK(catalog.source("memory") != nullptr);
  CHECK(catalog.source("memory")->grade == SourceGrade::recalled);
  CHECK(catalog.default_workload() == "general");
  CHECK(catalog.reference().value().bandwidth.value() == 100);
  REQUIRE(catalog.records<Workload>().size() == 4);
  CHECK(catalog.records<Workload>()[1].id == "rnn");  // in the order of the file
  CHECK(catalog.records<Workload>()[1].order ==
        PriorityOrder{Criterion::bandwidth, Criterion::half, Criterion::tensor, Criterion::flops});
}

}  // namespace
}  // namespace gpuadvisor
