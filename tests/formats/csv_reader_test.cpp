#include "formats/csv_reader.hpp"

#include "support/catch2.hpp"

namespace gpuadvisor {
namespace {

using Strings = std::vector<std::string>;

struct Outcome {
  Strings lines;     // columns, then each row as "line|field|field"
  Strings problems;  // after "t.csv"
};

std::string barred(const Strings& fields) {
  std::string text;
  for (const auto& field : fields) text += "|" + field;
  return text;
}

Outcome outcome_of(const std::string& text) {
  Problems problems;
  const auto table = read_csv("t.csv", text, problems);
  Outcome outcome;
  if (!table.columns.empty()) outcome.lines.push_back(barred(table.columns));
  for (const auto& row : table.rows) outcome.lines.push_back(std::to_string(row.line) + barred(row.fields));
  try {
    problems.throw_if_any();
  } catch (const DataError& error) {
    for (const auto& problem : error.problems()) outcome.problems.push_back(problem.text().substr(5));
  }
  return outcome;
}

std::string repeated(const std::string& text, std::size_t count) {
  std::string all;
  for (std::size_t i = 0; i < count; ++i) all += text;
  return all;
}

TEST_CASE("a CSV table is read as RFC 4180 has it", "[formats]") {
  struct Case {
    const char* name;
    std::string text;
    Strings lines;
  };
  const Case cases[] = {
      {"plain", "a,b\n1,2\n3,4\n", {"|a|b", "2|1|2", "3|3|4"}},
      {"carriage returns", "a,b\r\n1,2\r\n", {"|a|b", "2|1|2"}},
      {"no end of line at the end", "a,b\n1,2", {"|a|b", "2|1|2"}},
      {"only a header", "a,b\n", {"|a|b"}},
      {"only a header, unfinished", "a,b", {"|a|b"}},
      {"one column", "a\n1\n", {"|a", "2|1"}},
      {"empty fields", "a,b,c\n,,\n", {"|a|b|c", "2|||"}},
      {"an empty field ends the text", "a,b\n1,", {"|a|b", "2|1|"}},
      {"quoted", "\"a\",b\n\"1,5\",\"\"\n", {"|a|b", "2|1,5|"}},
      {"quotes in quotes", "a\n\"say \"\"yes\"\"\"\n\"\"\"\"\n", {"|a", "2|say \"yes\"", "3|\""}},
      {"lines in quotes count", "a,b\n\"1\n\n2\",3\n4,5\n", {"|a|b", "2|1\n\n2|3", "5|4|5"}},
      {"blanks belong to the field", "a, b\n 1 ,2\n", {"|a| b", "2| 1 |2"}},
      {"byte order mark",
       "\xef\xbb\xbf"
       "a\n1\n",
       {"|a", "2|1"}},
      {"text beyond ASCII", "a\n\xc3\xa9\xf0\x9f\x98\x80\n", {"|a", "2|\xc3\xa9\xf0\x9f\x98\x80"}},
      {"longest field", "a\n" + std::string(k_max_csv_field, 'x'), {"|a", "2|" + std::string(k_max_csv_field, 'x')}},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.name) {
      const auto outcome = outcome_of(c.text);
      CHECK(outcome.lines == c.lines);
      CHECK(outcome.problems == Strings{});
    }
  }
}

TEST_CASE("what is no CSV table is reported with its line", "[formats]") {
  using namespace std::string_literals;
  struct Case {
    const char* name;
    std::string text;
    Strings lines;
    Strings problems;
  };
  const Case cases[] = {
      {"nothing", "", {}, {": expected a CSV table, found nothing"}},
      {"a byte order mark alone", "\xef\xbb\xbf", {}, {": expected a CSV table, found nothing"}},
      {"an empty line first", "\na\n", {}, {":1: expected a row, found an empty line"}},
      {"an empty line", "a\n\n1\n", {"|a"}, {":2: expected a row, found an empty line"}},
      {"an empty line, carriage return", "a\r\n\r\n", {"|a"}, {":2: expected a row, found an empty line"}},
      {"rows too short and too long",
       "a,b\n1\n1,2\n1,2,3\n",
       {"|a|b", "3|1|2"},
       {":2: expected 2 fields, found 1", ":4: expected 2 fields, found 3"}},
      {"column named twice", "a,b,a\n", {"|a|b|a"}, {":1: column \"a\" stands twice"}},
      {"column without a name", "a,,b\n", {"|a||b"}, {":1: expected a name for column 2, found none"}},
      {"quote never closed", "a\n1\n\"2\n3\n", {"|a", "2|1"}, {":3: expected a closing quote, found none"}},
      {"quote at the very end", "a\n\"", {"|a"}, {":2: expected a closing quote, found none"}},
      {"doubled quote at the very end", "a\n\"\"\"", {"|a"}, {":2: expected a closing quote, found none"}},
      {"quote inside a field",
       "a\n24\" board\n",
       {"|a"},
       {":2: expected quotes around the whole field, found one inside"}},
      {"text after a quote",
       "a\n\"1\"2\n",
       {"|a"},
       {":2: expected a comma or the end of the line after a closing quote"}},
      {"carriage return alone", "a\r1\r", {}, {":1: expected a line feed after a carriage return"}},
      {"carriage return at the end", "a\n1\r", {"|a"}, {":2: expected a line feed after a carriage return"}},
      {"NUL", "a\n1\0\n"s, {}, {":2: not valid CSV: a NUL byte"}},
      {"no UTF-8", "a\n1\n\xff\n", {}, {":3: not valid UTF-8: found \"\\xff\""}},
      {"UTF-8 cut off", "a\n\xe2\x82", {}, {":2: not valid UTF-8: found \"\\xe2\""}},
      {"overlong UTF-8", "\xc0\xaf\n", {}, {":1: not valid UTF-8: found \"\\xc0\""}},
      {"field too long",
       "a\n" + std::string(k_max_csv_field + 1, 'x'),
       {"|a"},
       {":2: expected fields of at most 2000 bytes, found 2001"}},
      {"escapes in a column's name",
       "\x1b[2J,\x1b[2J\n",
       {"|\x1b[2J|\x1b[2J"},
       {":1: column \"\\x1b[2J\" stands twice"}},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.name) {
      const auto outcome = outcome_of(c.text);
      CHECK(outcome.lines == c.lines);
      CHECK(outcome.problems == c.problems);
    }
  }
}

