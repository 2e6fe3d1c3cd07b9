#include "output/recommend/answer_notes.hpp"
#include "output/recommend/answer_heading.hpp"
#include "output/recommend/need_text.hpp"

#include <functional>
#include <string>
#include <vector>

#include "core/text.hpp"
#include "support/catch2.hpp"
#include "support/test_market.hpp"

using namespace gpuadvisor;

namespace {

using Ask = std::function<void(Request&)>;

std::string heading_of(const Catalog& catalog, const Answer& answer) {
  return heading(answer.request, catalog.workload(answer.request.workload)->title, stamp_of(catalog, "1.0"));
}

/// The notes below the answer, one per line.
Strings notes_of(const Catalog& catalog, const Ask& ask) {
  Request request = test_request(catalog);
  ask(request);
  const Answer answer = recommend(catalog, request);
  const AnswerDetails details = answer_details(answer, catalog);
  const AnswerView view{"recommend", stamp_of(catalog, "1.0"), answer, details};
  Strings texts;
  for (const FactNotes& one : notes(view, 10'000)) {
    for (const std::string& text : one.texts) {
      if (!text.empty()) texts.push_back(text);
    }
  }
  return texts;
}

const std::string k_legend =
    "Score: weighted product of tensor 0.52, flops 0.27, bandwidth 0.15, half 0.06; reference = 1.00. It is a ranking, "
    "not a speed. per $k: score per $1000. price: the second-lowest asked; ~: not offered lately.";
const std::string k_legend_of_ties =
    "Score: weighted product of tensor 0.52, flops 0.27, bandwidth 0.15, half 0.06; reference = 1.00. It is a ranking, "
    "not a speed. \"=\": within 10 %, too close to call; more memory goes first, then the lower price. per "
    "$k: score per $1000. price: the second-lowest asked; ~: not offered lately.";
const std::string k_advice = "\"A tracker\" advises 24 GB for this work: --min-memory 24.";

}  // namespace

TEST_CASE("notes on several GPUs tell how fast they are, and why", "[output]") {
  const std::string gpus = test_card("a", 8) + "," + test_card("b", 8, 4) + "," + test_card("c", 8, 2);
  const std::string prices = test_used("a", 400) + "," + test_used("b", 700) + "," + test_used("c", 500);
  const Catalog catalog =
      catalog_from(test_document("\"gpus\": [" + gpus + "], \"prices\": [" + prices + R"(], "speedups": [
    {"workload": "cnn", "count": 2, "basis": "measured", "speedup": 1.9, "low": 1.8, "high": 2, "measurements": 10,
     "sources": ["shop"]},
    {"workload": "cnn", "count": 4, "basis": "measured", "speedup": 3.6, "sources": ["shop"]},
    {"workload": "cnn", "count": 2, "basis": "guide", "speedup": 1.7, "sources": ["shop"]},
    {"workload": "cnn", "count": 5, "basis": "guide", "speedup": 4, "sources": ["shop"]}])"));
  const auto ask = [](CountRange count, double budget) {
    return [=](Request& request) {
      request.support = Support::any;
      request.count = count;
      request.budget = Usd{budget};
    };
  };
  const std::string room =
      "Memory does not add up: GB is that of one GPU, and the model must fit in it. Training on several GPUs uses data "
      "parallelism, so the batch grows with their number. Each needs a slot, PCIe lanes, power and cooling.";
  // What the GPUs lack and the legend come first.
  const Strings few = notes_of(catalog, ask({2, 4}, 1600));  // two of b, three of c, four of a
  REQUIRE(few.size() >= 4);
  CHECK(few[2] ==
        "2 GPUs: 1.90 times as fast as one (measured 1.80-2.00, 10 pairs; the guide says 1.70). 3 GPUs: 2.76 times as "
        "fast as one (interpolated between measured counts). 4 GPUs: 3.60 times as fast as one (measured). Measured on "
        "workstations and servers of identical GPUs; 80 % are in the range.");
  CHECK(few[3] == room);
  const Strings many = notes_of(catalog, ask({5, 7}, 2000));  // five of a
  REQUIRE(many.size() >= 4);
  CHECK(
      many[2] ==
      "5 GPUs: 4.00 times as fast as one (a guide's word). The speed-up of 6 and 7 GPUs is not known for this work, so "
      "they have no speed.");
  CHECK(many[3] == room);
  const Strings one = notes_of(catalog, ask({1, 6}, 500));
  REQUIRE(one.size() >= 3);
  CHECK(one[2] == "The speed-up of 6 GPUs is not known for this work, so they have no speed.");
}

TEST_CASE("a need in 32 bits says how it is counted, by whom, and why memory does not halve", "[output]") {
  const Catalog catalog =
      catalog_from(test_document("\"gpus\": [" + test_card("a", 8) + "], \"prices\": [" + test_used("a", 400) + R"(],
      "guides": [{"id": "g", "title": "Guide, 2019", "author": "A", "source": "shop"}],
      "guide_rules": [{"guide": "g", "id": "r", "topic": "memory", "says": "Half as much again: 32-bit copies stay.",
                       "figures": [{"what": "worth", "value": 1.5, "means": "fp16-memory-factor"}],
                       "source": "shop"}])"));
  const auto text = [&](std::optional<double> factor, bool is_asked, bool has_rule) {
    const GuideRule* rule = has_rule ? fp16_memory_rule(catalog) : nullptr;
    return need_text({Gibibytes{12}, factor, rule, is_asked, has_rule ? catalog.guide("g") : nullptr});
  };
  CHECK(text(1.5, false, true) ==
        "A need of 12 GB at 32 bits is met by 8 GB in 16 bits, as 1 GB counts for 1.5 GB there (Guide, 2019): Half as "
        "much again: 32-bit copies stay. Training in FP32 (--precision fp32) needs the full 12 GB.");
  CHECK(text(2, true, true) ==
        "A need of 12 GB at 32 bits is met by 6 GB in 16 bits, by the factor 2 that was asked for. Guide, 2019 counts "
        "with 1.5: Half as much again: 32-bit copies stay.");
  CHECK(text(2, true, false) ==
        "A need of 12 GB at 32 bits is met by 6 GB in 16 bits, by the factor 2 that was asked for.");
  CHECK(text({}, false, true) == "Training in FP32 needs the full 12 GB; in 16 bits less is enough.");
}

TEST_CASE("the heading tells what is asked for and what is in force by default", "[output]") {
  struct Case {
    const char* name;
    Ask ask;
    std::string expected;
  };
  const Case cases[] = {
      {"all defaults", [](Request&) {},
       "CNN, 8 GB or more, cards with their own cooling, current CUDA, new and used, prices to 2026-06-30"},
      {"several GPUs",
       [](Request& r) {
         r.count = {1, 4}, r.budget = Usd{1500};
       },
       "CNN, 1 to 4 identical GPUs, budget $1,500, 8 GB or more, cards with their own cooling, current CUDA, new and "
       "used, "
       "prices to 2026-06-30"},
      {"two GPUs",
       [](Request& r) {
         r.count = {2, 2};
       },
       "CNN, 2 equal GPUs, 8 GB or more, cards with their own cooling, current CUDA, new and used, prices to "
       "2026-06-30"},
      {"no defaults", [](Request& r) { r.forms.emplace(), r.support = Support::any, r.min_memory = Gibibytes{0}; },
       "CNN, new and used, prices to 2026-06-30"},
      {"a need in 32 bits",
       [](Request& r) {
         r.need = NeedIn32Bits{Gibibytes{10}, 1.5}, r.min_memory = memory_on_card(*r.need);
       },
       "CNN, 6.67 GB or more for 10 GB at 32 bits, cards with their own cooling, current CUDA, new and used, prices to "
       "2026-06-30"},
      {"others in their place",
       [](Request& r) {
         r.budget = Usd{1500};
         r.min_memory = Gibibytes{24};
         r.forms = {"module", "passive"};
         r.support = Support::rocm;
         r.condition = Condition::used;
       },
       "CNN, budget $1,500, 24 GB or more, form module or passive, current ROCm, used, prices to 2026-06-30"},
      {"a vendor that has ROCm", [](Request& r) { r.vendors = {"amd"}; },
       "CNN, 8 GB or more, AMD, cards with their own cooling, current ROCm, new and used, prices to "
       "2026-06-30"},
      {"ranges",
       [](Request& r) {
         r.price = {Usd{300}, Usd{1800.5}};
         r.memory = {Gibibytes{16}, Gibibytes{48}};
         r.power = {Watts{100}, {}};
         r.compute_capability = {{{8, 0}}, {}};
         r.supply = Watts{650};
         r.max_slots = 2;
       },
       "CNN, price $300 to $1,801, 16 to 48 GB, 100 W or more, 650 W power supply, at most 2 slots, compute capability "
       "8.0.., cards with "
       "their own cooling, current CUDA, new and used, prices to 2026-06-30"},
      {"limits and ranges of one figure",
       [](Request& r) {
         r.memory = {Gibibytes{24}, Gibibytes{24}}, r.min_memory = Gibibytes{12};
         r.max_power = Watts{300}, r.power = {{}, Watts{400}};
         r.price = {{}, Usd{500}};
       },
       "CNN, price at most $500, 24 GB, at most 300 W, cards with their own cooling, current CUDA, new and used, "
       "prices "
       "to 2026-06-30"},
      {"a range above the floor",
       [](Request& r) {
         r.memory = {{}, Gibibytes{24}};
       },
       "CNN, 8 to 24 GB, cards with their own cooling, current CUDA, new and used, prices to 2026-06-30"},
      {"names, boards and places",
       [](Request& r) {
         auto only = std::make_shared<NamedGpus>();
         only->add("rtx 30*", {});
         only->add("a\x1b[2J", {});
         auto exclude = std::make_shared<NamedGpus>();
         exclude->add("*laptop*", {});
         r.only = only, r.exclude = exclude;
         r.cooling = {Cooling::open_air, Cooling::liquid};
         r.deployment = Deployment::datacenter;
         r.compute_capability = {{{8, 6}}, {{8, 6}}};
       },
       "CNN, 8 GB or more, only rtx 30* or a\\x1b[2J, not *laptop*, compute capability 8.6, open-air or liquid "
       "cooling, "
       "for a data center, current CUDA, new and used, prices to 2026-06-30"},
      {"a desktop", [](Request& r) { r.deployment = Deployment::desktop; },
       "CNN, 8 GB or more, for a desktop, current CUDA, new and used, prices to 2026-06-30"},
      {"a segment without cards", [](Request& r) { r.segments = {Segment::datacenter}; },
       "CNN, 8 GB or more, datacenter, current CUDA, new and used, prices to 2026-06-30"},
  };
  const Catalog catalog = test_market();
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.name) {
      Request request = test_request(catalog);
      c.ask(request);
      const Answer answer = recommend(catalog, request);
      CHECK(heading_of(catalog, answer) == c.expected);
    }
  }
  const Answer all = list(catalog, test_request(catalog));
  CHECK(heading_of(catalog, all) == "CNN, new and used, prices to 2026-06-30");
}

