#include "gpuadvisor/report/records.hpp"

#include "support/catch2.hpp"

namespace gpuadvisor {
namespace {

/// All kinds of cells, and texts that a format could trip over.
Records parts() {
  return {{{"id"}, {"price_usd", CellKind::number}, {"memory_gb", CellKind::number}, {"old", CellKind::boolean}},
          {{"plain", 1.25, 8.0, true},
           {"a,\"b\"", 305.0, 12.0, false},
           {"tab\tand\nbreak", {}, 11.0, {}},
           {{}, 1299.99, {}, true}}};
}

TEST_CASE("records as CSV quote what needs it, and what is unknown is empty", "[report]") {
  CHECK(records_csv(parts(), true) ==
        "id,price_usd,memory_gb,old\n"
        "plain,1.25,8,true\n"
        "\"a,\"\"b\"\"\",305,12,false\n"
        "\"tab\tand\nbreak\",,11,\n"
        ",1299.99,,true\n");
  CHECK(records_csv({{{"id"}}, {{"one"}, {Cell()}}}, false) == "one\n\"\"\n");
}

TEST_CASE("records as TSV have a line each, whatever their texts hold", "[report]") {
  CHECK(records_tsv(parts(), true) ==
        "id\tprice_usd\tmemory_gb\told\n"
        "plain\t1.25\t8\ttrue\n"
        "a,\"b\"\t305\t12\tfalse\n"
        "tab and break\t\t11\t\n"
        "\t1299.99\t\ttrue\n");
  CHECK(records_tsv({{{"id"}}, {{"a\r\nb"}}}, false) == "a  b\n");
}

TEST_CASE("records as JSON Lines are an object per line", "[report]") {
  CHECK(records_json_lines(parts()) == R"({"id": "plain", "price_usd": 1.25, "memory_gb": 8, "old": true})"
                                       "\n"
                                       R"({"id": "a,\"b\"", "price_usd": 305, "memory_gb": 12, "old": false})"
                                       "\n"
                                       R"({"id": "tab\tand\nbreak", "price_usd": null, "memory_gb": 11, "old": null})"
                                       "\n"
                                       R"({"id": null, "price_usd": 1299.99, "memory_gb": null, "old": true})"
                                       "\n");
  CHECK(records_json_lines({{{"id"}}, {}}).empty());
  CHECK(records_json({{{"id"}, {"slots", CellKind::number}}, {{"a", 2.0}, {"b", {}}}}) ==
        "[\n  {\"id\": \"a\", \"slots\": 2},\n  {\"id\": \"b\", \"slots\": null}\n]\n");
}

TEST_CASE("records as a table round what is not whole, and show a dash for what is unknown", "[report]") {
  const Table table = records_table({parts().fields, {parts().rows[0], parts().rows[1], parts().rows[3]}});
  CHECK(render(table, 80) ==
        "id     price_usd  memory_gb  old\n"
        "plain       1.25          8  yes\n"
        "a,\"b\"        305         12  no\n"
        "-           1300          -  yes\n");
}

}  // namespace
}  // namespace gpuadvisor
