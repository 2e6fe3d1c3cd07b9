#include <algorithm>
#include <string>
#include <vector>

#include "support/catch2.hpp"
#include "support/test_checks.hpp"

namespace gpuadvisor {
namespace {

using Strings = std::vector<std::string>;

Members quote(const std::string& gpu, double usd, const Members& changes = {}) {
  return changed({{"gpu", '"' + gpu + '"'},
                  {"date", R"("2026-09")"},
                  {"condition", R"("used")"},
                  {"kind", R"("shop")"},
                  {"price_usd", std::to_string(usd)},
                  {"region", R"("US")"},
                  {"source", R"("test-source")"}},
                 changes);
}

/// What is found about five quotes of five cards, of which the last differs in `changes`.
Strings found_in(const Members& changes) {
  std::vector<Members> quotes;
  for (const char* gpu : {"nvidia-geforce-rtx-3060-12gb", "nvidia-geforce-rtx-3070", "nvidia-geforce-rtx-3080",
                          "nvidia-geforce-rtx-3090"}) {
    quotes.push_back(quote(gpu, 400));
  }
  quotes.push_back(quote("nvidia-test-card", 500, changes));
  Strings texts;
  for (const auto& finding : report_of(check_document({good_card()}, quotes)).findings) {
    const bool is_of_the_market = finding.rule == "price-off-market";  // that of the built-in data
    if (finding.severity == Severity::note || is_of_the_market) continue;
    texts.push_back(std::string(finding.rule) + ' ' + finding.place.pointer);
  }
  return texts;
}

TEST_CASE("a quote unlike all others of its source is found", "[checks]") {
  CHECK(found_in({}) == Strings());
  CHECK(found_in({{"region", R"("DE")"}}) == Strings{"quote-unlike-its-source /prices/4/region"});
  CHECK(found_in({{"date", R"("2026-03")"}}) == Strings{"quote-unlike-its-source /prices/4/date"});
  CHECK(found_in({{"condition", R"("new")"}}) == Strings());  // shops sell both
}

TEST_CASE("a region is two capitals", "[checks]") {
  const auto found = found_in({{"region", R"("us")"}});
  CHECK(std::find(found.begin(), found.end(), "spelling /prices/4/region") != found.end());
}

TEST_CASE("a rate that the note states is held against the price", "[checks]") {
  const Members won = {{"amount", "725000"}, {"currency", R"("KRW")"}, {"note", R"("at 1450 KRW/USD, with VAT")"}};
  CHECK(found_in(won) == Strings());
  CHECK(found_in(changed(won, {{"amount", "7250000"}})) == Strings{"exchange-rate /prices/4/price_usd"});
}

TEST_CASE("a price is not later than its source", "[checks]") {
  CHECK(found_in({{"date", R"("2026-11")"}}).front() == "price-after-source /prices/4/date");
}

TEST_CASE("list prices are whole dollars, of the time of the release", "[checks]") {
  const Members msrp = {{"kind", R"("list")"}, {"condition", R"("new")"}, {"date", R"("2020-01-15")"}};
  const auto found = [&](const Members& changes) {
    Strings texts;
    for (const auto& finding :
         report_of(check_document({good_card()}, {quote("nvidia-test-card", 500, changed(msrp, changes))})).findings) {
      if (finding.rule == "price-off-market") continue;
      texts.push_back(std::string(finding.rule) + ' ' + finding.place.pointer);
    }
    return texts;
  };
  CHECK(found({}) == Strings());
  CHECK(found({{"price_usd", "511.5"}}) == Strings{"list-price /prices/0/price_usd"});
  CHECK(found({{"date", R"("2021-07")"}}) == Strings());
  CHECK(found({{"date", R"("2021-08")"}}) == Strings{"list-price /prices/0/date"});
}

TEST_CASE("machines and circuits agree with themselves", "[checks]") {
  const auto found = [](const std::string& table, const std::string& record) {
    std::string text = check_document({good_card()});
    text.insert(text.find('{') + 1, fmt::format(R"("{}": [{{{}, "source": "test-source"}}], )", table, record));
    const auto report = report_of(text);
    return std::count_if(report.findings.begin(), report.findings.end(),
                         [](const Finding& finding) { return finding.rule == "host-figures"; });
  };
  const std::string host =
      R"("id": "desktop", "title": "desktop", "gpus": 2, "power_w": 100, "power_source": "test-source")";
  const std::string memory = R"(, "megatransfers": 5600, "channels": 2, "most_memory_gb": 192, "memory_gb": )";
  CHECK(found("hosts", host) == 0);
  CHECK(found("hosts", host + memory + "32") == 0);
  CHECK(found("hosts", host + memory + "320") == 1);
  CHECK(found("hosts", host + R"(, "most_memory_gb": 192)") == 1);
  CHECK(found("hosts", host + R"(, "spec": "a part that is not there")") == 1);
  const std::string circuit = R"("id": "us", "volts": 120, "amperes": 15, "rule": "NEC", "peak_w": )";
  CHECK(found("circuits", circuit + R"(1800, "continuous_w": 1440)") == 0);
  CHECK(found("circuits", circuit + "1500") == 1);
  CHECK(found("circuits", circuit + R"(1800, "continuous_w": 1900)") == 1);
}

TEST_CASE("the size and power of a part of a machine are those of its words", "[checks]") {
  const auto found = [](const std::string& more) {
    std::string text = check_document({good_card()});
    text.insert(text.find('{') + 1, R"("host_parts": [{)" + more +
                                        R"(, "condition": "new", "date": "2026-09", "price_usd": 390, )"
                                        R"("source": "test-source"}], )");
    const auto report = report_of(text);
    return std::count_if(report.findings.begin(), report.findings.end(),
                         [](const Finding& finding) { return finding.rule == "part-and-words"; });
  };
  const std::string kit = R"("item": "ram-kit", "spec": "2 x 16 GB DDR5-6000", "generation": "ddr5")";
  CHECK(found(kit + R"(, "memory_gb": 32)") == 0);
  CHECK(found(kit + R"(, "memory_gb": 320)") == 1);
  CHECK(found(kit) == 1);
  CHECK(found(R"("item": "power-supply", "spec": "1600 W, Titanium", "watts": 1600)") == 0);
  CHECK(found(R"("item": "power-supply", "spec": "1600 W, Titanium", "watts": 160)") == 1);
}

}  // namespace
}  // namespace gpuadvisor
