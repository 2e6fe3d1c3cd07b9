#include "advice/compare/published_rates.hpp"

#include "support/catch2.hpp"

using namespace gpuadvisor;

namespace {

Measurement row(std::string_view model, std::string_view setting, double value, std::string_view year = "2025") {
  Measurement found;
  found.model = model;
  found.setting = setting;
  found.value = value;
  found.published = PartialDate::parse(year).value();
  return found;
}

}  // namespace

TEST_CASE("a setting is told in words, then in tokens", "[advice]") {
  Measurement one = row("Llama 2 70B FP8", "offline", 1);
  CHECK(setting_text(one) == "offline");
  one.batch = 64;
  one.prompt_tokens = 2048;
  one.output_tokens = 128;
  CHECK(setting_text(one) == "64 at a time, offline, 2048 in, 128 out");
  CHECK(setting_text(Measurement()).empty());
}

TEST_CASE("GPUs are compared in one setting of each network", "[advice]") {
  const std::vector<std::vector<Measurement>> published = {
      {row("A", "offline", 10), row("A", "offline", 12), row("A", "server", 50), row("B", "offline", 1)},
      {row("A", "offline", 6)},
      {row("A", "offline", 3), row("B", "server", 2)},
  };
  const auto found = in_shared_settings(published);
  REQUIRE(found.size() == 1);  // no setting of B has two of them
  CHECK(found[0][0]->value == 12);
  CHECK(found[0][1]->value == 6);
  CHECK(found[0][2]->value == 3);
}

TEST_CASE("of two settings the one with more GPUs is told, then the newer, then the faster", "[advice]") {
  const auto told = [](const std::vector<std::vector<Measurement>>& published) {
    return std::string(in_shared_settings(published).at(0)[0]->setting);
  };
  CHECK(
      told({{row("A", "x", 1), row("A", "y", 9, "2026")}, {row("A", "x", 1), row("A", "y", 9)}, {row("A", "x", 1)}}) ==
      "x");
  CHECK(told({{row("A", "x", 1, "2026"), row("A", "y", 9)}, {row("A", "x", 1), row("A", "y", 9)}}) == "x");
  CHECK(told({{row("A", "x", 1), row("A", "y", 9)}, {row("A", "x", 1), row("A", "y", 9)}}) == "y");
}

TEST_CASE("what is told of serving is for many users, in tokens that are written", "[advice]") {
  std::vector<Measurement> own = {row("A", "input and output tokens, long prompts", 100), row("A", "offline", 5),
                                  row("A", "one user", 50)};
  for (Measurement& one : own) one.workload = "llm-serving";
  own[1].batch = 8;
  own[2].batch = 7;
  CHECK(in_shared_settings(std::vector{own, own}).at(0)[0]->value == 5);
  const auto fastest = fastest_served(own);
  REQUIRE(fastest.size() == 1);
  CHECK(fastest[0]->value == 5);
}
