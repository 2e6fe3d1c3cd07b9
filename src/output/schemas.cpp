#include "schemas.hpp"

#include <array>

#include "output/explain/explain_view.hpp"
#include "output/picks/chart_view.hpp"
#include "output/recommend/answer_record.hpp"
#include "output/upgrade/upgrade_view.hpp"
#include "report/record_schema.hpp"

namespace gpuadvisor {
namespace {

template <class View>
std::string text_of(const AnswerSchema& schema) {
  return json_schema(record<View>().shape(), std::string(schema.name) + ".schema.json",
                     "The JSON that `gpuadvisor " + std::string(schema.invocation) + "` prints");
}

constexpr auto k_schemas = std::to_array<AnswerSchema>({
    {"chart", "chart", text_of<ChartView>},
    {"explain", "explain", text_of<ExplainView>},
    {"list", "list", text_of<ListedAnswer>},
    {"recommend", "recommend", text_of<AnswerView>},
    {"upgrade", "upgrade", text_of<UpgradeView>},
});

}  // namespace

std::span<const AnswerSchema> answer_schemas() { return k_schemas; }

std::string schema_text(const AnswerSchema& schema) { return schema.text(schema); }

}  // namespace gpuadvisor
