#include "system_names.hpp"

#include <algorithm>

namespace gpuadvisor {
namespace {

bool is_at(const SystemName& name, std::string_view provider) {
  return name.provider.empty() || provider.empty() || name.provider == provider;
}

template <class Item>
void sort_and_unite(std::vector<Item>& items) {
  std::sort(items.begin(), items.end());
  items.erase(std::unique(items.begin(), items.end()), items.end());
}

}  // namespace

std::vector<std::string_view> system_names(const Catalog& catalog, NamingSystem system, const Gpu& gpu,
                                           std::string_view provider) {
  std::vector<std::string_view> names;
  for (const SystemName& name : catalog.records<SystemName>()) {
    if (name.system == system && name.gpu == gpu.id && is_at(name, provider)) names.push_back(name.name);
  }
  sort_and_unite(names);
  return names;
}

std::vector<const Gpu*> gpus_called(const Catalog& catalog, NamingSystem system, std::string_view name,
                                    std::string_view provider) {
  std::vector<const Gpu*> gpus;
  for (const SystemName& one : catalog.records<SystemName>()) {
    if (one.system != system || one.name != name || one.gpu.empty() || !is_at(one, provider)) continue;
    if (const Gpu* gpu = catalog.gpu(one.gpu)) gpus.push_back(gpu);
  }
  sort_and_unite(gpus);  // of one table, which is sorted by id
  return gpus;
}

std::string_view provider_name(const Catalog& catalog, NamingSystem system, std::string_view provider) {
  for (const SystemName& name : catalog.records<SystemName>()) {
    if (name.system == system && name.gpu.empty() && name.provider == provider) return name.name;
  }
  return {};
}

}  // namespace gpuadvisor
