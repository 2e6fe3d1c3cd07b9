#include "schemas.hpp"

#include <array>

#include "output/build/build_view.hpp"
#include "output/catalog/catalog_diff_view.hpp"
#include "output/catalog/gpu_sheet_record.hpp"
#include "output/catalog/price_entry_view.hpp"
#include "output/catalog/source_report.hpp"
#include "output/check/check_view.hpp"
#include "output/compare/comparison_view.hpp"
#include "output/explain/explain_view.hpp"
#include "output/explain/feature_view.hpp"
#include "output/guides/guide_view.hpp"
#include "output/guides/platform_view.hpp"
#include "output/memory/memory_backtest_view.hpp"
#include "output/memory/memory_view.hpp"
#include "output/memory/network_list_view.hpp"
#include "output/memory/suite_view.hpp"
#include "output/picks/chart_view.hpp"
#include "output/picks/guide_backtest_view.hpp"
#include "output/picks/picks_view.hpp"
#include "output/recommend/answer_record.hpp"
#include "output/scores/score_reports.hpp"
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
    {"build", "build", text_of<BuildView>},
    {"build-cluster", "build --cluster", text_of<ClusterView>},
    {"catalog-add-price", "catalog add-price", text_of<PriceEntryView>},
    {"catalog-diff", "catalog diff", text_of<CatalogDiffReport>},
    {"chart", "chart", text_of<ChartView>},
    {"check", "check", text_of<CheckView>},
    {"check-rules", "check --rules", text_of<RulesView>},
    {"compare", "compare", text_of<ComparisonView>},
    {"explain", "explain", text_of<ExplainView>},
    {"explain-feature", "explain --feature", text_of<FeaturesView>},
    {"guides", "guides", text_of<GuideView>},
    {"list", "list", text_of<ListedAnswer>},
    {"memory", "memory", text_of<MemoryView>},
    {"memory-backtest", "memory --backtest", text_of<MemoryBacktestReport>},
    {"memory-list", "memory --list", text_of<NetworkListView>},
    {"memory-suite", "memory --suite", text_of<SuiteView>},
    {"picks", "picks", text_of<PicksView>},
    {"picks-backtest", "picks --backtest", text_of<GuideBacktestView>},
    {"picks-guide", "picks --guide", text_of<GuidePicksView>},
    {"picks-list", "picks --list", text_of<PicksListView>},
    {"platform", "platform", text_of<PlatformView>},
    {"platform-free", "platform --free", text_of<FreeTierView>},
    {"platform-vendors", "platform --vendors", text_of<VendorView>},
    {"recommend", "recommend", text_of<AnswerView>},
    {"show", "show", text_of<GpuSheets>},
    {"sources", "sources", text_of<SourceReport>},
    {"scores-backtest", "scores backtest", text_of<BacktestReport>},
    {"scores-fit", "scores fit", text_of<FitReport>},
    {"upgrade", "upgrade", text_of<UpgradeView>},
});

}  // namespace

std::span<const AnswerSchema> answer_schemas() { return k_schemas; }

std::string schema_text(const AnswerSchema& schema) { return schema.text(schema); }

}  // namespace gpuadvisor
