// Constraints beyond those of every request: by name, range, board and deployment.

#include <functional>
#include <string>
#include <vector>

#include "catalog/lookup/name_pattern.hpp"
#include "gpuadvisor/advice/constraints.hpp"
#include "gpuadvisor/advice/recommend.hpp"
#include "support/catch2.hpp"
#include "support/test_catalog.hpp"
#include "support/test_market.hpp"
#include "support/test_support.hpp"

using namespace gpuadvisor;

namespace {

const std::string k_rules = R"("deployment_rules": [
    {"deployment": "datacenter", "vendor": "nvidia", "segment": "consumer", "terms": "Not in a rack", "source": "shop"}],
  "features": [
    {"id": "fast", "title": "Fast", "does": "Runs.", "fields": ["memory_gb"], "source": "shop"},
    {"id": "slow", "title": "Slow", "does": "Walks.", "vendor": "amd", "source": "shop"},
    {"id": "odd", "title": "Odd", "does": "Limps.", "source": "shop"}])";

std::string document_of(const std::string& gpu, const std::string& price) {
  return test_document("\"gpus\": [" + gpu + "," + test_gpu("clock") + "], \"prices\": [" + price + "," +
                       test_price("clock", "2026-06-30", "used", 1) + "], " + k_rules);
}

/// A used card of 8 GB, 200 W, for which 650 W are recommended, and two slots, cooled by a blower, of compute
/// capability 8.6, for 300 dollars.
const std::string k_card =
    R"(, "memory_gb": 8, "tdp_w": 200, "recommended_psu_w": 650, "slots": 2, "length_mm": 300, "shortest_partner_length_mm": 266.19, "longest_partner_length_mm": 320, "cooling": "blower",
         "compute_capability": "8.6")";

Catalog one_card(const std::string& more = k_card, const std::string& price_date = "2026-06",
                 const char* source = "tracker") {
  return catalog_from(document_of(test_gpu("card", more), test_price("card", price_date, "used", 300, source)));
}

Offer offer_of(const Catalog& catalog, int count = 1) {
  const Gpu& gpu = *catalog.gpu("card");
  Offer offer{&gpu};
  offer.price = *price_estimates(gpu, catalog).begin();
  offer.count = count;
  return offer;
}

Strings reasons(const Catalog& catalog, const Request& request, int count = 1) {
  Strings found;
  for (const auto& [constraint, reason] : rejections(offer_of(catalog, count), request, catalog)) {
    found.push_back(std::string(constraint) + ": " + reason);
  }
  return found;
}

std::shared_ptr<const NamedGpus> named(const Catalog& catalog, const Strings& patterns) {
  auto gpus = std::make_shared<NamedGpus>();
  for (const auto& pattern : patterns) gpus->add(pattern, find_by_pattern(catalog, pattern).gpus);
  return gpus;
}

using Ask = std::function<void(Request&)>;

}  // namespace

