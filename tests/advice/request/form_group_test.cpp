#include "advice/request/form_group.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "support/catch2.hpp"

using namespace gpuadvisor;

namespace {

Gpu built(Form form, std::optional<Cooling> cooling) {
  Gpu gpu;
  gpu.form = form;
  gpu.cooling = cooling;
  return gpu;
}

}  // namespace

TEST_CASE("what has to be bought around a GPU follows from its form and cooling", "[advice]") {
  struct Case {
    Form form;
    std::optional<Cooling> cooling;
    FormGroup expected;
  };
  const Case cases[] = {
      {Form::pcie_card, Cooling::open_air, FormGroup::card},
      {Form::pcie_card, Cooling::blower, FormGroup::card},
      {Form::pcie_card, Cooling::liquid, FormGroup::card},
      {Form::pcie_card, Cooling::passive, FormGroup::passive},
      {Form::pcie_low_profile, Cooling::blower, FormGroup::card},
      {Form::pcie_low_profile, Cooling::passive, FormGroup::passive},
      {Form::sxm, Cooling::liquid, FormGroup::module},
      {Form::sxm2, Cooling::passive, FormGroup::module},
      {Form::sxm4, Cooling::passive, FormGroup::module},
      {Form::sxm5, Cooling::passive, FormGroup::module},
      {Form::sxm6, Cooling::passive, FormGroup::module},
      {Form::oam, Cooling::liquid, FormGroup::module},
      {Form::superchip, Cooling::liquid, FormGroup::module},
      {Form::socket, Cooling::passive, FormGroup::module},
      {Form::soc, std::nullopt, FormGroup::machine},
      {Form::laptop, std::nullopt, FormGroup::laptop},
      {Form::cloud_chip, std::nullopt, FormGroup::cloud},
  };
  std::set<Form> seen;
  for (const auto& c : cases) {
    DYNAMIC_SECTION(enum_name(c.form) << ", " << (c.cooling ? enum_name(*c.cooling) : "no cooling known")) {
      CHECK(enum_name(form_group(built(c.form, c.cooling))) == enum_name(c.expected));
    }
    seen.insert(c.form);
  }
  CHECK(seen.size() == k_enum_names<Form>.size());
}

TEST_CASE("a form is asked for by its group or by its own name", "[advice]") {
  struct Case {
    Form form;
    Cooling cooling;
    std::vector<std::string> names;  // all that are its own
  };
  const Case cases[] = {
      {Form::pcie_card, Cooling::blower, {"card", "pcie-card"}},
      {Form::pcie_card, Cooling::passive, {"passive", "pcie-card"}},
      {Form::pcie_low_profile, Cooling::passive, {"passive", "pcie-low-profile"}},
      {Form::sxm4, Cooling::passive, {"module", "sxm4"}},
      {Form::superchip, Cooling::liquid, {"module", "superchip"}},
      {Form::soc, Cooling::blower, {"machine", "soc"}},
      {Form::laptop, Cooling::blower, {"laptop"}},
      {Form::cloud_chip, Cooling::liquid, {"cloud", "cloud-chip"}},
  };
  std::vector<std::string> known = {"any", ""};
  known.insert(known.end(), k_enum_names<FormGroup>.begin(), k_enum_names<FormGroup>.end());
  known.insert(known.end(), k_enum_names<Form>.begin(), k_enum_names<Form>.end());
  for (const auto& c : cases) {
    DYNAMIC_SECTION(enum_name(c.form) << ", " << enum_name(c.cooling)) {
      for (const auto& name : known) {
        CAPTURE(name);
        const bool is_own = std::find(c.names.begin(), c.names.end(), name) != c.names.end();
        CHECK(is_of_form(built(c.form, c.cooling), name) == is_own);
      }
    }
  }
}

TEST_CASE("what does not fit a desktop as it is says why", "[advice]") {
  Gpu gpu;
  CHECK(form_remark(gpu).empty());  // a card that says nothing of its cooling
  gpu.cooling = Cooling::blower;
  CHECK(form_remark(gpu).empty());
  gpu.cooling = Cooling::passive;
  CHECK(form_remark(gpu) == "no cooling of its own: needs a server's air flow");
  gpu.form = Form::sxm4;
  CHECK(form_remark(gpu) == "a module (sxm4): needs its own board");
  gpu.form = Form::soc;
  CHECK(form_remark(gpu) == "sold as a whole machine");
}
