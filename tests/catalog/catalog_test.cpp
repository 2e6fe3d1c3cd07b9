#include "gpuadvisor/catalog/catalog.hpp"

#include "catalog/records/host.hpp"
#include "gpuadvisor/catalog/deployment_rule.hpp"
#include "gpuadvisor/catalog/feature.hpp"
#include "gpuadvisor/catalog/memory_floor.hpp"
#include "gpuadvisor/catalog/support_event.hpp"
#include "support/catch2.hpp"
#include "support/test_catalog.hpp"

namespace gpuadvisor {
namespace {

using Ids = std::vector<std::string_view>;

Day day(int year, unsigned month, unsigned of_month) {
  return Day{std::chrono::year{year}, std::chrono::month{month}, std::chrono::day{of_month}};
}

Ids gpu_ids(const Catalog& catalog) {
  Ids ids;
  for (const Gpu& gpu : catalog.gpus()) ids.push_back(gpu.id);
  return ids;
}

std::vector<double> prices_of(const Catalog& catalog, std::string_view id) {
  std::vector<double> prices;
  for (const Price& price : catalog.prices_of(*catalog.gpu(id))) prices.push_back(price.price.value());
  return prices;
}

std::string as_of(const Catalog& catalog) { return catalog.as_of() ? text(*catalog.as_of()) : "unknown"; }

/// Products of several years; the newest price is of 2026-10-10.
Catalog history() {
  return catalog_from(test_document(
      R"("gpus": [)" + test_gpu("a-of-2018", R"(, "released": "2018-09-27")") + "," +
      test_gpu("b-of-april-2019", R"(, "released": "2019-04")") + "," + test_gpu("c-undated", R"(, "memory_gb": 8)") +
      "," + test_gpu("d-undated-without-price") + "," + test_gpu("e-of-2026", R"(, "released": "2026")") +
      R"(], "prices": [)" + test_price("a-of-2018", "2018-09-27", "new", 1, "shop", "list") + "," +
      test_price("a-of-2018", "2019", "new", 2) + "," + test_price("a-of-2018", "2019-04-03", "new", 3) + "," +
      test_price("a-of-2018", "2019-04", "new", 4) + "," + test_price("a-of-2018", "2026-10-10", "used", 5) + "," +
      test_price("c-undated", "2020-06", "new", 6) + "," + test_price("c-undated", "2021-06", "new", 7) + "," +
      test_price("e-of-2026", "2026", "new", 8) + R"(],
      "support": [{"vendor": "nvidia", "architecture": "Test", "stack": "cuda-toolkit", "event": "supported-from",
                   "date": "2018", "source": "shop"},
                  {"vendor": "amd", "architecture": "Test", "stack": "rocm", "event": "dropped", "date": "2020",
                   "source": "shop"}],
      "memory_floors": [{"workload": "cnn", "from": "2020-02", "memory_gb": 8, "source": "shop"}],
      "deployment_rules": [{"deployment": "datacenter", "vendor": "nvidia", "segment": "consumer", "terms": "No",
                            "source": "shop"}])"));
}

TEST_CASE("an empty catalog holds nothing and knows no day", "[catalog]") {
  const Catalog catalog;
  CHECK(catalog.gpus().empty());
  CHECK(catalog.prices().empty());
  CHECK(catalog.gpu("one") == nullptr);
  CHECK(catalog.source("shop") == nullptr);
  CHECK(catalog.workload("cnn") == nullptr);
  CHECK_FALSE(catalog.as_of().has_value());
  CHECK(text(catalog.known_on(PartialDate(2026))) == "2026-12-31");
  CHECK(catalog.known_by(day(2026, 1, 1)).gpus().empty());
  CHECK(catalog.rules_only().gpus().empty());
}

TEST_CASE("support is found by vendor and architecture", "[catalog]") {
  const Catalog catalog = history();
  REQUIRE(catalog.support_of("nvidia", "Test").size() == 1);
  CHECK(catalog.support_of("nvidia", "Test")[0].stack == "cuda-toolkit");
  REQUIRE(catalog.support_of("amd", "Test").size() == 1);
  CHECK(catalog.support_of("amd", "Test")[0].stack == "rocm");
  CHECK(catalog.support_of("nvidia", "Other").empty());
  CHECK(Catalog().support_of("nvidia", "Test").empty());
}

TEST_CASE("records are found by their exact id", "[catalog]") {
  const Catalog catalog = history();
  REQUIRE(catalog.gpu("c-undated") != nullptr);
  CHECK(catalog.gpu("c-undated")->name == "Name of c-undated");
  CHECK(catalog.gpu("a-of-2018") == &catalog.gpus().front());
  CHECK(catalog.gpu("e-of-2026") == &catalog.gpus().back());
  CHECK(catalog.gpu("c-undate") == nullptr);
  CHECK(catalog.gpu("C-UNDATED") == nullptr);
  CHECK(catalog.gpu("") == nullptr);
  CHECK(catalog.gpu("zzz") == nullptr);
  CHECK(catalog.source("tracker")->title == "A tracker");
  CHECK(catalog.source("track") == nullptr);
  CHECK(catalog.workload("transformer")->title == "Transformer");
  CHECK(catalog.workload("transfomer") == nullptr);
}

TEST_CASE("prices_of gives the prices of that GPU alone", "[catalog]") {
  const Catalog catalog = history();
  CHECK(prices_of(catalog, "a-of-2018") == std::vector<double>{2, 4, 3, 1, 5});  // new street, new msrp, used
  CHECK(prices_of(catalog, "b-of-april-2019").empty());
  CHECK(prices_of(catalog, "c-undated") == std::vector<double>{6, 7});
  CHECK(prices_of(catalog, "d-undated-without-price").empty());
  CHECK(prices_of(catalog, "e-of-2026") == std::vector<double>{8});
}

TEST_CASE("the catalog is as of the last day of its newest price", "[catalog]") {
  struct Case {
    const char* name;
    std::vector<std::string> dates;
    const char* expected;
  };
  const Case cases[] = {
      {"no price", {}, "unknown"},
      {"a day", {"2026-10-10"}, "2026-10-10"},
      {"a month", {"2024-02"}, "2024-02-29"},
      {"a year", {"2026"}, "2026-12-31"},
      {"the newest of several", {"2026-10-10", "2018-09-27", "2025-12"}, "2026-10-10"},
      {"a day later than the start of its year", {"2026", "2026-10-10"}, "2026-10-10"},
      {"a day of the same month", {"2026-10-10", "2026-10"}, "2026-10-10"},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.name) {
      std::string prices;
      for (const auto& date : c.dates) prices += (prices.empty() ? "" : ",") + test_price("one", date, "new", 100);
      const Catalog catalog =
          catalog_from(test_document(R"("gpus": [)" + test_gpu("one") + R"(], "prices": [)" + prices + "]"));
      CHECK(as_of(catalog) == c.expected);
    }
  }
}

TEST_CASE("a date is known on its last day, a span of today already today", "[catalog]") {
  const Catalog catalog = history();
  CHECK(text(catalog.known_on(PartialDate(2019))) == "2019-12-31");
  CHECK(text(catalog.known_on(PartialDate(2024, 2))) == "2024-02-29");
  CHECK(text(catalog.known_on(PartialDate(2026, 10, 9))) == "2026-10-09");
  CHECK(text(catalog.known_on(PartialDate(2026, 10))) == "2026-10-10");
  CHECK(text(catalog.known_on(PartialDate(2026))) == "2026-10-10");
  CHECK(text(catalog.known_on(PartialDate(2027))) == "2027-12-31");  // announced, not known
}

TEST_CASE("what is only announced is not known, with prices or without", "[catalog]") {
  const std::string announced = test_gpu("later", R"(, "released": "2027-06")");
  const Catalog with_prices =
      catalog_from(test_document("\"gpus\": [" + announced + "," + test_gpu("now", R"(, "released": "2026")") +
                                 "], \"prices\": [" + test_price("now", "2026-01-31", "new", 300) + "," +
                                 test_price("later", "2026-01", "new", 400, "shop", "list") + "]"));
  const Catalog today = with_prices.known_by(*with_prices.as_of());
  CHECK(today.gpu("later") == nullptr);
  CHECK(today.gpu("now") != nullptr);  // its span has begun

  const Catalog without_prices = catalog_from(test_document("\"gpus\": [" + announced + "]"));
  CHECK(without_prices.known_by(PartialDate(2015).last_day()).gpus().empty());
  CHECK(without_prices.known_by(PartialDate(2027).last_day()).gpus().size() == 1);
}

TEST_CASE("known_by shows the products and prices of that day", "[catalog]") {
  struct Case {
    const char* name;
    Day as_of;
    Ids gpus;
    std::vector<double> first_prices;  // of a-of-2018
  };
  const Case cases[] = {
      {"the day before the first release", day(2018, 9, 26), {}, {}},
      {"the day of the first release", day(2018, 9, 27), {"a-of-2018"}, {1}},
      {"2019 and April 2019 are not over", day(2019, 4, 3), {"a-of-2018"}, {3, 1}},
      {"the day before the end of April", day(2019, 4, 29), {"a-of-2018"}, {3, 1}},
      {"the end of April", day(2019, 4, 30), {"a-of-2018", "b-of-april-2019"}, {4, 3, 1}},
      {"the day before the end of 2019", day(2019, 12, 30), {"a-of-2018", "b-of-april-2019"}, {4, 3, 1}},
      {"the end of 2019", day(2019, 12, 31), {"a-of-2018", "b-of-april-2019"}, {2, 4, 3, 1}},
      {"the day before the first price of the undated",
       day(2020, 6, 29),
       {"a-of-2018", "b-of-april-2019"},
       {2, 4, 3, 1}},
      {"the first price of the undated", day(2020, 6, 30), {"a-of-2018", "b-of-april-2019", "c-undated"}, {2, 4, 3, 1}},
      {"the day before today", day(2026, 10, 9), {"a-of-2018", "b-of-april-2019", "c-undated"}, {2, 4, 3, 1}},
      {"today",
       day(2026, 10, 10),
       {"a-of-2018", "b-of-april-2019", "c-undated", "d-undated-without-price", "e-of-2026"},
       {2, 4, 3, 1, 5}},
      {"the future",
       day(2030, 1, 1),
       {"a-of-2018", "b-of-april-2019", "c-undated", "d-undated-without-price", "e-of-2026"},
       {2, 4, 3, 1, 5}},
  };
  const Catalog catalog = history();
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.name) {
      const Catalog then = catalog.known_by(c.as_of);
      CHECK(gpu_ids(then) == c.gpus);
      if (!c.gpus.empty()) CHECK(prices_of(then, "a-of-2018") == c.first_prices);
      CHECK(as_of(then) == text(c.as_of));
      CHECK(then.records<Workload>().size() == 4);
      CHECK(then.records<Source>().size() == 3);
    }
  }
}

