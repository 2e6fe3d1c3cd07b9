#include "gpuadvisor/advice/relaxation.hpp"

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "output/phrases/change_text.hpp"
#include "support/catch2.hpp"
#include "support/test_catalog.hpp"
#include "support/test_support.hpp"

using namespace gpuadvisor;

namespace {

/// CUDA supports the architecture, but for compute capability 5.0; ROCm supports AMD's. CNNs need 12 GB.
Catalog rules() {
  std::string support = test_support();
  support.insert(support.find('[') + 1, test_event("rocm", "supported-from", "2023", "", "amd") + ",");
  return catalog_from(
      test_document("\"gpus\": [" + test_gpu("clock") + "], " + support + ", \"prices\": [" +
                    test_price("clock", "2026-06-30", "used", 1) +
                    R"(], "features": [{"id": "fast", "title": "Fast", "does": "Runs.", "source": "shop"}],
                       "memory_floors": [{"workload": "cnn", "from": "2020", "memory_gb": 12, "source": "shop"}])"));
}

/// A used card of 12 GB and 250 W of 2020 for $640.20, and what is asked for.
struct Miss {
  Gpu gpu;
  PriceEstimate price;
  bool has_price = true;
  Request asked;

  Miss() {
    gpu.vendor = "nvidia";
    gpu.architecture = "Test";
    gpu.released = PartialDate(2020);
    gpu.memory = Gibibytes{12};
    gpu.tdp = Watts{250};
    price.condition = Condition::used;
    price.today = Usd{640.2};
    asked.workload = "cnn";
  }
  [[nodiscard]] Offer offer() const { return {&gpu, has_price ? std::optional(price) : std::nullopt, std::nullopt}; }
};

using Ask = std::function<void(Miss&)>;

}  // namespace

TEST_CASE("a request is changed as little as lets an offer in", "[advice]") {
  struct Case {
    const char* name;
    Ask ask;
    std::vector<std::string> changes;
    ChangeSize size;
  };
  const Case cases[] = {
      {"nothing fails", [](Miss&) {}, {}, {0, 0, 0, 0}},
      {"budget, to whole dollars up",
       [](Miss& m) { m.asked.budget = Usd{500}; },
       {"--budget 641"},
       {1, 0, 0, 141 / 500.0}},
      {"memory", [](Miss& m) { m.asked.min_memory = Gibibytes{16}; }, {"--min-memory 12"}, {1, 0, 0, 0.25}},
      {"memory for a need in 32 bits, in its words",
       [](Miss& m) {
         m.asked.need = NeedIn32Bits{Gibibytes{24}, 1.5}, m.asked.min_memory = Gibibytes{16};
       },
       {"--min-memory 18@fp32"},
       {1, 0, 0, 0.25}},
      {"memory in 32 bits",
       [](Miss& m) {
         m.asked.need = NeedIn32Bits{Gibibytes{16}, {}}, m.asked.min_memory = Gibibytes{16};
       },
       {"--min-memory 12@fp32"},
       {1, 0, 0, 0.25}},
      {"memory of one device of two",
       [](Miss& m) { m.asked.min_memory = Gibibytes{8}, m.gpu.devices = 2; },
       {"--min-memory 6"},
       {1, 0, 0, 0.25}},
      {"power", [](Miss& m) { m.asked.max_power = Watts{200}; }, {"--max-power 250"}, {1, 0, 0, 0.25}},
      {"vendor", [](Miss& m) { m.asked.vendors = {"amd"}; }, {"without --vendor"}, {1, 1, 0, 0}},
      {"segment", [](Miss& m) { m.asked.segments = {Segment::workstation}; }, {"without --segment"}, {1, 1, 0, 0}},
      {"condition", [](Miss& m) { m.asked.condition = Condition::brand_new; }, {"without --condition"}, {1, 1, 0, 0}},
      {"released",
       [](Miss& m) {
         m.asked.released = {PartialDate(2021), {}};
       },
       {"without --released"},
       {1, 1, 0, 0}},
      {"form: without one, the default would ask for a card",
       [](Miss& m) { m.asked.forms = {"laptop"}, m.gpu.form = Form::sxm4; },
       {"--form any"},
       {1, 1, 0, 0}},
      {"price range, up to whole dollars",
       [](Miss& m) {
         m.asked.price = {Usd{300}, Usd{500}};
       },
       {"--price 300..641"},
       {1, 0, 0, 141 / 500.0}},
      {"price range, down to whole dollars",
       [](Miss& m) {
         m.asked.price = {Usd{800}, {}};
       },
       {"--price 640.."},
       {1, 0, 0, 0.2}},
      {"memory range, down to the floor",
       [](Miss& m) {
         m.asked.memory = {Gibibytes{16}, Gibibytes{48}};
       },
       {"--memory 12..48"},
       {1, 0, 0, 0.25}},
      {"memory range, up",
       [](Miss& m) {
         m.asked.memory = {Gibibytes{4}, Gibibytes{8}};
       },
       {"--memory 4..12"},
       {1, 0, 0, 0.5}},
      {"one size of memory",
       [](Miss& m) {
         m.asked.memory = {Gibibytes{16}, Gibibytes{16}};
       },
       {"--memory 12..16"},
       {1, 0, 0, 0.25}},
      {"memory, below what the work asks for: that lifts a default too",
       [](Miss& m) { m.asked.min_memory = Gibibytes{16}, m.gpu.memory = Gibibytes{8}; },
       {"--min-memory 8"},
       {1, 0, 1, 0.5}},
      {"memory range, below what the work asks for",
       [](Miss& m) {
         m.asked.memory = {Gibibytes{16}, {}}, m.gpu.memory = Gibibytes{8};
       },
       {"--memory 8.."},
       {1, 0, 1, 0.5}},
      {"memory, which was asked for below what the work asks for",
       [](Miss& m) { m.asked.min_memory = Gibibytes{10}, m.gpu.memory = Gibibytes{8}; },
       {"--min-memory 8"},
       {1, 0, 0, 0.2}},
      {"least memory and range of it",
       [](Miss& m) {
         m.asked.min_memory = Gibibytes{16};
         m.asked.memory = {Gibibytes{24}, {}};
       },
       {"--min-memory 12", "--memory 12.."},
       {2, 0, 0, 0.75}},
      {"power range",
       [](Miss& m) {
         m.asked.power = {Watts{300}, Watts{400}};
       },
       {"--power 250..400"},
       {1, 0, 0, 50 / 300.0}},
      {"power supply",
       [](Miss& m) { m.asked.supply = Watts{600}, m.gpu.recommended_psu = Watts{750}; },
       {"--psu 750"},
       {1, 0, 0, 0.25}},
      {"power supply of a desktop, for a laptop",
       [](Miss& m) { m.asked.supply = Watts{600}, m.gpu.form = Form::laptop; },
       {"without --psu", "--form any"},
       {2, 1, 1, 0}},
      {"slots", [](Miss& m) { m.asked.max_slots = 2, m.gpu.slots = 3; }, {"--max-slots 3"}, {1, 0, 0, 0.5}},
      {"length",
       [](Miss& m) {
         m.asked.max_length = Millimetres{300}, m.gpu.length = Millimetres{360},
         m.gpu.shortest_partner_length = Millimetres{330};
       },
       {"--length 330"},
       {1, 0, 0, 0.1}},
      {"cooling", [](Miss& m) { m.asked.cooling = {Cooling::blower}; }, {"without --cooling"}, {1, 1, 0, 0}},
      {"cooling: without it, the default asks for a card again",
       [](Miss& m) { m.asked.cooling = {Cooling::passive}, m.gpu.form = Form::laptop; },
       {"without --cooling", "--form any"},
       {2, 1, 1, 0}},
      {"deployment: without it, the default asks for a card again",
       [](Miss& m) { m.asked.deployment = Deployment::desktop, m.gpu.form = Form::laptop; },
       {"without --deployment", "--form any"},
       {2, 1, 1, 0}},
      {"compute capability",
       [](Miss& m) {
         m.asked.compute_capability = {{{8, 0}}, {}};
       },
       {"without --compute-capability"},
       {1, 1, 0, 0}},
      {"features", [](Miss& m) { m.asked.features = {"fast"}; }, {"without --feature"}, {1, 1, 0, 0}},
      {"names left out",
       [](Miss& m) {
         auto named = std::make_shared<NamedGpus>();
         named->add("*", {&m.gpu});
         m.asked.exclude = named;
       },
       {"without --exclude"},
       {1, 1, 0, 0}},
      {"installable", [](Miss& m) { m.gpu.form = Form::laptop; }, {"--form any"}, {1, 0, 1, 0}},
      {"support that ROCm gives", [](Miss& m) { m.gpu.vendor = "amd"; }, {"--support current"}, {1, 0, 1, 0}},
      {"support that has ended", [](Miss& m) { m.gpu.compute_capability = "5.0"; }, {"--support any"}, {1, 0, 1, 0}},
      {"memory floor", [](Miss& m) { m.gpu.memory = Gibibytes{6}; }, {"--min-memory 6"}, {1, 0, 1, 0}},
      {"memory floor, none known", [](Miss& m) { m.gpu.memory.reset(); }, {"--min-memory 0"}, {1, 0, 1, 0}},
      {"all at once",
       [](Miss& m) {
         m.asked.budget = Usd{600};
         m.asked.max_power = Watts{200};
         m.asked.vendors = {"amd"};
         m.gpu.cooling = Cooling::passive;
       },
       {"--budget 641", "without --vendor", "--max-power 250", "--form any"},
       {4, 1, 1, 41 / 600.0 + 0.25}},
  };
  const Catalog catalog = rules();
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.name) {
      Miss miss;
      c.ask(miss);
      const Request in_force = with_defaults(miss.asked, catalog);
      const auto result =
          relaxation(miss.offer(), Judge(in_force, catalog).failures(miss.offer()), miss.asked, in_force, catalog);
      CHECK(result.is_possible);
      CHECK(change_texts(result.changes) == c.changes);
      CHECK(result.size.changes == c.size.changes);
      CHECK(result.size.dropped == c.size.dropped);
      CHECK(result.size.lifted == c.size.lifted);
      CHECK_THAT(result.size.share, Catch::Matchers::WithinAbs(c.size.share, 1e-12));
      CHECK(Judge(with_defaults(result.request, catalog), catalog).failures(miss.offer()).none());
    }
  }
}

