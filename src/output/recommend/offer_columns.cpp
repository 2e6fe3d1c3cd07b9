#include "offer_columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "answer_notes.hpp"
#include "catalog/records/rent.hpp"
#include "core/text.hpp"
#include "core/two_digits.hpp"
#include "cost_words.hpp"
#include "gpuadvisor/core/money.hpp"
#include "output/memory/token_text.hpp"
#include "output/phrases/familiar_words.hpp"
#include "output/phrases/figure_words.hpp"
#include "output/phrases/gpu_words.hpp"
#include "output/phrases/offer_words.hpp"
#include "report/interval_bar.hpp"
#include "report/number_text.hpp"
#include "speed_interval.hpp"

namespace gpuadvisor {
namespace {

// Characters per line from which a column has room.
constexpr std::size_t k_from_names = 50;  // less: they wrap
constexpr std::size_t k_from_basis = 61;  // beside those of rates
constexpr std::size_t k_from_seen = 66;   // of the line, whatever other columns a job has
constexpr std::size_t k_from_each = 88;
constexpr std::size_t k_from_quotes = 110;
constexpr std::size_t k_from_more = 140;
constexpr std::size_t k_from_familiar = 152;
constexpr std::size_t k_bar_width = 24;
constexpr std::size_t k_shown_misses = 2;

/// "2x RTX 3090". Of a whole machine without its memory where the next column tells it: with it some rows are too wide.
std::string name_text(const Offer& offer, bool tells_memory) {
  std::string name = brief_name(*offer.gpu);
  const auto& memory = offer.gpu->memory;
  const std::string size = memory ? fmt::format(" {:g}GB", memory->value()) : "";
  const bool is_told = tells_memory && goods_of(*offer.gpu) == Goods::machine && !size.empty() && name.ends_with(size);
  if (is_told) name.resize(name.size() - size.size());
  return with_count(offer.count, name);
}

/// "$360-511", "EUR 1,048-1,539".
std::string price_range(const PriceEstimate& price) {
  if (price.low == price.high) return money(price.low);
  const std::string high = money(price.high);
  return money(price.low) + '-' + high.substr(high.find_first_of("0123456789"));
}

/// Digits before the point.
std::string whole(const auto& figure) { return fmt::format("{:.0f}", figure.value()); }

std::string basis_text(const Performance& performance, bool has_room) {
  switch (performance.basis) {
    case Basis::measured:
      return has_room ? fmt::format("measured {}", performance.measurements) : "meas";
    case Basis::scaled:
      return "scaled";
    case Basis::estimated:
      return has_room ? "estimated" : "est";
  }
  return {};
}

std::string fit_text(const JobFit& fit, const MemoryJob& asked) {
  if (fit.verdict == FitVerdict::does_not_fit) return "no";
  const MemoryJob& job = fit.way->job;
  const bool is_other_way = job.layers_on_host > 0 || (job.offloads_parts && !asked.offloads_parts) ||
                            (job.decoder_in_tiles && !asked.decoder_in_tiles);
  return std::string(enum_name(fit.verdict)) + (is_other_way ? "*" : "");
}

/// The columns of an answer in their order, each where it is asked for or has room.
class ColumnList {
 public:
  ColumnList(const AnswerView& view, std::size_t width)
      : m_view(view), m_request(view.request()), m_width(width), m_usual(usual_room(view, width)) {
    add_names();
    add_speed();
    if (m_request.largest_batch) add_familiar(true);
    if (m_request.run) add_run(*m_request.run);
    if (m_request.job) add_job();
    if (m_view.bars) add_bars();
    if (m_request.owning) add_costs();
    add_prices();
    add_ratios();
    add_rest();
  }

  [[nodiscard]] std::vector<OfferColumn> take() { return std::move(m_columns); }

 private:
  /// Whether the columns of every answer have so many characters per line.
  [[nodiscard]] bool has(std::size_t least) const { return m_usual >= least; }

  template <class Cell>
  void text(std::string title, Cell cell, bool is_flexible = false) {
    m_columns.push_back({{std::move(title), false, is_flexible}, std::move(cell)});
  }
  template <class Cell>
  void figure(std::string title, Cell cell) {
    m_columns.push_back({{std::move(title), true}, std::move(cell)});
  }

  void add_names() {
    const bool is_tight = m_request.owning && m_width < k_from_each;
    // Names of several need the room.
    const bool tells_memory = !is_tight || (!m_request.job && m_request.count.to == 1);
    text(
        "GPU", [tells_memory](const DetailedOffer& row) { return name_text(row.offer, tells_memory); },
        is_tight || !has(k_from_names));
    if (!tells_memory) return;
    figure("GB", [](const DetailedOffer& row) {
      return or_dash(row.offer.gpu->memory, [](auto gb) { return fmt::format("{}", gb.value()); });
    });
  }

