#include "formats/json_reader.hpp"

#include "support/catch2.hpp"

namespace gpuadvisor {
namespace {

using Strings = std::vector<std::string>;

constexpr std::string_view k_segments[] = {"consumer", "workstation", "cloud"};
constexpr std::string_view k_known[] = {"name", "memory_gb", "v"};

/// Reads `json` as the object at /gpus/3 of gpus.json; the text of every problem.
template <class Read>
Strings problems_when(const std::string& json, Read read) {
  const Json document = parse_json(json, "gpus.json");
  Problems problems;
  ObjectReader reader(document, {"gpus.json", "/gpus/3", document.line}, problems);
  read(reader);
  Strings texts;
  try {
    problems.throw_if_any();
  } catch (const DataError& error) {
    for (const auto& problem : error.problems()) texts.push_back(problem.text());
  }
  return texts;
}

bool reads_text(ObjectReader& reader) { return reader.text("v").has_value(); }
bool reads_number(ObjectReader& reader) { return reader.number("v", {1, 100}).has_value(); }
bool reads_integer(ObjectReader& reader) { return reader.integer("v", {1, 100}).has_value(); }
bool reads_boolean(ObjectReader& reader) { return reader.boolean("v").has_value(); }
bool reads_choice(ObjectReader& reader) { return reader.choice("v", k_segments).has_value(); }
bool reads_texts(ObjectReader& reader) { return reader.texts("v").has_value(); }
bool reads_text_map(ObjectReader& reader) { return reader.text_map("v").has_value(); }
bool reads_array(ObjectReader& reader) { return !reader.array("v").empty(); }
bool reads_object(ObjectReader& reader) { return reader.object("v").has_value(); }

TEST_CASE("an unusable value is reported with its place, what was expected and what was found", "[formats]") {
  struct Case {
    const char* json;
    bool (*reads)(ObjectReader&);
    const char* problem;
  };
  const Case cases[] = {
      {R"({"v": 3})", reads_text, "expected text, found 3"},
      {R"({"v": null})", reads_text, "expected text, found null"},
      {R"({"v": ""})", reads_text, R"(expected text, found "")"},
      {R"({"v": ["a"]})", reads_text, "expected text, found an array"},
      {R"({"v": "a\u001b[2J"})", reads_text, R"(expected text without control characters, found "a\x1b[2J")"},
      {R"({"v": "a\nb"})", reads_text, R"(expected text without control characters, found "a\x0ab")"},
      {R"({"v": "\u0000"})", reads_text, R"(expected text without control characters, found "\x00")"},
      {R"({"v": "\u009b2J"})", reads_text, R"(expected text without control characters, found "\xc2\x9b2J")"},
      {R"({"v": "80 GB"})", reads_number, R"(expected a number from 1 to 100, found "80 GB")"},
      {R"({"v": "80"})", reads_number, R"(expected a number from 1 to 100, found "80")"},
      {R"({"v": true})", reads_number, "expected a number from 1 to 100, found true"},
      {R"({"v": null})", reads_number, "expected a number from 1 to 100, found null"},
      {R"({"v": 0.999})", reads_number, "expected a number from 1 to 100, found 0.999"},
      {R"({"v": 100.001})", reads_number, "expected a number from 1 to 100, found 100.001"},
      {R"({"v": -1})", reads_number, "expected a number from 1 to 100, found -1"},
      {R"({"v": 1e300})", reads_integer, "expected a number from 1 to 100, found 1e+300"},
      {R"({"v": "2"})", reads_integer, R"(expected a number from 1 to 100, found "2")"},
      {R"({"v": 2.5})", reads_integer, "expected a whole number, found 2.5"},
      {R"({"v": "yes"})", reads_boolean, R"(expected true or false, found "yes")"},
      {R"({"v": 1})", reads_boolean, "expected true or false, found 1"},
      {R"({"v": 1})", reads_choice, "expected text, found 1"},
      {R"({"v": "consumr"})", reads_choice,
       R"(expected consumer, workstation or cloud, found "consumr", did you mean "consumer"?)"},
      {R"({"v": "Cloud"})", reads_choice,
       R"(expected consumer, workstation or cloud, found "Cloud", did you mean "cloud"?)"},
      {R"({"v": "phone"})", reads_choice, R"(expected consumer, workstation or cloud, found "phone")"},
      {R"({"v": "x"})", reads_text_map, R"(expected an object, found "x")"},
      {R"({"v": []})", reads_text_map, "expected an object, found an empty array"},
      {R"({"v": "x"})", reads_texts, R"(expected an array, found "x")"},
      {R"({"v": {}})", reads_array, "expected an array, found an object"},
      {R"({"v": [1]})", reads_object, "expected an object, found an array"},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.json << ": " << c.problem) {
      bool usable = true;
      const auto problems = problems_when(c.json, [&](ObjectReader& reader) { usable = c.reads(reader); });
      CHECK(problems == Strings{std::string("gpus.json:1: /gpus/3/v: ") + c.problem});
      CHECK_FALSE(usable);
    }
  }
}

TEST_CASE("an absent key is nothing and no problem", "[formats]") {
  for (const auto reads : {reads_text, reads_number, reads_integer, reads_boolean, reads_choice, reads_texts,
                           reads_text_map, reads_array, reads_object}) {
    bool usable = true;
    CHECK(problems_when(R"({"other": 1})", [&](ObjectReader& reader) { usable = reads(reader); }) == Strings{});
    CHECK_FALSE(usable);
  }
}

TEST_CASE("usable values are returned", "[formats]") {
  const auto problems = problems_when(
      R"({"text": "a", "low": 1, "high": 100, "whole": 7, "yes": true, "no": false, "choice": "cloud",
          "texts": ["b", "a"], "none": [], "map": {"z": "1", "a": "2"}, "array": [1, 2],
          "object": {"v": 1}})",
      [](ObjectReader& reader) {
        CHECK(reader.text("text") == "a");
        CHECK(reader.number("low", {1, 100}) == 1.0);
        CHECK(reader.number("high", {1, 100}) == 100.0);
        CHECK(reader.integer("whole", {1, 100}) == 7);
        CHECK(reader.boolean("yes") == true);
        CHECK(reader.boolean("no") == false);
        CHECK(reader.choice("choice", k_segments) == "cloud");
        CHECK(reader.texts("texts") == std::vector<std::string_view>{"b", "a"});
        CHECK(reader.texts("none") == std::vector<std::string_view>{});
        const auto map = reader.text_map("map").value();
        REQUIRE(map.size() == 2);
        CHECK(map[0].first == "z");
        CHECK(map[0].second == "1");
        CHECK(map[1].first == "a");
        CHECK(map[1].second == "2");
        CHECK(reader.array("array").size() == 2);
        CHECK(reader.object("object").value().first->find("v")->number == 1);
        CHECK(reader.has("text"));
        CHECK_FALSE(reader.has("tex"));
      });
  CHECK(problems == Strings{});
}

TEST_CASE("a value that is no object is one problem, and reads as nothing", "[formats]") {
  struct Case {
    const char* json;
    const char* problem;
  };
  const Case cases[] = {
      {"3", "gpus.json:1: /gpus/3: expected an object, found 3"},
      {"\n\"x\"", "gpus.json:2: /gpus/3: expected an object, found \"x\""},
      {"[]", "gpus.json:1: /gpus/3: expected an object, found an empty array"},
      {"null", "gpus.json:1: /gpus/3: expected an object, found null"},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.json) {
      CHECK(problems_when(c.json, [](ObjectReader& reader) {
              CHECK_FALSE(reader.has("v"));
              CHECK_FALSE(reader.text("v").has_value());
              reader.refuse_unknown({});
            }) == Strings{c.problem});
    }
  }
}

