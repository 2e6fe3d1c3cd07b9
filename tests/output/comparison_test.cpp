#include "output/compare/comparison_view.hpp"

#include <algorithm>

#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "output/compare/comparison_text.hpp"
#include "output/compare/comparison_words.hpp"
#include "support/catch2.hpp"
#include "support/test_rivals.hpp"

using namespace gpuadvisor;

namespace {

const std::vector<Warning> k_no_notes;

Comparison compared(const Catalog& catalog, const Strings& ids, const Strings& workloads = {"cnn"}) {
  ComparisonQuestion question;
  for (const auto& id : ids) question.gpus.push_back({catalog.gpu(id), 1});
  for (const auto& id : workloads) question.workloads.push_back(catalog.workload(id));
  return comparison(question, catalog);
}

/// The verdicts on some topic.
Strings texts(const Catalog& catalog, const Comparison& comparison, std::string_view topic) {
  Strings found;
  for (const auto& verdict :
       verdict_texts({stamp_of(catalog, "test"), comparison, k_no_notes, comparison_choice(comparison), {true}})) {
    if (verdict.topic == topic) found.push_back(verdict.text);
  }
  return found;
}

Strings lines_of(const std::string& text) {
  Strings lines(1);
  for (const char c : text) {
    if (c == '\n') {
      lines.emplace_back();
    } else {
      lines.back() += c;
    }
  }
  return lines;
}

}  // namespace

TEST_CASE("verdicts name the leader, or say that it is too close to call", "[output]") {
  // The figures of advice/comparison_test.cpp: 1.5 (1.3 to 1.7), 1.25 (1.1 to 1.4) and 1 (0.9 to 1.1).
  const Catalog catalog = test_measured_rivals();
  const Comparison two = compared(catalog, {"plain", "matrix"});
  // 1.5 / exp(0.1719366) = 1.263, 1.5 * exp(0.1636048) = 1.767
  CHECK(texts(catalog, two, "speed") ==
        Strings{"Speed: the Name of matrix leads with 1.50 times the Name of plain (80 %: 1.26 to 1.77)."});
  CHECK(texts(catalog, two, "order") ==
        Strings{"The Name of matrix scores highest whatever the weights, in the guides' order of importance."});
  const Comparison three = compared(catalog, {"plain", "memory", "matrix"});
  // Above: ln(1.7 / 1.5) = 0.12516 and ln(1.25 / 1.1) = 0.12783 together 0.17890: 1.2 * 1.19590 = 1.435.
  CHECK(
      texts(catalog, three, "speed") ==
      Strings{"Speed: too close to call, the Name of matrix has 1.20 times the Name of memory (80 %: 1.00 to 1.44); it "
              "leads with 1.50 times the Name of plain (80 %: 1.26 to 1.77)."});
  CHECK(texts(catalog, three, "order").empty());
  CHECK(texts(catalog, three, "efficiency").empty());
}

TEST_CASE("verdicts on value name condition, price and the prices at which others would have more", "[output]") {
  // Per $1000: 4.00 (plain, used at $250), 3.75 (matrix, used at $400). Others tie at 375 (matrix): $374 is less.
  const Catalog catalog = test_measured_rivals();
  CHECK(texts(catalog, compared(catalog, {"plain", "matrix"}), "value") ==
        Strings{"Speed per dollar: too close to call, the used Name of plain at $250 has 1.07 times the used Name of "
                "matrix at $400 (80 %: 0.91 to 1.27). The Name of matrix would have more at $374 or less."});
}

TEST_CASE("the price of a GPU that has none is told from the one GPU of which value is known", "[output]") {
  // 2^(25/48) = 1.4349 of "matrix" against 1 of "plain", at $250: as much per dollar at $358.72.
  const Catalog catalog =
      test_market({test_ratios("matrix", 12, 2, 1), test_ratios("plain", 8, 1, 1)}, {test_used("plain", 250)});
  CHECK(
      texts(catalog, compared(catalog, {"plain", "matrix"}), "value") ==
      Strings{"Score per dollar: known only for the used Name of plain at $250. The Name of matrix would have more at "
              "$358 or less (no current price is known)."});
}

