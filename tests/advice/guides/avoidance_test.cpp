#include "advice/guides/avoidance.hpp"

#include <algorithm>

#include "support/catch2.hpp"
#include "support/test_guides.hpp"

using namespace gpuadvisor;

namespace {

std::string avoidance(const std::string& guide, const std::string& id, const std::string& more) {
  return R"({"guide": ")" + guide + R"(", "id": ")" + id + R"(", "what": "any )" + id +
         R"(", "reason": "dear", "source": "shop")" + more + "}";
}

const std::string k_members =
    R"("avoidances": [)" + avoidance("old", "tesla", R"(, "names": "Tesla*")") + ", " +
    avoidance("new", "both", R"(, "gpus": ["nvidia-b", "nvidia-tesla-a"], "unless": "you must")") + ", " +
    avoidance("new", "edition", "") + "]";

std::string guides_against(std::string_view gpu, const Catalog& catalog) {
  std::string text;
  for (const Avoidance* found : avoidances_of(*catalog.gpu(gpu), catalog)) text += ' ' + std::string(found->id);
  return text;
}

}  // namespace

TEST_CASE("guides advise against GPUs by id or by a pattern of names, the newest guide first", "[advice]") {
  const Catalog catalog = catalog_with_guides(k_members);
  CHECK(guides_against("nvidia-tesla-a", catalog) == " both tesla");
  CHECK(guides_against("nvidia-b", catalog) == " both");
  CHECK(guides_against("nvidia-c", catalog).empty());
  CHECK(catalog.is_avoided("nvidia-tesla-a"));
  CHECK(catalog.is_avoided("nvidia-b"));
  CHECK_FALSE(catalog.is_avoided("nvidia-c"));
  // Of a maker's edition no catalog tells.
  CHECK(gpus_of(catalog.records<Avoidance>()[2], catalog).empty());
}

TEST_CASE("what a guide advises against is warned of with its date, and left out of nothing", "[advice]") {
  const Catalog catalog = catalog_with_guides(k_members);
  const auto found = avoidance_warnings(*catalog.gpu("nvidia-tesla-a"), catalog);
  REQUIRE(found.size() == 2);
  CHECK(found[0].id == "avoided-by-guide");
  CHECK(found[0].text == "New (2023) advises against any both: dear; unless you must");
  CHECK(found[1].text == "Old (April 2019) advises against any tesla: dear");
  const Offer offer{catalog.gpu("nvidia-b")};
  const auto all = warnings(offer, weights_of(*catalog.workload("cnn"), catalog), catalog);
  CHECK(std::count_if(all.begin(), all.end(), [](const Warning& w) { return w.id == "avoided-by-guide"; }) == 1);
}

TEST_CASE("before a guide was published, nothing is avoided on its word", "[advice]") {
  const Catalog catalog = catalog_with_guides(k_members);  // its source is of January 2026
  const Catalog before = catalog.known_by(PartialDate::parse("2026-03-30")->last_day());
  const Catalog earlier = catalog.known_by(PartialDate::parse("2025-12-31")->last_day());
  CHECK(avoidances_of(*catalog.gpu("nvidia-b"), before).size() == 1);
  CHECK(avoidances_of(*catalog.gpu("nvidia-b"), earlier).empty());
}

TEST_CASE("a later layer's GPU is avoided where its name is like a pattern", "[advice]") {
  const std::vector<CatalogLayer> layers = {
      {{"layer.json", R"({"sources": [{"id": "s", "title": "S", "publisher": "S", "grade": "shop"}], "gpus": [)" +
                          std::string(R"({"id": "nvidia-tesla-z", "name": "NVIDIA Tesla Z", "vendor": "nvidia",
                          "architecture": "One", "segment": "datacenter", "form": "pcie-card", "source": "s"}]})")}}};
  const Catalog laid = load_catalog(catalog_with_guides(k_members), layers);
  CHECK(laid.is_avoided("nvidia-tesla-z"));
  CHECK(guides_against("nvidia-tesla-z", laid) == " tesla");
  CHECK(laid.is_avoided("nvidia-b"));
}
