#include "catalog/lookup/system_names.hpp"

#include "support/catch2.hpp"
#include "support/test_catalog.hpp"

using namespace gpuadvisor;

namespace {

const std::string k_names =
    R"("system_names": [
       {"system": "skypilot", "provider": "vast.ai", "name": "vast", "source": "tracker"},
       {"system": "skypilot", "gpu": "sxm", "provider": "lambda", "name": "H100", "source": "tracker"},
       {"system": "skypilot", "gpu": "pcie", "provider": "lambda", "name": "H100", "source": "tracker"},
       {"system": "skypilot", "gpu": "pcie", "provider": "vast.ai", "name": "H100-PCIE", "source": "tracker"},
       {"system": "dstack", "gpu": "sxm", "name": "H100SXM", "source": "tracker"}])";

Catalog catalog() {
  return catalog_from(test_document("\"gpus\": [" + test_gpu("pcie") + "," + test_gpu("sxm") + "], " + k_names));
}

}  // namespace

TEST_CASE("a system's names are told by provider, or of all", "[catalog]") {
  using Names = std::vector<std::string_view>;
  const Catalog all = catalog();
  const Gpu& pcie = *all.gpu("pcie");
  CHECK(system_names(all, NamingSystem::skypilot, pcie, "lambda") == Names{"H100"});
  CHECK(system_names(all, NamingSystem::skypilot, pcie) == Names{"H100", "H100-PCIE"});
  CHECK(system_names(all, NamingSystem::skypilot, pcie, "aws").empty());
  CHECK(system_names(all, NamingSystem::dstack, *all.gpu("sxm"), "aws") == Names{"H100SXM"});
  CHECK(system_names(all, NamingSystem::dstack, pcie).empty());
}

TEST_CASE("a system's name stands for all GPUs that it cannot tell apart", "[catalog]") {
  const Catalog all = catalog();
  CHECK(gpus_called(all, NamingSystem::skypilot, "H100", "lambda") ==
        std::vector<const Gpu*>{all.gpu("pcie"), all.gpu("sxm")});
  CHECK(gpus_called(all, NamingSystem::skypilot, "H100-PCIE") == std::vector<const Gpu*>{all.gpu("pcie")});
  CHECK(gpus_called(all, NamingSystem::skypilot, "vast").empty());
  CHECK(provider_name(all, NamingSystem::skypilot, "vast.ai") == "vast");
  CHECK(provider_name(all, NamingSystem::dstack, "vast.ai").empty());
}

TEST_CASE("a name of an unknown GPU is refused", "[catalog]") {
  const auto problems = problems_of(test_document(
      R"("gpus": [], "system_names": [{"system": "dstack", "gpu": "card", "name": "X", "source": "tracker"}])"));
  REQUIRE(problems.size() == 1);
  CHECK(problems.front().find("unknown GPU \"card\"") != std::string::npos);
}