  /// The speed that ranks, and how it is known: where the figure has no room, as the tokens per second are, which
  /// stand in its place.
  void add_speed() {
    const bool has_rates = m_view.details.has_token_rates || tells_real_time(m_view);
    const bool is_score = m_request.speed_kind == SpeedKind::score;
    const bool shows_figure = is_score || !has_rates || has(k_room_for_speed);
    if (shows_figure) {
      figure(is_score ? "score" : "speed", [](const DetailedOffer& row) { return or_dash(row.offer.speed, rounded); });
    }
    if (is_score) return;
    const bool shows_basis = rate_room(m_request) == 0 || has(k_from_basis);
    const bool is_in_full = has(k_room_for_interval);
    if ((!shows_figure || !shows_basis) && !is_in_full) return;  // a rate has a mark of its own
    text("basis", [is_in_full, shows_figure](const DetailedOffer& row) {
      auto performance = row.details.performance;
      const TokenRates* rates = row.details.rates();
      const bool stands_for_rate = !shows_figure && rates && rates->together.measured;
      if (performance && stands_for_rate) performance->basis = Basis::measured;
      return or_dash(performance, [&](const Performance& p) { return basis_text(p, is_in_full); });
    });
    if (!is_in_full) return;
    text("likely", [](const DetailedOffer& row) {
      return or_dash(row.details.performance, [](const Performance& p) {
        return p.low == p.high ? std::string("-") : rounded(p.low) + '-' + rounded(p.high);
      });
    });
  }

  /// Samples per second of the network by which the workload is known, where rows have it.
  void add_familiar(bool shows_batch) {
    const ReferenceThroughput* const first = first_rate(m_view);
    if (first == nullptr) return;
    if (shows_batch) {
      figure("batch", [](const DetailedOffer& row) {
        const auto& rates = row.details.familiar;
        return rates.empty() ? std::string("-")
                             : or_dash(rates.front().batch, [](int batch) { return in_thousands(batch); });
      });
    }
    const std::string unit = rate_unit(*first);
    figure(unit == "sequences/s" ? "seq/s" : unit, [](const DetailedOffer& row) {
      const auto& rates = row.details.familiar;
      return rates.empty() ? std::string("-") : familiar_text(rates.front());
    });
  }

  /// What the training run that was asked for takes.
  void add_run(const TrainingRun& run) {
    figure("hours", [](const DetailedOffer& row) {
      return or_dash(row.details.run, [](const RunTime& time) { return hours_text(time); });
    });
    if (!run.price_per_kwh) return;
    figure("electricity", [](const DetailedOffer& row) {
      const auto& time = row.details.run;
      return time ? or_dash(time->electricity, money) : std::string("-");
    });
  }

  /// How the job of the request does on the GPUs of a row.
  void add_job() {
    if (gpuadvisor::has_users(m_request)) {
      text("layout", [&job = m_request.job->job()](const DetailedOffer& row) {
        const TokenRates* rates = row.details.rates();
        if (rates == nullptr || !rates->serving) return std::string("-");
        const WeightFormat& format = row.details.plan->way->job.weights;
        const bool is_other = format.id != job.weights.id;
        return layout_text(rates->serving->layout) + (is_other ? " FP4" : "");
      });
    } else {
      add_fit();
    }
    if (tells_real_time(m_view)) {
      figure("real time", [](const DetailedOffer& row) {
        return or_dash(row.offer.times_real_time,
                       [](double times) { return fmt::format("~{:g}x", two_digits(times, Rounding::down)); });
      });
    }
    const bool is_told_by_hours = m_request.run && m_width < k_from_quotes;  // of the run
    if (!m_view.details.has_token_rates || is_told_by_hours) return;
    figure("tok/s", [](const DetailedOffer& row) {
      return or_dash(row.details.rate, [](const NetworkRate& rate) { return rate_text(rate); });
    });
  }

  void add_fit() {
    text("fit", [&job = m_request.job->job()](const DetailedOffer& row) {
      return or_dash(row.details.plan, [&job](const JobFit& fit) { return fit_text(fit, job); });
    });
  }

  /// Bars of what ranks as speed, on the scale of the longest.
  void add_bars() {
    double largest = 0;
    const auto measure = [&](const Offer& offer, const OfferDetails& details) {
      if (const auto speed = drawn_speed(offer, details)) {
        largest = std::max(largest, speed->interval ? speed->interval->high : speed->value);
      }
    };
    for (const DetailedOffer& row : m_view.rows()) measure(row.offer, row.details);
    for (const std::size_t miss : shown_misses(m_view)) {
      measure(m_view.answer.near_misses[miss].offer, m_view.details.near_misses[miss]);
    }
    if (largest <= 0) return;
    const BarScale scale{largest, k_bar_width, *m_view.bars};
    text(scale_title(rounded(largest), scale), [scale](const DetailedOffer& row) {
      return or_dash(drawn_speed(row.offer, row.details), [&](const DrawnSpeed& speed) {
        const PlotInterval all{speed.value, speed.value};
        return interval_bar(speed.value, speed.interval.value_or(all), speed.mark, scale);
      });
    });
  }