TEST_CASE("a product shows only the prices of its time once it is known by its first price", "[catalog]") {
  const Catalog then = history().known_by(day(2020, 6, 30));
  CHECK(prices_of(then, "c-undated") == std::vector<double>{6});
  CHECK(prices_of(then, "b-of-april-2019").empty());
}

TEST_CASE("a later day never knows less", "[catalog]") {
  const Catalog catalog = history();
  std::size_t gpus = 0;
  std::size_t prices = 0;
  for (int year = 2017; year <= 2027; ++year) {
    for (unsigned month = 1; month <= 12; ++month) {
      const Catalog then = catalog.known_by(day(year, month, 1));
      CHECK(then.gpus().size() >= gpus);
      CHECK(then.prices().size() >= prices);
      gpus = then.gpus().size();
      prices = then.prices().size();
    }
  }
  CHECK(gpus == 5);
  CHECK(prices == 8);
}

TEST_CASE("known_by of a view still measures by the day the catalog was made", "[catalog]") {
  const Catalog then = history().known_by(day(2020, 12, 31)).known_by(day(2019, 4, 3));
  CHECK(gpu_ids(then) == Ids{"a-of-2018"});
  CHECK(as_of(then) == "2019-04-03");
  CHECK(text(then.known_on(PartialDate(2026))) == "2026-10-10");
}

