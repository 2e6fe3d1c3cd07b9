#include "catalog/form/catalog_diff.hpp"

#include <string>
#include <vector>

#include "support/catch2.hpp"
#include "support/test_catalog.hpp"

using namespace gpuadvisor;

namespace {

/// A quote of one key with a note of its own.
std::string noted_price(double usd, const std::string& note) {
  std::string price = test_price("card", "2026-06", "used", usd);
  price.back() = ',';
  return price + R"( "note": ")" + note + R"("})";
}

Catalog with_prices(const Strings& prices) {
  std::string list;
  for (const auto& price : prices) list += (list.empty() ? "" : ",") + price;
  return catalog_from(test_document("\"gpus\": [" + test_gpu("card") + "], \"prices\": [" + list + "]"));
}

/// `changed card` and so on, with the first field that differs.
Strings words(const CatalogDiff& diff) {
  Strings found;
  for (const TableDiff& table : diff.tables) {
    for (const RecordChange& change : table.changes) {
      std::string text = std::string(table.table) + " " + std::string(enum_name(change.kind));
      for (const FieldChange& field : change.fields) {
        const auto* before = std::get_if<double>(&field.before);
        const auto* after = std::get_if<double>(&field.after);
        if (before != nullptr) text += " " + std::to_string(static_cast<int>(*before));
        if (after != nullptr) text += " -> " + std::to_string(static_cast<int>(*after));
      }
      found.push_back(text);
    }
  }
  return found;
}

}  // namespace

TEST_CASE("a catalog does not differ from itself, whatever the order of its prices", "[catalog]") {
  const std::string cheap = test_price("card", "2026-06", "used", 100);
  const std::string dear = test_price("card", "2026-07", "used", 200);
  const CatalogDiff diff = catalog_diff(with_prices({cheap, dear}), with_prices({dear, cheap}));
  CHECK(diff.is_empty());
  CHECK(diff.tables.empty());
}

TEST_CASE("a figure that differs is told with the source of each value", "[catalog]") {
  const auto with = [](const std::string& more) {
    return catalog_from(test_document("\"gpus\": [" + test_gpu("card", more) + "]"));
  };
  const Catalog before = with(R"(, "memory_gb": 8, "tdp_w": 200)");
  const Catalog after = with(R"(, "memory_gb": 12, "sources": {"memory_gb": "tracker"})");
  const CatalogDiff diff = catalog_diff(before, after);
  REQUIRE(diff.tables.size() == 1);
  CHECK(diff.tables[0].table == "gpus");
  CHECK(diff.tables[0].before == 1);
  CHECK(diff.tables[0].after == 1);
  REQUIRE(diff.tables[0].changes.size() == 1);
  const RecordChange& change = diff.tables[0].changes[0];
  CHECK(change.kind == RecordChangeKind::changed);
  REQUIRE(change.key.size() == 1);
  CHECK(std::get<std::string>(change.key[0].value) == "card");
  REQUIRE(change.fields.size() == 3);
  CHECK(change.fields[0].field == "memory_gb");
  CHECK(std::get<double>(change.fields[0].before) == 8);
  CHECK(std::get<double>(change.fields[0].after) == 12);
  CHECK(change.fields[0].source_before == "shop");
  CHECK(change.fields[0].source_after == "tracker");
  CHECK(change.fields[1].field == "tdp_w");
  CHECK(std::holds_alternative<std::monostate>(change.fields[1].after));
  CHECK(change.fields[1].source_after.empty());
  CHECK(change.fields[2].field == "sources");
  CHECK(std::get<std::vector<std::string>>(change.fields[2].after) == Strings{"memory_gb: tracker"});
}

TEST_CASE("our own classification has no source", "[catalog]") {
  const auto with = [](const std::string& more) {
    return catalog_from(test_document("\"gpus\": [" + test_gpu("card", more) + "]"));
  };
  const Catalog before = with("");
  const Catalog after = with(R"(, "cooling": "blower")");
  const CatalogDiff diff = catalog_diff(before, after);
  REQUIRE(diff.tables.size() == 1);
  CHECK(diff.tables[0].changes[0].fields[0].field == "cooling");
  CHECK(diff.tables[0].changes[0].fields[0].source_after.empty());
}