TEST_CASE("problems inside lists and maps name the item", "[formats]") {
  CHECK(problems_when("{\"v\": [\"a\",\n3,\n\"\"]}", [](ObjectReader& reader) { (void)reader.texts("v"); }) ==
        Strings{"gpus.json:2: /gpus/3/v/1: expected text, found 3",
                "gpus.json:3: /gpus/3/v/2: expected text, found \"\""});
  CHECK(problems_when("{\"v\": {\"a\": \"b\",\n\"c/d\": 1}}", [](ObjectReader& reader) {
          (void)reader.text_map("v");
        }) == Strings{"gpus.json:2: /gpus/3/v/c~1d: expected text, found 1"});
}

TEST_CASE("array and object give the places of what they hold", "[formats]") {
  const auto problems = problems_when("{\"a\": [\n{},\n{}],\n\"o\": {}}", [](ObjectReader& reader) {
    const auto items = reader.array("a");
    REQUIRE(items.size() == 2);
    CHECK(items[1].second.file == "gpus.json");
    CHECK(items[1].second.pointer == "/gpus/3/a/1");
    CHECK(items[1].second.line == 3);
    const auto object = reader.object("o");
    REQUIRE(object.has_value());
    CHECK(object->second.pointer == "/gpus/3/o");
    CHECK(object->second.line == 4);
    CHECK(reader.place().pointer == "/gpus/3");
    CHECK(reader.place().line == 1);
    CHECK(reader.place("absent").pointer == "/gpus/3/absent");
    CHECK(reader.place("absent").line == 1);
  });
  CHECK(problems == Strings{});
}

