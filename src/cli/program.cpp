#include "program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <exception>
#include <new>

#include "cli/options/option_parser.hpp"
#include "gpuadvisor/core/error.hpp"

namespace gpuadvisor::cli {
namespace {

constexpr auto k_commands = std::to_array<Command>({
    {"recommend", "Rank the GPUs that fit a workload, a budget and a memory need", run_recommend},
    {"picks", "What to buy in short, by kind of buyer, and what the guides said", run_picks},
    {"explain", "Why a GPU stands where it does in such an answer, as arithmetic", run_explain},
    {"list", "The catalog, filtered and sorted: a row per GPU", run_list},
    {"show", "Everything known of one GPU, each figure with its source", run_show},
    {"compare", "GPUs side by side, and which of them wins for what", run_compare},
    {"upgrade", "Wait, or what is worth buying next to the GPU that one owns", run_upgrade},
    {"build", "Several GPUs in a machine: speed-up, power supply, heat, cost, clusters", run_build},
    {"memory", "How much memory a network takes, and which GPUs have room for it", run_memory},
    {"chart", "Walk the guides' decision chart, with what is computed today beside it", run_chart},
    {"guides", "What the published buying guides say, by edition, topic or GPU", run_guides},
    {"platform", "Buy, rent or a free tier: what is cheaper today, and what guides say", run_platform},
    {"cost", "What owning GPUs costs by the hour, and when it beats renting", run_cost},
    {"rent", "What GPUs cost by the hour, by provider and terms", run_rent},
    {"offers", "Rank the offers of price lists that clouds and marketplaces publish", run_offers},
    {"sources", "Where the figures come from, and what each source supplies", run_sources},
    {"check", "Judge catalog data for CI: can it be read, can it be true", run_check},
    {"catalog", "Export, compare or extend the catalog", run_catalog},
    {"schema", "The JSON Schema of what a command prints as JSON", run_schema},
    {"prices", "What GPUs cost over time, and how well that is known", run_prices},
    {"scores", "Make performance scores from measurements, and judge them", run_scores},
});

std::string help() {
  return "Which GPU should I get for deep learning?\n\n"
         "Examples:\n"
         "  gpuadvisor recommend --workload cnn --budget 500\n"
         "  gpuadvisor recommend --workload transformer --min-memory 24 --condition used\n"
         "  gpuadvisor show \"RTX 3090\"\n"
         "  gpuadvisor list --vendor amd --format csv -n 0\n\n"
         "Commands:\n" +
         summaries(k_commands) +
         "\n`gpuadvisor COMMAND --help` explains a command. `gpuadvisor --version` prints the version.\n"
         "Exit status: 0 answered, 1 the answer is none, 2 wrong usage, 3 could not answer.\n";
}

Outcome run(Arguments arguments) {
  if (arguments.empty()) return {"", help(), k_wrong_usage};
  const std::string_view first = arguments.front();
  if (first == "--help" || first == "-h" || first == "help") return {help(), "", k_answered};
  if (first == "--version") return {fmt::format("gpuadvisor {}\n", GPUADVISOR_VERSION), "", k_answered};
  return dispatch(k_commands, arguments);
}

}  // namespace

Outcome outcome_of(Arguments arguments) {
  try {
    return run(arguments);
  } catch (const HelpRequest& request) {
    return {request.text, "", k_answered};
  } catch (const UsageError& error) {
    return {"", fmt::format("gpuadvisor: {}\nTry `gpuadvisor {}--help`.\n", error.what(), error.command()),
            k_wrong_usage};
  } catch (const std::bad_alloc&) {
    return {"", "gpuadvisor: out of memory\n", k_no_answer};
  } catch (const std::exception& error) {
    return {"", fmt::format("{}\n", error.what()), k_no_answer};
  }
}

}  // namespace gpuadvisor::cli
