#include "price_model.hpp"

#include <Eigen/Sparse>
#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "core/order_statistics.hpp"

namespace gpuadvisor {
namespace {

using Eigen::VectorXd;
using SparseMatrix = Eigen::SparseMatrix<double>;

constexpr int k_first_month = 2022 * 12;
constexpr QuoteKind k_base = QuoteKind::ask_second;  // that other kinds are told against

// Standard deviations of logarithms: .05 is 5 %. Chosen once, on round figures; the backtest hardly moves when they do.
constexpr double k_market_step = 0.05;       // of the whole market, in a month
constexpr double k_group_step = 0.06;        // of a group against it, in a month
constexpr double k_gpu_middle = 6;           // ln dollars
constexpr double k_gpu_spread = 3;           // of GPUs: it says next to nothing
constexpr double k_offset_spread = 0.3;      // of new and used ones in a segment
constexpr double k_level_spread = 0.25;      // of a GPU in a condition against that
constexpr double k_kind_spread = 0.3;        // of kinds of quotes
constexpr double k_series_spread = 0.08;     // of sources that quote offers
constexpr double k_weak_spread = 0.15;       // of sources that only tell
constexpr double k_error = 0.12;             // of a quote
constexpr double k_datacenter_error = 0.25;  // whose asks for one model differ more
constexpr double k_weak_error = 0.25;
constexpr double k_freedom = 4;  // of Student's t: one listing in twenty is absurd, and must not move a market
constexpr int k_rounds = 6;      // of reweighting; more change no price by a thousandth

/// Of one GPU against its group, in a month: data-center cards and machines move for reasons of their own.
double level_drift(const Gpu& gpu) {
  if (gpu.segment == Segment::datacenter) return 0.08;
  return gpu.segment == Segment::unified ? 0.05 : 0.03;
}

constexpr double square(double value) { return value * value; }

enum class Part : unsigned char { market, group, gpu, offset, level, kind, series };

/// What is fitted, by its name and its number: a month, a condition, or a kind.
struct Unknown {
  Part part = Part::market;
  std::string_view name;
  int number = 0;

  friend auto operator<=>(const Unknown&, const Unknown&) = default;
};

struct Term {
  Unknown unknown;
  double factor = 1;
};

/// sum of terms = value, up to an error.
struct Equation {
  std::vector<std::pair<Eigen::Index, double>> terms;
  double value = 0;
  double deviation = 1;
};

Unknown gpu_part(const Gpu& gpu) { return {Part::gpu, gpu.id}; }
Unknown offset_part(const Gpu& gpu, Condition condition) {
  return {Part::offset, enum_name(gpu.segment), static_cast<int>(condition)};
}
Unknown level_part(const Gpu& gpu, Condition condition) { return {Part::level, gpu.id, static_cast<int>(condition)}; }
Unknown kind_part(QuoteKind kind) { return {Part::kind, "", static_cast<int>(kind)}; }
Unknown series_part(std::string_view source) { return {Part::series, series_of(source)}; }

/// What is expected before any quote is read.
double offset_of(Condition condition) {
  switch (condition) {
    case Condition::brand_new:
      return 0.3;
    case Condition::used:
      return 0;
    case Condition::mixed:
      return 0.05;
  }
  return 0;
}

double kind_of(QuoteKind kind) { return kind == QuoteKind::ask_typical || kind == QuoteKind::ask_highest ? 0.2 : 0; }

double error_of(const Gpu& gpu, QuoteKind kind) {
  if (kind == QuoteKind::weak) return k_weak_error;
  return gpu.segment == Segment::datacenter ? k_datacenter_error : k_error;
}

struct Quote {
  const Gpu* gpu;
  const Price* price;
  int month;
};

std::vector<Quote> quotes_of_the_market(const Catalog& catalog, std::span<const Price* const> prices, int today) {
  std::vector<Quote> quotes;
  for (const Price* price : prices) {
    const Quote quote{catalog.gpu(price->gpu), price, month_number(price->date)};
    if (quote.gpu == nullptr || is_list_price(*price) || catalog.is_recalled(price->source)) continue;
    if (price->region != k_home_country) continue;  // other markets, other taxes
    if (quote.month >= k_first_month && quote.month <= today) quotes.push_back(quote);
  }
  return quotes;
}

/// Equations with numbered unknowns: first what is expected, then what was quoted.
class System {
 public:
  System(const std::vector<Quote>& quotes, int today) : m_today(today), m_base_series(base_series(quotes)) {
    expect_markets(quotes);
    expect_levels(quotes);
    expect_instruments(quotes);
    m_expected = m_equations.size();
    add(quotes);
  }

