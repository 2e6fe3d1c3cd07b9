#include "advice/guides/free_tiers.hpp"

#include "support/catch2.hpp"
#include "support/test_guides.hpp"

using namespace gpuadvisor;

namespace {

std::string tier(const std::string& provider, const std::string& as_of, const std::string& more = "") {
  return R"({"provider": ")" + provider + R"(", "as_of": ")" + as_of +
         R"(", "accelerators": "a T4", "limits": "L.", "source": "shop")" + more + "}";
}

Catalog with_tiers(const std::vector<std::string>& tiers) {
  std::string list;
  for (const auto& text : tiers) list += (list.empty() ? "" : ", ") + text;
  return catalog_with_guides(R"("free_tiers": [)" + list + "]");
}

/// "A 2020; B 2021 (only for x)".
std::string told(const FreeTierQuestion& question, const Catalog& catalog) {
  std::string text;
  for (const FreeTierAnswer& answer : free_tiers(question, catalog)) {
    text +=
        std::string(text.empty() ? "" : "; ") + std::string(answer.tier->provider) + ' ' + answer.tier->as_of.text();
    for (const auto& reason : answer.reasons) text += " (" + reason + ')';
  }
  return text;
}

}  // namespace

TEST_CASE("of each provider the newest description counts, free ones and those with most hours first", "[advice]") {
  const Catalog catalog = with_tiers(
      {tier("Paid", "2026-01", R"(, "monthly_usd": 10, "hours_per_week": 100)"), tier("Unknown", "2025"),
       tier("Weekly", "2025", R"(, "hours_per_week": 30)"), tier("Daily", "2020", R"(, "hours_per_day": 12)"),
       tier("Daily", "2023", R"(, "hours_per_day": 8)"), tier("Daily", "2026-04", R"(, "hours_per_day": 24)")});
  // 8 hours a day are 56 a week; what is described after the catalog's day, 2026-03-31, is not known.
  CHECK(told({}, catalog) == "Daily 2023; Weekly 2025; Unknown 2025; Paid 2026-01");
  CHECK(hours_per_week(*free_tiers({}, catalog).front().tier) == 56);
}

TEST_CASE("a tier that is not for the framework or the country is left out with the reason", "[advice]") {
  const Catalog catalog =
      with_tiers({tier("Any", "2025"), tier("Paddle", "2025", R"(, "frameworks": ["paddlepaddle"])"),
                  tier("States", "2025", R"(, "regions": ["US"])"), tier("Reached", "2020", R"(, "not_from": ["CN"])"),
                  tier("Reached", "2025")});
  CHECK(told({}, catalog) == "Any 2025; Paddle 2025; Reached 2025; States 2025");
  CHECK(told({"pytorch", ""}, catalog) == "Any 2025; Reached 2025; States 2025; Paddle 2025 (only for paddlepaddle)");
  CHECK(told({"paddlepaddle", "CN"}, catalog) ==
        "Any 2025; Paddle 2025; Reached 2025 (not reached from CN, by a description of 2020); States 2025 (only in "
        "US)");
}
