#include "form_group.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gpuadvisor {

std::string form_remark(const Gpu& gpu) {
  switch (form_group(gpu)) {
    case FormGroup::card:
      break;
    case FormGroup::passive:
      return "no cooling of its own: needs a server's air flow";
    case FormGroup::module:
      return fmt::format("a module ({}): needs its own board", enum_name(gpu.form));
    case FormGroup::laptop:
      return "built into laptops";
    case FormGroup::machine:
      return "sold as a whole machine";
    case FormGroup::cloud:
      return "rented only";
  }
  return {};
}

bool are_laptops(const std::optional<std::vector<std::string>>& forms) {
  return forms && !forms->empty() && std::all_of(forms->begin(), forms->end(), [](const std::string& form) {
           return form == enum_name(FormGroup::laptop);
         });
}

}  // namespace gpuadvisor
