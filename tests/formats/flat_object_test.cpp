#include "formats/flat_object.hpp"

#include <array>

#include "support/catch2.hpp"
#include "support/text_bytes.hpp"

using namespace gpuadvisor;
using Kind = ScalarMember::Kind;

namespace {

constexpr auto k_keys = std::to_array<std::string_view>({"gpu", "count", "spot"});

std::optional<JsonFault> read(FlatObject& object, std::string& text) {
  return object.read({text.data(), text.size()});  // a string has a NUL behind it
}

std::string fault_of(std::string text) {
  FlatObject object(k_keys);
  const auto fault = read(object, text);
  return fault ? fault->message : "none";
}

/// "RTX 3090 x 2" for each object of the document, then what is wrong.
std::vector<std::string> listed(const std::string& document, std::size_t longest = 1000) {
  FlatObject object(k_keys);
  std::vector<std::string> found;
  const auto fault = object.read_list(bytes_of(document), "offers", longest, [&](std::uint64_t line) {
    found.push_back(fmt::format("{}: {} x {}", line, object.member(0).text, object.member(1).number));
    return true;
  });
  if (fault) found.push_back(fmt::format("{}! {}", fault->line, fault->message));
  return found;
}

}  // namespace

TEST_CASE("members that are asked for are read, whatever is beside and within them", "[formats]") {
  FlatObject object(k_keys);
  std::string text = R"( {"id": [1, {"gpu": "no"}], "gpu": "RTX\u0020\"3090\"", "count": -1.5e1, "spot": null} )";
  REQUIRE_FALSE(read(object, text));
  CHECK(object.member(0).text == "RTX \"3090\"");
  CHECK(object.member(1).number == -15);
  CHECK(object.member(2).kind == Kind::null);

  SECTION("and nothing is left of the object before") {
    std::string next = R"({"spot":true,"gpu":{}})";
    REQUIRE_FALSE(read(object, next));
    CHECK(object.member(0).kind == Kind::other);
    CHECK(object.member(1).kind == Kind::absent);
    CHECK(object.member(2).boolean);
  }
}

TEST_CASE("what is no object is told", "[formats]") {
  CHECK(fault_of(R"({"gpu": "a")").starts_with("not valid JSON: "));
  CHECK(fault_of(R"({"gpu": "a"} x)").starts_with("not valid JSON: "));
  CHECK(fault_of(R"([{"gpu": "a"}])") == "expected an object, found a list");
  CHECK(fault_of("3") == "expected an object, found something else");
  CHECK(fault_of(R"({"count": 1e999})").starts_with("not valid JSON: Number too big"));
  CHECK(fault_of(R"({"count": NaN})").starts_with("not valid JSON: "));
  CHECK(fault_of(R"({"count": 1, "count": 2})") == R"(the member "count" stands twice in one object)");
  CHECK(fault_of("{\"gpu\": \"\xff\"}") == "not valid UTF-8");
  CHECK(fault_of(R"({"gpu": "\ud800"})").starts_with("not valid JSON: "));
  CHECK(fault_of(std::string("{\"gpu\": \"a\"}\0{}", 14)) == "not valid JSON: a NUL byte");
  CHECK(fault_of("{\"id\": " + std::string(100'000, '[')) == "nested too deeply");
}

TEST_CASE("objects of a document come one after the other", "[formats]") {
  const std::vector<std::string> two = {"1: a x 1", "1: b x 2"};
  CHECK(listed(R"([{"gpu":"a","count":1},{"gpu":"b","count":2}])") == two);
  CHECK(listed(R"({"ok":true,"more":[{"gpu":"x"}],"offers":[{"gpu":"a","count":1},{"gpu":"b","count":2}],"n":2})") ==
        two);
  CHECK(listed("[\n{\"gpu\":\"a\",\"id\":{\"gpu\":\"x\"},\n\"count\":1}\n]") == std::vector<std::string>{"3: a x 1"});
  CHECK(listed("[]").empty());
}

TEST_CASE("a document that is none, ends early or has a long object is told with its line", "[formats]") {
  CHECK(listed("{\"offers\": 3}\n").back() == "2! expected a list of objects, or one in a member \"offers\"");
  CHECK(listed("[{\"gpu\":\"a\",\"count\":1},\n").back().starts_with("2! not valid JSON: "));
  CHECK(listed("{\"rents\": [\n{\"gpu\":\"a\"}, {\"gpu\":\"b\"}\n]}").back() ==
        "3! expected a list of objects, or one in a member \"offers\"");
  CHECK(listed("[1]").back() == "1! expected objects in the list, found something else");
  CHECK(listed("[[{\"gpu\":\"a\"}]]").back() == "1! expected objects in the list, found a list");
  CHECK(listed("[{\"gpu\":\"" + std::string(200'000, 'a') + "\"}]", 100'000).back() ==
        "1! an object of more than 97 KiB");
  // Many objects may be longer together.
  std::string many = "[";
  for (int i = 0; i < 10'000; ++i) many += R"({"gpu":"a","count":1},)";
  many.back() = ']';
  CHECK(listed(many, 1000).size() == 10'000);
}
