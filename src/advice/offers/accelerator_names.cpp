#include "accelerator_names.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "catalog/lookup/system_names.hpp"
#include "catalog/records/rent.hpp"
#include "core/contains.hpp"
#include "gpuadvisor/catalog/name_lookup.hpp"

namespace gpuadvisor {
namespace {

constexpr std::size_t k_most_remembered = 10'000;  // names; hostile lists have more
constexpr double k_memory_tolerance = 0.08;        // of what programs may use, from what vendors write on the box

bool is_about(std::optional<Gibibytes> known, double memory) {
  return known && std::abs(memory - known->value()) <= k_memory_tolerance * known->value();
}

bool has_memory(const Gpu& gpu, double memory) {
  return is_about(gpu.memory, memory) || is_about(memory_per_device(gpu), memory);
}

/// As many of it as the machine has.
std::variant<MeantGpu, RowRefusal> boards(const Gpu& gpu, const ListedMachine& machine, bool is_form_told = true) {
  const bool counts_devices =
      machine.memory && !is_about(gpu.memory, *machine.memory) && has_memory(gpu, *machine.memory);
  const int devices = counts_devices ? gpu.devices.value_or(1) : 1;
  if (machine.count % devices != 0) return RowRefusal::part_of_gpu;
  return MeantGpu{&gpu, machine.count / devices, is_form_told};
}

/// Whether they are one model in several forms.
bool differ_in_form(const std::vector<const Gpu*>& gpus) {
  return std::all_of(gpus.begin(), gpus.end(), [&](const Gpu* gpu) {
    return gpu->architecture == gpus.front()->architecture && gpu->memory == gpus.front()->memory;
  });
}

}  // namespace

AcceleratorNames::AcceleratorNames(Catalog catalog, std::function<double(const Gpu&)> speed)
    : m_catalog(std::move(catalog)), m_speed(std::move(speed)) {
  for (const Rent& rent : m_catalog.records<Rent>()) {
    if (!rent.instance.empty()) m_of_type.emplace(rent.instance, m_catalog.gpu(rent.gpu));
  }
}

const std::vector<const Gpu*>& AcceleratorNames::called(std::string_view name) {
  const auto known = m_called.find(name);
  if (known != m_called.end()) return known->second;
  Gpus found = find_by_name(m_catalog, name).gpus;
  if (found.empty()) {  // as the driver calls it: "NVIDIA-H100-80GB-HBM3"
    std::string driver_name(name);
    std::ranges::replace(driver_name, '-', ' ');
    found = gpus_called(m_catalog, NamingSystem::nvml, driver_name);
  }
  return m_called.emplace(std::string(name), std::move(found)).first->second;
}

std::variant<MeantGpu, RowRefusal> AcceleratorNames::meant(const ListedMachine& machine) {
  if (m_called.size() >= k_most_remembered) m_called.clear();
  const Gpus& found = called(machine.name());
  const bool is_other_memory =
      found.size() == 1 && machine.memory && machine.is_memory_sure && !has_memory(*found.front(), *machine.memory);
  if (is_other_memory) return RowRefusal::other_memory;
  if (found.size() == 1) return boards(*found.front(), machine);
  if (machine.further_name.empty()) return told_apart(found, machine);
  const Gpus& further = called(machine.further_name);
  Gpus both;
  std::copy_if(found.begin(), found.end(), std::back_inserter(both),
               [&](const Gpu* gpu) { return contains(further, gpu); });
  if (both.empty()) both = found.empty() ? further : found;
  return told_apart(std::move(both), machine);
}

std::variant<MeantGpu, RowRefusal> AcceleratorNames::told_apart(Gpus found, const ListedMachine& machine) const {
  if (found.empty()) return RowRefusal::unknown_gpu;
  if (machine.memory) {
    Gpus fitting;
    std::copy_if(found.begin(), found.end(), std::back_inserter(fitting),
                 [&](const Gpu* gpu) { return has_memory(*gpu, *machine.memory); });
    if (fitting.empty() && machine.is_memory_sure) return RowRefusal::other_memory;
    if (!fitting.empty()) found = std::move(fitting);
  }
  if (found.size() > 1) {
    const Gpus known = of_type(machine.type);
    if (std::ranges::any_of(found, [&](const Gpu* gpu) { return contains(known, gpu); }))
      std::erase_if(found, [&](const Gpu* gpu) { return !contains(known, gpu); });
  }
  if (found.size() == 1) return boards(*found.front(), machine);
  if (!differ_in_form(found)) return RowRefusal::ambiguous_gpu;
  const auto slowest = std::min_element(found.begin(), found.end(),
                                        [&](const Gpu* a, const Gpu* b) { return m_speed(*a) < m_speed(*b); });
  return boards(**slowest, machine, false);
}

AcceleratorNames::Gpus AcceleratorNames::of_type(std::string_view type) const {
  if (!m_of_type.contains(type)) type = type.substr(0, type.rfind('_'));
  Gpus found;
  const auto [begin, end] = m_of_type.equal_range(type);
  std::transform(begin, end, std::back_inserter(found), [](const auto& one) { return one.second; });
  return found;
}

}  // namespace gpuadvisor
