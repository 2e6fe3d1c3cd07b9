#include "gpuadvisor/formats/json_writer.hpp"

#include "support/catch2.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

TEST_CASE("a document has two blanks of indentation and a final newline", "[formats]") {
  JsonWriter json;
  json.begin_object();
  json.key("name").text("RTX \"3090\"");
  json.key("memory_gb").number(24);
  json.key("price_usd").number(1812.5);
  json.key("laptop").boolean(false);
  json.key("multi").boolean(true);
  json.key("nothing").null();
  json.key("inner").begin_object();
  json.key("list").begin_array().text("a").number(1).end_array();
  json.end_object();
  json.end_object();
  CHECK(json.take() == R"({
  "name": "RTX \"3090\"",
  "memory_gb": 24,
  "price_usd": 1812.5,
  "laptop": false,
  "multi": true,
  "nothing": null,
  "inner": {
    "list": [
      "a",
      1
    ]
  }
}
)");
}

TEST_CASE("a one-line container keeps everything inside on its line", "[formats]") {
  JsonWriter json;
  json.begin_array();
  json.begin_object(Layout::one_line).key("a").number(1).key("b").begin_array().number(1).number(2).end_array();
  json.key("c").begin_object().key("d").null().end_object().end_object();
  json.begin_array(Layout::one_line).begin_array(Layout::lines).text("x").end_array().end_array();
  json.text("after");
  json.end_array();
  CHECK(json.take() == R"([
  {"a": 1, "b": [1, 2], "c": {"d": null}},
  [["x"]],
  "after"
]
)");
}

TEST_CASE("empty containers stay on one line", "[formats]") {
  JsonWriter json;
  json.begin_object();
  json.key("a").begin_array().end_array();
  json.key("b").begin_object().end_object();
  json.key("c").begin_array().begin_array().end_array().begin_object(Layout::one_line).end_object().end_array();
  json.end_object();
  CHECK(json.take() == R"({
  "a": [],
  "b": {},
  "c": [
    [],
    {}
  ]
}
)");
}

TEST_CASE("a single value is a document too", "[formats]") {
  CHECK(JsonWriter().text("a").take() == "\"a\"\n");
  CHECK(JsonWriter().number(-0.5).take() == "-0.5\n");
  CHECK(JsonWriter().begin_object().end_object().take() == "{}\n");
}

TEST_CASE("keys and text are escaped", "[formats]") {
  JsonWriter json;
  json.begin_object(Layout::one_line).key("a\"b").text("c\\d\n\x1b").end_object();
  CHECK(json.take() == R"({"a\"b": "c\\d\n\u001b"})"
                       "\n");
}

}  // namespace
}  // namespace gpuadvisor