TEST_CASE("a filter passes at its border and gives a reason beyond it", "[advice]") {
  struct Case {
    const char* name;
    Ask ask;
    Strings expected;
  };
  const Case cases[] = {
      {"price at both ends",
       [](Request& r) {
         r.price = {Usd{300}, Usd{300}};
       },
       {}},
      {"price above",
       [](Request& r) {
         r.price = {{}, Usd{299}};
       },
       {"price: $300, at most $299 wanted"}},
      {"price below",
       [](Request& r) {
         r.price = {Usd{301}, {}};
       },
       {"price: $300, at least $301 wanted"}},
      {"price below by cents",
       [](Request& r) {
         r.price = {Usd{300.01}, {}};
       },
       {"price: $300, at least $300.01 wanted"}},
      {"memory at both ends",
       [](Request& r) {
         r.memory = {Gibibytes{8}, Gibibytes{8}};
       },
       {}},
      {"memory above",
       [](Request& r) {
         r.memory = {{}, Gibibytes{6}};
       },
       {"memory: has 8 GB, at most 6 GB wanted"}},
      {"memory below",
       [](Request& r) {
         r.memory = {Gibibytes{9}, {}};
       },
       {"memory: has 8 GB of the 9 GB wanted"}},
      {"memory below the higher of two least ones",
       [](Request& r) {
         r.memory = {Gibibytes{9}, {}}, r.min_memory = Gibibytes{12};
       },
       {"memory: has 8 GB of the 12 GB wanted"}},
      {"power at both ends",
       [](Request& r) {
         r.power = {Watts{200}, Watts{200}};
       },
       {}},
      {"power above",
       [](Request& r) {
         r.power = {{}, Watts{150}};
       },
       {"power: draws 200 W, at most 150 W wanted"}},
      {"power above the lower of two limits",
       [](Request& r) {
         r.power = {{}, Watts{190}}, r.max_power = Watts{75};
       },
       {"power: draws 200 W, at most 75 W wanted"}},
      {"power below",
       [](Request& r) {
         r.power = {Watts{201}, {}};
       },
       {"power: draws 200 W, at least 201 W wanted"}},
      {"power supply as recommended", [](Request& r) { r.supply = Watts{650}; }, {}},
      {"power supply that is too small",
       [](Request& r) { r.supply = Watts{600}; },
       {"power-supply: needs a 650 W power supply (nvidia's recommendation)"}},
      {"slots met exactly", [](Request& r) { r.max_slots = 2; }, {}},
      {"slots missed", [](Request& r) { r.max_slots = 1; }, {"slots: takes 2 slots, at most 1 wanted"}},
      {"length met by a board of another maker", [](Request& r) { r.max_length = Millimetres{267}; }, {}},
      {"length missed by all boards",
       [](Request& r) { r.max_length = Millimetres{266}; },
       {"length: 267 to 320 mm long, at most 266 wanted"}},
      {"one of the coolings",
       [](Request& r) {
         r.cooling = {Cooling::liquid, Cooling::blower};
       },
       {}},
      {"cooling", [](Request& r) { r.cooling = {Cooling::open_air}; }, {"cooling: blower cooling"}},
      {"compute capability at both ends",
       [](Request& r) {
         r.compute_capability = {{{8, 6}}, {{8, 6}}};
       },
       {}},
      {"compute capability below",
       [](Request& r) {
         r.compute_capability = {{{8, 9}}, {}};
       },
       {"compute-capability: compute capability 8.6"}},
      {"compute capability above",
       [](Request& r) {
         r.compute_capability = {{}, {{8, 0}}};
       },
       {"compute-capability: compute capability 8.6"}},
      {"a feature that it has", [](Request& r) { r.features = {"fast"}; }, {}},
      {"features that it has not, or may have",
       [](Request& r) {
         r.features = {"fast", "slow", "odd"};
       },
       {"feature: no slow and odd unknown"}},
      {"desktop", [](Request& r) { r.deployment = Deployment::desktop; }, {}},
      {"data center",
       [](Request& r) { r.deployment = Deployment::datacenter; },
       {"deployment: licence risk: Not in a rack (shop)"}},
  };
  const Catalog catalog = one_card();
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.name) {
      Request request;
      c.ask(request);
      CHECK(reasons(catalog, request) == c.expected);
    }
  }
}

TEST_CASE("a board's length passes if some board passes", "[advice]") {
  struct Case {
    const char* name;
    const char* lengths;
    double shortest;
    const char* words;
  };
  const Case cases[] = {
      {"a shorter partner board",
       R"(, "length_mm": 242, "shortest_partner_length_mm": 170, "longest_partner_length_mm": 324)", 170,
       "170 to 324 mm long"},
      {"a shorter reference board",
       R"(, "length_mm": 204, "shortest_partner_length_mm": 217, "longest_partner_length_mm": 304)", 204,
       "204 to 304 mm long"},
      {"the longest is the reference board",
       R"(, "length_mm": 222, "shortest_partner_length_mm": 145, "longest_partner_length_mm": 190)", 145,
       "145 to 222 mm long"},
      {"the reference board alone", R"(, "length_mm": 168)", 168, "168 mm long"},
      {"partner boards alone", R"(, "shortest_partner_length_mm": 280, "longest_partner_length_mm": 355)", 280,
       "280 to 355 mm long"},
      {"parts of a millimetre",
       R"(, "length_mm": 267, "shortest_partner_length_mm": 266.7, "longest_partner_length_mm": 266.7)", 266.7,
       "267 mm long"},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.name) {
      const Catalog catalog = one_card(c.lengths);
      Request request;
      request.max_length = Millimetres{c.shortest};
      CHECK(reasons(catalog, request).empty());
      request.max_length = Millimetres{100};
      CHECK(reasons(catalog, request) == Strings{fmt::format("length: {}, at most 100 wanted", c.words)});
    }
  }
}

