#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "asked_money.hpp"
#include "cli/session.hpp"
#include "gpuadvisor/advice/request.hpp"
#include "option_parser.hpp"

namespace gpuadvisor::cli {

/// The options that describe a run of training, whose hours are then told.
struct TrainingRunOptions {
  /// So much work, in the unit of a rate.
  struct Amount {
    std::string_view option;
    std::string_view unit;
    std::optional<double> value = std::nullopt;
  };

  std::array<Amount, 3> amounts = {
      {{"--images", "images/s"}, {"--sequences", "sequences/s"}, {"--tokens", "tokens/s"}}};
  std::optional<double> epochs;
  std::optional<AskedMoney> price_per_kwh;  // that of --kwh, an option of owning

  void add_to(OptionParser& parser);
  /// --tokens alone, for a command that is about one model.
  void add_tokens_to(OptionParser& parser);
  [[nodiscard]] bool is_asked() const { return amount() != nullptr; }

  /// The run of a language model; nothing where none is asked for. Throws UsageError for a job that trains none.
  [[nodiscard]] std::optional<TrainingRun> language_run(const Network& network, const MemoryJob& job) const;

  /// Puts the run into a request whose workload and job are known. Throws UsageError where nothing tells its hours, or
  /// the rates at the largest batch that the request asks for.
  void apply_to(Request& request, const Session& session, bool names_workload) const;

 private:
  [[nodiscard]] const Amount* amount() const;  // that was given; null: none
};

}  // namespace gpuadvisor::cli