TEST_CASE("a filtered catalog outlives the one it was made from", "[catalog]") {
  const auto filtered = [] { return Catalog(history()).known_by(day(2020, 6, 30)); };
  const auto filtered_twice = [] { return history().known_by(day(2021, 1, 1)).known_by(day(2020, 6, 30)); };
  const auto copied = [] {
    Catalog copy;
    {
      const Catalog whole = history();
      const Catalog then = whole.known_by(day(2020, 6, 30));
      copy = then;
    }
    return copy;
  };
  for (const Catalog& catalog : {filtered(), filtered_twice(), copied()}) {
    CHECK(gpu_ids(catalog) == Ids{"a-of-2018", "b-of-april-2019", "c-undated"});
    CHECK(catalog.gpu("c-undated")->name == "Name of c-undated");
    CHECK(catalog.gpu("c-undated")->memory.value().value() == 8);
    CHECK(prices_of(catalog, "c-undated") == std::vector<double>{6});
    CHECK(catalog.prices().front().source == "tracker");
    CHECK(catalog.source("shop")->title == "A shop");
    CHECK(catalog.workload("general")->mean_of[1] == "transformer");
    CHECK(catalog.default_workload() == "general");
  }
}

TEST_CASE("a deployment rule is known from the last day of its source's date on", "[catalog]") {
  const auto rules_on = [](Day date) { return history().known_by(date).records<DeploymentRule>().size(); };
  CHECK(rules_on(day(2026, 1, 31)) == 1);  // the source is of January 2026
  CHECK(rules_on(day(2026, 1, 30)) == 0);
  CHECK(rules_on(day(2026, 10, 10)) == 1);
  CHECK(rules_on(day(2030, 1, 1)) == 1);
}