  [[nodiscard]] const std::map<Unknown, Eigen::Index>& unknowns() const { return m_unknowns; }
  [[nodiscard]] const std::vector<Equation>& equations() const { return m_equations; }
  [[nodiscard]] std::size_t expected() const { return m_expected; }
  /// The one series with figures of the base kind: what it adds cannot be told from what they are. Empty: there are
  /// none, or several.
  [[nodiscard]] std::string_view base_series() const { return m_base_series; }
  /// The equation that a quote made.
  struct Place {
    std::size_t equation;
    double error;
  };
  [[nodiscard]] std::optional<Place> place_of(const Price& price) const {
    const auto at = m_places.find(&price);
    return at == m_places.end() ? std::nullopt : std::optional(at->second);
  }

 private:
  Eigen::Index index(const Unknown& unknown) {
    return m_unknowns.emplace(unknown, static_cast<Eigen::Index>(m_unknowns.size())).first->second;
  }

  void equate(const std::vector<Term>& terms, double value, double deviation) {
    Equation equation{{}, value, deviation};
    for (const Term& term : terms) {
      const bool is_now = term.unknown.part <= Part::group && term.unknown.number == m_today;  // 0 by definition
      if (!is_now) equation.terms.emplace_back(index(term.unknown), term.factor);
    }
    m_equations.push_back(std::move(equation));
  }

  /// A random walk over the months, which ends at 0.
  void expect_walk(Part part, std::string_view name, const std::set<int>& months, double step) {
    for (auto month = months.begin(), next = std::next(month); next != months.end(); month = next++) {
      equate({{{part, name, *next}}, {{part, name, *month}, -1}}, 0, step * std::sqrt(*next - *month));
    }
  }

  void expect_markets(const std::vector<Quote>& quotes) {
    std::set<int> months = {m_today};
    std::set<std::string_view> groups;
    for (const Quote& quote : quotes) {
      months.insert(quote.month);
      groups.insert(market_group(*quote.gpu));
    }
    expect_walk(Part::market, "", months, k_market_step);
    for (const auto group : groups) expect_walk(Part::group, group, months, k_group_step);
  }

  void expect_levels(const std::vector<Quote>& quotes) {
    std::map<std::string_view, std::pair<const Gpu*, std::set<Condition>>> conditions;
    for (const Quote& quote : quotes) {
      auto& [gpu, of_gpu] = conditions[quote.gpu->id];
      gpu = quote.gpu;
      of_gpu.insert(quote.price->condition);
    }
    for (const auto& [id, known] : conditions) {
      const Gpu& gpu = *known.first;
      equate({{gpu_part(gpu)}}, k_gpu_middle, k_gpu_spread);
      for (const Condition condition : known.second) {
        if (!m_unknowns.contains(offset_part(gpu, condition))) {
          equate({{offset_part(gpu, condition)}}, offset_of(condition), k_offset_spread);
        }
        equate({{level_part(gpu, condition)}, {gpu_part(gpu), -1}, {offset_part(gpu, condition), -1}}, 0,
               k_level_spread);
      }
    }
  }

