#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gpuadvisor/catalog/gpu.hpp"
#include "gpuadvisor/core/enum_names.hpp"

namespace gpuadvisor {

/// What a buyer has to have, or to buy, around a GPU.
enum class FormGroup {
  card,     // a PCIe card with its own cooling: fits a desktop or workstation
  passive,  // a PCIe card that needs a server's air flow
  module,   // SXM, OAM, socket or superchip: needs its own board
  laptop,
  machine,  // sold as a whole computer with unified memory
  cloud,    // rented only
};

template <>
inline constexpr auto k_enum_names<FormGroup> = std::to_array<std::string_view>({"card", "passive", "module", "laptop",
                                                                                 "machine", "cloud"});

/// The group of a GPU by its form; a card without known cooling counts as cooling itself.
[[nodiscard]] constexpr FormGroup form_group(const Gpu& gpu) {
  switch (gpu.form) {
    case Form::pcie_card:
    case Form::pcie_low_profile:
      return gpu.cooling == Cooling::passive ? FormGroup::passive : FormGroup::card;
    case Form::laptop:
      return FormGroup::laptop;
    case Form::soc:
      return FormGroup::machine;
    case Form::cloud_chip:
      return FormGroup::cloud;
    case Form::sxm:
    case Form::sxm2:
    case Form::sxm4:
    case Form::sxm5:
    case Form::sxm6:
    case Form::oam:
    case Form::superchip:
    case Form::socket:
      return FormGroup::module;
  }
  return FormGroup::module;
}

/// Whether a GPU sits with others of its kind on a board made for them (SXM, OAM): it takes no slots of a PCIe board.
[[nodiscard]] constexpr bool is_board_module(const Gpu& gpu) {
  return form_group(gpu) == FormGroup::module && gpu.form != Form::superchip && gpu.form != Form::socket;
}

/// Why a GPU does not fit a desktop or workstation as it is; empty for a card with its own cooling, and for one that
/// says nothing of its cooling.
[[nodiscard]] std::string form_remark(const Gpu& gpu);

/// Whether `name` names the GPU's group or its form.
[[nodiscard]] constexpr bool is_of_form(const Gpu& gpu, std::string_view name) {
  return name == enum_name(form_group(gpu)) || name == enum_name(gpu.form);
}

/// Whether laptops alone are asked for, by the forms that a request names. Sold with a computer around them, hardly any
/// of their GPUs has a price: one that has none passes what is asked of prices.
[[nodiscard]] bool are_laptops(const std::optional<std::vector<std::string>>& forms);

}  // namespace gpuadvisor
