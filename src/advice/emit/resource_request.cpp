#include "resource_request.hpp"

#include <algorithm>

#include "catalog/lookup/system_names.hpp"
#include "core/text.hpp"

namespace gpuadvisor {
namespace {

NamingSystem naming_of(JobSystem system) {
  switch (system) {
    case JobSystem::skypilot:
      return NamingSystem::skypilot;
    case JobSystem::dstack:
      return NamingSystem::dstack;
    case JobSystem::slurm:
      break;
  }
  return NamingSystem::nvml;
}

/// The type that Slurm gives a GPU with AutoDetect=nvml: what the driver calls it, in lower case, with underscores for
/// blanks (gres.conf(5); gpu_common_underscorify_tolower of its source).
std::string slurm_type(std::string_view driver_name) {
  std::string type = lower_case(driver_name);
  std::replace(type.begin(), type.end(), ' ', '_');
  return type;
}

/// Whether a region is told as no more than a country: "US". Systems have regions of their own.
bool is_country(std::string_view region) {
  const auto is_capital = [](char c) { return c >= 'A' && c <= 'Z'; };
  return region.size() == 2 && std::all_of(region.begin(), region.end(), is_capital);
}

}  // namespace

std::optional<ResourceRequest> resource_request(JobSystem system, const WantedGpus& wanted, const Catalog& catalog) {
  ResourceRequest request{system, wanted, {}, {}, {}, {}};
  const NamingSystem naming = naming_of(system);
  const bool is_elsewhere = wanted.quote != nullptr && system != JobSystem::slurm;
  const std::string_view provider = is_elsewhere ? wanted.quote->provider : std::string_view();
  if (!wanted.name.empty()) {
    request.names = {wanted.name};
  } else {
    for (const auto name : system_names(catalog, naming, *wanted.gpu, provider)) {
      request.names.push_back(system == JobSystem::slurm ? slurm_type(name) : std::string(name));
      for (const Gpu* gpu : gpus_called(catalog, naming, name, provider)) {
        const bool is_told_apart = system == JobSystem::dstack && gpu->memory != wanted.gpu->memory;
        if (gpu != wanted.gpu && !is_told_apart) request.alike.push_back(gpu);
      }
    }
  }
  if (request.names.empty()) return std::nullopt;
  std::sort(request.alike.begin(), request.alike.end());
  request.alike.erase(std::unique(request.alike.begin(), request.alike.end()), request.alike.end());
  if (is_elsewhere) {
    request.provider = provider_name(catalog, naming, provider);
    if (wanted.asks_region && !is_country(wanted.quote->region)) request.region = wanted.quote->region;
  }
  return request;
}

bool can_request(JobSystem system, const Rent& quote, bool is_name_told, const Catalog& catalog) {
  if (quote.terms == RentTerms::reserved || quote.terms == RentTerms::serverless) return false;
  if (system == JobSystem::slurm) return true;
  const NamingSystem naming = naming_of(system);
  if (provider_name(catalog, naming, quote.provider).empty()) return false;
  return is_name_told || !system_names(catalog, naming, *catalog.gpu(quote.gpu), quote.provider).empty();
}

}  // namespace gpuadvisor
