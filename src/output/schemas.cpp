#include "schemas.hpp"

#include <array>

#include "output/catalog/gpu_sheet_record.hpp"
#include "output/catalog/source_report.hpp"
#include "output/check/check_view.hpp"
#include "output/compare/comparison_view.hpp"
#include "output/cost/cost_view.hpp"
#include "output/detect/detect_view.hpp"
#include "output/machine/build_view.hpp"
#include "output/memory/memory_view.hpp"
#include "output/memory/network_list_view.hpp"
#include "output/memory/what_runs_view.hpp"
#include "output/offers/offers_view.hpp"
#include "output/picks/picks_view.hpp"
#include "output/prices/price_history_view.hpp"
#include "output/recommend/answer_record.hpp"
#include "output/rent/rent_view.hpp"
#include "output/report/report_view.hpp"
#include "output/upgrade/upgrade_view.hpp"
#include "report/record_schema.hpp"

namespace gpuadvisor {
namespace {

constexpr auto k_schemas = std::to_array<AnswerSchema>({
    {"build", "build", detail::record_shape<BuildView>},
    {"check", "check", detail::record_shape<CheckView>},
    {"check-rules", "check --rules", detail::record_shape<RulesView>},
    {"compare", "compare", detail::record_shape<ComparisonView>},
    {"cost", "cost", detail::record_shape<CostView>},
    {"detect", "detect", detail::record_shape<DetectView>},
    {"list", "list", detail::record_shape<ListedAnswer>},
    {"memory", "memory", detail::record_shape<MemoryView>},
    {"memory-list", "memory --list", detail::record_shape<NetworkListView>},
    {"memory-runs", "memory --gpu", detail::record_shape<WhatRunsView>},
    {"offers-rank", "offers rank", detail::record_shape<OffersView>},
    {"picks", "picks", detail::record_shape<PicksView>},
    {"picks-guide", "picks --guide", detail::record_shape<GuidePicksView>},
    {"picks-list", "picks --list", detail::record_shape<PicksListView>},
    {"prices", "prices", detail::record_shape<PriceHistoryView>},
    {"recommend", "recommend", detail::record_shape<AnswerView>},
    {"rent", "rent GPU", detail::record_shape<RentView>},
    {"rent-gpus", "rent", detail::record_shape<RentedGpusView>},
    {"show", "show", detail::record_shape<GpuSheets>},
    {"sources", "sources", detail::record_shape<SourceReport>},
    {"report", "report", detail::record_shape<ReportView>},
    {"upgrade", "upgrade", detail::record_shape<UpgradeView>},
});

}  // namespace

std::span<const AnswerSchema> answer_schemas() { return k_schemas; }

std::string schema_text(const AnswerSchema& schema) {
  return json_schema(schema.shape(), std::string(schema.name) + ".schema.json",
                     "The JSON that `gpuadvisor " + std::string(schema.invocation) + "` prints");
}

}  // namespace gpuadvisor
