#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include "gpuadvisor/catalog/catalog.hpp"
#include "market_offer.hpp"

namespace gpuadvisor {

/// A GPU that a row means.
struct MeantGpu {
  const Gpu* gpu = nullptr;
  int count = 1;
  bool is_form_told = true;
};

/// Finds out which GPU a row of a list means, by the strict rules of find_by_name(). What several GPUs are called, the
/// row's memory tells apart, and then what the catalog knows of the machine's type. Those that differ in their form
/// alone (PCIe, SXM) are taken for the slowest of them. A row whose memory is that of one of the several GPUs of a
/// board counts these: it means as many boards as they fill, and less than one is part of a GPU. Remembers names that
/// it has seen. Views the catalog.
class AcceleratorNames {
 public:
  /// `speed` tells which of two GPUs is the slower one.
  AcceleratorNames(Catalog catalog, std::function<double(const Gpu&)> speed);

  [[nodiscard]] std::variant<MeantGpu, RowRefusal> meant(const ListedMachine& machine);

 private:
  using Gpus = std::vector<const Gpu*>;

  [[nodiscard]] const Gpus& called(std::string_view name);
  [[nodiscard]] std::variant<MeantGpu, RowRefusal> told_apart(Gpus found, const ListedMachine& machine) const;
  /// That the catalog knows of a type, or of what it begins with: "gpu_8x_v100" of "gpu_8x_v100_n".
  [[nodiscard]] Gpus of_type(std::string_view type) const;

  /// So that a name is looked up without a copy of it.
  struct Hash {
    using is_transparent = void;  // NOLINT(readability-identifier-naming): the library's word
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
  };

  Catalog m_catalog;
  std::function<double(const Gpu&)> m_speed;
  std::multimap<std::string_view, const Gpu*, std::less<>> m_of_type;  // of machines that the catalog knows
  std::unordered_map<std::string, Gpus, Hash, std::equal_to<>> m_called;
};

}  // namespace gpuadvisor
