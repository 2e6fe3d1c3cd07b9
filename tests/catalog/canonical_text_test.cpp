#include "catalog/form/canonical_text.hpp"

#include <string>
#include <vector>

#include "catalog/form/catalog_writer.hpp"
#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "support/catch2.hpp"

namespace gpuadvisor {
namespace {

using Faults = std::vector<FormFault>;

CanonicalText form_of(const std::string& text, const std::string& file = "f.json") {
  return canonical_text({file, text});
}

// By hand, from docs/data.md: the order of members is that of the schema, of prices that of data files.
constexpr std::string_view k_canonical = R"({
  "sources": [
    {
      "id": "shop",
      "title": "Shop",
      "publisher": "Shöp",
      "grade": "shop"
    }
  ],
  "gpus": [
    {
      "id": "b",
      "name": "Card \"B\"",
      "vendor": "v",
      "released": "2020-01",
      "memory_gb": 8.5,
      "tdp_w": 1000,
      "aliases": ["b", "a"],
      "notes": [
        "One.",
        "Two."
      ],
      "source": "shop",
      "sources": {"released": "x", "memory_gb": "y"}
    },
    {
      "id": "a",
      "released": "2020-02",
      "source": "shop"
    }
  ],
  "prices": [
    {"gpu": "a", "date": "2026-01", "condition": "mixed", "kind": "shop", "price_usd": 7, "source": "shop"},
    {"gpu": "a", "date": "2026-01", "condition": "new", "kind": "shop", "price_usd": 90, "source": "shop"},
    {"gpu": "a", "date": "2026-01", "condition": "new", "kind": "shop", "price_usd": 100, "source": "shop"},
    {"gpu": "a", "date": "2026-01-15", "condition": "mixed", "kind": "shop", "price_usd": 7, "source": "shop"}
  ],
  "personas": []
}
)";

std::string replaced(std::string text, std::string_view old, std::string_view with) {
  const auto at = text.find(old);
  REQUIRE(at != std::string::npos);
  return text.replace(at, old.size(), with);
}

TEST_CASE("what is canonical stays as it is", "[catalog]") {
  const auto form = form_of(std::string(k_canonical));
  CHECK(form.text == k_canonical);
  CHECK(form.faults.empty());
}

TEST_CASE("each fault of form is told and mended", "[catalog]") {
  struct Case {
    const char* name;
    std::string_view old;
    std::string_view with;
    Faults faults;
  };
  const Case cases[] = {
      {"a number with a zero at its end", "8.5,", "8.50,", {FormFault::numbers}},
      {"a number with an exponent", ": 1000,", ": 1e3,", {FormFault::numbers}},
      {"a number with a point", ": 90,", ": 90.0,", {FormFault::numbers}},
      {"a letter that is escaped", "Shöp", "Sh\\u00f6p", {FormFault::texts}},
      {"the name of a member that is escaped", "\"tdp_w\"", "\"tdp\\u005fw\"", {FormFault::texts}},
      {"no line end at the end",
       "}\n  ],\n  \"personas\": []\n}\n",
       "}\n  ],\n  \"personas\": []\n}",
       {FormFault::white_space}},
      {"two line ends at the end", "\"personas\": []\n}\n", "\"personas\": []\n}\n\n", {FormFault::white_space}},
      {"a tab", "      \"released\": \"2020-01\"", "\t\"released\": \"2020-01\"", {FormFault::white_space}},
      {"no blank behind a colon", "\"grade\": \"shop\"", "\"grade\":\"shop\"", {FormFault::white_space}},
      {"a line end of two characters", "\"id\": \"a\",\n", "\"id\": \"a\",\r\n", {FormFault::white_space}},
      {"a price on two lines", "\"price_usd\": 90, ", "\n\"price_usd\": 90, ", {FormFault::white_space}},
      {"members in another order",
       "\"name\": \"Card \\\"B\\\"\",\n      \"vendor\": \"v\",",
       "\"vendor\": \"v\",\n      \"name\": \"Card \\\"B\\\"\",",
       {FormFault::member_order}},
      {"sources of fields in another order than the fields",
       R"({"released": "x", "memory_gb": "y"})",
       R"({"memory_gb": "y", "released": "x"})",
       {FormFault::member_order}},
      {"order and numbers",
       R"("condition": "new", "kind": "shop", "price_usd": 90,)",
       R"("kind": "shop", "condition": "new", "price_usd": 9.0e1,)",
       {FormFault::member_order, FormFault::numbers}},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.name) {
      const std::string text = replaced(std::string(k_canonical), c.old, c.with);
      REQUIRE(text != k_canonical);
      const auto form = form_of(text);
      CHECK(form.text == k_canonical);
      CHECK(form.faults == c.faults);
    }
  }
}

TEST_CASE("records are sorted where the order is not the author's", "[catalog]") {
  const auto prices = form_of(
      "{\n  \"prices\": [\n"
      "    {\"gpu\": \"a\", \"date\": \"2026\", \"price_usd\": 100},\n"
      "    {\"gpu\": \"a\", \"date\": \"2026\", \"price_usd\": 90}\n  ]\n}\n");
  CHECK(prices.text ==
        "{\n  \"prices\": [\n"
        "    {\"gpu\": \"a\", \"date\": \"2026\", \"price_usd\": 90},\n"
        "    {\"gpu\": \"a\", \"date\": \"2026\", \"price_usd\": 100}\n  ]\n}\n");
  CHECK(prices.faults == Faults{FormFault::record_order});

  const std::string guide =
      "{\n  \"workloads\": [\n    {\"id\": \"rnn\"},\n    {\"id\": \"cnn\"}\n  ],\n"
      "  \"guide_updates\": [\n    {\n      \"guide\": \"z\"\n    },\n    {\n      \"guide\": \"a\"\n    }\n  ]\n}\n";
  CHECK(form_of(guide).text == guide);
}

