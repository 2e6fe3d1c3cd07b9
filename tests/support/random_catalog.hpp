#pragma once

#include <initializer_list>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "catalog/lookup/name_pattern.hpp"
#include "gpuadvisor/advice/request.hpp"
#include "gpuadvisor/catalog/support_event.hpp"
#include "gpuadvisor/formats/json_writer.hpp"
#include "support/catch2.hpp"
#include "support/test_catalog.hpp"

namespace gpuadvisor {

/// Draws the same from a seed on every platform, which the distributions of <random> do not. Drawn from in separate
/// statements: the order in which arguments are evaluated is open.
class Dice {
 public:
  explicit Dice(unsigned seed) : m_random(seed) {}

  /// From `low` to `high`, both included.
  int number(int low, int high) { return low + static_cast<int>(m_random() % static_cast<unsigned>(high - low + 1)); }
  bool one_in(int count) { return number(1, count) == 1; }

  template <class T>
  T one_of(std::initializer_list<T> items) {
    return items.begin()[number(0, static_cast<int>(items.size()) - 1)];
  }
  template <class E>
  E any() {
    return static_cast<E>(number(0, static_cast<int>(k_enum_names<E>.size()) - 1));
  }
  template <class T>
  void shuffle(std::vector<T>& items) {
    for (std::size_t i = items.size(); i > 1; --i) {
      std::swap(items[i - 1], items[static_cast<std::size_t>(number(0, static_cast<int>(i) - 1))]);
    }
  }

 private:
  std::mt19937 m_random;
};

/// The day of all random catalogs.
inline constexpr Day k_random_today = PartialDate(2026, 6, 30).last_day();

/// A date from `oldest` to `newest` months before today's month (negative: after it), as a year, a month or a day.
inline std::string random_date(Dice& dice, int oldest, int newest = 0) {
  const int month = 2026 * 12 + 5 - dice.number(newest, oldest);
  const PartialDate day(month / 12, static_cast<unsigned>(month % 12 + 1), static_cast<unsigned>(dice.number(1, 28)));
  return day.text().substr(0, dice.one_of<std::size_t>({4, 7, 7, 10}));
}

/// A product with its quotes, as JSON records.
struct RandomProduct {
  std::string id;
  std::string gpu;
  std::vector<std::string> prices;
};

/// Speed-ups of few counts, so that some are unknown.
inline constexpr auto k_random_speedups = R"("speedups": [
    {"workload": "cnn", "count": 2, "basis": "measured", "speedup": 1.9, "sources": ["shop"]},
    {"workload": "cnn", "count": 4, "basis": "measured", "speedup": 3.5, "sources": ["shop"]},
    {"workload": "cnn", "count": 2, "basis": "guide", "speedup": 1.8, "sources": ["shop"]},
    {"workload": "cnn", "count": 5, "basis": "guide", "speedup": 3.6, "sources": ["shop"]},
    {"workload": "transformer", "count": 2, "basis": "guide", "speedup": 1.05, "sources": ["shop"]},
    {"workload": "transformer", "count": 3, "basis": "guide", "speedup": 2.9, "sources": ["shop"]}])";

/// Terms about some of the products.
inline constexpr auto k_random_rules = R"("deployment_rules": [
    {"deployment": "datacenter", "vendor": "nvidia", "segment": "consumer", "terms": "not there", "source": "shop"},
    {"deployment": "desktop", "vendor": "amd", "segment": "datacenter", "terms": "not here", "source": "shop"}])";

/// What a random catalog is made of.
struct RandomRecords {
  std::vector<RandomProduct> products;
  std::vector<std::string> support;
  std::vector<std::string> memory_floors;
  std::string newest_price;  // of a product that is always there, so that no other one moves the catalog's day

  [[nodiscard]] Catalog catalog() const {
    std::string gpus = test_gpu("clock");
    std::string prices = test_price("clock", newest_price, "new", 1);
    for (const RandomProduct& product : products) {
      gpus += "," + product.gpu;
      for (const auto& price : product.prices) prices += "," + price;
    }
    const auto list = [](const std::vector<std::string>& records) {
      std::string text;
      for (const auto& record : records) text += (text.empty() ? "" : ",") + record;
      return text;
    };
    return catalog_from(test_document(R"("gpus": [)" + gpus + R"(], "prices": [)" + prices + R"(], "support": [)" +
                                      list(support) + R"(], "memory_floors": [)" + list(memory_floors) + "], " +
                                      k_random_rules + ", " + k_random_speedups))
        .known_by(k_random_today);
  }

