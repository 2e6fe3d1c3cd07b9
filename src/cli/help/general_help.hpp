#pragma once

#include <array>
#include <string_view>
#include <utility>

namespace gpuadvisor::cli {

// What the help and the manual page of the program tell beside its commands.

inline constexpr std::string_view k_purpose =
    "Which GPU should I get for deep learning?\n\n"
    "Examples:\n"
    "  gpuadvisor recommend cnn 500                             # what should I buy?\n"
    "  gpuadvisor recommend --model llama-3.3-70b --budget 3000 # what runs this?\n"
    "  gpuadvisor compare 3090 4090                             # this or that?\n"
    "  gpuadvisor memory --gpu 3090                             # what does mine run?\n";

inline constexpr std::string_view k_overview =
    "Which GPU to get for training or running AI models: `gpuadvisor` ranks those that suit a workload, a model and a "
    "budget, compares them, and says why. Specifications, measurements and dated prices are built in, each with its "
    "source; it works offline.\n\nEach command has a manual page. `gpuadvisor` COMMAND `-h` shows the usual options, "
    "`--help` all of them; `gpuadvisor --version` prints the version.\n";

using Meaning = std::pair<std::string_view, std::string_view>;

inline constexpr auto k_exit_statuses = std::to_array<Meaning>(
    {{"0", "answered"}, {"1", "the answer is none"}, {"2", "wrong usage"}, {"3", "could not answer"}});

inline constexpr auto k_environment = std::to_array<Meaning>(
    {{"GPUADVISOR_PAGER, PAGER",
      "The pager for answers longer than the terminal: the first of the two that is set. Empty: no pager."},
     {"LESS", "Options of `less` as the pager; `FRX` where it is not set."},
     {"NO_COLOR", "Not empty: no emphasis in tables, unless `--color` asks for it."},
     {"CLICOLOR_FORCE", "Neither empty nor 0: emphasis also where standard output is no terminal."},
     {"COLUMNS", "The width of answers where standard output is no terminal (80)."},
     {"TERM", "`dumb`: no emphasis."}});

inline constexpr std::string_view k_files =
    "The catalog is built in: no file is read unless an option names it.\n\n"
    "`share/doc/gpuadvisor/docs` beside the program's folder explains data and methods, `share/gpuadvisor/schema` has "
    "the JSON Schemas of data files.\n";

/// What figures and marks in answers mean.
inline constexpr std::string_view k_reading =
    R"(speed       How many times as fast as a GeForce RTX 2080 Ti at that task.
            meas: measured on this GPU; est, ~: estimated from its
            specifications or from other models.
likely      The true figure is in this range 8 times in 10.
tokens/s    For one user, unless you asked for several.
score       A ranking by the guides' order of importance; not a speed.
share       The weight of a source in a speed that several sources give.

today       The second-lowest price asked in the newest month, in US dollars,
            for all GPUs of the row, without tax. ~$: not offered lately; an
            older price, moved with the market.
parts, +$   What several cards need beside them: slots, board, supply. Not in
            the price, and not counted in the budget.
seen        When a price was last seen. old: it ranks last; expired: too old
            to count; hearsay: quoted in an article; no actual offer found.
cond        new or used; any: quoted without saying which.
per $1000   Speed per 1,000 dollars, at today's price.

fits        The model fits, with a tenth of the memory to spare.
tight       It only just fits: another program may be too much.

=, same     Too close to call: within 10 % or the error. Memory goes first,
            then the lower price.
-           Instead of a rank: something is missing, see the note.
            Elsewhere: unknown.
?           Unknown; this does not mean no.

Why a GPU ranks where it does: `gpuadvisor explain GPU`. Where figures come
from: `gpuadvisor show GPU --explain`, `gpuadvisor sources`. Found a wrong
figure? docs/CONTRIBUTING.md in the repository tells how to report it.
)";

}  // namespace gpuadvisor::cli