TEST_CASE("a power supply must be enough for all cards of a row", "[advice]") {
  const Catalog catalog = one_card();
  Request request;
  request.supply = Watts{850};  // 650 + 200
  CHECK(reasons(catalog, request, 2).empty());
  request.supply = Watts{849};
  CHECK(reasons(catalog, request, 2) ==
        Strings{"power-supply: needs a 850 W power supply (nvidia's recommendation for one)"});
  // 650 W are recommended for 200 W, and nothing for other cards: 650 + 60 = 710, and 750 W are the size above.
  const Catalog other = catalog_from(test_document(
      "\"gpus\": [" + test_gpu("card", R"(, "tdp_w": 260)") + "," +
      test_gpu("known", R"(, "tdp_w": 200, "recommended_psu_w": 650)") + "," +
      test_gpu("laptop", R"(, "tdp_w": 80)").replace(test_gpu("laptop").find("pcie-card"), 9, "laptop") + "]"));
  request.supply = Watts{700};
  const auto reason = [&](const char* id) { return rejections(Offer{other.gpu(id)}, request, other)[0].reason; };
  CHECK(reason("card") == "needs a 750 W power supply (estimated)");
  CHECK(reason("laptop") == "runs on no desktop power supply");
  const Catalog nothing = catalog_from(test_document("\"gpus\": [" + test_gpu("card", R"(, "tdp_w": 260)") + "]"));
  CHECK(rejections(Offer{nothing.gpu("card")}, request, nothing)[0].reason == "recommended power supply unknown");
}

TEST_CASE("a price that whole dollars would make the limit has its cents", "[advice]") {
  const Catalog catalog = one_card();
  Offer offer = offer_of(catalog);
  offer.price->today = Usd{299.99};
  Request request;
  request.price = {Usd{300}, {}};
  CHECK(rejections(offer, request, catalog)[0].reason == "$299.99, at least $300 wanted");
  request.price = {Usd{301}, {}};
  CHECK(rejections(offer, request, catalog)[0].reason == "$300, at least $301 wanted");
  request.price = {{}, Usd{299.5}};
  CHECK(rejections(offer, request, catalog)[0].reason == "$299.99, at most $299.50 wanted");
}

TEST_CASE("an unknown figure passes no filter that asks for one", "[advice]") {
  const Catalog catalog = one_card("");
  Request request;
  request.memory = {{}, Gibibytes{1000}};
  request.power = {Watts{0}, {}};
  request.supply = Watts{5000};
  request.max_slots = 16;
  request.max_length = Millimetres{1000};
  request.cooling = {Cooling::open_air, Cooling::blower, Cooling::passive, Cooling::liquid};
  request.compute_capability = {{{0, 0}}, {}};
  CHECK(reasons(catalog, request) == Strings{"memory: memory unknown", "power: power unknown",
                                             "power-supply: power draw unknown", "slots: slots unknown",
                                             "length: length unknown", "cooling: cooling unknown",
                                             "compute-capability: no CUDA compute capability"});
}

TEST_CASE("a price range is for all GPUs of a row, and no price that cannot be trusted is within it", "[advice]") {
  Request request;
  request.price = {Usd{500}, Usd{700}};
  CHECK(reasons(one_card(), request, 2).empty());
  CHECK(reasons(one_card(), request, 3) == Strings{"price: $900, at most $700 wanted"});
  request.price = {Usd{100}, Usd{700}};
  CHECK(reasons(one_card(k_card, "2024-05"), request) ==
        Strings{"price: last priced at $300 in 2024-05, more than 24 months ago"});
  CHECK(reasons(one_card(k_card, "2025-06"), request).empty());  // old, but usable
  CHECK(reasons(one_card(k_card, "2026-06", "memory"), request) ==
        Strings{"price: $300, but from general knowledge, without a source"});
}

TEST_CASE("a range of memory is per device, and one of power for all GPUs", "[advice]") {
  Request request;
  request.memory = {Gibibytes{5}, {}};
  request.power = {{}, Watts{399}};
  CHECK(reasons(one_card(k_card + R"(, "devices": 2)"), request, 2) ==
        Strings{"memory: has 4 GB of the 5 GB wanted", "power: draws 400 W, at most 399 W wanted"});
}

TEST_CASE("GPUs are picked and left out by name, and the pattern that did it is told", "[advice]") {
  const Catalog catalog = one_card();
  Request request;
  request.only = named(catalog, {"clock"});
  CHECK(reasons(catalog, request) == Strings{"only: not named by --only"});
  request.only = named(catalog, {"clock", "c*d"});
  CHECK(reasons(catalog, request).empty());
  request.exclude = named(catalog, {"clo*", "*car*", "card"});
  CHECK(reasons(catalog, request) == Strings{"exclude: named by --exclude \"*car*\""});
  request.exclude = named(catalog, {"[c\x1b]ard"});
  CHECK(reasons(catalog, request) == Strings{"exclude: named by --exclude \"[c\\x1b]ard\""});
}