TEST_CASE("notes tell what is left out, and what of it is hidden by default", "[output]") {
  CHECK(notes_of(test_market(), [](Request& r) { r.budget = Usd{1000}; }) ==
        Strings{
            k_legend, k_advice,
            "6 GPUs do not qualify: 1 over the budget, 2 not for a desktop PC, 3 without current software support and "
            "2 with less memory than guides ask for (some for several reasons).",
            "Hidden by default: 1 not for a desktop PC (best: used Name of passive, $400; --form any), 2 without "
            "current software support (best: used Name of ended, $500; --support any), 1 with less memory than guides "
            "ask for (best: used Name of small, $300; --min-memory 0) and 1 for several of these reasons (best: used "
            "Name of small-passive, $50; --form any --min-memory 0)."});
  const Catalog alone = test_market({test_card("fits", 8)}, {test_used("fits", 400)});
  CHECK(notes_of(alone, [](Request&) {}) == Strings{k_legend, k_advice});
  CHECK(notes_of(alone, [](Request& r) { r.min_memory = Gibibytes{8}; }) == Strings{k_legend});
  CHECK(notes_of(alone, [](Request& r) { r.workload = "rnn"; }) == Strings{k_legend});  // nothing advised
}

TEST_CASE("notes tell of single rows what the columns cannot say, once for all that share it", "[output]") {
  const auto found = notes_of(test_market(), [](Request& r) { r.budget = Usd{1000}, r.support = Support::any; });
  CHECK(found.front() == "Name of ended and Name of ended-slow: CUDA 9.0 dropped Test (2018).");
}