  /// Kinds, and the series of sources.
  void expect_instruments(const std::vector<Quote>& quotes) {
    std::set<QuoteKind> kinds;
    std::map<std::string_view, bool> series;  // and whether all of it is weak
    for (const Quote& quote : quotes) {
      kinds.insert(quote.price->kind);
      const bool is_weak = quote.price->kind == QuoteKind::weak;
      bool& all_weak = series.emplace(series_of(quote.price->source), true).first->second;
      all_weak = all_weak && is_weak;
    }
    for (const QuoteKind kind : kinds) {  // prices of today are those of a second-lowest ask
      if (kind != k_base) equate({{kind_part(kind)}}, kind_of(kind), k_kind_spread);
    }
    for (const auto& [name, is_weak] : series) {
      if (name == m_base_series) continue;
      equate({{{Part::series, name}}}, 0, is_weak ? k_weak_spread : k_series_spread);
    }
  }

  void add(const std::vector<Quote>& quotes) {
    const auto place = [](const Quote& quote) {
      return std::tuple(quote.gpu->id, quote.price->condition, series_of(quote.price->source), quote.month);
    };
    std::map<decltype(place(quotes.front())), int> counts;  // one source in one month is one observation
    for (const Quote& quote : quotes) ++counts[place(quote)];
    for (const Quote& quote : quotes) {
      const Price& price = *quote.price;
      const double variance = square(error_of(*quote.gpu, price.kind)) +
                              square(level_drift(*quote.gpu)) * static_cast<double>(m_today - quote.month);
      std::vector<Term> terms = {{level_part(*quote.gpu, price.condition)},
                                 {{Part::market, "", quote.month}},
                                 {{Part::group, market_group(*quote.gpu), quote.month}}};
      if (series_of(price.source) != m_base_series) terms.push_back({series_part(price.source)});
      if (price.kind != k_base) terms.push_back({kind_part(price.kind)});
      m_places.emplace(&price, Place{m_equations.size(), error_of(*quote.gpu, price.kind)});
      equate(terms, std::log(price.price.value()), std::sqrt(variance * counts.at(place(quote))));
    }
  }

  static std::string_view base_series(const std::vector<Quote>& quotes) {
    std::set<std::string_view> series;
    for (const Quote& quote : quotes) {
      if (quote.price->kind == k_base) series.insert(series_of(quote.price->source));
    }
    return series.size() == 1 ? *series.begin() : std::string_view();
  }

