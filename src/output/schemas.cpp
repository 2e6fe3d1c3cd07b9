#include "schemas.hpp"

#include <array>

#include "output/catalog/catalog_diff_view.hpp"
#include "output/catalog/gpu_sheet_record.hpp"
#include "output/catalog/price_entry_view.hpp"
#include "output/catalog/source_report.hpp"
#include "output/check/check_view.hpp"
#include "output/compare/comparison_view.hpp"
#include "output/cost/cost_view.hpp"
#include "output/detect/detect_view.hpp"
#include "output/explain/explain_view.hpp"
#include "output/explain/feature_view.hpp"
#include "output/guides/guide_view.hpp"
#include "output/machine/build_view.hpp"
#include "output/memory/memory_backtest_view.hpp"
#include "output/memory/memory_view.hpp"
#include "output/memory/network_list_view.hpp"
#include "output/memory/suite_view.hpp"
#include "output/memory/what_runs_view.hpp"
#include "output/offers/offers_view.hpp"
#include "output/picks/chart_view.hpp"
#include "output/picks/guide_backtest_view.hpp"
#include "output/picks/picks_view.hpp"
#include "output/prices/price_backtest_report.hpp"
#include "output/prices/price_history_view.hpp"
#include "output/recommend/answer_record.hpp"
#include "output/rent/rent_view.hpp"
#include "output/report/report_view.hpp"
#include "output/scores/measured_view.hpp"
#include "output/scores/score_reports.hpp"
#include "output/upgrade/upgrade_view.hpp"
#include "report/record_page.hpp"
#include "report/record_schema.hpp"

namespace gpuadvisor {
namespace {

constexpr auto k_schemas = std::to_array<AnswerSchema>({
    {"build", "build", detail::record_shape<BuildView>},
    {"build-cluster", "build --cluster", detail::record_shape<ClusterView>},
    {"catalog-add-price", "catalog add-price", detail::record_shape<PriceEntryView>},
    {"catalog-diff", "catalog diff", detail::record_shape<CatalogDiffReport>},
    {"chart", "chart", detail::record_shape<ChartView>},
    {"check", "check", detail::record_shape<CheckView>},
    {"check-rules", "check --rules", detail::record_shape<RulesView>},
    {"compare", "compare", detail::record_shape<ComparisonView>},
    {"cost", "cost", detail::record_shape<CostView>},
    {"detect", "detect", detail::record_shape<DetectView>},
    {"explain", "explain", detail::record_shape<ExplainView>},
    {"explain-feature", "explain --feature", detail::record_shape<FeaturesView>},
    {"guides", "guides", detail::record_shape<GuideView>},
    {"list", "list", detail::record_shape<ListedAnswer>},
    {"memory", "memory", detail::record_shape<MemoryView>},
    {"memory-backtest", "memory --backtest", detail::record_shape<MemoryBacktestReport>},
    {"memory-list", "memory --list", detail::record_shape<NetworkListView>},
    {"memory-runs", "memory --gpu", detail::record_shape<WhatRunsView>},
    {"memory-suite", "memory --suite", detail::record_shape<SuiteView>},
    {"offers-part", "offers rank --partial", detail::record_shape<OffersPartView>},
    {"offers-rank", "offers rank", detail::record_shape<OffersView>},
    {"picks", "picks", detail::record_shape<PicksView>},
    {"picks-backtest", "picks --backtest", detail::record_shape<GuideBacktestView>},
    {"picks-guide", "picks --guide", detail::record_shape<GuidePicksView>},
    {"picks-list", "picks --list", detail::record_shape<PicksListView>},
    {"prices", "prices", detail::record_shape<PriceHistoryView>},
    {"prices-backtest", "prices backtest", detail::record_shape<PriceBacktestReport>},
    {"prices-market", "prices --market", detail::record_shape<MarketView>},
    {"recommend", "recommend", detail::record_shape<AnswerView>},
    {"rent", "rent GPU", detail::record_shape<RentView>},
    {"rent-gpus", "rent", detail::record_shape<RentedGpusView>},
    {"show", "show", detail::record_shape<GpuSheets>},
    {"sources", "sources", detail::record_shape<SourceReport>},
    {"report", "report", detail::record_shape<ReportView>},
    {"scores-backtest", "scores backtest", detail::record_shape<BacktestReport>},
    {"scores-fit", "scores fit", detail::record_shape<FitReport>},
    {"scores-measurements", "scores measurements", detail::record_shape<MeasuredView>},
    {"upgrade", "upgrade", detail::record_shape<UpgradeView>},
});

}  // namespace

std::span<const AnswerSchema> answer_schemas() { return k_schemas; }

std::string schema_text(const AnswerSchema& schema) {
  return json_schema(schema.shape(), std::string(schema.name) + ".schema.json",
                     "The JSON that `gpuadvisor " + std::string(schema.invocation) + "` prints");
}

std::string schema_page(const AnswerSchema& schema) {
  return record_page(schema.shape(), "JSON of `gpuadvisor " + std::string(schema.invocation) + '`');
}

}  // namespace gpuadvisor