TEST_CASE("a desktop takes cards with their own cooling, a data center what fits a server", "[advice]") {
  struct Case {
    const char* figures;
    const char* desktop;
    const char* datacenter;
  };
  const Case cases[] = {
      {R"("form": "pcie-card", "cooling": "passive")", "no cooling of its own: needs a server's air flow", ""},
      {R"("form": "pcie-card", "cooling": "blower")", "", ""},
      {R"("form": "sxm4", "cooling": "passive")", "a module (sxm4): needs its own board", ""},
      {R"("form": "laptop")", "built into laptops", "built into laptops"},
      {R"("form": "soc")", "sold as a whole machine", "sold as a whole machine"},
      {R"("form": "cloud-chip")", "rented only", "rented only"},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.figures) {
      const std::string gpu = R"({"id": "card", "name": "Card", "vendor": "nvidia", "architecture": "Test",
                                  "segment": "workstation", "source": "shop", )" +
                              std::string(c.figures) + "}";
      const Catalog catalog = catalog_from(document_of(gpu, test_price("card", "2026-06", "used", 300)));
      const auto reason_for = [&](Deployment deployment) {
        Request request;
        request.deployment = deployment;
        const auto found = rejections(offer_of(catalog), request, catalog);
        return found.empty() ? std::string() : found.front().reason;
      };
      CHECK(reason_for(Deployment::desktop) == c.desktop);
      CHECK(reason_for(Deployment::datacenter) == c.datacenter);
    }
  }
}

TEST_CASE("a rule about deployment is not known before its source", "[advice]") {
  const Catalog catalog = one_card();  // the source is of January 2026, the card without a date of release
  Request request;
  request.deployment = Deployment::datacenter;
  CHECK(reasons(catalog.known_by(PartialDate(2026, 6, 30).last_day()), request).size() == 1);
  const Catalog earlier = catalog_from(
      document_of(test_gpu("card", R"(, "released": "2020")"), test_price("card", "2025-06", "used", 300)));
  CHECK(reasons(earlier.known_by(PartialDate(2025, 12, 31).last_day()), request).empty());
  CHECK(reasons(earlier.known_by(PartialDate(2026, 1, 31).last_day()), request).size() == 1);
}

TEST_CASE("what is named leaves out defaults that would contradict it", "[advice]") {
  const Catalog catalog = test_market();
  const auto in_force = [&](const Ask& ask) {
    Request request = test_request(catalog);
    ask(request);
    return with_defaults(request, catalog);
  };
  CHECK(in_force([](Request&) {}).installable);
  CHECK(in_force([](Request& r) { r.cooling = {Cooling::blower, Cooling::liquid}; }).installable);
  CHECK_FALSE(in_force([](Request& r) { r.cooling = {Cooling::blower, Cooling::passive}; }).installable);
  CHECK_FALSE(in_force([](Request& r) { r.deployment = Deployment::datacenter; }).installable);
  CHECK_FALSE(in_force([](Request& r) { r.deployment = Deployment::desktop; }).installable);
  CHECK(in_force([](Request&) {}).memory_floor.has_value());
  CHECK(in_force([](Request& r) { r.memory = {{}, Gibibytes{48}}; }).memory_floor.has_value());
  CHECK_FALSE(in_force([](Request& r) { r.memory = {Gibibytes{4}, {}}; }).memory_floor.has_value());
}

TEST_CASE("each filter counts what it removes", "[advice]") {
  const Catalog catalog = test_market();  // seven cards, of which two are passive
  Request request = test_request(catalog);
  request.only = named(catalog, {"*small*", "*passive*", "fits"});
  request.exclude = named(catalog, {"*small"});
  request.cooling = {Cooling::passive};
  const Excluded excluded = list(catalog, request).excluded;
  const auto count_of = [&](std::string_view constraint) {
    return excluded.by_constraint[first(failure_of(constraint))];
  };
  CHECK(excluded.total == 5);
  CHECK(count_of("only") == 3);     // ended, ended-slow and dear
  CHECK(count_of("exclude") == 1);  // small
  CHECK(count_of("cooling") == 5);  // all but the passive ones
}