  /// What an hour of use costs, and the work that is done, where that counts.
  void add_costs() {
    figure("$/h", [](const DetailedOffer& row) { return or_dash(row.offer.hourly, money_hourly); });
    if (!tells_work(m_request)) return;
    figure(ranks_by_tokens(m_request) ? "$/Mtok" : "$/work", [&request = m_request](const DetailedOffer& row) {
      return or_dash(cost_of_unit(row.offer, request), money_hourly);
    });
  }

  /// Whether some row, or a near miss below them, has a price to show; all of `list` is told, whether it has or not.
  [[nodiscard]] bool is_priced() const {
    const auto rows = m_view.rows();
    return m_view.command == "list" || !shown_misses(m_view).empty() ||
           std::any_of(rows.begin(), rows.end(), [](const DetailedOffer& row) { return total_price(row.offer); });
  }

  void add_prices() {
    const bool has_prices = is_priced();
    if (has_prices) {
      figure("today", [](const DetailedOffer& row) {
        return or_dash(total_price(row.offer), [&](Usd usd) {
          return row.offer.rental ? money_nearest(usd) : today_text(usd, *row.offer.price);
        });
      });
      text("cond", [](const DetailedOffer& row) {
        if (row.offer.rental) return std::string("rent");
        return row.offer.price ? std::string(condition_word(*row.offer.price)) : std::string("-");
      });
    }
    if (m_request.count.to > 1 && has(k_from_each)) {
      figure("each", [](const DetailedOffer& row) {
        return or_dash(row.offer.price, [](const auto& p) { return today_text(p.today, p); });
      });
    }
    if (has_prices && m_width >= k_from_seen + rate_room(m_request)) {
      text("seen", [](const DetailedOffer& row) {
        if (row.offer.rental) return month_text(row.offer.rental->cheapest->date);
        return or_dash(row.offer.price, [](const auto& p) { return p.is_yours() ? "-" : month_text(p.seen()); });
      });
    }
  }

  /// What ranks on request, and the figures per dollar, kilowatt and GB.
  void add_ratios() {
    const RankBy rank_by = m_request.rank_by;
    if (rank_by == RankBy::priority && m_request.speed_kind == SpeedKind::index) {
      figure("score", [](const DetailedOffer& row) { return or_dash(row.offer.priority, rounded); });
    }
    if (rank_by == RankBy::efficiency && has(k_from_quotes)) {
      figure("per kW", [](const DetailedOffer& row) { return or_dash(efficiency(row.offer), rounded); });
    } else if (rank_by == RankBy::value || has(k_from_quotes)) {
      figure("per $k", [](const DetailedOffer& row) { return or_dash(value(row.offer), rounded); });
    }
    if (rank_by == RankBy::price_per_gb || has(k_from_more)) {
      figure("$/GB", [](const DetailedOffer& row) { return or_dash(price_per_gb(row.offer), money_nearest); });
    }
    if (!is_priced() || has(k_from_quotes)) {
      figure("W", [](const DetailedOffer& row) { return or_dash(power(row.offer), whole<Watts>); });
    }
  }

  /// What only wide tables have.
  void add_rest() {
    if (has(k_from_familiar) && !m_request.run && !m_request.largest_batch) add_familiar(false);
    if (!has(k_from_quotes)) return;
    text("from-to", [](const DetailedOffer& row) { return or_dash(row.offer.price, price_range); });
    if (!has(k_from_more)) return;
    text("by", [](const DetailedOffer& row) { return or_dash(row.offer.price, by_words); });
    figure("GB/s", [](const DetailedOffer& row) {
      return or_dash(row.offer.gpu->memory_bandwidth, whole<GigabytesPerSecond>);
    });
    text("released", [](const DetailedOffer& row) {
      return or_dash(row.offer.gpu->released, [](const auto& date) { return date.text(); });
    });
  }

  const AnswerView& m_view;
  const Request& m_request;
  std::size_t m_width;  // of a line
  std::size_t m_usual;  // of it, what the columns of every answer have
  std::vector<OfferColumn> m_columns;
};

}  // namespace

std::vector<OfferColumn> offer_columns(const AnswerView& view, std::size_t width) {
  return ColumnList(view, width).take();
}

std::vector<std::size_t> shown_misses(const AnswerView& view) {
  std::vector<std::size_t> shown;
  if (view.command != "recommend" || view.rows().empty()) return shown;
  const auto& misses = view.answer.near_misses;
  for (std::size_t i = 0; i < misses.size() && shown.size() < k_shown_misses; ++i) {
    if (misses[i].kind != NearMissKind::change || misses[i].missing.size() == 1) shown.push_back(i);
  }
  return shown;
}

}  // namespace gpuadvisor
