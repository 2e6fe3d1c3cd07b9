#include "gpuadvisor/advice/request.hpp"

#include <string>
#include <vector>

#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "support/catch2.hpp"
#include "support/test_catalog.hpp"

using namespace gpuadvisor;

namespace {

const std::string k_floors = R"("memory_floors": [
    {"workload": "cnn", "from": "2020-02", "memory_gb": 8, "source": "shop"},
    {"workload": "transformer", "from": "2023-01-16", "memory_gb": 12, "advised_gb": 24, "source": "tracker"},
    {"workload": "transformer", "from": "2021", "memory_gb": 10, "source": "shop"}])";

/// A catalog with memory floors, made on 2026-06-30.
Catalog with_floors() {
  return catalog_from(test_document("\"gpus\": [" + test_gpu("clock") + "], \"prices\": [" +
                                    test_price("clock", "2026-06-30", "used", 1) + "], " + k_floors));
}

Request for_work(const char* workload) {
  Request request;
  request.workload = workload;
  return request;
}

/// Memory of the floor in force, 0 for none.
double floor_gb(const Request& request, const Catalog& catalog) {
  const auto floor = with_defaults(request, catalog).memory_floor;
  return floor ? floor->memory.value() : 0;
}

}  // namespace

TEST_CASE("a memory floor is that of the workload, from its first day until the next one's", "[advice]") {
  struct Case {
    const char* workload;
    PartialDate day;
    double floor;  // 0: none
  };
  const Case cases[] = {
      {"cnn", PartialDate(2020, 1, 31), 0},          {"cnn", PartialDate(2020, 2, 1), 8},
      {"cnn", PartialDate(2026, 6, 30), 8},          {"rnn", PartialDate(2026, 6, 30), 0},
      {"transformer", PartialDate(2020, 12, 31), 0}, {"transformer", PartialDate(2021, 1, 1), 10},
      {"transformer", PartialDate(2023, 1, 15), 10}, {"transformer", PartialDate(2023, 1, 16), 12},
  };
  const Catalog catalog = with_floors();
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.workload << " on " << c.day.text()) {
      CHECK(floor_gb(for_work(c.workload), catalog.known_by(c.day.last_day())) == c.floor);
    }
  }
}

TEST_CASE("a memory floor keeps its advice and its source", "[advice]") {
  const Catalog catalog = with_floors();
  const auto floor = with_defaults(for_work("transformer"), catalog).memory_floor;
  REQUIRE(floor);
  CHECK(floor->advised == Gibibytes{24});
  CHECK(floor->source == "tracker");
  CHECK_FALSE(with_defaults(for_work("cnn"), catalog).memory_floor->advised);
}

TEST_CASE("a memory that is asked for replaces the floor, even none at all", "[advice]") {
  for (const double asked : {0.0, 4.0, 24.0}) {
    Request request = for_work("cnn");
    request.min_memory = Gibibytes{asked};
    const Request in_force = with_defaults(request, with_floors());
    CHECK_FALSE(in_force.memory_floor);
    CHECK(in_force.min_memory == Gibibytes{asked});
  }
}

TEST_CASE("a catalog without prices has no day, and the newest floors", "[advice]") {
  const Catalog catalog = catalog_from(test_document("\"gpus\": [" + test_gpu("card") + "], " + k_floors));
  CHECK(floor_gb(for_work("transformer"), catalog) == 12);
}

TEST_CASE("the guides ask for 8 GB from 2020-02 on, for transformers for 12 from 2023-01-16 on", "[advice]") {
  const auto on = [](const char* workload, PartialDate day) {
    return floor_gb(for_work(workload), embedded_catalog().known_by(day.last_day()));
  };
  for (const auto* workload : {"cnn", "rnn", "transformer", "general"}) {
    CAPTURE(workload);
    CHECK(on(workload, PartialDate(2019, 4, 3)) == 0);
    CHECK(on(workload, PartialDate(2020, 1, 31)) == 0);
    CHECK(on(workload, PartialDate(2020, 2, 1)) == 8);
    CHECK(on(workload, PartialDate(2023, 1, 15)) == 8);
  }
  CHECK(on("transformer", PartialDate(2023, 1, 16)) == 12);
  CHECK(on("transformer", PartialDate(2026, 10, 10)) == 12);
  CHECK(on("cnn", PartialDate(2026, 10, 10)) == 8);
}

