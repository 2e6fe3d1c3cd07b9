#include <fmt/format.h>

#include <string>
#include <vector>

#include "advice/measured/measured_values.hpp"
#include "catalog/loading/embedded_benchmarks.hpp"
#include "cli/command.hpp"
#include "cli/options/asked_gpus.hpp"
#include "cli/options/asked_workload.hpp"
#include "cli/options/called.hpp"
#include "cli/options/named_value.hpp"
#include "cli/options/option_parser.hpp"
#include "cli/session.hpp"
#include "core/text.hpp"
#include "gpuadvisor/core/error.hpp"
#include "output/scores/measured_view.hpp"

namespace gpuadvisor::cli {
namespace {

constexpr std::size_t k_measurements_shown = 20;

/// The id of the dataset called so; throws UsageError.
std::string_view dataset_called(const Benchmarks& benchmarks, const std::string& name) {
  if (name.empty()) return {};
  if (const Dataset* dataset = called(benchmarks.datasets, name)) return dataset->id;
  throw UsageError(
      fmt::format("unknown dataset \"{}\"{}", printable(name), did_you_mean(name, ids_of(benchmarks.datasets))));
}

}  // namespace

Outcome run_scores_measurements(Arguments arguments) {
  std::vector<std::string> words;
  std::string dataset;
  std::string workload;
  std::string against;
  std::size_t limit = k_measurements_shown;
  SessionOptions options;
  OptionParser parser("scores measurements",
                      "Benchmark results as published: images, sequences or tokens per second of each\n"
                      "model, by dataset and GPU. With --against: how many times as fast as another\n"
                      "GPU.\n\n"
                      "Examples:\n"
                      "  gpuadvisor scores measurements \"RTX 2080 Ti\" --workload cnn\n"
                      "  gpuadvisor scores measurements --dataset lambda-2020-02 --against \"Quadro RTX 8000\"\n"
                      "  gpuadvisor scores measurements 4090 --workload llm-serving --format csv\n");
  parser.add("[GPU]", words, "", "Only of these GPUs");
  parser.add("--dataset", dataset, "DATASET", "Only of this dataset");
  parser.add("-w,--workload", workload, "WORKLOAD", "Only for the index of this workload");
  parser.add("--against", against, "GPU", "Show how many times as fast as this GPU each is");
  parser.add("-n,--limit", limit, "N", "Show at most N rows (20), 0 for all", row_limit);
  options.add_to(parser, k_formats);
  parser.parse(arguments);

  Session session(options);
  const Benchmarks benchmarks = embedded_benchmarks();
  MeasuredQuestion question;
  for (const ResolvedGpu& gpu : asked_gpus(words, session)) question.gpus.push_back(gpu.gpu);
  if (question.gpus.size() < words.size()) return session.none();
  question.dataset = dataset_called(benchmarks, dataset);
  if (!workload.empty()) question.workload = &asked_workload(session.named(), workload);
  const auto other = asked_gpu(against, session);
  if (!other) return session.none();
  question.against = other->gpu;
  std::vector<MeasuredValue> rates = measured_values(question, benchmarks.measurements, session.named());
  if (session.travels()) {
    const Day day = *session.named().as_of();
    std::erase_if(rates, [&](const MeasuredValue& rate) { return rate.measurement->published.last_day() > day; });
  }
  if (rates.empty()) return session.none("nothing that goes with this was measured");
  const std::size_t found = rates.size();
  if (limit != 0 && limit < found) rates.resize(limit);
  session.remark_on_rows(rates.size(), found);
  const MeasuredView view{session.stamp(), question, rates, found};
  return session.answer(view);
}

}  // namespace gpuadvisor::cli