TEST_CASE("what is said of features is known from the last day of its source's date on", "[catalog]") {
  const auto on = [](Day date) {
    return catalog_from(test_document(R"("gpus": [)" + test_gpu("one", R"(, "fp8_tflops": 3)") + "," + test_gpu("two") +
                                      R"(], "prices": [)" + test_price("one", "2019", "used", 1) + "," +
                                      test_price("two", "2019", "used", 1) + "," +
                                      test_price("two", "2026-10-10", "used", 2) +
                                      R"(], "features": [{"id": "fast", "title": "Fast", "does": "Runs.",
                                  "fields": ["fp8_tflops"], "notes": ["Well."], "source": "shop"}],
                "architecture_features": [{"feature": "fast", "vendor": "nvidia", "architectures": ["Test"],
                                           "has": "no", "source": "shop"}],
                "feature_figures": [{"feature": "fast", "what": "rate", "value": 2, "source": "shop"}])"))
        .known_by(date);
  };
  const Catalog before = on(day(2026, 1, 30));
  REQUIRE(before.feature("fast") != nullptr);  // what it is, and which figure tells it
  CHECK(before.feature("fast")->fields.size() == 1);
  CHECK(before.feature("fast")->notes.empty());
  CHECK(before.records<ArchitectureFeature>().empty());
  CHECK(before.records<FeatureFigure>().empty());
  const Catalog later = on(day(2026, 1, 31));  // the source is of January 2026
  CHECK(later.feature("fast")->notes.size() == 1);
  CHECK(later.records<ArchitectureFeature>().size() == 1);
  CHECK(later.records<FeatureFigure>().size() == 1);
}

