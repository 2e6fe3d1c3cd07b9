#include "advice/emit/resource_request.hpp"

#include "support/catch2.hpp"
#include "support/test_catalog.hpp"

using namespace gpuadvisor;

namespace {

Catalog catalog() {
  return catalog_from(test_document("\"gpus\": [" + test_gpu("a", R"(, "memory_gb": 40)") + "," +
                                    test_gpu("b", R"(, "memory_gb": 80)") + "," +
                                    test_gpu("c", R"(, "memory_gb": 80)") + R"(],
      "rents": [
        {"gpu": "b", "date": "2026-10", "provider": "vast.ai", "terms": "marketplace", "count": 8, "usd_per_hour": 20,
         "region": "US", "source": "tracker"},
        {"gpu": "b", "date": "2026-10", "provider": "aws", "terms": "spot", "count": 1, "usd_per_hour": 2,
         "region": "us-east-1", "source": "tracker"}],
      "system_names": [
        {"system": "skypilot", "provider": "vast.ai", "name": "vast", "source": "tracker"},
        {"system": "skypilot", "gpu": "a", "provider": "vast.ai", "name": "A100", "source": "tracker"},
        {"system": "skypilot", "gpu": "b", "provider": "vast.ai", "name": "A100", "source": "tracker"},
        {"system": "skypilot", "gpu": "b", "provider": "lambda", "name": "A100-80GB", "source": "tracker"},
        {"system": "dstack", "gpu": "a", "name": "A100", "source": "tracker"},
        {"system": "dstack", "gpu": "b", "name": "A100", "source": "tracker"},
        {"system": "dstack", "gpu": "c", "name": "A100", "source": "tracker"},
        {"system": "nvml", "gpu": "b", "name": "NVIDIA A100-SXM4-80GB", "source": "tracker"}])"));
}

const Rent& quote_of(const Catalog& all, std::string_view provider) {
  for (const Rent& rent : all.records<Rent>()) {
    if (rent.provider == provider) return rent;
  }
  throw std::runtime_error("no such quote");
}

WantedGpus wanted(const Catalog& all, const Rent* quote = nullptr) {
  WantedGpus gpus;
  gpus.gpu = all.gpu("b");
  gpus.quote = quote;
  return gpus;
}

}  // namespace

TEST_CASE("a request has the names of the offer's provider, without one those of all", "[advice]") {
  using Names = std::vector<std::string>;
  const Catalog all = catalog();
  CHECK(resource_request(JobSystem::skypilot, wanted(all), all)->names == Names{"A100", "A100-80GB"});
  const auto request = resource_request(JobSystem::skypilot, wanted(all, &quote_of(all, "vast.ai")), all);
  CHECK(request->names == Names{"A100"});
  CHECK(request->provider == "vast");
  CHECK(request->alike == std::vector<const Gpu*>{all.gpu("a")});
}

TEST_CASE("where memory is asked for, GPUs of another memory are told apart", "[advice]") {
  const Catalog all = catalog();
  CHECK(resource_request(JobSystem::dstack, wanted(all), all)->alike == std::vector<const Gpu*>{all.gpu("c")});
}

TEST_CASE("Slurm's type is the driver's name in lower case with underscores", "[advice]") {
  const Catalog all = catalog();
  const auto request = resource_request(JobSystem::slurm, wanted(all, &quote_of(all, "aws")), all);
  CHECK(request->names == std::vector<std::string>{"nvidia_a100-sxm4-80gb"});
  CHECK(request->provider.empty());
}

TEST_CASE("a name that is not known is not guessed, but can be told", "[advice]") {
  const Catalog all = catalog();
  WantedGpus other = wanted(all);
  other.gpu = all.gpu("c");
  CHECK_FALSE(resource_request(JobSystem::skypilot, other, all));
  CHECK_FALSE(resource_request(JobSystem::skypilot, wanted(all, &quote_of(all, "aws")), all));
  other.name = "C100";
  CHECK(resource_request(JobSystem::skypilot, other, all)->names == std::vector<std::string>{"C100"});
  CHECK(can_request(JobSystem::skypilot, quote_of(all, "vast.ai"), false, all));
  CHECK_FALSE(can_request(JobSystem::skypilot, quote_of(all, "aws"), true, all));
  CHECK(can_request(JobSystem::slurm, quote_of(all, "aws"), false, all));
}

TEST_CASE("a region is asked for only where it is more than a country", "[advice]") {
  const Catalog all = catalog();
  WantedGpus one = wanted(all, &quote_of(all, "aws"));
  one.name = "A100-80GB";
  CHECK(resource_request(JobSystem::skypilot, one, all)->region.empty());
  one.asks_region = true;
  CHECK(resource_request(JobSystem::skypilot, one, all)->region == "us-east-1");
  one.quote = &quote_of(all, "vast.ai");
  CHECK(resource_request(JobSystem::skypilot, one, all)->region.empty());
}