  int m_today;
  std::string_view m_base_series;
  std::map<Unknown, Eigen::Index> m_unknowns;
  std::vector<Equation> m_equations;
  std::size_t m_expected = 0;
  std::map<const Price*, Place> m_places;
};

using Solver = Eigen::SimplicialLDLT<SparseMatrix>;

/// Weighted least squares; `trust` has the weight of each equation.
VectorXd solved(const System& system, const std::vector<double>& trust, Solver& solver) {
  const auto size = static_cast<Eigen::Index>(system.unknowns().size());
  if (size == 0) return {};
  std::vector<Eigen::Triplet<double>> entries;
  VectorXd right = VectorXd::Zero(size);
  for (std::size_t i = 0; i < trust.size(); ++i) {
    const Equation& equation = system.equations()[i];
    const double weight = trust[i] / square(equation.deviation);
    for (const auto& [row, factor] : equation.terms) {
      right[row] += weight * factor * equation.value;
      for (const auto& [column, other] : equation.terms) entries.emplace_back(row, column, weight * factor * other);
    }
  }
  SparseMatrix matrix(size, size);
  matrix.setFromTriplets(entries.begin(), entries.end());
  solver.compute(matrix);
  return solver.solve(right);
}

double residual(const Equation& equation, const VectorXd& values) {
  double left = equation.value;
  for (const auto& [unknown, factor] : equation.terms) left -= factor * values[unknown];
  return left;
}

}  // namespace

int month_number(PartialDate date) {
  constexpr int k_july = 6;
  return date.year() * 12 + (date.month() == 0 ? k_july : static_cast<int>(date.month()) - 1);
}

PartialDate date_of_month(int number) {
  constexpr int k_months = 12;
  return PartialDate(number / k_months, static_cast<unsigned>(number % k_months) + 1);
}

std::string_view series_of(std::string_view source) {
  const auto ends_in_number = [&](std::size_t digits) {
    if (source.size() <= digits + 1 || source[source.size() - digits - 1] != '-') return false;
    const std::string_view end = source.substr(source.size() - digits);
    return std::all_of(end.begin(), end.end(), [](char c) { return c >= '0' && c <= '9'; });
  };
  const std::string_view whole = source;
  if (ends_in_number(2)) source.remove_suffix(3);
  if (ends_in_number(4) && source.substr(source.size() - 4, 2) == "20") return source.substr(0, source.size() - 5);
  return whole;
}

Usd LogPrice::usd() const { return Usd{std::exp(middle)}; }
Usd LogPrice::low() const { return Usd{std::exp(middle - k_normal_deviations * deviation)}; }
Usd LogPrice::high() const { return Usd{std::exp(middle + k_normal_deviations * deviation)}; }

struct PriceModel::Fit {
  Fit(const std::vector<Quote>& quotes, int month) : today(month), system(quotes, month) {
    for (const Quote& quote : quotes) {
      Newest& newest = seen[{quote.gpu->id, quote.price->condition}];
      const bool is_offer = offers_of(quote.price->kind) > 0 || quote.price->kind == QuoteKind::sold;
      const auto rank = std::pair(is_offer, quote.month);
      if (rank > std::pair(newest.is_of_offers, newest.month)) newest = {quote.month, is_offer, {}};
      if (rank == std::pair(newest.is_of_offers, newest.month)) newest.quotes.push_back(quote.price);
    }
    std::vector<double> next(system.equations().size(), 1.0);
    for (int round = 0; round < k_rounds; ++round) {
      trust = next;
      values = solved(system, trust, solver);
      for (std::size_t i = system.expected(); i < trust.size(); ++i) {
        const Equation& equation = system.equations()[i];
        next[i] = (k_freedom + 1) / (k_freedom + square(residual(equation, values) / equation.deviation));
      }
    }
  }

  /// The sum of unknowns; one that no quote told of adds what was expected of it.
  [[nodiscard]] LogPrice sum(std::span<const Unknown> unknowns, double variance) const {
    VectorXd ones = VectorXd::Zero(values.size());
    double middle = 0;
    for (const Unknown& unknown : unknowns) {
      const auto known = system.unknowns().find(unknown);
      if (known != system.unknowns().end()) {
        ones[known->second] = 1;
        middle += values[known->second];
        continue;
      }
      if (unknown.part == Part::offset) middle += offset_of(static_cast<Condition>(unknown.number));
      if (unknown.part == Part::kind) middle += kind_of(static_cast<QuoteKind>(unknown.number));
      variance += square(unknown.part == Part::series ? k_series_spread : k_offset_spread);
    }
    const VectorXd spread = solver.solve(ones);
    return {middle, std::sqrt(variance + ones.dot(spread))};
  }

  [[nodiscard]] std::optional<LogPrice> quote(const Gpu& gpu, Condition condition, std::vector<Unknown> instrument,
                                              double error) const {
    if (!system.unknowns().contains(gpu_part(gpu))) return std::nullopt;
    double variance = square(error);
    const auto newest = seen.find({gpu.id, condition});
    if (newest != seen.end()) {
      variance += square(level_drift(gpu)) * static_cast<double>(today - newest->second.month);
      instrument.push_back(level_part(gpu, condition));
    } else {
      variance += square(k_level_spread);
      instrument.insert(instrument.end(), {gpu_part(gpu), offset_part(gpu, condition)});
    }
    LogPrice price = sum(instrument, variance);
    constexpr int k_asked_now = 2;  // months: what is younger is judged, not carried
    constexpr int k_longest = 12;   // months: what is older is one voice among those since
    const int age = newest == seen.end() ? 0 : today - newest->second.month;
    if (gpu.segment == Segment::datacenter && age > k_asked_now && age <= k_longest)
      price.middle = carried_halfway(gpu, newest->second);
    return price;
  }

