#include "gpuadvisor/calibration/score_fit.hpp"

#include <array>
#include <cmath>
#include <string>

#include "support/catch2.hpp"

using namespace gpuadvisor;
using Catch::Matchers::WithinAbs;

namespace {

/// A sheet in which "gpu" is exp(`lead`) times as fast as "reference", by `readings` readings of each.
SheetFit sheet_of(std::string_view dataset, double lead, KindOfWork kind = KindOfWork::networks, int readings = 10) {
  const double variance = 0.02 * 0.02 / readings;
  return {dataset,
          MatrixUnits::any,
          kind,
          {{"gpu", lead / 2, variance, readings}, {"reference", -lead / 2, variance, readings}}};
}

/// Of GPUs whose specs say nothing.
SpecTable unknown_specs() { return {{"gpu", {}}, {"reference", {}}}; }

double index_of(const ScoreFit& fit) { return fit.indices.at("gpu").mean; }

}  // namespace

TEST_CASE("sheets that agree give the index they agree on, whatever their units", "[calibration]") {
  auto sheets = std::vector{sheet_of("a", std::log(2)), sheet_of("b", std::log(2))};
  for (GpuEffect& effect : sheets[1].effects) effect.effect += 3;  // images per hour, say
  CHECK_THAT(index_of(fit_measurements_alone(sheets, "reference")), WithinAbs(std::log(2), 1e-9));
  CHECK_THAT(index_of(fit_scores_jointly(sheets, unknown_specs(), "reference")), WithinAbs(std::log(2), 1e-4));
}

TEST_CASE("a biased sheet among four moves a GPU by less than a mean would", "[calibration]") {
  const std::vector sheets = {sheet_of("a", 0.5), sheet_of("b", 0.5), sheet_of("c", 0.5), sheet_of("d", 1.5)};
  const double moved = index_of(fit_measurements_alone(sheets, "reference")) - 0.5;
  CHECK(moved > 0);
  CHECK(moved < 0.05);  // the mean moves by 0.25
}

TEST_CASE("a thousand kernels do not outweigh ten networks", "[calibration]") {
  // The assumed spreads 0.30 and 0.10 leave kernels a weight of 1 / 0.09 against 1 / 0.01: a tenth of the way to 1.0.
  const std::vector sheets = {sheet_of("kernels", 1.0, KindOfWork::kernels, 1000), sheet_of("networks", 0.5)};
  const double index = index_of(fit_scores_jointly(sheets, unknown_specs(), "reference"));
  CHECK(index > 0.5);
  CHECK(index < 0.6);
}

TEST_CASE("the joint fit recovers the coefficients of exact data", "[calibration]") {
  std::array<std::string, 12> names;
  SpecTable specs;
  SheetFit sheet{"one", MatrixUnits::any, KindOfWork::networks, {}};
  for (std::size_t i = 0; i < names.size(); ++i) {
    names[i] = std::string(1, static_cast<char>('a' + i));
    const auto n = static_cast<double>(i);
    const Features x =
        i == 0 ? Features{0, 0, 0} : Features{std::fmod(n, 3) * 0.4, std::fmod(n, 4) * 0.3, std::fmod(5 * n, 7) * 0.2};
    specs[names[i]] = {x, "Test", false};
    const double truth = 0.3 * x[0] + 0.4 * x[1] + 0.2 * x[2];
    sheet.effects.push_back({names[i], truth, 0.0001, 4});
  }
  const ScoreFit fit = fit_scores_jointly({sheet}, specs, "a");
  CHECK_THAT(fit.model.coefficients[0], WithinAbs(0.3, 1e-4));
  CHECK_THAT(fit.model.coefficients[1], WithinAbs(0.4, 1e-4));
  CHECK_THAT(fit.model.coefficients[2], WithinAbs(0.2, 1e-4));
  CHECK_THAT(fit.model.intercept, WithinAbs(0, 1e-4));
  CHECK_THAT(fit.indices.at("b").mean, WithinAbs(sheet.effects[1].effect, 1e-4));
  CHECK(fit.indices.at("a").mean == 0);
  CHECK(fit.indices.at("a").variance == 0);
}