TEST_CASE("a GPU without a figure to compare is named", "[output]") {
  const Catalog catalog = test_market({test_ratios("plain", 8, 1, 1), test_gpu("bare"), test_gpu("blank")}, {});
  CHECK(texts(catalog, compared(catalog, {"plain", "bare"}), "score") ==
        Strings{"The score of the Name of bare is not known."});
  CHECK(texts(catalog, compared(catalog, {"plain", "bare", "blank"}), "score") ==
        Strings{"The score of the Name of bare and the Name of blank is not known."});
}

TEST_CASE("the legend of a comparison tells of intervals only where there are some", "[output]") {
  const auto table = [](const Catalog& catalog) {
    const Comparison comparison = compared(catalog, {"plain", "matrix"});
    return terminal_text(document_of(ComparisonView{
                             stamp_of(catalog, "test"), comparison, k_no_notes, comparison_choice(comparison), {true}}),
                         {});
  };
  CHECK(table(test_measured_rivals()).find("interval of the") != std::string::npos);
  CHECK(table(test_rivals()).find("80 %") == std::string::npos);
}

TEST_CASE("without speeds, scores are compared, and called so", "[output]") {
  // 2^(25/48) = 1.435
  const Catalog catalog = test_rivals();
  CHECK(texts(catalog, compared(catalog, {"plain", "matrix"}), "score") ==
        Strings{"Score, a ranking, not a speed: the Name of matrix leads with 1.43 times the Name of plain."});
}

TEST_CASE("features that only some have are told, with what is unknown and disputed", "[output]") {
  const Catalog catalog = embedded_catalog();
  const Comparison comparison =
      compared(catalog, {"nvidia-geforce-rtx-3090", "nvidia-geforce-rtx-4090", "amd-radeon-rx-7900-xtx"});
  CHECK(texts(catalog, comparison, "features") ==
        Strings{"Only the GeForce RTX 4090 has FP8; the GeForce RTX 3090 has not, the Radeon RX 7900 XTX may.",
                "Only the GeForce RTX 3090 has NVLink; the GeForce RTX 4090 and the Radeon RX 7900 XTX have not.",
                "Sources differ on TMA of the GeForce RTX 4090. The 2023 guide says so of the RTX 40 series; NVIDIA's "
                "papers list it for Hopper."});
}

TEST_CASE("software that only some run is told", "[output]") {
  const Catalog catalog = test_market();
  CHECK(texts(catalog, compared(catalog, {"small", "ended"}), "software") ==
        Strings{"Only the Name of small runs current CUDA fully; the Name of ended: CUDA 9.0 dropped Test "
                "(2018)."});
  CHECK(texts(catalog, compared(catalog, {"small", "fits"}), "software").empty());
  const Catalog real = embedded_catalog();
  CHECK(texts(real, compared(real, {"nvidia-geforce-gtx-1080-ti", "nvidia-geforce-rtx-3090", "amd-radeon-rx-7900-xtx"}),
              "software") ==
        Strings{"Only the GeForce RTX 3090 runs current CUDA fully; the GeForce GTX 1080 Ti: CUDA 13.0 dropped "
                "Pascal (2025-08) and the Radeon RX 7900 XTX: runs ROCm, not CUDA."});
  CHECK(texts(real, compared(real, {"nvidia-geforce-rtx-3090", "nvidia-geforce-rtx-4090"}), "software").empty());
}

TEST_CASE("memory below what the guides ask for is told", "[output]") {
  const Catalog catalog = test_market({test_card("fits", 8), test_card("small", 6)}, {test_used("fits", 400)});
  CHECK(texts(catalog, compared(catalog, {"fits", "small"}), "memory") ==
        Strings{"Below the minimum of 8 GB for this work: the Name of small."});
  CHECK(texts(catalog, compared(catalog, {"fits", "small"}, {"transformer"}), "memory").empty());
}