  void shuffle(Dice& dice) {
    dice.shuffle(products);
    for (RandomProduct& product : products) dice.shuffle(product.prices);
    dice.shuffle(support);
    dice.shuffle(memory_floors);
  }
};

/// Figures come from few values, so that products are often equal in some; nearly every one may be unknown.
inline std::string random_gpu(Dice& dice, const std::string& id) {
  JsonWriter json;
  json.begin_object(JsonWriter::Layout::one_line).key("id").text(id);
  const std::string vendor = dice.one_of({"nvidia", "nvidia", "nvidia", "nvidia", "amd", "intel"});
  const std::string end = dice.one_of({"", ", \"Ti\"", " 8GB"});
  json.key("name").text(vendor + " Card " + id + end).key("vendor").text(vendor);
  json.key("architecture").text(dice.one_of({"One", "Two"}));
  json.key("segment").text(enum_name(dice.one_in(2) ? Segment::consumer : dice.any<Segment>()));
  json.key("form").text(enum_name(dice.one_in(4) ? dice.any<Form>() : Form::pcie_card));
  if (dice.one_in(3)) json.key("cooling").text(enum_name(dice.any<Cooling>()));
  if (!dice.one_in(5)) json.key("released").text(random_date(dice, 60, -2));
  const auto figure = [&](std::string_view key, std::initializer_list<double> values) {
    if (!dice.one_in(8)) json.key(key).number(dice.one_of(values));
  };
  figure("memory_gb", {4, 8, 12, 16, 16, 24, 48});
  figure("memory_bandwidth_gbs", {100, 104, 200, 400});
  figure("fp32_tflops", {5, 10, 10.4, 20, 40});
  if (dice.one_in(2)) figure("fp16_tensor_tflops", {20, 21, 40, 80});
  figure("tdp_w", {75, 150, 200, 300});
  if (id.ends_with('3')) json.key("recommended_psu_w").number(550);
  if (id.ends_with('7')) json.key("recommended_psu_w").number(750);
  if (vendor == "nvidia" && dice.one_in(2)) json.key("compute_capability").text(dice.one_of({"8.0", "8.6", "9.0"}));
  if (!dice.one_in(4)) json.key("slots").number(dice.number(1, 4));
  if (dice.one_in(8)) json.key("devices").number(2);
  return json.key("source").text("shop").end_object().take();
}

/// A quote of the last 30 months, or, while the catalog holds later ones, of the future.
inline std::string random_price(Dice& dice, const std::string& gpu, bool is_recalled, bool holds_later_ones) {
  const std::string date = random_date(dice, 30, holds_later_ones && dice.one_in(8) ? -5 : 0);
  const std::string condition = dice.one_of({"new", "new", "used", "used", "mixed"});
  const double fraction = dice.one_of({0.0, 0.0, 0.01, 24.5});
  const double usd = dice.number(2, 30) * 50 - fraction;
  const std::string source = is_recalled ? "memory" : dice.one_of({"tracker", "tracker", "shop", "shop", "memory"});
  const std::string kind = dice.one_of({"shop", "ask-mean-of-lowest", "list"});
  return test_price(gpu, date, condition, usd, source, kind);
}

inline RandomProduct random_product(Dice& dice, const std::string& id, bool holds_later_prices) {
  RandomProduct product{id, random_gpu(dice, id), {}};
  const bool are_recalled = dice.one_in(8);
  for (int n = dice.number(0, 6); n > 0; --n) {
    product.prices.push_back(random_price(dice, id, are_recalled, holds_later_prices));
  }
  return product;
}

/// Most architectures have had their toolkit for long; anything may have happened since, or be announced.
inline std::string random_support_event(Dice& dice, bool is_begin) {
  const bool is_nvidia = !dice.one_in(3);
  JsonWriter json;
  json.begin_object(JsonWriter::Layout::one_line).key("vendor").text(is_nvidia ? "nvidia" : "amd");
  json.key("architecture").text(dice.one_of({"One", "Two"}));
  if (dice.one_in(2)) {
    json.key("targets").begin_array().text(dice.one_of({"8.0", "8.6", "9.0"})).end_array();
  }
  const std::string toolkit = is_nvidia ? "cuda-toolkit" : "rocm";
  const std::string other = is_nvidia && dice.one_in(2) ? "nvidia-driver" : "pytorch-binaries";
  json.key("stack").text(is_begin || !dice.one_in(3) ? toolkit : other);
  json.key("event").text(enum_name(is_begin ? SupportChange::supported_from : dice.any<SupportChange>()));
  json.key("date").text(is_begin ? random_date(dice, 80, 60) : random_date(dice, 12, -6));
  return json.key("source").text("tracker").end_object().take();
}

