#include "offers_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <thread>

#include "catalog/lookup/name_pattern.hpp"
#include "cli/options/asked_gpus.hpp"
#include "cli/options/named_value.hpp"
#include "cli/options/output_options.hpp"
#include "cli/options/range_option.hpp"
#include "cli/progress.hpp"
#include "core/text.hpp"
#include "gpuadvisor/catalog/name_lookup.hpp"
#include "gpuadvisor/core/error.hpp"

namespace gpuadvisor::cli {
namespace {

constexpr int k_most_gpus_of_offer = 100'000;
constexpr int k_most_threads = 256;

}  // namespace

void OfferFilterOptions::add_to(OptionParser& parser) {
  parser.add_list("--gpu", gpus, "GPU,...", "Only these GPUs; h100 means all its variants");
  parser.add_list("--vendor", vendors, "VENDOR,...", "Only GPUs of this vendor: nvidia, amd, google, …");
  parser.add("--min-memory", min_memory, "GB", "Minimum memory of each GPU",
             [](std::string_view option, std::string_view text) {
               return AskedMemory{Gibibytes{positive_number(option, text, "GB")}};
             });
  parser.add(
      "--count", count, "N|N-M", "GPUs of the machine: 8, 4-8 (default: any number)",
      [](std::string_view option, std::string_view text) { return count_range(option, text, k_most_gpus_of_offer); });
  parser.add("--terms", terms, "TERMS", "on-demand, spot or marketplace (default: all)", named<RentTerms>);
  parser.add("--provider", provider, "PROVIDER", "Only providers whose name starts so: vast, aws");
  parser.add("--region", region, "PREFIX", "Only regions of which a part starts so: US, eu-");
  parser.add("--max-price", most, "USD", "Maximum price per hour, for the machine", asked_money);
  parser.add_flag("--unsupported", unsupported, "Include GPUs without current software support");
}

void OfferFilterOptions::apply_to(OffersQuestion& question, Session& session) const {
  const Catalog& catalog = session.catalog();
  for (const std::string& name : gpus) {
    auto found = find_by_name(catalog, name).gpus;
    if (found.empty()) found.push_back(resolved(catalog, name).gpu);  // throws, with the nearest name
    question.gpus.insert(question.gpus.end(), found.begin(), found.end());
  }
  if (!vendors.empty()) question.vendors = vendors_from(vendors, catalog);
  if (min_memory) question.memory = min_memory->memory;
  if (count) question.count = {count->from, count->to};
  question.terms = terms;
  question.provider = lower_case(provider);
  question.region = lower_case(region);
  if (most) question.most = UsdPerHour{session.usd("--max-price", *most).value()};
  question.includes_unsupported = unsupported;
}

void OfferReadingOptions::add_to(OptionParser& parser) {
  parser.add("FILE", files, "", "Lists of prices, also .gz and .zst; - reads standard input");
  parser.add("--on-error", on_error, "stop|skip", "At a malformed row: stop (default), or skip and count it",
             named<OnError>);
  parser.add("--provider-name", provider, "NAME", "The provider, if rows do not name it (the file's name)");
  parser.add("--threads", threads, "N", "Threads that read lines of JSON (all cores)",
             whole_number_in(1, k_most_threads));
}

OfferTally OfferReadingOptions::tally(const OfferRanker& ranker, std::vector<std::string>& remarks) const {
  const Progress progress;
  OfferReading reading{on_error, provider,
                       threads ? static_cast<unsigned>(*threads) : std::max(std::thread::hardware_concurrency(), 1U)};
  OfferTally all;
  for (const std::string& file : files) {
    std::error_code is_stream;
    const auto size = std::filesystem::file_size(file, is_stream);
    std::uint64_t told = 0;
    reading.tell = [&](std::uint64_t bytes) {
      constexpr std::uint64_t k_step = std::uint64_t{16} << 20U;
      if (bytes < told + k_step) return;
      told = bytes;
      progress.tell(is_stream || size == 0
                        ? fmt::format("{}: {} MiB", printable(file), bytes >> 20U)
                        : fmt::format("{}: {} %", printable(file), std::min<std::uint64_t>(100 * bytes / size, 100)));
    };
    all.merge(read_offers(file, ranker, reading, remarks));
  }
  return all;
}

}  // namespace gpuadvisor::cli
