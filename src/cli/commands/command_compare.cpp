#include <fmt/format.h>

#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/options/asked_build.hpp"
#include "cli/options/asked_workload.hpp"
#include "cli/options/familiar_networks.hpp"
#include "cli/options/named_value.hpp"
#include "cli/session.hpp"
#include "core/text.hpp"
#include "gpuadvisor/core/error.hpp"
#include "output/compare/comparison_view.hpp"
#include "output/phrases/fact.hpp"
#include "report/mapped.hpp"

namespace gpuadvisor::cli {
namespace {

/// Leaves each GPU once. Throws UsageError unless there are as many different ones as can be compared.
void check(std::vector<CountedGpu>& asked, Session& session) {
  for (std::size_t i = 0; i < asked.size(); ++i) {
    for (std::size_t j = asked.size(); j-- > i + 1;) {
      if (asked[i].gpu != asked[j].gpu) continue;
      if (asked[i].count != asked[j].count) {
        throw UsageError(
            fmt::format("GPU: expected different ones, found the {} twice; `gpuadvisor build \"{}x {}\"` "
                        "tells what more of one give",
                        asked[i].gpu->name, asked[j].count, short_name(*asked[j].gpu)));
      }
      session.remark(fmt::format("the {} is compared once, though it was named twice", short_name(*asked[j].gpu)));
      asked.erase(asked.begin() + static_cast<std::ptrdiff_t>(j));
    }
  }
  if (asked.size() < k_fewest_compared || asked.size() > k_most_compared) {
    throw UsageError(
        fmt::format("name {} to {} different GPUs, found {}", k_fewest_compared, k_most_compared, asked.size()));
  }
}

std::vector<const Workload*> workloads_called(const std::string& name, const Catalog& catalog) {
  if (name.empty()) return compared_workloads(catalog);
  return {&asked_workload(catalog, name)};
}

}  // namespace

Outcome run_compare(Arguments arguments) {
  std::vector<std::string> words;
  std::string workload;
  ComparisonQuestion question;
  SessionOptions options;
  OptionParser parser("compare",
                      "Compare two to six GPUs: which to take, and their price, memory, speed, speed\n"
                      "for the money and features side by side.\n\n"
                      "Examples:\n"
                      "  gpuadvisor compare 3090 4090\n"
                      "  gpuadvisor compare RTX 3060 12GB RTX 4060 Ti 16GB --workload transformer\n"
                      "  gpuadvisor compare \"2x 3090\" 5090\n"
                      "  gpuadvisor compare 3080 4070 5070 --format csv\n");
  parser.add("GPU", words, "", R"(Names like 3090 or "RTX 3060 12GB"; "2x 3090" for two of one)");
  parser.add("-w,--workload", workload, "WORKLOAD",
             "cnn, rnn, transformer (these by default), general, llm-inference, llm-serving, llm-finetuning or "
             "image-generation (-xl: SDXL; -flux: FLUX, video)");
  parser.add("--precision", question.precision, "PRECISION",
             "Speed in fp16 (16 bits, the default) or fp32 (TF32 where available)", named<ScorePrecision>);
  Depth depth;
  parser.add_explain(
      depth, k_enum_names<Fact>,
      "All that is known of each, and which leads in what; or only one FACT: work, features, guides, legend");
  options.prices.add_to(parser);
  options.catalog.add_gpu_memory_share_to(parser);
  options.add_to(parser, k_formats_and_names);
  parser.parse(arguments);

  Session session(options, question.precision);
  auto asked = asked_gpus_with_counts("GPU", words, session);
  const bool has_later_ones = asked.size() < names_in(session.all(), words).size();
  if (has_later_ones && asked.size() < k_fewest_compared) return session.none();
  check(asked, session);
  question.gpus = mapped(asked, [](const CountedGpu& one) { return GpuGroup{one.gpu, one.count}; });
  question.workloads = workloads_called(workload, session.catalog());
  const std::string_view asked_for = workload.empty() ? "" : question.workloads.front()->id;
  if (workload.empty() || asked_for.starts_with("llm-")) question.networks = familiar_networks(session);
  question.published =
      mapped(question.gpus, [&](const GpuGroup& one) { return session.published(*one.gpu, asked_for); });
  const Comparison found = comparison(question, session.catalog());
  const auto notes = misnomers({asked.begin(), asked.end()});
  const ComparisonView view{session.stamp(), found, notes, comparison_choice(found), depth};
  return session.answer(view);
}

}  // namespace gpuadvisor::cli