TEST_CASE("notes name what the score alone would put first", "[output]") {
  const Catalog catalog = test_market({test_card("large", 24, 1.02), test_card("quick", 8, 1.08)},
                                      {test_used("large", 500), test_used("quick", 600)});
  CHECK(notes_of(catalog, [](Request&) {}) ==
        Strings{k_legend_of_ties,
                "Ranked by the guides' order of importance alone, the used Name of quick would be first (1.08).",
                k_advice});
}

TEST_CASE("near misses come before what is left out", "[output]") {
  const Catalog catalog =
      test_market({test_card("fits", 8), test_card("near", 8), test_card("wide", 8), test_card("gone", 8)},
                  {test_used("fits", 300), test_used("near", 440), test_used("near", 460), test_sold("wide", 340),
                   test_sold("wide", 800), test_sold("wide", 900), test_price("gone", "2024-01", "used", 200)});
  CHECK(notes_of(catalog, [](Request& r) { r.budget = Usd{350}; }) ==
        Strings{k_legend, "Also near: used Name of near, $440, $90 over the budget: try --budget 440.",
                "Maybe within the budget: used Name of wide, about $800, likely $340 to $900.",
                "Was within the budget when last priced: used Name of gone, $200 in 2024-01.", k_advice,
                "3 GPUs do not qualify: 3 over the budget."});
  CHECK(notes_of(catalog, [](Request& r) { r.budget = Usd{100}; }) ==
        Strings{"The nearest that works: used Name of fits, $300, $200 over the budget: try --budget 300.", k_advice,
                "4 GPUs do not qualify: 4 over the budget."});
}

TEST_CASE("an empty answer tells the smallest change, then the others but those hidden by default", "[output]") {
  const Catalog passive = test_market({test_card("passive", 8, 1, k_passive), test_card("dear", 8)},
                                      {test_used("passive", 400), test_used("dear", 2000)});
  CHECK(notes_of(passive, [](Request& r) { r.budget = Usd{500}; }) ==
        Strings{"The nearest that works: used Name of dear, $2,000, $1,500 over the budget: try --budget 2000.",
                k_advice, "2 GPUs do not qualify: 1 over the budget and 1 not for a desktop PC.",
                "Hidden by default: 1 not for a desktop PC (best: used Name of passive, $400; --form any)."});
  CHECK(notes_of(passive, [](Request& r) { r.budget = Usd{500}, r.vendors = {"amd"}; }) ==
        Strings{"The nearest that works: used Name of dear, $2,000, $1,500 over the budget; made by nvidia: try "
                "--budget 2000 and without --vendor.",
                k_advice,
                "2 GPUs do not qualify: 1 over the budget, 2 of another vendor and 1 not for a desktop PC (some for "
                "several reasons)."});
}
