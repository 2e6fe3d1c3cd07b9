#include "formats/xml.hpp"

#include <fmt/format.h>

#include <string>

#include "gpuadvisor/core/error.hpp"
#include "support/catch2.hpp"

using namespace gpuadvisor;

namespace {

/// The problem that a document has, empty if none.
std::string xml_problem(const std::string& text) {
  try {
    (void)parse_xml(text, "a.xml");
    return {};
  } catch (const DataError& error) {
    return error.what();
  }
}

std::string repeated(std::string_view text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

}  // namespace

TEST_CASE("An XML document is read as elements with their text and lines", "[formats]") {
  const std::string text =
      "\xef\xbb\xbf<?xml version=\"1.0\" ?>\n"
      "<!DOCTYPE log SYSTEM \"log.dtd\">\n"
      "<log kind='a > b' other=\"\">\n"
      "  <!-- <total>1</total> -->\n"
      "  <gpu id=\"0\">\n"
      "    <name> A &amp; B &lt;&gt;&quot;&apos; </name><empty/>\n"
      "    <memory><total>12 MiB</total></memory>\n"
      "  </gpu>\n"
      "</log>\n";
  const XmlElement log = parse_xml(text, "a.xml");
  CHECK(log.name == "log");
  CHECK(log.line == 3);
  REQUIRE(log.children.size() == 1);
  const XmlElement& gpu = log.children.front();
  CHECK(gpu.line == 5);
  REQUIRE(gpu.children.size() == 3);
  CHECK(gpu.find("name")->text == "A & B <>\"'");
  CHECK(gpu.find("empty")->text.empty());
  CHECK(gpu.at("memory/total")->text == "12 MiB");
  CHECK(gpu.at("memory/total")->line == 7);
  CHECK(gpu.at("memory/free") == nullptr);
  CHECK(gpu.at("name/total") == nullptr);
}

TEST_CASE("What is no XML is refused with its line", "[formats]") {
  struct Case {
    const char* name;
    std::string text;
    const char* message;
  };
  const Case cases[] = {
      {"nothing", "", "a.xml:1: not valid XML: expected an element, found the end"},
      {"text alone", "\nhello", "a.xml:1: not valid XML: expected an element, found \"hello\""},
      {"cut", "<a>\n<b>", "a.xml:2: not valid XML: expected </b>, found the end"},
      {"cut in a tag", "<a", "a.xml:1: not valid XML: expected \">\" at the end of <a"},
      {"cut in an attribute", "<a b=\"", "a.xml:1: not valid XML: expected \"\"\" at the end of an attribute"},
      {"no quotes", "<a b=1>", "a.xml:1: not valid XML: expected the value of an attribute in quotes"},
      {"crossed", "<a>\n<b></a></b>", "a.xml:2: not valid XML: expected </b>, found </a>"},
      {"closed twice", "<a></a></a>", "a.xml:1: not valid XML: expected an element, found </a>"},
      {"two roots", "<a/>\n<b/>", "a.xml:2: not valid XML: expected the end, found <b>"},
      {"no name", "<>", "a.xml:1: not valid XML: expected a name, found \">\""},
      {"unknown entity", "<a>&x;</a>", "a.xml:1: not valid XML: unknown entity \"&x\""},
      {"open entity", "<a>&amp</a>", "a.xml:1: not valid XML: unknown entity \"&amp\""},
      {"declarations", "<!DOCTYPE a [<!ENTITY x \"xx\">]><a>&x;</a>",
       "a.xml:1: not valid XML: found declarations, expected elements alone"},
      {"CDATA", "<a><![CDATA[x]]></a>", "a.xml:1: not valid XML: expected a name, found \"!\""},
      {"NUL", std::string("<a>\n\0</a>", 9), "a.xml:2: not valid XML: found the control character \\x00"},
      {"no UTF-8", "<a>\n\xff</a>", "a.xml:2: not valid XML: invalid UTF-8"},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.name) { CHECK(xml_problem(c.text) == c.message); }
  }
}

TEST_CASE("XML that would exhaust memory or the stack is refused", "[formats]") {
  CHECK(xml_problem(repeated("<a>", 64) + repeated("</a>", 64)).empty());
  CHECK(xml_problem(repeated("<a>", 1'000'000)) == "a.xml:1: not valid XML: more than 64 elements in each other");
  CHECK(xml_problem("<a>" + repeated("<b/>", 199'999) + "</a>").empty());
  CHECK(xml_problem("<a>" + repeated("<b/>", 200'000) + "</a>") == "a.xml:1: not valid XML: more than 200000 elements");
  CHECK(xml_problem(repeated(" ", 9'000'000)) ==
        "a.xml:1: not valid XML: larger than the 8 MiB that a document may have");
}
