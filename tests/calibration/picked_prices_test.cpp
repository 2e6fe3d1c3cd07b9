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
#include "gpuadvisor/advice/ranking.hpp"
#include "gpuadvisor/advice/recommend.hpp"
#include "gpuadvisor/catalog/catalog_loader.hpp"
#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "support/catch2.hpp"

using namespace gpuadvisor;

// Ranking picks what looks cheap, and so the prices that are too low: what is picked must not be further below what is
// asked than prices are in general, and what is called an offer must have been asked.

namespace {

constexpr auto k_workloads =
    std::to_array<std::string_view>({"cnn", "rnn", "transformer", "general", "llm-inference", "image-generation"});
constexpr auto k_budgets = std::to_array<double>(
    {200, 250, 300, 400, 500, 600, 700, 800, 1000, 1200, 1500, 2000, 2500, 3500, 5000, 6000, 10000});

/// The answers to 102 questions: six kinds of work, 17 budgets.
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

/// The catalog's day as its newest month, and what was asked then.
struct Newest {
  Catalog catalog = embedded_catalog().known_by(*embedded_catalog().as_of());
  int month = month_number(*catalog.newest_price());

  [[nodiscard]] std::optional<Usd> asked(std::string_view id, Condition condition) const {
    for (const PriceEstimate& price : price_estimates(*catalog.gpu(id), catalog)) {
      const bool is_of_the_month = price.asked != nullptr && month_number(price.asked->date) == month;
      if (price.condition == condition && is_of_the_month) return price.today;
    }
    return std::nullopt;
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

/// How many prices are 10 % or more below what was asked in the newest month.
struct TooLow {
  int prices = 0;
  int too_low = 0;

  void add(const Newest& newest, const Offer& offer) {
    const auto asked = newest.asked(offer.gpu->id, offer.price->condition);
    if (!asked || offer.price->asked != nullptr) return;  // what was asked earlier is told as that
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

TEST_CASE("no amount called an offer lies below what was recorded in its month, none over the budget",
          "[calibration]") {
  const Newest newest;
  int offers = 0;
  for_each_answer(newest.catalog, [&](const Answer& answer) {
    for (const RankedOffer& row : answer.rows) {
      const Price* asked = row.offer.price ? row.offer.price->asked : nullptr;
      if (asked == nullptr) continue;
      ++offers;
      CAPTURE(asked->gpu, asked->date.text(), answer.request.workload, answer.request.budget->value());
      CHECK(row.offer.price->today == asked->price);
      CHECK(*total_price(row.offer) <= *answer.request.budget);
      CHECK(asked->kind != QuoteKind::weak);
      CHECK(asked->region == "US");
      Usd lowest{1e9};
      for (const Price& other : newest.catalog.prices_of(*row.offer.gpu)) {
        const bool is_of_the_month = other.condition == asked->condition && other.region == asked->region &&
                                     month_number(other.date) == month_number(asked->date);
        if (is_of_the_month && &other != asked && offers_of(other.kind) > 0) lowest = std::min(lowest, other.price);
      }
      const bool is_lowest = lowest > asked->price;  // then it must stand for two offers, or be the only one
      CHECK((!is_lowest || offers_of(asked->kind) > 1 || lowest == Usd{1e9}));
    }
  });
  CHECK(offers > 500);
}

TEST_CASE("a pick that is offered is called at the price that was asked", "[calibration]") {
  const Newest newest;
  int picks = 0;
  for_each_answer(newest.catalog, [&](const Answer& answer) {
    const auto pick = std::find_if(answer.rows.begin(), answer.rows.end(),
                                   [](const RankedOffer& row) { return is_offered(row.offer); });
    if (pick == answer.rows.end()) return;
    ++picks;
    CHECK(pick->offer.price->asked != nullptr);
  });
  CHECK(picks >= 85);  // of 102: little is offered for $200
}

TEST_CASE("picks of a hidden month are no further below its asks than other rows", "[calibration]") {
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