TEST_CASE("prices of one key are paired only where that is not a guess", "[catalog]") {
  const std::string low = noted_price(100, "low end");
  const std::string high = noted_price(200, "high end");
  SECTION("a single one on each side is a change") {
    CHECK(words(catalog_diff(with_prices({low}), with_prices({noted_price(110, "low end")}))) ==
          Strings{"prices changed 100 -> 110"});
  }
  SECTION("equal ones are set aside first") {
    CHECK(words(catalog_diff(with_prices({low, high}), with_prices({noted_price(110, "low end"), high}))) ==
          Strings{"prices changed 100 -> 110"});
  }
  SECTION("of two that differ nobody knows which became which") {
    const Catalog after = with_prices({noted_price(110, "low end"), noted_price(210, "high end")});
    CHECK(words(catalog_diff(with_prices({low, high}), after)) ==
          Strings{"prices removed 100", "prices removed 200", "prices added -> 110", "prices added -> 210"});
  }
  SECTION("another day is another quote") {
    const Catalog after = with_prices({test_price("card", "2026-07", "used", 100)});
    CHECK(words(catalog_diff(with_prices({test_price("card", "2026-06", "used", 100)}), after)) ==
          Strings{"prices removed 100", "prices added -> 100"});
  }
}

TEST_CASE("a record that is new brings all its fields, one that is gone takes them along", "[catalog]") {
  const Catalog one = catalog_from(test_document("\"gpus\": [" + test_gpu("card") + "]"));
  const Catalog two =
      catalog_from(test_document("\"gpus\": [" + test_gpu("card") + "," + test_gpu("other", R"(, "slots": 2)") + "]"));
  const CatalogDiff diff = catalog_diff(one, two);
  REQUIRE(diff.tables.size() == 1);
  CHECK(diff.tables[0].count(RecordChangeKind::added) == 1);
  CHECK(diff.tables[0].count(RecordChangeKind::removed) == 0);
  const RecordChange& added = diff.tables[0].changes[0];
  CHECK(added.fields.size() == 7);  // name, vendor, architecture, segment, form, slots, source
  for (const FieldChange& field : added.fields) CHECK(std::holds_alternative<std::monostate>(field.before));
  CHECK(catalog_diff(two, one).tables[0].count(RecordChangeKind::removed) == 1);
}

TEST_CASE("rules that stand alone are compared too", "[catalog]") {
  const std::string cards = "\"gpus\": [" + test_gpu("card") + "]";
  std::string document = test_document(cards);
  document.replace(document.find("\"tensor_tflops\": 10"), 19, "\"tensor_tflops\": 11");
  document.replace(document.find("\"default_workload\": \"general\""), 29, "\"default_workload\": \"cnn\"");
  const CatalogDiff diff = catalog_diff(catalog_from(test_document(cards)), catalog_from(document));
  REQUIRE(diff.tables.size() == 2);
  CHECK(diff.tables[0].table == "reference");
  CHECK(diff.tables[0].changes[0].key.empty());
  CHECK(diff.tables[0].changes[0].fields[0].field == "tensor_tflops");
  CHECK(diff.tables[1].table == "default_workload");
  CHECK(std::get<std::string>(diff.tables[1].changes[0].fields[0].after) == "cnn");
}

TEST_CASE("records in another order differ where the order is the data's own", "[catalog]") {
  const std::string rnn =
      R"({"id": "rnn", "title": "RNN", "order": ["bandwidth", "half", "tensor", "flops"], "source": "shop"},)";
  const std::string cards = "\"gpus\": [" + test_gpu("card") + "]";
  std::string document = test_document(cards);
  const auto at = document.find(rnn);
  REQUIRE(at != std::string::npos);
  document.erase(at, rnn.size());
  document.insert(document.find(R"({"id": "cnn")"), rnn);
  const CatalogDiff diff = catalog_diff(catalog_from(test_document(cards)), catalog_from(document));
  CHECK(diff.tables.empty());
  CHECK(diff.is_reordered);
  CHECK_FALSE(diff.is_empty());
}
