#include "report/plot.hpp"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <vector>

#include "support/catch2.hpp"

using namespace gpuadvisor;

namespace {

using Lines = std::vector<std::string>;

// By hand: 7 lines span the logarithms from -0.15 to 1.15, and 21 columns those from -0.08 to 2.08.
Plot three_points() {
  Plot plot;
  plot.points = {{10, 10, Mark::best, true, "ten"},
                 {1, 1, Mark::filled, true, "one"},
                 {100, 2, Mark::hollow, false, "far", PlotInterval{1, 5}}};
  plot.x_text = [](double x) { return fmt::format("${:g}", x); };
  plot.y_text = [](double y) { return fmt::format("{:g}", y); };
  return plot;
}

}  // namespace

TEST_CASE("a plot has the frontier as a staircase, names, and intervals where there is space", "[report]") {
  const Picture picture = picture_of(three_points(), {24, 9});
  CHECK(picture.lines == Lines{"10+      ten *..........",  //
                               "  |          .",            //
                               "  |          .         |",  //
                               " 3+          .         |",  //
                               "  |          .     far +",  //
                               "  |          .         |",  //
                               " 1+oa.........         |",  //
                               "  ++---------+---------+",  //
                               "   $1       $10     $100"});
  CHECK(picture.key == Lines{"a one"});
  CHECK(picture.hidden == 0);
}

TEST_CASE("a plot on a UTF-8 terminal is the same in other characters", "[report]") {
  const Picture picture = picture_of(three_points(), {24, 9, Glyphs::utf8});
  CHECK(picture.lines == Lines{"10┤      ten ★╌╌╌╌╌╌╌╌╌╌",  //
                               "  │          ╎",            //
                               "  │          ╎         │",  //
                               " 3┤          ╎         │",  //
                               "  │          ╎     far ○",  //
                               "  │          ╎         │",  //
                               " 1┤●a╌╌╌╌╌╌╌╌┘         │",  //
                               "  └┬─────────┬─────────┬",  //
                               "   $1       $10     $100"});
}

TEST_CASE("the more important of two points in one place is seen, the other one counted", "[report]") {
  Plot plot = three_points();
  plot.points.push_back({10, 10, Mark::hollow, false, "behind"});
  const Picture picture = picture_of(plot, {24, 9});
  CHECK(picture.lines == picture_of(three_points(), {24, 9}).lines);
  CHECK(picture.hidden == 1);
  CHECK(picture.key == Lines{"a one"});
}

// 50 is in column (1.699 + 0.08) / 2.16 * 21 = 17.3, where the name would be: a letter takes its place.
TEST_CASE("the frontier ends at the limit, which no name crosses", "[report]") {
  Plot plot = three_points();
  plot.x_limit = 50;
  const Picture picture = picture_of(plot, {24, 9});
  CHECK(picture.lines == Lines{"10+      ten *......:",     //
                               "  |          .      :",     //
                               "  |          .      :  |",  //
                               " 3+          .      :  |",  //
                               "  |          .      : b+",  //
                               "  |          .      :  |",  //
                               " 1+oa.........      :  |",  //
                               "  ++---------+---------+",  //
                               "   $1       $10     $100"});
  CHECK(picture.key == Lines{"a one", "b far"});
}

// The axis ends at 10^1.15 = 14.1.
TEST_CASE("an interval that leaves the plot is not drawn in part", "[report]") {
  Plot plot = three_points();
  plot.points[2].interval = PlotInterval{1, 20};
  Plot without = three_points();
  without.points[2].interval = std::nullopt;
  CHECK(picture_of(plot, {24, 9}).lines == picture_of(without, {24, 9}).lines);
}

TEST_CASE("a plot of one point, in little room, is whole", "[report]") {
  Plot plot = three_points();
  plot.points.resize(1);
  for (const std::size_t width : {40U, 80U, 200U}) {
    const Picture picture = picture_of(plot, {width, 8});
    CHECK(picture.lines.size() == 8);
    CHECK(picture.hidden == 0);
  }
}

TEST_CASE("there are no more letters than are asked for", "[report]") {
  Plot plot = three_points();
  for (int i = 0; i < 40; ++i) plot.points.push_back({1.0 + i, 3, Mark::hollow, false, std::string(70, 'n')});
  CHECK(picture_of(plot, {80, 12, Glyphs::ascii, 3}).key.size() == 3);
  CHECK(picture_of(plot, {80, 12, Glyphs::ascii, 0}).key.empty());
}