TEST_CASE("no line of a comparison is longer than the page, whatever its width", "[output]") {
  const Catalog catalog = embedded_catalog();
  const Comparison comparison =
      compared(catalog,
               {"nvidia-geforce-gtx-1080-ti", "nvidia-geforce-rtx-3090", "amd-radeon-rx-7900-xtx", "nvidia-titan-v",
                "nvidia-geforce-rtx-5060-ti-8gb", "nvidia-h100-sxm5-80gb"},
               {"cnn", "rnn", "transformer"});
  for (const std::size_t width : {80U, 100U, 120U, 200U}) {
    DYNAMIC_SECTION(width) {
      const std::string text =
          terminal_text(document_of(ComparisonView{
                            stamp_of(catalog, "test"), comparison, k_no_notes, comparison_choice(comparison), {true}}),
                        {.width = width});
      for (const auto& line : lines_of(text)) {
        INFO(line);
        CHECK(display_width(line) <= width);
      }
    }
  }
  SECTION("in a pipe, rows are whole") {
    const std::string text =
        terminal_text(document_of(ComparisonView{
                          stamp_of(catalog, "test"), comparison, k_no_notes, comparison_choice(comparison), {true}}),
                      {.rows_wrap = false}, false);
    const auto lines = lines_of(text);
    const auto row = std::find_if(lines.begin(), lines.end(),
                                  [](const std::string& line) { return line.starts_with("architecture"); });
    REQUIRE(row != lines.end());
    CHECK(row->find("Blackwell") != std::string::npos);
  }
}

TEST_CASE("records of a comparison have a row per GPU and fields for each workload", "[output]") {
  const Catalog catalog = test_measured_rivals();
  const Comparison comparison = compared(catalog, {"plain", "matrix"}, {"cnn", "rnn"});
  const ComparisonRecords found = flat_records(
      ComparisonView{stamp_of(catalog, "test"), comparison, k_no_notes, comparison_choice(comparison), {true}});
  REQUIRE(found.rows.size() == 2);
  const auto cell = [&](std::size_t row, std::string_view key) -> Cell {
    for (std::size_t i = 0; i < found.fields.size(); ++i) {
      if (found.fields[i].key == key) return found.rows[row][i];
    }
    FAIL("no field " << key);
    return {};
  };
  CHECK(cell(0, "id") == Cell("plain"));
  CHECK(cell(1, "cnn_speed") == Cell(1.5));
  CHECK(cell(1, "cnn_low") == Cell(1.3));
  CHECK(cell(1, "cnn_basis") == Cell("measured"));
  CHECK(cell(1, "price_used_usd") == Cell(400.0));
  CHECK(cell(1, "price_new_usd") == Cell());
  CHECK(cell(0, "cnn_value") == Cell(4.0));
  CHECK(cell(0, "cnn_efficiency") == Cell());
  CHECK(cell(0, "rnn_low") == Cell());  // the catalog knows no speed for it
  for (const auto& row : found.rows) CHECK(row.size() == found.fields.size());
}

TEST_CASE("records of a comparison name each warning once, whatever it is of", "[output]") {
  // Today is 2026-06-30: both prices of "plain" are more than 12 months old.
  const Catalog catalog = test_market({test_ratios("plain", 8, 1, 1), test_ratios("matrix", 12, 2, 1)},
                                      {test_price("plain", "2025-01", "new", 300),
                                       test_price("plain", "2025-02", "used", 250), test_used("matrix", 400)});
  const Comparison comparison = compared(catalog, {"plain", "matrix"});
  CHECK(comparison.gpus[0].warnings.size() == 2);
  const ComparisonRecords found = flat_records(
      ComparisonView{stamp_of(catalog, "test"), comparison, k_no_notes, comparison_choice(comparison), {true}});
  CHECK(found.fields.back().key == "warnings");
  CHECK(found.rows[0].back() == Cell("old-price"));
}

TEST_CASE("the first sentence says no more than the table: too close to call is not about as much", "[output]") {
  const auto first = [](const Catalog& catalog, const Strings& ids) {
    const Comparison comparison = compared(catalog, ids);
    return choice_words({stamp_of(catalog, "test"), comparison, k_no_notes, comparison_choice(comparison), {true}})
        .front();
  };
  // Per $1000: matrix 3.75, memory 3.29, 1.14 times as much within the errors of both; nor is the speed told apart.
  const Catalog catalog = test_measured_rivals();
  CHECK(first(catalog, {"matrix", "memory"}).ends_with("Which gives more speed for the money is too close to call."));
  // plain 4.00 (at $250), matrix 3.75 (at $400): 1.07 times.
  CHECK(first(catalog, {"plain", "matrix"}).ends_with("and about as much speed for the money."));
}