TEST_CASE("a CSV text of any size is refused in time and in bounds", "[formats]") {
  struct Case {
    const char* name;
    std::string text;
    Strings problems;
  };
  const Case cases[] = {
      {"a million commas", std::string(1'000'000, ','), {":1: more than 100 fields"}},
      {"a million commas in a row", "a\n" + std::string(1'000'000, ','), {":2: more than 100 fields"}},
      {"a million quotes", "a\n" + std::string(1'000'001, '"'), {":2: expected a closing quote, found none"}},
      {"rows", "a\n" + repeated("1\n", k_max_csv_rows + 1), {":50002: more than 50000 rows"}},
      {"bytes", std::string(k_max_csv_bytes + 1, 'a'), {": larger than 8 MiB"}},
      {"a field of all bytes",
       std::string(k_max_csv_bytes, 'a'),
       {":1: expected fields of at most 2000 bytes, found 8388608"}},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.name) { CHECK(outcome_of(c.text).problems == c.problems); }
  }
  const auto ragged = repeated("1\n", 1000);
  CHECK(outcome_of("a,b\n" + ragged).problems.size() == 100);  // the others are counted
}

TEST_CASE("the place of a field of a table is its line and its column in characters", "[formats]") {
  Problems problems;
  // The first row has a field of two lines, quotes and a comma; characters of two and four bytes stand before others.
  const std::string text = "\xef\xbb\xbfname,\"a, b\",c\r\n\xc3\xa9\xf0\x9f\x98\x80,\"1\n\"\"2,\",3\r\n,,x\r\n";
  const auto table = read_csv("t.csv", text, problems);
  REQUIRE(problems.empty());
  REQUIRE(table.rows.size() == 2);
  const auto position = [&](std::size_t row, std::string_view column) {
    const auto place = csv_place("t.csv", table, table.rows[row], column);
    return std::to_string(place.line) + ':' + std::to_string(place.column) + ' ' + place.pointer;
  };
  CHECK(position(0, "name") == "2:1 column name");
  CHECK(position(0, "a, b") == "2:4 column a, b");
  CHECK(position(0, "c") == "3:7 column c");  // behind ""2,",
  CHECK(position(1, "name") == "4:1 column name");
  CHECK(position(1, "c") == "4:3 column c");
  const auto title = csv_header_place("t.csv", table, 2);
  CHECK((title.line == 1 && title.column == 13));
}

TEST_CASE("problems of a table tell the column that is known", "[formats]") {
  struct Case {
    const char* name;
    std::string text;
    int line;
    int column;  // 0: the whole line
  };
  const Case cases[] = {
      {"a row too long", "a,b\n1,2,3\n", 2, 0},
      {"a column named twice", "a,b,a\n", 1, 5},
      {"a column without a name", "a,,b\n", 1, 3},
      {"a quote that is not closed", "a,b\n1,\"2\n3\n", 2, 3},
      {"a quote inside a field", "a,b\n1,24\" board\n", 2, 5},
      {"text after a quote", "a\n\"1\"2\n", 2, 4},
      {"no UTF-8", "a,b\n\xc3\xa9,\xff\n", 2, 3},
      {"a field too long", "a,b\n1," + std::string(k_max_csv_field + 1, 'x'), 2, 3},
      {"nothing", "", 0, 0},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.name) {
      Problems problems;
      (void)read_csv("t.csv", c.text, problems);
      try {
        problems.throw_if_any();
        FAIL("expected a problem");
      } catch (const DataError& error) {
        REQUIRE(error.problems().size() == 1);
        CHECK(error.problems().front().line == c.line);
        CHECK(error.problems().front().column == c.column);
      }
    }
  }
}

TEST_CASE("a column is found by its exact name", "[formats]") {
  const CsvTable table{{"gpu", "value"}, {}, {}};
  CHECK(table.column("value") == 1);
  CHECK_FALSE(table.column("Value"));
  CHECK_FALSE(table.column(""));
}

}  // namespace
}  // namespace gpuadvisor