TEST_CASE("tables of a document stand in their order", "[catalog]") {
  const auto form = form_of("{\n  \"prices\": [],\n  \"sources\": []\n}\n");
  CHECK(form.text == "{\n  \"sources\": [],\n  \"prices\": []\n}\n");
  CHECK(form.faults == Faults{FormFault::member_order});
}

TEST_CASE("digits that a double does not have are not dropped", "[catalog]") {
  for (const std::string number : {"0.1000000000000000055511151231257827", "9007199254740993", "1e-400", "-0.5"}) {
    const std::string text = "{\n  \"prices\": [\n    {\"gpu\": \"a\", \"price_usd\": " + number + "}\n  ]\n}\n";
    const auto form = form_of(text);
    CHECK(form.text == text);
    CHECK(form.faults.empty());
  }
}

TEST_CASE("numbers are spelled as a double is written, when that is the same number", "[catalog]") {
  struct Case {
    const char* written;
    const char* canonical;
  };
  const Case cases[] = {
      {"1.50", "1.5"}, {"1e3", "1000"},       {"100E-2", "1"},   {"-0.0", "0"},    {"0e99999999999999999999", "0"},
      {"1E+2", "100"}, {"0.00010", "0.0001"}, {"12.5e1", "125"}, {"1e22", "1e+22"}};
  for (const auto& c : cases) {
    CAPTURE(c.written);
    const std::string head = "{\n  \"prices\": [\n    {\"gpu\": \"a\", \"price_usd\": ";
    CHECK(form_of(head + c.written + "}\n  ]\n}\n").text == head + c.canonical + "}\n  ]\n}\n");
  }
}

TEST_CASE("the canonical form of a canonical text is itself", "[catalog]") {
  const std::string compact =
      R"({"prices":[{"price_usd":1e1,"gpu":"b"},{"gpu":"a"}],"gpus":[{"notes":["x","y"],"id":"q"},{"released":"2020","id":"p"}]})";
  const auto once = form_of(compact);
  CHECK(once.faults.size() == 4);
  CHECK(form_of(once.text).faults.empty());
}

TEST_CASE("what the program writes is canonical", "[catalog]") {
  const Catalog catalog = embedded_catalog();
  CHECK(form_of(write_catalog(catalog)).faults.empty());
  CHECK(form_of(write_scores(catalog.records<ScoreModel>(), catalog.records<Score>(), catalog.records<Speedup>()))
            .faults.empty());
}

TEST_CASE("what is no object comes back as it is", "[catalog]") {
  for (const std::string text : {"[1,2]", " 7"}) {
    CHECK(form_of(text).text == text);
    CHECK(form_of(text).faults.empty());
  }
}

TEST_CASE("a table ends in a line end, has line feeds alone, and sorted measurements", "[catalog]") {
  const std::string head = "gpu,gpu_count,workload,model,precision,framework,kind,value,unit,basis,published,source\n";
  const auto row = [](const std::string& gpu, const std::string& count, const std::string& value) {
    return gpu + "," + count + ",cnn,\"m, n\",fp32,f,time," + value + ",ms,measured,2020,s\n";
  };
  const std::string sorted =
      head + row("a", "2", "9.50") + row("a", "10", "1") + row("a", "10", "10") + row("b", "1", "5");
  CHECK(form_of(sorted, "t.csv").faults.empty());

  const auto shuffled =
      form_of(head + row("b", "1", "5") + row("a", "10", "10") + row("a", "2", "9.50") + row("a", "10", "1"), "t.csv");
  CHECK(shuffled.text == sorted);
  CHECK(shuffled.faults == Faults{FormFault::record_order});

  const auto without_number = form_of(head + row("a", "1", "2") + row("a", "1", "nan") + row("a", "1", "1"), "t.csv");
  CHECK(without_number.text == head + row("a", "1", "nan") + row("a", "1", "1") + row("a", "1", "2"));

  const auto unended = form_of(sorted.substr(0, sorted.size() - 1), "t.csv");
  CHECK(unended.text == sorted);
  CHECK(unended.faults == Faults{FormFault::white_space});

  CHECK(form_of("\xef\xbb\xbfz,b\r\n2,\"x\"\r\n1,y", "t.csv").text == "z,b\n2,\"x\"\n1,y\n");
}

TEST_CASE("a table that cannot be read comes back as it is", "[catalog]") {
  for (const std::string text : {"a,b\n1\n", "a,a\r\n1,2", "a\n\"x"}) {
    const auto form = form_of(text, "t.csv");
    CHECK(form.text == text);
    CHECK(form.faults.empty());
  }
}

TEST_CASE("the first line that differs is found", "[catalog]") {
  CHECK(first_different_line("a\nb\nc", "a\nb\nd") == 3);
  CHECK(first_different_line("a\n", "a") == 1);
  CHECK(first_different_line("", "x") == 1);
  CHECK(first_different_line("a\nb", "a\nb\n") == 2);
}

}  // namespace
}  // namespace gpuadvisor