TEST_CASE("the software is CUDA, unless a vendor is named that has none", "[advice]") {
  struct Case {
    std::vector<std::string> vendors;
    Support expected;
  };
  const Case cases[] = {
      {{}, Support::cuda},
      {{"nvidia"}, Support::cuda},
      {{"amd"}, Support::rocm},
      {{"amd", "amd"}, Support::rocm},
      {{"amd", "nvidia"}, Support::current},  // CUDA or ROCm
      {{"intel"}, Support::any},
      {{"nvidia", "intel"}, Support::any},
      {{"google", "amd"}, Support::any},
  };
  const Catalog catalog = with_floors();
  for (const auto& c : cases) {
    std::string named;
    for (const auto& vendor : c.vendors) named += " " + vendor;
    DYNAMIC_SECTION("vendors:" << named) {
      Request request = for_work("cnn");
      request.vendors = c.vendors;
      CHECK(enum_name(*with_defaults(request, catalog).support) == enum_name(c.expected));
      for (const auto asked : {Support::cuda, Support::rocm, Support::current, Support::any}) {
        request.support = asked;
        CHECK(with_defaults(request, catalog).support == asked);
      }
    }
  }
}

TEST_CASE("cards are wanted, unless a form is named, or a segment that has none", "[advice]") {
  struct Case {
    const char* name;
    std::vector<Segment> segments;
    std::optional<std::vector<std::string>> forms;
    bool expected;
  };
  using Forms = std::vector<std::string>;
  const Case cases[] = {
      {"nothing named", {}, std::nullopt, true},
      {"consumer", {Segment::consumer}, std::nullopt, true},
      {"consumer and workstation", {Segment::consumer, Segment::workstation}, std::nullopt, true},
      {"datacenter", {Segment::datacenter}, std::nullopt, false},
      {"unified", {Segment::unified}, std::nullopt, false},
      {"cloud", {Segment::cloud}, std::nullopt, false},
      {"consumer and datacenter", {Segment::consumer, Segment::datacenter}, std::nullopt, false},
      {"any form", {}, Forms{}, false},
      {"modules", {}, Forms{"module"}, false},
      {"cards: the form itself filters", {}, Forms{"card"}, false},
      {"any form of consumer products", {Segment::consumer}, Forms{}, false},
  };
  const Catalog catalog = with_floors();
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.name) {
      Request request = for_work("cnn");
      request.segments = c.segments;
      request.forms = c.forms;
      const Request in_force = with_defaults(request, catalog);
      CHECK(in_force.installable == c.expected);
      CHECK(in_force.forms == c.forms);
      CHECK(in_force.segments == c.segments);
    }
  }
}

TEST_CASE("what current software of every vendor does well is wanted of none in particular", "[advice]") {
  Workload training;
  Workload running;
  running.any_software = true;
  const std::vector<std::string> none;
  CHECK(default_support(none, nullptr) == Support::cuda);
  CHECK(default_support(none, &training) == Support::cuda);
  CHECK(default_support(none, &running) == Support::current);
  CHECK(default_support({"nvidia"}, &running) == Support::cuda);
  CHECK(default_support({"amd"}, &running) == Support::rocm);
  CHECK(default_support({"amd", "nvidia"}, &running) == Support::current);
  CHECK(default_support({"apple"}, &running) == Support::any);

  const Catalog catalog = embedded_catalog();
  for (const Workload& workload : catalog.records<Workload>()) {
    CAPTURE(workload.id);
    const bool runs =
        workload.id.starts_with("image-") || (workload.id.starts_with("llm-") && workload.id != "llm-finetuning");
    const std::string id(workload.id);
    CHECK(with_defaults(for_work(id.c_str()), catalog).support == (runs ? Support::current : Support::cuda));
  }
}
