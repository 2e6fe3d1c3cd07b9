#include "catalog/form/price_entry.hpp"

#include <string>

#include "gpuadvisor/core/error.hpp"
#include "support/catch2.hpp"

namespace gpuadvisor {
namespace {

constexpr std::string_view k_gpus = R"({"gpus": [{"id": "card-a"}, {"id": "card-b"}, {"id": "card-c"}]})";

Price price_of(std::string_view gpu, int day, double usd) {
  const PartialDate date(2026, 10, static_cast<unsigned>(day));
  return {gpu, date, Condition::used, QuoteKind::shop, {}, Usd{usd}, "US", {}, {}, {}, "shop", ""};
}

/// A record of price_of(), as data files have it.
std::string record(const std::string& gpu, const std::string& day, const std::string& usd) {
  return R"({"gpu": ")" + gpu + R"(", "date": "2026-10-)" + day +
         R"(", "condition": "used", "kind": "shop", "price_usd": )" + usd + R"(, "region": "US", "source": "shop"})";
}

TEST_CASE("a price is put at its place, and all other bytes stay", "[catalog]") {
  struct Case {
    const char* name;
    std::string before;
    Price price;
    std::string after;
    int line;
  };
  const std::string a = record("card-a", "02", "300");
  const std::string b = record("card-b", "05", "500.5");
  const std::string head = "{\n  \"prices\": [\n    ";
  const std::string foot = "\n  ]\n}\n";
  const std::string next = ",\n    ";
  const Case cases[] = {
      {"before the first", head + a + next + b + foot, price_of("card-a", 1, 9),
       head + record("card-a", "01", "9") + next + a + next + b + foot, 3},
      {"between two: the same day, a higher price", head + a + next + b + foot, price_of("card-a", 2, 1000),
       head + a + next + record("card-a", "02", "1000") + next + b + foot, 4},
      {"behind the last", head + a + next + b + foot, price_of("card-b", 5, 501),
       head + a + next + b + next + record("card-b", "05", "501") + foot, 5},
      {"into one line", R"({"prices":[)" + a + "," + b + "]}", price_of("card-b", 1, 1),
       R"({"prices":[)" + a + "," + record("card-b", "01", "1") + "," + b + "]}", 1},
      {"with the line ends of the file", "{\"prices\": [\r\n\t" + a + "\r\n]}\r\n", price_of("card-a", 3, 1),
       "{\"prices\": [\r\n\t" + a + ",\r\n\t" + record("card-a", "03", "1") + "\r\n]}\r\n", 3},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.name) {
      const CatalogLayer data = {{"data/gpus/x.json", std::string(k_gpus)}, {"data/prices/y.json", c.before}};
      const PriceEntry entry = price_entry(data, "data", c.price);
      CHECK(entry.file == "data/prices/y.json");
      CHECK(entry.before == c.before);
      CHECK(entry.after == c.after);
      CHECK(entry.line == c.line);
      CHECK_FALSE(entry.is_new_file());
    }
  }
}

TEST_CASE("what stands in no order stays so, and the price stands before the first that comes after it", "[catalog]") {
  const std::string early = record("card-a", "02", "300");
  const std::string late = record("card-a", "09", "300");
  const CatalogLayer data = {{"p.json", "{\"prices\": [" + late + ", " + early + "]}"}};
  CHECK(price_entry(data, ".", price_of("card-a", 5, 7)).after ==
        "{\"prices\": [" + record("card-a", "05", "7") + ", " + late + ", " + early + "]}");
}

TEST_CASE("a price goes into the file of its GPU", "[catalog]") {
  const std::string text = R"({"prices": [)" + record("card-b", "05", "5") + "]}";
  const std::string empty = R"({"prices": []})";
  const std::string alone = "{\n  \"prices\": [\n    " + record("card-a", "01", "9") + "\n  ]\n}\n";
  const CatalogDocument gpus = {"data/gpus/x.json", std::string(k_gpus)};
  struct Case {
    const char* name;
    CatalogLayer data;
    std::string file;
    bool is_new;
    std::string after;  // empty: not looked at
  };
  const Case cases[] = {
      {"the one named as that of its figures",
       {gpus, {"data/prices/w.json", text}, {"data/prices/x.json", empty}},
       "data/prices/x.json",
       false,
       ""},
      {"a new one of that name", {gpus, {"data/prices/w.json", text}}, "data/prices/x.json", true, alone},
      {"without such folders, the first with prices",
       {{"data/my.json", std::string(k_gpus)}, {"data/quotes.json", text}},
       "data/quotes.json",
       false,
       ""},
      {"without any, prices.json", {{"data/my.json", std::string(k_gpus)}}, "data/prices.json", true, alone},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.name) {
      const PriceEntry entry = price_entry(c.data, "data", price_of("card-a", 1, 9));
      CHECK(entry.file == c.file);
      CHECK(entry.is_new_file() == c.is_new);
      if (!c.after.empty()) CHECK(entry.after == c.after);
    }
  }
}

TEST_CASE("an empty list gets its first price, laid out as in the shipped files", "[catalog]") {
  const CatalogLayer data = {{"data/gpus/x.json", std::string(k_gpus)}, {"data/prices/x.json", R"({"prices": []})"}};
  const PriceEntry entry = price_entry(data, "data", price_of("card-a", 1, 9));
  CHECK(entry.after == "{\"prices\": [\n    " + record("card-a", "01", "9") + "\n  ]}");
  CHECK(entry.line == 2);
}

TEST_CASE("a file of that name without prices is not written over", "[catalog]") {
  const CatalogLayer data = {{"data/gpus/x.json", std::string(k_gpus)}, {"data/prices/x.json", R"({"sources": []})"}};
  CHECK_THROWS_AS(price_entry(data, "data", price_of("card-a", 1, 9)), Error);
}

}  // namespace
}  // namespace gpuadvisor