  /// The quotes of a GPU and condition, of the newest month with an ask or a sale.
  struct Newest {
    int month = 0;
    bool is_of_offers = false;  // else there is neither
    std::vector<const Price*> quotes;
  };

  /// Few data-center cards are quoted, and each moves for reasons of its own: its newest asks and sales, moved by half
  /// of what its market moved, are nearer to what is asked than all of the market, or nothing
  /// (docs/prices.md#the-price-model).
  [[nodiscard]] double carried_halfway(const Gpu& gpu, const Newest& newest) const {
    constexpr double k_share = 0.5;
    double said = 0;
    for (const Price* quote : newest.quotes) said += std::log(quote->price.value());
    return said / static_cast<double>(newest.quotes.size()) -
           k_share * market(market_group(gpu), newest.month).value_or(0);
  }

  /// The logarithm of the market of a group in a month with quotes, as a share of today's.
  [[nodiscard]] std::optional<double> market(std::string_view group, int month) const {
    if (month == today) return 0;
    const auto& unknowns = system.unknowns();
    const auto whole = unknowns.find({Part::market, "", month});
    const auto own = unknowns.find({Part::group, group, month});
    if (whole == unknowns.end() || own == unknowns.end()) return std::nullopt;
    return values[whole->second] + values[own->second];
  }

  /// Leaves one quote out of what the others say, by what it weighs in its own sum.
  [[nodiscard]] LogPrice by_all_others(std::size_t place, double error) const {
    const Equation& equation = system.equations()[place];
    VectorXd row = VectorXd::Zero(values.size());
    for (const auto& [unknown, factor] : equation.terms) row[unknown] += factor;
    const VectorXd spread = solver.solve(row);
    const double variance = row.dot(spread);
    const double own = variance * trust[place] / square(equation.deviation);  // below 1: something was expected
    return {equation.value - residual(equation, values) / (1 - own), std::sqrt(square(error) + variance / (1 - own))};
  }

  int today;
  System system;
  std::map<std::pair<std::string_view, Condition>, Newest> seen;
  Solver solver;
  std::vector<double> trust;  // in each equation
  VectorXd values;
};

PriceModel::PriceModel(const Catalog& catalog, std::span<const Price* const> quotes, int today)
    : m_fit(std::make_shared<Fit>(quotes_of_the_market(catalog, quotes, today), today)) {}

std::optional<LogPrice> PriceModel::today(const Gpu& gpu, Condition condition) const {
  return m_fit->quote(gpu, condition, {}, error_of(gpu, k_base));
}

std::optional<LogPrice> PriceModel::quoted_today(const Gpu& gpu, const Price& like) const {
  std::vector<Unknown> instrument;
  if (series_of(like.source) != m_fit->system.base_series()) instrument.push_back(series_part(like.source));
  if (like.kind != k_base) instrument.push_back(kind_part(like.kind));
  return m_fit->quote(gpu, like.condition, std::move(instrument), error_of(gpu, like.kind));
}

std::optional<LogPrice> PriceModel::by_all_others(const Price& quote) const {
  const auto place = m_fit->system.place_of(quote);
  return place ? std::optional(m_fit->by_all_others(place->equation, place->error)) : std::nullopt;
}

std::optional<double> PriceModel::market(std::string_view group, int month) const {
  const auto index = m_fit->market(group, month);
  return index ? std::optional(std::exp(*index)) : std::nullopt;
}

}  // namespace gpuadvisor