TEST_CASE("no change helps where a figure is unknown, a price is not to be trusted, or another GPU is named",
          "[advice]") {
  const std::pair<const char*, Ask> cases[] = {
      {"no price", [](Miss& m) { m.asked.budget = Usd{500}, m.has_price = false; }},
      {"a price too old", [](Miss& m) { m.asked.budget = Usd{900}, m.price.age = PriceAge::unusable; }},
      {"a recalled price", [](Miss& m) { m.asked.budget = Usd{900}, m.price.no_offer = NoOffer::recalled; }},
      {"no memory", [](Miss& m) { m.asked.min_memory = Gibibytes{8}, m.gpu.memory.reset(); }},
      {"a price too old for a range",
       [](Miss& m) {
         m.asked.price = {{}, Usd{900}}, m.price.age = PriceAge::unusable;
       }},
      {"no memory for a range",
       [](Miss& m) {
         m.asked.memory = {{}, Gibibytes{8}}, m.gpu.memory.reset();
       }},
      {"no power for a range",
       [](Miss& m) {
         m.asked.power = {Watts{1}, {}}, m.gpu.tdp.reset();
       }},
      {"no power for a power supply", [](Miss& m) { m.asked.supply = Watts{750}, m.gpu.tdp.reset(); }},
      {"no slots", [](Miss& m) { m.asked.max_slots = 2; }},
      {"no power", [](Miss& m) { m.asked.max_power = Watts{300}, m.gpu.tdp.reset(); }},
      {"not one of those named", [](Miss& m) { m.asked.only = std::make_shared<NamedGpus>(); }},
  };
  const Catalog catalog = rules();
  for (const auto& [name, ask] : cases) {
    DYNAMIC_SECTION(name) {
      Miss miss;
      ask(miss);
      const Request in_force = with_defaults(miss.asked, catalog);
      const Failures failed = Judge(in_force, catalog).failures(miss.offer());
      REQUIRE(failed.any());
      CHECK_FALSE(relaxation(miss.offer(), failed, miss.asked, in_force, catalog).is_possible);
    }
  }
}

TEST_CASE("less is fewer changes, then figures, then defaults, then what was asked for by name", "[advice]") {
  const ChangeSize sizes[] = {
      {1, 0, 0, 0.1}, {1, 0, 0, 2.5}, {1, 0, 1, 0}, {1, 1, 0, 0}, {2, 0, 0, 0.1},
      {2, 0, 1, 0.1}, {2, 0, 2, 0},   {2, 1, 0, 0}, {2, 2, 0, 0}, {3, 0, 0, 0.1},
  };
  for (std::size_t i = 1; i < std::size(sizes); ++i) {
    CAPTURE(i);
    CHECK(sizes[i - 1] < sizes[i]);
  }
}

TEST_CASE("default constraints have options that lift them", "[advice]") {
  const auto options = [](std::initializer_list<std::string_view> constraints) {
    Failures failed;
    for (const std::string_view constraint : constraints) failed |= failure_of(constraint);
    return lifting_text(failed);
  };
  CHECK(options({"installable"}) == "--form any");
  CHECK(options({"support"}) == "--support any");
  CHECK(options({"memory-floor"}) == "--min-memory 0");
  CHECK(options({"installable", "support"}) == "--form any --support any");
}
