#include "formats/csv_stream.hpp"

#include "support/catch2.hpp"
#include "support/text_bytes.hpp"

using namespace gpuadvisor;

namespace {

/// Each record as "line|field|field", or "line! fault".
std::vector<std::string> records_of(const std::string& text, std::size_t longest = 40) {
  const ReadBytes read = bytes_of(text);
  CsvStream stream(read, longest);
  std::vector<std::string> found;
  while (!stream.at_end()) {
    const auto row = stream.next();
    std::string text_of_row = std::to_string(stream.line());
    if (row) {
      for (const std::string& field : row->fields) text_of_row += '|' + field;
    } else {
      text_of_row += "! " + stream.fault();
    }
    found.push_back(text_of_row);
  }
  return found;
}

}  // namespace

TEST_CASE("records of any number are read from a buffer that holds a few", "[formats]") {
  CHECK(records_of("\xef\xbb\xbf"
                   "a,b\r\n\"1\n2\",\"say \"\"hi\"\"\"\n3,4") ==
        std::vector<std::string>{"1|a|b", "2|1\n2|say \"hi\"", "4|3|4"});
  std::string many;
  for (int i = 0; i < 1000; ++i) many += "12345,67890\n";
  CHECK(records_of(many).size() == 1000);
  CHECK(records_of(many).back() == "1000|12345|67890");
  CHECK(records_of("").empty());
}

TEST_CASE("behind a record that is no CSV the next line is read", "[formats]") {
  CHECK(records_of("a,b\nx\"y,1\nc,d\n") ==
        std::vector<std::string>{"1|a|b", "2! not valid CSV: expected quotes around the whole field, found one inside",
                                 "3|c|d"});
  CHECK(records_of("a\n\xff\nb\n").at(1) == "2! not valid UTF-8: found \"\\xff\"");
  CHECK(records_of("a\n\nb\n").at(1) == "2! not valid CSV: expected a row, found an empty line");
  CHECK(records_of("a\n\"open\nb\n").back() == "3|b");
}
