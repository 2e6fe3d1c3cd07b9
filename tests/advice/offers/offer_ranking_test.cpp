#include "advice/offers/offer_ranking.hpp"

#include <fmt/format.h>

#include <random>

#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "support/catch2.hpp"

using namespace gpuadvisor;
using Catch::Matchers::WithinRel;

namespace {

ListedMachine machine(std::string_view gpu, int count, double price, std::string_view provider = "x") {
  ListedMachine found;
  found.listed_name = gpu;
  found.count = count;
  found.price = price;
  found.provider = provider;
  return found;
}

struct Market {
  Catalog catalog = embedded_catalog();
  OffersQuestion question;

  Market() {
    question.workload = catalog.workload("transformer");
    question.order = OfferOrder::price;
    question.limit = 3;
  }

  [[nodiscard]] OfferTally tally(const OfferRanker& ranker, const std::vector<ListedMachine>& machines) const {
    AcceleratorNames names(catalog, [&](const Gpu& gpu) { return ranker.speed_of_one(gpu); });
    OfferTally found;
    for (const ListedMachine& one : machines) ranker.take(one, names, found);
    return found;
  }
  [[nodiscard]] OffersAnswer answer(const std::vector<ListedMachine>& machines) const {
    const OfferRanker ranker(question, catalog);
    return offers_answer(ranker, tally(ranker, machines));
  }
};

/// "4x nvidia-l4 1.2 x" for each row.
std::vector<std::string> rows_of(const OffersAnswer& answer) {
  std::vector<std::string> rows;
  for (const OfferRow& row : answer.rows) {
    rows.push_back(fmt::format("{}x {} {:.4g} {} {}{}", row.offer.count, row.offer.gpu->id, row.offer.price.value(),
                               row.offer.provider, enum_name(row.offer.terms),
                               row.regions == 0 ? "" : fmt::format(" {} +{}", row.offer.region, row.regions - 1)));
  }
  return rows;
}

}  // namespace

TEST_CASE("the cheapest GPU is first, each machine once with its lowest price", "[advice]") {
  Market market;
  const auto answer =
      market.answer({machine("RTX 4090", 1, 0.5), machine("RTX 4090", 2, 0.8), machine("RTX 4090", 1, 0.4),
                     machine("RTX 4090", 1, 0.4, "y"), machine("L4", 1, 0.9)});
  CHECK(rows_of(answer) == std::vector<std::string>{"1x nvidia-geforce-rtx-4090 0.4 x on-demand",
                                                    "1x nvidia-geforce-rtx-4090 0.4 y on-demand",
                                                    "2x nvidia-geforce-rtx-4090 0.8 x on-demand"});
  CHECK(answer.tally.rows == 5);
  CHECK(answer.tally.offers == 5);
  CHECK(answer.duplicates() == 1);
}

TEST_CASE("a price on demand and one that may be taken back are two offers of a row", "[advice]") {
  Market market;
  auto both = machine("L4", 1, 0.9);
  both.spot = 0.3;
  CHECK(rows_of(market.answer({both})) ==
        std::vector<std::string>{"1x nvidia-l4 0.3 x spot", "1x nvidia-l4 0.9 x on-demand"});
  market.question.terms = RentTerms::on_demand;
  CHECK(rows_of(market.answer({both})) == std::vector<std::string>{"1x nvidia-l4 0.9 x on-demand"});
}

TEST_CASE("by value the dollar counts, by speed the machine", "[advice]") {
  Market market;
  market.question.order = OfferOrder::value;
  const auto machines =
      std::vector{machine("H100 SXM", 1, 2.0), machine("RTX 4090", 1, 0.3), machine("H100 SXM", 8, 16.0)};
  const auto by_value = market.answer(machines);
  CHECK(by_value.rows.front().offer.gpu->id == "nvidia-geforce-rtx-4090");
  for (const OfferRow& row : by_value.rows) {
    CHECK_THAT(*row.value, WithinRel(row.performance->index / row.offer.price.value()));
  }
  market.question.order = OfferOrder::speed;
  CHECK(market.answer(machines).rows.front().offer.count == 8);
}

