#include "program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <exception>
#include <new>
#include <vector>

#include "cli/help/help_text.hpp"
#include "core/text.hpp"
#include "gpuadvisor/core/error.hpp"

namespace gpuadvisor::cli {
namespace {

constexpr auto k_commands = std::to_array<Command>({
    {"recommend", "Rank the GPUs that fit a workload, a budget and a memory need", run_recommend},
    {"picks", "What to buy in short, by kind of buyer, and what the guides said", run_picks},
    {"explain", "Why a GPU stands where it does in such an answer", run_explain},
    {"list", "The catalog, filtered and sorted: a row per GPU", run_list},
    {"show", "What a GPU is, costs today and is good for; all that is known of it", run_show},
    {"compare", "Which of several GPUs to take, and the GPUs side by side", run_compare},
    {"upgrade", "Keep a GPU, add a second one, buy another, or rent", run_upgrade},
    {"build", "Several GPUs in a machine: speed-up, power supply, heat, cost, clusters", run_build},
    {"memory", "How much memory a network takes, and which GPUs it fits", run_memory},
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
         "  gpuadvisor recommend --model llama-3.3-70b --budget 3000\n"
         "  gpuadvisor compare 3090 4090\n"
         "  gpuadvisor picks\n\n"
         "Commands:\n" +
         summaries(k_commands) +
         "\n`gpuadvisor COMMAND -h` shows the options that most people use, `--help` all of them.\n"
         "`gpuadvisor help reading` tells what marks and figures mean, `--version` the version.\n"
         "Exit status: 0 answered, 1 the answer is none, 2 wrong usage, 3 could not answer.\n";
}

/// What figures and marks in answers mean.
constexpr std::string_view k_reading =
    "How to read an answer\n\n"
    "speed       Times a GeForce RTX 2080 Ti, in training of that kind or in writing\n"
    "            text. meas: measured on this GPU; est, ~: estimated from its\n"
    "            specifications, or from other networks.\n"
    "80 %        The true figure is expected in this range 8 times in 10.\n"
    "tokens/s    Written for one user, unless another number of users is asked for.\n"
    "score       A ranking by the buying guides' order of importance; not a speed.\n"
    "share       How much a source counts in a speed that several of them give.\n\n"
    "today       What the cheaper offers ask today, in US dollars, of one card without\n"
    "            tax. ~: no offer seen lately; an older one, moved with the market.\n"
    "seen        The month of the newest quote. old: it ranks last; expired: too old to\n"
    "            count; hearsay: nobody was seen to sell at that price.\n"
    "cond        new or used; any: quoted without saying which.\n"
    "likely      The price is expected in this range 8 times in 10.\n"
    "per $1000   Speed for 1,000 dollars, at the price of today.\n\n"
    "fits        The memory holds the network, and a tenth is left.\n"
    "tight       Hardly any memory to spare: another program may be too much.\n\n"
    "=, same     Too close to call: the difference is within 10 % or the error.\n"
    "-           In place of a rank: it misses something, which the note tells.\n"
    "            Elsewhere: unknown.\n"
    "?           Unknown; do not read it as no.\n\n"
    "Why a GPU stands where it does: `gpuadvisor explain GPU`. Where a figure is\n"
    "from: `gpuadvisor show GPU --explain`, `gpuadvisor sources`. A figure that is\n"
    "wrong: report it with its source, as docs/CONTRIBUTING.md in the repository\n"
    "says.\n";

bool is_command(std::string_view word) {
  return std::any_of(k_commands.begin(), k_commands.end(),
                     [word](const Command& command) { return command.name == word; });
}

/// `help COMMAND` is `COMMAND --help`.
Outcome help_on(Arguments words) {
  if (words.empty()) return {help(), "", k_answered};
  if (std::string_view(words.front()) == "reading") return {std::string(k_reading), "", k_answered};
  std::vector<const char*> asked(words.begin(), words.end());
  asked.push_back("--help");
  return dispatch(k_commands, asked);
}

/// Options before the command stand behind it: "--format json list".
std::vector<const char*> with_command_first(Arguments arguments) {
  const auto command = std::find_if(arguments.begin(), arguments.end(), is_command);
  std::vector<const char*> turned(command, arguments.end());
  turned.insert(turned.end(), arguments.begin(), command);
  return turned;
}

Outcome run(Arguments arguments) {
  if (arguments.empty()) return {help(), "", k_answered};
  const std::string_view first = arguments.front();
  if (first == "--help" || first == "-h") return {help(), "", k_answered};
  if (first == "help") return help_on(arguments.subspan(1));
  if (first == "--version" || first == "-V" || first == "version") {
    return {fmt::format("gpuadvisor {}\n", GPUADVISOR_VERSION), "", k_answered};
  }
  if (!first.starts_with('-')) return dispatch(k_commands, arguments);
  const auto turned = with_command_first(arguments);
  if (turned.size() == arguments.size() && is_command(turned.front())) return dispatch(k_commands, turned);
  throw UsageError(fmt::format("expected a command before the option \"{}\"", printable(first)));
}

}  // namespace

Outcome outcome_of(Arguments arguments) {
  try {
    return run(arguments);
  } catch (const HelpRequest& request) {
    return {request.is_short ? short_help(request.command) : full_help(request.command), "", k_answered};
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
