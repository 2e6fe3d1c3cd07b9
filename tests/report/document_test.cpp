#include "gpuadvisor/report/document.hpp"

#include "support/catch2.hpp"

namespace gpuadvisor {
namespace {

Document example() {
  Table table{{{"GPU"}, {"price", true}}, {}};
  table.add({"used", ""}, Style::bold);
  table.add({"RTX 3090", "$900"});
  table.add({"new", ""}, Style::bold);
  table.add({"RTX 4090", "$2,000"}, Style::dim);
  Document document;
  document.title("Two cards").gap().table(table).gap().paragraph("Prices in US dollars, rounded.");
  document.heading("What to know").item("One is old & large.").item("It needs 350 W.", 2).item("One is new.");
  return document;
}

}  // namespace

TEST_CASE("a document on a terminal wraps, and has an empty line before headings and groups", "[report]") {
  CHECK(terminal_text(example(), {.width = 20}) ==
        "Two cards\n"
        "\n"
        "GPU        price\n"
        "used\n"
        "RTX 3090    $900\n"
        "\n"
        "new\n"
        "RTX 4090  $2,000\n"
        "\n"
        "Prices in US\n"
        "dollars, rounded.\n"
        "\n"
        "What to know\n"
        "  One is old &\n"
        "    large.\n"
        "    It needs 350\n"
        "      W.\n"
        "  One is new.\n");
}

TEST_CASE("a styled page has bold headings and groups, and dim rows", "[report]") {
  const std::string text = terminal_text(example(), {.width = 80, .is_styled = true});
  CHECK(text.find("\x1b[1mTwo cards\x1b[0m\n") == 0);
  CHECK(text.find("\x1b[1mnew\x1b[0m\n\x1b[2mRTX 4090  $2,000\x1b[0m\n") != std::string::npos);
}

TEST_CASE("without a header a document is its rows", "[report]") {
  Document document = example();
  document.heading("More").table({{{"word"}}, {{"one"}, {"two"}}}, 2);
  CHECK(terminal_text(document, {}, false) ==
        "used\n"
        "RTX 3090    $900\n"
        "\n"
        "new\n"
        "RTX 4090  $2,000\n"
        "\n"
        "one\n"
        "two\n");
  CHECK(markdown_text(document, false) ==
        "| GPU | price |\n| --- | ---: |\n| **used** |  |\n| RTX 3090 | $900 |\n| **new** |  |\n| RTX 4090 | $2,000 |\n"
        "\n| word |\n| --- |\n| one |\n| two |\n");
  SECTION("which are its items where it has no tables") {
    Document items;
    items.title("All").item("one").paragraph("a note").item("two");
    CHECK(terminal_text(items, {}, false) == "  one\n  two\n");
    CHECK(markdown_text(items, false) == "- one\n- two\n");
  }
}

TEST_CASE("a document as Markdown", "[report]") {
  CHECK(markdown_text(example()) ==
        "# Two cards\n"
        "\n"
        "| GPU | price |\n"
        "| --- | ---: |\n"
        "| **used** |  |\n"
        "| RTX 3090 | $900 |\n"
        "| **new** |  |\n"
        "| RTX 4090 | $2,000 |\n"
        "\n"
        "Prices in US dollars, rounded.\n"
        "\n"
        "## What to know\n"
        "\n"
        "- One is old &amp; large.\n"
        "  - It needs 350 W.\n"
        "- One is new.\n");
}

TEST_CASE("a document as HTML is one page that needs no other file", "[report]") {
  const std::string page = html_text(example());
  CHECK(page.starts_with("<!doctype html>\n<html lang=\"en\">\n"));
  CHECK(page.find("<title>Two cards</title>") != std::string::npos);
  CHECK(page.find("<h1>Two cards</h1>") != std::string::npos);
  CHECK(page.find("<th scope=\"col\" class=\"number\">price</th>") != std::string::npos);
  CHECK(page.find("<tr class=\"dim\"><td>RTX 4090</td><td class=\"number\">$2,000</td></tr>") != std::string::npos);
  CHECK(page.find("<ul>\n<li>One is old &amp; large.</li>\n<li class=\"detail\">It needs 350 W.</li>\n") !=
        std::string::npos);
  CHECK(page.find("http") == std::string::npos);
  CHECK(page.ends_with("</main>\n</body>\n</html>\n"));
}

TEST_CASE("empty texts and tables add nothing, and gaps do not add up", "[report]") {
  Document document;
  document.gap().paragraph("").item("").heading("").table({{{"a"}}, {}});
  CHECK(terminal_text(document, {}).empty());
  document.paragraph("one").gap().gap().heading("two").heading("three", 3).paragraph("four", true);
  CHECK(terminal_text(document, {}) == "one\n\ntwo\nthree\n  four\n");
}

TEST_CASE("a wide table that splits is several, each with the first two columns, and titles on two lines", "[report]") {
  const Table table{.columns = {{""}, {"RTX 3090"}, {"RTX 4090 Laptop"}, {"RTX 5090"}},
                    .rows = {{"memory", "24", "16", "32"}},
                    .splits = true};
  Document document;
  document.table(table);
  CHECK(terminal_text(document, {.width = 26}) ==
        "        RTX   RTX 4090\n"
        "        3090  Laptop\n"
        "memory  24    16\n"
        "\n"
        "        RTX   RTX\n"
        "        3090  5090\n"
        "memory  24    32\n");
  CHECK(terminal_text(document, {.width = 60}) ==
        "        RTX 3090  RTX 4090 Laptop  RTX 5090\n"
        "memory  24        16               32\n");
}

}  // namespace gpuadvisor
