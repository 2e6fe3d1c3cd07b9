#include "report/markdown.hpp"

#include "support/catch2.hpp"

namespace gpuadvisor {
namespace {

TEST_CASE("Markdown shows every text letter for letter", "[report]") {
  struct Case {
    const char* name;
    std::string text;
    std::string expected;
  };
  const Case cases[] = {
      {"plain words", "RTX 3080 Ti, $305-400 (2.5 %)", "RTX 3080 Ti, $305-400 (2.5 %)"},
      {"end of a cell", "a|b", "a\\|b"},
      {"backslash before it", "a\\|b", "a\\\\\\|b"},
      {"emphasis and code", "*a* _b_ ~c~ `d`", "\\*a\\* \\_b\\_ \\~c\\~ \\`d\\`"},
      {"link and image", "[a](b) ![c](d)", "\\[a\\](b) \\!\\[c\\](d)"},
      {"HTML", "<b onclick=\"x\">&lt;</b>", "&lt;b onclick=\"x\"&gt;&amp;lt;&lt;/b&gt;"},
      {"heading", "# a", "\\# a"},
      {"line breaks and tabs", "a\nb\r\nc\td", "a b  c d"},
      {"text beyond ASCII", "\xc3\xa9", "\xc3\xa9"},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.name) { CHECK(markdown_text(c.text) == c.expected); }
  }
}

TEST_CASE("a Markdown paragraph opens nothing else", "[report]") {
  CHECK(markdown_paragraph("CNN, 8 GB") == "CNN, 8 GB\n");
  CHECK(markdown_paragraph("- a") == "\\- a\n");
  CHECK(markdown_paragraph("+ a") == "\\+ a\n");
  CHECK(markdown_paragraph("===") == "\\===\n");
  CHECK(markdown_paragraph("> a") == "&gt; a\n");
  CHECK(markdown_paragraph("12. a") == "12\\. a\n");
  CHECK(markdown_paragraph("1) a") == "1\\) a\n");
  CHECK(markdown_paragraph("12") == "12\n");
  CHECK(markdown_paragraph("    code") == "code\n");
  CHECK(markdown_paragraph("").empty());
}

TEST_CASE("a Markdown table has its header, and numbers to the right", "[report]") {
  const Table table{{{"GPU", false, true}, {"price_usd", true}}, {{"TITAN | V", "$340"}, {"", "-"}}};
  CHECK(markdown_table(table) ==
        "| GPU | price\\_usd |\n"
        "| --- | ---: |\n"
        "| TITAN \\| V | $340 |\n"
        "|  | - |\n");
}

}  // namespace
}  // namespace gpuadvisor
