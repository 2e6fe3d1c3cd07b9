#include "output/recommend/offer_fields.hpp"

#include <algorithm>
#include <set>

#include "core/text.hpp"
#include "formats/json.hpp"
#include "support/catch2.hpp"
#include "support/test_catalog.hpp"
#include "support/test_support.hpp"

namespace gpuadvisor {
namespace {

/// A card of which much is known, used at 400 dollars, and one of which nothing is.
Catalog catalog() {
  return catalog_from(test_document(
      R"("gpus": [{"id": "known", "name": "NVIDIA Known", "vendor": "nvidia", "architecture": "Test",
          "segment": "consumer", "form": "pcie-card", "cooling": "open-air", "released": "2024-03", "memory_gb": 24,
          "memory_bandwidth_gbs": 100.5, "fp32_tflops": 10, "fp32_dual_issue": true, "tdp_w": 250,
          "compute_capability": "8.0", "slots": 2, "devices": 2, "source": "shop", "sources": {"slots": "tracker"}},)" +
      test_gpu("unknown") + "], \"prices\": [" + test_price("known", "2026-06", "used", 390, "shop", "ask-lowest") +
      "," + test_price("known", "2026-06-30", "used", 400) + "], " + test_support()));
}

const FlatField& field(std::string_view key) {
  const auto all = offer_fields();
  const auto found = std::find_if(all.begin(), all.end(), [key](const FlatField& f) { return f.key == key; });
  REQUIRE(found != all.end());
  return *found;
}

/// The rows for two cards, with these fields.
Records records_of(const std::vector<const FlatField*>& fields, int count = 1) {
  const Catalog from = catalog();
  Request request;
  request.workload = "cnn";
  request.weights = weights_of(*from.workload("cnn"), from);
  request.count = {count, count};
  const Answer answer = recommend(from, request);
  const AnswerDetails details = answer_details(answer, from);
  return answer_records({"recommend", stamp_of(from, "1.0"), answer, details, 0, nullptr, fields});
}

std::vector<const FlatField*> all_fields() {
  std::vector<const FlatField*> fields;
  for (const FlatField& one : offer_fields()) fields.push_back(&one);
  return fields;
}

TEST_CASE("rows have the fields asked for, in that order", "[output]") {
  CHECK(records_csv(records_of({&field("released"), &field("id"), &field("price_usd"), &field("price_old"),
                                &field("memory_per_device_gb"), &field("figure_sources"), &field("fp32_dual_issue"),
                                &field("memory_bandwidth_gbs"), &field("price_age"), &field("speedup_basis")}),
                    true) ==
        "released,id,price_usd,price_old,memory_per_device_gb,figure_sources,fp32_dual_issue,memory_bandwidth_gbs,"
        "price_age,speedup_basis\n"
        "2024-03,known,400,false,12,shop;tracker,true,100.5,current,\n"
        ",unknown,,,,shop,false,,,\n");
}

TEST_CASE("fields of a row are those of all its GPUs, but for what is said to be of each", "[output]") {
  CHECK(records_csv(records_of({&field("count"), &field("price_usd"), &field("price_each_usd"), &field("power_w"),
                                &field("tdp_w"), &field("memory_gb"), &field("speedup_basis")},
                               3),
                    false) ==
        "3,1200,400,750,250,24,unknown\n"
        "3,,,,,,unknown\n");
}

TEST_CASE("cells are of the kind of their field, or unknown", "[output]") {
  const Records records = records_of(all_fields());
  REQUIRE(records.rows.size() == 2);
  for (const auto& row : records.rows) {
    REQUIRE(row.size() == records.fields.size());
    for (std::size_t i = 0; i < row.size(); ++i) {
      INFO(records.fields[i].key);
      const CellKind kind = records.fields[i].kind;
      const bool is_of_its_kind = (kind == CellKind::number && std::holds_alternative<double>(row[i])) ||
                                  (kind == CellKind::boolean && std::holds_alternative<bool>(row[i])) ||
                                  (kind == CellKind::text && std::holds_alternative<std::string>(row[i]));
      CHECK((is_of_its_kind || std::holds_alternative<std::monostate>(row[i])));
    }
  }
}

TEST_CASE("every figure of a GPU is a field, under its key in the data files", "[output]") {
  std::set<std::string_view> keys;
  for (const FlatField& one : offer_fields()) keys.insert(one.key);
  for_each_field<Gpu>([&](const auto& figure, std::size_t) {
    const bool is_no_figure = figure.key == "aliases" || figure.key == "misnomers" || figure.key == "notes" ||
                              figure.key.find("source") != std::string_view::npos;
    INFO(figure.key);
    CHECK((is_no_figure || keys.contains(figure.key)));
  });
}

TEST_CASE("keys are distinct, written alike, and each has a meaning", "[output]") {
  std::set<std::string_view> keys;
  for (const FlatField& one : offer_fields()) {
    CHECK(keys.insert(one.key).second);
    CHECK(one.key.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string_view::npos);
    CHECK_FALSE(one.meaning.empty());
  }
}

}  // namespace
}  // namespace gpuadvisor
