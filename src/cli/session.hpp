#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/options/catalog_options.hpp"
#include "cli/options/output_options.hpp"
#include "cli/options/price_options.hpp"
#include "cli/options/score_options.hpp"
#include "command.hpp"
#include "gpuadvisor/advice/network_measurements.hpp"
#include "gpuadvisor/sizing/memory_job.hpp"

namespace gpuadvisor::cli {

/// The options of all commands that answer from the catalog.
struct SessionOptions {
  CatalogOptions catalog;
  ScoreOptions scores;  // added by the commands that have --scores
  PriceOptions prices;  // added by the commands that have --my-price
  OutputOptions output;
  std::vector<std::string> understood;  // what words of the command line were taken for
  bool strict = false;                  // nothing is to be guessed

  void add_to(OptionParser& parser, std::span<const Format> formats);
};

/// One run of a command: the catalog that it asks, what it remarks on the way, and the outcome. Views its options.
class Session {
 public:
  /// Reads the catalog; for a command that tells no speeds. Throws UsageError or Error.
  explicit Session(const SessionOptions& options, const std::optional<AskedMoney>& budget = {});
  /// With the scores of the day asked for, or of the dataset. `budget` may name the currency.
  Session(const SessionOptions& options, ScorePrecision precision, const std::optional<AskedMoney>& budget = {});

  [[nodiscard]] const SessionOptions& options() const { return m_options; }
  [[nodiscard]] const Catalog& all() const { return m_all; }      // of all times
  [[nodiscard]] const Catalog& named() const { return m_named; }  // of the day asked for, maybe without its scores
  /// The same with its scores, which are made when they are first asked for: those of an earlier day are fitted.
  [[nodiscard]] const Catalog& catalog() const;
  [[nodiscard]] bool travels() const { return m_options.catalog.as_of.has_value(); }
  [[nodiscard]] CatalogStamp stamp() const;
  /// What an amount that an option asks for is in US dollars without tax. Throws UsageError.
  [[nodiscard]] Usd usd(std::string_view option, const AskedMoney& asked) const {
    return in_usd(option, asked, m_exchange, m_named);
  }

  /// Whose price of a kWh counts: that of --region, where it is known. Views the session.
  [[nodiscard]] std::string_view electricity_region() const;
  /// That amounts are told with, as a share.
  [[nodiscard]] double tax() const { return m_exchange.tax; }

  /// What the built-in measurements say of a job, of those published by the day asked for; of one dataset alone where
  /// one is named. Nothing of a job that writes no tokens, which costs nothing then, and nothing with --catalog-only,
  /// where only what the catalog itself says counts.
  [[nodiscard]] NetworkMeasurements measurements(const Network& network, const MemoryJob& job) const;

  /// Of fine-tuning language models (too few for an index) or serving them on a GPU, as published: rates that hold in
  /// their setting only. Nothing with --catalog-only, and of other workloads.
  [[nodiscard]] std::vector<Measurement> published(const Gpu& gpu, std::string_view workload) const;
  /// Of both.
  [[nodiscard]] std::vector<Measurement> published(const Gpu& gpu) const;

  /// A line for standard error on what was asked for.
  void remark(std::string_view text);
  /// The same of what was not named but guessed: what one of several things is taken as. With --strict throws
  /// UsageError.
  void guess(std::string_view text);
  /// One on the answer, which follows all others.
  void remark_on_answer(std::string_view text);
  void remark_on_rows(std::size_t shown, std::size_t found);

  /// The answer "none", with the remarks so far, also where --quiet is asked for: they tell why.
  [[nodiscard]] Outcome none() const { return {"", m_remarks, k_none}; }
  [[nodiscard]] Outcome none(std::string_view why);
  /// With the remarks, that on the age of the catalog among them.
  [[nodiscard]] Outcome outcome(std::string results, bool is_answered = true) const;
  /// A view in the format asked for, with its own document or another, see OutputOptions::text_of.
  template <class View, class... MakeDocument>
  [[nodiscard]] Outcome answer(const View& view, const MakeDocument&... make_document) const {
    return answer_if(true, view, make_document...);
  }
  /// The same of a view that may say "none".
  template <class View, class... MakeDocument>
  [[nodiscard]] Outcome answer_if(bool is_answered, const View& view, const MakeDocument&... make_document) const {
    return outcome(m_options.output.text_of(view, make_document...), is_answered);
  }

 private:
  [[nodiscard]] bool knows_electricity() const;  // what it costs in the region
  /// Where the country asked for is not the one whose prices count anyway. Throws UsageError.
  void tell_country();
  void take_own_prices();
  /// The built-in measurements of a workload.
  [[nodiscard]] const Benchmarks& benchmarks(std::string_view workload) const;

  const SessionOptions& m_options;
  Catalog m_all;
  Catalog m_named;
  std::optional<ScorePrecision> m_precision;  // of its scores; absent: a command that tells no speeds
  mutable std::optional<Catalog> m_scored;
  Exchange m_exchange;
  std::string m_region;  // as the catalog writes it
  MoneyScope m_money;
  mutable std::map<std::string_view, Benchmarks> m_benchmarks;  // by workload, read when first asked for
  std::string m_remarks;
  std::string m_last_remarks;
};

}  // namespace gpuadvisor::cli