TEST_CASE("an unknown field is reported with the nearest known one", "[formats]") {
  struct Case {
    const char* json;
    const char* problem;
  };
  const Case cases[] = {
      {R"({"memroy_gb": 1})", R"(/gpus/3/memroy_gb: unknown field "memroy_gb", did you mean "memory_gb"?)"},
      {R"({"Name": 1})", R"(/gpus/3/Name: unknown field "Name", did you mean "name"?)"},
      {R"({"colour": 1})", R"(/gpus/3/colour: unknown field "colour")"},
      {R"({"power/watts~max": 1})", R"(/gpus/3/power~1watts~0max: unknown field "power/watts~max")"},
      {R"({"~1": 1})", R"(/gpus/3/~01: unknown field "~1")"},
      {R"({"\u001b[2Jxyz": 1})", R"(/gpus/3/\x1b[2Jxyz: unknown field "\x1b[2Jxyz")"},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.json) {
      CHECK(problems_when(c.json, [](ObjectReader& reader) { reader.refuse_unknown(k_known); }) ==
            Strings{std::string("gpus.json:1: ") + c.problem});
    }
  }
  CHECK(problems_when(R"({"v": 1, "name": 2})", [](ObjectReader& reader) { reader.refuse_unknown(k_known); }) ==
        Strings{});
}

TEST_CASE("all problems are kept, in the order of reading", "[formats]") {
  CHECK(problems_when("{\"a\": 1,\n\"b\": \"x\",\n\"c\": 2.5,\n\"d\": 0}",
                      [](ObjectReader& reader) {
                        (void)reader.text("a");
                        (void)reader.boolean("b");
                        (void)reader.integer("c", {1, 8});
                        reader.problem("d", "is not what it should be");
                        reader.problem("", "is incomplete");
                      }) == Strings{"gpus.json:1: /gpus/3/a: expected text, found 1",
                                    "gpus.json:2: /gpus/3/b: expected true or false, found \"x\"",
                                    "gpus.json:3: /gpus/3/c: expected a whole number, found 2.5",
                                    "gpus.json:4: /gpus/3/d: is not what it should be",
                                    "gpus.json:1: /gpus/3: is incomplete"});
}

TEST_CASE("a problem names its file, line and pointer as far as they are known", "[formats]") {
  CHECK(Diagnostic{"a.json", 3, "/gpus/0", "is odd"}.text() == "a.json:3: /gpus/0: is odd");
  CHECK(Diagnostic{"a.json", 3, "", "is odd"}.text() == "a.json:3: is odd");
  CHECK(Diagnostic{"a.json", 0, "/gpus/0", "is odd"}.text() == "a.json: /gpus/0: is odd");
  CHECK(Diagnostic{"a.json", 0, "", "is odd"}.text() == "a.json: is odd");
}

TEST_CASE("the error shows one problem per line, at most a hundred", "[formats]") {
  const auto message_of = [](int count) {
    Problems problems;
    for (int i = 0; i < count; ++i) problems.add({"a.json", "", i + 1}, "is odd");
    CHECK(problems.empty() == (count == 0));
    try {
      problems.throw_if_any();
    } catch (const DataError& error) {
      CHECK(error.problems().size() == static_cast<std::size_t>(std::min(count, 100)));
      return std::string(error.what());
    }
    return std::string("nothing thrown");
  };
  std::string hundred = "a.json:1: is odd";
  for (int line = 2; line <= 100; ++line) hundred += "\na.json:" + std::to_string(line) + ": is odd";

  CHECK(message_of(0) == "nothing thrown");
  CHECK(message_of(1) == "a.json:1: is odd");
  CHECK(message_of(2) == "a.json:1: is odd\na.json:2: is odd");
  CHECK(message_of(100) == hundred);
  CHECK(message_of(102) == hundred + "\n... and 2 more problems");
}

}  // namespace
}  // namespace gpuadvisor