TEST_CASE("what parts of machines cost and what machines draw is known from the last day of its date on", "[catalog]") {
  const Catalog all = catalog_from(test_document(
      R"("prices": [], "gpus": [], "host_parts": [
        {"item": "cpu", "spec": "A", "condition": "new", "date": "2025-07", "price_usd": 80, "source": "shop"},
        {"item": "ram-kit", "spec": "DDR5 32 GB", "generation": "ddr5", "memory_gb": 32, "condition": "used",
         "date": "2026-01", "price_usd": 300, "source": "shop"}],
      "host_power": [{"system": "PC", "watts": 60, "what": "idle", "date": "2026-01", "source": "shop"}],
      "circuits": [{"id": "us", "volts": 120, "amperes": 15, "peak_w": 1800, "rule": "NEC", "source": "shop"}])"));
  const auto counts = [](const Catalog& catalog) {
    return std::vector<std::size_t>{catalog.records<HostPart>().size(), catalog.records<HostPowerReading>().size(),
                                    catalog.records<Circuit>().size()};
  };
  CHECK(counts(all) == std::vector<std::size_t>{2, 1, 1});
  CHECK(counts(all.known_by(day(2026, 1, 31))) == std::vector<std::size_t>{2, 1, 1});
  CHECK(counts(all.known_by(day(2026, 1, 30))) == std::vector<std::size_t>{1, 0, 1});
  CHECK(all.records<HostPart>()[1].memory == Gibibytes{32});
}

TEST_CASE("rules_only keeps the rules and their sources", "[catalog]") {
  const Catalog rules = history().rules_only();  // the temporary is gone: the rules live on their own
  CHECK(rules.gpus().empty());
  CHECK(rules.prices().empty());
  CHECK(rules.records<SupportEvent>().size() == 2);
  CHECK(rules.records<MemoryFloor>().size() == 1);
  REQUIRE(rules.records<DeploymentRule>().size() == 1);
  CHECK(rules.records<DeploymentRule>().front().terms == "No");
  CHECK_FALSE(rules.as_of().has_value());
  REQUIRE(rules.records<Workload>().size() == 4);
  CHECK(rules.workload("rnn")->title == "RNN");
  CHECK(rules.default_workload() == "general");
  CHECK(rules.reference().value().gpu == "reference");
  CHECK(rules.reference().value().tensor.value() == 10);
  REQUIRE(rules.records<Source>().size() == 1);  // "tracker" and "memory" are cited by nothing that is kept
  CHECK(rules.source("shop")->title == "A shop");
}

TEST_CASE("rules_only is a base for other products", "[catalog]") {
  const std::vector<CatalogLayer> layers = {{{"mine.json", R"({"gpus": [)" + test_gpu("mine") + "]}"}}};
  const Catalog catalog = load_catalog(history().rules_only(), layers);
  CHECK(gpu_ids(catalog) == Ids{"mine"});
  CHECK(catalog.workload("cnn")->title == "CNN");
}

TEST_CASE("a figure's source is the exception if there is one", "[catalog]") {
  const Catalog catalog = catalog_from(
      test_document(R"("gpus": [)" + test_gpu("one", R"(, "memory_gb": 8, "sources": {"memory_gb": "memory"})") + "]"));
  CHECK(source_of(catalog.gpus()[0], "memory_gb") == "memory");
  CHECK(source_of(catalog.gpus()[0], "tdp_w") == "shop");
}

TEST_CASE("the short name leaves out the vendor", "[catalog]") {
  struct Case {
    const char* vendor;
    const char* name;
    const char* expected;
  };
  const Case cases[] = {
      {"nvidia", "NVIDIA GeForce RTX 2070", "GeForce RTX 2070"},
      {"apple", "Apple M4 Max", "M4 Max"},
      {"nvidia", "GeForce RTX 2070", "GeForce RTX 2070"},
      {"nvidia", "NVIDIA", "NVIDIA"},
      {"nvidia", "NVIDIA ", "NVIDIA "},
      {"nvidia", "NVIDIAGeForce", "NVIDIAGeForce"},
      {"amd", "NVIDIA GeForce RTX 2070", "NVIDIA GeForce RTX 2070"},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.vendor << ": " << c.name) {
      Gpu gpu;
      gpu.vendor = c.vendor;
      gpu.name = c.name;
      CHECK(short_name(gpu) == c.expected);
    }
  }
}

}  // namespace
}  // namespace gpuadvisor
