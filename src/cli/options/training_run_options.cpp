#include "training_run_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/text.hpp"
#include "gpuadvisor/core/error.hpp"
#include "gpuadvisor/sizing/network_work.hpp"
#include "output_options.hpp"

namespace gpuadvisor::cli {
namespace {

using Amount = TrainingRunOptions::Amount;

constexpr std::string_view k_tokens = "tokens/s";

/// "1.28M", "50k", "1B", "1281167".
double amount_from(std::string_view option, std::string_view text) {
  constexpr double k_thousand = 1000;
  constexpr double k_most = 1e15;
  constexpr std::string_view k_units = "kmbt";
  const std::string figure = lower_case(text);
  std::string_view number = figure;
  const auto unit = number.empty() ? std::string_view::npos : k_units.find(number.back());
  double factor = 1;
  if (unit != std::string_view::npos) {
    number.remove_suffix(1);
    for (std::size_t i = 0; i <= unit; ++i) factor *= k_thousand;
  }
  // What is written in thousands need not be whole in binary.
  const double amount = std::round(number_from(number).value_or(0) * factor * k_thousand) / k_thousand;
  if (amount >= 1 && amount <= k_most && amount == std::floor(amount)) return amount;
  throw UsageError(
      fmt::format("{}: expected a whole number like 50k, 1.28M or 1B, found \"{}\"", option, printable(text)));
}

double epochs_from(std::string_view option, std::string_view text) {
  constexpr double k_most = 1e6;
  const double epochs = number_from(text).value_or(0);
  if (epochs > 0 && epochs <= k_most) return epochs;
  throw UsageError(
      fmt::format("{}: expected a number up to {}, found \"{}\"", option, in_thousands(k_most), printable(text)));
}

/// Whether a network's rate is in the unit of an amount; without one, at a batch that is known.
bool tells(const ReferenceNetwork& network, const Amount* asked) {
  return asked == nullptr ? network.batch.has_value() : network.unit == asked->unit;
}

bool tells(const Workload& workload, const Amount* asked) {
  return std::any_of(workload.networks.begin(), workload.networks.end(),
                     [&](const ReferenceNetwork& network) { return tells(network, asked); });
}

/// "rnn (GNMT v2)".
std::string workloads_that_tell(const Amount* asked, const Catalog& catalog) {
  std::vector<std::string> found;
  for (const Workload& workload : catalog.records<Workload>()) {
    const auto at = std::find_if(workload.networks.begin(), workload.networks.end(),
                                 [&](const ReferenceNetwork& network) { return tells(network, asked); });
    if (at == workload.networks.end()) continue;
    found.push_back(fmt::format("{} ({})", workload.id, catalog.network(at->network)->name));
  }
  return enumeration(found, "or");
}

/// "BERT Base or BERT Large".
std::string networks_that_tell(const Amount* asked, const Catalog& catalog) {
  std::vector<std::string> found;
  for (const Workload& workload : catalog.records<Workload>()) {
    for (const ReferenceNetwork& network : workload.networks) {
      if (tells(network, asked)) found.emplace_back(catalog.network(network.network)->name);
    }
  }
  return enumeration(found, "or");
}

/// How such a figure of a language model is asked for.
std::string_view remark_on(std::string_view workload, const Amount* asked) {
  const bool is_language_model = workload.starts_with("llm-") || workload == "transformer";
  return asked != nullptr && asked->unit == k_tokens && is_language_model
             ? "; of a language model: --model MODEL --task train, lora or qlora"
             : "";
}

/// What of a request leaves out measured speeds; empty: nothing.
std::string_view left_out_by(const Request& request) {
  if (!request.dataset.empty()) return "--scores";
  if (request.evidence == Evidence::specs) return "--evidence specs";
  return request.own_weights ? "--priority or --weights" : "";
}

}  // namespace

void TrainingRunOptions::add_to(OptionParser& parser) {
  auto& [images, sequences, tokens] = amounts;
  parser.add("--images", images.value, "N", "Hours to train ResNet-50 on N images, like 1.28M (cnn)", amount_from);
  parser.add("--sequences", sequences.value, "N", "Hours to train BERT on N sequences (transformer)", amount_from);
  parser.add("--tokens", tokens.value, "N", "Hours to train --model on N tokens, like 1T; without --model GNMT (rnn)",
             amount_from);
  parser.add("--epochs", epochs, "N", "Number of epochs (1)", epochs_from);
}

void TrainingRunOptions::add_tokens_to(OptionParser& parser) {
  parser.add("--tokens", amounts.back().value, "N", "Hours to train a language model on N tokens, like 1T",
             amount_from);
}

std::optional<TrainingRun> TrainingRunOptions::language_run(const Network& network, const MemoryJob& job) const {
  const Amount* const asked = amount();
  if (asked == nullptr) return std::nullopt;
  if (!trains_tokens(network, job)) {
    throw UsageError(fmt::format(
        "{}: expected a language model that is trained in 16 bits (--task train, lora or qlora)", asked->option));
  }
  return TrainingRun{asked->unit, *asked->value, std::nullopt};
}

const Amount* TrainingRunOptions::amount() const {
  const Amount* found = nullptr;
  for (const Amount& one : amounts) {
    if (!one.value) continue;
    if (found != nullptr) throw UsageError(fmt::format("{} and {} exclude each other", found->option, one.option));
    found = &one;
  }
  return found;
}

void TrainingRunOptions::apply_to(Request& request, const Session& session, bool names_workload) const {
  const Amount* const asked = amount();
  if (asked == nullptr && epochs) {
    throw UsageError("--epochs needs --images, --sequences or --tokens");
  }
  if (asked == nullptr && !request.largest_batch) return;
  const std::string_view option = asked == nullptr ? "--batch largest" : asked->option;
  const Catalog& catalog = session.catalog();
  if (const auto other = left_out_by(request); !other.empty()) {
    throw UsageError(fmt::format("{} takes measured speeds, which {} leaves out", option, other));
  }
  const auto set_run = [&] {
    request.run = {asked->unit, *asked->value * epochs.value_or(1), std::nullopt};
    if (price_per_kwh) request.run->price_per_kwh = session.usd("--kwh", *price_per_kwh);
  };
  const bool is_of_tokens = asked != nullptr && asked->unit == k_tokens;
  if (is_of_tokens && request.job && trains_tokens(request.job->network(), request.job->job())) return set_run();
  if (request.job) {
    const Network& network = request.job->network();
    const auto& workloads = catalog.records<Workload>();
    const bool is_told = std::any_of(workloads.begin(), workloads.end(),
                                     [&](const Workload& workload) { return tells_speed(network, workload); });
    if (!is_told || !is_as_timed(*request.job)) {
      throw UsageError(fmt::format("{}: expected {}, trained (--task train) with samples of the usual size, found {}{}",
                                   option, networks_that_tell(asked, catalog), network.name,
                                   is_told ? " used otherwise" : ""));
    }
  }
  const Workload* const workload = catalog.workload(request.workload);
  if (workload == nullptr || !tells(*workload, asked)) {
    throw UsageError(fmt::format(
        "{}: expected --workload {}, found {}{}{}", option, workloads_that_tell(asked, catalog), request.workload,
        names_workload || request.job ? "" : " (the default)", remark_on(request.workload, asked)));
  }
  if (asked != nullptr) set_run();
}

}  // namespace gpuadvisor::cli
