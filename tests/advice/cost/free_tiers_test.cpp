#include "advice/cost/free_tiers.hpp"

#include "support/catch2.hpp"
#include "support/test_catalog.hpp"
#include "support/test_support.hpp"

using namespace gpuadvisor;

namespace {

std::string tier(const std::string& provider, const std::string& as_of, const std::string& more = "") {
  return R"({"provider": ")" + provider + R"(", "as_of": ")" + as_of +
         R"(", "accelerators": "a T4", "limits": "L.", "source": "shop")" + more + "}";
}

/// Prices to 2026-03-31; CUDA supports "card", and "dropped" no longer.
Catalog with_tiers(const std::vector<std::string>& tiers) {
  std::string list;
  for (const auto& text : tiers) list += (list.empty() ? "" : ", ") + text;
  return catalog_from(test_document(R"("gpus": [)" + test_gpu("card", R"(, "compute_capability": "8.0")") + ", " +
                                    test_gpu("dropped", k_support_ended) + R"(], "prices": [)" +
                                    test_price("card", "2026-03-31", "new", 100) + "], " + test_support() +
                                    R"(, "free_tiers": [)" + list + "]"));
}

/// "A 2020; B 2021".
std::string told(const Catalog& catalog) {
  std::string text;
  for (const FreeTierOffer& offer : free_tiers(catalog)) {
    text += std::string(text.empty() ? "" : "; ") + std::string(offer.tier->provider) + ' ' + offer.tier->as_of.text();
  }
  return text;
}

}  // namespace

TEST_CASE("of each provider the newest description counts, free ones, those of a year and with most hours first",
          "[advice]") {
  const Catalog catalog = with_tiers(
      {tier("Paid", "2026-01", R"(, "monthly_usd": 10, "hours_per_week": 100)"), tier("Unknown", "2025"),
       tier("Weekly", "2025-03-01", R"(, "hours_per_week": 30)"), tier("Daily", "2020", R"(, "hours_per_day": 12)"),
       tier("Daily", "2023", R"(, "hours_per_day": 8)"), tier("Daily", "2026-04", R"(, "hours_per_day": 24)")});
  // 8 hours a day are 56 a week; what is described after the catalog's day, 2026-03-31, is not known.
  CHECK(told(catalog) == "Unknown 2025; Daily 2023; Weekly 2025-03-01; Paid 2026-01");
  CHECK(!free_tiers(catalog).front().is_old());
  CHECK(free_tiers(catalog)[1].hours_per_week() == 56);
  CHECK(free_tiers(catalog)[2].age_days == 395);
  CHECK(free_tiers(catalog)[2].is_old());
}

TEST_CASE("a free tier whose GPU current CUDA does not support comes after those that can be used", "[advice]") {
  using Cuda = FreeTierOffer::Cuda;
  const Catalog catalog =
      with_tiers({tier("A", "2025", R"(, "hours_per_week": 30, "gpus": ["dropped"])"),
                  tier("B", "2025", R"(, "hours_per_week": 20, "gpus": ["dropped", "card"])"),
                  tier("C", "2025", R"(, "hours_per_week": 10, "gpus": ["card"])"), tier("D", "2025")});
  CHECK(told(catalog) == "B 2025; C 2025; D 2025; A 2025");
  const auto tiers = free_tiers(catalog);
  CHECK(tiers[0].cuda() == Cuda::some);
  CHECK(tiers[1].cuda() == Cuda::all);
  CHECK(!tiers[2].cuda());
  CHECK(tiers[3].cuda() == Cuda::none);
}

TEST_CASE("a free tier is for all who use any framework on what current CUDA supports, for nothing", "[advice]") {
  struct Case {
    const char* more;
    bool is_for_all;
  };
  const Case cases[] = {
      {R"(, "gpus": ["card"])", true},
      {R"(, "gpus": ["dropped", "card"])", true},
      {R"(, "gpus": ["dropped"])", false},
      {"", false},  // not known which
      {R"(, "gpus": ["card"], "monthly_usd": 9)", false},
      {R"(, "gpus": ["card"], "frameworks": ["paddlepaddle"])", false},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.more) {
      const Catalog catalog = with_tiers({tier("A", "2026", c.more), tier("A", "2025", c.more)});
      CHECK(free_tiers(catalog).front().is_for_all() == c.is_for_all);
    }
  }
}
