#include "session.hpp"
#include "gpuadvisor/catalog/token_work.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "catalog/loading/embedded_benchmarks.hpp"
#include "catalog/records/electricity.hpp"
#include "catalog/records/own_price.hpp"
#include "cli/file_writer.hpp"
#include "cli/options/asked_build.hpp"
#include "core/text.hpp"
#include "gpuadvisor/core/error.hpp"
#include "gpuadvisor/economics/price_rule.hpp"
#include "gpuadvisor/sizing/network_work.hpp"

namespace gpuadvisor::cli {
namespace {

/// Of which measurements are told as they are.
constexpr std::array<std::string_view, 2> k_told_as_published = {k_fine_tuning_workload, k_serving_workload};

}  // namespace

void SessionOptions::add_to(OptionParser& parser, std::span<const Format> formats) {
  output.add_to(parser, formats);
  catalog.add_to(parser);
  parser.add_flag("--strict", strict, "Names that mean one thing only, and no words that are guessed");
  parser.understand_words(understood);
}

Session::Session(const SessionOptions& options, const std::optional<AskedMoney>& budget)
    : m_options(options),
      m_all(options.catalog.merged()),
      m_named(options.catalog.known(m_all)),
      m_exchange(options.prices.exchange(m_named, budget)),
      m_money(m_exchange) {
  m_region = options.prices.region_in(m_named);
  m_named = m_named.in_country(m_region.substr(0, m_region.find('-')));
  if (m_named.country() != k_home_country) tell_country();
  take_own_prices();
  for (const std::string& text : options.understood) guess(text);
}

bool Session::knows_electricity() const {
  return std::ranges::any_of(m_named.records<ElectricityPrice>(), [&](const ElectricityPrice& price) {
    return price.customers == ElectricityCustomers::households && price.region == m_region;
  });
}

void Session::tell_country() {
  const bool has_asks = std::ranges::any_of(m_named.prices(), [&](const Price& price) {
    return offers_of(price.kind) > 0 && price.region == m_named.country() &&
           days_until(*m_named.as_of(), price.date) <= k_oldest_ask;
  });
  if (!has_asks) {
    remark(fmt::format("what GPUs{} in {} is not known: prices are those of the {}{}",
                       knows_electricity() ? " cost" : " and a kWh cost", m_region, k_home_country,
                       m_exchange.usd == 1 ? "" : ", converted to " + m_exchange.currency));
  } else if (m_options.prices.tax > 0) {
    throw UsageError(fmt::format("--tax: what is asked in {} contains its tax", m_region));
  }
}

std::string_view Session::electricity_region() const {
  return knows_electricity() ? std::string_view(m_region) : k_home_country;
}

Session::Session(const SessionOptions& options, ScorePrecision precision, const std::optional<AskedMoney>& budget)
    : Session(options, budget) {
  m_precision = precision;
}

const Catalog& Session::catalog() const {
  if (!m_precision) return m_named;
  if (!m_scored) m_scored = m_options.scores.scored(m_named, m_all, m_options.catalog, *m_precision);
  return *m_scored;
}

CatalogStamp Session::stamp() const {
  CatalogStamp stamp = m_options.catalog.stamp(m_named);
  if (m_exchange.changes_amounts()) stamp.exchange = m_exchange;
  return stamp;
}

void Session::take_own_prices() {
  if (!m_named.as_of()) return;  // nothing is sold
  const Day day = *m_named.as_of();
  const PartialDate today(static_cast<int>(day.year()), static_cast<unsigned>(day.month()),
                          static_cast<unsigned>(day.day()));
  std::vector<OwnPrice> prices;
  const auto take = [&](const NamedPrice& asked) {
    const AskedBuild found = asked_build(asked.where, std::vector{asked.gpus}, *this);
    if (found.parts.empty()) return;  // not yet on sale
    if (found.parts.size() > 1) {
      throw UsageError(fmt::format("{}: expected one kind of GPU, found \"{}\"", asked.where, printable(asked.gpus)));
    }
    const auto& [gpu, count] = found.parts.front();
    const bool is_known = std::any_of(prices.begin(), prices.end(),
                                      [&, id = gpu->id](const OwnPrice& one) { return one.quote.gpu == id; });
    if (is_known) {
      throw UsageError(fmt::format("{}: expected one price of each, found the {} again", asked.where, gpu->name));
    }
    OwnPrice own;
    own.count = count;
    own.quote.gpu = gpu->id;
    own.quote.date = today;
    own.quote.condition = Condition::mixed;
    own.quote.kind = QuoteKind::ask_lowest;
    own.quote.price = usd(asked.where, asked.price) / count;
    prices.push_back(own);
  };
  for (const NamedPrice& asked : named_prices(m_options.prices)) {
    const bool is_in_file = asked.where != "--my-price";
    try {
      take(asked);
    } catch (const UsageError& error) {
      const std::string message = error.what();
      const std::string located = message.starts_with(asked.where) ? message : asked.where + ": " + message;
      if (is_in_file) throw Error(located);
      throw UsageError(located);
    }
  }
  if (!prices.empty()) m_named = m_named.with_own_prices(std::move(prices));
}

NetworkMeasurements Session::measurements(const Network& network, const MemoryJob& job) const {
  if (m_options.catalog.only || network.id.empty() || !writes_tokens(network, job)) return {};
  const Benchmarks& all = benchmarks(job.queues ? k_serving_workload : k_decode_workload);
  const std::string dataset = lower_case(m_options.scores.dataset);
  if (dataset.empty()) return {network, all, catalog()};
  Benchmarks some = all;
  std::erase_if(some.measurements, [&](const Measurement& row) { return row.dataset != dataset; });
  return {network, some, catalog()};
}

const Benchmarks& Session::benchmarks(std::string_view workload) const {
  auto at = m_benchmarks.find(workload);
  if (at == m_benchmarks.end()) at = m_benchmarks.emplace(workload, embedded_benchmarks(workload)).first;
  return at->second;
}

std::vector<Measurement> Session::published(const Gpu& gpu, std::string_view workload) const {
  const auto* const told = std::find(k_told_as_published.begin(), k_told_as_published.end(), workload);
  if (m_options.catalog.only || told == k_told_as_published.end()) return {};
  std::vector<Measurement> found;
  for (const Measurement& row : benchmarks(*told).measurements) {
    const bool is_known = !travels() || m_named.known_on(row.published) <= *m_named.as_of();
    if (row.workload == workload && row.gpu == gpu.id && is_known) found.push_back(row);
  }
  return found;
}

std::vector<Measurement> Session::published(const Gpu& gpu) const {
  std::vector<Measurement> found;
  for (const auto workload : k_told_as_published) {
    const auto rows = published(gpu, workload);
    found.insert(found.end(), rows.begin(), rows.end());
  }
  return found;
}

void Session::remark(std::string_view text) {
  const std::string line = fmt::format("gpuadvisor: {}\n", text);
  if (m_remarks.find(line) == std::string::npos) m_remarks += line;  // each once, however often a name is repeated
}

void Session::guess(std::string_view text) {
  if (m_options.strict) throw UsageError(fmt::format("{}; --strict takes nothing that is guessed", text));
  remark(text);
}

void Session::remark_on_answer(std::string_view text) { m_last_remarks += fmt::format("gpuadvisor: {}\n", text); }

void Session::remark_on_rows(std::size_t shown, std::size_t found) {
  if (shown < found) remark_on_answer(fmt::format("{} of {} rows shown; -n 0 shows all", shown, found));
}

Outcome Session::none(std::string_view why) {
  remark(why);
  return none();
}

Outcome Session::outcome(std::string results, bool is_answered) const {
  if (const std::string& file = m_options.output.file; !file.empty()) {
    replace_file(file, results);
    results.clear();
  }
  const bool quiet = m_options.output.quiet;
  return {std::move(results), quiet ? "" : m_remarks + m_options.catalog.stale_notice(m_named) + m_last_remarks,
          is_answered ? k_answered : k_none};
}

}  // namespace gpuadvisor::cli
