#pragma once

#include <array>
#include <string_view>
#include <utility>

namespace gpuadvisor::cli {

// What the help and the manual page of the program tell beside its commands.

inline constexpr std::string_view k_purpose =
    "Which GPU should I get for deep learning?\n\n"
    "Examples:\n"
    "  gpuadvisor recommend --workload cnn --budget 500\n"
    "  gpuadvisor recommend --model llama-3.3-70b --budget 3000\n"
    "  gpuadvisor compare 3090 4090\n"
    "  gpuadvisor picks\n";

inline constexpr std::string_view k_overview =
    "Which GPU to get for training or running neural networks: `gpuadvisor` ranks those that fit a workload, a budget "
    "and a need of memory, compares them, and says why. Specifications, measurements and dated prices are a part of "
    "the program, each figure with its source; it works offline.\n\n"
    "Each command has a manual page of its own. `gpuadvisor` COMMAND `-h` shows the options that most people use, "
    "`--help` all of them; `gpuadvisor --version` tells the version.\n";

using Meaning = std::pair<std::string_view, std::string_view>;

inline constexpr auto k_exit_statuses = std::to_array<Meaning>(
    {{"0", "answered"}, {"1", "the answer is none"}, {"2", "wrong usage"}, {"3", "could not answer"}});

inline constexpr auto k_environment = std::to_array<Meaning>(
    {{"GPUADVISOR_PAGER, PAGER",
      "The program that shows answers which the terminal has no room for: the first of the two that is set. An empty "
      "one shows them without."},
     {"LESS", "Options of `less` as the pager; `FRX` where it is not set."},
     {"NO_COLOR", "Not empty: no emphasis in tables, unless `--color` asks for it."},
     {"CLICOLOR_FORCE", "Neither empty nor 0: emphasis also where standard output is no terminal."},
     {"COLUMNS", "The width of answers where standard output is no terminal (80)."},
     {"TERM", "`dumb`: no emphasis."}});

inline constexpr std::string_view k_files =
    "The catalog is in the program: no file is read unless an option names it.\n\n"
    "`share/doc/gpuadvisor/docs` beside the program's folder explains data and methods, `share/gpuadvisor/schema` has "
    "the JSON Schemas of data files.\n";

/// What figures and marks in answers mean.
inline constexpr std::string_view k_reading =
    "speed       Times a GeForce RTX 2080 Ti, in training of that kind or in writing\n"
    "            text. meas: measured on this GPU; est, ~: estimated from its\n"
    "            specifications, or from other networks.\n"
    "80 %        The true figure is expected in this range 8 times in 10.\n"
    "tokens/s    Written for one user, unless another number of users is asked for.\n"
    "score       A ranking by the buying guides' order of importance; not a speed.\n"
    "share       How much a source counts in a speed that several of them give.\n\n"
    "today       The second-lowest ask of the newest month, in US dollars, of one card\n"
    "            without tax. ~: not asked lately; an older price, moved with the market.\n"
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

}  // namespace gpuadvisor::cli