inline std::vector<std::string> random_support(Dice& dice) {
  std::vector<std::string> events;
  for (int n = dice.number(3, 8); n > 0; --n) events.push_back(random_support_event(dice, true));
  for (int n = dice.one_in(2) ? dice.number(1, 12) : 0; n > 0; --n) events.push_back(random_support_event(dice, false));
  return events;
}

inline std::vector<std::string> random_memory_floors(Dice& dice) {
  std::vector<std::string> floors;
  for (const char* workload : {"cnn", "rnn", "transformer", "general"}) {
    for (const char* from : {"2020-02", "2023-01-16", "2026-07"}) {
      if (!dice.one_in(3)) continue;
      JsonWriter json;
      json.begin_object(JsonWriter::Layout::one_line).key("workload").text(workload).key("from").text(from);
      json.key("memory_gb").number(dice.one_of({6, 8, 12})).key("source").text("shop");
      floors.push_back(json.end_object().take());
    }
  }
  return floors;
}

/// Up to 25 products of any kind; mostly few, which are read faster when something fails.
inline RandomRecords random_records(Dice& dice) {
  RandomRecords records;
  const bool holds_later_prices = dice.one_in(2);
  records.newest_price = holds_later_prices ? "2026-12-31" : text(k_random_today);
  for (int n = dice.number(0, dice.one_of({8, 8, 25})); n > 0; --n) {
    records.products.push_back(random_product(dice, "gpu-" + std::to_string(n), holds_later_prices));
  }
  records.support = random_support(dice);
  records.memory_floors = random_memory_floors(dice);
  return records;
}

/// The rules for prices that someone might set.
inline PriceRule random_price_rule(Dice& dice) {
  PriceRule rule;
  rule.span = dice.number(1, 6);
  rule.old_after = dice.number(0, 18);
  rule.unusable_after = rule.old_after + dice.number(0, 18);
  rule.list_price_for = dice.number(0, 24);
  return rule;
}

/// A range around what products often have, one end open or none.
template <class T>
Range<T> random_range(Dice& dice, const std::vector<T>& ends) {
  const int from = dice.number(0, static_cast<int>(ends.size()) - 1);
  const int to = dice.number(from, static_cast<int>(ends.size()) - 1);
  Range<T> range = {ends[static_cast<std::size_t>(from)], ends[static_cast<std::size_t>(to)]};
  const int open = dice.number(1, 4);
  if (open == 1) range.from.reset();
  if (open == 2) range.to.reset();
  return range;
}

inline std::shared_ptr<const NamedGpus> random_names(Dice& dice, const Catalog& catalog) {
  auto named = std::make_shared<NamedGpus>();
  for (int n = dice.number(1, 2); n > 0; --n) {
    const std::string pattern = dice.one_of({"gpu-[1-5]", "*card gpu*", "amd*", "gpu-1?", "*ti\"", "gpu-3", "*8gb"});
    named->add(pattern, find_by_pattern(catalog, pattern).gpus);
  }
  return named;
}

/// What a request may ask for beside the figures and names that it mostly does.
inline void ask_for_details(Dice& dice, const Catalog& catalog, Request& request) {
  constexpr int k_rarity = 14;
  if (dice.one_in(k_rarity)) request.price = random_range<Usd>(dice, {Usd{150}, Usd{400}, Usd{725.5}, Usd{1400}});
  if (dice.one_in(k_rarity)) {
    request.memory = random_range<Gibibytes>(dice, {Gibibytes{4}, Gibibytes{8}, Gibibytes{12}, Gibibytes{24}});
  }
  if (dice.one_in(k_rarity)) request.power = random_range<Watts>(dice, {Watts{75}, Watts{100}, Watts{200}, Watts{400}});
  if (dice.one_in(k_rarity)) request.max_slots = dice.number(1, 3);
  if (dice.one_in(k_rarity)) request.cooling = {Cooling::open_air, dice.any<Cooling>()};
  if (dice.one_in(k_rarity)) request.deployment = dice.any<Deployment>();
  if (dice.one_in(k_rarity)) {
    request.compute_capability = random_range<ComputeCapability>(dice, {{8, 0}, {8, 6}, {8, 10}, {9, 0}});
  }
  if (dice.one_in(k_rarity)) request.only = random_names(dice, catalog);
  if (dice.one_in(k_rarity)) request.exclude = random_names(dice, catalog);
  if (dice.one_in(k_rarity)) request.supply = Watts{dice.one_of<double>({450, 600, 750, 1000})};
}

