#include <string>
#include <string_view>
#include <vector>

#include "advice/request/constraint.hpp"
#include "gpuadvisor/advice/constraints.hpp"
#include "support/catch2.hpp"
#include "support/test_catalog.hpp"
#include "support/test_support.hpp"

using namespace gpuadvisor;

namespace {

Catalog catalog() {
  return catalog_from(test_document("\"gpus\": [" + test_gpu("clock") + "], \"prices\": [" +
                                    test_price("clock", "2026-06-30", "used", 1) + "], " + test_support()));
}

std::vector<std::string> reasons(const Catalog& from, const Request& request, const Gpu& gpu) {
  std::vector<std::string> found;
  for (const auto& [constraint, reason] : rejections({&gpu, std::nullopt, std::nullopt}, request, from)) {
    found.push_back(std::string(constraint) + ": " + reason);
  }
  return found;
}

}  // namespace

TEST_CASE("the constraints that are in force by default come last", "[advice]") {
  std::vector<std::string_view> defaults;
  for (std::size_t i = constraints().size() - default_constraints().count(); i < constraints().size(); ++i) {
    if (default_constraints()[i]) defaults.push_back(constraints()[i].id);
  }
  CHECK(defaults == std::vector<std::string_view>{"installable", "support", "memory-floor"});
}

TEST_CASE("what cannot be plugged in says why", "[advice]") {
  struct Case {
    Form form;
    std::optional<Cooling> cooling;
    std::vector<std::string> expected;
  };
  const Case cases[] = {
      {Form::pcie_card, Cooling::blower, {}},
      {Form::pcie_low_profile, Cooling::open_air, {}},
      {Form::pcie_card, Cooling::passive, {"installable: no cooling of its own: needs a server's air flow"}},
      {Form::sxm4, Cooling::passive, {"installable: a module (sxm4): needs its own board"}},
      {Form::laptop, std::nullopt, {"installable: built into laptops"}},
      {Form::soc, std::nullopt, {"installable: sold as a whole machine"}},
      {Form::cloud_chip, std::nullopt, {"installable: rented only"}},
  };
  const Catalog from = catalog();
  Request request;
  request.installable = true;
  for (const auto& c : cases) {
    DYNAMIC_SECTION(enum_name(c.form) << (c.cooling == Cooling::passive ? ", passive" : "")) {
      Gpu gpu;
      gpu.form = c.form;
      gpu.cooling = c.cooling;
      CHECK(reasons(from, request, gpu) == c.expected);
      CHECK(reasons(from, Request(), gpu).empty());
    }
  }
}

TEST_CASE("software that is asked for must run, and nothing known is not enough", "[advice]") {
  struct Case {
    const char* vendor;
    const char* capability;
    std::vector<std::string> expected;
  };
  const Case cases[] = {
      {"nvidia", "8.0", {}},
      {"nvidia", "5.0", {"support: CUDA 9.0 dropped Test (2018)"}},
      {"nvidia", "9.0", {"support: no CUDA support of Test is known"}},
      {"amd", "", {"support: no ROCm support of Test is known"}},
      {"intel", "", {"support: neither CUDA nor ROCm"}},
  };
  const Catalog from = catalog();
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.vendor << ' ' << c.capability) {
      Gpu gpu;
      gpu.vendor = c.vendor;
      gpu.architecture = "Test";
      gpu.compute_capability = c.capability;
      Request request;
      CHECK(reasons(from, request, gpu).empty());
      request.support = Support::cuda;
      CHECK(reasons(from, request, gpu) == c.expected);
      request.support = Support::current;
      CHECK(reasons(from, request, gpu) == c.expected);
      request.support = Support::any;
      CHECK(reasons(from, request, gpu).empty());
    }
  }
}
