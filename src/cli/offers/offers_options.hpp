#pragma once

#include <optional>
#include <string>
#include <vector>

#include "advice/offers/offer_ranking.hpp"
#include "cli/options/asked_money.hpp"
#include "cli/options/filter_options.hpp"
#include "cli/options/option_parser.hpp"
#include "cli/session.hpp"
#include "gpuadvisor/advice/request.hpp"
#include "offer_input.hpp"

namespace gpuadvisor::cli {

/// Which offers of a list are meant.
struct OfferFilterOptions {
  std::vector<std::string> gpus;
  std::vector<std::string> vendors;
  std::optional<AskedMemory> min_memory;
  std::optional<CountRange> count;
  std::optional<RentTerms> terms;
  std::string provider;
  std::string region;
  std::optional<AskedMoney> most;
  bool unsupported = false;

  void add_to(OptionParser& parser);
  /// Throws UsageError with the nearest known word.
  void apply_to(OffersQuestion& question, Session& session) const;
};

/// How lists are read.
struct OfferReadingOptions {
  std::vector<std::string> files;
  OnError on_error = OnError::stop;
  std::string provider;
  std::optional<int> threads;

  void add_to(OptionParser& parser);
  /// All files as one list. Tells on a terminal how far it is.
  [[nodiscard]] OfferTally tally(const OfferRanker& ranker, std::vector<std::string>& remarks) const;
};

}  // namespace gpuadvisor::cli
