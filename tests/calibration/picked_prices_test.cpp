#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "calibration/prices/price_fit.hpp"
#include "calibration/prices/price_model.hpp"
#include "core/text.hpp"
#include "gpuadvisor/advice/recommend.hpp"
#include "gpuadvisor/catalog/catalog_loader.hpp"
#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "support/catch2.hpp"

using namespace gpuadvisor;

// Ranking picks what looks cheap, and so the prices that are too low: what is picked must not be much further below
// what the newest month asks than prices are in general.

namespace {

constexpr auto k_workloads = std::to_array<std::string_view>({"cnn", "rnn", "transformer", "general", "llm-inference"});
constexpr auto k_budgets = std::to_array<double>({300, 500, 800, 1000, 1500, 2500, 5000, 10000});

/// The answers to the 40 questions that people ask: five workloads, eight budgets.
template <class Visit>
void for_each_answer(const Catalog& catalog, Visit&& visit) {
  for (const std::string_view workload : k_workloads) {
    for (const double budget : k_budgets) {
      Request request;
      request.workload = workload;
      request.weights = weights_of(*catalog.workload(workload), catalog);
      request.budget = Usd{budget};
      visit(recommend(catalog, request));
    }
  }
}

/// The catalog's day as its newest month, and what its quotes say.
struct Newest {
  Catalog catalog = embedded_catalog().known_by(*embedded_catalog().as_of());
  int month = month_number(*catalog.newest_price());
  PriceModel model = model_of();

  [[nodiscard]] PriceModel model_of() const {
    std::vector<const Price*> quotes;
    for (const Price& price : catalog.prices()) quotes.push_back(&price);
    return {catalog, quotes, month};
  }
  /// The cheapest quote of the month, as the cheaper offers would be told by it: without what its kind and source add.
  [[nodiscard]] std::optional<Usd> cheapest(std::string_view id, Condition condition) const {
    const Gpu& gpu = *catalog.gpu(id);
    std::optional<Usd> found;
    for (const Price& price : catalog.prices_of(gpu)) {
      const bool is_sound = price.kind != QuoteKind::weak && !is_list_price(price);
      if (price.condition != condition || month_number(price.date) != month || !is_sound) continue;
      const double added = model.quoted_today(gpu, price)->middle - model.today(gpu, condition)->middle;
      const Usd corrected = price.price * std::exp(-added);
      if (!found || corrected < *found) found = corrected;
    }
    return found;
  }
};

/// The shipped data without the quotes of the newest month of some GPUs.
Catalog without_newest(const Newest& newest, const std::set<std::string_view>& hidden) {
  CatalogLayer layer = read_catalog_layer(GPUADVISOR_DATA_DIR);
  std::erase_if(layer, [](const CatalogDocument& document) { return document.file.ends_with("market.json"); });
  const std::string month = newest.catalog.newest_price()->text().substr(0, std::string_view("2026-10").size());
  for (CatalogDocument& document : layer) {
    if (document.file.find("/prices/") == std::string::npos) continue;
    std::string kept;
    for (const std::string_view line : split(document.text, '\n')) {
      const auto gpu = line.find("\"gpu\": \"");
      const bool is_quote = gpu != std::string_view::npos;
      const std::string_view id =
          is_quote ? line.substr(gpu + 8, line.find('"', gpu + 8) - gpu - 8) : std::string_view();
      if (is_quote && hidden.contains(id) && line.find("\"date\": \"" + month) != std::string_view::npos) continue;
      kept += line;
      kept += '\n';
    }
    const auto end = kept.rfind("},\n]");  // the last quote is followed by none
    if (end != std::string::npos) kept.erase(end + 1, 1);
    document.text = kept;
  }
  const std::vector<CatalogLayer> layers = {layer};
  const Catalog all = load_catalog(Catalog(), layers);
  return with_prices_of_its_day(all.known_by(*newest.catalog.as_of()));
}

/// How many prices are 10 % or more below what the newest month asks at least.
struct TooLow {
  int prices = 0;
  int too_low = 0;

  void add(const Newest& newest, const Offer& offer) {
    const auto asked = newest.cheapest(offer.gpu->id, offer.price->condition);
    if (!asked) return;
    ++prices;
    constexpr double k_much = 0.9;
    too_low += offer.price->today <= *asked * k_much ? 1 : 0;
  }
  [[nodiscard]] double share() const { return static_cast<double>(too_low) / prices; }
};

struct Judged {
  TooLow picks;  // the first three rows
  TooLow rows;   // all
};

void judge(Judged& judged, const Newest& newest, const Catalog& catalog, const std::set<std::string_view>& of) {
  for_each_answer(catalog, [&](const Answer& answer) {
    for (std::size_t i = 0; i < answer.rows.size(); ++i) {
      const Offer& offer = answer.rows[i].offer;
      if (!offer.price || (!of.empty() && !of.contains(offer.gpu->id))) continue;
      if (i < 3) judged.picks.add(newest, offer);
      judged.rows.add(newest, offer);
    }
  });
}

}  // namespace

TEST_CASE("picks are seldom priced far below what the newest month asks", "[calibration]") {
  const Newest newest;
  Judged shown;
  judge(shown, newest, newest.catalog, {});
  CAPTURE(shown.picks.too_low, shown.picks.prices, shown.rows.share());
  CHECK(shown.picks.prices > 50);
  CHECK(shown.picks.share() <= 0.05);
}

TEST_CASE("nor are they where that month is hidden", "[calibration]") {
  const Newest newest;
  Judged hidden;
  constexpr std::size_t k_parts = 4;
  for (std::size_t part = 0; part < k_parts; ++part) {
    std::set<std::string_view> of;
    const auto gpus = newest.catalog.gpus();
    for (std::size_t i = part; i < gpus.size(); i += k_parts) of.insert(gpus[i].id);
    judge(hidden, newest, without_newest(newest, of), of);
  }
  CAPTURE(hidden.picks.too_low, hidden.picks.prices, hidden.rows.too_low, hidden.rows.prices);
  CHECK(hidden.picks.prices > 30);
  CHECK(hidden.picks.share() <= 0.25);
  CHECK(hidden.picks.share() <= hidden.rows.share() + 0.05);
}

TEST_CASE("no pick rests on hearsay, nor on leftovers", "[calibration]") {
  for_each_answer(embedded_catalog(), [](const Answer& answer) {
    for (std::size_t i = 0; i < answer.rows.size() && i < 3; ++i) {
      const Offer& offer = answer.rows[i].offer;
      REQUIRE(offer.price);
      CHECK_FALSE(offer.price->no_offer);
      const auto quotes = offer.price->quotes;
      CHECK(
          std::any_of(quotes.begin(), quotes.end(), [](const Price& quote) { return quote.kind != QuoteKind::weak; }));
    }
  });
}