TEST_CASE("what a run costs are its hours at the price of the machine", "[advice]") {
  Market market;
  market.question.workload = market.catalog.workload("cnn");
  market.question.order = OfferOrder::cost;
  market.question.run = TrainingRun{"images/s", 1e8, std::nullopt};
  const auto answer = market.answer({machine("RTX 3090", 1, 0.2), machine("RTX 3090", 2, 0.2)});
  REQUIRE(answer.rows.size() == 2);
  CHECK(answer.rows.front().offer.count == 2);  // as dear, and done sooner
  for (const OfferRow& row : answer.rows) CHECK_THAT(row.cost->value(), WithinRel(*row.hours * 0.2));
  CHECK_THAT(*answer.rows[1].hours / *answer.rows[0].hours,
             WithinRel(answer.rows[0].performance->index / answer.rows[1].performance->index, 1e-9));
}

TEST_CASE("names that several GPUs have are told apart by memory, or not used", "[advice]") {
  Market market;
  const auto reason = [&](const ListedMachine& one) {
    const auto tally = market.answer({one}).tally;
    for (std::size_t i = 0; i < tally.refused.size(); ++i) {
      if (tally.refused[i] > 0) return std::string(k_enum_names<RowRefusal>[i]);
    }
    return std::string(market.answer({one}).rows.front().offer.gpu->id) + (tally.without_form > 0 ? "?" : "");
  };
  const auto with_memory = [](ListedMachine one, double memory, bool is_sure) {
    one.memory = memory;
    one.is_memory_sure = is_sure;
    return one;
  };
  CHECK(reason(machine("RTX 9090", 1, 1)) == "unknown-gpu");
  CHECK(reason(machine("H100", 1, 1)) == "ambiguous-gpu");
  CHECK(reason(with_memory(machine("H100", 1, 1), 93.6, true)) == "nvidia-h100-nvl-94gb");
  // PCIe and SXM of 80 GB: the slower one, and said so.
  CHECK(reason(with_memory(machine("H100", 1, 1), 79.6, true)) == "nvidia-h100-pcie-80gb?");
  CHECK(reason(with_memory(machine("RTX 4090", 1, 1), 48, true)) == "other-memory");  // modified
  CHECK(reason(with_memory(machine("RTX 4090", 1, 1), 48, false)) == "nvidia-geforce-rtx-4090");
  auto known_type = with_memory(machine("H100", 8, 55), 80, false);
  known_type.type = "p5.48xlarge";  // which the catalog knows
  CHECK(reason(known_type) == "nvidia-h100-sxm5-80gb");
}

TEST_CASE("a list that counts the GPUs of a board means as many boards as they fill", "[advice]") {
  Market market;
  market.question.includes_unsupported = true;
  const auto told = [&](std::string_view name, int count, double memory) {
    auto one = machine(name, count, 1);
    one.memory = memory;
    one.is_memory_sure = true;
    const auto answer = market.answer({one});
    if (answer.rows.empty()) {
      return std::string(answer.tally.refused[static_cast<std::size_t>(RowRefusal::part_of_gpu)] > 0 ? "part"
                                                                                                     : "refused");
    }
    return fmt::format("{} boards", answer.rows.front().offer.count);
  };
  CHECK(told("A16", 2, 16) == "part");  // a board has four
  CHECK(told("A16", 8, 16) == "2 boards");
  CHECK(told("A16", 2, 64) == "2 boards");
  CHECK(told("A16", 2, 32) == "refused");
  CHECK(told("K80", 8, 12) == "4 boards");
}

