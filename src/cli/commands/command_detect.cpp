#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "advice/devices/detect_answer.hpp"
#include "cli/command.hpp"
#include "cli/detect/local_gpus.hpp"
#include "cli/options/memory_job_options.hpp"
#include "cli/options/named_value.hpp"
#include "cli/session.hpp"
#include "gpuadvisor/core/error.hpp"
#include "output/detect/detect_view.hpp"

namespace gpuadvisor::cli {
namespace {

/// The options of the command.
struct DetectOptions {
  std::string capture;
  std::optional<std::size_t> limit;

  void add_to(OptionParser& parser) {
    parser.add("--from", capture, "FILE", "Read what such a tool printed, here or elsewhere; -: standard input");
    parser.add("-n,--limit", limit, "N", "Show at most N rows, 0 for all", row_limit);
  }
};

/// What `memory --gpu` and `upgrade` ask without options.
DetectQuestion question_of(std::vector<DetectedGpu> gpus, const Catalog& catalog) {
  DetectQuestion question;
  question.detected = std::move(gpus);
  question.runs = usual_runs(catalog);
  for (const Workload& workload : catalog.records<Workload>()) {
    if (!workload.on_request) question.upgrade.workloads.push_back(&workload);
  }
  question.upgrade.main = catalog.workload(catalog.default_workload());
  return question;
}

}  // namespace

Outcome run_detect(Arguments arguments) {
  DetectOptions options;
  SessionOptions common;
  OptionParser parser("detect",
                      "Find the GPUs in this machine by nvidia-smi, rocm-smi, system_profiler or the\n"
                      "kernel: memory, power limit, MIG instances, which models they run together, how\n"
                      "the fastest ranks, and what is worth buying next. --from reads what another\n"
                      "machine printed. In other commands, `auto` means the GPUs found here.\n\n"
                      "Exit status 1: no GPU was found.\n\n"
                      "Examples:\n"
                      "  gpuadvisor detect\n"
                      "  nvidia-smi -q -x | gpuadvisor detect --from -\n"
                      "  ssh server nvidia-smi -q -x > server.xml && gpuadvisor detect --from server.xml\n"
                      "  gpuadvisor detect --format json\n"
                      "  gpuadvisor memory --gpu auto\n"
                      "  gpuadvisor upgrade auto\n");
  options.add_to(parser);
  common.prices.add_to(parser);
  common.catalog.add_gpu_memory_share_to(parser);
  common.add_to(parser, k_formats);
  parser.parse(arguments);

  Session session(common, ScorePrecision::fp16);
  LocalGpus local = options.capture.empty() ? local_gpus() : gpus_of_capture(options.capture);
  for (const std::string& remark : local.remarks) session.remark(remark);
  const DetectAnswer answer = detect_answer(question_of(std::move(local.gpus), session.catalog()), session.catalog());
  const DetectView view{session.stamp(), answer, options.capture, options.limit};
  return session.answer_if(!answer.found.empty(), view);
}

}  // namespace gpuadvisor::cli
