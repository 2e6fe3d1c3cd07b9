#include "accelerator_names.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "catalog/records/rent.hpp"
#include "core/contains.hpp"
#include "gpuadvisor/catalog/name_lookup.hpp"

namespace gpuadvisor {
namespace {

constexpr std::size_t k_most_remembered = 10'000;  // names; hostile lists have more
constexpr double k_memory_tolerance = 0.08;        // of what programs may use, from what vendors write on the box

bool has_memory(const Gpu& gpu, double memory) {
  return gpu.memory && std::abs(memory - gpu.memory->value()) <= k_memory_tolerance * gpu.memory->value();
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
  return m_called.emplace(std::string(name), find_by_name(m_catalog, name).gpus).first->second;
}

std::variant<MeantGpu, RowRefusal> AcceleratorNames::meant(const ListedMachine& machine) {
  if (m_called.size() >= k_most_remembered) m_called.clear();
  const Gpus& found = called(machine.name());
  const bool is_other_memory =
      found.size() == 1 && machine.memory && machine.is_memory_sure && !has_memory(*found.front(), *machine.memory);
  if (is_other_memory) return RowRefusal::other_memory;
  if (found.size() == 1) return MeantGpu{found.front()};
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
    const auto [begin, end] = m_of_type.equal_range(machine.type);
    Gpus of_type;
    std::copy_if(found.begin(), found.end(), std::back_inserter(of_type), [first = begin, last = end](const Gpu* gpu) {
      return std::any_of(first, last, [&](const auto& one) { return one.second == gpu; });
    });
    if (!of_type.empty()) found = std::move(of_type);
  }
  if (found.size() == 1) return MeantGpu{found.front()};
  if (!differ_in_form(found)) return RowRefusal::ambiguous_gpu;
  const auto slowest = std::min_element(found.begin(), found.end(),
                                        [&](const Gpu* a, const Gpu* b) { return m_speed(*a) < m_speed(*b); });
  return MeantGpu{*slowest, false};
}

}  // namespace gpuadvisor