TEST_CASE("names of lists and of drivers tell which form a GPU has", "[advice]") {
  Market market;
  const auto id_of = [&](std::string_view name, std::string further, std::string_view type = {}) {
    auto one = machine(name, 8, 20);
    one.further_name = std::move(further);
    one.memory = name == "V100" ? 16 : 80;
    one.type = type;
    market.question.includes_unsupported = true;
    const auto rows = market.answer({one}).rows;
    return rows.empty() ? "" : std::string(rows.front().offer.gpu->id) + (rows.front().offer.is_form_told ? "" : "?");
  };
  CHECK(id_of("A100-80GB", "a100 80gb sxm4") == "nvidia-a100-sxm4-80gb");
  CHECK(id_of("H100", "NVIDIA-H100-80GB-HBM3") == "nvidia-h100-sxm5-80gb");
  CHECK(id_of("H100 HGX", "") == "nvidia-h100-sxm5-80gb");
  CHECK(id_of("V100", "v100 n", "gpu_8x_v100_n") == "nvidia-tesla-v100-sxm2-16gb");  // the catalog has gpu_8x_v100
}

TEST_CASE("a machine at one price in several regions is one row", "[advice]") {
  Market market;
  market.question.limit = 2;
  std::vector<ListedMachine> machines;
  const auto add = [&](std::string_view region, double price, std::string_view provider) {
    machines.push_back(machine("L4", 1, price, provider));
    machines.back().region = region;
  };
  for (const std::string_view region : {"us-2", "eu-1", "us-1", "us-1"}) add(region, 0.9, "x");
  add("ap-1", 1.2, "x");  // dearer
  add("", 1.0, "y");
  add("", 1.1, "z");  // the third
  const auto answer = market.answer(machines);
  REQUIRE(answer.rows.size() == 2);
  CHECK(answer.rows[0].offer.region == "eu-1");  // the first by the alphabet
  CHECK(answer.rows[0].regions == 3);
  CHECK(answer.rows[1].offer.provider == "y");
  CHECK(answer.rows[1].regions == 0);
  market.question.is_per_region = true;
  CHECK(market.answer(machines).rows.size() == 2);
  CHECK(market.answer(machines).rows[1].offer.region == "us-1");
}

TEST_CASE("parts of a list, in any number and order, give what the whole gives", "[advice]") {
  std::mt19937 random(20261125);
  const auto pick = [&](auto... items) {
    const std::vector<std::common_type_t<decltype(items)...>> all{items...};
    return all[random() % all.size()];
  };
  for (int round = 0; round < 60; ++round) {
    Market market;
    market.question.order = pick(OfferOrder::price, OfferOrder::value, OfferOrder::speed);
    market.question.is_per_gpu = random() % 2 == 0;
    market.question.limit = 1 + random() % 5;
    const OfferRanker ranker(market.question, market.catalog);
    std::vector<ListedMachine> machines;
    for (int i = 0; i < 400; ++i) {
      const double price = static_cast<double>(1 + random() % 12) / 10;  // many are equal
      machines.push_back(machine(pick("RTX 4090", "L4", "RTX 3090", "no GPU", "none either"), pick(1, 2, 4), price,
                                 pick("x", "y", "z")));
      if (random() % 4 == 0) machines.back().spot = price / 2;
      if (random() % 2 == 0) machines.back().region = pick("eu", "us", "ap");
    }
    const auto whole = offers_answer(ranker, market.tally(ranker, machines));
    std::shuffle(machines.begin(), machines.end(), random);
    std::vector<OfferTally> parts;
    for (std::size_t at = 0; at < machines.size();) {
      const auto size = std::min<std::size_t>(1 + random() % 150, machines.size() - at);
      const auto begin = machines.begin() + static_cast<std::ptrdiff_t>(at);
      parts.push_back(market.tally(ranker, {begin, begin + static_cast<std::ptrdiff_t>(size)}));
      at += size;
    }
    std::shuffle(parts.begin(), parts.end(), random);
    OfferTally together;
    for (OfferTally& part : parts) together.merge(std::move(part));
    const auto merged = offers_answer(ranker, std::move(together));
    CHECK(rows_of(merged) == rows_of(whole));
    CHECK(merged.tally.rows == whole.tally.rows);
    CHECK(merged.tally.offers == whole.tally.offers);
    CHECK(merged.tally.refused == whole.tally.refused);
    CHECK(merged.tally.unknown_names == whole.tally.unknown_names);
    CHECK(merged.duplicates() == whole.duplicates());
  }
}