TEST_CASE("where times add up, the joint fit recovers those of exact data", "[calibration]") {
  std::array<std::string, 12> names;
  SpecTable specs;
  SheetFit sheet{"one", MatrixUnits::any, KindOfWork::networks, {}};
  for (std::size_t i = 0; i < names.size(); ++i) {
    names[i] = std::string(1, static_cast<char>('a' + i));
    const auto n = static_cast<double>(i);
    const Features x =
        i == 0 ? Features{1, 1, 1}
               : Features{0.2 + std::fmod(n, 3) * 0.4, 0.2 + std::fmod(n, 4) * 0.3, 0.2 + std::fmod(5 * n, 7) * 0.2};
    specs[names[i]] = {x, "Test", false};
    // The reference, "a", is as fast as its times say: 0.1 + 0.5 + 0 + 0.4.
    sheet.effects.push_back({names[i], -std::log(0.1 * x[0] + 0.5 * x[1] + 0.4), 0.0001, 4});
  }
  const ScoreFit fit = fit_scores_jointly({sheet}, specs, "a", true);
  CHECK_THAT(fit.model.coefficients[0], WithinAbs(0.1, 1e-4));
  CHECK_THAT(fit.model.coefficients[1], WithinAbs(0.5, 1e-4));
  CHECK_THAT(fit.model.coefficients[2], WithinAbs(0, 1e-4));
  CHECK_THAT(fit.model.intercept, WithinAbs(0.4, 1e-4));
  CHECK_THAT(fit.indices.at("b").mean, WithinAbs(sheet.effects[1].effect, 1e-4));
  CHECK(fit.indices.at("a").mean == 0);
}

TEST_CASE("an estimate that adds times is one over their sum, less what other vendors lack", "[calibration]") {
  const SpecModel model{{0.5, 0.25, 0}, 0.25, 0, true};
  const Features features = {0.5, 2, 9};  // 0.25 + 0.5 + 0 + 0.25 = 1
  CHECK_THAT(model.log_estimate({features, "", false}).value(), WithinAbs(0, 1e-12));
  CHECK_THAT(model.log_estimate({features, "", true}).value(), WithinAbs(-0.37, 1e-12));
  const SpecModel slower{{1, 0.5, 0}, 0.5, 0, true};  // 2 of the reference, whose features are 1
  CHECK_THAT(slower.log_estimate_of_reference(), WithinAbs(-std::log(2), 1e-12));
}

TEST_CASE("an estimate is the sum of features times coefficients, less what other vendors lack", "[calibration]") {
  const SpecModel model{{0.5, 0.25, 0}, 0.1, 0};
  const Features features = {1, 2, 9};
  CHECK_THAT(model.log_estimate({features, "", false}).value(), WithinAbs(0.5 + 0.5 + 0.1, 1e-12));
  CHECK_THAT(model.log_estimate({features, "", true}).value(), WithinAbs(1.1 - 0.37, 1e-12));
  CHECK(!model.log_estimate({}));
  CHECK(model.log_estimate_of_reference() == 0.1);  // whose features are 0
}

TEST_CASE("the reference is off what its specs say like any other GPU", "[calibration]") {
  // One sheet puts ten GPUs of one kind at 1.5 times the reference, whose specs are theirs. Each GPU is as likely to be
  // odd, so that the reference takes most of the difference, and the estimate of the others' kind is near to them.
  std::array<std::string, 11> names;
  SpecTable specs;
  SheetFit sheet{"one", MatrixUnits::any, KindOfWork::networks, {}};
  for (std::size_t i = 0; i < names.size(); ++i) {
    names[i] = std::string(1, static_cast<char>('a' + i));
    specs[names[i]] = {Features{0, 0, 0}, "Test", false};
    sheet.effects.push_back({names[i], i == 0 ? 0 : std::log(1.5), 0.0001, 4});
  }
  const ScoreFit fit = fit_scores_jointly({sheet}, specs, "a");
  CHECK(fit.model.intercept > 0.5 * std::log(1.5));
  CHECK(fit.model.intercept < std::log(1.5));
}
