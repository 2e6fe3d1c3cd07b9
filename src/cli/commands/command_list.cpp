#include "answer_command.hpp"

namespace gpuadvisor::cli {

Outcome run_list(Arguments arguments) {
  return run_answer({"list",
                     "List the GPUs of the catalog, filtered and sorted, each with its lowest price.\n\n"
                     "Examples:\n"
                     "  gpuadvisor list --vendor amd --min-memory 16\n"
                     "  gpuadvisor list --released 2025.. --rank-by price\n"
                     "  gpuadvisor list --format names -n 0 | grep laptop\n",
                     15, list},
                    arguments);
}

}  // namespace gpuadvisor::cli
