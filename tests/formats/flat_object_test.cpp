#include "formats/flat_object.hpp"

#include <fmt/format.h>

#include <array>

#include "support/catch2.hpp"
#include "support/text_bytes.hpp"

using namespace gpuadvisor;
using namespace std::string_literals;
using Kind = ScalarMember::Kind;

namespace {

constexpr auto k_keys = std::to_array<std::string_view>({"gpu", "count", "spot"});

/// Writes over the text, which the object then views.
std::optional<JsonFault> read(FlatObject& object, std::string& text) {
  const std::size_t size = text.size();
  text.resize(size + FlatObject::k_room_behind);
  return object.read({text.data(), size});
}

/// All that was read, as text.
std::string members_of(const FlatObject& object) {
  std::string all;
  for (std::size_t i = 0; i < k_keys.size(); ++i) {
    const ScalarMember& member = object.member(i);
    all += fmt::format("{} {} {} '{}'; ", static_cast<int>(member.kind), member.boolean, member.number, member.text);
  }
  return all;
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

TEST_CASE("an object after one like it is read as if it were the first", "[formats]") {
  const std::vector<std::string> texts = {
      R"({"id":7,"gpu":"RTX 3090, 24 GB","count":-10.25,"x":"","spot":0})",
      "{\"gpu\": \"\xc3\xa9t\xc3\xa9 42\", \"count\": 120, \"spot\": 1.5}\r",
      R"({"a\"b":1,"gpu":"a","count":3})",
  };
  const std::string others = "\0\t\r\n\x1f !\"',-./0159:<=E[\\]_aeu{|}~\x7f\x80\xc3\xff"s;
  for (const std::string& text : texts) {
    const auto check = [&](std::string changed) {
      FlatObject fresh(k_keys);
      FlatObject warm(k_keys);
      std::string first = text;
      std::string again = changed;
      INFO(changed);
      REQUIRE_FALSE(read(warm, first));
      const auto fault = read(fresh, changed);
      const auto fault_again = read(warm, again);
      CHECK((fault ? fault->message : "") == (fault_again ? fault_again->message : ""));
      if (!fault) CHECK(members_of(fresh) == members_of(warm));
    };
    check(text);
    for (std::size_t at = 0; at < text.size(); ++at) {
      check(text.substr(0, at));
      check(text.substr(0, at) + text.substr(at + 1));
      for (const char other : others) {
        std::string changed = text;
        changed[at] = other;
        check(changed);
        check(text.substr(0, at) + other + text.substr(at));
      }
    }
  }
  CHECK(fault_of(R"({"id": )" + std::string(400, '9') + "}").starts_with("not valid JSON: Number too big"));
  FlatObject object(k_keys);
  std::string short_number = R"({"id": 1})";
  std::string long_number = R"({"id": )" + std::string(400, '9') + "}";
  REQUIRE_FALSE(read(object, short_number));
  CHECK(read(object, long_number));
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