/// A request that asks for a little or for much of all there is to ask for.
inline Request random_request(Dice& dice, const Catalog& catalog) {
  Request request;
  request.workload = dice.one_of({"cnn", "rnn", "transformer", "general"});
  request.weights = weights_of(*catalog.workload(request.workload), catalog);
  request.own_weights = dice.one_in(5);
  if (request.own_weights) request.weights = dice.one_of<Weights>({{1, 0, 0, 0}, {0, .25, .75, 0}, {0, 0, .5, .5}});
  const int rarity = dice.one_of({3, 8, 20});  // of what is asked for
  if (dice.one_in(3)) request.budget = Usd{static_cast<double>(dice.number(6, 60) * 25)};
  if (dice.one_in(rarity)) request.min_memory = Gibibytes{dice.one_of<double>({0, 0, 6, 8, 12, 24})};
  for (const char* vendor : {"nvidia", "amd", "intel"}) {
    if (dice.one_in(2 * rarity)) request.vendors.emplace_back(vendor);
  }
  if (dice.one_in(2 * rarity)) request.segments = {Segment::consumer, dice.any<Segment>()};
  if (dice.one_in(2 * rarity)) request.segments.push_back(dice.any<Segment>());
  if (dice.one_in(4))
    request.condition = dice.one_of({Condition::brand_new, Condition::used, Condition::used, Condition::mixed});
  if (dice.one_in(2 * rarity)) request.max_power = Watts{dice.one_of<double>({75, 100, 200, 250})};
  if (dice.one_in(rarity)) {
    DateRange range;
    if (!dice.one_in(3)) range.from = PartialDate::parse(random_date(dice, 60, 30));
    if (!dice.one_in(3)) range.to = PartialDate::parse(random_date(dice, 29));
    request.released = range;
  }
  if (dice.one_in(rarity)) {
    request.forms = dice.one_of<std::vector<std::string>>({{}, {"card"}, {"laptop", "sxm4"}, {"passive", "module"}});
  }
  if (dice.one_in(2)) request.support = dice.one_of({Support::cuda, Support::rocm, Support::current, Support::any});
  if (dice.one_in(3)) request.price_rule = random_price_rule(dice);
  request.rank_by = dice.any<RankBy>();
  if (dice.one_in(3)) request.count.to = dice.number(1, 8);
  if (dice.one_in(4)) request.count.from = dice.number(1, request.count.to);
  ask_for_details(dice, catalog, request);
  if (request.min_memory > Gibibytes{6}) {  // of all ways to count it
    constexpr auto k_factors = std::to_array<std::optional<double>>({1.5, 2, 1.1, {}});
    request.need = NeedIn32Bits{*request.min_memory, k_factors.at(static_cast<std::size_t>(request.rank_by) % 4)};
    request.min_memory = memory_on_card(*request.need);
  }
  return request;
}

/// A random catalog, and requests to it.
struct RandomRound {
  RandomRecords records;
  Catalog catalog;
  std::vector<Request> requests;
};

/// The same rounds each time.
inline const std::vector<RandomRound>& random_rounds() {
  static const std::vector<RandomRound> k_rounds = [] {
    std::vector<RandomRound> rounds;
    for (unsigned seed = 0; seed < 300; ++seed) {
      Dice dice(seed);
      RandomRound round{random_records(dice), {}, {}};
      round.catalog = round.records.catalog();
      for (int n = 0; n < 3; ++n) round.requests.push_back(random_request(dice, round.catalog));
      rounds.push_back(round);
    }
    return rounds;
  }();
  return k_rounds;
}

/// Calls `check(round, request, dice)` for each request of each `step`th round, which a failure names.
template <class Check>
void for_each_random_request(Check check, std::size_t step = 1) {
  const auto& rounds = random_rounds();
  for (std::size_t i = 0; i < rounds.size(); i += step) {
    Dice dice(static_cast<unsigned>(i));
    for (std::size_t n = 0; n < rounds[i].requests.size(); ++n) {
      INFO("round " << i << ", request " << n);
      check(rounds[i], rounds[i].requests[n], dice);
    }
  }
}

}  // namespace gpuadvisor
