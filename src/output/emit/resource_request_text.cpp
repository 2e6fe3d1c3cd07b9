#include "resource_request_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

#include "core/text.hpp"
#include "formats/json.hpp"
#include "output/phrases/figure_words.hpp"
#include "output/phrases/offer_words.hpp"
#include "output/rent/rent_words.hpp"
#include "report/mapped.hpp"

namespace gpuadvisor {
namespace {

constexpr std::string_view k_placeholder = "nvidia-smi  # replace by the command to run";

/// Text from price lists and the command line as one YAML string, whatever it says: unquoted, "null" would be nothing,
/// "4090:1" a number to base 60, and "Sweden, SE" two regions. A JSON string is one in YAML too.
std::string yaml_text(std::string_view text) { return json_quoted(text); }

std::string_view file_title(JobSystem system) {
  constexpr auto k_titles =
      std::to_array<std::string_view>({"SkyPilot task", "dstack configuration", "Slurm batch script"});
  static_assert(k_titles.size() == k_enum_names<JobSystem>.size());
  return k_titles[static_cast<std::size_t>(system)];
}

/// What the file is, and what it rests on, as lines.
std::vector<std::string> origin(const ResourceRequestView& view) {
  const ResourceRequest& request = view.request;
  const WantedGpus& wanted = request.wanted;
  std::vector<std::string> lines = {
      fmt::format("{} for {} x {}{}", file_title(request.system), wanted.count, wanted.gpu->name,
                  wanted.machines > 1 ? fmt::format(" in each of {} machines", wanted.machines) : ""),
      "Made by: " + view.origin.command, "Asked: " + view.origin.asked};
  if (wanted.quote != nullptr) {
    const Rent& quote = *wanted.quote;
    lines.push_back(fmt::format("Offer: {}, {} for {} an hour, seen {}{}{}", provider_text(quote), hourly(quote.price),
                                counted(static_cast<std::size_t>(quote.count), "GPU"), month_text(quote.date),
                                quote.region.empty() ? "" : fmt::format(", region {}", quote.region),
                                quote.instance.empty() ? "" : fmt::format(", {}", quote.instance)));
  }
  lines.insert(lines.end(), view.origin.remarks.begin(), view.origin.remarks.end());
  if (!request.alike.empty()) {
    const auto names = mapped(request.alike, [](const Gpu* gpu) { return brief_name(*gpu); });
    lines.push_back(fmt::format("{} uses this name for other GPUs too, and may give one of them: {}.",
                                system_title(request.system), fmt::join(names, ", ")));
  }
  if (wanted.asks_region && request.region.empty() && request.system != JobSystem::slurm) {
    lines.push_back(
        fmt::format("No region is requested: {}'s name for it is not known.", system_title(request.system)));
  }
  return lines;
}

/// What all GPUs of a machine may cost an hour.
double most_of_machine(const WantedGpus& wanted) { return wanted.most->value() / wanted.machines; }

std::string skypilot_text(const ResourceRequest& request) {
  const WantedGpus& wanted = request.wanted;
  const auto names = mapped(
      request.names, [&](const std::string& name) { return yaml_text(fmt::format("{}:{}", name, wanted.count)); });
  std::string text = "name: gpuadvisor\n\n";
  if (wanted.machines > 1) text += fmt::format("num_nodes: {}\n\n", wanted.machines);
  text += "resources:\n";
  if (!request.provider.empty()) {
    const std::string_view slash = request.region.empty() ? "" : "/";
    text += fmt::format("  infra: {}\n", yaml_text(fmt::format("{}{}{}", request.provider, slash, request.region)));
  }
  text += names.size() == 1
              ? fmt::format("  accelerators: {}\n", names.front())
              : fmt::format("  accelerators: [{}]  # the first that can be had\n", fmt::join(names, ", "));
  if (wanted.quote != nullptr) text += fmt::format("  use_spot: {}\n", wanted.quote->terms == RentTerms::spot);
  if (wanted.most) text += fmt::format("  max_hourly_cost: {}\n", json_number(most_of_machine(wanted)));
  return text + fmt::format("\nrun: |\n  {}\n", k_placeholder);
}

std::string dstack_text(const ResourceRequest& request) {
  const WantedGpus& wanted = request.wanted;
  std::string text = "type: task\nname: gpuadvisor\n\n";
  if (wanted.machines > 1) text += fmt::format("nodes: {}\n\n", wanted.machines);
  text += fmt::format("commands:\n  - {}\n\nresources:\n  gpu:\n    name: {}\n    count: {}\n", k_placeholder,
                      yaml_text(request.names.front()), wanted.count);
  if (wanted.gpu->memory) text += fmt::format("    memory: {}GB\n", json_number(wanted.gpu->memory->value()));
  if (wanted.quote != nullptr) {
    text += fmt::format("\nspot_policy: {}\n", wanted.quote->terms == RentTerms::spot ? "spot" : "on-demand");
  }
  if (wanted.most) text += fmt::format("max_price: {}\n", json_number(most_of_machine(wanted)));
  if (!request.provider.empty()) text += fmt::format("backends: [{}]\n", yaml_text(request.provider));
  if (!request.region.empty()) text += fmt::format("regions: [{}]\n", yaml_text(request.region));
  return text;
}

std::string slurm_text(const ResourceRequest& request) {
  const WantedGpus& wanted = request.wanted;
  return fmt::format(
      "#SBATCH --job-name=gpuadvisor\n"
      "#SBATCH --nodes={}\n"
      "#SBATCH --gres=gpu:{}:{}\n\n{}\n",
      wanted.machines, request.names.front(), wanted.count, k_placeholder);
}

/// How to use the file, and what may have to be changed.
std::vector<std::string> usage(const ResourceRequest& request) {
  switch (request.system) {
    case JobSystem::skypilot:
      return {"Save as task.yaml; start with: sky launch task.yaml"};
    case JobSystem::dstack:
      return {"Save as gpuadvisor.dstack.yml; start with: dstack apply -f gpuadvisor.dstack.yml"};
    case JobSystem::slurm:
      break;
  }
  return {
      "Save as job.sh; start with: sbatch job.sh",
      "Your site may call the GPU differently: see sinfo -o %G, and change --gres.",
      request.wanted.name.empty() ? "With AutoDetect=nvml in gres.conf it is as below, from the driver's name." : ""};
}

}  // namespace

std::string_view system_title(JobSystem system) {
  constexpr auto k_titles = std::to_array<std::string_view>({"SkyPilot", "dstack", "Slurm"});
  static_assert(k_titles.size() == k_enum_names<JobSystem>.size());
  return k_titles[static_cast<std::size_t>(system)];
}

std::string resource_request_text(const ResourceRequestView& view) {
  const ResourceRequest& request = view.request;
  std::string text = request.system == JobSystem::slurm ? "#!/bin/bash\n" : "";
  for (const auto& lines : {origin(view), usage(request)}) {
    for (const std::string& line : lines) {
      if (!line.empty()) text += "# " + line + '\n';
    }
  }
  text += request.system == JobSystem::slurm ? "" : "\n";
  switch (request.system) {
    case JobSystem::skypilot:
      return text + skypilot_text(request);
    case JobSystem::dstack:
      return text + dstack_text(request);
    case JobSystem::slurm:
      break;
  }
  return text + slurm_text(request);
}

}  // namespace gpuadvisor
